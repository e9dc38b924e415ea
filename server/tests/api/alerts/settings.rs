//! Which users are notified and when: their notification settings, quiet hours, and changes of them.

use std::collections::BTreeSet;

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::accounts::preferences::store_document;
use crate::alerts::delivery::{add_device, confirmed, device, native_app};
use crate::alerts::pipeline::{events, hours, next_poll, save_place, storm};
use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::Persona;
use crate::support::push_service::PushService;

pub async fn set_notifications(user: &Persona, notifications: Value) {
    user.post("/api/user/preferences", &json!({"notifications": notifications})).await.ok();
}

pub async fn start_with_feed(authority: &Authority) -> TestApp {
    TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await
}

// [R1.18]
#[tokio::test]
async fn users_are_notified_according_to_their_settings() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let users = [
        ("all", json!({}), 1),
        ("off", json!({"turnOffAll": true}), 0),
        ("no-alerts", json!({"weatherAlerts": false}), 0),
        ("severe-only", json!({"severityFloor": "severe"}), 0),
        ("moderate", json!({"severityFloor": "moderate"}), 1),
        ("no-channel", json!({"email": false, "push": false}), 1),
    ];
    let mut saved = Vec::new();
    for (name, settings, expected) in users {
        let user = app.signed_in(name).await;
        set_notifications(&user, settings).await;
        save_place(&user, "Home", 52.52, 13.41).await;
        saved.push((name, user, expected));
    }
    let without_alerts = app.signed_in("without-alerts").await;
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41, "location_type": "Home",
        "show_on_homepage": true, "alerts_enabled": false});
    without_alerts.post("/api/locations", &place).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.run_alerts().await;
    for (name, user, expected) in &saved {
        assert_eq!(events(user).await.len(), *expected, "{name}");
    }
    assert_eq!(events(&without_alerts).await.len(), 0);
}

// [R1.18]
#[tokio::test]
async fn a_notification_is_sent_by_the_channels_that_are_switched_on() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let users = [
        ("both", json!({}), json!(["email", "push"])),
        ("mail", json!({"push": false}), json!(["email"])),
        ("phone", json!({"email": false}), json!(["push"])),
        ("neither", json!({"email": false, "push": false}), json!([])),
    ];
    for (number, (name, settings, _)) in users.iter().enumerate() {
        let user = confirmed(&app, name, "en").await;
        add_device(&user, number as u8).await;
        set_notifications(&user, settings.clone()).await;
        save_place(&user, "Berlin", 52.52, 13.41).await;
    }
    let mails = app.mails().len();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    for (name, _, channels) in &users {
        let user = app.sign_in_again(name).await;
        assert_eq!(&user.get("/api/notifications").await.ok()["notifications"][0]["channels"], channels, "{name}");
    }
    let addresses: Vec<String> = app.mails()[mails..].iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(
        BTreeSet::from_iter(addresses),
        BTreeSet::from(["both", "mail"].map(|name| format!("{name}@example.org")))
    );
    assert_eq!(push.bodies()[0]["include_subscription_ids"], json!([device(0), device(2)]));
}

#[tokio::test]
async fn a_pending_notification_is_not_sent_after_the_user_switched_it_off() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let ada = confirmed(&app, "ada", "en").await;
    add_device(&ada, 0).await;
    save_place(&ada, "Berlin", 52.52, 13.41).await;
    let mails = app.mails().len();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 2);
    set_notifications(&ada, json!({"turnOffAll": true})).await;
    app.deliver().await;
    assert_eq!((app.mails().len() - mails, push.calls().len()), (0, 0));
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

