//! SQL of the recorded forecasts, and of their totals over all cells.

use std::collections::BTreeMap;

use sqlx::FromRow;

use super::accuracy_codec::{pack, unpack};
use crate::db::Db;
use crate::weather::analysis::accuracy::Tally;
use crate::weather::model::accuracy::ForecastRecord;
use crate::weather::model::grid::GridPoint;
use crate::{on_db, on_db_transaction, on_lagging_db};

/// A key column cannot be null.
const NO_ELEVATION: i64 = -32_768;

/// A cell whose forecasts are recorded.
#[derive(Debug, Clone)]
pub struct RecordedCell {
    pub cell: GridPoint,
    /// The saved place whose forecasts stand for the cell.
    pub point: GridPoint,
    pub record: ForecastRecord,
}

#[derive(FromRow)]
struct CellRow {
    latitude_e4: i64,
    longitude_e4: i64,
    elevation: i64,
    point_latitude_e4: i64,
    point_longitude_e4: i64,
    record: Vec<u8>,
}

#[derive(FromRow)]
struct KeyRow {
    latitude_e4: i64,
    longitude_e4: i64,
    elevation: i64,
    point_latitude_e4: i64,
    point_longitude_e4: i64,
}

/// A cell and the saved place whose forecasts stand for it.
pub type CellPoint = (GridPoint, GridPoint);

/// Where a saved place is.
#[derive(FromRow)]
pub struct SavedPlace {
    pub latitude: f64,
    pub longitude: f64,
    pub elevation: Option<i64>,
}

/// Sums over all cells, by lead.
#[derive(Debug, Clone, Copy, FromRow)]
pub struct LeadTotals {
    pub days_ahead: i64,
    pub high_days: i64,
    pub high_error_tenths: i64,
    pub low_days: i64,
    pub low_error_tenths: i64,
    pub rain_hits: i64,
    pub rain_misses: i64,
    pub rain_false_alarms: i64,
    pub rain_dry: i64,
    pub band_values: i64,
    pub band_inside: i64,
    pub band_inside_uncorrected: i64,
}

/// By day (since 1970) and days ahead.
pub type Totals = BTreeMap<(i64, u8), Tally>;

fn elevation_key(point: GridPoint) -> i64 {
    point.elevation.map_or(NO_ELEVATION, i64::from)
}

fn point_of(latitude_e4: i64, longitude_e4: i64, elevation: i64) -> GridPoint {
    GridPoint {
        latitude_e4: i32::try_from(latitude_e4).unwrap_or(0),
        longitude_e4: i32::try_from(longitude_e4).unwrap_or(0),
        elevation: i16::try_from(elevation).ok().filter(|_| elevation != NO_ELEVATION),
    }
}

/// The record of a cell; `None` where no place is saved.
pub async fn find_record(db: &Db, cell: GridPoint) -> Result<Option<ForecastRecord>, sqlx::Error> {
    let packed: Option<Vec<u8>> = on_lagging_db!(db, pool => sqlx::query_scalar(
        "select record from weather_accuracy where latitude_e4 = $1 and longitude_e4 = $2 and elevation = $3")
        .bind(i64::from(cell.latitude_e4))
        .bind(i64::from(cell.longitude_e4))
        .bind(elevation_key(cell))
        .fetch_optional(pool)
        .await)?;
    // A record of another version begins again.
    Ok(packed.map(|packed| unpack(&packed).unwrap_or_default()))
}

/// Cells that are due, the longest due first.
pub async fn list_due(db: &Db, now: i64, limit: i64) -> Result<Vec<RecordedCell>, sqlx::Error> {
    let rows: Vec<CellRow> = on_db!(db.writer(), pool => sqlx::query_as(
        "select latitude_e4, longitude_e4, elevation, point_latitude_e4, point_longitude_e4, record
         from weather_accuracy where due_at <= $1 order by due_at limit $2")
        .bind(now)
        .bind(limit)
        .fetch_all(pool)
        .await)?;
    let cell = |row: CellRow| RecordedCell {
        cell: point_of(row.latitude_e4, row.longitude_e4, row.elevation),
        point: point_of(row.point_latitude_e4, row.point_longitude_e4, row.elevation),
        record: unpack(&row.record).unwrap_or_default(),
    };
    Ok(rows.into_iter().map(cell).collect())
}

/// A cell after its turn: its record if that changed, and when it is due again.
pub struct Checked {
    pub cell: GridPoint,
    pub record: Option<ForecastRecord>,
    pub due_at: i64,
}

/// Writes cells and totals together, so that no result is counted twice or not at all.
pub async fn update_cells(db: &Db, cells: &[Checked], totals: &Totals) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        for checked in cells {
            sqlx::query(
                "update weather_accuracy set due_at = $4, record = coalesce($5, record)
                 where latitude_e4 = $1 and longitude_e4 = $2 and elevation = $3")
                .bind(i64::from(checked.cell.latitude_e4))
                .bind(i64::from(checked.cell.longitude_e4))
                .bind(elevation_key(checked.cell))
                .bind(checked.due_at)
                .bind(checked.record.as_ref().map(pack))
                .execute(&mut *transaction)
                .await?;
        }
        for ((day, days_ahead), tally) in totals {
            sqlx::query(ADD_TOTALS)
                .bind(*day)
                .bind(i64::from(*days_ahead))
                .bind(i64::from(tally.high.days))
                .bind(i64::from(tally.high.absolute_tenths))
                .bind(i64::from(tally.low.days))
                .bind(i64::from(tally.low.absolute_tenths))
                .bind(i64::from(tally.rain.hits))
                .bind(i64::from(tally.rain.misses))
                .bind(i64::from(tally.rain.false_alarms))
                .bind(i64::from(tally.rain.correct_dry))
                .bind(i64::from(tally.band.values))
                .bind(i64::from(tally.band.inside))
                .bind(i64::from(tally.band.inside_uncorrected))
                .execute(&mut *transaction)
                .await?;
        }
        Ok(())
    })
}

