//! The outermost layer: request id, request body, load shedding, time limit, error bodies, security headers, metrics, log line.
//!
//! One service instead of a stack of layers, because serving a cached forecast costs about as much as five of them
//! (docs/decisions/0006).

use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::Version;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use pin_project_lite::pin_project;
use tokio::time::Sleep;
use tower::{Layer, Service};

use super::counts::RequestCounts;
use super::failures;
use super::request_body::{UnfinishedBodies, announce_close, read_body};
use super::requests::RequestInfo;
use super::routes::Routes;
use super::security_headers::SecurityHeaders;
use super::shedding::{Admission, Class, Shedding};
use super::static_files::InlineHashes;
use crate::error::AppError;
use crate::settings::Settings;
use crate::telemetry::otlp::Spans;
use crate::telemetry::prometheus::Exposition;

/// The client gives up after 30 s as well.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Of a request's target and headers. The listener's buffer has the same limit, but may be filled beyond it by one read.
pub const MAX_HEAD_BYTES: usize = 32 * 1024;
/// The colon, space and line end of a header.
const HEADER_SYNTAX_BYTES: usize = 4;

#[derive(Clone)]
pub struct Edge(Arc<EdgeParts>);

/// Shared by all requests.
struct EdgeParts {
    security: SecurityHeaders,
    trusted_proxies: Vec<IpNet>,
    routes: Routes,
    shedding: Shedding,
    bodies: Arc<UnfinishedBodies>,
    /// `None` unless the metrics listener is configured.
    counts: Option<RequestCounts>,
    spans: Option<Spans>,
}

impl Edge {
    /// `inline`: hashes for the page's Content-Security-Policy.
    pub fn new(settings: &Settings, inline: &InlineHashes, routes: Routes) -> anyhow::Result<Edge> {
        let security = SecurityHeaders::new(settings, inline)?;
        Ok(Edge(Arc::new(EdgeParts {
            security,
            trusted_proxies: settings.trusted_proxies.clone(),
            shedding: Shedding::new(&settings.load, &routes),
            bodies: Arc::default(),
            counts: settings.metrics_listen.map(|_| RequestCounts::new(&routes)),
            spans: settings.otlp.as_ref().map(|otlp| Spans::start(otlp, settings.public_url.scheme())).transpose()?,
            routes,
        })))
    }
}

impl<S> Layer<S> for Edge {
    type Service = EdgeService<S>;

    fn layer(&self, inner: S) -> EdgeService<S> {
        EdgeService { inner, parts: Arc::clone(&self.0) }
    }
}

#[derive(Clone)]
pub struct EdgeService<S> {
    inner: S,
    parts: Arc<EdgeParts>,
}

impl<S> EdgeService<S> {
    /// Adds the request counters to the metrics.
    pub fn expose(&self, text: &mut Exposition) {
        if let Some(counts) = &self.parts.counts {
            counts.expose(&self.parts.routes, text);
        }
        self.parts.shedding.expose(text);
        if let Some(spans) = &self.parts.spans {
            spans.expose(text);
        }
    }

    /// Sends the traces that wait, at the end of the process.
    pub async fn flush_spans(&self) {
        if let Some(spans) = &self.parts.spans {
            spans.flush().await;
        }
    }
}

impl<S> Service<Request> for EdgeService<S>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone,
{
    type Response = Response;
    type Error = Infallible;
    type Future = EdgeFuture<S>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let route = self.parts.routes.number_of(request.uri().path());
        let mut info = RequestInfo::new(&request, route, &self.parts.trusted_proxies);
        if self.parts.spans.is_some() {
            info.join_trace(request.headers());
        }
        let class = self.parts.shedding.class_of(route, request.method());
        // A future does nothing before its first poll, so the handler starts only once it is admitted.
        let (answer, reading) = match (is_head_too_large(&request), request.body().is_end_stream()) {
            (false, true) => (Some(self.inner.call(request)), None),
            (is_too_large, _) => {
                let version = request.version();
                let body: BodyFuture = match is_too_large {
                    true => Box::pin(std::future::ready(Err(AppError::HeadTooLarge))),
                    false => Box::pin(read_body(request, info.client(), Arc::clone(&self.parts.bodies))),
                };
                (None, Some(Reading { body, inner: self.inner.clone(), version }))
            }
        };
        let parts = Arc::clone(&self.parts);
        EdgeFuture { reading, answer, class, admission: Admission::New, limit: None, info, parts }
    }
}

