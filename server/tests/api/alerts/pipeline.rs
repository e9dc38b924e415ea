//! From an authority's alerts to a user's notifications: polling, matching, and every event of an alert exactly once.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::app::START;
use crate::support::feeds::{Authority, BERLIN_AREA, Cap};
use crate::support::persona::Persona;
use crate::support::{TestApp, borrowed};

pub fn hours(count: i64) -> Timestamp {
    START.parse::<Timestamp>().unwrap() + SignedDuration::from_hours(count)
}

pub fn storm<'a>(name: &'a str, severity: &'a str, ends: i64) -> Cap<'a> {
    Cap {
        name,
        kind: "Alert",
        replaces: &[],
        severity,
        event: "Sturm",
        sent: hours(0),
        starts: hours(1),
        ends: hours(ends),
        area: BERLIN_AREA,
    }
}

/// Tests move the clock by hours; an access token lasts minutes.
async fn stay_signed_in(user: &Persona) {
    user.post("/api/auth/refresh", &json!({})).await.ok();
}

/// Saves a place with alerts switched on.
pub async fn save_place(user: &Persona, name: &str, latitude: f64, longitude: f64) {
    stay_signed_in(user).await;
    let place = json!({
        "name": name, "latitude": latitude, "longitude": longitude, "location_type": "Home",
        "show_on_homepage": true, "alerts_enabled": true
    });
    let saved = user.post("/api/locations", &place).await;
    assert_eq!(saved.status, 201, "{}", saved.text());
}

/// The events a user was notified of, the oldest first.
pub async fn events(user: &Persona) -> Vec<String> {
    newest_events(user, 100).await
}

/// The last of them, at most so many.
pub async fn newest_events(user: &Persona, count: usize) -> Vec<String> {
    stay_signed_in(user).await;
    let answer = user.get(&format!("/api/notifications?limit={count}")).await.ok();
    let mut events: Vec<String> = answer["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|notification| notification["event"].as_str().unwrap().to_owned())
        .collect();
    events.reverse();
    events
}

pub async fn start_with_berlin(authority: &Authority) -> (TestApp, Persona) {
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    (app, ada)
}

/// Runs the jobs six minutes later, when every feed is due again.
pub async fn next_poll(app: &TestApp) {
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
}

#[tokio::test]
async fn every_event_of_an_alert_is_notified_once() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.run_alerts().await;
    for _ in 0..3 {
        next_poll(&app).await;
    }
    assert_eq!(events(&ada).await, ["new"]);

    let update = |name, replaces, severity, ends| Cap { kind: "Update", replaces, ..storm(name, severity, ends) };
    let escalated = update("two", &["one"], "Severe", 8);
    authority.publish(std::slice::from_ref(&escalated));
    next_poll(&app).await;
    let longer = update("three", &["one", "two"], "Severe", 12);
    authority.publish(std::slice::from_ref(&longer));
    next_poll(&app).await;
    let reworded = Cap { event: "Orkan", ..update("four", &["three"], "Severe", 12) };
    authority.publish(&[reworded]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "escalated", "extended", "updated"]);

    authority.publish(&[Cap { kind: "Cancel", replaces: &["four"], ..storm("five", "Severe", 12) }]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await.last().unwrap(), "cancelled");

    authority.publish(&[storm("six", "Moderate", 2)]);
    next_poll(&app).await;
    app.advance(SignedDuration::from_hours(2));
    app.run_alerts().await;
    next_poll(&app).await;
    assert_eq!(events(&ada).await[5..], ["new", "all_clear"]);
    assert_eq!(app.count("notified_alerts").await, 0);
}

#[tokio::test]
async fn a_feed_is_polled_conditionally_and_each_message_is_read_once() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    for _ in 0..5 {
        app.run_alerts().await;
        app.advance(SignedDuration::from_secs(59));
    }
    assert_eq!(authority.request_count("/atom"), 1, "not due within five minutes");
    app.advance(SignedDuration::from_mins(1));
    app.run_alerts().await;
    assert_eq!(authority.request_count("/atom"), 2);
    assert_eq!(authority.last_headers("/atom")["if-none-match"], "\"v2\"");
    authority.publish(&[storm("one", "Moderate", 8), storm("two", "Minor", 9)]);
    next_poll(&app).await;
    assert_eq!((authority.request_count("/cap/one"), authority.request_count("/cap/two")), (1, 1));
}

