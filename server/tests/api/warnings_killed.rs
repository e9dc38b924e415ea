//! A real process, killed without a word while it tells people and while it delivers: the next one loses nothing and
//! doubles nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::support::TestApp;
use crate::support::app::START;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::Persona;
use crate::support::push_service::PushService;
use crate::warnings::{steps, storm};
use crate::warnings_delivery::{device, native_settings, with_device};

const PEOPLE: u8 = 8;

/// A process of its own goes by the system's clock: looks until it is so.
async fn eventually<F: Future<Output = bool>>(mut is_so: impl FnMut() -> F, what: &str) {
    for _ in 0..600 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never: {what}");
}

/// People with a device each, and a storm coming for all of them by the clock of the system, which a process has.
async fn people_in_a_storm(authority: &Authority, settings: &[(&str, &str)]) -> (TestApp, Vec<Persona>) {
    let app = TestApp::start_with(settings).await;
    app.advance(Timestamp::now().duration_since(START.parse().unwrap()));
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(with_device(&app, &format!("person{number}"), number).await);
    }
    let (now, hour) = (Timestamp::now(), SignedDuration::from_hours(1));
    authority.publish(&[Cap { sent: now, starts: now + hour, ends: now + hour * 8, ..storm("one", "Severe", 8) }]);
    (app, people)
}

#[tokio::test]
async fn a_process_killed_while_it_delivers_leaves_every_notice_to_the_next_under_the_same_key() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let settings = native_settings(&push, &authority);
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let (app, people) = people_in_a_storm(&authority, &settings).await;

    push.fall_silent(true);
    let process = app.process(&settings).await;
    eventually(async || !push.calls().is_empty(), "a call at the push service").await;
    process.kill().await;
    assert!(app.count("outbox where queue = 'notifications'").await > 0, "what was not answered is still owed");

    push.fall_silent(false);
    for _ in 0..4 {
        app.advance(SignedDuration::from_mins(6));
        app.watch().await;
        app.deliver().await;
    }
    for person in &people {
        assert_eq!(steps(person).await, ["new"]);
    }
    let mut keys_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for body in push.bodies() {
        for device in body["include_subscription_ids"].as_array().unwrap() {
            let keys = keys_of.entry(device.as_str().unwrap().to_owned()).or_default();
            keys.push(body["idempotency_key"].as_str().unwrap().to_owned());
        }
    }
    for number in 0..PEOPLE {
        let keys = keys_of.get_mut(&device(number)).expect("nobody is missed");
        keys.dedup();
        assert_eq!(keys.len(), 1, "the push service sees one message for {}", device(number));
    }
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_process_killed_while_it_tells_people_leaves_nobody_untold_and_nobody_told_twice() {
    let authority = Authority::start().await;
    let feed = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feed.as_str())];
    let (app, people) = people_in_a_storm(&authority, &settings).await;

    // The first dies as soon as it has read the feed, the second as soon as anybody is told.
    for died_when in ["alerts", "notifications"] {
        let process = app.process(&settings).await;
        eventually(async || app.count(died_when).await > 0, died_when).await;
        process.kill().await;
    }
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
    for person in &people {
        assert_eq!(steps(person).await, ["new"]);
    }
}
