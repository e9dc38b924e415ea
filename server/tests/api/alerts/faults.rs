//! Authorities that fail, are slow or send broken data: no alert is lost, and no wrong notification is sent.

use std::time::Duration;

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{
    american, coverage, events, next_poll, save_place, start_with_berlin, start_with_houston, storm,
};
use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::{advance_timers, poll_for, poll_once};

#[tokio::test]
async fn an_alert_a_list_omits_for_a_moment_is_notified_again_when_it_is_back() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_houston(&authority).await;
    let flood = american("flood", Value::Null, &["forecast/TXZ213"]);
    for list in [vec![flood.clone()], vec![], vec![flood.clone()], vec![flood]] {
        authority.list(&list);
        app.run_alerts().await;
        app.advance(SignedDuration::from_secs(61));
    }
    assert_eq!(events(&ada).await, ["new", "cancelled", "new"]);
}

#[tokio::test]
async fn an_alert_that_becomes_unreadable_is_not_over() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_houston(&authority).await;
    let flood = american("flood", Value::Null, &["forecast/TXZ213"]);
    let other = american("other", Value::Null, &["forecast/TXZ300"]);
    authority.list(&[flood.clone(), other.clone()]);
    app.run_alerts().await;
    let mut broken = flood;
    broken["properties"]["sent"] = json!("yesterday");
    let mut without_id = broken.clone();
    without_id["properties"]["id"] = Value::Null;
    for unreadable in [broken, without_id] {
        authority.list(&[unreadable, other.clone()]);
        app.advance(SignedDuration::from_secs(61));
        app.run_alerts().await;
        assert_eq!(events(&ada).await, ["new"]);
    }
}

#[tokio::test]
async fn an_alert_is_not_over_when_the_zones_of_its_place_cannot_be_read() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_houston(&authority).await;
    authority.list(&[american("flood", Value::Null, &["forecast/TXZ213"])]);
    app.run_alerts().await;
    let rename = async |sql: &'static str| {
        on_db!(app.db.writer(), pool => sqlx::query(sql).execute(pool).await.map(|_| ())).unwrap();
    };
    // A process that was just started has no zones in memory.
    let restarted = app.restart_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    app.advance(SignedDuration::from_hours(2));
    rename("alter table alert_zones rename to hidden_zones").await;
    let notified = restarted.notify().await;
    rename("alter table hidden_zones rename to alert_zones").await;
    assert_eq!(events(&ada).await, ["new"]);
    assert!(notified.is_err(), "without the zones it is unknown which alerts apply");
    app.advance(SignedDuration::from_mins(3));
    restarted.notify().await.unwrap();
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_message_that_is_missing_or_replaced_by_a_maintenance_page_is_fetched_again() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    let entry = |name: &str| format!("<entry><link href='/cap/{name}' type='application/cap+xml'/></entry>");
    authority.put("/atom", format!("<feed>{}{}</feed>", entry("late"), entry("hidden")));
    authority.put("/cap/hidden", "<html><body>Maintenance</body></html>".to_owned());
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 0);
    let hidden = Cap { event: "Gewitter", ..storm("hidden", "Severe", 8) };
    authority.publish(&[storm("late", "Severe", 8), hidden]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "new"]);
}

#[tokio::test]
async fn an_index_whose_messages_cannot_be_fetched_is_outdated() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    app.run_alerts().await;
    authority.fail_at("/cap/one");
    authority.publish(&[storm("one", "Severe", 8)]);
    for _ in 0..5 {
        next_poll(&app).await;
    }
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "outdated");
    authority.fail_at("");
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "covered");
}

#[tokio::test]
async fn dead_links_at_the_top_of_an_index_do_not_hide_those_below() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    authority.publish(&[storm("last", "Severe", 8)]);
    let names = (0..300).map(|number| format!("dead-{number}")).chain(["last".to_owned()]);
    let entries: String = names.map(|name| format!("<entry><link href='/cap/{name}'/></entry>")).collect();
    authority.put("/atom", format!("<feed>{entries}</feed>"));
    for _ in 0..3 {
        next_poll(&app).await;
    }
    assert_eq!(events(&ada).await, ["new"]);
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "incomplete", "they may be warnings");
}

