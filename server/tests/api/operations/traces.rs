//! Traces: one span per request, exported as OTLP JSON, in the trace of the caller.

use axum::Router;
use axum::extract::Json;
use axum::routing::post;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::support::TestApp;

/// A stand-in for a collector: receives OTLP over HTTP and passes it to the test.
async fn collector() -> (String, mpsc::UnboundedReceiver<Value>) {
    let (sender, bundles) = mpsc::unbounded_channel();
    let take = move |Json(bundle): Json<Value>| {
        let sender = sender.clone();
        async move { sender.send(bundle).unwrap() }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/v1/traces", post(take))).await });
    (url, bundles)
}

async fn next_span(bundles: &mut mpsc::UnboundedReceiver<Value>) -> Value {
    let bundle = bundles.recv().await.unwrap();
    let resource = &bundle["resourceSpans"][0];
    assert_eq!(resource["resource"]["attributes"][0]["value"]["stringValue"], "halcyon");
    resource["scopeSpans"][0]["spans"][0].clone()
}

#[tokio::test]
async fn a_request_is_traced_by_its_pattern_in_the_caller_s_trace() {
    let (url, mut bundles) = collector().await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    let caller = [("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")];
    app.visitor().get_with("/api/weather?latitude=52.52&longitude=13.41", &caller).await.ok();
    let span = next_span(&mut bundles).await;
    assert_eq!(span["traceId"], "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(span["parentSpanId"], "b7ad6b7169203331");
    assert_eq!(span["name"], "GET /api/weather");
    assert_eq!(span["kind"], 2, "a server's span");
    assert_eq!(span["attributes"][2]["value"]["intValue"], "200");
    let nanoseconds = |name: &str| span[name].as_str().unwrap().parse::<u128>().unwrap();
    assert!(nanoseconds("startTimeUnixNano") <= nanoseconds("endTimeUnixNano"));
    assert!(!span.to_string().contains("52.52"), "no place leaves the house");
}

#[tokio::test]
async fn a_trace_of_our_own_bears_the_id_of_the_request() {
    let (url, mut bundles) = collector().await;
    let app = TestApp::start_alone_with(&[("HALCYON_OTLP_URL", &url)]).await;
    let answer = app.visitor().get("/api/auth/me").await;
    let span = next_span(&mut bundles).await;
    assert_eq!(span["traceId"], answer.header("x-request-id"));
    assert_eq!(span["attributes"][2]["value"]["intValue"], "401");
    assert_eq!(span["parentSpanId"], Value::Null);
}
