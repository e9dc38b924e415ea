//! Looking after many places at once for people who are not there now: few variables, many places a call.

use futures_util::StreamExt;
use futures_util::stream;
use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::analysis::hazards;
use super::model::forecast::Forecast;
use super::model::grid::GridPoint;
use super::providers::open_meteo;
use super::providers::quota::Purpose;
use super::providers::{Source, Sources, believed, is_live, unusable};
use super::service::Weather;
use crate::alert::Alert;
use crate::geo::coordinates::Coordinates;
use crate::outbound::{Answer, OutboundError};

/// MET Norway is asked place by place.
const AT_ONCE: usize = 4;

/// How the watch may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As often as news can be expected.
    Eager,
    /// Once an hour, so that the budget lasts.
    Sparing,
}

impl Weather {
    /// Our own notices for each place; `None` for one whose weather could not be had from a live source. Made-up
    /// weather concerns nobody.
    pub async fn watch(&self, places: &[Coordinates]) -> Vec<Option<Vec<Alert>>> {
        let now = self.now();
        let points: Vec<Option<GridPoint>> =
            places.iter().map(|place| self.point_near(place.latitude, place.longitude)).collect();
        let known: Vec<GridPoint> = points.iter().flatten().copied().collect();
        let forecasts = match self.sources().watch(&known, now).await {
            Some(forecasts) => forecasts,
            None if self.sources().has_many_at_once() => vec![None; known.len()],
            None => self.one_by_one(&known).await,
        };
        let mut forecasts = forecasts.into_iter();
        let found = |forecast: Option<Forecast>| forecast.map(|forecast| hazards::find(&forecast, now));
        points.iter().map(|point| point.and_then(|_| found(forecasts.next().flatten()))).collect()
    }

    /// Whether so many places may be looked at every quarter of an hour.
    pub async fn watch_pace(&self, places: i64) -> Pace {
        let looks_a_day = places.saturating_mul(96);
        match self.sources().watch_allowance() {
            Some(allowance) if looks_a_day > allowance => Pace::Sparing,
            _ => Pace::Eager,
        }
    }

    async fn one_by_one(&self, points: &[GridPoint]) -> Vec<Option<Forecast>> {
        let looks = points.iter().map(|point| async move {
            let entry = self.entry(*point, Purpose::Watcher).await.ok()?;
            entry.kept().filter(|kept| is_live(kept.source)).map(|kept| kept.forecast)
        });
        stream::iter(looks.collect::<Vec<_>>()).buffered(AT_ONCE).collect().await
    }
}

impl Sources {
    fn has_many_at_once(&self) -> bool {
        self.list.iter().any(|source| matches!(source, Source::OpenMeteo { .. }))
    }

    /// Looks a day that watchers may spend; `None` without a limit.
    fn watch_allowance(&self) -> Option<i64> {
        self.list.iter().find_map(|source| match source {
            Source::OpenMeteo { budget, .. } => budget.for_watchers(open_meteo::WATCH_WEIGHT_TENTHS),
            Source::MetNorway { .. } | Source::Simulated(_) => None,
        })
    }

    /// One call for as many of them as the budget allows, the first ones first; `None` where no source takes many.
    async fn watch(&self, points: &[GridPoint], now: Timestamp) -> Option<Vec<Option<Forecast>>> {
        let (upstream, budget, url, key) = self.list.iter().find_map(|source| match source {
            Source::OpenMeteo { upstream, budget, url, key } => Some((upstream, budget, url, key)),
            Source::MetNorway { .. } | Source::Simulated(_) => None,
        })?;
        if upstream.is_open() {
            return None;
        }
        let mut count = points.len();
        let reservation = loop {
            let weight = open_meteo::WATCH_WEIGHT_TENTHS * u32::try_from(count).ok().filter(|count| *count > 0)?;
            match budget.reserve(weight, upstream.max_attempts(), Purpose::Watcher, now).await {
                Some(reservation) => break reservation,
                None => count /= 2,
            }
        };
        let asked = &points[..count];
        let read = |answer: Answer| match answer.status {
            StatusCode::OK => {
                let forecasts = open_meteo::read_many(&answer.body, asked).map_err(unusable)?;
                believed_ones(forecasts, now)
            }
            status if status.is_client_error() => Err(OutboundError::Refused(format!("answered {status}"))),
            status => Err(OutboundError::Status(status)),
        };
        let fetched = upstream.get(open_meteo::watch_request(url, key.as_ref(), asked), HeaderMap::new(), read).await;
        budget.settle(&reservation, fetched.attempts).await;
        let forecasts = fetched
            .result
            .inspect_err(|error| tracing::info!(places = asked.len(), %error, "no forecasts for the watch"))
            .ok()?;
        let mut answered = forecasts;
        answered.resize(points.len(), None);
        Some(answered)
    }
}

/// One place with impossible weather costs only itself; an answer without anything to believe is none.
fn believed_ones(forecasts: Vec<Forecast>, now: Timestamp) -> Result<Vec<Option<Forecast>>, OutboundError> {
    let mut doubt = None;
    let believe = |forecast| believed(forecast, now).map_err(|error| doubt = Some(error)).ok();
    let ones: Vec<Option<Forecast>> = forecasts.into_iter().map(believe).collect();
    match doubt {
        Some(doubt) if ones.iter().all(Option::is_none) => Err(doubt),
        _ => Ok(ones),
    }
}
