//! The clock jumps: forward as after a long sleep of the machine, backward as when a wrong one is set right.

use axum::http::StatusCode;
use jiff::SignedDuration;
use serde_json::json;

use crate::support::TestApp;

const BERLIN: &str = "/api/weather?latitude=52.52&longitude=13.41";

#[tokio::test]
async fn a_clock_set_back_an_hour_keeps_sessions_and_stops_nothing() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.get(BERLIN).await.ok();
    app.advance(SignedDuration::from_hours(-1));
    ada.get("/api/auth/me").await.ok();
    ada.get(BERLIN).await.ok();
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41});
    assert_eq!(ada.post("/api/locations", &place).await.status, StatusCode::CREATED);
    assert_eq!(ada.post("/api/auth/refresh", &json!({})).await.status, StatusCode::OK);
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    app.run_alerts().await;
    app.tidy().await;
    assert!(app.mails().iter().any(|mail| mail.text.contains("/reset-password#token=")), "mails still go out");
}

#[tokio::test]
async fn a_wait_for_too_many_tries_does_not_grow_by_a_clock_set_back() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let stranger = app.visitor().from("203.0.113.7");
    let wrong = json!({"email": "ada@example.org", "password": "not this one"});
    while stranger.post("/api/auth/login", &wrong).await.status != StatusCode::TOO_MANY_REQUESTS {}
    app.advance(SignedDuration::from_hours(-24));
    assert_eq!(stranger.post("/api/auth/login", &wrong).await.status, StatusCode::UNAUTHORIZED, "the old wait is over");
    let again = stranger.post("/api/auth/login", &wrong).await;
    assert_eq!(again.status, StatusCode::TOO_MANY_REQUESTS, "and a new one has begun");
    let seconds: u64 = again.header("retry-after").parse().unwrap();
    assert!(seconds <= 901, "the longest wait is a quarter of an hour, not {seconds} s");
}

#[tokio::test]
async fn a_clock_set_forward_ends_what_has_had_its_time_and_a_new_sign_in_works() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    // An account whose address was never confirmed would be deleted.
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    app.advance(SignedDuration::from_hours(24 * 400));
    let answer = ada.get("/api/auth/me").await;
    assert_eq!((answer.status, answer.json()["code"].clone()), (StatusCode::UNAUTHORIZED, json!("token_expired")));
    app.tidy().await;
    let again = app.sign_in_again("ada").await;
    again.get("/api/auth/me").await.ok();
    again.get(BERLIN).await.ok();
    app.advance(SignedDuration::from_hours(-24 * 400));
    app.visitor().get(BERLIN).await.ok();
}
