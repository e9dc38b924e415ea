//! Traces for an OpenTelemetry collector: one span a request, sent in bundles as OTLP in JSON over HTTP.
//!
//! By hand, because this one kind of span is all we tell, and the usual crates bring a second HTTP client and a code
//! generator (docs/decisions/0072).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Receiver, Sender};
use url::Url;

/// Queue length; when the collector is slow, newer spans are dropped and no request waits.
const WAITING: usize = 4096;
const BUNDLE: usize = 512;
/// How long a span may wait for others.
const PAUSE: Duration = Duration::from_secs(2);
const TIMEOUT: Duration = Duration::from_secs(5);
/// OTLP's words for a server's span and for a failure.
const KIND_SERVER: u8 = 2;
const STATUS_ERROR: u8 = 2;

/// Takes spans in; cheap to clone.
#[derive(Clone)]
pub struct Spans(Sender<Span>);

/// One request, from its head to its answer's.
pub struct Span {
    pub context: TraceContext,
    /// The pattern of the call, never its path.
    pub route: String,
    pub method: String,
    pub status: u16,
    pub ended: SystemTime,
    pub took: Duration,
}

/// Which trace a request belongs to: its caller's, or one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceContext {
    pub trace: u128,
    pub parent: Option<u64>,
}

impl TraceContext {
    /// From the W3C header `traceparent`; `None` where it is missing or makes no sense.
    pub fn parse(header: &str) -> Option<TraceContext> {
        let mut parts = header.split('-');
        let (version, trace, parent) = (parts.next()?, parts.next()?, parts.next()?);
        let is_sound = version.len() == 2 && version != "ff" && trace.len() == 32 && parent.len() == 16;
        let (trace, parent) = (u128::from_str_radix(trace, 16).ok()?, u64::from_str_radix(parent, 16).ok()?);
        (is_sound && trace != 0 && parent != 0).then_some(TraceContext { trace, parent: Some(parent) })
    }
}

impl Spans {
    /// Starts the exporter; it runs until the last handle is dropped.
    pub fn start(collector: &Url) -> anyhow::Result<Spans> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none());
        let client = client.build().context("no client for the collector")?;
        let url = collector.join("/v1/traces").context("HALCYON_OTLP_URL")?;
        let (sender, receiver) = mpsc::channel(WAITING);
        tokio::spawn(send_on(client, url, receiver));
        Ok(Spans(sender))
    }

    pub fn add(&self, span: Span) {
        // Full: a trace is worth less than a request's time.
        let _ = self.0.try_send(span);
    }
}

async fn send_on(client: reqwest::Client, url: Url, mut waiting: Receiver<Span>) {
    let mut bundle = Vec::new();
    let mut is_failing = false;
    while waiting.recv_many(&mut bundle, BUNDLE).await > 0 {
        let sent = client.post(url.clone()).json(&export(&bundle)).send().await;
        let failed = sent.and_then(reqwest::Response::error_for_status).is_err();
        // Said once, not for every bundle.
        if failed && !is_failing {
            tracing::warn!("the collector of traces does not take them");
        }
        is_failing = failed;
        bundle.clear();
        tokio::time::sleep(PAUSE).await;
    }
}

/// The body of OTLP's `ExportTraceServiceRequest`.
fn export(spans: &[Span]) -> Value {
    json!({"resourceSpans": [{
        "resource": {"attributes": [text("service.name", "halcyon"), text("service.version", env!("CARGO_PKG_VERSION"))]},
        "scopeSpans": [{"scope": {"name": "halcyon"}, "spans": spans.iter().map(Span::export).collect::<Vec<_>>()}],
    }]})
}

impl Span {
    fn export(&self) -> Value {
        let end = self.ended.duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut span = json!({
            "traceId": format!("{:032x}", self.context.trace),
            "spanId": format!("{:016x}", rand::random::<u64>().max(1)),
            "name": format!("{} {}", self.method, self.route),
            "kind": KIND_SERVER,
            "startTimeUnixNano": end.saturating_sub(self.took).as_nanos().to_string(),
            "endTimeUnixNano": end.as_nanos().to_string(),
            "attributes": [
                text("http.request.method", &self.method),
                text("http.route", &self.route),
                json!({"key": "http.response.status_code", "value": {"intValue": self.status.to_string()}}),
            ],
        });
        if let Some(parent) = self.context.parent {
            span["parentSpanId"] = format!("{parent:016x}").into();
        }
        if self.status >= 500 {
            span["status"] = json!({"code": STATUS_ERROR});
        }
        span
    }
}

fn text(key: &str, value: &str) -> Value {
    json!({"key": key, "value": {"stringValue": value}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_s_trace_is_taken_over_and_nonsense_is_not() {
        // The example of https://www.w3.org/TR/trace-context/
        let known = TraceContext::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        let expected = TraceContext { trace: 0x0af7651916cd43dd8448eb211c80319c, parent: Some(0xb7ad6b7169203331) };
        assert_eq!(known, Some(expected));
        for nonsense in [
            "",
            "00-0af7651916cd43dd8448eb211c80319c",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01",
            "00-zaf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ] {
            assert_eq!(TraceContext::parse(nonsense), None, "{nonsense}");
        }
    }
}