// [R1.18]
#[tokio::test]
async fn an_unreadable_key_never_notifies_a_user_who_turned_notifications_off() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let documents = [
        ("floor", json!({"notifications": {"turnOffAll": true, "severityFloor": "extreme"}}), 0),
        ("quiet", json!({"notifications": {"weatherAlerts": false, "quietHours": {"from": 22}}}), 0),
        ("units", json!({"units": {"temperature": 1}, "notifications": {"turnOffAll": true}}), 0),
        ("switch", json!({"notifications": {"turnOffAll": "yes"}}), 0),
        ("group", json!({"notifications": "off"}), 0),
        ("reachable", json!({"theme": "sepia", "notifications": {"severityFloor": "extreme"}}), 1),
    ];
    let mut users = Vec::new();
    for (name, document, expected) in documents {
        let user = app.signed_in(name).await;
        save_place(&user, "Home", 52.52, 13.41).await;
        store_document(&app, &user, &document).await;
        users.push((name, user, expected));
    }
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.run_alerts().await;
    for (name, user, expected) in users {
        assert_eq!(events(&user).await.len(), expected, "{name}");
    }
}

// [R1.18]
#[tokio::test]
async fn quiet_hours_hold_all_but_severe_alerts_and_drop_those_that_end_meanwhile() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    // It is 13:00 in Berlin.
    set_notifications(&ada, json!({"quietHours": {"from": "12:00", "until": "15:00"}})).await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[
        storm("lasting", "Moderate", 8),
        Cap { event: "Gewitter", ..storm("short", "Moderate", 1) },
        Cap { event: "Orkan", ..storm("severe", "Extreme", 8) },
    ]);
    app.run_alerts().await;
    assert_eq!(ada.get("/api/notifications").await.ok()["notifications"][0]["alert"]["cap_severity"], "extreme");
    assert_eq!(events(&ada).await, ["new"]);
    app.advance(SignedDuration::from_mins(119));
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 1);
    app.advance(SignedDuration::from_mins(1));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "new"], "the one that lasts, and not the one that ended meanwhile");
}

// [R1.18]
#[tokio::test]
async fn settings_that_allow_more_notify_of_an_alert_already_in_force() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let users = [
        ("on", json!({"weatherAlerts": false}), json!({"weatherAlerts": true})),
        ("all", json!({"turnOffAll": true}), json!({"turnOffAll": false})),
        ("floor", json!({"severityFloor": "severe"}), json!({"severityFloor": "moderate"})),
        // It is 13:00 in Berlin.
        (
            "awake",
            json!({"quietHours": {"from": "12:00", "until": "15:00"}}),
            json!({"quietHours": {"from": "22:00", "until": "07:00"}}),
        ),
    ];
    let mut changing = Vec::new();
    for (name, before, after) in users {
        let user = app.signed_in(name).await;
        set_notifications(&user, before).await;
        save_place(&user, "Home", 52.52, 13.41).await;
        changing.push((name, user, after));
    }
    let still_off = app.signed_in("off").await;
    set_notifications(&still_off, json!({"turnOffAll": true})).await;
    save_place(&still_off, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.run_alerts().await;
    for (name, user, after) in changing {
        assert_eq!(events(&user).await.len(), 0, "{name}");
        set_notifications(&user, after).await;
        app.advance(SignedDuration::from_mins(1));
        app.run_alerts().await;
        assert_eq!(events(&user).await, ["new"], "{name}");
    }
    set_notifications(&still_off, json!({"severityFloor": "info"})).await;
    app.advance(SignedDuration::from_mins(1));
    app.run_alerts().await;
    assert_eq!(events(&still_off).await.len(), 0);
}

#[tokio::test]
async fn switching_alerts_on_for_a_place_notifies_of_an_alert_already_in_force() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&bob, "Home", 52.52, 13.41).await;
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41, "location_type": "Home",
        "show_on_homepage": true, "alerts_enabled": false});
    let saved = ada.post("/api/locations", &place).await;
    assert_eq!(saved.status, 201, "{}", saved.text());
    let id = saved.json()["location"]["id"].as_str().unwrap().to_owned();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    ada.put(&format!("/api/locations/{id}"), &json!({"alerts_enabled": true})).await.ok();
    app.advance(SignedDuration::from_mins(1));
    app.run_alerts().await;
    assert_eq!((events(&ada).await, events(&bob).await), (vec!["new".to_owned()], vec!["new".to_owned()]));
}

