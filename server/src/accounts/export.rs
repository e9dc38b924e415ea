//! The data export: everything that is stored about a user.
//!
//! It reads the tables of other features (see docs/architecture.md). Push tokens are left out: they are secrets of the device.

use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use crate::db::Db;
use crate::on_db;
use crate::session::UserId;

/// A timestamp stored in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = DateTime)]
pub struct Moment(jiff::Timestamp);

impl From<i64> for Moment {
    fn from(milliseconds: i64) -> Moment {
        Moment(jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default())
    }
}

/// What the user has stored besides the account itself.
#[derive(Serialize, ToSchema)]
pub struct AccountData {
    locations: Vec<ExportedLocation>,
    history: Vec<ExportedSearch>,
    #[schema(required)]
    permission: Option<ExportedPermission>,
    contact_messages: Vec<ExportedMessage>,
    push_devices: Vec<ExportedDevice>,
    api_tokens: Vec<ExportedToken>,
    feeds: Vec<ExportedFeed>,
    briefings: Vec<ExportedBriefing>,
    thresholds: Vec<ExportedThreshold>,
    /// Notifications, newest first.
    notifications: Vec<ExportedNotification>,
    /// Links sent by mail and not used yet.
    pending_links: Vec<ExportedLink>,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedLocation {
    name: String,
    latitude: f64,
    longitude: f64,
    #[schema(required)]
    elevation: Option<i64>,
    location_type: String,
    show_on_homepage: bool,
    alerts_enabled: bool,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    place_id: Option<String>,
    geo_source: String,
    position: i64,
    #[sqlx(try_from = "i64")]
    located_at: Moment,
    #[sqlx(try_from = "i64")]
    created_at: Moment,
    #[sqlx(try_from = "i64")]
    updated_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedSearch {
    name: String,
    #[schema(required)]
    address: Option<String>,
    latitude: f64,
    longitude: f64,
    #[schema(required)]
    place_id: Option<String>,
    geo_source: String,
    #[sqlx(try_from = "i64")]
    searched_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedPermission {
    permission: String,
    #[sqlx(try_from = "i64")]
    updated_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedMessage {
    name: String,
    email: String,
    subject: String,
    message: String,
    #[sqlx(try_from = "i64")]
    created_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedDevice {
    /// `onesignal` or `webpush`.
    kind: String,
    #[sqlx(try_from = "i64")]
    created_at: Moment,
}

/// A personal token; the token itself is not stored.
#[derive(Serialize, FromRow, ToSchema)]
struct ExportedToken {
    name: String,
    /// Names with a space between.
    scopes: String,
    #[sqlx(try_from = "i64")]
    created_at: Moment,
}

/// A saved place with a secret address of its calendar; the address itself is not stored.
#[derive(Serialize, FromRow, ToSchema)]
struct ExportedFeed {
    place: String,
    #[sqlx(try_from = "i64")]
    created_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedBriefing {
    place: String,
    local_time: String,
    /// A bit for each day of the week; Monday is 1, Sunday 64.
    weekdays: i64,
    timezone: String,
    by_mail: bool,
    by_push: bool,
    with_air: bool,
    /// The date of the last one.
    #[schema(required)]
    last_on: Option<String>,
    #[sqlx(try_from = "i64")]
    due_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedThreshold {
    place: String,
    kind: String,
    /// In m/s, °C, the UV index or the hour of the day.
    #[schema(required)]
    value: Option<f64>,
    /// The last event that was notified.
    #[schema(required)]
    event: Option<String>,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedNotification {
    place: String,
    latitude: f64,
    longitude: f64,
    event: String,
    severity: String,
    /// `email` and `push`, with a space between.
    channels: String,
    #[sqlx(try_from = "i64")]
    created_at: Moment,
}

#[derive(Serialize, FromRow, ToSchema)]
struct ExportedLink {
    kind: String,
    email: String,
    #[sqlx(try_from = "i64")]
    expires_at: Moment,
}

pub async fn get_belongings(db: &Db, user: UserId) -> Result<AccountData, sqlx::Error> {
    on_db!(db.reader(), pool => Ok(AccountData {
        locations: sqlx::query_as(
            "select name, latitude, longitude, elevation, location_type, show_on_homepage, alerts_enabled, address,
                    place_id, geo_source, position, located_at, created_at, updated_at
             from locations where user_id = $1 order by position",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        history: sqlx::query_as(
            "select name, address, latitude, longitude, place_id, geo_source, searched_at
             from history where owner_id = $1 and user_id = $1 order by searched_at desc, id desc",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        permission: sqlx::query_as("select permission, updated_at from permissions where user_id = $1")
            .bind(user)
            .fetch_optional(pool)
            .await?,
        contact_messages: sqlx::query_as(
            "select name, email, subject, message, created_at from contact_messages
             where user_id = $1 or email = (select email from users where id = $1 and email_verified_at is not null)
             order by created_at",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        push_devices: sqlx::query_as(
            "select kind, created_at from push_devices where user_id = $1 order by created_at",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        api_tokens: sqlx::query_as("select name, scopes, created_at from api_tokens where user_id = $1 order by id")
            .bind(user)
            .fetch_all(pool)
            .await?,
        feeds: sqlx::query_as(
            "select locations.name as place, feeds.created_at from feeds
             join locations on locations.user_id = feeds.user_id and locations.id = feeds.location_id
             where feeds.user_id = $1 order by locations.position",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        briefings: sqlx::query_as(
            "select name as place, local_time, weekdays, timezone, by_mail, by_push, with_air, last_on, due_at
             from briefings join locations on locations.user_id = briefings.user_id and locations.id = location_id
             where briefings.user_id = $1 order by position",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        thresholds: sqlx::query_as(
            "select name as place, kind, value, event
             from thresholds join locations on locations.user_id = thresholds.user_id and locations.id = location_id
             where thresholds.user_id = $1 order by position, kind",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        notifications: sqlx::query_as(
            "select place, latitude, longitude, event, severity, channels, created_at
             from notifications where user_id = $1 order by id desc",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
        pending_links: sqlx::query_as(
            "select kind, email, expires_at from mail_links where user_id = $1
             union all select 'revert', email, expires_at from email_reversions where user_id = $1 order by expires_at",
        )
        .bind(user)
        .fetch_all(pool)
        .await?,
    }))
}
