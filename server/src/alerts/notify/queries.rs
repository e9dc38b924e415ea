//! What a notification run reads and writes, inside one transaction.

use std::collections::HashSet;

use sqlx::{Database, Encode, FromRow, QueryBuilder, Type};
use uuid::Uuid;

use super::recipients::{Delivery, Device, Recipient};
use super::transitions::CurrentAlert;
use crate::alert::{BRIEFING_IDENTITY, Severity};
use crate::alerts::model::cell::Cell;
use crate::alerts::model::event::{NotificationChannel, NotificationEvent};
use crate::alerts::schedule::cells::query_cells;
use crate::db::{Db, Tx};
use crate::geo::coordinates::Coordinates;
use crate::session::UserId;
use crate::{on_db, on_tx};

/// Rows of one statement: well below the number of values either database accepts.
const ROWS_PER_STATEMENT: usize = 500;

/// In the last-notified state, instead of severe; other readers take what they do not know for severe.
pub const EXTREME: &str = "extreme";

const LOCATIONS: &str = "select locations.user_id, locations.id as location_id, name, latitude, longitude, elevation,
        cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2, document,
        case when email_verified_at is null then null else email end as confirmed_email
    from cells
        join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        join users on users.id = locations.user_id
        left join preferences on preferences.user_id = locations.user_id
    where alerts_enabled";
const LAST_NOTIFIED: &str = "select last.user_id, last.location_id, last.identity, last.revision, last.severity,
        last.ends_at, last.notification_id, notifications.alert_id, notifications.hazard,
        coalesce((
            select earlier.severity from notifications as earlier
            where earlier.user_id = last.user_id and earlier.location_id = last.location_id
                and earlier.identity = last.identity
            order by case earlier.severity when 'severe' then 1 when 'moderate' then 2 else 3 end limit 1),
            last.severity) as max_severity
    from cells
        join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        join notified_alerts as last on last.user_id = locations.user_id and last.location_id = locations.id
        left join notifications on notifications.user_id = last.user_id and notifications.id = last.notification_id
    where alerts_enabled";
const LOCK_USERS: &str = "select id from users where id in (
        select user_id from cells
            join locations on cell_latitude_e2 = cells.latitude_e2 and cell_longitude_e2 = cells.longitude_e2
        where alerts_enabled)
    order by id for no key update";

/// Of the notifications about air, before the date.
pub const AIR_IDENTITY: &str = "halcyon-air-";
/// Of the notifications about rain, before the seconds of its begin and end.
pub const RAIN_IDENTITY: &str = "halcyon-rain-";

/// A saved place, and its user.
#[derive(Clone, FromRow)]
pub struct WatchedLocation {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub name: String,
    pub latitude: f64,
    pub longitude: f64,
    /// Metres above sea level; `None` if it is not known.
    pub elevation: Option<i64>,
    #[sqlx(flatten)]
    pub cell: Cell,
    #[sqlx(flatten)]
    pub recipient: Recipient,
}

#[derive(FromRow)]
pub struct LastNotifiedRow {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub identity: String,
    pub revision: i64,
    pub severity: String,
    pub max_severity: String,
    pub ends_at: i64,
    pub notification_id: Uuid,
    pub alert_id: Option<Uuid>,
    pub hazard: Option<String>,
}

/// A revision of an issued alert, in force or not.
#[derive(FromRow)]
pub struct AlertRow {
    pub identity: String,
    pub feed: String,
    pub content: Vec<u8>,
}

#[derive(FromRow)]
pub struct RecentRow {
    pub user_id: UserId,
    pub severity: String,
    pub created_at: i64,
}

/// A saved place whose user may want notifications of their own about it.
#[derive(Clone, FromRow)]
pub struct OptedInLocation {
    #[sqlx(flatten)]
    pub location: WatchedLocation,
    /// Of the account; the preferences may have another.
    pub language: String,
}

/// A notification of ours that was written before.
#[derive(FromRow)]
pub struct OwnNotifiedRow {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub identity: String,
}

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

/// A statement about some users; `sql` ends where the condition on `user_id` follows.
fn query_users<D>(sql: &str, users: &[UserId]) -> QueryBuilder<D>
where
    D: Database,
    UserId: for<'q> Encode<'q, D> + Type<D>,
{
    let mut query = QueryBuilder::new(sql);
    query.push("user_id in (");
    let mut list = query.separated(", ");
    for user in users {
        list.push_bind(*user);
    }
    query.push(")");
    query
}

/// Makes processes that hold cells of the same users wait for each other, so that no user is notified twice or too often.
/// SQLite has one writer and needs no lock.
pub async fn lock_users(tx: &mut Tx, cells: &[Cell]) -> Result<(), sqlx::Error> {
    let Tx::Postgres(transaction) = tx else { return Ok(()) };
    query_cells(LOCK_USERS, cells).build().execute(&mut **transaction).await.map(|_| ())
}

pub async fn list_locations(tx: &mut Tx, cells: &[Cell]) -> Result<Vec<WatchedLocation>, sqlx::Error> {
    on_tx!(tx, connection => query_cells(LOCATIONS, cells).build_query_as().fetch_all(connection).await)
}

pub async fn list_last_notified(tx: &mut Tx, cells: &[Cell]) -> Result<Vec<LastNotifiedRow>, sqlx::Error> {
    on_tx!(tx, connection => query_cells(LAST_NOTIFIED, cells).build_query_as().fetch_all(connection).await)
}

