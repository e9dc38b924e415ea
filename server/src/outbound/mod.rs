//! The one HTTP client for outside services: deadlines, body cap, a few retries, a circuit breaker.
//!
//! Knows nothing of what is asked; each service owns an [`Upstream`] of its own.

mod breaker;
mod tally;

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::{CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, StatusCode};
use tokio::sync::Semaphore;
use tokio::time::Instant;
use url::Url;

use crate::clock::Clock;
pub use breaker::Breaker;
use breaker::CallPermit;
use tally::Calls;
pub use tally::expose;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const FIRST_PAUSE_MS: u64 = 100;
const FORM: &str = "application/x-www-form-urlencoded";

/// Time-outs, retries and concurrency of requests to one service.
#[derive(Debug, Clone, Copy)]
pub struct RequestPolicy {
    /// For the whole call: waiting for a slot, all attempts, all pauses.
    pub deadline: Duration,
    /// For one attempt, body included.
    pub attempt: Duration,
    pub attempts: u32,
    pub body_bytes: usize,
    pub concurrency: usize,
    pub redirects: Redirects,
    /// Whether a 429 counts against the service; false where it says itself when to come back.
    pub counts_throttling: bool,
}

/// Whether a redirect is followed. Only the first address was validated, and the credentials of a request are meant for it
/// alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// The redirect is the answer.
    Never,
    /// To the same host over https, a few times: for feeds that move within their host.
    SameHost,
}

impl Default for RequestPolicy {
    fn default() -> RequestPolicy {
        RequestPolicy {
            deadline: Duration::from_secs(8),
            attempt: Duration::from_secs(4),
            attempts: 2,
            body_bytes: 4 * 1024 * 1024,
            concurrency: 8,
            redirects: Redirects::Never,
            counts_throttling: true,
        }
    }
}

/// One external service: its request policy, circuit breaker and connections.
#[derive(Clone)]
pub struct Upstream(Arc<Inner>);

struct Inner {
    name: &'static str,
    client: Client,
    limits: RequestPolicy,
    breaker: Breaker,
    calls: Arc<Calls>,
    slots: Semaphore,
    clock: Clock,
}

struct Question<'a> {
    url: Url,
    headers: HeaderMap,
    body: Sent<'a>,
}

enum Sent<'a> {
    Nothing,
    /// No body either: what the address names is deleted.
    Deletion,
    Json(&'a serde_json::Value),
    Form(String),
    Bytes(Bytes),
}

/// What came back, whatever its status.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    #[error("not asked: it failed too often just now")]
    Open,
    /// All our connections to it were in use: says nothing about the service.
    #[error("not asked: too many calls were waiting")]
    Busy,
    #[error("no answer in time")]
    Timeout,
    #[error("cannot be reached")]
    Connection,
    #[error("the answer is too large")]
    TooLarge,
    #[error("answered {0}")]
    Status(StatusCode),
    /// A 429 where it does not count against the service, and when it may be asked again.
    #[error("answered 429 Too Many Requests")]
    Throttled(Option<Duration>),
    /// The service is well; it will not answer this question.
    #[error("refused: {0}")]
    Refused(String),
    #[error("an answer that cannot be used: {0}")]
    Unusable(String),
}

impl OutboundError {
    fn is_worth_a_retry(&self) -> bool {
        match self {
            OutboundError::Connection => true,
            OutboundError::Status(status) => is_transient(*status),
            OutboundError::Throttled(_) => true,
            _ => false,
        }
    }

    /// Whether the service is to blame, so that the breaker counts it.
    fn is_failure(&self) -> bool {
        !matches!(
            self,
            OutboundError::Open | OutboundError::Busy | OutboundError::Refused(_) | OutboundError::Throttled(_)
        )
    }
}

/// How many attempts a call used, beside what became of it.
pub struct Fetched<T> {
    pub attempts: u32,
    pub result: Result<T, OutboundError>,
}

/// The `User-Agent` header, with the contact that weather services require.
pub fn user_agent(contact: &str) -> String {
    format!("Halcyon/{} {contact}", env!("CARGO_PKG_VERSION"))
}

impl Upstream {
    pub fn new(name: &'static str, user_agent: &str, limits: RequestPolicy, clock: Clock) -> anyhow::Result<Upstream> {
        Upstream::with_hosts(name, user_agent, limits, &[], clock)
    }

