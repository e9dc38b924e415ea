//! What a places call may ask, read leniently as text so that a bad value becomes a status word.

use serde::Deserialize;
use utoipa::IntoParams;

pub use crate::geo::coordinates::Coordinates;
use crate::i18n::Language;

/// Shorter texts match half the world.
const MIN_LETTERS: usize = 2;
/// Longer ones are no place's name.
const MAX_LETTERS: usize = 200;
const DEFAULT_PREDICTIONS: usize = 5;
const MAX_PREDICTIONS: usize = 10;
/// A version-4 UUID has 36 characters.
const MAX_SESSION_TOKEN: usize = 36;
const MAX_PLACE_ID: usize = 512;

/// A field of a place that can be requested on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceField {
    PlaceId,
    Name,
    FormattedAddress,
    Geometry,
    AddressComponents,
    Types,
}

/// By the names that the Places API uses for them.
const FIELDS: [(&str, PlaceField); 8] = [
    ("place_id", PlaceField::PlaceId),
    ("name", PlaceField::Name),
    ("formatted_address", PlaceField::FormattedAddress),
    ("geometry", PlaceField::Geometry),
    ("geometry/location", PlaceField::Geometry),
    ("address_component", PlaceField::AddressComponents),
    ("address_components", PlaceField::AddressComponents),
    ("types", PlaceField::Types),
];

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AutocompleteQuery {
    /// What was typed so far; under two characters nothing is found.
    input: Option<String>,
    /// `en`, `de` or `tr`.
    language: Option<String>,
    /// One random token for each search, until a place is chosen.
    sessiontoken: Option<String>,
    /// A position as `latitude,longitude`: of places alike, nearer ones come first.
    location: Option<String>,
    /// How many predictions at most: 5, or up to 10.
    limit: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DetailsQuery {
    /// An id from a prediction or a result.
    place_id: Option<String>,
    /// Comma-separated: the result has these fields only. An unknown name is refused.
    fields: Option<String>,
    language: Option<String>,
    /// The token of the search that led here.
    sessiontoken: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GeocodeQuery {
    /// The name of a place, with its region or country if need be.
    address: Option<String>,
    language: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReverseQuery {
    lat: Option<String>,
    lon: Option<String>,
    language: Option<String>,
}

/// What is wrong with a call, for developers.
pub type Refusal = &'static str;

pub struct Autocomplete {
    /// Absent when too little was typed to search.
    pub input: Option<String>,
    pub language: Language,
    pub session: Option<String>,
    pub near: Option<Coordinates>,
    pub limit: usize,
}

pub struct Details {
    pub place_id: String,
    /// Absent: all of them.
    pub fields: Option<Vec<PlaceField>>,
    pub language: Language,
    pub session: Option<String>,
}

pub struct Geocode {
    pub address: Option<String>,
    pub language: Language,
}

impl AutocompleteQuery {
    pub fn parse(self) -> Result<Autocomplete, Refusal> {
        let near = match self.location {
            Some(text) => {
                let (latitude, longitude) = text.split_once(',').ok_or("location is latitude,longitude")?;
                Some(Coordinates::parse(latitude, longitude).ok_or("location is out of range")?)
            }
            None => None,
        };
        let limit = match self.limit {
            Some(text) => text.parse().ok().filter(|limit| (1..=MAX_PREDICTIONS).contains(limit)),
            None => Some(DEFAULT_PREDICTIONS),
        };
        Ok(Autocomplete {
            input: search_text(self.input)?,
            language: language(self.language),
            session: session(self.sessiontoken)?,
            near,
            limit: limit.ok_or("limit is a number from 1 to 10")?,
        })
    }
}

impl DetailsQuery {
    pub fn parse(self) -> Result<Details, Refusal> {
        let place_id = self.place_id.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
        let place_id = place_id.ok_or("place_id is needed")?;
        let is_plain = place_id.len() <= MAX_PLACE_ID && place_id.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_plain {
            return Err("place_id is not an id of ours");
        }
        let fields = self.fields.map(|names| names.split(',').map(field).collect::<Result<_, _>>()).transpose()?;
        Ok(Details { place_id, fields, language: language(self.language), session: session(self.sessiontoken)? })
    }
}

fn field(name: &str) -> Result<PlaceField, Refusal> {
    let known = FIELDS.iter().find(|(known, _)| *known == name.trim());
    known.map(|(_, field)| *field).ok_or("fields has an unknown name")
}

impl GeocodeQuery {
    pub fn parse(self) -> Result<Geocode, Refusal> {
        Ok(Geocode { address: search_text(self.address)?, language: language(self.language) })
    }
}

impl ReverseQuery {
    pub fn parse(self) -> Result<(Coordinates, Language), Refusal> {
        let (lat, lon) = (self.lat.ok_or("lat is needed")?, self.lon.ok_or("lon is needed")?);
        let position = Coordinates::parse(&lat, &lon).ok_or("lat is within ±90 and lon within ±180")?;
        Ok((position, language(self.language)))
    }
}

pub fn language(tag: Option<String>) -> Language {
    tag.and_then(|tag| Language::parse(&tag)).unwrap_or_default()
}

/// The trimmed text, or none if it is too short to search for.
fn search_text(text: Option<String>) -> Result<Option<String>, Refusal> {
    let text = text.unwrap_or_default().trim().to_owned();
    match text.chars().take(MAX_LETTERS + 1).count() {
        count if count > MAX_LETTERS => Err("the text is longer than 200 characters"),
        count if count < MIN_LETTERS => Ok(None),
        _ => Ok(Some(text)),
    }
}

fn session(token: Option<String>) -> Result<Option<String>, Refusal> {
    let is_token = |token: &String| {
        token.len() <= MAX_SESSION_TOKEN
            && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    match token.filter(|token| !token.is_empty()) {
        Some(token) if !is_token(&token) => Err("sessiontoken is at most 36 letters, digits, - and _"),
        token => Ok(token),
    }
}