const ADD_TOTALS: &str = "insert into weather_accuracy_totals
    (day, days_ahead, high_days, high_error_tenths, low_days, low_error_tenths, rain_hits, rain_misses,
     rain_false_alarms, rain_dry, band_values, band_inside, band_inside_uncorrected)
 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
 on conflict (day, days_ahead) do update set
    high_days = weather_accuracy_totals.high_days + excluded.high_days,
    high_error_tenths = weather_accuracy_totals.high_error_tenths + excluded.high_error_tenths,
    low_days = weather_accuracy_totals.low_days + excluded.low_days,
    low_error_tenths = weather_accuracy_totals.low_error_tenths + excluded.low_error_tenths,
    rain_hits = weather_accuracy_totals.rain_hits + excluded.rain_hits,
    rain_misses = weather_accuracy_totals.rain_misses + excluded.rain_misses,
    rain_false_alarms = weather_accuracy_totals.rain_false_alarms + excluded.rain_false_alarms,
    rain_dry = weather_accuracy_totals.rain_dry + excluded.rain_dry,
    band_values = weather_accuracy_totals.band_values + excluded.band_values,
    band_inside = weather_accuracy_totals.band_inside + excluded.band_inside,
    band_inside_uncorrected = weather_accuracy_totals.band_inside_uncorrected + excluded.band_inside_uncorrected";

/// The totals of the days from `day`, by lead.
pub async fn sum_totals(db: &Db, day: i64) -> Result<Vec<LeadTotals>, sqlx::Error> {
    on_lagging_db!(db, pool => sqlx::query_as(
        "select days_ahead, cast(sum(high_days) as bigint) as high_days,
                cast(sum(high_error_tenths) as bigint) as high_error_tenths, cast(sum(low_days) as bigint) as low_days,
                cast(sum(low_error_tenths) as bigint) as low_error_tenths, cast(sum(rain_hits) as bigint) as rain_hits,
                cast(sum(rain_misses) as bigint) as rain_misses,
                cast(sum(rain_false_alarms) as bigint) as rain_false_alarms, cast(sum(rain_dry) as bigint) as rain_dry,
                cast(sum(band_values) as bigint) as band_values, cast(sum(band_inside) as bigint) as band_inside,
                cast(sum(band_inside_uncorrected) as bigint) as band_inside_uncorrected
         from weather_accuracy_totals where day >= $1 group by days_ahead order by days_ahead")
        .bind(day)
        .fetch_all(pool)
        .await)
}

pub async fn delete_totals_before(db: &Db, day: i64) -> Result<(), sqlx::Error> {
    on_db!(db.writer(), pool => sqlx::query("delete from weather_accuracy_totals where day < $1")
        .bind(day)
        .execute(pool)
        .await
        .map(|_| ()))
}

/// Every saved place, in one order.
pub async fn list_saved_places(db: &Db) -> Result<Vec<SavedPlace>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select distinct latitude, longitude, elevation from locations order by latitude, longitude, elevation")
        .fetch_all(pool)
        .await)
}

pub async fn list_cells(db: &Db) -> Result<Vec<CellPoint>, sqlx::Error> {
    let rows: Vec<KeyRow> = on_db!(db.writer(), pool => sqlx::query_as(
        "select latitude_e4, longitude_e4, elevation, point_latitude_e4, point_longitude_e4 from weather_accuracy")
        .fetch_all(pool)
        .await)?;
    let cell = |row: KeyRow| {
        let cell = point_of(row.latitude_e4, row.longitude_e4, row.elevation);
        (cell, point_of(row.point_latitude_e4, row.point_longitude_e4, row.elevation))
    };
    Ok(rows.into_iter().map(cell).collect())
}

/// Adds cells, changes the point of those whose place is gone, and removes those without any. A new one is due at once.
pub async fn replace_cells(
    db: &Db,
    new: &[CellPoint],
    moved: &[CellPoint],
    gone: &[GridPoint],
    now: i64,
) -> Result<(), sqlx::Error> {
    on_db_transaction!(db, transaction => {
        for (cell, point) in new {
            sqlx::query(
                "insert into weather_accuracy
                    (latitude_e4, longitude_e4, elevation, point_latitude_e4, point_longitude_e4, due_at, record)
                 values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing")
                .bind(i64::from(cell.latitude_e4))
                .bind(i64::from(cell.longitude_e4))
                .bind(elevation_key(*cell))
                .bind(i64::from(point.latitude_e4))
                .bind(i64::from(point.longitude_e4))
                .bind(now)
                .bind(pack(&ForecastRecord::default()))
                .execute(&mut *transaction)
                .await?;
        }
        for (cell, point) in moved {
            sqlx::query(
                "update weather_accuracy set point_latitude_e4 = $4, point_longitude_e4 = $5
                 where latitude_e4 = $1 and longitude_e4 = $2 and elevation = $3")
                .bind(i64::from(cell.latitude_e4))
                .bind(i64::from(cell.longitude_e4))
                .bind(elevation_key(*cell))
                .bind(i64::from(point.latitude_e4))
                .bind(i64::from(point.longitude_e4))
                .execute(&mut *transaction)
                .await?;
        }
        for cell in gone {
            sqlx::query("delete from weather_accuracy where latitude_e4 = $1 and longitude_e4 = $2 and elevation = $3")
                .bind(i64::from(cell.latitude_e4))
                .bind(i64::from(cell.longitude_e4))
                .bind(elevation_key(*cell))
                .execute(&mut *transaction)
                .await?;
        }
        Ok(())
    })
}
