//! Queries on saved locations. Writers of one user are serialised by a lock on the user's row.

use rusqlite::Row;
use uuid::Uuid;

use super::location::{LocationPatch, LocationRow, MAX_LOCATIONS};
use super::refresh::first_refresh;
use crate::db::Db;
use crate::db::inline::FromSqlite;
use crate::error::{AppError, AuthProblem};
use crate::session::UserId;
use crate::session::queries::lock_user_sql;
use crate::{on_db, on_db_transaction};

const LIST: &str =
    "select id, position, name, latitude, longitude, elevation, location_type, show_on_homepage, alerts_enabled,
            address, address_components, place_id, geo_source, located_at, created_at, updated_at
     from locations where user_id = $1 order by position";

pub async fn list_locations(db: &Db, user: UserId) -> Result<Vec<LocationRow>, sqlx::Error> {
    match db.read_inline(LIST, [user.0]) {
        Some(locations) => Ok(locations),
        None => on_db!(db.reader(), pool => sqlx::query_as(LIST).bind(user).fetch_all(pool).await),
    }
}

/// The columns of `LIST`.
impl FromSqlite for LocationRow {
    fn from_sqlite(row: &Row<'_>) -> rusqlite::Result<LocationRow> {
        Ok(LocationRow {
            id: row.get(0)?,
            position: row.get(1)?,
            name: row.get(2)?,
            latitude: row.get(3)?,
            longitude: row.get(4)?,
            elevation: row.get(5)?,
            location_type: row.get::<_, String>(6)?.into(),
            show_on_homepage: row.get(7)?,
            alerts_enabled: row.get(8)?,
            address: row.get(9)?,
            address_components: row.get(10)?,
            place_id: row.get(11)?,
            geo_source: row.get::<_, String>(12)?.into(),
            located_at: row.get(13)?,
            created_at: row.get(14)?,
            updated_at: row.get(15)?,
        })
    }
}

/// Saves a place at a list position, or last.
pub async fn insert_location(
    db: &Db,
    user: UserId,
    location: LocationRow,
    wanted_position: Option<i64>,
) -> Result<LocationRow, AppError> {
    on_db_transaction!(db, transaction => {
        let locked = sqlx::query(lock_user_sql(db)).bind(user).execute(&mut *transaction).await?.rows_affected();
        check_owner(locked)?;
        let saved: Vec<LocationRow> = sqlx::query_as(LIST).bind(user).fetch_all(&mut *transaction).await?;
        check_room(&saved, &location)?;
        let last = saved.len() as i64;
        let location = LocationRow { position: wanted_position.unwrap_or(last).min(last), ..location.clone() };
        sqlx::query("update locations set position = position + 1 where user_id = $1 and position >= $2")
            .bind(user)
            .bind(location.position)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "insert into locations (user_id, id, position, name, latitude, longitude, location_type,
                 show_on_homepage, alerts_enabled, address, address_components, place_id, geo_source, located_at,
                 refresh_at, created_at, updated_at, elevation)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        )
        .bind(user)
        .bind(location.id)
        .bind(location.position)
        .bind(&location.name)
        .bind(location.latitude)
        .bind(location.longitude)
        .bind(location.location_type.as_str())
        .bind(location.show_on_homepage)
        .bind(location.alerts_enabled)
        .bind(&location.address)
        .bind(&location.address_components)
        .bind(&location.place_id)
        .bind(location.geo_source.as_str())
        .bind(location.located_at)
        .bind(first_refresh(&location))
        .bind(location.created_at)
        .bind(location.updated_at)
        .bind(location.elevation)
        .execute(&mut *transaction)
        .await?;
        Ok::<_, AppError>(location)
    })
}

