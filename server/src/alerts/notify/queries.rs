//! What a notification run reads, inside one transaction.

use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use super::recipients::{Device, Recipient};
use crate::alert::BRIEFING_IDENTITY;
use crate::alerts::model::cell::Cell;
use crate::alerts::schedule::cells::query_cells;
use crate::db::lists::BindLists;
use crate::db::{Db, Tx};
use crate::session::UserId;
use crate::{on_db, on_tx};

/// Identities of one statement: well below the number of values either database accepts.
const IDENTITIES_PER_STATEMENT: usize = 500;

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

/// A statement about some users; `sql` ends where the condition on `user_id` follows.
fn query_users<D: BindLists>(sql: &str, users: &[UserId]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(sql);
    query.push("user_id");
    D::push_in(&mut query, users.iter().map(|user| user.0).collect());
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
    for chunk in identities.chunks(IDENTITIES_PER_STATEMENT) {
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
         where event <> 'test' and identity not like '{BRIEFING_IDENTITY}%' and "
    );
    on_tx!(tx, connection => {
        query_users(&sql, users)
            .push(" and created_at > ")
            .push_bind(since)
            .build_query_as()
            .fetch_all(connection)
            .await
    })
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
         where location_id is not null and identity like '{prefix}%' and "
    );
    on_db!(db.reader(), pool => {
        query_users(&sql, users).push(" and created_at > ").push_bind(since).build_query_as().fetch_all(pool).await
    })
}