#[tokio::test]
async fn repeated_changes_of_settings_recheck_a_cell_once_a_minute() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    app.run_alerts().await;
    app.advance(SignedDuration::from_secs(30));
    let due_at = async || -> i64 {
        on_db!(app.db.reader(), pool => sqlx::query_scalar("select due_at from alert_cells").fetch_one(pool).await)
            .unwrap()
    };
    let an_hour = hours(1).as_millisecond();
    assert_eq!(due_at().await, an_hour);
    // Settings that do not decide whether the user is notified cause no check.
    set_notifications(&ada, json!({"email": false, "push": false, "severityFloor": "info"})).await;
    ada.post("/api/user/preferences", &json!({"theme": "dark", "language": "de"})).await.ok();
    set_notifications(&ada, json!({"turnOffAll": true})).await;
    assert_eq!(due_at().await, an_hour);
    for _ in 0..3 {
        set_notifications(&ada, json!({"turnOffAll": true})).await;
        set_notifications(&ada, json!({"turnOffAll": false})).await;
        app.notify().await.unwrap();
        assert_eq!(due_at().await, hours(0).as_millisecond() + 60_000);
    }
}

/// Ada wants severe alerts only and was notified of one.
async fn severe_only(authority: &Authority) -> (TestApp, Persona) {
    let app = start_with_feed(authority).await;
    let ada = app.signed_in("ada").await;
    set_notifications(&ada, json!({"severityFloor": "severe"})).await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    (app, ada)
}

#[tokio::test]
async fn an_alert_that_falls_below_the_minimum_severity_is_notified_once_more_and_at_its_end() {
    let authority = Authority::start().await;
    let (app, ada) = severe_only(&authority).await;
    let update = |name, replaces| Cap { kind: "Update", replaces, ..storm(name, "Moderate", 8) };
    authority.publish(&[update("two", &["one"])]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "updated"]);
    assert_eq!(ada.get("/api/notifications").await.ok()["notifications"][0]["severity"], "moderate");
    authority.publish(&[Cap { event: "Sturmböen", ..update("three", &["two"]) }]);
    next_poll(&app).await;
    authority.publish(&[Cap { event: "Böen", ends: hours(10), ..update("four", &["three"]) }]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "updated"], "later changes are below the minimum");
    authority.publish(&[Cap { kind: "Cancel", replaces: &["four"], ..storm("five", "Moderate", 10) }]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "updated", "cancelled"]);
}

#[tokio::test]
async fn an_alert_that_fell_below_the_minimum_is_notified_when_it_escalates_again_and_at_its_end() {
    let authority = Authority::start().await;
    let (app, ada) = severe_only(&authority).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Moderate", 8) }]);
    next_poll(&app).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["two"], ..storm("three", "Severe", 8) }]);
    next_poll(&app).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["three"], ..storm("four", "Moderate", 8) }]);
    next_poll(&app).await;
    app.advance(SignedDuration::from_hours(8));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "updated", "escalated", "updated", "all_clear"]);
}

#[tokio::test]
async fn raising_the_minimum_severity_ends_notifications_of_less_severe_alerts() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.run_alerts().await;
    set_notifications(&ada, json!({"severityFloor": "severe"})).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Moderate", 9) }]);
    next_poll(&app).await;
    authority.publish(&[Cap { kind: "Cancel", replaces: &["two"], ..storm("three", "Moderate", 9) }]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn every_user_is_notified_once_for_each_of_their_places() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&ada, "Home", 52.52, 13.41).await;
    save_place(&ada, "Work", 52.40, 13.06).await;
    save_place(&bob, "Bureau", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    assert_eq!((events(&ada).await.len(), events(&bob).await.len()), (2, 1));
}
