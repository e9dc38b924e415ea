//! The weather providers, tried in the configured order until one returns a valid forecast.

pub(crate) mod air;
mod bulk;
pub(crate) mod ensemble;
pub(crate) mod grid;
pub(crate) mod met_norway;
pub(crate) mod metar;
pub(crate) mod names;
pub(crate) mod normals;
pub(crate) mod open_meteo;
pub(crate) mod quota;
pub(crate) mod simulated;
pub(crate) mod validation;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use reqwest::StatusCode;
use reqwest::header::{EXPIRES, HeaderMap, HeaderValue, IF_MODIFIED_SINCE, LAST_MODIFIED};
use url::Url;

use self::names::provider_name;
use self::quota::{Priority, Quota, QuotaUsage};
use self::simulated::Simulated;
use super::model::air::PackedAir;
use super::model::ensemble::Ensemble;
use super::model::forecast::Forecast;
use super::model::grid::GridPoint;
use super::model::normals::Normals;
use super::model::observation::StationReport;
use super::model::snapshot::ForecastSnapshot;
use super::report::{MissingData, ReportSource, ReportSourceId};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::{Answer, OutboundError, RequestPolicy, Upstream, user_agent};
use crate::settings::{Secret, SourceId, WeatherSettings};

/// Up to this part of its freshness is taken from a forecast of Open-Meteo at random, so that places that were fetched
/// together, after a start for example, are not due together.
const MAX_FRESHNESS_JITTER: f64 = 0.05;
/// MET Norway asks clients to spread their requests after `Expires`.
const EXPIRES_JITTER_SECONDS: i64 = 60;
/// Forecasts are published four times a day: a later `Expires` is a mistake.
const MAX_FRESHNESS: SignedDuration = SignedDuration::from_hours(6);
/// A failure shorter than this does not replace a forecast by that of a poorer provider.
const KEEP_BETTER_PROVIDER: SignedDuration = SignedDuration::from_hours(3);
/// How much of the past is kept from the previous forecast: enough for today in any time zone.
const KEPT_PAST: SignedDuration = SignedDuration::from_hours(30);
/// MET Norway allows 20 requests a second for one application.
const MET_NORWAY_CONCURRENCY: usize = 4;

#[derive(Clone)]
pub struct ForecastProviders {
    list: Vec<ForecastProvider>,
    fresh: Duration,
}

#[derive(Clone)]
enum ForecastProvider {
    OpenMeteo { upstream: Upstream, quota: Quota, url: Url, key: Option<Secret> },
    MetNorway { upstream: Upstream, url: Url },
    Simulated(Simulated),
}

/// Current state of a provider, for the health endpoint.
pub struct ProviderState {
    pub id: SourceId,
    /// Its circuit breaker is open.
    pub is_circuit_open: bool,
    pub quota: Option<QuotaUsage>,
}

impl ForecastProviders {
    pub fn new(
        settings: &WeatherSettings,
        db: &Db,
        clock: &Clock,
        limits: RequestPolicy,
    ) -> anyhow::Result<ForecastProviders> {
        let user_agent = user_agent(&settings.contact);
        let upstream = |id: SourceId, limits| Upstream::new(provider_name(id), &user_agent, limits, clock.clone());
        let list = settings.sources.iter().map(|id| {
            Ok(match id {
                SourceId::OpenMeteo => ForecastProvider::OpenMeteo {
                    upstream: upstream(*id, limits)?,
                    quota: Quota::new(db.clone(), provider_name(*id), settings.daily_quota),
                    url: settings.open_meteo_url.clone(),
                    key: settings.open_meteo_key.clone(),
                },
                SourceId::MetNorway => ForecastProvider::MetNorway {
                    upstream: upstream(*id, RequestPolicy { concurrency: MET_NORWAY_CONCURRENCY, ..limits })?,
                    url: settings.met_norway_url.clone(),
                },
                SourceId::Simulated => ForecastProvider::Simulated(Simulated {
                    seed: settings.simulated_seed,
                    scenario: settings.simulated_scenario,
                }),
            })
        });
        Ok(ForecastProviders { list: list.collect::<anyhow::Result<_>>()?, fresh: settings.fresh })
    }

    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> ForecastProviders {
        ForecastProviders { list: self.list.iter().map(|provider| provider.with_db(db)).collect(), fresh: self.fresh }
    }

