//! The list of sources: each with its patience, asked in the operator's order until one answers well.

pub(crate) mod met_norway;
pub(crate) mod names;
pub(crate) mod open_meteo;
pub(crate) mod quota;
pub(crate) mod simulated;
pub(crate) mod simulated_noise;
pub(crate) mod validation;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use reqwest::StatusCode;
use reqwest::header::{EXPIRES, HeaderMap, HeaderValue, IF_MODIFIED_SINCE, LAST_MODIFIED};
use url::Url;

use self::names::name_of;
use self::quota::{Budget, BudgetState, Purpose, stretched};
use self::simulated::Simulated;
use super::model::forecast::Forecast;
use super::model::grid::GridPoint;
use super::model::snapshot::Kept;
use super::report::{ReportSource, ReportSourceId};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::{Answer, OutboundError, RequestPolicy, Upstream, user_agent};
use crate::settings::{Secret, SourceId, WeatherSettings};

/// Spreads our returns, as MET Norway asks for.
const EXPIRES_JITTER_SECONDS: i64 = 60;
/// A forecast is made anew four times a day: an `Expires` later than that is a mistake.
const LONGEST_FRESH: SignedDuration = SignedDuration::from_hours(6);
/// MET Norway allows 20 requests a second for one application.
const MET_NORWAY_CONCURRENCY: usize = 4;

pub struct Sources {
    pub(super) list: Vec<Source>,
    fresh: Duration,
}

pub(super) enum Source {
    OpenMeteo { upstream: Upstream, budget: Budget, url: Url, key: Option<Secret> },
    MetNorway { upstream: Upstream, url: Url },
    Simulated(Simulated),
}

/// How a source stands just now, for the health page.
pub struct SourceState {
    pub id: SourceId,
    pub resting: bool,
    pub budget: Option<BudgetState>,
}

impl Sources {
    pub fn new(settings: &WeatherSettings, db: &Db, clock: &Clock, limits: RequestPolicy) -> anyhow::Result<Sources> {
        let user_agent = user_agent(&settings.contact);
        let upstream = |id: SourceId, limits| Upstream::new(name_of(id), &user_agent, limits, clock.clone());
        let list = settings.sources.iter().map(|id| {
            Ok(match id {
                SourceId::OpenMeteo => Source::OpenMeteo {
                    upstream: upstream(*id, limits)?,
                    budget: Budget::new(db.clone(), *id, settings.daily_budget),
                    url: settings.open_meteo_url.clone(),
                    key: settings.open_meteo_key.clone(),
                },
                SourceId::MetNorway => Source::MetNorway {
                    upstream: upstream(*id, RequestPolicy { concurrency: MET_NORWAY_CONCURRENCY, ..limits })?,
                    url: settings.met_norway_url.clone(),
                },
                SourceId::Simulated => Source::Simulated(Simulated {
                    seed: settings.simulated_seed,
                    scenario: settings.simulated_scenario,
                }),
            })
        });
        Ok(Sources { list: list.collect::<anyhow::Result<_>>()?, fresh: settings.fresh })
    }

    /// The best answer to be had now. `None` when every source failed and `previous` is still
    /// better than anything: real weather of some hours ago beats made-up weather.
    pub async fn ask(
        &self,
        point: GridPoint,
        previous: Option<&Kept>,
        purpose: Purpose,
        now: Timestamp,
    ) -> Option<Kept> {
        for source in self.list.iter().filter(|source| !source.is_made_up()) {
            if let Some(kept) = source.ask(point, previous, purpose, self.fresh, now).await {
                return Some(kept);
            }
        }
        if previous.is_some_and(|previous| is_live(previous.source) && previous.is_servable(now)) {
            return None;
        }
        let made_up = self.list.iter().find(|source| source.is_made_up())?;
        made_up.ask(point, None, purpose, self.fresh, now).await
    }

    pub async fn states(&self, now: Timestamp) -> Vec<SourceState> {
        let mut states = Vec::new();
        for source in &self.list {
            states.push(match source {
                Source::OpenMeteo { upstream, budget, .. } => SourceState {
                    id: SourceId::OpenMeteo,
                    resting: upstream.is_open(),
                    budget: budget.state(open_meteo::weight_tenths() * upstream.max_attempts(), now).await,
                },
                Source::MetNorway { upstream, .. } => {
                    SourceState { id: SourceId::MetNorway, resting: upstream.is_open(), budget: None }
                }
                Source::Simulated(_) => SourceState { id: SourceId::Simulated, resting: false, budget: None },
            });
        }
        states
    }
}

/// Only weather that somebody measured or computed is worth keeping in the database.
pub fn is_live(source: SourceId) -> bool {
    source != SourceId::Simulated
}

/// How a source is named and credited in the report.
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
    }
}

impl Source {
    fn is_made_up(&self) -> bool {
        matches!(self, Source::Simulated(_))
    }

