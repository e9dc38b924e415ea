//! Responses: the legacy Places JSON, whatever the source.

use serde::Serialize;
use utoipa::ToSchema;

use super::request::PlaceField;
use crate::geo::address::Address;
pub use crate::geo::address::AddressComponent;

/// The outcome; the HTTP status is 200 for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PlacesStatus {
    Ok,
    ZeroResults,
    InvalidRequest,
    NotFound,
    OverQueryLimit,
    OverDailyLimit,
    RequestDenied,
    UnknownError,
}

/// Where an answer comes from; the page shows the attribution that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlacesSource {
    Geonames,
    Google,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AutocompleteResponse {
    pub status: PlacesStatus,
    pub source: PlacesSource,
    pub predictions: Vec<Prediction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GeocodeResponse {
    pub status: PlacesStatus,
    pub source: PlacesSource,
    pub results: Vec<GeocodeResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlaceDetailsResponse {
    pub status: PlacesStatus,
    pub source: PlacesSource,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<PlaceDetails>,
    /// What the source wants shown beside the result.
    pub html_attributions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
}

/// A suggestion for the text typed so far.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Prediction {
    pub place_id: String,
    pub description: String,
    pub structured_formatting: StructuredFormatting,
    /// The parts of the description that match what was typed.
    pub matched_substrings: Vec<Substring>,
    pub terms: Vec<Term>,
    pub types: Vec<String>,
    /// Metres above sea level, where the index has a trustworthy value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<i16>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StructuredFormatting {
    pub main_text: String,
    pub main_text_matched_substrings: Vec<Substring>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_text: Option<String>,
}

/// A part of a text, counted in Unicode characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Substring {
    pub offset: u32,
    pub length: u32,
}

/// A comma-separated part of the description and where it begins, in Unicode characters.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Term {
    pub offset: u32,
    pub value: String,
}

/// A place found by its name, its position or its id.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GeocodeResult {
    pub place_id: String,
    pub name: String,
    pub formatted_address: String,
    pub geometry: Geometry,
    pub address_components: Vec<AddressComponent>,
    pub types: Vec<String>,
    /// IANA name of the time zone at the position.
    pub timezone: String,
    /// Metres above sea level, where the index has a trustworthy value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<i16>,
    /// When the position was fetched, for a source whose positions may be kept for thirty days only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geo_fetched_at: Option<String>,
}

/// A place by its id: the requested fields, or all of them. The time zone, the elevation and the date of the position are
/// always there where they are known.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlaceDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formatted_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Geometry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_components: Option<Vec<AddressComponent>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub types: Option<Vec<String>>,
    /// IANA name of the time zone at the position.
    pub timezone: String,
    /// Metres above sea level, where the index has a trustworthy value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<i16>,
    /// When the position was fetched, for a source whose positions may be kept for thirty days only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geo_fetched_at: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Geometry {
    pub location: LatLng,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct LatLng {
    pub lat: f64,
    pub lng: f64,
}

/// The name of a position.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlaceName {
    pub name: String,
    pub address: String,
    pub address_components: Vec<AddressComponent>,
    /// IANA name of the time zone at the position.
    pub timezone: String,
    /// Metres above sea level, if the position is that of a place in the index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elevation: Option<i16>,
    pub source: PlacesSource,
}

impl AutocompleteResponse {
    pub fn of(source: PlacesSource, predictions: Vec<Prediction>) -> AutocompleteResponse {
        AutocompleteResponse { status: found(&predictions), source, predictions, error_message: None }
    }

    pub fn invalid(message: &str) -> AutocompleteResponse {
        let error_message = Some(message.to_owned());
        AutocompleteResponse {
            status: PlacesStatus::InvalidRequest,
            source: PlacesSource::Geonames,
            predictions: Vec::new(),
            error_message,
        }
    }
}

impl GeocodeResponse {
    pub fn of(source: PlacesSource, results: Vec<GeocodeResult>) -> GeocodeResponse {
        GeocodeResponse { status: found(&results), source, results, error_message: None }
    }

    pub fn invalid(message: &str) -> GeocodeResponse {
        let error_message = Some(message.to_owned());
        GeocodeResponse {
            status: PlacesStatus::InvalidRequest,
            source: PlacesSource::Geonames,
            results: Vec::new(),
            error_message,
        }
    }
}

impl PlaceDetails {
    /// With the fields for which `is_requested` is true.
    fn new(found: GeocodeResult, is_requested: impl Fn(PlaceField) -> bool) -> PlaceDetails {
        PlaceDetails {
            place_id: is_requested(PlaceField::PlaceId).then_some(found.place_id),
            name: is_requested(PlaceField::Name).then_some(found.name),
            formatted_address: is_requested(PlaceField::FormattedAddress).then_some(found.formatted_address),
            geometry: is_requested(PlaceField::Geometry).then_some(found.geometry),
            address_components: is_requested(PlaceField::AddressComponents).then_some(found.address_components),
            types: is_requested(PlaceField::Types).then_some(found.types),
            timezone: found.timezone,
            elevation: found.elevation,
            geo_fetched_at: found.geo_fetched_at,
        }
    }
}

impl PlaceDetailsResponse {
    /// Without a list of fields, the result has all of them.
    pub fn of(
        source: PlacesSource,
        found: GeocodeResult,
        fields: Option<&[PlaceField]>,
        html_attributions: Vec<String>,
    ) -> PlaceDetailsResponse {
        let result = PlaceDetails::new(found, |field| fields.is_none_or(|fields| fields.contains(&field)));
        PlaceDetailsResponse {
            status: PlacesStatus::Ok,
            source,
            result: Some(result),
            html_attributions,
            error_message: None,
        }
    }

    pub fn failed(source: PlacesSource, status: PlacesStatus, message: &str) -> PlaceDetailsResponse {
        let error_message = Some(message.to_owned());
        PlaceDetailsResponse { status, source, result: None, html_attributions: Vec::new(), error_message }
    }
}

impl From<PlaceName> for Address {
    fn from(place: PlaceName) -> Address {
        Address { text: place.address, components: place.address_components }
    }
}

impl PlaceName {
    pub fn of(result: GeocodeResult, source: PlacesSource) -> PlaceName {
        PlaceName {
            name: result.name,
            address: result.formatted_address,
            address_components: result.address_components,
            timezone: result.timezone,
            elevation: result.elevation,
            source,
        }
    }
}

fn found<T>(answers: &[T]) -> PlacesStatus {
    if answers.is_empty() { PlacesStatus::ZeroResults } else { PlacesStatus::Ok }
}