#[tokio::test]
async fn a_message_of_several_megabytes_is_rejected() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    let message = storm("one", "Severe", 8);
    authority.publish(std::slice::from_ref(&message));
    authority.put("/cap/one", format!("<!--{}-->{}", "x".repeat(3 * 1024 * 1024), message.text()));
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 0);
    authority.put("/cap/one", format!("<!--{}-->{}", "x".repeat(1024 * 1024), message.text()));
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn an_authority_that_never_answers_does_not_delay_another() {
    let (silent, authority) = (Authority::start().await, Authority::start().await);
    silent.stop_answering(true);
    let feeds = format!("{},{}", silent.german_feed(), authority.german_feed());
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &feeds)]).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    let mut run = Box::pin(app.run_alerts());
    let wait = async {
        while app.count("alerts").await == 0 {
            assert!(poll_once(&mut run).is_pending(), "the run still waits for the silent one");
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("the alert is never read");
}

/// Messages that one poll requests at a time.
const CONCURRENT: usize = 4;

#[tokio::test]
async fn reading_a_slow_feed_stops_after_two_minutes_and_keeps_what_was_read() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let names: Vec<String> = (0..100).map(|number| format!("storm-{number}")).collect();
    let storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Severe", 8) }).collect();
    authority.publish(&storms);
    authority.slow_down(true);
    let mut run = Box::pin(app.run_alerts());
    // Each message takes eight seconds, which is within its time-out.
    while poll_once(&mut run).is_pending() {
        if authority.waiting() == CONCURRENT {
            advance_timers(Duration::from_secs(8)).await;
            authority.release();
        }
        tokio::task::yield_now().await;
    }
    let read = app.count("alerts").await;
    assert!((40..=60).contains(&read), "{read} were read within two minutes");

    authority.slow_down(false);
    authority.release();
    next_poll(&app).await;
    assert_eq!(app.count("alerts").await, 100, "the rest is read by the next poll");
}

#[tokio::test]
async fn a_slow_authority_does_not_delay_the_next_poll_of_another() {
    let (silent, authority) = (Authority::start().await, Authority::start().await);
    silent.stop_answering(true);
    let feeds = format!("{},{}", silent.german_feed(), authority.german_feed());
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &feeds)]).await;
    let mut work = Box::pin(app.work());
    for poll in 1..=2 {
        // Feeds are checked every five seconds; the request to the silent one times out after thirty.
        let is_polled = || authority.request_count("/atom") >= poll && silent.request_count("/atom") >= 1;
        let mut checks = 0;
        while !is_polled() {
            checks += 1;
            assert!(checks <= 4, "poll {poll} never happens");
            advance_timers(Duration::from_secs(5)).await;
            poll_for(&mut work, Duration::from_secs(10), is_polled).await;
        }
        assert_eq!(silent.request_count("/atom"), 1, "its first request is still open");
        app.advance(SignedDuration::from_mins(6));
    }
}

#[tokio::test]
async fn one_message_that_cannot_be_stored_does_not_stop_a_list() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_houston(&authority).await;
    let flood = american("flood", Value::Null, &["forecast/TXZ213"]);
    let mut with_nul = american("a\0b", Value::Null, &["forecast/TXZ300"]);
    with_nul["properties"]["description"] = json!("wind\0 and rain");
    let mut too_long = american("long", Value::Null, &["forecast/TXZ301"]);
    // Random letters: PostgreSQL compresses others before it stores them in an index.
    let letters: String = (0..200).map(|_| uuid::Uuid::new_v4().simple().to_string()).collect();
    too_long["properties"]["id"] = json!(letters);
    authority.list(&[flood, with_nul, too_long]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    assert_eq!(app.count("alerts").await, 2);
}

#[tokio::test]
async fn one_message_that_cannot_be_stored_does_not_stop_an_index() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    let storm = storm("storm", "Severe", 12);
    authority.publish(&[storm.clone(), Cap { name: "nul", ..storm.clone() }, Cap { name: "long", ..storm.clone() }]);
    let letters: String = (0..200).map(|_| uuid::Uuid::new_v4().simple().to_string()).collect();
    authority.put("/cap/nul", Cap { name: "a\0b", event: "FROST", ..storm.clone() }.text());
    authority.put("/cap/long", Cap { name: &letters, event: "SNOW", ..storm }.text());
    app.run_alerts().await;
    assert!(events(&ada).await.contains(&"new".to_owned()));
    assert_eq!(app.count("alerts").await, 2);
}

#[tokio::test]
async fn a_feed_is_not_stored_under_its_address_which_may_contain_a_key() {
    let authority = Authority::start().await;
    let feed = format!("DE={}/atom?key=hunter2", authority.url);
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &feed)]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Berlin", 52.52, 13.41).await;
    authority.publish(&[storm("storm", "Severe", 12)]);
    // As an earlier version stored it.
    let address = feed.strip_prefix("DE=").unwrap();
    let now = halcyon::clock::Clock::System.now().as_millisecond();
    on_db!(app.db.writer(), pool => {
        sqlx::query("insert into alert_links (feed, url, read_at) values ($1, $2, $3)")
            .bind(address)
            .bind(format!("{}/cap/storm", authority.url))
            .bind(now)
            .execute(pool)
            .await
            .map(|_| ())
    })
    .unwrap();
    app.run_alerts().await;
    assert!(!app.dump().await.contains("hunter2"));
    assert_eq!(authority.request_count("/cap/storm"), 0, "it was read under the former name");
    assert_eq!(app.count("alert_feeds").await, 1);
}