    /// The same for a service that may also redirect to these hosts, which the operator allowed.
    pub fn with_hosts(
        name: &'static str,
        user_agent: &str,
        limits: RequestPolicy,
        hosts: &[String],
        clock: Clock,
    ) -> anyhow::Result<Upstream> {
        let client = Client::builder()
            .user_agent(user_agent)
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(limits.redirects.policy(hosts.to_vec()))
            .build()?;
        let slots = Semaphore::new(limits.concurrency);
        let (breaker, calls) = (Breaker::default(), tally::calls_of(name));
        let inner = Arc::new(Inner { name, client, limits, breaker, calls, slots, clock });
        tally::enlist(name, &inner);
        Ok(Upstream(inner))
    }

    pub fn is_open(&self) -> bool {
        self.0.breaker.is_open(self.0.clock.now())
    }

    pub fn max_attempts(&self) -> u32 {
        self.0.limits.attempts
    }

    /// Asks and lets `read` make sense of the answer; an answer that makes none counts as a failure.
    pub async fn get<T>(
        &self,
        url: Url,
        headers: HeaderMap,
        read: impl Fn(Answer) -> Result<T, OutboundError>,
    ) -> Fetched<T> {
        self.fetch(Question { url, headers, body: Sent::Nothing }, read).await
    }

    /// The same for a question that is too long for an address; it must be safe to ask twice.
    pub async fn post<T>(
        &self,
        url: Url,
        headers: HeaderMap,
        body: &serde_json::Value,
        read: impl Fn(Answer) -> Result<T, OutboundError>,
    ) -> Fetched<T> {
        self.fetch(Question { url, headers, body: Sent::Json(body) }, read).await
    }

    /// The same as a form, for services that take nothing else.
    pub async fn post_form<T>(
        &self,
        url: Url,
        headers: HeaderMap,
        fields: &[(&str, &str)],
        read: impl Fn(Answer) -> Result<T, OutboundError>,
    ) -> Fetched<T> {
        let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.fetch(Question { url, headers, body: Sent::Form(form) }, read).await
    }

    /// The same for a body that is bytes already.
    pub async fn post_bytes<T>(
        &self,
        url: Url,
        headers: HeaderMap,
        body: Bytes,
        read: impl Fn(Answer) -> Result<T, OutboundError>,
    ) -> Fetched<T> {
        self.fetch(Question { url, headers, body: Sent::Bytes(body) }, read).await
    }

    /// Deletes what the address names.
    pub async fn delete<T>(
        &self,
        url: Url,
        headers: HeaderMap,
        read: impl Fn(Answer) -> Result<T, OutboundError>,
    ) -> Fetched<T> {
        self.fetch(Question { url, headers, body: Sent::Deletion }, read).await
    }

    async fn fetch<T>(&self, question: Question<'_>, read: impl Fn(Answer) -> Result<T, OutboundError>) -> Fetched<T> {
        let began = Instant::now();
        let Some(admission) = self.0.breaker.admit(self.0.clock.now()) else {
            let result = Err(OutboundError::Open);
            self.0.calls.count(&result, Duration::ZERO);
            return Fetched { attempts: 0, result };
        };
        let (mut attempts, mut asked_at) = (0, None);
        let asked = self.ask(&question, &read, &mut attempts, &mut asked_at);
        let result = match tokio::time::timeout(self.0.limits.deadline, asked).await {
            Ok(result) => result,
            // The service is to blame only if it had the time of an attempt: the rest was spent waiting for a slot.
            Err(_) => Err(match asked_at {
                Some(asked_at) if asked_at.elapsed() >= self.0.limits.attempt => OutboundError::Timeout,
                _ => OutboundError::Busy,
            }),
        };
        self.0.calls.count(&result, began.elapsed());
        self.settle(admission, &result);
        Fetched { attempts, result }
    }

