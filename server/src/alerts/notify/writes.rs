//! What a notification run writes, inside one transaction.
//!
//! PostgreSQL takes the rows as arrays, a column each: one message and one statement text, however many rows there are.

use std::collections::HashSet;

use sqlx::{Database, Postgres, QueryBuilder, Sqlite};
use uuid::Uuid;

use super::recipients::Delivery;
use super::transitions::CurrentAlert;
use crate::alert::Severity;
use crate::alerts::model::event::{NotificationChannel, NotificationEvent};
use crate::db::Tx;
use crate::geo::coordinates::Coordinates;
use crate::on_tx;
use crate::session::UserId;

/// Rows of one statement: on SQLite well below the number of values that it accepts.
const ROWS_PER_STATEMENT: usize = 500;
const QUEUE: &str = "notifications";

/// In the last-notified state, instead of severe; other readers take what they do not know for severe.
pub const EXTREME: &str = "extreme";

/// A notification to be inserted.
#[derive(Clone, Debug)]
pub struct NewNotification {
    pub id: Uuid,
    pub user_id: UserId,
    pub location_id: Option<Uuid>,
    pub place: String,
    pub coordinates: Coordinates,
    pub identity: String,
    pub event: NotificationEvent,
    pub revision: i64,
    pub severity: Severity,
    pub alert_id: Option<Uuid>,
    pub hazard: Option<String>,
    pub channels: Vec<NotificationChannel>,
    pub deliveries: Vec<Delivery>,
}

/// The last-notified state of one alert at one place.
pub struct StateUpdate {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub current: CurrentAlert,
    /// `None` for a change that was not notified: the state keeps its last notification.
    pub notification_id: Option<Uuid>,
}

impl StateUpdate {
    fn stored_severity(&self) -> &'static str {
        if self.current.is_extreme { EXTREME } else { self.current.severity.as_str() }
    }
}

/// Writes notifications with their outbox rows and returns how many were new: one that was written before is skipped.
pub async fn insert_notifications(
    tx: &mut Tx,
    notifications: &[NewNotification],
    now: i64,
) -> Result<usize, sqlx::Error> {
    let mut written: HashSet<Uuid> = HashSet::new();
    for chunk in notifications.chunks(ROWS_PER_STATEMENT) {
        let ids: Vec<Uuid> = on_tx!(&mut *tx, connection => {
            let mut insert = QueryBuilder::new(
                "insert into notifications (id, user_id, location_id, place, latitude, longitude, identity, event,
                     revision, severity, alert_id, hazard, channels, created_at) ",
            );
            PushRows::push_notifications(&mut insert, chunk, now);
            insert.push(" on conflict do nothing returning id").build_query_scalar().fetch_all(connection).await
        })?;
        written.extend(ids);
    }
    let new = notifications.iter().filter(|notification| written.contains(&notification.id));
    let messages: Vec<(UserId, &Delivery)> = new
        .flat_map(|notification| notification.deliveries.iter().map(|delivery| (notification.user_id, delivery)))
        .collect();
    for chunk in messages.chunks(ROWS_PER_STATEMENT) {
        on_tx!(&mut *tx, connection => {
            let mut insert = QueryBuilder::new(
                "insert into outbox (id, user_id, kind, payload, created_at, due_at, attempts, queue) ",
            );
            PushRows::push_messages(&mut insert, chunk, now);
            insert.build().execute(connection).await.map(|_| ())
        })?;
    }
    Ok(written.len())
}

pub async fn upsert_states(tx: &mut Tx, updates: &[StateUpdate], now: i64) -> Result<(), sqlx::Error> {
    for chunk in updates.chunks(ROWS_PER_STATEMENT) {
        on_tx!(&mut *tx, connection => {
            let mut upsert = QueryBuilder::new(
                "insert into notified_alerts (user_id, location_id, identity, revision, severity, ends_at,
                     notification_id, notified_at) ",
            );
            PushRows::push_states(&mut upsert, chunk, now);
            upsert.push(
                " on conflict (user_id, location_id, identity) do update set revision = excluded.revision,
                     severity = excluded.severity, ends_at = excluded.ends_at,
                     notification_id = case when excluded.notification_id = ",
            );
            upsert.push_bind(Uuid::nil()).push(
                " then notified_alerts.notification_id else excluded.notification_id end,
                     notified_at = excluded.notified_at",
            );
            upsert.build().execute(connection).await.map(|_| ())
        })?;
    }
    Ok(())
}

pub async fn delete_states(tx: &mut Tx, states: &[(UserId, Uuid, String)]) -> Result<(), sqlx::Error> {
    if states.is_empty() {
        return Ok(());
    }
    match tx {
        Tx::Sqlite(transaction) => {
            let sql = "delete from notified_alerts where user_id = $1 and location_id = $2 and identity = $3";
            for (user_id, location_id, identity) in states {
                let delete = sqlx::query(sql).bind(*user_id).bind(*location_id).bind(identity);
                delete.execute(&mut **transaction).await?;
            }
            Ok(())
        }
        // As arrays: one message and one statement text, however many states there are.
        Tx::Postgres(transaction) => {
            let users: Vec<Uuid> = states.iter().map(|(user, ..)| user.0).collect();
            let locations: Vec<Uuid> = states.iter().map(|(_, location, _)| *location).collect();
            let identities: Vec<&str> = states.iter().map(|(.., identity)| identity.as_str()).collect();
            sqlx::query(
                "delete from notified_alerts
                 using unnest($1::uuid[], $2::uuid[], $3::text[]) as ended (user_id, location_id, identity)
                 where notified_alerts.user_id = ended.user_id and notified_alerts.location_id = ended.location_id
                     and notified_alerts.identity = ended.identity",
            )
            .bind(users)
            .bind(locations)
            .bind(identities)
            .execute(&mut **transaction)
            .await
            .map(|_| ())
        }
    }
}

