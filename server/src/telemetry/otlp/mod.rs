//! Traces for an OpenTelemetry collector: one span a request, sent in bundles as OTLP in JSON over HTTP.
//!
//! By hand, because this one kind of span is all we tell, and the usual crates bring a second HTTP client and a code
//! generator (docs/decisions/0072).

mod span;
mod trace_context;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Notify, oneshot};
use url::Url;

pub use span::Span;
pub use trace_context::TraceContext;

use super::prometheus::{Exposition, MetricKind};
use crate::settings::OtlpSettings;
use span::{Origin, export};

/// Queue length; when the collector is slow, newer spans are dropped and no request waits.
const WAITING: usize = 4096;
const BUNDLE: usize = 512;
/// How long a span may wait for others.
const PAUSE: Duration = Duration::from_secs(2);
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long the end of the process waits for the last spans.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(5);
/// After the first attempt.
const RETRIES: u32 = 3;
const FIRST_RETRY: Duration = Duration::from_secs(1);
const MAX_RETRY: Duration = Duration::from_secs(30);
const TRACES_PATH: &str = "/v1/traces";

/// Takes spans in; cheap to clone.
#[derive(Clone)]
pub struct Spans {
    sender: Sender<Message>,
    state: Arc<State>,
}

enum Message {
    Span(Span),
    /// Answered once everything before it was sent.
    Flush(oneshot::Sender<()>),
}

#[derive(Default)]
struct State {
    /// Ends a pause early.
    hurry: Notify,
    /// Spans that found the queue full, and spans that the collector did not take.
    overflowed: AtomicU64,
    refused: AtomicU64,
}

impl Spans {
    /// Starts the exporter; it runs until the last handle is dropped. `scheme` is that of the public address.
    pub fn start(settings: &OtlpSettings, scheme: &str) -> anyhow::Result<Spans> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none());
        let exporter = Exporter {
            client: client.build().context("no client for the collector")?,
            url: traces_url(&settings.url),
            headers: headers(settings)?,
            origin: Origin { instance_id: uuid::Uuid::new_v4().to_string(), scheme: scheme.to_owned() },
        };
        let (sender, receiver) = mpsc::channel(WAITING);
        let state = Arc::new(State::default());
        let exporter = Arc::new(exporter);
        let send = move |spans: Vec<Span>| {
            let exporter = Arc::clone(&exporter);
            async move { exporter.send(&spans).await }
        };
        tokio::spawn(send_on(receiver, Arc::clone(&state), send));
        Ok(Spans { sender, state })
    }

    pub fn add(&self, span: Span) {
        // Full: a trace is worth less than a request's time.
        if self.sender.try_send(Message::Span(span)).is_err() {
            self.state.overflowed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Sends what waits, at the end of the process.
    pub async fn flush(&self) {
        let (done, sent) = oneshot::channel();
        let flushed = async {
            self.sender.send(Message::Flush(done)).await.ok();
            self.state.hurry.notify_one();
            sent.await.ok();
        };
        if tokio::time::timeout(FLUSH_TIMEOUT, flushed).await.is_err() {
            tracing::warn!("the last traces were not sent");
        }
    }

    pub fn expose(&self, text: &mut Exposition) {
        const NAME: &str = "halcyon_spans_dropped_total";
        text.family(
            NAME,
            MetricKind::Counter,
            "Spans that no collector has: the queue was full, or it did not take them",
        );
        let State { overflowed, refused, .. } = &*self.state;
        for (reason, count) in [("queue_full", overflowed), ("refused", refused)] {
            text.sample(NAME, &[("reason", reason)], count.load(Ordering::Relaxed));
        }
    }
}

/// The collector's address is a base to which the path of the signal is added, unless it has it already.
fn traces_url(base: &Url) -> Url {
    let path = base.path().trim_end_matches('/');
    let mut url = base.clone();
    if !path.ends_with(TRACES_PATH) {
        url.set_path(&format!("{path}{TRACES_PATH}"));
    }
    url
}

fn headers(settings: &OtlpSettings) -> anyhow::Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    for (name, value) in &settings.headers {
        let mut value = HeaderValue::from_str(value.expose()).context("HALCYON_OTLP_HEADERS")?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_bytes(name.as_bytes()).context("HALCYON_OTLP_HEADERS")?, value);
    }
    Ok(headers)
}

