//! The legacy Places interface and the Geocoding interface: the shapes our own wire has, with a status word inside.

use reqwest::header::HeaderMap;
use serde::Deserialize;
use url::Url;

use super::{Detailed, GoogleResult, Inner, at};
use crate::geo::timezone::timezone_at;
use crate::i18n::Language;
use crate::places::address;
use crate::places::answers::{
    AddressComponent, GeocodeResult, PlacesStatus, Prediction, StructuredFormatting, Substring,
};
use crate::places::local::terms;
use crate::places::request::{Autocomplete, Coordinates, Details};

/// What we pay for and hand out; without a mask Google returns and bills everything.
const FIELDS: &str = "place_id,name,formatted_address,geometry/location,address_component,type";
/// Bias radius in metres, Google's maximum.
const RADIUS_METRES: &str = "50000";

#[derive(Deserialize)]
struct Predictions {
    status: String,
    #[serde(default)]
    predictions: Vec<LegacyPrediction>,
}

#[derive(Deserialize)]
struct LegacyPrediction {
    place_id: String,
    description: String,
    structured_formatting: LegacyFormatting,
    #[serde(default)]
    matched_substrings: Vec<LegacySubstring>,
    #[serde(default)]
    types: Vec<String>,
}

#[derive(Deserialize)]
struct LegacyFormatting {
    main_text: String,
    #[serde(default)]
    main_text_matched_substrings: Vec<LegacySubstring>,
    secondary_text: Option<String>,
}

#[derive(Deserialize)]
struct LegacySubstring {
    offset: u32,
    length: u32,
}

#[derive(Deserialize)]
struct PlaceAnswer {
    status: String,
    result: Option<LegacyPlace>,
    #[serde(default)]
    html_attributions: Vec<String>,
}

#[derive(Deserialize)]
struct Results {
    status: String,
    #[serde(default)]
    results: Vec<LegacyPlace>,
}

#[derive(Deserialize)]
struct LegacyPlace {
    place_id: String,
    name: Option<String>,
    formatted_address: String,
    geometry: LegacyGeometry,
    #[serde(default)]
    address_components: Vec<LegacyComponent>,
    #[serde(default)]
    types: Vec<String>,
}

#[derive(Deserialize)]
struct LegacyGeometry {
    location: LegacyLocation,
}

#[derive(Deserialize)]
struct LegacyLocation {
    lat: f64,
    lng: f64,
}

#[derive(Deserialize)]
struct LegacyComponent {
    long_name: String,
    short_name: String,
    types: Vec<String>,
}

pub async fn autocomplete(google: &Inner, input: &str, request: &Autocomplete) -> GoogleResult<Vec<Prediction>> {
    let near = request.near.map(|near| format!("{},{}", near.latitude, near.longitude));
    let mut url = call(&google.places, "/maps/api/place/autocomplete/json", google, request.language);
    url.query_pairs_mut().append_pair("input", input).append_pair("types", "(regions)");
    append(&mut url, "sessiontoken", request.session.as_deref());
    append(&mut url, "location", near.as_deref());
    append(&mut url, "radius", near.as_ref().map(|_| RADIUS_METRES));
    let answer: Predictions = google.get(url, HeaderMap::new()).await?;
    check(&answer.status)?;
    Ok(answer.predictions.into_iter().map(Prediction::from).collect())
}

pub async fn details(google: &Inner, request: &Details) -> GoogleResult<Detailed> {
    let mut url = call(&google.places, "/maps/api/place/details/json", google, request.language);
    url.query_pairs_mut().append_pair("place_id", &request.place_id).append_pair("fields", FIELDS);
    append(&mut url, "sessiontoken", request.session.as_deref());
    let answer: PlaceAnswer = google.get(url, HeaderMap::new()).await?;
    check(&answer.status)?;
    let place = answer.result.ok_or(PlacesStatus::ZeroResults)?;
    Ok(Detailed { result: place.into_result(google), html_attributions: answer.html_attributions })
}

pub async fn geocode(google: &Inner, address: &str, language: Language) -> GoogleResult<Vec<GeocodeResult>> {
    let mut url = call(&google.maps, "/maps/api/geocode/json", google, language);
    url.query_pairs_mut().append_pair("address", address);
    let answer: Results = google.get(url, HeaderMap::new()).await?;
    check(&answer.status)?;
    Ok(answer.results.into_iter().map(|place| place.into_result(google)).collect())
}