/// How a database takes the rows of an insert.
trait PushRows: Database + Sized {
    fn push_notifications(insert: &mut QueryBuilder<Self>, rows: &[NewNotification], now: i64);
    fn push_messages(insert: &mut QueryBuilder<Self>, rows: &[(UserId, &Delivery)], now: i64);
    fn push_states(insert: &mut QueryBuilder<Self>, rows: &[StateUpdate], now: i64);
}

impl PushRows for Sqlite {
    fn push_notifications(insert: &mut QueryBuilder<Sqlite>, rows: &[NewNotification], now: i64) {
        insert.push_values(rows, |mut row, notification| {
            row.push_bind(notification.id)
                .push_bind(notification.user_id)
                .push_bind(notification.location_id)
                .push_bind(notification.place.clone())
                .push_bind(notification.coordinates.latitude)
                .push_bind(notification.coordinates.longitude)
                .push_bind(notification.identity.clone())
                .push_bind(notification.event.as_str())
                .push_bind(notification.revision)
                .push_bind(notification.severity.as_str())
                .push_bind(notification.alert_id)
                .push_bind(notification.hazard.clone())
                .push_bind(NotificationChannel::join(&notification.channels))
                .push_bind(now);
        });
    }

    fn push_messages(insert: &mut QueryBuilder<Sqlite>, rows: &[(UserId, &Delivery)], now: i64) {
        insert.push_values(rows, |mut row, (user, delivery)| {
            row.push_bind(Uuid::now_v7())
                .push_bind(*user)
                .push_bind(delivery.kind)
                .push_bind(delivery.payload.clone())
                .push_bind(now)
                .push_bind(now)
                .push_bind(0_i64)
                .push_bind(QUEUE);
        });
    }

    fn push_states(insert: &mut QueryBuilder<Sqlite>, rows: &[StateUpdate], now: i64) {
        insert.push_values(rows, |mut row, update| {
            row.push_bind(update.user_id)
                .push_bind(update.location_id)
                .push_bind(update.current.identity.clone())
                .push_bind(update.current.revision)
                .push_bind(update.stored_severity())
                .push_bind(update.current.ends_at)
                .push_bind(update.notification_id.unwrap_or_default())
                .push_bind(now);
        });
    }
}

impl PushRows for Postgres {
    fn push_notifications(insert: &mut QueryBuilder<Postgres>, rows: &[NewNotification], now: i64) {
        insert.push("select rows.*, ").push_bind(now).push(" from unnest(");
        let mut columns = insert.separated(", ");
        columns.push_bind(column(rows, |row| row.id));
        columns.push_bind(column(rows, |row| row.user_id.0));
        columns.push_bind(column(rows, |row| row.location_id));
        columns.push_bind(column(rows, |row| row.place.clone()));
        columns.push_bind(column(rows, |row| row.coordinates.latitude));
        columns.push_bind(column(rows, |row| row.coordinates.longitude));
        columns.push_bind(column(rows, |row| row.identity.clone()));
        columns.push_bind(column(rows, |row| row.event.as_str()));
        columns.push_bind(column(rows, |row| row.revision));
        columns.push_bind(column(rows, |row| row.severity.as_str()));
        columns.push_bind(column(rows, |row| row.alert_id));
        columns.push_bind(column(rows, |row| row.hazard.clone()));
        columns.push_bind(column(rows, |row| NotificationChannel::join(&row.channels)));
        insert.push(") as rows");
    }

    fn push_messages(insert: &mut QueryBuilder<Postgres>, rows: &[(UserId, &Delivery)], now: i64) {
        insert.push("select rows.*, ").push_bind(now).push(", ").push_bind(now).push(", 0, ").push_bind(QUEUE);
        insert.push(" from unnest(");
        let mut columns = insert.separated(", ");
        columns.push_bind(column(rows, |_| Uuid::now_v7()));
        columns.push_bind(column(rows, |(user, _)| user.0));
        columns.push_bind(column(rows, |(_, delivery)| delivery.kind));
        columns.push_bind(column(rows, |(_, delivery)| delivery.payload.clone()));
        insert.push(") as rows");
    }

    fn push_states(insert: &mut QueryBuilder<Postgres>, rows: &[StateUpdate], now: i64) {
        insert.push("select rows.*, ").push_bind(now).push(" from unnest(");
        let mut columns = insert.separated(", ");
        columns.push_bind(column(rows, |row| row.user_id.0));
        columns.push_bind(column(rows, |row| row.location_id));
        columns.push_bind(column(rows, |row| row.current.identity.clone()));
        columns.push_bind(column(rows, |row| row.current.revision));
        columns.push_bind(column(rows, |row| row.stored_severity()));
        columns.push_bind(column(rows, |row| row.current.ends_at));
        columns.push_bind(column(rows, |row| row.notification_id.unwrap_or_default()));
        insert.push(") as rows");
    }
}

fn column<Row, Value>(rows: &[Row], value: impl Fn(&Row) -> Value) -> Vec<Value> {
    rows.iter().map(value).collect()
}
