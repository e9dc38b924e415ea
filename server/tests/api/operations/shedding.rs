//! Load shedding: a class that is full sends newcomers away after a moment, in the common body, and harms no other class.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::support::{TestApp, poll_once};

/// A weather provider that responds only when released.
async fn held_provider(gate: Arc<Semaphore>) -> String {
    let hold = move || {
        let gate = gate.clone();
        async move {
            let _turn = gate.acquire().await;
            (axum::http::StatusCode::BAD_REQUEST, r#"{"error":true,"reason":"held"}"#)
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(get(hold))).await });
    url
}

/// An application with a single slot for weather, held by the request that waits for the provider.
async fn one_slot(queue_milliseconds: &str) -> (TestApp, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let provider = held_provider(gate.clone()).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo,simulated"),
        ("HALCYON_OPEN_METEO_URL", &provider),
        ("HALCYON_WEATHER_CONFIDENCE", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
        ("HALCYON_WEATHER_MEASURED", "off"),
        ("HALCYON_WEATHER_SLOTS", "1"),
        ("HALCYON_QUEUE_MILLISECONDS", queue_milliseconds),
        ("HALCYON_METRICS_LISTEN", "127.0.0.1:0"),
    ])
    .await;
    (app, gate)
}

#[tokio::test]
async fn who_finds_no_slot_in_time_is_sent_away_with_the_common_body_and_others_are_not_harmed() {
    let (app, gate) = one_slot("10").await;
    let (first, second) = (app.visitor(), app.visitor());
    let mut held = Box::pin(first.get("/api/weather?latitude=52.52&longitude=13.41"));
    assert!(poll_once(&mut held).is_pending(), "it waits for the provider and keeps the only slot");

    let refused = second.get("/api/weather?latitude=48.14&longitude=11.58").await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "2"));
    assert_eq!(refused.header("cache-control"), "no-store");
    let body = refused.json();
    assert_eq!(body["code"], "overloaded");
    assert_eq!(body["request_id"], refused.header("x-request-id"));
    let shed = app.metrics().await;
    assert!(shed.contains("halcyon_requests_shed_total{class=\"weather\"} 1\n"), "{shed}");
    assert!(shed.contains("halcyon_slots_in_use{class=\"weather\"} 1\n"), "{shed}");

    app.signed_in("ada").await.get("/api/locations").await.ok();
    second.get("/health/ready").await.ok();

    gate.close();
    held.await.ok();
    second.get("/api/weather?latitude=48.14&longitude=11.58").await.ok();
}

#[tokio::test]
async fn a_slot_that_comes_free_in_time_goes_to_the_one_who_waits() {
    let (app, gate) = one_slot("20000").await;
    let (first, second) = (app.visitor(), app.visitor());
    let mut held = Box::pin(first.get("/api/weather?latitude=52.52&longitude=13.41"));
    let mut waiting = Box::pin(second.get("/api/weather?latitude=48.14&longitude=11.58"));
    assert!(poll_once(&mut held).is_pending());
    assert!(poll_once(&mut waiting).is_pending());
    gate.close();
    held.await.ok();
    waiting.await.ok();
}

#[tokio::test]
async fn a_flood_of_sign_ins_does_not_keep_people_from_their_places() {
    let app = TestApp::start_alone_with(&[("HALCYON_AUTH_SLOTS", "1"), ("HALCYON_QUEUE_MILLISECONDS", "0")]).await;
    let ada = app.signed_in("ada").await;
    let stranger = app.visitor();
    let wrong = json!({"email": "ada@example.org", "password": "not this one"});
    let mut hashing = Box::pin(stranger.post("/api/auth/login", &wrong));
    assert!(poll_once(&mut hashing).is_pending());
    assert_eq!(app.login("ada", "another").await.json()["code"], "overloaded");
    ada.get("/api/locations").await.ok();
    assert_eq!(hashing.await.json()["code"], "bad_credentials");
}
