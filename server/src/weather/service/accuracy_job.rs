//! Records forecasts of cells with saved places every evening, and what the weather was the day before.
//!
//! One process at a time. A cell is due at six in the evening of its own time. A forecast that was requested since
//! noon costs nothing; others are fetched within a tenth of the daily quota.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::StreamExt;
use futures_util::stream;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::accuracy::cell_of;
use super::{Inner, Weather};
use crate::db::lease::claim_job;
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, Site};
use crate::geo::timezone::time_zone_at;
use crate::weather::analysis::accuracy::Tally;
use crate::weather::analysis::accuracy::calibration::calibrate;
use crate::weather::analysis::hour::Supplements;
use crate::weather::assemble::record;
use crate::weather::cache::accuracy_queries::{self as queries, CellPoint, Checked, RecordedCell, SavedPlace, Totals};
use crate::weather::model::accuracy::{LEADS, PERIOD_DAYS, RecordedDay};
use crate::weather::model::grid::GridPoint;
use crate::weather::model::snapshot::ForecastSnapshot;
use crate::weather::providers::quota::Priority;
use crate::weather::providers::{is_live, open_meteo};

/// Forecasts are recorded from this hour of the local day on.
const EVENING_HOUR: i8 = 18;
/// An older forecast is not that of the evening.
const MAX_FORECAST_AGE: SignedDuration = SignedDuration::from_hours(6);
const RETRY_AFTER: SignedDuration = SignedDuration::from_mins(30);
/// More places are not recorded: 209 MB in SQLite.
const MAX_CELLS: usize = 100_000;
const CELLS_PER_BATCH: i64 = 200;
/// What a process manages before its lease ends.
const BATCHES_PER_RUN: usize = 20;
const CONCURRENCY: usize = 8;
const RUN_LEASE: SignedDuration = SignedDuration::from_mins(9);
const SYNC_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
const DAY_SECONDS: i64 = 86_400;
const EPOCH: Date = jiff::civil::date(1970, 1, 1);

impl Weather {
    /// Records what is due. Simulated weather is never recorded.
    pub async fn record_forecasts(&self) -> anyhow::Result<()> {
        let inner = &self.0;
        let now = self.now();
        let until = |span: SignedDuration| (now + span).as_millisecond();
        if !inner.accuracy.is_on || inner.providers.is_simulated_only() {
            return Ok(());
        }
        if !claim_job(&inner.db, "accuracy", now.as_millisecond(), until(RUN_LEASE)).await? {
            return Ok(());
        }
        if claim_job(&inner.db, "accuracy cells", now.as_millisecond(), until(SYNC_INTERVAL)).await? {
            self.sync_cells(now).await?;
        }
        for _ in 0..BATCHES_PER_RUN {
            let due = queries::list_due(&inner.db, now.as_millisecond(), CELLS_PER_BATCH).await?;
            if due.is_empty() {
                break;
            }
            let checks = due.into_iter().map(|cell| inner.check(cell, now)).collect::<Vec<_>>();
            let results: Vec<(Checked, Option<RecordedDay>)> =
                stream::iter(checks).buffer_unordered(CONCURRENCY).collect().await;
            let mut totals = Totals::new();
            let mut checked = Vec::with_capacity(results.len());
            for (cell, judged) in results {
                judged.iter().for_each(|day| add_to_totals(&mut totals, day));
                checked.push(cell);
            }
            queries::update_cells(&inner.db, &checked, &totals).await?;
        }
        Ok(())
    }

    /// Adds the cells of newly saved places, and drops those without any. Nothing stays of a place that is no longer
    /// saved: another one of its cell then stands for the cell.
    async fn sync_cells(&self, now: Timestamp) -> anyhow::Result<()> {
        let db = &self.0.db;
        let places = queries::list_saved_places(db).await?;
        let points: BTreeSet<GridPoint> = places.iter().filter_map(|place| self.grid_point(site(place))).collect();
        let mut wanted: BTreeMap<GridPoint, GridPoint> = BTreeMap::new();
        for point in &points {
            wanted.entry(cell_of(*point)).or_insert(*point);
        }
        let known: BTreeMap<GridPoint, GridPoint> = queries::list_cells(db).await?.into_iter().collect();
        let gone: Vec<GridPoint> = known.keys().filter(|cell| !wanted.contains_key(cell)).copied().collect();
        let room = MAX_CELLS.saturating_sub(known.len() - gone.len());
        let mut moved = wanted.clone();
        moved.retain(|cell, _| known.get(cell).is_some_and(|point| !points.contains(point)));
        wanted.retain(|cell, _| !known.contains_key(cell));
        let new: Vec<CellPoint> = wanted.into_iter().take(room).collect();
        let moved: Vec<CellPoint> = moved.into_iter().collect();
        queries::replace_cells(db, &new, &moved, &gone, now.as_millisecond()).await?;
        let first_day = now.as_second().div_euclid(DAY_SECONDS) - i64::from(PERIOD_DAYS) - 1;
        queries::delete_totals_before(db, first_day).await?;
        Ok(())
    }
}

