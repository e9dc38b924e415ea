//! Places API (New): autocomplete and details, with the key and the field mask in headers.

use reqwest::header::{HeaderMap, HeaderValue};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{Detailed, GoogleResult, Inner, at};
use crate::geo::timezone::timezone_at;
use crate::places::address;
use crate::places::answers::{
    AddressComponent, GeocodeResult, PlacesStatus, Prediction, StructuredFormatting, Substring,
};
use crate::places::local::terms;
use crate::places::request::{Autocomplete, Details};

const DETAILS_MASK: &str = "id,displayName,formattedAddress,location,addressComponents,types,attributions";
const AUTOCOMPLETE_MASK: &str = "suggestions.placePrediction.placeId,suggestions.placePrediction.text,\
     suggestions.placePrediction.structuredFormat,suggestions.placePrediction.types";
/// Bias radius in metres, Google's maximum.
const RADIUS_METRES: f64 = 50_000.0;

/// An empty object is how Google says that there is nothing.
#[derive(Deserialize)]
struct Suggestions {
    #[serde(default)]
    suggestions: Vec<Suggestion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Suggestion {
    place_prediction: Option<PlacePrediction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlacePrediction {
    place_id: String,
    text: MatchedText,
    structured_format: StructuredFormat,
    #[serde(default)]
    types: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StructuredFormat {
    main_text: MatchedText,
    secondary_text: Option<MatchedText>,
}

#[derive(Deserialize)]
struct MatchedText {
    text: String,
    #[serde(default)]
    matches: Vec<Match>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Match {
    /// Left out when it is 0.
    #[serde(default)]
    start_offset: u32,
    end_offset: u32,
}

/// `name` would be the resource's name, not what people call the place: that is `displayName`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    id: String,
    display_name: LocalizedText,
    formatted_address: String,
    location: LatLng,
    #[serde(default)]
    address_components: Vec<Component>,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    attributions: Vec<Attribution>,
}

#[derive(Deserialize)]
struct LocalizedText {
    text: String,
}

#[derive(Deserialize)]
struct LatLng {
    latitude: f64,
    longitude: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    long_text: String,
    short_text: String,
    #[serde(default)]
    types: Vec<String>,
}

#[derive(Deserialize)]
struct Attribution {
    provider: Option<String>,
}

pub async fn autocomplete(google: &Inner, input: &str, request: &Autocomplete) -> GoogleResult<Vec<Prediction>> {
    let mut url = google.places.clone();
    url.set_path("/v1/places:autocomplete");
    let mut body = json!({
        "input": input,
        "languageCode": request.language.code(),
        "includedPrimaryTypes": ["(regions)"],
    });
    if let Some(session) = &request.session {
        body["sessionToken"] = json!(session);
    }
    if let Some(near) = request.near {
        let centre = json!({ "latitude": near.latitude, "longitude": near.longitude });
        body["locationBias"] = json!({ "circle": { "center": centre, "radius": RADIUS_METRES } });
    }
    let answer: Suggestions = google.post(url, headers(google, AUTOCOMPLETE_MASK)?, &body).await?;
    Ok(answer.suggestions.into_iter().filter_map(|given| given.place_prediction).map(Prediction::from).collect())
}

pub async fn details(google: &Inner, request: &Details) -> GoogleResult<Detailed> {
    let url = details_url(google, request).ok_or(PlacesStatus::InvalidRequest)?;
    let place: Place = google.get(url, headers(google, DETAILS_MASK)?).await?;
    let html_attributions = place.attributions.iter().filter_map(|given| given.provider.clone()).collect();
    let LatLng { latitude, longitude } = place.location;
    let result = GeocodeResult {
        place_id: place.id,
        name: place.display_name.text,
        formatted_address: address::without_duplicates(&place.formatted_address),
        geometry: at(latitude, longitude),
        address_components: place.address_components.into_iter().map(AddressComponent::from).collect(),
        types: place.types,
        timezone: timezone_at(latitude, longitude),
        elevation: None,
        geo_fetched_at: Some(google.now()),
    };
    Ok(Detailed { result, html_attributions })
}

/// The id is one segment of the path, whatever characters it has.
fn details_url(google: &Inner, request: &Details) -> Option<Url> {
    let mut url = google.places.clone();
    url.set_path("");
    url.path_segments_mut().ok()?.extend(["v1", "places", request.place_id.as_str()]);
    url.query_pairs_mut().append_pair("languageCode", request.language.code());
    if let Some(session) = &request.session {
        url.query_pairs_mut().append_pair("sessionToken", session);
    }
    Some(url)
}

fn headers(google: &Inner, mask: &'static str) -> GoogleResult<HeaderMap> {
    let mut key = HeaderValue::from_str(google.key.expose()).map_err(|_| PlacesStatus::RequestDenied)?;
    key.set_sensitive(true);
    let mut headers = HeaderMap::new();
    headers.insert("x-goog-api-key", key);
    headers.insert("x-goog-fieldmask", HeaderValue::from_static(mask));
    Ok(headers)
}

impl From<PlacePrediction> for Prediction {
    fn from(given: PlacePrediction) -> Prediction {
        Prediction {
            place_id: given.place_id,
            structured_formatting: StructuredFormatting {
                main_text_matched_substrings: substrings(&given.structured_format.main_text.matches),
                main_text: given.structured_format.main_text.text,
                secondary_text: given.structured_format.secondary_text.map(|text| text.text),
            },
            matched_substrings: substrings(&given.text.matches),
            terms: terms(&given.text.text),
            types: given.types,
            description: given.text.text,
            elevation: None,
        }
    }
}

fn substrings(matches: &[Match]) -> Vec<Substring> {
    let length = |part: &Match| part.end_offset.saturating_sub(part.start_offset);
    matches.iter().map(|part| Substring { offset: part.start_offset, length: length(part) }).collect()
}

impl From<Component> for AddressComponent {
    fn from(given: Component) -> AddressComponent {
        AddressComponent { long_name: given.long_text, short_name: given.short_text, types: given.types }
    }
}
