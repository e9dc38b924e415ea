//! Notices in the database, each with what is to be delivered, written in one transaction.

use sqlx::FromRow;
use uuid::Uuid;

use super::{NotificationChannel, NotificationEvent};
use crate::alert::Severity;
use crate::db::Db;
use crate::geo::coordinates::Coordinates;
use crate::on_db;
use crate::session::UserId;

/// Outbox kinds, all in the notifications' queue.
pub const MAIL: &str = "notice_mail";
pub const ONESIGNAL: &str = "notice_onesignal";
pub const WEB_PUSH: &str = "notice_webpush";

/// Rows of one statement: well below the number of values either database accepts.
pub const ROWS_AT_ONCE: usize = 500;
/// How long a person can look back.
const KEPT_MILLISECONDS: i64 = 30 * 86_400_000;

/// A notification as it is written.
#[derive(Clone, Debug)]
pub struct NewNotification {
    pub id: Uuid,
    pub user_id: UserId,
    pub location_id: Option<Uuid>,
    pub place: String,
    pub at: Coordinates,
    pub identity: String,
    pub event: NotificationEvent,
    pub revision: i64,
    pub severity: Severity,
    pub alert_id: Option<Uuid>,
    pub hazard: Option<String>,
    pub channels: Vec<NotificationChannel>,
    pub deliveries: Vec<Delivery>,
}

/// One outbox row: a mail, all of a person's OneSignal ids, or one browser.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub kind: &'static str,
    pub payload: String,
}

/// Writes notifications and their outbox rows inside the caller's transaction; what was told before is left out.
/// Answers the ids that were new.
#[macro_export]
macro_rules! insert_notifications {
    ($transaction:expr, $notifications:expr, $now:expr) => {{
        use std::collections::HashSet;
        use $crate::alerts::notifications::queries::{NewNotification, ROWS_AT_ONCE};
        let (notifications, now): (&[NewNotification], i64) = ($notifications, $now);
        let mut written: HashSet<uuid::Uuid> = HashSet::new();
        for some in notifications.chunks(ROWS_AT_ONCE) {
            let mut insert = sqlx::QueryBuilder::new(
                "insert into notifications (id, user_id, location_id, place, latitude, longitude, identity, event, revision,
                     severity, alert_id, hazard, channels, created_at) ",
            );
            insert.push_values(some, |mut row, notification| {
                row.push_bind(notification.id)
                    .push_bind(notification.user_id)
                    .push_bind(notification.location_id)
                    .push_bind(&notification.place)
                    .push_bind(notification.at.latitude)
                    .push_bind(notification.at.longitude)
                    .push_bind(&notification.identity)
                    .push_bind(notification.event.as_str())
                    .push_bind(notification.revision)
                    .push_bind(notification.severity.as_str())
                    .push_bind(notification.alert_id)
                    .push_bind(&notification.hazard)
                    .push_bind($crate::alerts::notifications::NotificationChannel::list(&notification.channels))
                    .push_bind(now);
            });
            insert.push(" on conflict do nothing returning id");
            let ids: Vec<uuid::Uuid> = insert.build_query_scalar().fetch_all(&mut *$transaction).await?;
            written.extend(ids);
        }
        let deliveries: Vec<_> = notifications
            .iter()
            .filter(|notification| written.contains(&notification.id))
            .flat_map(|notification| notification.deliveries.iter().map(move |delivery| (notification.user_id, delivery)))
            .collect();
        for some in deliveries.chunks(ROWS_AT_ONCE) {
            let mut insert = sqlx::QueryBuilder::new(
                "insert into outbox (id, user_id, kind, payload, created_at, due_at, attempts, queue) ",
            );
            insert.push_values(some, |mut row, (user_id, delivery)| {
                row.push_bind(uuid::Uuid::now_v7())
                    .push_bind(*user_id)
                    .push_bind(delivery.kind)
                    .push_bind(&delivery.payload)
                    .push_bind(now)
                    .push_bind(now)
                    .push_bind(0_i64)
                    .push_bind("notifications");
            });
            insert.build().execute(&mut *$transaction).await?;
        }
        written
    }};
}

/// A notification as it is read back, with the authority's message where it has one.
#[derive(FromRow)]
pub struct NotificationRow {
    pub id: Uuid,
    pub location_id: Option<Uuid>,
    pub place: String,
    pub latitude: f64,
    pub longitude: f64,
    pub event: String,
    pub severity: String,
    pub hazard: Option<String>,
    pub channels: String,
    pub created_at: i64,
    pub content: Option<Vec<u8>>,
}

/// The newest first; `before` is the id of the last one already seen.
pub async fn list_notifications(
    db: &Db,
    user: UserId,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<NotificationRow>, sqlx::Error> {
    // Ids are made in the order of time, and no id is greater than this one.
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

pub async fn find_notice(db: &Db, user: UserId, id: Uuid) -> Result<Option<NotificationRow>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select notifications.id, location_id, place, latitude, longitude, event, severity, hazard, channels, created_at,
                alerts.content
         from notifications left join alerts on alerts.id = notifications.alert_id
         where user_id = $1 and notifications.id = $2",
    )
    .bind(user)
    .bind(id)
    .fetch_optional(pool)
    .await)
}

/// Whether a notification still stands: its place is watched, and nothing newer was written about the same event there.
pub async fn is_current(db: &Db, user: UserId, id: Uuid) -> Result<bool, sqlx::Error> {
    let standing: i64 = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select count(*) from notifications as told where user_id = $1 and id = $2 and (location_id is null or (
             exists (select 1 from locations
                 where locations.user_id = told.user_id and locations.id = told.location_id and alerts_enabled)
             and not exists (select 1 from notifications as newer
                 where newer.user_id = told.user_id and newer.location_id = told.location_id
                     and newer.identity = told.identity and newer.created_at > told.created_at)))",
    )
    .bind(user)
    .bind(id)
    .fetch_one(pool)
    .await)?;
    Ok(standing > 0)
}

pub async fn delete_old_notifications(db: &Db, now: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query("delete from notifications where created_at < $1")
            .bind(now - KEPT_MILLISECONDS)
            .execute(pool)
            .await
            .map(|_| ())
    })
}