    /// The forecast of the first provider that succeeds. `None` when `previous` is better than what is left to try: recent
    /// weather of a provider that has just failed, or real weather where only simulated weather is left.
    pub async fn fetch(
        &self,
        point: GridPoint,
        previous: Option<&ForecastSnapshot>,
        priority: Priority,
        now: Timestamp,
    ) -> Option<ForecastSnapshot> {
        for provider in self.list.iter().filter(|provider| !provider.is_simulated()) {
            if let Some(snapshot) = provider.fetch(point, previous, priority, self.fresh, now).await {
                return Some(snapshot);
            }
            let is_recent = |known: &ForecastSnapshot| now.duration_since(known.fetched_at) < KEEP_BETTER_PROVIDER;
            if previous.is_some_and(|known| known.source == provider.id() && is_recent(known)) {
                return None;
            }
        }
        if previous.is_some_and(|previous| is_live(previous.source) && previous.is_servable(now)) {
            return None;
        }
        let simulated = self.list.iter().find(|provider| provider.is_simulated())?;
        simulated.fetch(point, None, priority, self.fresh, now).await
    }

    /// No weather service is called at all.
    pub fn is_simulated_only(&self) -> bool {
        self.list.iter().all(ForecastProvider::is_simulated)
    }

    pub fn simulated(&self) -> Option<Simulated> {
        self.list.iter().find_map(|provider| match provider {
            ForecastProvider::Simulated(simulated) => Some(*simulated),
            ForecastProvider::OpenMeteo { .. } | ForecastProvider::MetNorway { .. } => None,
        })
    }

    /// The ensemble of a simulated forecast.
    pub fn simulated_ensemble(&self, point: GridPoint, forecast: &Forecast, now: Timestamp) -> Option<Ensemble> {
        Some(self.simulated()?.ensemble(point.latitude(), point.longitude(), forecast, now))
    }

    /// The normals of simulated weather.
    pub fn simulated_normals(&self, point: GridPoint) -> Option<Normals> {
        Some(self.simulated()?.normals(point.latitude(), point.longitude()))
    }

    /// The air of simulated weather.
    pub fn simulated_air(&self, point: GridPoint, now: Timestamp) -> Option<PackedAir> {
        PackedAir::pack(&self.simulated()?.air(point.latitude(), point.longitude(), now)).ok()
    }

    /// The report of the simulated station.
    pub fn simulated_station(&self, point: GridPoint, now: Timestamp) -> Option<StationReport> {
        Some(self.simulated()?.station(point.latitude(), point.longitude(), point.elevation, now))
    }

    pub async fn states(&self, now: Timestamp) -> Vec<ProviderState> {
        let mut states = Vec::new();
        for provider in &self.list {
            states.push(match provider {
                ForecastProvider::OpenMeteo { upstream, quota, .. } => ProviderState {
                    id: SourceId::OpenMeteo,
                    is_circuit_open: upstream.is_open(),
                    quota: quota.usage(open_meteo::weight_tenths() * upstream.max_attempts(), now).await,
                },
                ForecastProvider::MetNorway { upstream, .. } => {
                    ProviderState { id: SourceId::MetNorway, is_circuit_open: upstream.is_open(), quota: None }
                }
                ForecastProvider::Simulated(_) => {
                    ProviderState { id: SourceId::Simulated, is_circuit_open: false, quota: None }
                }
            });
        }
        states
    }
}

/// Simulated weather is neither stored nor used for alerts.
pub fn is_live(source: SourceId) -> bool {
    source != SourceId::Simulated
}

