//! SQL of the stored ensembles.

use jiff::Timestamp;
use sqlx::FromRow;

use super::ensemble_codec::{pack, unpack};
use crate::db::Db;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::grid::GridPoint;
use crate::{on_db, on_lagging_db};

#[derive(FromRow)]
struct EnsembleRow {
    fetched_at: i64,
    fresh_until: i64,
    days: Vec<u8>,
}

/// The last ensemble of a cell, stored by this process or another.
pub async fn find_ensemble(db: &Db, cell: GridPoint) -> anyhow::Result<Option<Ensemble>> {
    let row: Option<EnsembleRow> = on_lagging_db!(db, pool => sqlx::query_as(
        "select fetched_at, fresh_until, days from weather_ensembles where latitude_e4 = $1 and longitude_e4 = $2")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .fetch_optional(pool)
        .await)?;
    row.map(|row| {
        Ok(Ensemble {
            fetched_at: Timestamp::from_millisecond(row.fetched_at)?,
            fresh_until: Timestamp::from_millisecond(row.fresh_until)?,
            days: unpack(&row.days)?,
        })
    })
    .transpose()
}

pub async fn upsert_ensemble(db: &Db, cell: GridPoint, ensemble: &Ensemble) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "insert into weather_ensembles (latitude_e4, longitude_e4, fetched_at, fresh_until, days)
         values ($1, $2, $3, $4, $5)
         on conflict (latitude_e4, longitude_e4) do update set
            fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until, days = excluded.days
         where excluded.fetched_at >= weather_ensembles.fetched_at")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .bind(ensemble.fetched_at.as_millisecond())
        .bind(ensemble.fresh_until.as_millisecond())
        .bind(pack(&ensemble.days))
        .execute(pool)
        .await
        .map(|_| ()))
}

pub async fn delete_ensembles_before(db: &Db, time: Timestamp) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from weather_ensembles where fetched_at < $1")
        .bind(time.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ()))
}
