//! Retention of the search history: inactive visitors are deleted, Google's coordinates are replaced in time.

use sqlx::FromRow;
use uuid::Uuid;

use super::queries::DELETE;
use crate::db::{Db, expiry};
use crate::geo::coordinates::Coordinates;
use crate::on_db;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const VISITORS_KEPT_MS: i64 = 90 * DAY_MS;
/// A day before Google's thirty are over.
const GOOGLE_KEPT_MS: i64 = 29 * DAY_MS;

/// An entry with coordinates of Google that are about to expire.
#[derive(FromRow)]
pub struct OldEntry {
    owner_id: Uuid,
    id: Uuid,
    latitude: f64,
    longitude: f64,
}

impl OldEntry {
    pub fn at(&self) -> Coordinates {
        Coordinates { latitude: self.latitude, longitude: self.longitude }
    }
}

/// Deletes inactive visitors and their history.
pub async fn forget_visitors(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    expiry::delete_expired(db, "visitors", "touched_at <= $1", now - VISITORS_KEPT_MS).await
}

pub async fn list_old_google_entries(db: &Db, limit: i64, now: i64) -> Result<Vec<OldEntry>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select owner_id, id, latitude, longitude from history
         where geo_source = 'google' and searched_at <= $1 limit $2",
    )
    .bind(now - GOOGLE_KEPT_MS)
    .bind(limit)
    .fetch_all(pool)
    .await)
}

/// Replaces Google's coordinates with those of the nearest place of our index.
pub async fn replace(db: &Db, entry: &OldEntry, position: Coordinates, place_id: &str) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update history set latitude = $3, longitude = $4, place_id = $5, geo_source = 'gazetteer'
         where owner_id = $1 and id = $2",
    )
    .bind(entry.owner_id)
    .bind(entry.id)
    .bind(position.latitude)
    .bind(position.longitude)
    .bind(place_id)
    .execute(pool)
    .await
    .map(|_| ()))
}

pub async fn delete(db: &Db, entry: &OldEntry) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(DELETE)
        .bind(entry.owner_id)
        .bind(entry.id)
        .execute(pool)
        .await
        .map(|_| ()))
}
