//! Google's coordinates may be stored for thirty days: rows are refreshed before that, or replaced with our own.
//!
//! Attempts start two days early and are repeated hourly by one process at a time: claiming a row advances its due
//! time. `app::google_refresh` calls Google and the index; this file has the queries.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::location::LocationRow;
use crate::db::Db;
use crate::db::lease::skip_locked;
use crate::geo::coordinates::{Coordinates, GeoSource};
use crate::geo::elevation::Site;
use crate::on_db;
use crate::session::UserId;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const KEPT_MS: i64 = 30 * DAY_MS;
const FIRST_TRY_MS: i64 = 28 * DAY_MS;
const BETWEEN_TRIES_MS: i64 = 60 * 60 * 1000;

/// A place whose coordinates are getting old.
#[derive(Debug, FromRow)]
pub struct Due {
    user_id: UserId,
    id: Uuid,
    pub place_id: String,
    latitude: f64,
    longitude: f64,
    located_at: i64,
}

impl Due {
    pub fn at(&self) -> Coordinates {
        Coordinates { latitude: self.latitude, longitude: self.longitude }
    }

    /// The next attempt would be after the thirty days.
    pub fn is_last_try(&self, now: i64) -> bool {
        now + BETWEEN_TRIES_MS >= self.located_at + KEPT_MS
    }
}

/// When the first refresh is due; `None` for coordinates that may be stored without limit.
pub fn first_refresh(location: &LocationRow) -> Option<i64> {
    (location.geo_source == GeoSource::Google).then_some(location.located_at + FIRST_TRY_MS)
}

/// Claims due rows; no other process gets them before the next attempt.
pub async fn claim(db: &Db, limit: i64, now: i64) -> Result<Vec<Due>, sqlx::Error> {
    let sql = format!(
        "update locations set refresh_at = $2
         where (user_id, id) in (select user_id, id from locations where refresh_at <= $1 order by refresh_at limit $3 {})
         returning user_id, id, place_id, latitude, longitude, located_at",
        skip_locked(db, "locations")
    );
    on_db!(db.writer(), pool => {
        sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(now + BETWEEN_TRIES_MS).bind(limit).fetch_all(pool).await
    })
}

/// Stores refreshed coordinates, valid for another thirty days.
pub async fn renew(db: &Db, due: &Due, position: Coordinates, now: i64) -> Result<(), sqlx::Error> {
    let kept = NewCoordinates { site: position.into(), source: GeoSource::Google, place_id: Some(&due.place_id), now };
    keep(db, due, &kept, Some(now + FIRST_TRY_MS)).await
}

/// Google did not respond in time or no longer has the place: replaces everything of Google with our own coordinates.
pub async fn cut_loose(db: &Db, due: &Due, site: Site, place_id: Option<&str>, now: i64) -> Result<(), sqlx::Error> {
    keep(db, due, &NewCoordinates { site, source: GeoSource::Gazetteer, place_id, now }, None).await
}

struct NewCoordinates<'a> {
    site: Site,
    source: GeoSource,
    place_id: Option<&'a str>,
    now: i64,
}

/// Changes nothing when the owner changed the place meanwhile.
async fn keep(db: &Db, due: &Due, kept: &NewCoordinates<'_>, refresh_at: Option<i64>) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update locations set latitude = $5, longitude = $6, geo_source = $7, place_id = $8, located_at = $9,
             refresh_at = $10,
             elevation = case when $5 = latitude and $6 = longitude then elevation else $11 end,
             updated_at = case when $5 = latitude and $6 = longitude then updated_at else $9 end
         where user_id = $1 and id = $2 and place_id = $3 and located_at = $4 and geo_source = 'google'",
    )
    .bind(due.user_id)
    .bind(due.id)
    .bind(&due.place_id)
    .bind(due.located_at)
    .bind(kept.site.coordinates.latitude)
    .bind(kept.site.coordinates.longitude)
    .bind(kept.source.as_str())
    .bind(kept.place_id)
    .bind(kept.now)
    .bind(refresh_at)
    .bind(kept.site.elevation.map(i64::from))
    .execute(pool)
    .await
    .map(|_| ()))
}
