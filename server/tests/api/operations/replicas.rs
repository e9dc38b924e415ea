//! Equal processes on one database, asked in turn: what one of them does, the others know at once.
//!
//! `make test-faults` runs the whole suite this way on PostgreSQL; these are the cases no run goes without.

use axum::http::StatusCode;
use halcyon::db::Pool;
use jiff::SignedDuration;
use serde_json::json;

use super::metrics::value_of;
use crate::support::TestApp;
use crate::support::database::REFUSING;
use crate::support::persona::PASSWORD;

#[tokio::test]
async fn a_person_moves_between_processes_without_noticing() {
    let app = TestApp::start_replicas(2).await;
    let ada = app.signed_in("ada").await;
    for number in 0..6 {
        let place = json!({"name": format!("Place {number}"), "latitude": f64::from(number), "longitude": 10.0});
        assert_eq!(ada.post("/api/locations", &place).await.status, StatusCode::CREATED);
        let listed = ada.get("/api/locations").await.ok();
        assert_eq!(listed["locations"].as_array().map(Vec::len), Some(number as usize + 1));
    }
}

#[tokio::test]
async fn a_session_is_refreshed_by_one_process_and_ended_by_another() {
    let app = TestApp::start_replicas(2).await;
    let ada = app.signed_in("ada").await;
    for _ in 0..4 {
        app.advance(SignedDuration::from_mins(15));
        assert_eq!(ada.post("/api/auth/refresh", &json!({})).await.status, StatusCode::OK);
        ada.get("/api/auth/me").await.ok();
    }
    let stolen = ada.other_tab();
    ada.post("/api/auth/logout", &json!({})).await.ok();
    for _ in 0..2 {
        assert_eq!(stolen.get("/api/auth/me").await.status, StatusCode::UNAUTHORIZED, "every process knows");
    }
}

#[tokio::test]
async fn tries_are_counted_together_by_all_processes() {
    let app = TestApp::start_replicas(2).await;
    app.signed_in("ada").await;
    let alone = TestApp::start_alone_with(&[]).await;
    alone.signed_in("ada").await;
    let tries_until_refused = async |app: &TestApp| {
        let stranger = app.visitor().from("203.0.113.7");
        let wrong = json!({"email": "ada@example.org", "password": "not this one"});
        let mut tries = 0;
        while stranger.post("/api/auth/login", &wrong).await.status != StatusCode::TOO_MANY_REQUESTS {
            tries += 1;
            assert!(tries < 100, "the limit never applies");
        }
        tries
    };
    assert_eq!(tries_until_refused(&app).await, tries_until_refused(&alone).await);
}

#[tokio::test]
async fn a_reset_link_made_by_one_process_works_once_at_another() {
    let app = TestApp::start_replicas(2).await;
    app.signed_in("ada").await;
    let ada = app.visitor();
    ada.post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    let token = app.link_in_last_mail("/reset-password#token=");
    let reset = json!({"token": token, "password": format!("{PASSWORD} in the rain")});
    ada.post("/api/auth/reset-password", &reset).await.ok();
    assert_eq!(ada.post("/api/auth/reset-password", &reset).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_process_that_hangs_holds_its_locks_for_a_minute_at_most() {
    let app = TestApp::start().await;
    let Pool::Postgres(pool) = app.db.writer() else {
        println!("not run: processes do not share a SQLite file");
        return;
    };
    let timeout: String = sqlx::query_scalar("show idle_in_transaction_session_timeout").fetch_one(pool).await.unwrap();
    assert_eq!(timeout, "1min");
}

#[tokio::test]
async fn reads_that_may_lag_go_to_the_read_database_and_nothing_else_does() {
    // A separate database plays the replica, so that reads from it can be recognised.
    let replica = TestApp::start_alone_with(&[]).await;
    replica.signed_in("grace").await;
    let address = replica.database_address();
    let settings = [("HALCYON_READ_DATABASE_URL", address.as_str()), ("HALCYON_METRICS_LISTEN", "127.0.0.1:0")];
    if address.starts_with("sqlite") {
        println!("not run: SQLite has no replicas");
        return;
    }
    let app = TestApp::start_alone_with(&settings).await;
    let waiting = replica.count("outbox").await;
    assert!(waiting > 0);
    let line = format!("halcyon_outbox_messages{{queue=\"account\"}} {waiting}\n");
    assert!(app.metrics().await.contains(&line), "the figures may lag");
    assert_eq!(app.login("grace", PASSWORD).await.status, StatusCode::UNAUTHORIZED, "who may enter may not");
    assert_eq!(app.signed_in("ada").await.get("/api/auth/me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_process_starts_and_works_without_its_read_database() {
    let settings = [("HALCYON_READ_DATABASE_URL", REFUSING), ("HALCYON_METRICS_LISTEN", "127.0.0.1:0")];
    if std::env::var("TEST_POSTGRES_URL").is_err() {
        println!("not run: SQLite has no replicas");
        return;
    }
    let app = TestApp::start_alone_with(&settings).await;
    app.signed_in("ada").await.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let text = app.metrics().await;
    assert_eq!(value_of(&text, "halcyon_database_up"), Some(1.0), "the primary works");
    assert_eq!(value_of(&text, "halcyon_database_replica_up"), Some(0.0));
    assert_eq!(value_of(&text, r#"halcyon_outbox_messages{queue="account"}"#), Some(1.0));
}
