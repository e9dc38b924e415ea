//! A real process, killed or stopped during a notification run and during a delivery: no notification is lost or repeated.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tokio::net::TcpStream;

use crate::alerts::delivery::{browser_settings, device, native_settings, register, with_device};
use crate::alerts::pipeline::{events, storm};
use crate::support::app::START;
use crate::support::browser::TestBrowser;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::Persona;
use crate::support::push_service::PushService;
use crate::support::{TestApp, borrowed};

const USERS: u8 = 8;

/// Waits in real time, because a separate process uses the system clock. A killed process can leave a lease of two minutes,
/// after which the next one takes over its cells.
async fn eventually<F: Future<Output = bool>>(mut is_met: impl FnMut() -> F, what: &str) {
    for _ in 0..1_800 {
        if is_met().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never: {what}");
}

/// Users with a device each, and a storm for all of them; its times are by the system clock, which the process uses.
async fn users_in_a_storm(authority: &Authority, settings: &[(&str, &str)]) -> (TestApp, Vec<Persona>) {
    let app = TestApp::start_with(settings).await;
    app.advance(Timestamp::now().duration_since(START.parse().unwrap()));
    let mut users = Vec::new();
    for number in 0..USERS {
        users.push(with_device(&app, &format!("user{number}"), number).await);
    }
    let (now, hour) = (Timestamp::now(), SignedDuration::from_hours(1));
    authority.publish(&[Cap { sent: now, starts: now + hour, ends: now + hour * 8, ..storm("one", "Severe", 8) }]);
    (app, users)
}

#[tokio::test]
async fn a_process_killed_during_a_delivery_leaves_every_notification_to_the_next_with_the_same_key() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let settings = native_settings(&push, &authority);
    let settings = borrowed(&settings);
    let (app, users) = users_in_a_storm(&authority, &settings).await;

    push.stop_answering(true);
    let process = app.process(&settings).await;
    eventually(async || !push.calls().is_empty(), "a request to the push service").await;
    process.kill().await;
    assert!(app.count("outbox where queue = 'notifications'").await > 0, "unanswered messages stay in the outbox");

    push.stop_answering(false);
    for _ in 0..4 {
        app.advance(SignedDuration::from_mins(6));
        app.run_alerts().await;
        app.deliver().await;
    }
    for user in &users {
        assert_eq!(events(user).await, ["new"]);
    }
    let mut keys_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for body in push.bodies() {
        for device in body["include_subscription_ids"].as_array().unwrap() {
            let keys = keys_of.entry(device.as_str().unwrap().to_owned()).or_default();
            keys.push(body["idempotency_key"].as_str().unwrap().to_owned());
        }
    }
    for number in 0..USERS {
        let keys = keys_of.get_mut(&device(number)).expect("no user is missed");
        keys.dedup();
        assert_eq!(keys.len(), 1, "the push service sees one message for {}", device(number));
    }
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_process_killed_during_a_notification_run_leaves_every_user_notified_once() {
    let authority = Authority::start().await;
    let feed = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feed.as_str())];
    let (app, users) = users_in_a_storm(&authority, &settings).await;

    // The first is killed when it has read the feed, the second when it has written a notification.
    for table in ["alerts", "notifications"] {
        let process = app.process(&settings).await;
        eventually(async || app.count(table).await > 0, table).await;
        process.kill().await;
    }
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    for user in &users {
        assert_eq!(events(user).await, ["new"]);
    }
}

/// More than are sent at once.
const BROWSERS: usize = 20;
const SENT_AT_ONCE: usize = 8;

#[tokio::test]
async fn during_shutdown_messages_that_are_being_sent_are_finished_and_the_others_are_given_back() {
    let (authority, push, browser) = (Authority::start().await, PushService::start().await, TestBrowser::new());
    let settings = browser_settings(&authority);
    let settings = borrowed(&settings);
    let app = TestApp::start_with(&settings).await;
    app.advance(Timestamp::now().duration_since(START.parse().unwrap()));
    let ada = app.signed_in("ada").await;
    for number in 0..BROWSERS {
        register(&app, &ada, &browser, &push, &format!("/{number}")).await;
    }
    ada.post("/api/notifications/test", &json!({})).await.ok();
    push.stop_answering(true);
    let process = app.process(&settings).await;
    eventually(async || push.calls().len() == SENT_AT_ONCE, "requests to the push service").await;

    process.terminate().await;
    while TcpStream::connect(&process.address).await.is_ok() {}
    push.stop_answering(false);
    push.release();

    assert_eq!(process.exit_code().await, 0);
    let calls = push.calls();
    assert_eq!(calls.len(), SENT_AT_ONCE, "none is begun");
    assert!(browser.decrypt(&calls[0].2)["title"].is_string());
    let due = format!(
        "outbox where queue = 'notifications' and attempts = 0 and due_at <= {}",
        Timestamp::now().as_millisecond()
    );
    assert_eq!(app.count(&due).await as usize, BROWSERS - SENT_AT_ONCE, "another process may send the others at once");
    assert_eq!(app.count("outbox where queue = 'notifications'").await as usize, BROWSERS - SENT_AT_ONCE);
}
