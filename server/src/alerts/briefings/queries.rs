//! Stored briefings: what users have set, and which one is due.

use sqlx::FromRow;
use uuid::Uuid;

use super::schedule::{DueTime, Schedule, Weekdays};
use crate::alerts::notify::queries::OptedInLocation;
use crate::db::{Db, Tx};
use crate::error::AppError;
use crate::geo::timezone::time_zone_at;
use crate::session::UserId;
use crate::{on_db, on_tx};
use jiff::civil::Time;
use jiff::tz::TimeZone;

/// A place with everything a notification about it needs.
const LOCATIONS: &str = "select locations.user_id, locations.id as location_id, name, latitude, longitude, elevation,
        cell_latitude_e2 as latitude_e2, cell_longitude_e2 as longitude_e2, document, language,
        case when email_verified_at is null then null else email end as confirmed_email";

/// What a user has set, and when the next one is due.
#[derive(Clone, Debug, FromRow)]
pub struct BriefingRow {
    pub local_time: String,
    pub weekdays: i64,
    pub timezone: String,
    pub by_mail: bool,
    pub by_push: bool,
    pub with_air: bool,
    pub due_at: i64,
    pub due_on: String,
    pub last_on: Option<String>,
    pub claimed_until: i64,
}

#[derive(FromRow)]
pub struct DueBriefing {
    #[sqlx(flatten)]
    pub place: OptedInLocation,
    #[sqlx(flatten)]
    pub briefing: BriefingRow,
}

#[derive(FromRow)]
pub struct PlaceBriefing {
    pub location_id: Uuid,
    #[sqlx(flatten)]
    pub briefing: BriefingRow,
}

impl BriefingRow {
    pub fn schedule(&self) -> Schedule {
        Schedule {
            time: Time::strptime("%H:%M", &self.local_time).unwrap_or_default(),
            weekdays: Weekdays(self.weekdays),
            zone: TimeZone::get(&self.timezone).unwrap_or(TimeZone::UTC),
        }
    }

    pub fn set_due(&mut self, due: DueTime) {
        (self.due_at, self.due_on) = (due.at.as_millisecond(), due.on.to_string());
    }
}

pub async fn list_briefings(db: &Db, user: UserId) -> Result<Vec<PlaceBriefing>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select location_id, local_time, weekdays, timezone, by_mail, by_push, with_air, due_at, due_on, last_on, claimed_until
         from briefings where user_id = $1 order by location_id",
    )
    .bind(user)
    .fetch_all(pool)
    .await)
}

/// A briefing with its place and user.
pub async fn find_briefing(db: &Db, user: UserId, location: Uuid) -> Result<Option<DueBriefing>, sqlx::Error> {
    let sql = format!(
        "{LOCATIONS}, briefings.local_time, weekdays, timezone, by_mail, by_push, with_air, due_at, due_on, last_on,
             claimed_until
         from briefings
             join locations on locations.user_id = briefings.user_id and locations.id = briefings.location_id
             join users on users.id = locations.user_id
             left join preferences on preferences.user_id = locations.user_id
         where briefings.user_id = $1 and briefings.location_id = $2"
    );
    on_db!(db.reader(), pool => {
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(user).bind(location).fetch_optional(pool).await
    })
}

/// What is due and not claimed, the oldest first.
pub async fn list_due(tx: &mut Tx, now: i64, limit: i64) -> Result<Vec<DueBriefing>, sqlx::Error> {
    let sql = format!(
        "{LOCATIONS}, briefings.local_time, weekdays, timezone, by_mail, by_push, with_air, due_at, due_on, last_on,
             claimed_until
         from briefings
             join locations on locations.user_id = briefings.user_id and locations.id = briefings.location_id
             join users on users.id = locations.user_id
             left join preferences on preferences.user_id = locations.user_id
         where due_at <= $1 and claimed_until <= $1
         order by due_at, briefings.user_id, briefings.location_id limit $2"
    );
    on_tx!(tx, connection => {
        sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(now).bind(limit).fetch_all(connection).await
    })
}