/// Name and credit of a provider in the report.
pub fn credit(source: SourceId) -> ReportSource {
    let (id, name, attribution, url, licence) = match source {
        SourceId::OpenMeteo => (
            ReportSourceId::OpenMeteo,
            "Open-Meteo",
            "Weather data by Open-Meteo.com",
            Some("https://open-meteo.com/"),
            "CC BY 4.0",
        ),
        SourceId::MetNorway => {
            (ReportSourceId::MetNorway, "MET Norway", "Data from MET Norway", Some("https://api.met.no/"), "CC BY 4.0")
        }
        SourceId::Simulated => {
            (ReportSourceId::Simulated, "Halcyon simulation", "Simulated weather by Halcyon", None, "CC0 1.0")
        }
    };
    ReportSource {
        id,
        name: name.to_owned(),
        attribution: attribution.to_owned(),
        url: url.map(str::to_owned),
        licence: licence.to_owned(),
        simulated: !is_live(source),
        lacks: match source {
            SourceId::MetNorway => {
                vec![MissingData::LaterDays, MissingData::QuarterHours, MissingData::Visibility, MissingData::Snowfall]
            }
            SourceId::OpenMeteo | SourceId::Simulated => Vec::new(),
        },
    }
}

impl ForecastProvider {
    fn with_db(&self, db: &Db) -> ForecastProvider {
        let mut provider = self.clone();
        if let ForecastProvider::OpenMeteo { quota, .. } = &mut provider {
            *quota = quota.with_db(db);
        }
        provider
    }

    fn is_simulated(&self) -> bool {
        self.id() == SourceId::Simulated
    }

    fn id(&self) -> SourceId {
        match self {
            ForecastProvider::OpenMeteo { .. } => SourceId::OpenMeteo,
            ForecastProvider::MetNorway { .. } => SourceId::MetNorway,
            ForecastProvider::Simulated(_) => SourceId::Simulated,
        }
    }

    async fn fetch(
        &self,
        point: GridPoint,
        previous: Option<&ForecastSnapshot>,
        priority: Priority,
        fresh: Duration,
        now: Timestamp,
    ) -> Option<ForecastSnapshot> {
        match self {
            ForecastProvider::OpenMeteo { upstream, quota, url, key } => {
                fetch_open_meteo(
                    upstream,
                    quota,
                    open_meteo::forecast_url(url, key.as_ref(), point),
                    point,
                    priority,
                    fresh,
                    now,
                )
                .await
            }
            ForecastProvider::MetNorway { upstream, url } => {
                fetch_met_norway(upstream, url, point, previous, fresh, now).await
            }
            ForecastProvider::Simulated(simulated) => Some(ForecastSnapshot {
                source: SourceId::Simulated,
                fetched_at: now,
                fresh_until: after(now, fresh),
                last_modified: None,
                forecast: simulated.forecast(point.latitude(), point.longitude(), point.elevation, now),
            }),
        }
    }
}

async fn fetch_open_meteo(
    upstream: &Upstream,
    quota: &Quota,
    url: Url,
    point: GridPoint,
    priority: Priority,
    fresh: Duration,
    now: Timestamp,
) -> Option<ForecastSnapshot> {
    if upstream.is_open() {
        return None;
    }
    let reservation = quota.reserve(open_meteo::weight_tenths(), upstream.max_attempts(), priority, now).await?;
    let parse = |answer: Answer| match answer.status {
        StatusCode::OK => {
            let forecast = open_meteo::parse(&answer.body, point.latitude(), point.longitude()).map_err(unusable)?;
            validate(open_meteo::with_steps(forecast, now), now)
        }
        status if status.is_client_error() => Err(OutboundError::Refused(format!("answered {status}"))),
        status => Err(OutboundError::Status(status)),
    };
    let fetched = upstream.get(url, HeaderMap::new(), parse).await;
    quota.release_unused(&reservation, fetched.attempts).await;
    let forecast = ok_or_log(fetched.result, SourceId::OpenMeteo, point)?;
    let jitter = 1.0 - rand::random_range(0.0..=MAX_FRESHNESS_JITTER);
    let fresh_seconds = fresh.mul_f64(reservation.freshness_factor * jitter).as_secs();
    let fresh_until = after(now, Duration::from_secs(fresh_seconds));
    Some(ForecastSnapshot { source: SourceId::OpenMeteo, fetched_at: now, fresh_until, last_modified: None, forecast })
}

