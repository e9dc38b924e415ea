//! How accurate forecasts have been: the records of cells with saved places, read for reports and for the bands.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;

use super::Weather;
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::time_zone_at;
use crate::settings::{SourceId, WeatherSettings};
use crate::telemetry::prometheus::{Exposition, MetricKind};
use crate::weather::analysis::accuracy::calibration::calibrate;
use crate::weather::analysis::accuracy::{report, unavailable};
use crate::weather::cache::accuracy_queries::{self as queries, LeadTotals};
use crate::weather::model::accuracy::{Calibration, ForecastRecord, PERIOD_DAYS};
use crate::weather::model::grid::GridPoint;
use crate::weather::providers::is_live;
use crate::weather::providers::quota::Quota;
use crate::weather::report::{AccuracyReport, ComparedWith, Reason};

/// Places closer than this, in the same band of elevation, share a record.
const CELL_DEGREES: f64 = 0.1;
/// About 20 MB of records.
const MAX_CACHED: u64 = 10_000;
const RECHECK: SignedDuration = SignedDuration::from_mins(30);
/// The most that records may take of the daily quota.
const SHARE: f64 = 0.1;
const NAME: &str = "open-meteo-accuracy";
const DAY_SECONDS: i64 = 86_400;

#[derive(Clone)]
pub struct AccuracyStore {
    pub(super) is_on: bool,
    /// Its own share of the daily quota.
    pub(super) share: Quota,
    stored: Cache<GridPoint, Known>,
    simulated: Cache<(GridPoint, Date), Arc<ForecastRecord>>,
    db: Db,
    clock: Clock,
}

#[derive(Clone)]
struct Known {
    record: Option<Arc<ForecastRecord>>,
    check_at: Timestamp,
}

/// The cell whose record a place uses.
pub(super) fn cell_of(point: GridPoint) -> GridPoint {
    let cell = GridPoint::nearest(point.latitude(), point.longitude(), CELL_DEGREES);
    cell.map_or(point, |cell| GridPoint { elevation: point.elevation, ..cell })
}

impl AccuracyStore {
    pub fn new(settings: &WeatherSettings, db: Db, clock: Clock) -> AccuracyStore {
        let has_quota = settings.sources.contains(&SourceId::OpenMeteo);
        let share = settings.daily_quota.filter(|_| has_quota).map(|calls| (f64::from(calls) * SHARE) as u32);
        AccuracyStore {
            is_on: settings.has_accuracy,
            share: Quota::new(db.clone(), NAME, share),
            stored: Cache::builder().max_capacity(MAX_CACHED).build(),
            simulated: Cache::builder().max_capacity(MAX_CACHED).build(),
            db,
            clock,
        }
    }

    /// The same store with other connections to the database.
    pub fn with_db(&self, db: &Db) -> AccuracyStore {
        AccuracyStore { share: self.share.with_db(db), db: db.clone(), ..self.clone() }
    }

    /// The corrections of the bands of a place; none where nothing is known.
    pub async fn calibration(&self, point: GridPoint) -> Calibration {
        if !self.is_on {
            return Calibration::default();
        }
        let record = self.find(cell_of(point)).await;
        record.map_or_else(Calibration::default, |record| calibrate(&record, today(point, self.clock.now())))
    }

    /// The same for simulated weather, once its accuracy was requested: to compute it costs more than a report.
    pub async fn simulated_calibration(&self, point: GridPoint) -> Calibration {
        let today = today(point, self.clock.now());
        let record = self.simulated.get(&(point, today)).await;
        record.map_or_else(Calibration::default, |record| calibrate(&record, today))
    }

    async fn find(&self, cell: GridPoint) -> Option<Arc<ForecastRecord>> {
        let now = self.clock.now();
        if let Some(known) = self.stored.get(&cell).await.filter(|known| now < known.check_at) {
            return known.record;
        }
        let found = queries::find_record(&self.db, cell).await;
        let record = found
            .inspect_err(|error| tracing::warn!(%error, "recorded forecasts could not be read"))
            .ok()?
            .map(Arc::new);
        self.stored.insert(cell, Known { record: record.clone(), check_at: now + RECHECK }).await;
        record
    }
}