    async fn ask<T>(
        &self,
        question: &Question<'_>,
        read: &impl Fn(Answer) -> Result<T, OutboundError>,
        attempts: &mut u32,
        asked_at: &mut Option<Instant>,
    ) -> Result<T, OutboundError> {
        let until = Instant::now() + self.0.limits.deadline;
        let _slot = self.0.slots.acquire().await.map_err(|_| OutboundError::Connection)?;
        *asked_at = Some(Instant::now());
        loop {
            *attempts += 1;
            let (error, asked_pause) = match self.attempt(question).await {
                Ok(answer) if is_transient(answer.status) => {
                    let asked_pause = retry_after(&answer.headers);
                    (self.transient_error(answer.status, asked_pause), asked_pause)
                }
                Ok(answer) => return read(answer),
                Err(error) => (error, None),
            };
            let pause = asked_pause.unwrap_or_else(|| jittered(*attempts));
            let in_time = Instant::now().checked_add(pause).is_some_and(|again| again < until);
            if !error.is_worth_a_retry() || *attempts >= self.0.limits.attempts || !in_time {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
        }
    }

    fn transient_error(&self, status: StatusCode, asked_pause: Option<Duration>) -> OutboundError {
        match status == StatusCode::TOO_MANY_REQUESTS && !self.0.limits.counts_throttling {
            true => OutboundError::Throttled(asked_pause),
            false => OutboundError::Status(status),
        }
    }

    async fn attempt(&self, question: &Question<'_>) -> Result<Answer, OutboundError> {
        let url = question.url.clone();
        let request = match &question.body {
            Sent::Nothing => self.0.client.get(url),
            Sent::Deletion => self.0.client.delete(url),
            Sent::Json(body) => self.0.client.post(url).json(body),
            Sent::Bytes(body) => self.0.client.post(url).body(body.clone()),
            Sent::Form(form) => self.0.client.post(url).header(CONTENT_TYPE, FORM).body(form.clone()),
        };
        let request = request.headers(question.headers.clone()).timeout(self.0.limits.attempt);
        let mut response = request.send().await.map_err(from_reqwest)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(from_reqwest)? {
            if body.len() + chunk.len() > self.0.limits.body_bytes {
                return Err(OutboundError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Answer { status, headers, body: body.freeze() })
    }

    fn settle<T>(&self, admission: CallPermit, result: &Result<T, OutboundError>) {
        // Nothing was learnt about the service.
        if matches!(result, Err(OutboundError::Busy)) {
            return;
        }
        let failed = result.as_ref().err().filter(|error| error.is_failure());
        if let Some(error) = failed {
            tracing::warn!(upstream = self.0.name, %error, "an outside service failed");
        }
        self.0.breaker.settle(admission, failed.is_some(), self.0.clock.now());
    }
}

/// A feed that moves more often is broken.
const MAX_REDIRECTS: usize = 3;

impl Redirects {
    fn policy(self, hosts: Vec<String>) -> reqwest::redirect::Policy {
        match self {
            Redirects::Never => reqwest::redirect::Policy::none(),
            Redirects::SameHost => reqwest::redirect::Policy::custom(move |attempt| {
                match may_follow(attempt.previous(), attempt.url(), &hosts) {
                    true => attempt.follow(),
                    false => attempt.stop(),
                }
            }),
        }
    }
}

/// The host of an address, with its port unless that is the scheme's own: as operators name a host.
pub fn named_host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// `asked`: the first address and those it redirected to.
fn may_follow(asked: &[Url], next: &Url, hosts: &[String]) -> bool {
    let Some(first) = asked.first() else { return false };
    let is_same_host = next.host() == first.host() && next.port_or_known_default() == first.port_or_known_default();
    asked.len() <= MAX_REDIRECTS && next.scheme() == "https" && (is_same_host || hosts.contains(&named_host(next)))
}

/// Statuses that may be gone in a moment.
fn is_transient(status: StatusCode) -> bool {
    status == StatusCode::REQUEST_TIMEOUT || status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error()
}

fn from_reqwest(error: reqwest::Error) -> OutboundError {
    // The error's text would hold the address, and with it a place and a key: it is not kept.
    if error.is_timeout() { OutboundError::Timeout } else { OutboundError::Connection }
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Doubling pauses, each somewhere between half and all of its length, so that callers spread out.
fn jittered(attempt: u32) -> Duration {
    let full = FIRST_PAUSE_MS << attempt.min(6);
    Duration::from_millis(rand::random_range(full / 2..=full))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_may_move_within_its_host_over_https_and_nowhere_else() {
        let url = |text: &str| Url::parse(text).unwrap();
        let first = url("https://feeds.example/list");
        assert!(may_follow(std::slice::from_ref(&first), &url("https://feeds.example/moved"), &[]));
        for elsewhere in [
            "http://feeds.example/moved",
            "https://feeds.example:8443/moved",
            "https://feeds.example.evil.example/",
            "https://169.254.169.254/latest/meta-data",
            "http://127.0.0.1/",
        ] {
            assert!(!may_follow(std::slice::from_ref(&first), &url(elsewhere), &[]), "{elsewhere}");
        }
        let allowed = ["cap.example".to_owned()];
        assert!(may_follow(std::slice::from_ref(&first), &url("https://cap.example/one"), &allowed));
        for elsewhere in ["http://cap.example/one", "https://cap.example:8443/one", "https://evil.cap.example/one"] {
            assert!(!may_follow(std::slice::from_ref(&first), &url(elsewhere), &allowed), "{elsewhere}");
        }
        let thrice = vec![first.clone(); 3];
        assert!(may_follow(&thrice, &first, &[]), "the third redirect");
        assert!(!may_follow(&vec![first.clone(); 4], &first, &[]), "the fourth");
        assert!(!may_follow(&[url("http://feeds.example/")], &url("https://feeds.example/"), &[]), "another port");
    }
}
