//! SQL of the stored grids of the map.

use jiff::Timestamp;
use sqlx::FromRow;

use crate::db::Db;
use crate::model_grid::RegionGrid;
use crate::weather::model::grid::GridPoint;
use crate::{on_db, on_lagging_db};

#[derive(FromRow)]
struct GridRow {
    fetched_at: i64,
    hours: Vec<u8>,
}

/// The last grid of a region, by its south-west corner, stored by this process or another.
pub async fn find_grid(db: &Db, corner: GridPoint) -> anyhow::Result<Option<RegionGrid>> {
    let row: Option<GridRow> = on_lagging_db!(db, pool => sqlx::query_as(
        "select fetched_at, hours from weather_grids where latitude_e4 = $1 and longitude_e4 = $2")
        .bind(i64::from(corner.latitude_e4))
        .bind(i64::from(corner.longitude_e4))
        .fetch_optional(pool)
        .await)?;
    let Some(row) = row else { return Ok(None) };
    // What another version has written is fetched again.
    Ok(RegionGrid::unpack(Timestamp::from_millisecond(row.fetched_at)?, &row.hours).ok())
}

pub async fn upsert_grid(db: &Db, corner: GridPoint, grid: &RegionGrid) -> anyhow::Result<()> {
    let hours = grid.pack()?;
    on_db!(db.writer(), pool => sqlx::query(
        "insert into weather_grids (latitude_e4, longitude_e4, fetched_at, hours) values ($1, $2, $3, $4)
         on conflict (latitude_e4, longitude_e4) do update set
            fetched_at = excluded.fetched_at, hours = excluded.hours
         where excluded.fetched_at >= weather_grids.fetched_at")
        .bind(i64::from(corner.latitude_e4))
        .bind(i64::from(corner.longitude_e4))
        .bind(grid.fetched_at.as_millisecond())
        .bind(&hours[..])
        .execute(pool)
        .await
        .map(|_| ()))?;
    Ok(())
}

pub async fn delete_grids_before(db: &Db, time: Timestamp) -> anyhow::Result<()> {
    on_db!(db.writer(), pool => sqlx::query("delete from weather_grids where fetched_at < $1")
        .bind(time.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ()))?;
    Ok(())
}
