//! The index of every town on Earth and of landmarks: search, look-up by id and reverse look-up, without a network.
//!
//! The index is one block of bytes that is read in place, without parsing; `docs/places.md` has the diagram.

pub mod builder;
mod complete;
mod entries;
pub mod fold;
mod fuzzy;
mod hits;
pub mod landmarks;
mod layout;
mod postal_codes;
mod query;
mod reach;
mod regions;
mod reverse;
mod score;
mod search;
mod sections;
pub mod sphere;

pub use complete::complete;
pub use layout::IndexError;
pub use reverse::Found;

use layout::{NONE, Section, Sections, Texts, U16s, U32s};

/// Farther from any place of its country, a landmark has no region.
const MAX_REGION_KM: f32 = 150.0;

/// A place by its index: settlements, the largest first, and landmarks after them, likewise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceIndex(u32);

/// The index with its columns. Cheap to open: nothing is parsed.
#[derive(Clone)]
pub struct Gazetteer {
    texts: Texts,
    places: Places,
    localized: U32s,
    districts: U32s,
    zones: U32s,
    countries: U32s,
    regions: U32s,
    words: regions::RegionWords,
    entries: entries::Entries,
    landmark_entries: entries::Entries,
    landmark_kinds: &'static [u8],
    landmarks_by_id: U32s,
    points: reverse::Points,
}

#[derive(Clone)]
struct Places {
    ids: U32s,
    latitudes: U32s,
    longitudes: U32s,
    populations: U32s,
    weights: &'static [u8],
    regions: U16s,
    zones: U16s,
    names: U32s,
    elevations: U16s,
    by_id: U32s,
}

impl Gazetteer {
    pub fn open(bytes: &'static [u8]) -> Result<Gazetteer, IndexError> {
        let sections = Sections::open(bytes)?;
        Ok(Gazetteer {
            texts: sections.texts(Section::Texts),
            places: Places {
                ids: sections.u32s(Section::PlaceIds),
                latitudes: sections.u32s(Section::Latitudes),
                longitudes: sections.u32s(Section::Longitudes),
                populations: sections.u32s(Section::Populations),
                weights: sections.bytes(Section::Weights),
                regions: sections.u16s(Section::PlaceRegions),
                zones: sections.u16s(Section::PlaceZones),
                names: sections.u32s(Section::PlaceNames),
                elevations: sections.u16s(Section::Elevations),
                by_id: sections.u32s(Section::ById),
            },
            localized: sections.u32s(Section::Localized),
            districts: sections.u32s(Section::Districts),
            zones: sections.u32s(Section::Zones),
            countries: sections.u32s(Section::Countries),
            regions: sections.u32s(Section::Regions),
            words: regions::RegionWords::new(&sections),
            entries: entries::Entries::new(&sections, &sections::PLACE_NAMES),
            landmark_entries: entries::Entries::new(&sections, &sections::LANDMARK_NAMES),
            landmark_kinds: sections.bytes(Section::LandmarkKinds),
            landmarks_by_id: sections.u32s(Section::LandmarksById),
            points: reverse::Points::new(&sections),
        })
    }

    /// The number of settlements; landmarks are numbered after them.
    pub fn len(&self) -> usize {
        self.places.by_id.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every folded name of a settlement with its place, for comparison with other search engines.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, PlaceIndex)> {
        let entry = |entry| {
            let name = std::str::from_utf8(self.entries.key(entry)).unwrap_or_default();
            (name, PlaceIndex(self.entries.place(entry)))
        };
        (0..self.entries.len()).map(entry)
    }

    /// All settlements, largest first.
    pub fn places(&self) -> impl Iterator<Item = PlaceIndex> {
        (0..self.len() as u32).map(PlaceIndex)
    }

    /// The place with this GeoNames id.
    pub fn find(&self, geoname_id: u32) -> Option<PlaceIndex> {
        let id_at = |row: usize| self.places.ids.get(self.places.by_id.get(row) as usize);
        let row = layout::partition_point(self.len(), |row| id_at(row) < geoname_id);
        (row < self.len() && id_at(row) == geoname_id).then(|| PlaceIndex(self.places.by_id.get(row)))
    }

    /// The places with exactly this name: their own or another recorded one.
    pub(crate) fn with_name(&self, name: &str) -> impl Iterator<Item = PlaceIndex> {
        let folded = fold::fold(name);
        let range = self.entries.reach(&folded).range;
        range
            .filter(move |&entry| self.entries.key(entry) == folded.as_bytes())
            .filter(|&entry| self.entries.kind(entry) <= score::NameKind::Alternate)
            .map(|entry| PlaceIndex(self.entries.place(entry)))
    }

    pub fn geoname_id(&self, place: PlaceIndex) -> u32 {
        self.places.ids.get(place.0 as usize)
    }

