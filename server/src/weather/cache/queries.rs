//! SQL of the forecast snapshots.

use jiff::Timestamp;
use sqlx::FromRow;

use super::codec::{pack, unpack};
use crate::db::{Db, Pool};
use crate::weather::model::grid::GridPoint;
use crate::weather::model::snapshot::ForecastSnapshot;
use crate::weather::providers::names::{provider_by_name, provider_name};
use crate::{on_db, on_lagging_db};

#[derive(FromRow)]
struct SnapshotRow {
    source: String,
    fetched_at: i64,
    fresh_until: i64,
    last_modified: Option<String>,
    forecast: Vec<u8>,
}

/// A key column cannot be null.
const NO_ELEVATION: i64 = -32_768;

fn elevation_key(point: GridPoint) -> i64 {
    point.elevation.map_or(NO_ELEVATION, i64::from)
}

/// The last forecast of a point, stored by this process or another.
pub async fn find_snapshot(db: &Db, point: GridPoint) -> anyhow::Result<Option<ForecastSnapshot>> {
    let row: Option<SnapshotRow> = on_lagging_db!(db, pool => sqlx::query_as(
        "select source, fetched_at, fresh_until, last_modified, forecast
         from weather_snapshots where latitude_e4 = $1 and longitude_e4 = $2 and elevation = $3")
        .bind(i64::from(point.latitude_e4))
        .bind(i64::from(point.longitude_e4))
        .bind(elevation_key(point))
        .fetch_optional(pool)
        .await)?;
    row.map(|row| {
        Ok(ForecastSnapshot {
            source: provider_by_name(&row.source).ok_or_else(|| anyhow::anyhow!("unknown provider: {}", row.source))?,
            fetched_at: Timestamp::from_millisecond(row.fetched_at)?,
            fresh_until: Timestamp::from_millisecond(row.fresh_until)?,
            last_modified: row.last_modified,
            forecast: unpack(&row.forecast)?,
        })
    })
    .transpose()
}

pub async fn upsert_snapshot(db: &Db, point: GridPoint, snapshot: &ForecastSnapshot) -> anyhow::Result<()> {
    let forecast = pack(&snapshot.forecast)?;
    on_db!(db.writer(), pool => sqlx::query(
        "insert into weather_snapshots
            (latitude_e4, longitude_e4, elevation, source, fetched_at, fresh_until, last_modified, forecast)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (latitude_e4, longitude_e4, elevation) do update set
            source = excluded.source, fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until,
            last_modified = excluded.last_modified, forecast = excluded.forecast
         where excluded.fetched_at >= weather_snapshots.fetched_at")
        .bind(i64::from(point.latitude_e4))
        .bind(i64::from(point.longitude_e4))
        .bind(elevation_key(point))
        .bind(provider_name(snapshot.source))
        .bind(snapshot.fetched_at.as_millisecond())
        .bind(snapshot.fresh_until.as_millisecond())
        .bind(snapshot.last_modified.as_deref())
        .bind(forecast)
        .execute(pool)
        .await
        .map(|_| ()))?;
    Ok(())
}

/// Claims the next fetch of a stored snapshot; false while another process has claimed it. A SQLite file has one process.
pub async fn claim_refresh(db: &Db, point: GridPoint, now: Timestamp, until: Timestamp) -> Result<bool, sqlx::Error> {
    let Pool::Postgres(pool) = db.writer() else { return Ok(true) };
    let claimed = sqlx::query(
        "update weather_snapshots set refresh_claimed_until = $5
         where latitude_e4 = $1 and longitude_e4 = $2 and elevation = $3 and refresh_claimed_until <= $4",
    )
    .bind(i64::from(point.latitude_e4))
    .bind(i64::from(point.longitude_e4))
    .bind(elevation_key(point))
    .bind(now.as_millisecond())
    .bind(until.as_millisecond())
    .execute(pool)
    .await?;
    Ok(claimed.rows_affected() > 0)
}

pub async fn delete_snapshots_before(db: &Db, time: Timestamp) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from weather_snapshots where fetched_at < $1")
        .bind(time.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ()))
}
