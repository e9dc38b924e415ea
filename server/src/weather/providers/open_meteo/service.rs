//! A service of Open-Meteo beside the forecast: it has its own share of the quota and may be missing in a plan.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use reqwest::StatusCode;
use serde::Deserialize;
use url::Url;

use super::{ParseError, key_header};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::{Answer, OutboundError, RequestPolicy, Upstream, user_agent};
use crate::settings::{Secret, SourceId, WeatherSettings};
use crate::weather::providers::names::provider_name;
use crate::weather::providers::quota::{Priority, Quota, Reservation};
use crate::weather::providers::unusable;
use crate::weather::report::Reason;

const NOT_IN_PLAN: &str = "not in the plan";

/// What distinguishes one service from another.
#[derive(Clone)]
pub struct ServiceDescription {
    /// Of its circuit breaker, metrics and share of the quota.
    pub name: &'static str,
    /// The most that it may take of the daily quota, from 0 to 1.
    pub quota_share: f64,
    /// Switches it off.
    pub setting: &'static str,
    pub is_switched_on: bool,
    /// Requests at a time.
    pub concurrency: usize,
}

/// One value per time of an answer; `None` where the model has none.
pub type Series = Vec<Option<f64>>;

/// The hours or days of an answer, by the names of their variables.
#[derive(Deserialize)]
pub struct NamedSeries<Time> {
    pub time: Vec<Time>,
    #[serde(flatten)]
    pub series: HashMap<String, Series>,
}

#[derive(Clone)]
pub struct OpenMeteoService {
    description: ServiceDescription,
    upstream: Upstream,
    share: Quota,
    /// The quota of all calls to Open-Meteo.
    total: Quota,
    /// Of the forecast; each service has its own host.
    pub base: Url,
    key: Option<Secret>,
    /// The operator's plan does not include it: not asked again until the configuration changes, which needs a restart.
    is_refused: Arc<AtomicBool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceFailure {
    /// The plan of the operator does not include it.
    NotInPlan,
    /// It failed, or the quota is used up: worth another try soon.
    Failed,
    /// It has nothing for this place.
    Refused,
}

impl OpenMeteoService {
    /// The service, or why there is none.
    pub fn new(
        description: ServiceDescription,
        settings: &WeatherSettings,
        db: &Db,
        clock: &Clock,
        policy: RequestPolicy,
    ) -> anyhow::Result<Result<OpenMeteoService, Reason>> {
        if !description.is_switched_on {
            return Ok(Err(Reason::SwitchedOff));
        }
        if !settings.sources.contains(&SourceId::OpenMeteo) {
            return Ok(Err(Reason::NotProvidedBySource));
        }
        let policy = RequestPolicy { concurrency: description.concurrency, ..policy };
        let share = settings.daily_quota.map(|calls| (f64::from(calls) * description.quota_share) as u32);
        Ok(Ok(OpenMeteoService {
            upstream: Upstream::new(description.name, &user_agent(&settings.contact), policy, clock.clone())?,
            share: Quota::new(db.clone(), description.name, share),
            total: Quota::new(db.clone(), provider_name(SourceId::OpenMeteo), settings.daily_quota),
            base: settings.open_meteo_url.clone(),
            key: settings.open_meteo_key.clone(),
            is_refused: Arc::default(),
            description,
        }))
    }

    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> OpenMeteoService {
        OpenMeteoService { share: self.share.with_db(db), total: self.total.with_db(db), ..self.clone() }
    }

    pub async fn get<T>(
        &self,
        url: Url,
        weight_tenths: u32,
        parse: impl Fn(&[u8]) -> Result<T, ParseError>,
        now: Timestamp,
    ) -> Result<T, ServiceFailure> {
        if self.is_refused.load(Ordering::Relaxed) {
            return Err(ServiceFailure::NotInPlan);
        }
        if self.upstream.is_open() {
            return Err(ServiceFailure::Failed);
        }
        let reserved = self.reserve(weight_tenths, now).await.ok_or(ServiceFailure::Failed)?;
        let read = |answer: Answer| match answer.status {
            StatusCode::OK => parse(&answer.body).map_err(unusable),
            StatusCode::FORBIDDEN => Err(OutboundError::Refused(NOT_IN_PLAN.to_owned())),
            status if status.is_client_error() => Err(OutboundError::Refused(format!("answered {status}"))),
            status => Err(OutboundError::Status(status)),
        };
        let fetched = self.upstream.get(url, key_header(self.key.as_ref()), read).await;
        // A refusal costs one call, not the weight of its data.
        let is_refused = matches!(fetched.result, Err(OutboundError::Refused(_)));
        self.release(&reserved, if is_refused { 0 } else { fetched.attempts }).await;
        fetched.result.map_err(|error| self.failure(&error))
    }

    /// Counted twice: it never takes more than its share, and never what forecasts need.
    async fn reserve(&self, weight_tenths: u32, now: Timestamp) -> Option<[Reservation; 2]> {
        let attempts = self.upstream.max_attempts();
        let share = self.share.reserve(weight_tenths, attempts, Priority::Interactive, now).await?;
        match self.total.reserve(weight_tenths, attempts, Priority::Background, now).await {
            Some(total) => Some([share, total]),
            None => {
                self.share.release_unused(&share, 0).await;
                None
            }
        }
    }

    async fn release(&self, [share, total]: &[Reservation; 2], attempts_used: u32) {
        self.share.release_unused(share, attempts_used).await;
        self.total.release_unused(total, attempts_used).await;
    }

    fn failure(&self, error: &OutboundError) -> ServiceFailure {
        let ServiceDescription { name, setting, .. } = self.description;
        tracing::info!(service = name, %error, "Open-Meteo service failed");
        match error {
            OutboundError::Refused(reason) if reason == NOT_IN_PLAN => {
                if !self.is_refused.swap(true, Ordering::Relaxed) {
                    tracing::warn!("the Open-Meteo plan has no {name}: set {setting}=off");
                }
                ServiceFailure::NotInPlan
            }
            OutboundError::Refused(_) => ServiceFailure::Refused,
            _ => ServiceFailure::Failed,
        }
    }
}
