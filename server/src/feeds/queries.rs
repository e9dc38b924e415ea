//! The secret addresses in the database: one for each saved place at most.

use sqlx::FromRow;
use uuid::Uuid;

use crate::db::Db;
use crate::on_db;
use crate::session::UserId;

#[derive(FromRow)]
pub struct FeedRow {
    pub location_id: Uuid,
    pub created_at: i64,
}

/// The place behind a secret address, and how its owner reads the weather.
#[derive(FromRow)]
pub struct FeedPlace {
    pub location_id: Uuid,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    pub elevation: Option<i64>,
    pub language: String,
    /// The stored preferences, as JSON.
    pub document: Option<String>,
}

pub async fn list_feeds(db: &Db, user: UserId) -> Result<Vec<FeedRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select location_id, created_at from feeds where user_id = $1 order by location_id",
    )
    .bind(user)
    .fetch_all(pool)
    .await)
}

/// Makes or replaces the address of a place; false if it is no saved place of the user.
pub async fn upsert_feed(db: &Db, user: UserId, location: Uuid, hash: &[u8], now: i64) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "insert into feeds (user_id, location_id, token_hash, created_at)
         select user_id, id, $3, $4 from locations where user_id = $1 and id = $2
         on conflict (user_id, location_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at",
    )
    .bind(user)
    .bind(location)
    .bind(hash)
    .bind(now)
    .execute(pool)
    .await
    .map(|done| done.rows_affected() > 0))
}

pub async fn delete_feed(db: &Db, user: UserId, location: Uuid) -> Result<bool, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from feeds where user_id = $1 and location_id = $2")
        .bind(user)
        .bind(location)
        .execute(pool)
        .await
        .map(|done| done.rows_affected() > 0))
}

pub async fn find_place(db: &Db, hash: &[u8]) -> Result<Option<FeedPlace>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select feeds.location_id, locations.name, locations.latitude, locations.longitude, locations.elevation,
                users.language, preferences.document
         from feeds
         join locations on locations.user_id = feeds.user_id and locations.id = feeds.location_id
         join users on users.id = feeds.user_id
         left join preferences on preferences.user_id = feeds.user_id
         where feeds.token_hash = $1",
    )
    .bind(hash)
    .fetch_optional(pool)
    .await)
}
