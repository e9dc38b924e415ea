//! SQL of the stored air quality.

use jiff::Timestamp;
use sqlx::FromRow;

use crate::db::Db;
use crate::weather::model::air::PackedAir;
use crate::weather::model::grid::GridPoint;
use crate::{on_db, on_lagging_db};

#[derive(FromRow)]
struct AirRow {
    fetched_at: i64,
    hours: Vec<u8>,
}

/// The last air of a cell, stored by this process or another.
pub async fn find_air(db: &Db, cell: GridPoint) -> anyhow::Result<Option<PackedAir>> {
    let row: Option<AirRow> = on_lagging_db!(db, pool => sqlx::query_as(
        "select fetched_at, hours from weather_air where latitude_e4 = $1 and longitude_e4 = $2")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .fetch_optional(pool)
        .await)?;
    let packed = |row: AirRow| {
        let fetched_at = Timestamp::from_millisecond(row.fetched_at)?;
        anyhow::Ok(PackedAir { fetched_at, hours: row.hours.into() })
    };
    // What another version has written is fetched again.
    Ok(row.map(packed).transpose()?.filter(PackedAir::is_readable))
}

pub async fn upsert_air(db: &Db, cell: GridPoint, air: &PackedAir) -> anyhow::Result<()> {
    on_db!(db.writer(), pool => sqlx::query(
        "insert into weather_air (latitude_e4, longitude_e4, fetched_at, hours) values ($1, $2, $3, $4)
         on conflict (latitude_e4, longitude_e4) do update set
            fetched_at = excluded.fetched_at, hours = excluded.hours
         where excluded.fetched_at >= weather_air.fetched_at")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .bind(air.fetched_at.as_millisecond())
        .bind(&*air.hours)
        .execute(pool)
        .await
        .map(|_| ()))?;
    Ok(())
}

pub async fn delete_air_before(db: &Db, time: Timestamp) -> anyhow::Result<()> {
    on_db!(db.writer(), pool => sqlx::query("delete from weather_air where fetched_at < $1")
        .bind(time.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ()))?;
    Ok(())
}
