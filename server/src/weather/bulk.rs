//! Hazards of many places at once, for background checks.

use futures_util::StreamExt;
use futures_util::stream;

use super::analysis::hazards;
use super::model::forecast::Forecast;
use super::model::grid::GridPoint;
use super::providers::is_live;
use super::service::Requester;
use super::service::Weather;
use crate::alert::Alert;
use crate::geo::elevation::Site;

/// For providers without bulk calls.
const MAX_CONCURRENT_FETCHES: usize = 4;
const QUARTER_HOURS_PER_DAY: i64 = 96;

/// How often background jobs may check every place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckInterval {
    QuarterHour,
    /// The quota does not allow more.
    Hour,
}

impl Weather {
    /// The hazards at each place; `None` where no live forecast is available. Simulated weather never has hazards.
    pub async fn detect_hazards_bulk(&self, places: &[Site]) -> Vec<Option<Vec<Alert>>> {
        let now = self.now();
        let points: Vec<Option<GridPoint>> = places.iter().map(|place| self.grid_point(*place)).collect();
        // One call of a provider has elevations for all of its places or for none.
        let (with, without): (Vec<GridPoint>, Vec<GridPoint>) =
            points.iter().flatten().copied().partition(|point: &GridPoint| point.elevation.is_some());
        let mut with = self.fetch_all(&with).await.into_iter();
        let mut without = self.fetch_all(&without).await.into_iter();
        let mut next = |point: &GridPoint| if point.elevation.is_some() { with.next() } else { without.next() };
        let detect = |forecast: Option<Forecast>| forecast.map(|forecast| hazards::detect(&forecast, now));
        points.iter().map(|point| point.and_then(|point| detect(next(&point).flatten()))).collect()
    }

    async fn fetch_all(&self, points: &[GridPoint]) -> Vec<Option<Forecast>> {
        if points.is_empty() {
            return Vec::new();
        }
        match self.providers().fetch_bulk(points, self.now()).await {
            Some(forecasts) => forecasts,
            None if self.providers().supports_bulk() => vec![None; points.len()],
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
