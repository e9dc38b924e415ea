//! Limits of notifications: ten an hour, four low ones a day, the most severe first; the rest is sent later.

use jiff::SignedDuration;
use serde_json::json;

use crate::alerts::pipeline::{events, hours, save_place, storm};
use crate::alerts::settings::{set_notifications, start_with_feed};
use crate::support::feeds::{Authority, Cap};

#[tokio::test]
async fn ten_notifications_an_hour_and_four_low_ones_a_day_are_sent_and_the_rest_later() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&ada, "Home", 52.52, 13.41).await;
    let names: Vec<String> = (0..14).map(|number| format!("n{number}")).collect();
    let low: Vec<Cap<'_>> = names[..6].iter().map(|name| Cap { event: name, ..storm(name, "Minor", 40) }).collect();
    authority.publish(&low);
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 4);
    app.advance(SignedDuration::from_hours(25));
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 6, "the other two are sent the next day");

    save_place(&bob, "Home", 52.52, 13.41).await;
    let moderate: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 60) }).collect();
    authority.put("/atom", String::new());
    let renamed: Vec<String> = names.iter().map(|name| format!("moderate-{name}")).collect();
    let moderate: Vec<Cap<'_>> =
        moderate.iter().zip(&renamed).map(|(cap, name)| Cap { name, event: name, ..cap.clone() }).collect();
    authority.publish(&moderate);
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    assert_eq!(events(&bob).await.len(), 10);
    app.advance(SignedDuration::from_mins(61));
    app.run_alerts().await;
    assert!(events(&bob).await.len() >= 14, "the rest is sent in the next hour");
}

#[tokio::test]
async fn notifications_of_earlier_runs_count_towards_the_limit_and_tests_do_not() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    for _ in 0..4 {
        ada.post("/api/notifications/test", &json!({})).await.ok();
    }
    let names = ["a", "b", "c", "d", "e"];
    let low = names.map(|name| Cap { event: name, ..storm(name, "Minor", 40) });
    authority.publish(&low[..4]);
    app.run_alerts().await;
    let count_new = |events: Vec<String>| events.iter().filter(|event| *event == "new").count();
    assert_eq!(count_new(events(&ada).await), 4, "four tests do not count");
    authority.publish(&low);
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    assert_eq!(count_new(events(&ada).await), 4, "the fifth is held until the next day");
}

#[tokio::test]
async fn the_most_severe_alert_is_notified_when_the_limit_is_reached() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let names: Vec<String> = (0..12).map(|number| format!("n{number:02}")).collect();
    let mut storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 8) }).collect();
    storms[11].severity = "Severe";
    authority.publish(&storms);
    app.run_alerts().await;
    let notifications = ada.get("/api/notifications?limit=100").await.ok();
    let notifications = notifications["notifications"].as_array().unwrap().clone();
    assert_eq!(notifications.len(), 10);
    assert!(notifications.iter().any(|notification| notification["severity"] == "severe"), "{notifications:?}");
}

#[tokio::test]
async fn a_severe_alert_after_ten_less_severe_ones_is_not_held() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
    let mut storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 8) }).collect();
    authority.publish(&storms);
    app.run_alerts().await;
    let (now, minute) = (hours(0), SignedDuration::from_mins(1));
    storms.push(Cap { event: "Tornado", starts: now, ends: now + minute * 45, ..storm("severe", "Extreme", 1) });
    authority.publish(&storms);
    app.advance(minute * 6);
    app.run_alerts().await;
    let newest = ada.get("/api/notifications?limit=1").await.ok()["notifications"][0].clone();
    assert_eq!((&newest["event"], &newest["severity"]), (&json!("new"), &json!("severe")));
}

#[tokio::test]
async fn the_most_severe_alert_of_all_places_of_a_user_is_notified_first() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    // With two users Berlin is the cell that is checked first.
    save_place(&bob, "Bureau", 52.52, 13.41).await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    save_place(&ada, "Parents", 48.14, 11.58).await;
    let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
    let mut storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 8) }).collect();
    let munich = "<polygon>48.0,11.0 48.0,12.0 49.0,12.0 49.0,11.0 48.0,11.0</polygon>";
    storms.push(Cap { area: munich, ..storm("severe", "Severe", 8) });
    authority.publish(&storms);
    app.run_alerts().await;
    let notifications = ada.get("/api/notifications?limit=100").await.ok();
    let notifications = notifications["notifications"].as_array().unwrap().clone();
    assert_eq!(notifications.len(), 10);
    assert!(notifications.iter().any(|notification| notification["place"] == "Parents"), "{notifications:?}");
}

// [R1.18]
#[tokio::test]
async fn an_unwanted_alert_is_new_when_it_escalates_and_its_state_is_deleted_at_its_end() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    set_notifications(&ada, json!({"severityFloor": "severe"})).await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 0);
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 8) }]);
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);

    set_notifications(&ada, json!({"turnOffAll": true})).await;
    authority.publish(&[Cap { kind: "Cancel", replaces: &["two"], ..storm("three", "Severe", 8) }]);
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    assert_eq!((events(&ada).await.len(), app.count("notified_alerts").await), (1, 0));
}

// [R1.18]
#[tokio::test]
async fn an_alert_that_falls_below_the_minimum_severity_and_rises_again_is_notified_each_time() {
    let authority = Authority::start().await;
    let app = start_with_feed(&authority).await;
    let ada = app.signed_in("ada").await;
    set_notifications(&ada, json!({"severityFloor": "severe"})).await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let update = |name, replaces, severity| Cap { kind: "Update", replaces, ..storm(name, severity, 8) };
    let messages =
        [storm("one", "Severe", 8), update("two", &["one"], "Moderate"), update("three", &["two"], "Severe")];
    for message in messages {
        authority.publish(&[message]);
        app.run_alerts().await;
        app.advance(SignedDuration::from_mins(6));
    }
    assert_eq!(events(&ada).await, ["new", "updated", "escalated"]);
}