impl Inner {
    /// One cell: its record with this evening's forecasts, and yesterday if its weather is known now.
    async fn check(&self, cell: RecordedCell, now: Timestamp) -> (Checked, Option<RecordedDay>) {
        let RecordedCell { cell, point, mut record } = cell;
        let coordinates = Coordinates { latitude: point.latitude(), longitude: point.longitude() };
        let zone = time_zone_at(coordinates);
        let local = now.to_zoned(zone.clone());
        let later = |due_at: Timestamp| (Checked { cell, record: None, due_at: due_at.as_millisecond() }, None);
        if local.hour() < EVENING_HOUR {
            return later(evening_of(local.date(), &zone, now));
        }
        let Some(snapshot) = self.evening_forecast(point, now).await else { return later(now + RETRY_AFTER) };
        let supplements = Supplements {
            ensemble: self.ensembles.find(point).await,
            calibration: calibrate(&record, local.date()),
            ..Supplements::default()
        };
        let made = self.render_pool.run(move || Ok(record::entry(point, &snapshot, supplements, now))).await;
        let Ok(entry) = made.inspect_err(|error| tracing::warn!(%error, "forecast could not be recorded")) else {
            return later(now + RETRY_AFTER);
        };
        let yesterday = entry.today.yesterday().ok().zip(entry.yesterday);
        let judged = yesterday.and_then(|(date, values)| record.add_truth(date, values));
        record.add_forecasts(entry.today, entry.forecasts);
        record.drop_before(entry.today);
        let tomorrow = local.date().tomorrow().unwrap_or(local.date());
        let due_at = evening_of(tomorrow, &zone, now).as_millisecond();
        (Checked { cell, record: Some(record), due_at }, judged)
    }

    /// A forecast of this afternoon or evening.
    async fn evening_forecast(&self, point: GridPoint, now: Timestamp) -> Option<ForecastSnapshot> {
        let cached = self.cache.get(&point).await.and_then(|entry| entry.snapshot());
        let previous = super::refresh::newest(cached, self.find_snapshot(point).await);
        let is_recent = |snapshot: &ForecastSnapshot| {
            is_live(snapshot.source) && now.duration_since(snapshot.fetched_at) <= MAX_FORECAST_AGE
        };
        if let Some(recent) = previous.clone().filter(is_recent) {
            return Some(recent);
        }
        self.accuracy.share.reserve(open_meteo::weight_tenths(), 1, Priority::Interactive, now).await?;
        let fetched = self.providers.fetch(point, previous.as_ref(), Priority::Background, now).await;
        let fetched = fetched.filter(is_recent)?;
        self.store(point, &fetched, now).await;
        Some(fetched)
    }
}

fn add_to_totals(totals: &mut Totals, day: &RecordedDay) {
    let number = i64::from(day.date.since(EPOCH).map_or(0, |span| span.get_days()));
    for (index, lead) in LEADS.iter().enumerate() {
        let tally = Tally::of_day(day, index);
        if tally.days > 0 {
            *totals.entry((number, *lead)).or_default() += tally;
        }
    }
}

fn evening_of(date: Date, zone: &TimeZone, now: Timestamp) -> Timestamp {
    let evening = date.at(EVENING_HOUR, 0, 0, 0).to_zoned(zone.clone());
    evening.map_or(now + RETRY_AFTER, |evening| evening.timestamp())
}

fn site(place: &SavedPlace) -> Site {
    Site {
        coordinates: Coordinates { latitude: place.latitude, longitude: place.longitude },
        elevation: place.elevation.and_then(|metres| Elevation::new(metres as f64)),
    }
}
