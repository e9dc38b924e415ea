//! Each request's id and its line in the log.

use std::fmt;
use std::net::IpAddr;
use std::time::{Duration, Instant, SystemTime};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request};
use ipnet::IpNet;
use uuid::Uuid;

use super::client_address::{client_address, coarse};
use crate::telemetry::otlp::{Span, TraceContext};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Names one request in the log, in its answer's header and in error bodies.
#[derive(Clone, Copy, Debug)]
pub struct RequestId(Uuid);

impl RequestId {
    pub fn write(self, headers: &mut HeaderMap) {
        let mut buffer = Uuid::encode_buffer();
        if let Ok(value) = HeaderValue::from_str(self.0.simple().encode_lower(&mut buffer)) {
            headers.insert(REQUEST_ID, value);
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(formatter)
    }
}

/// What the log will say of a request, noted when it comes in. Which call it is is noted, never the path
/// or its query: no token or coordinate can reach the log.
pub struct Seen {
    pub id: RequestId,
    pub is_api: bool,
    /// The number of its pattern.
    pub route: usize,
    pub method: Method,
    start: Instant,
    /// Set where traces are told.
    trace: Option<TraceContext>,
    client: Option<IpAddr>,
}

impl Seen {
    pub fn of<B>(request: &Request<B>, route: usize, trusted: &[IpNet]) -> Seen {
        Seen {
            // From this thread's generator: the system's would cost a call to the kernel.
            id: RequestId(Uuid::from_u128(rand::random())),
            is_api: request.uri().path().starts_with("/api/"),
            route,
            method: request.method().clone(),
            start: Instant::now(),
            trace: None,
            client: client_address(request, trusted),
        }
    }

    /// The request goes on in its caller's trace, or begins one under its own id.
    pub fn join_trace(&mut self, headers: &HeaderMap) {
        let caller = headers.get("traceparent").and_then(|header| TraceContext::parse(header.to_str().ok()?));
        self.trace = Some(caller.unwrap_or(TraceContext { trace: self.id.0.as_u128(), parent: None }));
    }

    pub fn span(&self, status: u16, route: &str) -> Option<Span> {
        Some(Span {
            context: self.trace?,
            route: route.to_owned(),
            method: self.method.to_string(),
            status,
            ended: SystemTime::now(),
            took: self.elapsed(),
        })
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Failures at info, the rest at debug: in a storm the metrics count requests, the log tells stories.
    pub fn log(&self, status: u16, route: &str) {
        macro_rules! line {
            ($level:ident) => {
                tracing::$level!(
                    request_id = %self.id,
                    method = %self.method,
                    route,
                    status,
                    client = self.client.map(|address| coarse(address).to_string()),
                    milliseconds = self.elapsed().as_millis() as u64,
                    "request"
                )
            };
        }
        if status >= 400 { line!(info) } else { line!(debug) }
    }
}
