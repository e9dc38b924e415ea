//! SQL of the weather slice: last good answers and the daily budget.

use jiff::Timestamp;
use sqlx::FromRow;

use super::codec::{pack, unpack};
use crate::db::Db;
use crate::on_db;
use crate::settings::SourceId;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::snapshot::Kept;
use crate::weather::providers::names::{name_of, source_named};

#[derive(FromRow)]
struct ReportRow {
    source: String,
    fetched_at: i64,
    fresh_until: i64,
    last_modified: Option<String>,
    forecast: Vec<u8>,
}

/// The last good answer for a point, from this process or another.
pub async fn find_report(db: &Db, point: GridPoint) -> anyhow::Result<Option<Kept>> {
    let row: Option<ReportRow> = on_db!(db.lagging_reader(), pool => sqlx::query_as(
        "select source, fetched_at, fresh_until, last_modified, forecast
         from weather_snapshots where latitude_e4 = $1 and longitude_e4 = $2")
        .bind(i64::from(point.latitude_e4))
        .bind(i64::from(point.longitude_e4))
        .fetch_optional(pool)
        .await)?;
    row.map(|row| {
        Ok(Kept {
            source: source_named(&row.source)
                .ok_or_else(|| anyhow::anyhow!("a source we do not know: {}", row.source))?,
            fetched_at: Timestamp::from_millisecond(row.fetched_at)?,
            fresh_until: Timestamp::from_millisecond(row.fresh_until)?,
            last_modified: row.last_modified,
            forecast: unpack(&row.forecast)?,
        })
    })
    .transpose()
}

pub async fn upsert_report(db: &Db, point: GridPoint, kept: &Kept) -> anyhow::Result<()> {
    let forecast = pack(&kept.forecast)?;
    on_db!(db.writer(), pool => sqlx::query(
        "insert into weather_snapshots
            (latitude_e4, longitude_e4, source, fetched_at, fresh_until, last_modified, forecast)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (latitude_e4, longitude_e4) do update set
            source = excluded.source, fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until,
            last_modified = excluded.last_modified, forecast = excluded.forecast
         where excluded.fetched_at >= weather_snapshots.fetched_at")
        .bind(i64::from(point.latitude_e4))
        .bind(i64::from(point.longitude_e4))
        .bind(name_of(kept.source))
        .bind(kept.fetched_at.as_millisecond())
        .bind(kept.fresh_until.as_millisecond())
        .bind(kept.last_modified.as_deref())
        .bind(forecast)
        .execute(pool)
        .await
        .map(|_| ()))?;
    Ok(())
}

pub async fn delete_reports_before(db: &Db, time: Timestamp) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from weather_snapshots where fetched_at < $1")
        .bind(time.as_millisecond())
        .execute(pool)
        .await
        .map(|_| ()))
}

/// Takes from the day's budget if that much is left; answers what is spent then.
pub async fn reserve_budget(
    db: &Db,
    source: SourceId,
    day: i64,
    tenths: i64,
    limit_tenths: i64,
) -> Result<Option<i64>, sqlx::Error> {
    on_db!(db.writer(), pool => {
        sqlx::query("insert into weather_quota (source, day, spent_tenths) values ($1, $2, 0) on conflict do nothing")
            .bind(name_of(source))
            .bind(day)
            .execute(pool)
            .await?;
        sqlx::query_scalar(
            "update weather_quota set spent_tenths = spent_tenths + $3
             where source = $1 and day = $2 and spent_tenths + $3 <= $4
             returning spent_tenths")
            .bind(name_of(source))
            .bind(day)
            .bind(tenths)
            .bind(limit_tenths)
            .fetch_optional(pool)
            .await
    })
}

/// Gives back what was reserved and not used.
pub async fn refund_budget(db: &Db, source: SourceId, day: i64, tenths: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query(
        "update weather_quota set spent_tenths = spent_tenths - $3 where source = $1 and day = $2")
        .bind(name_of(source))
        .bind(day)
        .bind(tenths)
        .execute(pool)
        .await
        .map(|_| ()))
}

pub async fn find_spent(db: &Db, source: SourceId, day: i64) -> Result<i64, sqlx::Error> {
    let spent: Option<i64> = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select spent_tenths from weather_quota where source = $1 and day = $2")
        .bind(name_of(source))
        .bind(day)
        .fetch_optional(pool)
        .await)?;
    Ok(spent.unwrap_or(0))
}