    /// Latitude and longitude in degrees.
    pub fn position(&self, place: PlaceIndex) -> (f64, f64) {
        let index = place.0 as usize;
        let degrees = |column: U32s| f64::from(column.signed(index)) / sections::UNITS_PER_DEGREE;
        (degrees(self.places.latitudes), degrees(self.places.longitudes))
    }

    pub fn population(&self, place: PlaceIndex) -> u32 {
        self.places.populations.get(place.0 as usize)
    }

    /// Metres above sea level, where the gazetteer has a trustworthy value.
    pub fn elevation(&self, place: PlaceIndex) -> Option<i16> {
        let metres = self.places.elevations.get(place.0 as usize).cast_signed();
        (metres != sections::NO_ELEVATION).then_some(metres)
    }

    /// The IANA time zone, as the gazetteer has it; that of a landmark follows from its position.
    pub fn time_zone(&self, place: PlaceIndex) -> Option<&'static str> {
        let is_settlement = (place.0 as usize) < self.len();
        is_settlement.then(|| self.texts.text(self.zones.get(usize::from(self.places.zones.get(place.0 as usize)))))
    }

    /// The name in the given language, else the gazetteer's.
    pub fn name(&self, place: PlaceIndex, language: impl Into<NameLanguage>) -> &'static str {
        let localized =
            self.localized.find_row(4, place.0).map(|row| self.localized.get(row + language.into().column()));
        match localized {
            Some(offset) if offset != NONE => self.texts.text(offset),
            _ => self.texts.text(self.places.names.get(place.0 as usize)),
        }
    }

    /// The name of the region; absent if the country has none or the place belongs to none.
    pub fn region(&self, place: PlaceIndex, language: impl Into<NameLanguage>) -> Option<&'static str> {
        let row = self.region_row(place);
        let offset = self.regions.get(row + 1 + language.into().column());
        (offset != NONE).then(|| self.texts.text(offset))
    }

    /// The code of the region where it is commonly written (`IL`, `BY`).
    pub fn region_code(&self, place: PlaceIndex) -> Option<&'static str> {
        let offset = self.regions.get(self.region_row(place) + 1);
        (offset != NONE).then(|| self.texts.text(offset))
    }

    pub fn country(&self, place: PlaceIndex, language: impl Into<NameLanguage>) -> &'static str {
        self.texts.text(self.countries.get(self.country_row(place) + language.into().column()))
    }

    /// The two-letter country code.
    pub fn country_code(&self, place: PlaceIndex) -> &'static str {
        self.texts.text(self.countries.get(self.country_row(place)))
    }

    /// The name of a country by its two-letter code.
    pub fn country_name(&self, code: &str, language: impl Into<NameLanguage>) -> Option<&'static str> {
        let mut rows = (0..self.countries.len()).step_by(regions::COUNTRY_WIDTH);
        let row = rows.find(|&row| self.texts.text(self.countries.get(row)) == code)?;
        Some(self.texts.text(self.countries.get(row + language.into().column())))
    }

    fn nearest_in_country(&self, at: (f64, f64), country: &str, max_km: f32) -> Option<PlaceIndex> {
        let is_in_country = |place: u32| self.country_code(PlaceIndex(place)) == country;
        self.points.nearest(sphere::to_space(at.0, at.1), max_km, is_in_country).map(PlaceIndex)
    }

    /// The region of the nearest place of a country, else the country's region without a name.
    fn region_number_at(&self, at: (f64, f64), country: &str) -> Option<u16> {
        if let Some(nearest) = self.nearest_in_country(at, country, MAX_REGION_KM) {
            return Some(self.places.regions.get(nearest.0 as usize));
        }
        let code = |row: usize| {
            let country = self.regions.get(row * regions::REGION_WIDTH) as usize * regions::COUNTRY_WIDTH;
            self.texts.text(self.countries.get(country))
        };
        (0..self.regions.len() / regions::REGION_WIDTH).find(|&row| code(row) == country).map(|row| row as u16)
    }

    fn region_row(&self, place: PlaceIndex) -> usize {
        usize::from(self.places.regions.get(place.0 as usize)) * regions::REGION_WIDTH
    }

    fn country_row(&self, place: PlaceIndex) -> usize {
        self.regions.get(self.region_row(place)) as usize * regions::COUNTRY_WIDTH
    }

    fn weight(&self, place: u32) -> i32 {
        i32::from(self.places.weights[place as usize])
    }

    /// The city this place is commonly considered part of, or the place itself.
    fn city_of(&self, place: PlaceIndex) -> PlaceIndex {
        self.districts.find_row(2, place.0).map_or(place, |row| PlaceIndex(self.districts.get(row + 1)))
    }
}

/// The languages in which the index has names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameLanguage {
    English,
    German,
    Turkish,
}

impl NameLanguage {
    /// The column of this language in the name rows.
    fn column(self) -> usize {
        match self {
            NameLanguage::English => 1,
            NameLanguage::German => 2,
            NameLanguage::Turkish => 3,
        }
    }
}
