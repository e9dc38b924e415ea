//! The server of a radar: asked at most once a minute for whole pictures, for all visitors together.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use tokio::sync::Mutex;
use url::Url;

use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, Redirects, RequestPolicy, Upstream, user_agent};

/// After an attempt nothing is asked for this long.
const PAUSE: SignedDuration = SignedDuration::from_secs(60);
const LIMITS: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(12),
    attempt: Duration::from_secs(10),
    attempts: 1,
    body_bytes: 20 * 1024 * 1024,
    concurrency: 2,
    redirects: Redirects::Never,
    counts_throttling: true,
};

pub struct RadarServer {
    pub url: Url,
    upstream: Upstream,
    last_attempt: Mutex<Option<Timestamp>>,
}

impl RadarServer {
    pub fn new(name: &'static str, url: Url, contact: &str, clock: Clock) -> anyhow::Result<RadarServer> {
        let upstream = Upstream::new(name, &user_agent(contact), LIMITS, clock)?;
        Ok(RadarServer { url, upstream, last_attempt: Mutex::default() })
    }

    /// Runs a fetch unless there was one in the last minute. Concurrent requests wait for the same answer.
    pub async fn refresh(&self, now: Timestamp, fetch: impl Future<Output = ()>) {
        let mut last_attempt = self.last_attempt.lock().await;
        if last_attempt.is_some_and(|last| now.duration_since(last) < PAUSE) {
            return;
        }
        *last_attempt = Some(now);
        fetch.await;
    }

    pub async fn get<T>(
        &self,
        url: Url,
        read: impl Fn(Answer) -> Result<T, OutboundError>,
    ) -> Result<T, OutboundError> {
        let checked = |answer: Answer| match answer.status {
            StatusCode::OK => read(answer),
            // Not published yet, which is no fault.
            StatusCode::NOT_FOUND | StatusCode::FORBIDDEN => Err(OutboundError::Refused(answer.status.to_string())),
            status => Err(OutboundError::Status(status)),
        };
        self.upstream.get(url, HeaderMap::new(), checked).await.result
    }
}

/// The time of the newest picture that can be published, of a radar with one every `step`.
pub fn newest_time(now: Timestamp, delay: SignedDuration, step: SignedDuration) -> Timestamp {
    let second = (now - delay).as_second().div_euclid(step.as_secs()) * step.as_secs();
    Timestamp::from_second(second).unwrap_or(now)
}