    async fn ask(
        &self,
        point: GridPoint,
        previous: Option<&Kept>,
        purpose: Purpose,
        fresh: Duration,
        now: Timestamp,
    ) -> Option<Kept> {
        match self {
            Source::OpenMeteo { upstream, budget, url, key } => {
                ask_open_meteo(
                    upstream,
                    budget,
                    open_meteo::request(url, key.as_ref(), point.latitude(), point.longitude()),
                    point,
                    purpose,
                    fresh,
                    now,
                )
                .await
            }
            Source::MetNorway { upstream, url } => ask_met_norway(upstream, url, point, previous, fresh, now).await,
            Source::Simulated(simulated) => Some(Kept {
                source: SourceId::Simulated,
                fetched_at: now,
                fresh_until: after(now, fresh),
                last_modified: None,
                forecast: simulated.forecast(point.latitude(), point.longitude(), now),
            }),
        }
    }
}

async fn ask_open_meteo(
    upstream: &Upstream,
    budget: &Budget,
    url: Url,
    point: GridPoint,
    purpose: Purpose,
    fresh: Duration,
    now: Timestamp,
) -> Option<Kept> {
    if upstream.is_open() {
        return None;
    }
    let reservation = budget.reserve(open_meteo::weight_tenths(), upstream.max_attempts(), purpose, now).await?;
    let read = |answer: Answer| match answer.status {
        StatusCode::OK => {
            believed(open_meteo::read(&answer.body, point.latitude(), point.longitude()).map_err(unusable)?, now)
        }
        status if status.is_client_error() => Err(OutboundError::Refused(format!("answered {status}"))),
        status => Err(OutboundError::Status(status)),
    };
    let fetched = upstream.get(url, HeaderMap::new(), read).await;
    budget.settle(&reservation, fetched.attempts).await;
    let forecast = logged(fetched.result, SourceId::OpenMeteo, point)?;
    let fresh_until = after(now, stretched(fresh, reservation.stretch));
    Some(Kept { source: SourceId::OpenMeteo, fetched_at: now, fresh_until, last_modified: None, forecast })
}

async fn ask_met_norway(
    upstream: &Upstream,
    base: &Url,
    point: GridPoint,
    previous: Option<&Kept>,
    fresh: Duration,
    now: Timestamp,
) -> Option<Kept> {
    let known = previous.filter(|previous| previous.source == SourceId::MetNorway);
    let mut headers = HeaderMap::new();
    if let Some(since) = known.and_then(|known| HeaderValue::from_str(known.last_modified.as_deref()?).ok()) {
        headers.insert(IF_MODIFIED_SINCE, since);
    }
    let read = |answer: Answer| {
        let (fresh_until, last_modified) = validity(&answer.headers, fresh, now);
        let forecast = match (answer.status, known) {
            (StatusCode::NOT_MODIFIED, Some(known)) => {
                return Ok(Kept { fetched_at: now, fresh_until, ..known.clone() });
            }
            (StatusCode::OK | StatusCode::NON_AUTHORITATIVE_INFORMATION, _) => {
                met_norway::read(&answer.body, point.latitude(), point.longitude()).map_err(unusable)?
            }
            (StatusCode::NOT_FOUND | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::BAD_REQUEST, _) => {
                return Err(OutboundError::Refused(format!("answered {}", answer.status)));
            }
            (status, _) => return Err(OutboundError::Status(status)),
        };
        let forecast = believed(forecast, now)?;
        Ok(Kept { source: SourceId::MetNorway, fetched_at: now, fresh_until, last_modified, forecast })
    };
    let url = met_norway::request(base, point.latitude(), point.longitude());
    logged(upstream.get(url, headers, read).await.result, SourceId::MetNorway, point)
}

/// Not before the time in `Expires`, and not before our own freshness has run out.
fn validity(headers: &HeaderMap, fresh: Duration, now: Timestamp) -> (Timestamp, Option<String>) {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let expires = text(EXPIRES)
        .and_then(|text| rfc2822::DateTimeParser::new().parse_timestamp(text).ok())
        .map(|time| time.min(now + LONGEST_FRESH))
        .map(|time| time + SignedDuration::from_secs(rand::random_range(0..=EXPIRES_JITTER_SECONDS)));
    let ours = after(now, fresh);
    (expires.map_or(ours, |expires| expires.max(ours)), text(LAST_MODIFIED).map(str::to_owned))
}

pub(super) fn believed(forecast: Forecast, now: Timestamp) -> Result<Forecast, OutboundError> {
    let forecast = validation::checked(validation::near(forecast, now)).map_err(unusable)?;
    // The running hour counts, though it began before.
    validation::usable(&forecast, now - SignedDuration::from_hours(1)).map_err(unusable)?;
    Ok(forecast)
}

pub(super) fn unusable(error: impl std::fmt::Display) -> OutboundError {
    OutboundError::Unusable(error.to_string())
}

fn logged<T>(result: Result<T, OutboundError>, source: SourceId, point: GridPoint) -> Option<T> {
    result
        .inspect_err(|error| tracing::info!(source = name_of(source), region = point.region(), %error, "no weather"))
        .ok()
}

fn after(now: Timestamp, span: Duration) -> Timestamp {
    now.checked_add(SignedDuration::try_from(span).unwrap_or(SignedDuration::ZERO)).unwrap_or(now)
}
