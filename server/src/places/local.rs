//! Responses from the embedded place index, in the shapes of the places API.

use gazetteer::landmarks::LandmarkKind;
use gazetteer::sphere::distance_km;
use gazetteer::{Found, Gazetteer, IndexError, NameLanguage, PlaceIndex};

use super::address;
use super::answers::{
    AddressComponent, GeocodeResult, Geometry, LatLng, PlaceName, PlacesSource, PlacesStatus, Prediction,
    StructuredFormatting, Term,
};
use super::highlight::Typed;
use super::wording;
use crate::geo::coordinates::{Coordinates, GEONAMES_ID_PREFIX, is_gazetteer_id};
use crate::geo::elevation::{Elevation, Site};
use crate::geo::timezone::timezone_at;
use crate::geo::town::{Bounds, Town};
use crate::i18n::Language;

/// Up to here coordinates are those of a place, and its elevation is theirs.
const AT_THE_PLACE_KM: f64 = 0.1;

/// The index that the build script put into the binary; pages that no query touches are never loaded.
static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/places.index"));

pub fn embedded_gazetteer() -> Result<Gazetteer, IndexError> {
    Gazetteer::open(EMBEDDED)
}

pub fn embedded_size() -> usize {
    EMBEDDED.len()
}

impl From<Language> for NameLanguage {
    fn from(language: Language) -> NameLanguage {
        match language {
            Language::English => NameLanguage::English,
            Language::German => NameLanguage::German,
            Language::Turkish => NameLanguage::Turkish,
        }
    }
}

/// The embedded index, answering as the places API does.
#[derive(Clone)]
pub struct LocalPlaces {
    index: Gazetteer,
}

impl LocalPlaces {
    pub fn new() -> Result<LocalPlaces, IndexError> {
        Ok(LocalPlaces { index: embedded_gazetteer()? })
    }