impl Weather {
    /// How accurate the forecasts of a place have been.
    pub async fn accuracy(&self, point: GridPoint) -> anyhow::Result<AccuracyReport> {
        let store = &self.0.accuracy;
        let is_simulated = match self.0.cache.get(&point).await.and_then(|entry| entry.source()) {
            Some(source) => !is_live(source),
            None => self.0.providers.is_simulated_only(),
        };
        let compared_with = if is_simulated { ComparedWith::Simulation } else { ComparedWith::Analysis };
        if !store.is_on {
            return Ok(unavailable(Reason::SwitchedOff, compared_with));
        }
        let today = today(point, self.now());
        let record = match is_simulated {
            true => self.simulated_record(point, today).await?,
            false => store.find(cell_of(point)).await,
        };
        Ok(match record {
            Some(record) => report(&record, today, compared_with),
            None => unavailable(Reason::NotReady, compared_with),
        })
    }

    /// What simulated forecasts would have said: they are the same whenever they are computed.
    async fn simulated_record(&self, point: GridPoint, today: Date) -> anyhow::Result<Option<Arc<ForecastRecord>>> {
        let store = &self.0.accuracy;
        if let Some(record) = store.simulated.get(&(point, today)).await {
            return Ok(Some(record));
        }
        let Some(simulated) = self.0.providers.simulated() else { return Ok(None) };
        let computed = self
            .0
            .render_pool
            .run(move || Ok(simulated.record(point.latitude(), point.longitude(), point.elevation, today)));
        let record = Arc::new(computed.await?);
        store.simulated.insert((point, today), Arc::clone(&record)).await;
        Ok(Some(record))
    }

    /// Writes the metrics over all recorded cells of the last thirty days.
    pub async fn expose_accuracy(&self, text: &mut Exposition) -> Result<(), sqlx::Error> {
        let today = self.now().as_second().div_euclid(DAY_SECONDS);
        let totals = queries::sum_totals(&self.0.db, today - i64::from(PERIOD_DAYS)).await?;
        expose(&totals, text);
        Ok(())
    }
}

fn expose(totals: &[LeadTotals], text: &mut Exposition) {
    let errors = "halcyon_forecast_mean_error_celsius";
    text.family(errors, MetricKind::Gauge, "Mean error of highs and lows over the last 30 days, by days ahead");
    for lead in totals {
        let ahead = lead.days_ahead.to_string();
        let values = [("high", lead.high_error_tenths, lead.high_days), ("low", lead.low_error_tenths, lead.low_days)];
        for (value, tenths, days) in values.into_iter().filter(|(_, _, days)| *days > 0) {
            let mean = tenths as f64 / 10.0 / days as f64;
            text.sample(errors, &[("days_ahead", &ahead), ("value", value)], format!("{mean:.3}"));
        }
    }
    let rain = "halcyon_forecast_rain_days";
    text.family(rain, MetricKind::Gauge, "Forecast days of the last 30 days by what was forecast and what it was");
    for lead in totals {
        let outcomes = [
            ("hit", lead.rain_hits),
            ("miss", lead.rain_misses),
            ("false_alarm", lead.rain_false_alarms),
            ("dry", lead.rain_dry),
        ];
        for (outcome, days) in outcomes {
            text.sample(rain, &[("days_ahead", &lead.days_ahead.to_string()), ("outcome", outcome)], days);
        }
    }
    let share = "halcyon_forecast_band_share";
    text.family(
        share,
        MetricKind::Gauge,
        "Share of highs and lows inside their band over the last 30 days; 0.8 is right",
    );
    for lead in totals.iter().filter(|lead| lead.band_values > 0) {
        let ahead = lead.days_ahead.to_string();
        for (band, inside) in [("shown", lead.band_inside), ("uncorrected", lead.band_inside_uncorrected)] {
            let value = inside as f64 / lead.band_values as f64;
            text.sample(share, &[("days_ahead", &ahead), ("band", band)], format!("{value:.3}"));
        }
    }
}

pub(super) fn today(point: GridPoint, now: Timestamp) -> Date {
    let coordinates = Coordinates { latitude: point.latitude(), longitude: point.longitude() };
    now.to_zoned(time_zone_at(coordinates)).date()
}
