//! Each request's id and its line in the log.

use std::fmt;
use std::net::IpAddr;
use std::time::Instant;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request};
use ipnet::IpNet;
use uuid::Uuid;

use super::client_address::{client_address, coarse};

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
    start: Instant,
    method: Method,
    client: Option<IpAddr>,
}

impl Seen {
    pub fn of<B>(request: &Request<B>, route: usize, trusted: &[IpNet]) -> Seen {
        Seen {
            // From this thread's generator: the system's would cost a call to the kernel.
            id: RequestId(Uuid::from_u128(rand::random())),
            is_api: request.uri().path().starts_with("/api/"),
            route,
            start: Instant::now(),
            method: request.method().clone(),
            client: client_address(request, trusted),
        }
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
                    milliseconds = self.start.elapsed().as_millis() as u64,
                    "request"
                )
            };
        }
        if status >= 400 { line!(info) } else { line!(debug) }
    }
}
