//! A saved location: request, row and response.

use serde::{Deserialize, Deserializer, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::AppError;
use crate::geo::address::AddressComponent;
use crate::geo::coordinates::{Coordinates, GeoSource};
use crate::geo::elevation::{Elevation, FindElevation, NOT_ON_EARTH};
use crate::http::fields::FieldCheck;

pub const MAX_LOCATIONS: i64 = 100;
const MAX_NAME_LENGTH: usize = 100;
const MAX_ADDRESS_LENGTH: usize = 300;
const MAX_PLACE_ID_LENGTH: usize = 512;
const MAX_COMPONENTS: usize = 20;
const MAX_COMPONENT_LENGTH: usize = 200;
const MAX_COMPONENT_TYPES: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub enum LocationType {
    Home,
    Work,
    #[default]
    Vacation,
}

impl LocationType {
    pub fn as_str(self) -> &'static str {
        match self {
            LocationType::Home => "Home",
            LocationType::Work => "Work",
            LocationType::Vacation => "Vacation",
        }
    }
}

/// As a row has it.
impl From<String> for LocationType {
    fn from(word: String) -> LocationType {
        match word.as_str() {
            "Home" => LocationType::Home,
            "Work" => LocationType::Work,
            _ => LocationType::Vacation,
        }
    }
}

/// A place to save.
#[derive(Deserialize, ToSchema)]
pub struct NewLocation {
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    #[schema(minimum = -90, maximum = 90)]
    latitude: f64,
    #[schema(minimum = -180, maximum = 180)]
    longitude: f64,
    /// Metres above sea level; without it, that of the place with this `place_id`, if it is one of ours.
    #[schema(minimum = -500, maximum = 9000)]
    elevation: Option<f64>,
    #[serde(default)]
    location_type: LocationType,
    #[serde(default = "yes")]
    show_on_homepage: bool,
    #[serde(default)]
    alerts_enabled: bool,
    address: Option<String>,
    address_components: Option<Vec<AddressComponent>>,
    place_id: Option<String>,
    /// Where the coordinates come from; without it, `gazetteer` for one of our own place ids, else `device`.
    geo_source: Option<GeoSource>,
    /// Position in the list, counted from 0; without it, the place comes last.
    #[schema(minimum = 0, maximum = 99)]
    position: Option<i64>,
}

/// Any part of a saved place; what is absent stays. A place that moves forgets the address, id and
/// elevation it had.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct LocationPatch {
    #[schema(min_length = 1, max_length = 100)]
    name: Option<String>,
    #[schema(minimum = -90, maximum = 90)]
    latitude: Option<f64>,
    #[schema(minimum = -180, maximum = 180)]
    longitude: Option<f64>,
    /// Metres above sea level; null for not known.
    #[schema(value_type = Option<f64>, minimum = -500, maximum = 9000)]
    #[serde(deserialize_with = "present")]
    elevation: Option<Option<f64>>,
    location_type: Option<LocationType>,
    show_on_homepage: Option<bool>,
    alerts_enabled: Option<bool>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "present")]
    address: Option<Option<String>>,
    #[schema(value_type = Option<Vec<AddressComponent>>)]
    #[serde(deserialize_with = "present")]
    address_components: Option<Option<Vec<AddressComponent>>>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "present")]
    place_id: Option<Option<String>>,
    geo_source: Option<GeoSource>,
    /// New position in the list, counted from 0.
    #[schema(minimum = 0, maximum = 99)]
    pub position: Option<i64>,
}

/// A saved place.
#[derive(Serialize, ToSchema)]
pub struct Location {
    id: Uuid,
    name: String,
    latitude: f64,
    longitude: f64,
    /// Metres above sea level; null if it is not known.
    #[schema(required)]
    elevation: Option<i64>,
    location_type: LocationType,
    show_on_homepage: bool,
    alerts_enabled: bool,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    address_components: Option<Vec<AddressComponent>>,
    #[schema(required)]
    place_id: Option<String>,
    geo_source: GeoSource,
    /// When the coordinates were taken over from their source.
    located_at: jiff::Timestamp,
    /// Position in the owner's list, counted from 0.
    position: i64,
    created_at: jiff::Timestamp,
    updated_at: jiff::Timestamp,
}

