//! Google Places as an option: used with the operator's key, mapped to our responses, never required.

mod allowance;
mod legacy;
mod new;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;
use url::Url;

use super::answers::{GeocodeResult, Geometry, LatLng, PlacesStatus, Prediction};
use super::request::{Autocomplete, Coordinates, Details};
use crate::clock::Clock;
use crate::db::rate_limit::RateLimiter;
use crate::i18n::Language;
use crate::outbound::{Answer, OutboundError, Redirects, RequestPolicy, Upstream};
use crate::settings::{PlacesSettings, Secret};
use allowance::Allowance;

/// The user is typing: a later response is useless.
pub const LIMITS: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(5),
    attempt: Duration::from_secs(4),
    attempts: 2,
    body_bytes: 1024 * 1024,
    concurrency: 16,
    redirects: Redirects::Never,
    counts_throttling: true,
};
/// Google allows a day at most; nothing of it is ever written to disk.
const KEPT_FOR: Duration = Duration::from_secs(30 * 60);
const KEPT_POSITIONS: u64 = 10_000;

/// The result, or Google's status why there is none.
pub type GoogleResult<T> = Result<T, PlacesStatus>;

/// A place and what Google wants shown beside it.
pub struct Detailed {
    pub result: GeocodeResult,
    pub html_attributions: Vec<String>,
}

#[derive(Clone)]
pub struct Google(Arc<Inner>);

struct Inner {
    upstream: Upstream,
    dialect: Dialect,
    /// Where the Places calls go.
    places: Url,
    /// Where the Geocoding calls go, which have one dialect only.
    maps: Url,
    key: Secret,
    clock: Clock,
    allowance: Allowance,
    /// By position to six decimals, and language.
    positions: Cache<(i64, i64, &'static str), Vec<GeocodeResult>>,
}

/// The two interfaces of Places; which one a key may use depends on the age of its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    New,
    Legacy,
}

impl Google {
    /// `None` without a key.
    pub fn from_settings(
        settings: &PlacesSettings,
        clock: &Clock,
        limits: RequestPolicy,
        counters: RateLimiter,
    ) -> anyhow::Result<Option<Google>> {
        let Some(key) = settings.google_key.clone() else { return Ok(None) };
        let user_agent = concat!("Halcyon/", env!("CARGO_PKG_VERSION"));
        let (dialect, maps) = interface(&settings.google_url);
        Ok(Some(Google(Arc::new(Inner {
            upstream: Upstream::new("google-places", user_agent, limits, clock.clone())?,
            dialect,
            places: settings.google_url.clone(),
            maps,
            key,
            clock: clock.clone(),
            allowance: Allowance::new(counters, settings.google_daily_calls),
            positions: Cache::builder().max_capacity(KEPT_POSITIONS).time_to_live(KEPT_FOR).build(),
        }))))
    }

    pub async fn autocomplete(
        &self,
        input: &str,
        request: &Autocomplete,
        client: Option<IpAddr>,
    ) -> GoogleResult<Vec<Prediction>> {
        if !self.0.allowance.has_suggestion(client).await {
            return Err(PlacesStatus::OverQueryLimit);
        }
        match self.0.dialect {
            Dialect::New => new::autocomplete(&self.0, input, request).await,
            Dialect::Legacy => legacy::autocomplete(&self.0, input, request).await,
        }
    }

    pub async fn details(&self, request: &Details, client: Option<IpAddr>) -> GoogleResult<Detailed> {
        self.count_lookup(client).await?;
        match self.0.dialect {
            Dialect::New => new::details(&self.0, request).await,
            Dialect::Legacy => legacy::details(&self.0, request).await,
        }
    }

    pub async fn geocode(
        &self,
        address: &str,
        language: Language,
        client: Option<IpAddr>,
    ) -> GoogleResult<Vec<GeocodeResult>> {
        self.count_lookup(client).await?;
        legacy::geocode(&self.0, address, language).await
    }

