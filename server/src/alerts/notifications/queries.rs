//! Reads stored notifications, with the alert each is about.

use sqlx::FromRow;
use uuid::Uuid;

use crate::alert::Alert;
use crate::alerts::model::stored::StoredAlert;
use crate::db::{Db, expiry};
use crate::on_db;
use crate::session::UserId;

/// How long notifications are kept.
const RETENTION_MILLISECONDS: i64 = 30 * 86_400_000;

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
    on_db!(db.reader(), pool => sqlx::query_as(
        "select notifications.id, location_id, place, latitude, longitude, event, severity, hazard, channels, created_at,
             alerts.content
         from notifications left join alerts on alerts.id = notifications.alert_id
         where user_id = $1 and notifications.id < $2 order by notifications.id desc limit $3",
    )
    .bind(user)
    .bind(before)
    .bind(limit)
    .fetch_all(pool)
    .await)
}

pub async fn delete_expired(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    expiry::delete_expired(db, "notifications", "created_at < $1", now - RETENTION_MILLISECONDS).await
}