#[tokio::test]
async fn a_message_that_could_not_be_fetched_is_fetched_again() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    authority
        .put("/atom", "<feed><entry><link href='/cap/late' type='application/cap+xml'/></entry></feed>".to_owned());
    authority.put("/cap/late", String::new());
    authority.fail(true);
    app.run_alerts().await;
    authority.fail(false);
    authority.publish(&[storm("late", "Severe", 8)]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_place_outside_the_area_is_not_notified_and_one_saved_later_is() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    let bob = app.signed_in("bob").await;
    save_place(&bob, "Munich", 48.14, 11.58).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    assert_eq!((events(&ada).await.len(), events(&bob).await.len()), (1, 0));
    save_place(&bob, "Potsdam", 52.40, 13.06).await;
    app.advance(SignedDuration::from_mins(1));
    app.run_alerts().await;
    assert_eq!(events(&bob).await, ["new"]);
}

pub fn american(name: &str, geometry: Value, zones: &[&str]) -> Value {
    let zones: Vec<String> = zones.iter().map(|zone| format!("https://api.weather.gov/zones/{zone}")).collect();
    json!({"type": "Feature", "geometry": geometry, "properties": {
        "id": name, "areaDesc": "Harris", "geocode": {"UGC": ["TXZ213"]}, "affectedZones": zones, "references": [],
        "sent": hours(0), "effective": hours(0), "onset": hours(1), "expires": hours(3), "ends": hours(9),
        "status": "Actual", "messageType": "Alert", "severity": "Severe", "event": "Flood Warning", "sender": "nws",
        "senderName": "NWS Houston TX", "headline": null, "description": "Rivers rise.", "instruction": null
    }})
}

/// A user in Houston, which lies in zone TXZ213.
pub async fn start_with_houston(authority: &Authority) -> (TestApp, Persona) {
    let zone = json!({"properties": {"forecastZone": "https://api.weather.gov/zones/forecast/TXZ213"}});
    authority.put("/points/29.76,-95.37", zone.to_string());
    let app = TestApp::start_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Houston", 29.76, -95.37).await;
    (app, ada)
}

#[tokio::test]
async fn american_alerts_are_matched_by_polygon_or_by_zones_that_are_looked_up_once() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_houston(&authority).await;
    let elsewhere =
        json!({"type": "Polygon", "coordinates": [[[-90.0, 30.0], [-89.0, 30.0], [-89.0, 31.0], [-90.0, 30.0]]]});
    authority.list(&[
        american("drawn elsewhere", elsewhere, &["forecast/TXZ213"]),
        american("by zone", Value::Null, &["forecast/TXZ213", "forecast/TXZ214"]),
        american("another zone", Value::Null, &["forecast/TXZ300"]),
        american("a fire zone", Value::Null, &["fire/TXZ213"]),
    ]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    authority.list(&[]);
    app.advance(SignedDuration::from_secs(61));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "cancelled"], "an alert missing from the list is over");
    assert_eq!(authority.request_count("/points/29.76,-95.37"), 1);
    assert_eq!(authority.request_count("/alerts/active"), 2);
}

#[tokio::test]
async fn a_list_that_loses_most_of_its_alerts_at_once_is_accepted_the_second_time() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_houston(&authority).await;
    let zones: Vec<String> = (0..30).map(|number| format!("forecast/TXZ{number:03}")).collect();
    let mut all: Vec<Value> = zones.iter().map(|zone| american(zone, Value::Null, &[zone])).collect();
    all.push(american("ours", Value::Null, &["forecast/TXZ213"]));
    authority.list(&all);
    app.run_alerts().await;
    authority.list(&[]);
    app.advance(SignedDuration::from_secs(61));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"], "nothing is cancelled the first time");
    app.advance(SignedDuration::from_secs(61));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "cancelled"]);
}