/// Sends bundle after bundle. After one that was not full, spans may collect for a while.
async fn send_on<Sent: Future<Output = bool>>(
    mut waiting: Receiver<Message>,
    state: Arc<State>,
    send: impl Fn(Vec<Span>) -> Sent,
) {
    let (mut messages, mut is_failing) = (Vec::new(), false);
    while waiting.recv_many(&mut messages, BUNDLE).await > 0 {
        let is_full = messages.len() == BUNDLE;
        let (mut spans, mut flushes) = (Vec::new(), Vec::new());
        for message in messages.drain(..) {
            match message {
                Message::Span(span) => spans.push(span),
                Message::Flush(done) => flushes.push(done),
            }
        }
        let count = spans.len() as u64;
        let was_taken = count == 0 || send(spans).await;
        if !was_taken {
            state.refused.fetch_add(count, Ordering::Relaxed);
        }
        // Said once, not for every bundle.
        if !was_taken && !is_failing {
            tracing::warn!("the collector of traces does not take them");
        }
        is_failing = !was_taken;
        for done in flushes {
            done.send(()).ok();
        }
        if !is_full {
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = state.hurry.notified() => {}
            }
        }
    }
}

struct Exporter {
    client: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    origin: Origin,
}

impl Exporter {
    /// False if the collector did not take them, also not after some attempts.
    async fn send(&self, spans: &[Span]) -> bool {
        let body = export(spans, &self.origin);
        let mut pause = FIRST_RETRY;
        for attempt in 0..=RETRIES {
            let request = self.client.post(self.url.clone()).headers(self.headers.clone()).json(&body);
            let asked = match request.send().await {
                Ok(answer) if answer.status().is_success() => return true,
                Ok(answer) if !is_transient(answer.status()) => return false,
                Ok(answer) => retry_after(answer.headers()),
                Err(_) => None,
            };
            if attempt < RETRIES {
                tokio::time::sleep(asked.unwrap_or(pause).min(MAX_RETRY)).await;
                pause *= 2;
            }
        }
        false
    }
}

/// The statuses after which OTLP allows the same request again.
fn is_transient(status: StatusCode) -> bool {
    use StatusCode as Status;
    [Status::TOO_MANY_REQUESTS, Status::BAD_GATEWAY, Status::SERVICE_UNAVAILABLE, Status::GATEWAY_TIMEOUT]
        .contains(&status)
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok().map(Duration::from_secs)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Mutex;
    use std::time::SystemTime;

    use super::*;

    fn message() -> Message {
        Message::Span(Span {
            context: TraceContext::begin(1),
            route: "/api/weather".to_owned(),
            method: "GET".to_owned(),
            status: 200,
            ended: SystemTime::UNIX_EPOCH,
            took: Duration::ZERO,
        })
    }

    /// With a pause of two seconds after each bundle, 250 spans a second were the most.
    #[tokio::test(start_paused = true)]
    async fn there_is_no_pause_after_a_full_bundle() {
        let (sender, receiver) = mpsc::channel(WAITING);
        for _ in 0..(2 * BUNDLE + 1) {
            sender.try_send(message()).ok().unwrap();
        }
        drop(sender);
        let (began, sent) = (tokio::time::Instant::now(), Mutex::new(Vec::new()));
        let send = |spans: Vec<Span>| {
            sent.lock().unwrap().push((spans.len(), began.elapsed()));
            std::future::ready(true)
        };
        send_on(receiver, Arc::default(), send).await;
        let zero = Duration::ZERO;
        assert_eq!(*sent.lock().unwrap(), [(BUNDLE, zero), (BUNDLE, zero), (1, zero)]);
        assert_eq!(began.elapsed(), PAUSE, "the last one was not full");
    }

    #[tokio::test]
    async fn spans_that_find_no_room_are_counted() {
        let (sender, _receiver) = mpsc::channel(1);
        let spans = Spans { sender, state: Arc::default() };
        for _ in 0..3 {
            let Message::Span(span) = message() else { unreachable!() };
            spans.add(span);
        }
        let mut text = Exposition::default();
        spans.expose(&mut text);
        assert!(text.into_text().contains("halcyon_spans_dropped_total{reason=\"queue_full\"} 2\n"));
    }

    /// The OpenTelemetry protocol exporter, "Endpoint URLs for OTLP/HTTP".
    #[test]
    fn the_path_of_the_collector_is_kept() {
        let traces = |base: &str| traces_url(&Url::parse(base).unwrap()).to_string();
        assert_eq!(traces("http://collector:4318"), "http://collector:4318/v1/traces");
        assert_eq!(traces("https://host.example/otlp"), "https://host.example/otlp/v1/traces");
        assert_eq!(traces("https://host.example/otlp/?a=b"), "https://host.example/otlp/v1/traces?a=b");
        assert_eq!(traces("https://host.example/v1/traces"), "https://host.example/v1/traces");
    }
}