pub async fn update_location(
    db: &Db,
    user: UserId,
    id: Uuid,
    patch: LocationPatch,
    now: i64,
) -> Result<LocationRow, AppError> {
    on_db_transaction!(db, transaction => {
        let locked = sqlx::query(lock_user_sql(db)).bind(user).execute(&mut *transaction).await?.rows_affected();
        check_owner(locked)?;
        let saved: Vec<LocationRow> = sqlx::query_as(LIST).bind(user).fetch_all(&mut *transaction).await?;
        let (mut location, others) = take(saved, id)?;
        let (from, wanted) = (location.position, patch.position);
        location = location.patched(patch.clone(), now)?;
        check_distinct(&others, &location)?;
        location.position = wanted.unwrap_or(from).min(others.len() as i64);
        // Rows between the old and the new position move by one.
        sqlx::query(
            "update locations set position = position + case when position > $2 then -1 else 1 end
             where user_id = $1 and id <> $4
                 and ((position > $2 and position <= $3) or (position < $2 and position >= $3))",
        )
        .bind(user)
        .bind(from)
        .bind(location.position)
        .bind(id)
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "update locations set position = $3, name = $4, latitude = $5, longitude = $6, location_type = $7,
                 show_on_homepage = $8, alerts_enabled = $9, address = $10, address_components = $11, place_id = $12,
                 geo_source = $13, located_at = $14, refresh_at = $15, updated_at = $16, elevation = $17
             where user_id = $1 and id = $2",
        )
        .bind(user)
        .bind(id)
        .bind(location.position)
        .bind(&location.name)
        .bind(location.latitude)
        .bind(location.longitude)
        .bind(location.location_type.as_str())
        .bind(location.show_on_homepage)
        .bind(location.alerts_enabled)
        .bind(&location.address)
        .bind(&location.address_components)
        .bind(&location.place_id)
        .bind(location.geo_source.as_str())
        .bind(location.located_at)
        .bind(first_refresh(&location))
        .bind(location.updated_at)
        .bind(location.elevation)
        .execute(&mut *transaction)
        .await?;
        Ok::<_, AppError>(location)
    })
}

/// Rows behind it move up, so that the order has no gap.
pub async fn delete_location(db: &Db, user: UserId, id: Uuid) -> Result<(), AppError> {
    on_db_transaction!(db, transaction => {
        let locked = sqlx::query(lock_user_sql(db)).bind(user).execute(&mut *transaction).await?.rows_affected();
        check_owner(locked)?;
        let position: Option<i64> =
            sqlx::query_scalar("delete from locations where user_id = $1 and id = $2 returning position")
                .bind(user)
                .bind(id)
                .fetch_optional(&mut *transaction)
                .await?;
        let position = position.ok_or(AppError::NotFound)?;
        sqlx::query("update locations set position = position - 1 where user_id = $1 and position > $2")
            .bind(user)
            .bind(position)
            .execute(&mut *transaction)
            .await?;
        Ok::<_, AppError>(())
    })
}

fn check_owner(locked: u64) -> Result<(), AppError> {
    if locked == 1 { Ok(()) } else { Err(AppError::Unauthorized(AuthProblem::TokenRevoked)) }
}

fn check_room(saved: &[LocationRow], new: &LocationRow) -> Result<(), AppError> {
    check_distinct(saved, new)?;
    if saved.len() as i64 >= MAX_LOCATIONS { Err(AppError::TooManyLocations) } else { Ok(()) }
}

fn check_distinct(others: &[LocationRow], location: &LocationRow) -> Result<(), AppError> {
    let is_taken = others.iter().any(|other| other.at().is_same_place(location.at()));
    if is_taken { Err(AppError::LocationAlreadySaved) } else { Ok(()) }
}

/// One row of this owner; another owner's id is not found.
fn take(mut saved: Vec<LocationRow>, id: Uuid) -> Result<(LocationRow, Vec<LocationRow>), AppError> {
    let index = saved.iter().position(|location| location.id == id).ok_or(AppError::NotFound)?;
    Ok((saved.remove(index), saved))
}
