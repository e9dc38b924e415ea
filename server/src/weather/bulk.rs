//! Hazards of many places at once, for background checks.

use futures_util::StreamExt;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};

use super::analysis::hazards;
use super::analysis::hour::{HourView, ReportContext, Supplements};
use super::analysis::now::{Now, decide};
use super::model::forecast::Forecast;
use super::model::grid::GridPoint;
use super::model::snapshot::ForecastSnapshot;
use super::providers::{credit, is_live};
use super::service::Requester;
use super::service::Weather;
use crate::alert::{Alert, FoundHazards};
use crate::geo::elevation::Site;

/// For providers without bulk calls.
const MAX_CONCURRENT_FETCHES: usize = 4;
const QUARTER_HOURS_PER_DAY: i64 = 96;
const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// An older report is refreshed before it is shown.
const MAX_REPORT_AGE: SignedDuration = SignedDuration::from_hours(1);

/// How often background jobs may check every place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckInterval {
    QuarterHour,
    /// The quota does not allow more.
    Hour,
}

impl Weather {
    /// The hazards at each place; `None` where no live forecast is available. Simulated weather never has hazards.
    pub async fn detect_hazards_bulk(&self, places: &[Site]) -> Vec<Option<FoundHazards>> {
        let now = self.now();
        let points: Vec<Option<GridPoint>> = places.iter().map(|place| self.grid_point(*place)).collect();
        // One call of a provider has elevations for all of its places or for none.
        let (with, without): (Vec<GridPoint>, Vec<GridPoint>) =
            points.iter().flatten().copied().partition(|point: &GridPoint| point.elevation.is_some());
        let mut with = self.fetch_all(&with).await.into_iter();
        let mut without = self.fetch_all(&without).await.into_iter();
        let mut next = |point: &GridPoint| if point.elevation.is_some() { with.next() } else { without.next() };
        let mut detected = Vec::with_capacity(points.len());
        for point in points {
            let forecast = point.and_then(|point| Some((point, next(&point).flatten()?)));
            detected.push(match forecast {
                Some((point, forecast)) => Some(self.detect_hazards(point, &forecast, now).await),
                None => None,
            });
        }
        detected
    }

    /// With the normals that are stored: none is fetched, and they are read only where there is heat or cold to compare.
    async fn detect_hazards(&self, point: GridPoint, forecast: &Forecast, now: Timestamp) -> FoundHazards {
        let present = self.shown_present(point, now).await;
        let by_thresholds = hazards::detect(forecast, present.as_ref(), None, now);
        let is_relative =
            |alert: &Alert| alert.hazard.as_ref().is_some_and(|hazard| hazards::depends_on_climate(hazard.kind));
        if !by_thresholds.iter().any(is_relative) {
            return FoundHazards { alerts: by_thresholds, ..FoundHazards::default() };
        }
        let Some(normals) = self.stored_normals(point).await else {
            return FoundHazards { alerts: by_thresholds, ..FoundHazards::default() };
        };
        FoundHazards {
            alerts: hazards::detect(forecast, present.as_ref(), Some(&normals), now),
            by_thresholds_alone: by_thresholds.into_iter().filter(is_relative).collect(),
        }
    }

    /// The present as the report of this place shows it, which knows more than the forecast of a background check. Read
    /// from memory only: without a cached report there is nothing on a page that a notification could contradict.
    async fn shown_present(&self, point: GridPoint, now: Timestamp) -> Option<Now> {
        let is_usable = |snapshot: &ForecastSnapshot| {
            is_live(snapshot.source) && now.duration_since(snapshot.fetched_at) <= MAX_REPORT_AGE
        };
        let snapshot = self.cached_entry(point).await?.snapshot().filter(is_usable)?;
        let context = ReportContext::new(point, &snapshot, credit(snapshot.source), Supplements::default());
        let hours = snapshot.forecast.hours.iter();
        let running = hours.filter(|hour| hour.time <= now && hour.time + HOUR > now);
        let running: Vec<HourView> = running.map(|hour| HourView::new(hour, &context, None)).collect();
        decide(&snapshot.forecast, &running, &context, now)
    }

    async fn fetch_all(&self, points: &[GridPoint]) -> Vec<Option<Forecast>> {
        if points.is_empty() {
            return Vec::new();
        }
        match self.providers().fetch_bulk(points, self.now()).await {
            Some(forecasts) => forecasts,
            None if self.providers().supports_bulk() || !self.providers().has_live() => vec![None; points.len()],
            None => self.fetch_each(points).await,
        }
    }

    /// The shortest interval at which the quota allows checks of this many places.
    pub fn check_interval(&self, places: i64) -> CheckInterval {
        let checks_per_day = places.saturating_mul(QUARTER_HOURS_PER_DAY);
        match self.providers().bulk_checks_per_day() {
            Some(allowed) if checks_per_day > allowed => CheckInterval::Hour,
            _ => CheckInterval::QuarterHour,
        }
    }

    async fn fetch_each(&self, points: &[GridPoint]) -> Vec<Option<Forecast>> {
        let fetches = points.iter().map(|point| async move {
            let entry = self.entry(*point, Requester::Job).await.ok()?;
            entry.snapshot().filter(|snapshot| is_live(snapshot.source)).map(|snapshot| snapshot.forecast)
        });
        stream::iter(fetches.collect::<Vec<_>>()).buffered(MAX_CONCURRENT_FETCHES).collect().await
    }
}
