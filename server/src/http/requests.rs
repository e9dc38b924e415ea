//! The id of a request, and what is logged about it.

use std::fmt;
use std::net::IpAddr;
use std::time::{Duration, Instant, SystemTime};

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request};
use ipnet::IpNet;
use uuid::Uuid;

use super::client_address::{client_address, coarse};
use crate::telemetry::otlp::{Span, TraceContext};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Identifies one request in the log, in the response header and in error bodies.
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

/// What is logged about a request, recorded when it arrives: the route pattern, never the path or query, so that
/// no token and no coordinates reach the log.
pub struct RequestInfo {
    pub id: RequestId,
    pub is_api: bool,
    /// Index of its route pattern.
    pub route: usize,
    pub method: Method,
    start: Instant,
    /// Set when the request is recorded.
    trace: Option<TraceContext>,
    client: Option<IpAddr>,
}

impl RequestInfo {
    pub fn new<B>(request: &Request<B>, route: usize, trusted: &[IpNet]) -> RequestInfo {
        RequestInfo {
            // A thread-local generator: the system's costs a system call.
            id: RequestId(Uuid::from_u128(rand::random())),
            is_api: request.uri().path().starts_with("/api/"),
            route,
            method: request.method().clone(),
            start: Instant::now(),
            trace: None,
            client: client_address(request, trusted),
        }
    }

    /// Continues the caller's trace unless the caller does not record it, or starts one with the request id.
    pub fn join_trace(&mut self, headers: &HeaderMap) {
        let caller = headers.get("traceparent").and_then(|header| TraceContext::parse(header.to_str().ok()?));
        let trace = caller.unwrap_or_else(|| TraceContext::begin(self.id.0.as_u128()));
        self.trace = Some(trace).filter(|trace| trace.is_sampled);
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

    pub fn client(&self) -> Option<IpAddr> {
        self.client
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Failures at info, the rest at debug: under load, requests are counted by metrics, not logged.
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