#[derive(Clone, Debug, FromRow)]
pub struct LocationRow {
    pub id: Uuid,
    pub position: i64,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    pub elevation: Option<i64>,
    #[sqlx(try_from = "String")]
    pub location_type: LocationType,
    pub show_on_homepage: bool,
    pub alerts_enabled: bool,
    pub address: Option<String>,
    /// JSON.
    pub address_components: Option<String>,
    pub place_id: Option<String>,
    #[sqlx(try_from = "String")]
    pub geo_source: GeoSource,
    pub located_at: i64,
    pub created_at: i64,
    pub updated_at: i64,
}

impl NewLocation {
    /// The new row, and the requested position in the list.
    pub fn parse(self, now: i64) -> Result<(LocationRow, Option<i64>), AppError> {
        let mut check = FieldCheck::default();
        check.position(self.latitude, self.longitude);
        check_order(&mut check, self.position);
        let place_id = self.place_id.and_then(|id| parse_place_id(&mut check, &id));
        let geo_source = self.geo_source.unwrap_or_else(|| GeoSource::of(place_id.as_deref()));
        let row = LocationRow {
            id: Uuid::now_v7(),
            position: 0,
            name: check.required_line("name", &self.name, MAX_NAME_LENGTH, "Name is required"),
            latitude: self.latitude,
            longitude: self.longitude,
            elevation: self.elevation.and_then(|metres| parse_elevation(&mut check, metres)),
            location_type: self.location_type,
            show_on_homepage: self.show_on_homepage,
            alerts_enabled: self.alerts_enabled,
            address: self.address.and_then(|text| parse_address(&mut check, &text)),
            address_components: self.address_components.and_then(|parts| parse_components(&mut check, &parts)),
            place_id,
            geo_source,
            located_at: now,
            created_at: now,
            updated_at: now,
        };
        check.finish()?;
        Ok((row.kept()?, self.position))
    }
}

impl LocationPatch {
    pub fn check(&self) -> Result<(), AppError> {
        let mut check = FieldCheck::default();
        check.position(self.latitude.unwrap_or_default(), self.longitude.unwrap_or_default());
        check_order(&mut check, self.position);
        if let Some(Some(metres)) = self.elevation {
            parse_elevation(&mut check, metres);
        }
        if let Some(name) = &self.name {
            check.required_line("name", name, MAX_NAME_LENGTH, "Name is required");
        }
        if let Some(Some(text)) = &self.address {
            parse_address(&mut check, text);
        }
        if let Some(Some(parts)) = &self.address_components {
            parse_components(&mut check, parts);
        }
        if let Some(Some(id)) = &self.place_id {
            parse_place_id(&mut check, id);
        }
        check.finish()
    }
}

impl LocationRow {
    pub fn at(&self) -> Coordinates {
        Coordinates { latitude: self.latitude, longitude: self.longitude }
    }

    /// With the elevation of our own place at its coordinates, where the row has none.
    pub fn with_elevation(self, find_elevation: &FindElevation) -> LocationRow {
        let known = || find_elevation(self.place_id.as_deref()?, self.at()).map(i64::from);
        LocationRow { elevation: self.elevation.or_else(known), ..self }
    }

    /// The row after a checked patch; its order is not touched here.
    pub fn patched(self, patch: LocationPatch, now: i64) -> Result<LocationRow, AppError> {
        let mut check = FieldCheck::default();
        let latitude = patch.latitude.unwrap_or(self.latitude);
        let longitude = patch.longitude.unwrap_or(self.longitude);
        let has_moved = (latitude, longitude) != (self.latitude, self.longitude);
        let place_id = match patch.place_id {
            Some(sent) => sent.and_then(|id| parse_place_id(&mut check, &id)),
            None => self.place_id.filter(|_| !has_moved),
        };
        let known = if has_moved { GeoSource::of(place_id.as_deref()) } else { self.geo_source };
        let geo_source = patch.geo_source.unwrap_or(known);
        let row = LocationRow {
            name: patch.name.map_or(self.name, |name| name.trim().to_owned()),
            latitude,
            longitude,
            elevation: match patch.elevation {
                Some(sent) => sent.and_then(|metres| parse_elevation(&mut check, metres)),
                None => self.elevation.filter(|_| !has_moved),
            },
            location_type: patch.location_type.unwrap_or(self.location_type),
            show_on_homepage: patch.show_on_homepage.unwrap_or(self.show_on_homepage),
            alerts_enabled: patch.alerts_enabled.unwrap_or(self.alerts_enabled),
            address: match patch.address {
                Some(sent) => sent.and_then(|text| parse_address(&mut check, &text)),
                None => self.address.filter(|_| !has_moved),
            },
            address_components: match patch.address_components {
                Some(sent) => sent.and_then(|parts| parse_components(&mut check, &parts)),
                None => self.address_components.filter(|_| !has_moved),
            },
            place_id,
            located_at: if has_moved || geo_source != self.geo_source { now } else { self.located_at },
            geo_source,
            updated_at: now,
            ..self
        };
        row.kept()
    }