pub async fn coverage(app: &TestApp, latitude: f64, longitude: f64) -> Value {
    let path = format!("/api/weather?latitude={latitude}&longitude={longitude}");
    app.visitor().get(&path).await.ok()["alerts"].clone()
}

// [R1.07]
#[tokio::test]
async fn no_alerts_no_service_outdated_and_unmatched_are_four_different_answers() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "outdated", "the feed has not been polled yet");
    app.run_alerts().await;
    app.advance(SignedDuration::from_secs(30));
    let berlin = coverage(&app, 52.52, 13.41).await;
    assert_eq!((&berlin["coverage"], &berlin["items"]), (&json!("covered"), &json!([])));
    assert_eq!(coverage(&app, 41.01, 28.98).await["coverage"], "no_service");

    let coded = Cap {
        area: "<geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode>",
        event: "Hochwasser",
        ..storm("two", "Minor", 9)
    };
    authority.publish(&[storm("one", "Extreme", 8), coded]);
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    let berlin = coverage(&app, 52.52, 13.41).await;
    assert_eq!(berlin["coverage"], "unmatched");
    let (matched, unmatched) = (&berlin["items"][0], &berlin["unmatched"][0]);
    assert_eq!((&matched["severity"], &matched["cap_severity"]), (&json!("severe"), &json!("extreme")));
    assert_eq!((&matched["origin"], &matched["issuer"]), (&json!("issued"), &json!("Deutscher Wetterdienst")));
    assert_eq!((&unmatched["severity"], &unmatched["cap_severity"]), (&json!("info"), &json!("minor")));

    authority.fail(true);
    for _ in 0..5 {
        next_poll(&app).await;
    }
    let berlin = coverage(&app, 52.52, 13.41).await;
    assert_eq!((&berlin["coverage"], berlin["items"].as_array().unwrap().len()), (&json!("outdated"), 1));
    assert_eq!(berlin["updated_at"], json!(hours(0) + SignedDuration::from_mins(6) + SignedDuration::from_secs(30)));
}

#[tokio::test]
async fn area_codes_are_matched_by_the_operator_s_table() {
    let authority = Authority::start().await;
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("areas.json");
    let ring = json!([[[13.0, 52.0], [14.0, 52.0], [14.0, 53.0], [13.0, 53.0], [13.0, 52.0]]]);
    let features = json!([{"type": "Feature", "properties": {"code": "DE001"}, "geometry": {"type": "Polygon", "coordinates": ring}}]);
    std::fs::write(&table, json!({"type": "FeatureCollection", "features": features}).to_string()).unwrap();
    let settings =
        [("HALCYON_CAP_FEEDS", authority.german_feed()), ("HALCYON_CAP_AREAS", table.to_str().unwrap().to_owned())];
    let settings = borrowed(&settings);
    let app = TestApp::start_with(&settings).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let code = |value| format!("<geocode><valueName>EMMA_ID</valueName><value>{value}</value></geocode>");
    let (here, elsewhere) = (code("DE001"), code("DE002"));
    authority.publish(&[
        Cap { area: &here, ..storm("one", "Severe", 8) },
        Cap { area: &elsewhere, ..storm("two", "Severe", 8) },
    ]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    app.advance(SignedDuration::from_secs(30));
    let alerts = coverage(&app, 52.52, 13.41).await;
    let unmatched: Vec<&Value> = alerts["unmatched"].as_array().unwrap().iter().collect();
    assert_eq!((&alerts["coverage"], unmatched.len()), (&json!("unmatched"), 1), "DE002 is not in the table");
}

#[tokio::test]
async fn health_shows_when_each_feed_answered_and_how_many_cells_were_skipped() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    app.run_alerts().await;
    let health = app.visitor().get("/health/alerts").await.ok();
    assert_eq!(health["feeds"][0]["updated_at"], START);
    assert_eq!(
        health["checks"],
        json!({"cells": 1, "skipped_cells": 1, "skipped_users": 1}),
        "simulated weather is not checked"
    );
}
