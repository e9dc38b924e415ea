//! Stored thresholds and the event that each was last notified of.

use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use super::kind::ThresholdKind;
use super::rules::EventState;
use crate::alerts::notify::queries::OptedInLocation;
use crate::db::{Db, Tx};
use crate::session::UserId;
use crate::{on_db, on_tx};

#[derive(Clone, Debug, FromRow)]
pub struct ThresholdRow {
    pub user_id: UserId,
    pub location_id: Uuid,
    pub kind: String,
    pub value: Option<f64>,
    pub event: Option<String>,
    pub is_active: bool,
    pub gone_since: Option<i64>,
}

impl ThresholdRow {
    pub fn state(&self) -> EventState {
        EventState { event: self.event.clone(), is_active: self.is_active, gone_since: self.gone_since }
    }
}

const COLUMNS: &str = "user_id, location_id, kind, value, event, is_active, gone_since";

pub async fn list_thresholds(db: &Db, user: UserId) -> Result<Vec<ThresholdRow>, sqlx::Error> {
    let sql = format!("select {COLUMNS} from thresholds where user_id = $1 order by location_id, kind");
    on_db!(db.reader(), pool => sqlx::query_as(AssertSqlSafe(sql)).bind(user).fetch_all(pool).await)
}

/// A page of the places that have thresholds, in a fixed order.
pub async fn list_places(
    db: &Db,
    (user, location): (UserId, Uuid),
    limit: i64,
) -> Result<Vec<OptedInLocation>, sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query_as(
        "select locations.user_id, locations.id as location_id, name, latitude, longitude, elevation,
             cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2, document, language,
             case when email_verified_at is null then null else email end as confirmed_email
         from (select distinct user_id, location_id from thresholds where (user_id, location_id) > ($1, $2)
               order by user_id, location_id limit $3) as places
             join locations on locations.user_id = places.user_id and locations.id = places.location_id
             join users on users.id = locations.user_id
             left join preferences on preferences.user_id = locations.user_id
         order by locations.user_id, locations.id",
    )
    .bind(user)
    .bind(location)
    .bind(limit)
    .fetch_all(pool)
    .await)
}

/// The thresholds of a page of places, from its first to its last.
pub async fn list_of_places(
    db: &Db,
    first: (UserId, Uuid),
    last: (UserId, Uuid),
) -> Result<Vec<ThresholdRow>, sqlx::Error> {
    let sql = format!(
        "select {COLUMNS} from thresholds
         where (user_id, location_id) >= ($1, $2) and (user_id, location_id) <= ($3, $4)"
    );
    on_db!(db.writer(), pool => sqlx::query_as(AssertSqlSafe(sql))
        .bind(first.0)
        .bind(first.1)
        .bind(last.0)
        .bind(last.1)
        .fetch_all(pool)
        .await)
}

/// True if the threshold and its state were still as they had been read: then the state is changed. Neither a slow process nor
/// a number that the user has replaced meanwhile may notify: events without a period have no other barrier.
pub async fn update_state(tx: &mut Tx, row: &ThresholdRow, state: &EventState) -> Result<bool, sqlx::Error> {
    let updated = on_tx!(tx, connection => {
        sqlx::query(
            "update thresholds set event = $4, is_active = $5, gone_since = $6
             where user_id = $1 and location_id = $2 and kind = $3 and coalesce(event, '') = $7 and is_active = $8
                 and coalesce(gone_since, 0) = $9 and coalesce(value, 0) = $10",
        )
        .bind(row.user_id)
        .bind(row.location_id)
        .bind(&row.kind)
        .bind(&state.event)
        .bind(state.is_active)
        .bind(state.gone_since)
        .bind(row.event.as_deref().unwrap_or_default())
        .bind(row.is_active)
        .bind(row.gone_since.unwrap_or_default())
        .bind(row.value.unwrap_or_default())
        .execute(connection)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(updated == 1)
}

/// Replaces the thresholds of a place. One that stays as it is keeps its event; another number is another threshold.
pub async fn replace_thresholds(
    tx: &mut Tx,
    user: UserId,
    location: Uuid,
    thresholds: &[(ThresholdKind, Option<f64>)],
) -> Result<(), sqlx::Error> {
    for kind in ThresholdKind::ALL {
        let wanted = thresholds.iter().find(|(wanted, _)| *wanted == kind);
        match wanted {
            None => on_tx!(&mut *tx, connection => {
                sqlx::query("delete from thresholds where user_id = $1 and location_id = $2 and kind = $3")
                    .bind(user)
                    .bind(location)
                    .bind(kind.as_str())
                    .execute(connection)
                    .await
                    .map(|_| ())
            })?,
            Some((_, value)) => on_tx!(&mut *tx, connection => {
                sqlx::query(
                    "insert into thresholds (user_id, location_id, kind, value) values ($1, $2, $3, $4)
                     on conflict (user_id, location_id, kind) do update set value = excluded.value, event = null,
                         is_active = false, gone_since = null
                     where thresholds.value <> excluded.value",
                )
                .bind(user)
                .bind(location)
                .bind(kind.as_str())
                .bind(value)
                .execute(connection)
                .await
                .map(|_| ())
            })?,
        }
    }
    Ok(())
}

/// Whether it is a saved place of the user.
pub async fn has_location(tx: &mut Tx, user: UserId, location: Uuid) -> Result<bool, sqlx::Error> {
    let found: i64 = on_tx!(tx, connection => {
        sqlx::query_scalar("select count(*) from locations where user_id = $1 and id = $2")
            .bind(user)
            .bind(location)
            .fetch_one(connection)
            .await
    })?;
    Ok(found > 0)
}