type BodyFuture = Pin<Box<dyn Future<Output = Result<Request, AppError>> + Send>>;

/// A request whose body has not arrived completely, or that is refused before it is read.
struct Reading<S> {
    body: BodyFuture,
    inner: S,
    version: Version,
}

pin_project! {
    /// One request in progress.
    pub struct EdgeFuture<S: Service<Request>> {
        reading: Option<Reading<S>>,
        // `None` until the body has arrived.
        #[pin]
        answer: Option<S::Future>,
        class: Option<Class>,
        admission: Admission,
        // Created only for a request that has to wait: most are ready at the first poll.
        limit: Option<Pin<Box<Sleep>>>,
        info: RequestInfo,
        parts: Arc<EdgeParts>,
    }
}

impl<S: Service<Request, Response = Response, Error = Infallible>> Future for EdgeFuture<S> {
    type Output = Result<Response, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        if let Some(reading) = this.reading {
            match reading.body.as_mut().poll(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(request)) => this.answer.set(Some(reading.inner.call(request))),
                Poll::Ready(Err(error)) => {
                    let mut response = error.into_response();
                    announce_close(&mut response, reading.version);
                    return Poll::Ready(Ok(finalize_response(response, this.info, this.parts)));
                }
            }
            *this.reading = None;
        }
        if let Some(class) = *this.class {
            match this.parts.shedding.admit(class, this.admission, context) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(error)) => {
                    return Poll::Ready(Ok(finalize_response(error.into_response(), this.info, this.parts)));
                }
                Poll::Pending => return Poll::Pending,
            }
        }
        let Some(answer) = this.answer.as_pin_mut() else {
            unreachable!("the handler is called as soon as the body is there")
        };
        let polled = catch_unwind(AssertUnwindSafe(|| answer.poll(context)));
        let response = match polled {
            Ok(Poll::Ready(Ok(response))) => response,
            Ok(Poll::Pending) => {
                if let Some(class) = *this.class {
                    this.parts.shedding.acquire_on_pending(class, this.admission);
                }
                let limit = this.limit.get_or_insert_with(|| Box::pin(tokio::time::sleep(REQUEST_TIMEOUT)));
                match limit.as_mut().poll(context) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(()) => AppError::Timeout.into_response(),
                }
            }
            Err(_) => AppError::Internal(anyhow::anyhow!("a handler panicked")).into_response(),
        };
        Poll::Ready(Ok(finalize_response(response, this.info, this.parts)))
    }
}

fn is_head_too_large(request: &Request) -> bool {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + HEADER_SYNTAX_BYTES);
    target + headers.sum::<usize>() > MAX_HEAD_BYTES
}

fn finalize_response(response: Response, info: &RequestInfo, parts: &EdgeParts) -> Response {
    let status = response.status();
    let has_failed = status.is_client_error() || status.is_server_error();
    let mut response = if has_failed { failures::write_body(response, info.is_api, info.id) } else { response };
    parts.security.add(&mut response, info.is_api);
    info.id.write(response.headers_mut());
    let status = response.status().as_u16();
    if let Some(counts) = &parts.counts {
        counts.count(info.route, &info.method, status, info.elapsed());
    }
    let route = parts.routes.pattern(info.route);
    if let Some(spans) = &parts.spans {
        info.span(status, route).into_iter().for_each(|span| spans.add(span));
    }
    info.log(status, route);
    response
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn answer(path: &str) -> (u16, serde_json::Value) {
        let settings = Settings::from_pairs(BTreeMap::new(), [("HALCYON_LOG", "info")]).unwrap();
        let routes = Router::new()
            .route("/api/panics", get(async || -> &'static str { panic!("on purpose") }))
            .route("/api/hangs", get(std::future::pending::<&'static str>));
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = Edge::new(&settings, &InlineHashes::default(), Routes::default())
            .unwrap()
            .layer(routes)
            .oneshot(request)
            .await
            .unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_slice(&to_bytes(response.into_body(), 4096).await.unwrap()).unwrap())
    }

    #[tokio::test]
    async fn a_panic_becomes_an_answer_without_inner_text() {
        let (status, body) = answer("/api/panics").await;
        assert_eq!((status, body["code"].as_str()), (500, Some("internal")));
        assert!(!body.to_string().contains("on purpose"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_hangs_is_ended_after_its_time() {
        let (status, body) = answer("/api/hangs").await;
        assert_eq!((status, body["code"].as_str()), (503, Some("timeout")));
    }
}
