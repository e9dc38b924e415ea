//! The network between the server and PostgreSQL delays answers and ends connections, also in the middle of an answer: what
//! is acknowledged is stored, nothing fails with 500, and the next request finds a sound connection.

use std::sync::Arc;

use axum::http::StatusCode;
use futures_util::future::join_all;
use halcyon::settings::{DatabaseUrl, Secret};
use jiff::SignedDuration;
use serde_json::json;

use crate::alerts::pipeline::{coverage, save_place, storm};
use crate::support::TestApp;
use crate::support::database::TestDatabase;
use crate::support::database_proxy::Proxy;
use crate::support::feeds::Authority;
use crate::support::persona::Persona;

/// As many as a pool has.
const REQUESTS: usize = 16;
/// More than the answers to one write have.
const LONGEST_ANSWERS: i64 = 1_200;
/// Prime to the lengths of messages, so that connections end at every part of one.
const STEP: usize = 23;

async fn start() -> Option<(TestApp, Proxy, TestDatabase)> {
    start_with(&[]).await
}

/// `None` on SQLite, which has no network.
async fn start_with(settings: &[(&str, &str)]) -> Option<(TestApp, Proxy, TestDatabase)> {
    let database = TestDatabase::fresh().await;
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no network");
        return None;
    };
    let proxy = Proxy::start(address.expose()).await;
    let by_proxy = TestDatabase::by(DatabaseUrl::Postgres(Secret::new(proxy.url.clone())));
    Some((TestApp::start_on_with(Arc::new(by_proxy), settings).await, proxy, database))
}

/// The status of so many requests at the same time.
async fn ask_at_once(user: &Persona) -> Vec<StatusCode> {
    let answers = join_all((0..REQUESTS).map(|_| user.get("/api/locations"))).await;
    answers.into_iter().map(|answer| answer.status).collect()
}

/// Retries as a client does, until a sound connection is used.
async fn name_of_place(user: &Persona) -> String {
    for _ in 0..=REQUESTS {
        let answer = user.get("/api/locations").await;
        if answer.status == StatusCode::OK {
            return answer.json()["locations"][0]["name"].as_str().unwrap().to_owned();
        }
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.text());
    }
    panic!("no request finds a sound connection");
}

#[tokio::test]
async fn requests_wait_for_a_slow_database_instead_of_failing() {
    let Some((app, proxy, _database)) = start().await else { return };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    proxy.hold();
    let asked = proxy.sent().len();
    let (statuses, ()) = tokio::join!(ask_at_once(&ada), async {
        while proxy.sent().len() == asked {
            tokio::task::yield_now().await;
        }
        proxy.release();
    });
    assert_eq!(statuses, [StatusCode::OK; REQUESTS]);
}

#[tokio::test]
async fn pages_keep_their_last_alerts_while_the_database_is_silent() {
    let authority = Authority::start().await;
    let feed = authority.german_feed();
    let Some((app, proxy, _database)) = start_with(&[("HALCYON_CAP_FEEDS", &feed)]).await else { return };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "covered");

    proxy.hold();
    for (later, expected) in [(SignedDuration::from_secs(30), "covered"), (SignedDuration::from_mins(30), "outdated")] {
        app.advance(later);
        for alerts in join_all((0..REQUESTS).map(|_| coverage(&app, 52.52, 13.41))).await {
            assert_eq!(
                (&alerts["coverage"], &alerts["items"][0]["cap_severity"]),
                (&expected.into(), &"severe".into())
            );
        }
    }
    proxy.release();
}

#[tokio::test]
async fn connections_that_end_while_they_are_idle_or_in_use_are_replaced() {
    let Some((app, proxy, _database)) = start().await else { return };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    for _ in 0..5 {
        assert_eq!(ask_at_once(&ada).await, [StatusCode::OK; REQUESTS]);
        proxy.hold();
        let asked = proxy.sent().len();
        let (statuses, ()) = tokio::join!(ask_at_once(&ada), async {
            while proxy.sent().len() == asked {
                tokio::task::yield_now().await;
            }
            proxy.cut();
            proxy.release();
        });
        let expected = |status: &StatusCode| matches!(*status, StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE);
        assert!(statuses.iter().all(expected), "{statuses:?}");
        assert!(statuses.contains(&StatusCode::SERVICE_UNAVAILABLE), "the connections did end");
        name_of_place(&ada).await;
    }
}

#[tokio::test]
async fn a_write_whose_answer_is_cut_off_is_stored_if_it_was_acknowledged() {
    let Some((app, proxy, _database)) = start().await else { return };
    let ada = app.signed_in("ada").await;
    save_place(&ada, "before", 52.52, 13.41).await;
    let listed = ada.get("/api/locations").await.ok();
    let path = format!("/api/locations/{}", listed["locations"][0]["id"].as_str().unwrap());
    let (mut before, mut refused) = ("before".to_owned(), 0);
    for bytes in (0..LONGEST_ANSWERS).step_by(STEP) {
        let name = format!("Place {bytes}");
        proxy.cut_after(bytes);
        let answer = ada.put(&path, &json!({"name": name})).await;
        proxy.disarm();
        let now = name_of_place(&ada).await;
        match answer.status {
            StatusCode::OK => assert_eq!(now, name, "cut after {bytes} bytes"),
            StatusCode::SERVICE_UNAVAILABLE => {
                refused += 1;
                assert!([&before, &name].contains(&&now), "cut after {bytes} bytes: {now}");
            }
            status => panic!("cut after {bytes} bytes: {status} {}", answer.text()),
        }
        before = now;
    }
    assert!(refused >= 10, "only {refused} answers were cut off");
}
