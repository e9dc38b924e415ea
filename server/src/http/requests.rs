//! Each request's id and its line in the log.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;
use uuid::Uuid;

use super::client_address::{client_address, coarse};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Names one request in the log, in its answer's header and in error bodies.
#[derive(Clone, Copy, Debug)]
pub struct RequestId(Uuid);

impl fmt::Display for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(formatter)
    }
}

/// Gives the request an id and logs its end. The path's pattern is logged, never its query: no token or
/// coordinate can reach the log.
pub async fn follow(State(trusted): State<Arc<[IpNet]>>, mut request: Request, next: Next) -> Response {
    let id = RequestId(Uuid::now_v7());
    request.extensions_mut().insert(id);
    let start = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let client = client_address(&request, &trusted);

    let mut response = next.run(request).await;

    let mut buffer = Uuid::encode_buffer();
    if let Ok(value) = HeaderValue::from_str(id.0.simple().encode_lower(&mut buffer)) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let route = route.as_ref().map_or("(page)", MatchedPath::as_str);
    log(&method, route, client, response.status().as_u16(), start, id);
    response
}

/// Failures at info, the rest at debug: in a storm the metrics count requests, the log tells stories.
fn log(method: &axum::http::Method, route: &str, client: Option<IpAddr>, status: u16, start: Instant, id: RequestId) {
    macro_rules! line {
        ($level:ident) => {
            tracing::$level!(
                request_id = %id, %method, route, status,
                client = client.map(|address| coarse(address).to_string()),
                milliseconds = start.elapsed().as_millis() as u64,
                "request"
            )
        };
    }
    if status >= 400 { line!(info) } else { line!(debug) }
}