    pub fn country_name(&self, code: &str, language: Language) -> Option<&'static str> {
        self.index.country_name(code, language)
    }

    pub fn predict(&self, typed: &str, near: Option<(f64, f64)>, limit: usize, language: Language) -> Vec<Prediction> {
        let places = self.index.search(typed, near, limit);
        let typed = Typed::new(typed);
        places.into_iter().map(|place| self.prediction(place, &typed, language)).collect()
    }

    /// The largest towns within bounds, largest first.
    pub fn towns(&self, bounds: Bounds, language: Language, limit: usize) -> Vec<Town> {
        let is_inside = |(latitude, longitude): (f64, f64)| {
            (bounds.south..bounds.north).contains(&latitude) && (bounds.west..bounds.east).contains(&longitude)
        };
        let inside = self.index.places().filter(|place| is_inside(self.index.position(*place)));
        let town = |place: PlaceIndex| {
            let (latitude, longitude) = self.index.position(place);
            let population = self.index.population(place);
            Town { name: self.index.name(place, language), latitude, longitude, population }
        };
        inside.take(limit).map(town).collect()
    }

    pub fn geocode(&self, address: &str, language: Language) -> Vec<GeocodeResult> {
        self.index.search(address, None, 1).into_iter().map(|place| self.result(place, language)).collect()
    }

    /// The place with one of our ids, or the status why there is none.
    pub fn details(&self, place_id: &str, language: Language) -> Result<GeocodeResult, PlacesStatus> {
        self.find(place_id)?.map(|place| self.result(place, language)).ok_or(PlacesStatus::NotFound)
    }

    /// The named place at a position; nothing far from any.
    pub fn reverse(&self, latitude: f64, longitude: f64, language: Language) -> Option<GeocodeResult> {
        let timezone = timezone_at(latitude, longitude);
        let found = self.index.locate(latitude, longitude, &timezone);
        let here = |result: GeocodeResult| GeocodeResult {
            // Keep the requested position: the weather is for it, not for the centre of the town.
            geometry: Geometry { location: LatLng { lat: latitude, lng: longitude } },
            timezone,
            elevation: result.elevation.filter(|_| {
                let LatLng { lat, lng } = result.geometry.location;
                distance_km((lat, lng), (latitude, longitude)) <= AT_THE_PLACE_KM
            }),
            ..result
        };
        match found {
            Found::In(place) => Some(here(self.result(place, language))),
            Found::Near { place, distance_km } => {
                let name = wording::near(self.index.name(place, language), distance_km, language);
                Some(here(GeocodeResult { formatted_address: name.clone(), name, ..self.result(place, language) }))
            }
            Found::Nowhere => None,
        }
    }

    /// The place a position belongs to or is near, by id and site.
    pub fn nearest(&self, latitude: f64, longitude: f64) -> Option<(String, Site)> {
        match self.index.locate(latitude, longitude, &timezone_at(latitude, longitude)) {
            Found::In(place) | Found::Near { place, .. } => {
                let (latitude, longitude) = self.index.position(place);
                let coordinates = Coordinates { latitude, longitude };
                Some((self.place_id(place), Site { coordinates, elevation: self.elevation(place) }))
            }
            Found::Nowhere => None,
        }
    }

    /// The elevation of a place with one of our ids, if it is at this position: a kilometre away it may be another.
    pub fn elevation_at(&self, place_id: &str, position: Coordinates) -> Option<Elevation> {
        self.elevation(self.find_at(place_id, position)?)
    }

    /// What the place with one of our ids is called, if it is at this position.
    pub fn name_at(&self, place_id: &str, position: Coordinates, language: Language) -> Option<PlaceName> {
        let place = self.find_at(place_id, position)?;
        Some(PlaceName::of(self.result(place, language), PlacesSource::Geonames))
    }

    fn find_at(&self, place_id: &str, position: Coordinates) -> Option<PlaceIndex> {
        let place = self.find(place_id).ok()??;
        let distance = distance_km(self.index.position(place), (position.latitude, position.longitude));
        (distance <= AT_THE_PLACE_KM).then_some(place)
    }

    /// What a position is called, if only by its coordinates.
    pub fn name_position(&self, latitude: f64, longitude: f64, language: Language) -> PlaceName {
        let source = PlacesSource::Geonames;
        match self.reverse(latitude, longitude, language) {
            Some(result) => PlaceName::of(result, source),
            None => {
                let name = wording::coordinates(latitude, longitude, language);
                let timezone = timezone_at(latitude, longitude);
                let address = name.clone();
                PlaceName { address, name, address_components: Vec::new(), timezone, elevation: None, source }
            }
        }
    }

    fn prediction(&self, place: PlaceIndex, typed: &Typed, language: Language) -> Prediction {
        let main_text = self.index.name(place, language);
        let description = self.address_of(main_text, place, language);
        let marks = typed.marks(&description, main_text.chars().count() as u32);
        let secondary_text = description.strip_prefix(main_text).map(|rest| rest.trim_start_matches(", "));
        Prediction {
            place_id: self.place_id(place),
            structured_formatting: StructuredFormatting {
                main_text: main_text.to_owned(),
                main_text_matched_substrings: marks.name,
                secondary_text: secondary_text.filter(|text| !text.is_empty()).map(str::to_owned),
            },
            matched_substrings: marks.whole,
            terms: terms(&description),
            types: self.types(place),
            description,
            elevation: self.index.elevation(place),
        }
    }

    fn result(&self, place: PlaceIndex, language: Language) -> GeocodeResult {
        let (lat, lng) = self.index.position(place);
        GeocodeResult {
            place_id: self.place_id(place),
            name: self.index.name(place, language).to_owned(),
            formatted_address: self.address(place, language),
            geometry: Geometry { location: LatLng { lat, lng } },
            address_components: self.components(place, language),
            types: self.types(place),
            timezone: self.index.time_zone(place).map_or_else(|| timezone_at(lat, lng), str::to_owned),
            elevation: self.index.elevation(place),
            geo_fetched_at: None,
        }
    }

    fn elevation(&self, place: PlaceIndex) -> Option<Elevation> {
        self.index.elevation(place).and_then(|metres| Elevation::new(f64::from(metres)))
    }

    fn place_id(&self, place: PlaceIndex) -> String {
        let landmark = self.index.landmark_id(place).map(str::to_owned);
        landmark.unwrap_or_else(|| format!("{GEONAMES_ID_PREFIX}{}", self.index.geoname_id(place)))
    }

    /// The place with one of our ids; an error if the number of a settlement is none.
    fn find(&self, place_id: &str) -> Result<Option<PlaceIndex>, PlacesStatus> {
        match place_id.strip_prefix(GEONAMES_ID_PREFIX) {
            Some(number) => Ok(self.index.find(number.parse().map_err(|_| PlacesStatus::InvalidRequest)?)),
            None if is_gazetteer_id(place_id) => Ok(self.index.find_landmark(place_id)),
            None => Ok(None),
        }
    }

    /// What the place is, in the words of the Places API.
    fn types(&self, place: PlaceIndex) -> Vec<String> {
        let types: [&str; 2] = match self.index.landmark_kind(place) {
            None => ["locality", "political"],
            Some(LandmarkKind::Island) => ["island", "natural_feature"],
            Some(LandmarkKind::Mountain) => ["mountain_peak", "natural_feature"],
            Some(LandmarkKind::Airport) => ["airport", "point_of_interest"],
            Some(LandmarkKind::Region) => ["colloquial_area", "political"],
            Some(LandmarkKind::District) => ["sublocality", "political"],
        };
        types.map(str::to_owned).to_vec()
    }

    fn address(&self, place: PlaceIndex, language: Language) -> String {
        self.address_of(self.index.name(place, language), place, language)
    }

    fn address_of(&self, name: &str, place: PlaceIndex, language: Language) -> String {
        let region = self.index.region(place, language);
        address::join([name].into_iter().chain(region).chain([self.index.country(place, language)]))
    }

    fn components(&self, place: PlaceIndex, language: Language) -> Vec<AddressComponent> {
        let component = |long: &str, short: &str, types: Vec<String>| AddressComponent {
            long_name: long.to_owned(),
            short_name: short.to_owned(),
            types,
        };
        let name = self.index.name(place, language);
        let region = self.index.region(place, language).map(|region| {
            let code = self.index.region_code(place).unwrap_or(region);
            component(region, code, political("administrative_area_level_1"))
        });
        let (country, code) = (self.index.country(place, language), self.index.country_code(place));
        let country = component(country, code, political("country"));
        [component(name, name, self.types(place))].into_iter().chain(region).chain([country]).collect()
    }
}

fn political(kind: &str) -> Vec<String> {
    vec![kind.to_owned(), "political".to_owned()]
}

/// The parts of a description and where they begin.
pub fn terms(description: &str) -> Vec<Term> {
    let mut offset = 0;
    let mut terms = Vec::new();
    for value in description.split(", ") {
        terms.push(Term { offset, value: value.to_owned() });
        offset += value.chars().count() as u32 + 2;
    }
    terms
}