/// The revisions of some alerts, the last one last.
pub async fn list_alerts(tx: &mut Tx, feeds: &[String], identities: &[&str]) -> Result<Vec<AlertRow>, sqlx::Error> {
    let mut found = Vec::new();
    for chunk in identities.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<AlertRow> = on_tx!(&mut *tx, connection => {
            // With the feeds, because the index begins with them.
            let mut query = QueryBuilder::new("select identity, feed, content from alerts where feed in (");
            let mut list = query.separated(", ");
            for feed in feeds {
                list.push_bind(feed);
            }
            query.push(") and identity in (");
            let mut list = query.separated(", ");
            for identity in chunk {
                list.push_bind(*identity);
            }
            query.push(") order by revision").build_query_as().fetch_all(connection).await
        })?;
        found.extend(rows);
    }
    Ok(found)
}

/// Without briefings: the user has chosen their time and number.
pub async fn list_recent(tx: &mut Tx, users: &[UserId], since: i64) -> Result<Vec<RecentRow>, sqlx::Error> {
    let sql = format!(
        "select user_id, severity, created_at from notifications
         where event <> 'test' and identity not like '{BRIEFING_IDENTITY}%' and created_at > {since} and "
    );
    on_tx!(tx, connection => query_users(&sql, users).build_query_as().fetch_all(connection).await)
}

pub async fn list_devices(tx: &mut Tx, users: &[UserId]) -> Result<Vec<Device>, sqlx::Error> {
    let sql = "select user_id, kind, token from push_devices where ";
    on_tx!(tx, connection => query_users(sql, users).build_query_as().fetch_all(connection).await)
}

/// A page of the saved places, in a fixed order, of users whose preferences may ask for notifications about air or rain:
/// the text of the document is only a first selection.
pub async fn list_opted_in_locations(
    db: &Db,
    (user, location): (UserId, Uuid),
    limit: i64,
) -> Result<Vec<OptedInLocation>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        r#"select locations.user_id, locations.id as location_id, name, latitude, longitude, elevation,
               cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2, document, language,
               case when email_verified_at is null then null else email end as confirmed_email
           from preferences
               join users on users.id = preferences.user_id
               join locations on locations.user_id = preferences.user_id
           where alerts_enabled and document like '%"notify":true%' and (locations.user_id, locations.id) > ($1, $2)
           order by locations.user_id, locations.id limit $3"#)
        .bind(user)
        .bind(location)
        .bind(limit)
        .fetch_all(pool)
        .await)
}

/// What users were notified of under identities that begin with a prefix of ours.
pub async fn list_own_notified(
    db: &Db,
    prefix: &'static str,
    users: &[UserId],
    since: i64,
) -> Result<Vec<OwnNotifiedRow>, sqlx::Error> {
    if users.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "select user_id, location_id, identity from notifications
         where created_at > {since} and location_id is not null and identity like '{prefix}%' and "
    );
    on_db!(db.reader(), pool => query_users(&sql, users).build_query_as().fetch_all(pool).await)
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
            insert.push_values(chunk, |mut row, notification| {
                row.push_bind(notification.id)
                    .push_bind(notification.user_id)
                    .push_bind(notification.location_id)
                    .push_bind(&notification.place)
                    .push_bind(notification.coordinates.latitude)
                    .push_bind(notification.coordinates.longitude)
                    .push_bind(&notification.identity)
                    .push_bind(notification.event.as_str())
                    .push_bind(notification.revision)
                    .push_bind(notification.severity.as_str())
                    .push_bind(notification.alert_id)
                    .push_bind(&notification.hazard)
                    .push_bind(NotificationChannel::join(&notification.channels))
                    .push_bind(now);
            });
            insert.push(" on conflict do nothing returning id").build_query_scalar().fetch_all(connection).await
        })?;
        written.extend(ids);
    }
    let new = notifications.iter().filter(|notification| written.contains(&notification.id));
    let deliveries: Vec<(UserId, &Delivery)> = new
        .flat_map(|notification| notification.deliveries.iter().map(|delivery| (notification.user_id, delivery)))
        .collect();
    for chunk in deliveries.chunks(ROWS_PER_STATEMENT) {
        on_tx!(&mut *tx, connection => {
            let mut insert = QueryBuilder::new(
                "insert into outbox (id, user_id, kind, payload, created_at, due_at, attempts, queue) ",
            );
            insert.push_values(chunk, |mut row, (user_id, delivery)| {
                row.push_bind(Uuid::now_v7())
                    .push_bind(*user_id)
                    .push_bind(delivery.kind)
                    .push_bind(&delivery.payload)
                    .push_bind(now)
                    .push_bind(now)
                    .push_bind(0_i64)
                    .push_bind("notifications");
            });
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
            upsert.push_values(chunk, |mut row, update| {
                row.push_bind(update.user_id)
                    .push_bind(update.location_id)
                    .push_bind(&update.current.identity)
                    .push_bind(update.current.revision)
                    .push_bind(if update.current.is_extreme { EXTREME } else { update.current.severity.as_str() })
                    .push_bind(update.current.ends_at)
                    .push_bind(update.notification_id.unwrap_or_default())
                    .push_bind(now);
            });
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