    /// Of Google's only the id and, for a while, the coordinates may be kept; without an id they cannot be renewed.
    fn kept(self) -> Result<LocationRow, AppError> {
        match (self.geo_source, &self.place_id) {
            (GeoSource::Google, None) => Err(AppError::invalid("place_id", "A place from Google needs its place_id")),
            (GeoSource::Google, Some(_)) => Ok(LocationRow { address: None, address_components: None, ..self }),
            _ => Ok(self),
        }
    }
}

impl From<LocationRow> for Location {
    fn from(row: LocationRow) -> Location {
        Location {
            id: row.id,
            name: row.name,
            latitude: row.latitude,
            longitude: row.longitude,
            elevation: row.elevation,
            location_type: row.location_type,
            show_on_homepage: row.show_on_homepage,
            alerts_enabled: row.alerts_enabled,
            address: row.address,
            address_components: row.address_components.and_then(|text| serde_json::from_str(&text).ok()),
            place_id: row.place_id,
            geo_source: row.geo_source,
            located_at: timestamp(row.located_at),
            position: row.position,
            created_at: timestamp(row.created_at),
            updated_at: timestamp(row.updated_at),
        }
    }
}

impl Location {
    pub fn with_address(self, address: crate::geo::address::Address) -> Location {
        Location { address: Some(address.text), address_components: Some(address.components), ..self }
    }
}

fn check_order(check: &mut FieldCheck, position: Option<i64>) {
    if position.is_some_and(|position| !(0..MAX_LOCATIONS).contains(&position)) {
        check.refuse("position", "Must be a number from 0 to 99");
    }
}

fn parse_elevation(check: &mut FieldCheck, metres: f64) -> Option<i64> {
    let elevation = Elevation::new(metres);
    if elevation.is_none() {
        check.refuse("elevation", NOT_ON_EARTH);
    }
    elevation.map(i64::from)
}

fn parse_address(check: &mut FieldCheck, text: &str) -> Option<String> {
    Some(check.line("address", text, MAX_ADDRESS_LENGTH)).filter(|text| !text.is_empty())
}

fn parse_place_id(check: &mut FieldCheck, id: &str) -> Option<String> {
    let id = check.line("place_id", id, MAX_PLACE_ID_LENGTH);
    if !id.bytes().all(|byte| byte.is_ascii_graphic()) {
        check.refuse("place_id", "Must be letters, digits and signs");
    }
    Some(id).filter(|id| !id.is_empty())
}

fn parse_components(check: &mut FieldCheck, parts: &[AddressComponent]) -> Option<String> {
    let is_short = |text: &String| text.chars().count() <= MAX_COMPONENT_LENGTH;
    let is_plain = |part: &AddressComponent| {
        let types_are_short = part.types.len() <= MAX_COMPONENT_TYPES && part.types.iter().all(is_short);
        is_short(&part.long_name) && is_short(&part.short_name) && types_are_short
    };
    if parts.len() > MAX_COMPONENTS || !parts.iter().all(is_plain) {
        check.refuse("address_components", "Must be at most 20 parts of at most 200 characters");
    }
    serde_json::to_string(parts).ok()
}

fn timestamp(milliseconds: i64) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default()
}

fn yes() -> bool {
    true
}

/// Distinguishes `null` from a missing field.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