    /// The named place at a position, at most one.
    pub async fn reverse(
        &self,
        position: Coordinates,
        language: Language,
        client: Option<IpAddr>,
    ) -> GoogleResult<Vec<GeocodeResult>> {
        let key = (micro_degrees(position.latitude), micro_degrees(position.longitude), language.code());
        if let Some(known) = self.0.positions.get(&key).await {
            return Ok(known);
        }
        self.count_lookup(client).await?;
        let found = legacy::reverse(&self.0, position, language).await?;
        self.0.positions.insert(key, found.clone()).await;
        Ok(found)
    }

    async fn count_lookup(&self, client: Option<IpAddr>) -> GoogleResult<()> {
        match self.0.allowance.has_lookup(client).await {
            true => Ok(()),
            false => Err(PlacesStatus::OverQueryLimit),
        }
    }
}

impl Inner {
    /// When something was fetched, as the wire has it.
    fn now(&self) -> String {
        self.clock.now().to_string()
    }

    async fn get<T: DeserializeOwned>(&self, url: Url, headers: HeaderMap) -> GoogleResult<T> {
        if !self.allowance.has_call().await {
            return Err(PlacesStatus::OverDailyLimit);
        }
        self.upstream.get(url, headers, read).await.result.unwrap_or_else(|error| Err(status_of(&error)))
    }

    async fn post<T: DeserializeOwned>(
        &self,
        url: Url,
        headers: HeaderMap,
        body: &serde_json::Value,
    ) -> GoogleResult<T> {
        if !self.allowance.has_call().await {
            return Err(PlacesStatus::OverDailyLimit);
        }
        self.upstream.post(url, headers, body, read).await.result.unwrap_or_else(|error| Err(status_of(&error)))
    }
}

/// Reads an answer; a refusal in the form of a status is an answer too, and no fault of the service.
fn read<T: DeserializeOwned>(answer: Answer) -> Result<GoogleResult<T>, OutboundError> {
    match answer.status.as_u16() {
        200..=299 => serde_json::from_slice(&answer.body)
            .map(Ok)
            .map_err(|error| OutboundError::Unusable(format!("line {}", error.line()))),
        400 => Ok(Err(PlacesStatus::InvalidRequest)),
        401 | 403 => Ok(Err(PlacesStatus::RequestDenied)),
        404 => Ok(Err(PlacesStatus::NotFound)),
        _ => Err(OutboundError::Status(answer.status)),
    }
}

fn status_of(error: &OutboundError) -> PlacesStatus {
    match error {
        OutboundError::Status(status) if status.as_u16() == 429 => PlacesStatus::OverQueryLimit,
        _ => PlacesStatus::UnknownError,
    }
}

/// The legacy interface is that of `maps.googleapis.com`, under `/maps/api`; geocoding is always there.
fn interface(url: &Url) -> (Dialect, Url) {
    let host = url.host_str().unwrap_or_default();
    let is_legacy = host.starts_with("maps.") || url.path().starts_with("/maps");
    let mut maps = url.clone();
    if host == "places.googleapis.com" && maps.set_host(Some("maps.googleapis.com")).is_err() {
        maps = url.clone();
    }
    (if is_legacy { Dialect::Legacy } else { Dialect::New }, maps)
}

fn micro_degrees(degrees: f64) -> i64 {
    (degrees * 1e6).round() as i64
}

fn at(lat: f64, lng: f64) -> Geometry {
    Geometry { location: LatLng { lat, lng } }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_address_decides_the_dialect() {
        let cases = [
            ("https://places.googleapis.com", Dialect::New, "maps.googleapis.com"),
            ("https://maps.googleapis.com", Dialect::Legacy, "maps.googleapis.com"),
            ("http://127.0.0.1:9/maps/api", Dialect::Legacy, "127.0.0.1"),
            ("http://127.0.0.1:9", Dialect::New, "127.0.0.1"),
        ];
        for (url, dialect, geocoding_host) in cases {
            let (found, maps) = interface(&url.parse().unwrap());
            assert_eq!((found, maps.host_str().unwrap()), (dialect, geocoding_host), "{url}");
        }
    }
}