/// True if no other process has claimed or changed it. This only saves work: on SQLite the process that lists holds the
/// write lock, and of two processes that list the same one on PostgreSQL, [`finish`] lets one send it.
pub async fn claim(tx: &mut Tx, due: &DueBriefing, until: i64) -> Result<bool, sqlx::Error> {
    let (place, briefing) = (&due.place.location, &due.briefing);
    let claimed = on_tx!(tx, connection => {
        sqlx::query(
            "update briefings set claimed_until = $5
             where user_id = $1 and location_id = $2 and due_at = $3 and claimed_until = $4",
        )
        .bind(place.user_id)
        .bind(place.location_id)
        .bind(briefing.due_at)
        .bind(briefing.claimed_until)
        .bind(until)
        .execute(connection)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(claimed == 1)
}

/// Schedules the one after a claimed one; false if the user or another process has changed it meanwhile. A second briefing of
/// a date would also be refused as a notification (`notifications_once`); the user's change has no other protection.
pub async fn finish(tx: &mut Tx, due: &DueBriefing, next: DueTime, claim: i64) -> Result<bool, sqlx::Error> {
    let place = &due.place.location;
    let finished = on_tx!(tx, connection => {
        sqlx::query(
            "update briefings set due_at = $5, due_on = $6, last_on = due_on, claimed_until = 0
             where user_id = $1 and location_id = $2 and due_at = $3 and claimed_until = $4",
        )
        .bind(place.user_id)
        .bind(place.location_id)
        .bind(due.briefing.due_at)
        .bind(claim)
        .bind(next.at.as_millisecond())
        .bind(next.on.to_string())
        .execute(connection)
        .await
        .map(|done| done.rows_affected())
    })?;
    Ok(finished == 1)
}

/// Stores what a user has set; the date of the last one stays.
pub async fn upsert_briefing(
    tx: &mut Tx,
    user: UserId,
    location: Uuid,
    briefing: &BriefingRow,
) -> Result<(), sqlx::Error> {
    on_tx!(tx, connection => {
        sqlx::query(
            "insert into briefings (user_id, location_id, local_time, weekdays, timezone, by_mail, by_push, with_air,
                 due_at, due_on)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             on conflict (user_id, location_id) do update set local_time = excluded.local_time,
                 weekdays = excluded.weekdays, timezone = excluded.timezone, by_mail = excluded.by_mail,
                 by_push = excluded.by_push, with_air = excluded.with_air, due_at = excluded.due_at,
                 due_on = excluded.due_on, claimed_until = 0",
        )
        .bind(user)
        .bind(location)
        .bind(&briefing.local_time)
        .bind(briefing.weekdays)
        .bind(&briefing.timezone)
        .bind(briefing.by_mail)
        .bind(briefing.by_push)
        .bind(briefing.with_air)
        .bind(briefing.due_at)
        .bind(&briefing.due_on)
        .execute(connection)
        .await
        .map(|_| ())
    })
}

/// The date of the last briefing of a place, whose row is locked until the transaction ends.
pub async fn lock_last_on(tx: &mut Tx, user: UserId, location: Uuid) -> Result<Option<String>, sqlx::Error> {
    let sql = match tx {
        Tx::Sqlite(_) => "select last_on from briefings where user_id = $1 and location_id = $2",
        Tx::Postgres(_) => "select last_on from briefings where user_id = $1 and location_id = $2 for update",
    };
    let found: Option<Option<String>> = on_tx!(tx, connection => {
        sqlx::query_scalar(sql).bind(user).bind(location).fetch_optional(connection).await
    })?;
    Ok(found.flatten())
}

/// All briefings of a user, whose rows are locked until the transaction ends.
pub async fn lock_briefings(tx: &mut Tx, user: UserId) -> Result<Vec<PlaceBriefing>, sqlx::Error> {
    let lock = if matches!(tx, Tx::Postgres(_)) { "for update" } else { "" };
    let sql = format!(
        "select location_id, local_time, weekdays, timezone, by_mail, by_push, with_air, due_at, due_on, last_on,
             claimed_until
         from briefings where user_id = $1 order by location_id {lock}"
    );
    on_tx!(tx, connection => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(user).fetch_all(connection).await)
}

/// True if there was one.
pub async fn delete_briefing(db: &Db, user: UserId, location: Uuid) -> Result<bool, sqlx::Error> {
    let deleted = on_db!(db.writer(), pool => {
        sqlx::query("delete from briefings where user_id = $1 and location_id = $2")
            .bind(user)
            .bind(location)
            .execute(pool)
            .await
            .map(|done| done.rows_affected())
    })?;
    Ok(deleted > 0)
}

/// The time zone of a saved place of the user.
pub async fn get_place_zone(tx: &mut Tx, user: UserId, location: Uuid) -> Result<TimeZone, AppError> {
    let found: Option<(f64, f64)> = on_tx!(tx, connection => {
        sqlx::query_as("select latitude, longitude from locations where user_id = $1 and id = $2")
            .bind(user)
            .bind(location)
            .fetch_optional(connection)
            .await
    })?;
    let (latitude, longitude) = found.ok_or(AppError::NotFound)?;
    Ok(time_zone_at(crate::geo::coordinates::Coordinates { latitude, longitude }))
}
