//! Reads stored notifications, with the alert each is about.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use crate::alert::{Alert, BRIEFING_IDENTITY, THRESHOLD_IDENTITY};
use crate::alerts::model::stored::StoredAlert;
use crate::db::{Db, expiry};
use crate::on_db;
use crate::session::UserId;

/// How long notifications are kept.
const RETENTION_MILLISECONDS: i64 = 30 * 86_400_000;

const SELECT: &str =
    "select notifications.id, location_id, place, latitude, longitude, event, severity, hazard, channels, created_at,
         alerts.content
     from notifications left join alerts on alerts.id = notifications.alert_id
     where user_id = $1 and";

#[derive(FromRow)]
pub struct NotificationRow {
    pub id: Uuid,
    pub location_id: Option<Uuid>,
    pub place: String,
    pub latitude: f64,
    pub longitude: f64,
    pub event: String,
    pub severity: String,
    /// A computed hazard, as JSON.
    pub hazard: Option<String>,
    pub channels: String,
    pub created_at: i64,
    /// An issued alert, packed.
    pub content: Option<Vec<u8>>,
}

impl NotificationRow {
    /// The issued alert or computed hazard it is about; `None` for a test, and for an alert that was deleted since.
    pub fn alert(&self) -> Option<Alert> {
        match (&self.content, &self.hazard) {
            (Some(content), _) => StoredAlert::unpack(content).ok().map(|stored| stored.alert),
            (None, Some(hazard)) => serde_json::from_str(hazard).ok(),
            (None, None) => None,
        }
    }
}

/// The newest first; `before` is the id of the last one already seen.
pub async fn list_notifications(
    db: &Db,
    user: UserId,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<NotificationRow>, sqlx::Error> {
    // Ids increase with time.
    let before = before.unwrap_or(Uuid::max());
    let sql = format!("{SELECT} notifications.id < $2 order by notifications.id desc limit $3");
    on_db!(db.reader(), pool => {
        sqlx::query_as(AssertSqlSafe(sql)).bind(user).bind(before).bind(limit).fetch_all(pool).await
    })
}

pub async fn find_notification(db: &Db, user: UserId, id: Uuid) -> Result<Option<NotificationRow>, sqlx::Error> {
    let sql = format!("{SELECT} notifications.id = $2");
    on_db!(db.reader(), pool => {
        sqlx::query_as(AssertSqlSafe(sql)).bind(user).bind(id).fetch_optional(pool).await
    })
}

/// Whether a notification is still worth sending: alerts are still switched on at its place, and it is the newest one about
/// its event there. What the user has set for a place by itself does not depend on its alerts.
pub async fn is_current(db: &Db, user: UserId, id: Uuid) -> Result<bool, sqlx::Error> {
    let found: i64 = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select count(*) from notifications as this where user_id = $1 and id = $2 and (location_id is null or (
             exists (select 1 from locations
                 where locations.user_id = this.user_id and locations.id = this.location_id
                     and (alerts_enabled or this.identity like $3 or this.identity like $4))
             and not exists (select 1 from notifications as newer
                 where newer.user_id = this.user_id and newer.location_id = this.location_id
                     and newer.identity = this.identity and newer.created_at > this.created_at)))",
    )
    .bind(user)
    .bind(id)
    .bind(format!("{BRIEFING_IDENTITY}%"))
    .bind(format!("{THRESHOLD_IDENTITY}%"))
    .fetch_one(pool)
    .await)?;
    Ok(found > 0)
}

pub async fn delete_expired(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    expiry::delete_expired(db, "notifications", "created_at < $1", now - RETENTION_MILLISECONDS).await
}