/// Google lists results from house number to country; the town is the useful one.
pub async fn reverse(google: &Inner, position: Coordinates, language: Language) -> GoogleResult<Vec<GeocodeResult>> {
    let mut url = call(&google.maps, "/maps/api/geocode/json", google, language);
    url.query_pairs_mut().append_pair("latlng", &format!("{},{}", position.latitude, position.longitude));
    let answer: Results = google.get(url, HeaderMap::new()).await?;
    check(&answer.status)?;
    let mut results = answer.results;
    let town = TOWN_TYPES.iter().find_map(|kind| results.iter().position(|place| place.is(kind))).unwrap_or_default();
    if results.is_empty() {
        return Ok(Vec::new());
    }
    let found = results.swap_remove(town).into_result(google);
    // The position comes from the request, not from Google, so it has no expiry.
    let geometry = at(position.latitude, position.longitude);
    let timezone = timezone_at(position.latitude, position.longitude);
    Ok(vec![GeocodeResult { geometry, timezone, geo_fetched_at: None, ..found }])
}

/// What people call a town, the best first.
const TOWN_TYPES: [&str; 5] = [
    "locality",
    "postal_town",
    "administrative_area_level_3",
    "administrative_area_level_2",
    "administrative_area_level_1",
];

/// The base's own path is only its mark for the dialect.
fn call(base: &Url, path: &str, google: &Inner, language: Language) -> Url {
    let mut url = base.clone();
    url.set_path(path);
    url.query_pairs_mut().append_pair("language", language.code()).append_pair("key", google.key.expose());
    url
}

fn append(url: &mut Url, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        url.query_pairs_mut().append_pair(name, value);
    }
}

/// Nothing found is an answer; every other word but OK is not.
fn check(status: &str) -> GoogleResult<()> {
    Err(match status {
        "OK" | "ZERO_RESULTS" => return Ok(()),
        "INVALID_REQUEST" => PlacesStatus::InvalidRequest,
        "NOT_FOUND" => PlacesStatus::NotFound,
        "OVER_QUERY_LIMIT" => PlacesStatus::OverQueryLimit,
        "OVER_DAILY_LIMIT" => PlacesStatus::OverDailyLimit,
        "REQUEST_DENIED" => PlacesStatus::RequestDenied,
        _ => PlacesStatus::UnknownError,
    })
}

impl From<LegacyPrediction> for Prediction {
    fn from(given: LegacyPrediction) -> Prediction {
        let substrings = |given: Vec<LegacySubstring>| {
            given.into_iter().map(|LegacySubstring { offset, length }| Substring { offset, length }).collect()
        };
        Prediction {
            place_id: given.place_id,
            structured_formatting: StructuredFormatting {
                main_text: given.structured_formatting.main_text,
                main_text_matched_substrings: substrings(given.structured_formatting.main_text_matched_substrings),
                secondary_text: given.structured_formatting.secondary_text,
            },
            matched_substrings: substrings(given.matched_substrings),
            terms: terms(&given.description),
            types: given.types,
            description: given.description,
            elevation: None,
        }
    }
}

impl LegacyPlace {
    fn is(&self, kind: &str) -> bool {
        self.types.iter().any(|known| known == kind)
    }

    /// Geocoding has no name: the town's, or else the first part of the address.
    fn own_name(&self) -> String {
        let component = |kind: &&str| {
            self.address_components.iter().find(|component| component.types.iter().any(|known| known == kind))
        };
        match TOWN_TYPES.iter().find_map(component) {
            Some(component) => component.long_name.clone(),
            None => self.formatted_address.split(',').next().unwrap_or_default().trim().to_owned(),
        }
    }

    fn into_result(self, google: &Inner) -> GeocodeResult {
        let LegacyLocation { lat, lng } = self.geometry.location;
        GeocodeResult {
            name: self.name.clone().unwrap_or_else(|| self.own_name()),
            place_id: self.place_id,
            formatted_address: address::without_duplicates(&self.formatted_address),
            geometry: at(lat, lng),
            address_components: self.address_components.into_iter().map(AddressComponent::from).collect(),
            types: self.types,
            timezone: timezone_at(lat, lng),
            elevation: None,
            geo_fetched_at: Some(google.now()),
        }
    }
}

impl From<LegacyComponent> for AddressComponent {
    fn from(given: LegacyComponent) -> AddressComponent {
        AddressComponent { long_name: given.long_name, short_name: given.short_name, types: given.types }
    }
}