async fn fetch_met_norway(
    upstream: &Upstream,
    base: &Url,
    point: GridPoint,
    previous: Option<&ForecastSnapshot>,
    fresh: Duration,
    now: Timestamp,
) -> Option<ForecastSnapshot> {
    let known = previous.filter(|previous| previous.source == SourceId::MetNorway);
    let mut headers = HeaderMap::new();
    if let Some(since) = known.and_then(|known| HeaderValue::from_str(known.last_modified.as_deref()?).ok()) {
        headers.insert(IF_MODIFIED_SINCE, since);
    }
    let parse = |answer: Answer| {
        let (fresh_until, last_modified) = validity(&answer.headers, fresh, now);
        let forecast = match (answer.status, known) {
            (StatusCode::NOT_MODIFIED, Some(known)) => {
                return Ok(ForecastSnapshot { fetched_at: now, fresh_until, ..known.clone() });
            }
            (StatusCode::OK | StatusCode::NON_AUTHORITATIVE_INFORMATION, _) => {
                met_norway::parse(&answer.body, point.latitude(), point.longitude()).map_err(unusable)?
            }
            (StatusCode::NOT_FOUND | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::BAD_REQUEST, _) => {
                return Err(OutboundError::Refused(format!("answered {}", answer.status)));
            }
            (status, _) => return Err(OutboundError::Status(status)),
        };
        let forecast = with_past_of(validate(forecast, now)?, previous, now);
        Ok(ForecastSnapshot { source: SourceId::MetNorway, fetched_at: now, fresh_until, last_modified, forecast })
    };
    // Another provider has measured the place on a finer terrain.
    let measured = previous.and_then(|previous| previous.forecast.elevation);
    let url = met_norway::forecast_url(base, point, point.elevation.map(f64::from).or(measured));
    ok_or_log(upstream.get(url, headers, parse).await.result, SourceId::MetNorway, point)
}

/// Fresh until the later of `Expires` and our own freshness.
fn validity(headers: &HeaderMap, fresh: Duration, now: Timestamp) -> (Timestamp, Option<String>) {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let expires = text(EXPIRES)
        .and_then(|text| rfc2822::DateTimeParser::new().parse_timestamp(text).ok())
        .map(|time| time.min(now + MAX_FRESHNESS))
        .map(|time| time + SignedDuration::from_secs(rand::random_range(0..=EXPIRES_JITTER_SECONDS)));
    let minimum = after(now, fresh);
    (expires.map_or(minimum, |expires| expires.max(minimum)), text(LAST_MODIFIED).map(str::to_owned))
}

/// Adds the past hours of the previous forecast to one that begins with the running hour: without them today's high would
/// be that of the hours left.
fn with_past_of(mut forecast: Forecast, previous: Option<&ForecastSnapshot>, now: Timestamp) -> Forecast {
    let Some(first) = forecast.hours.first().map(|hour| hour.time) else { return forecast };
    let Some(previous) = previous.filter(|previous| is_live(previous.source)) else { return forecast };
    let is_kept = |time: Timestamp| time < first && time >= now - KEPT_PAST;
    let past = previous.forecast.hours.iter().filter(|hour| is_kept(hour.time)).cloned();
    forecast.hours = past.chain(std::mem::take(&mut forecast.hours)).collect();
    forecast
}

fn validate(forecast: Forecast, now: Timestamp) -> Result<Forecast, OutboundError> {
    validation::validate(forecast, now).map_err(unusable)
}

pub(crate) fn unusable(error: impl std::fmt::Display) -> OutboundError {
    OutboundError::Unusable(error.to_string())
}

fn ok_or_log<T>(result: Result<T, OutboundError>, source: SourceId, point: GridPoint) -> Option<T> {
    result
        .inspect_err(|error| tracing::info!(source = provider_name(source), region = point.region(), %error, "weather provider failed"))
        .ok()
}

fn after(now: Timestamp, span: Duration) -> Timestamp {
    now.checked_add(SignedDuration::try_from(span).unwrap_or(SignedDuration::ZERO)).unwrap_or(now)
}
