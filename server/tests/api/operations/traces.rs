//! Traces: one span per request, exported as OTLP JSON, in the trace of the caller.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Json;
use axum::http::{HeaderMap, Request, StatusCode, Uri};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::support::TestApp;
use crate::support::process::Process;

/// What a collector was sent.
struct Received {
    path: String,
    headers: HeaderMap,
    body: Value,
}

/// A stand-in for a collector: answers with the given statuses, then with 200, and passes what it accepts to the test.
async fn collector_that_answers(refusals: &[u16]) -> (String, mpsc::UnboundedReceiver<Received>) {
    let (sender, received) = mpsc::unbounded_channel();
    let refusals = Arc::new(Mutex::new(VecDeque::from(refusals.to_vec())));
    let take = move |uri: Uri, headers: HeaderMap, Json(body): Json<Value>| {
        let refusal = refusals.lock().unwrap().pop_front();
        let sender = sender.clone();
        async move {
            let Some(status) = refusal else {
                // The test may have ended.
                sender.send(Received { path: uri.path().to_owned(), headers, body }).ok();
                return StatusCode::OK.into_response();
            };
            (StatusCode::from_u16(status).unwrap(), [("retry-after", "0")]).into_response()
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(take)).await });
    (url, received)
}

async fn collector() -> (String, mpsc::UnboundedReceiver<Received>) {
    collector_that_answers(&[]).await
}

async fn next_span(received: &mut mpsc::UnboundedReceiver<Received>) -> Value {
    let Received { body, .. } = received.recv().await.unwrap();
    let resource = &body["resourceSpans"][0];
    let resource_value = |name: &str| attribute(&resource["resource"], name).as_str().unwrap_or_default().to_owned();
    assert_eq!(resource_value("service.name"), "halcyon");
    assert!(resource_value("service.instance.id").parse::<uuid::Uuid>().is_ok());
    resource["scopeSpans"][0]["spans"][0].clone()
}

/// The value of an attribute, null where it is missing.
fn attribute(of: &Value, name: &str) -> Value {
    let all = of["attributes"].as_array().unwrap();
    let found = all.iter().find(|attribute| attribute["key"] == name);
    found.map_or(Value::Null, |found| found["value"].as_object().unwrap().values().next().unwrap().clone())
}

#[tokio::test]
async fn a_request_is_traced_by_its_pattern_in_the_caller_s_trace() {
    let (url, mut received) = collector().await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    let caller = [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")];
    app.visitor().get_with("/api/weather?latitude=52.52&longitude=13.41", &caller).await.ok();
    let span = next_span(&mut received).await;
    assert_eq!(span["traceId"], "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(span["parentSpanId"], "b7ad6b7169203331");
    assert_eq!(span["name"], "GET /api/weather");
    assert_eq!(span["kind"], 2, "a server's span");
    assert_eq!(attribute(&span, "http.response.status_code"), "200");
    assert_eq!(attribute(&span, "url.scheme"), "http");
    assert_eq!(attribute(&span, "error.type"), Value::Null);
    let nanoseconds = |name: &str| span[name].as_str().unwrap().parse::<u128>().unwrap();
    assert!(nanoseconds("startTimeUnixNano") <= nanoseconds("endTimeUnixNano"));
    assert!(!span.to_string().contains("52.52"), "no place leaves the house");
}

#[tokio::test]
async fn a_trace_of_our_own_bears_the_id_of_the_request() {
    let (url, mut received) = collector().await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    let answer = app.visitor().get("/api/auth/me").await;
    let span = next_span(&mut received).await;
    assert_eq!(span["traceId"], answer.header("x-request-id"));
    assert_eq!(attribute(&span, "http.response.status_code"), "401");
    assert_eq!(span["parentSpanId"], Value::Null);
}

#[tokio::test]
async fn the_collector_s_path_is_kept_and_its_headers_are_sent() {
    let (url, mut received) = collector().await;
    let (url, headers) = (format!("{url}/otlp"), "x-api-key=hunter2,authorization=Basic%20YTpi+=");
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url), ("HALCYON_OTLP_HEADERS", headers)]).await;
    app.visitor().get("/api/config").await.ok();
    let Received { path, headers, .. } = received.recv().await.unwrap();
    assert_eq!(path, "/otlp/v1/traces");
    assert_eq!(
        (&headers["x-api-key"], &headers["authorization"]),
        (&"hunter2".parse().unwrap(), &"Basic YTpi+=".parse().unwrap())
    );
}

#[tokio::test]
async fn a_trace_that_its_caller_does_not_record_is_not_sent() {
    let (url, mut received) = collector().await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    let unsampled = [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00")];
    app.visitor().get_with("/api/config", &unsampled).await.ok();
    app.visitor().get("/api/auth/me").await;
    assert_eq!(next_span(&mut received).await["name"], "GET /api/auth/me", "the first that is sent");
}

#[tokio::test]
async fn a_method_that_a_client_made_up_is_not_a_value_of_its_own() {
    let (url, mut received) = collector().await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    app.visitor().send(Request::builder().method("BREW").uri("/api/config").body(Body::empty()).unwrap()).await;
    let span = next_span(&mut received).await;
    assert_eq!((&span["name"], attribute(&span, "http.request.method")), (&json!("HTTP /api/config"), json!("_OTHER")));
}

#[tokio::test]
async fn a_busy_collector_is_asked_again_and_one_that_refuses_is_not() {
    let (url, mut received) = collector_that_answers(&[429, 503]).await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    app.visitor().get("/api/config").await.ok();
    assert_eq!(next_span(&mut received).await["name"], "GET /api/config");
    assert!(app.metrics().await.contains("halcyon_spans_dropped_total{reason=\"refused\"} 0\n"));

    let (url, _received) = collector_that_answers(&[401]).await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    app.visitor().get("/api/config").await.ok();
    app.flush_spans().await;
    assert!(app.metrics().await.contains("halcyon_spans_dropped_total{reason=\"refused\"} 1\n"));
}

#[tokio::test]
async fn the_last_requests_before_a_stop_are_sent() {
    let (url, mut received) = collector().await;
    let process = Process::serve(&[("HALCYON_OTLP_URL", &url)]).await;
    let client = reqwest::Client::new();
    client.get(process.url("/api/config")).send().await.unwrap();
    assert_eq!(next_span(&mut received).await["name"], "GET /api/config");
    // The exporter now waits for others to join the next one.
    client.get(process.url("/api/auth/me")).send().await.unwrap();
    process.terminate().await;
    assert_eq!(process.exit_code().await, 0);
    let last = received.try_recv().expect("sent before the process ended");
    assert_eq!(last.body["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["name"], "GET /api/auth/me");
}
