//! A search history entry: request, row and response.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::AppError;
use crate::geo::coordinates::{Coordinates, GeoSource};
use crate::http::fields::FieldCheck;

const MAX_NAME_LENGTH: usize = 200;
const MAX_ADDRESS_LENGTH: usize = 300;
const MAX_PLACE_ID_LENGTH: usize = 512;

/// A place that was searched for.
#[derive(Deserialize, ToSchema)]
pub struct NewHistoryEntry {
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    address: Option<String>,
    #[schema(minimum = -90, maximum = 90)]
    latitude: f64,
    #[schema(minimum = -180, maximum = 180)]
    longitude: f64,
    place_id: Option<String>,
    /// As for saved locations.
    geo_source: Option<GeoSource>,
    /// For a visitor without an account: the random id this browser made for itself; without it nothing is stored.
    #[schema(value_type = Option<Uuid>)]
    client_id: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HistoryEntry {
    pub name: String,
    #[schema(required)]
    pub address: Option<String>,
    pub latitude: f64,
    pub longitude: f64,
    /// Metres above sea level; null if it is not known.
    #[schema(required)]
    pub elevation: Option<i16>,
    #[schema(required)]
    pub place_id: Option<String>,
    pub geo_source: GeoSource,
    pub searched_at: jiff::Timestamp,
}

#[derive(Clone, Debug, FromRow)]
pub struct EntryRow {
    pub id: Uuid,
    pub name: String,
    pub address: Option<String>,
    pub latitude: f64,
    pub longitude: f64,
    pub place_id: Option<String>,
    #[sqlx(try_from = "String")]
    pub geo_source: GeoSource,
    pub searched_at: i64,
}

impl NewHistoryEntry {
    /// The row, and the visitor whose it is, if one is named.
    pub fn parse(self, now: i64) -> Result<(EntryRow, Option<Uuid>), AppError> {
        let mut check = FieldCheck::default();
        let client = self.client_id.and_then(|text| check.uuid("client_id", &text));
        check.position(self.latitude, self.longitude);
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        let place_id = self.place_id.and_then(|id| some(check.line("place_id", &id, MAX_PLACE_ID_LENGTH)));
        let geo_source = self.geo_source.unwrap_or_else(|| GeoSource::of(place_id.as_deref()));
        let address = self.address.and_then(|text| some(check.line("address", &text, MAX_ADDRESS_LENGTH)));
        let row = EntryRow {
            id: Uuid::now_v7(),
            name: check.required_line("name", &self.name, MAX_NAME_LENGTH, "Name is required"),
            // What Google wrote may not be kept.
            address: address.filter(|_| geo_source != GeoSource::Google),
            latitude: self.latitude,
            longitude: self.longitude,
            place_id,
            geo_source,
            searched_at: now,
        };
        check.finish()?;
        Ok((row, client))
    }
}

impl EntryRow {
    pub fn at(&self) -> Coordinates {
        Coordinates { latitude: self.latitude, longitude: self.longitude }
    }
}

impl From<EntryRow> for HistoryEntry {
    fn from(row: EntryRow) -> HistoryEntry {
        HistoryEntry {
            name: row.name,
            address: row.address,
            latitude: row.latitude,
            longitude: row.longitude,
            elevation: None,
            place_id: row.place_id,
            geo_source: row.geo_source,
            searched_at: jiff::Timestamp::from_millisecond(row.searched_at).unwrap_or_default(),
        }
    }
}
