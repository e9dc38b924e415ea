//! What becomes of a history in time: silent visitors are forgotten, Google's coordinates are not kept for long.

use sqlx::FromRow;
use uuid::Uuid;

use super::queries::DELETE;
use crate::db::Db;
use crate::geo::coordinates::Coordinates;
use crate::on_db;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const VISITORS_KEPT_MS: i64 = 90 * DAY_MS;
/// A day before Google's thirty are over.
const GOOGLE_KEPT_MS: i64 = 29 * DAY_MS;

/// An entry whose coordinates are Google's and getting old.
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

/// Visitors without a sign of life go, and their history with them.
pub async fn forget_visitors(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from visitors where touched_at <= $1")
        .bind(now - VISITORS_KEPT_MS)
        .execute(pool)
        .await
        .map(|_| ()))
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

/// Our own coordinates of the nearest place stand in for Google's.
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
