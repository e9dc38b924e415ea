//! One request as a span, and several as the body of an OTLP request in JSON.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::TraceContext;

/// OTLP's words for a server's span and for a failure.
const KIND_SERVER: u8 = 2;
const STATUS_ERROR: u8 = 2;
/// The methods that OpenTelemetry knows; any other is `_OTHER`, so that a client cannot make up ever new values.
const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];

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

/// What all spans of a process have in common.
pub struct Origin {
    pub instance_id: String,
    /// How clients reach the site.
    pub scheme: String,
}

/// The body of OTLP's `ExportTraceServiceRequest`.
pub fn export(spans: &[Span], origin: &Origin) -> Value {
    let resource = [
        text("service.name", "halcyon"),
        text("service.version", env!("CARGO_PKG_VERSION")),
        text("service.instance.id", &origin.instance_id),
    ];
    let spans: Vec<Value> = spans.iter().map(|span| span.export(origin)).collect();
    json!({"resourceSpans": [{
        "resource": {"attributes": resource},
        "scopeSpans": [{"scope": {"name": "halcyon"}, "spans": spans}],
    }]})
}

impl Span {
    fn export(&self, origin: &Origin) -> Value {
        let end = self.ended.duration_since(UNIX_EPOCH).unwrap_or_default();
        let is_known_method = METHODS.contains(&self.method.as_str());
        let (method, name) = if is_known_method { (&*self.method, &*self.method) } else { ("_OTHER", "HTTP") };
        let mut attributes = vec![
            text("http.request.method", method),
            text("http.route", &self.route),
            json!({"key": "http.response.status_code", "value": {"intValue": self.status.to_string()}}),
            text("url.scheme", &origin.scheme),
        ];
        let has_failed = self.status >= 500;
        if has_failed {
            attributes.push(text("error.type", &self.status.to_string()));
        }
        let mut span = json!({
            "traceId": format!("{:032x}", self.context.trace),
            "spanId": format!("{:016x}", rand::random::<u64>().max(1)),
            "name": format!("{name} {}", self.route),
            "kind": KIND_SERVER,
            "startTimeUnixNano": end.saturating_sub(self.took).as_nanos().to_string(),
            "endTimeUnixNano": end.as_nanos().to_string(),
            "attributes": attributes,
        });
        if let Some(parent) = self.context.parent {
            span["parentSpanId"] = format!("{parent:016x}").into();
        }
        if has_failed {
            span["status"] = json!({"code": STATUS_ERROR});
        }
        span
    }
}

fn text(key: &str, value: &str) -> Value {
    json!({"key": key, "value": {"stringValue": value}})
}
