//! Short forecasts of many places in one call, for background hazard checks.

use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::quota::Priority;
use super::{ForecastProvider, ForecastProviders, open_meteo, unusable, validate};
use crate::outbound::{Answer, OutboundError};
use crate::weather::model::forecast::Forecast;
use crate::weather::model::grid::GridPoint;

impl ForecastProviders {
    pub fn supports_bulk(&self) -> bool {
        self.list.iter().any(|provider| matches!(provider, ForecastProvider::OpenMeteo { .. }))
    }

    /// Whether any of them has real weather: a check of simulated weather would find nothing.
    pub fn has_live(&self) -> bool {
        self.list.iter().any(|provider| !provider.is_simulated())
    }

    /// How many places per day background jobs may check; `None` without a limit.
    pub fn bulk_checks_per_day(&self) -> Option<i64> {
        self.list.iter().find_map(|provider| match provider {
            ForecastProvider::OpenMeteo { quota, .. } => {
                quota.background_calls_per_day(open_meteo::HAZARD_WEIGHT_TENTHS)
            }
            ForecastProvider::MetNorway { .. } | ForecastProvider::Simulated(_) => None,
        })
    }

    /// One call for as many of the points as the quota allows, in their order; the others are `None`. Without a
    /// provider that is up and supports bulk calls the result itself is `None`.
    pub async fn fetch_bulk(&self, points: &[GridPoint], now: Timestamp) -> Option<Vec<Option<Forecast>>> {
        let (upstream, quota, url, key) = self.list.iter().find_map(|provider| match provider {
            ForecastProvider::OpenMeteo { upstream, quota, url, key } => Some((upstream, quota, url, key)),
            ForecastProvider::MetNorway { .. } | ForecastProvider::Simulated(_) => None,
        })?;
        if upstream.is_open() {
            return None;
        }
        let mut count = points.len();
        let reservation = loop {
            let weight = open_meteo::HAZARD_WEIGHT_TENTHS * u32::try_from(count).ok().filter(|count| *count > 0)?;
            match quota.reserve(weight, upstream.max_attempts(), Priority::Background, now).await {
                Some(reservation) => break reservation,
                None => count /= 2,
            }
        };
        let requested = &points[..count];
        let parse = |answer: Answer| match answer.status {
            StatusCode::OK => validate_each(open_meteo::parse_many(&answer.body, requested).map_err(unusable)?, now),
            status if status.is_client_error() => Err(OutboundError::Refused(format!("answered {status}"))),
            status => Err(OutboundError::Status(status)),
        };
        let url = open_meteo::hazard_url(url, key.as_ref(), requested);
        let fetched = upstream.get(url, HeaderMap::new(), parse).await;
        quota.release_unused(&reservation, fetched.attempts).await;
        let mut forecasts = fetched
            .result
            .inspect_err(|error| tracing::info!(places = requested.len(), %error, "bulk forecast failed"))
            .ok()?;
        forecasts.resize(points.len(), None);
        Some(forecasts)
    }
}

/// An invalid forecast drops only its own place; the call fails when every forecast is invalid.
fn validate_each(forecasts: Vec<Forecast>, now: Timestamp) -> Result<Vec<Option<Forecast>>, OutboundError> {
    let mut last_error = None;
    let valid = |forecast| validate(forecast, now).map_err(|error| last_error = Some(error)).ok();
    let forecasts: Vec<Option<Forecast>> = forecasts.into_iter().map(valid).collect();
    match last_error {
        Some(error) if forecasts.iter().all(Option::is_none) => Err(error),
        _ => Ok(forecasts),
    }
}
