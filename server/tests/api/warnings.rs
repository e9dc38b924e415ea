//! Warnings from an authority to a person's notices: matched, once, through every step of their life, replayed over days.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::app::START;
use crate::support::feeds::{Authority, BERLIN_AREA, Cap};
use crate::support::persona::Persona;

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
async fn stay_signed_in(person: &Persona) {
    person.post("/api/auth/refresh", &json!({})).await.ok();
}

/// Saves a place with its warnings switched on.
pub async fn watch_place(person: &Persona, name: &str, latitude: f64, longitude: f64) {
    stay_signed_in(person).await;
    let place = json!({
        "name": name, "latitude": latitude, "longitude": longitude, "location_type": "Home",
        "show_on_homepage": true, "alerts_enabled": true
    });
    let saved = person.post("/api/locations", &place).await;
    assert_eq!(saved.status, 201, "{}", saved.text());
}

/// Steps told to a person, oldest first.
pub async fn steps(person: &Persona) -> Vec<String> {
    stay_signed_in(person).await;
    let answer = person.get("/api/notifications?limit=100").await.ok();
    let mut steps: Vec<String> = answer["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|notice| notice["event"].as_str().unwrap().to_owned())
        .collect();
    steps.reverse();
    steps
}

pub async fn berlin_watched(authority: &Authority) -> (TestApp, Persona) {
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    (app, ada)
}

/// Six minutes later: every feed is due again.
pub async fn next_round(app: &TestApp) {
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
}

#[tokio::test]
async fn a_warning_is_told_through_its_whole_life_and_each_step_once() {
    let authority = Authority::start().await;
    let (app, ada) = berlin_watched(&authority).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.watch().await;
    for _ in 0..3 {
        next_round(&app).await;
    }
    assert_eq!(steps(&ada).await, ["new"]);

    let update = |name, replaces, severity, ends| Cap { kind: "Update", replaces, ..storm(name, severity, ends) };
    let graver = update("two", &["one"], "Severe", 8);
    authority.publish(std::slice::from_ref(&graver));
    next_round(&app).await;
    let longer = update("three", &["one", "two"], "Severe", 12);
    authority.publish(std::slice::from_ref(&longer));
    next_round(&app).await;
    let reworded = Cap { event: "Orkan", ..update("four", &["three"], "Severe", 12) };
    authority.publish(&[reworded]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new", "escalated", "extended", "updated"]);

    authority.publish(&[Cap { kind: "Cancel", replaces: &["four"], ..storm("five", "Severe", 12) }]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await.last().unwrap(), "cancelled");

    authority.publish(&[storm("six", "Moderate", 2)]);
    next_round(&app).await;
    app.advance(SignedDuration::from_hours(2));
    app.watch().await;
    next_round(&app).await;
    assert_eq!(steps(&ada).await[5..], ["new", "all_clear"]);
    assert_eq!(app.count("notified_alerts").await, 0);
}

#[tokio::test]
async fn a_feed_is_asked_politely_and_each_message_is_read_once() {
    let authority = Authority::start().await;
    let (app, _ada) = berlin_watched(&authority).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    for _ in 0..5 {
        app.watch().await;
        app.advance(SignedDuration::from_secs(59));
    }
    assert_eq!(authority.times_asked("/atom"), 1, "five minutes are not over");
    app.advance(SignedDuration::from_mins(1));
    app.watch().await;
    assert_eq!(authority.times_asked("/atom"), 2);
    assert_eq!(authority.last_headers("/atom")["if-none-match"], "\"v2\"");
    authority.publish(&[storm("one", "Moderate", 8), storm("two", "Minor", 9)]);
    next_round(&app).await;
    assert_eq!((authority.times_asked("/cap/one"), authority.times_asked("/cap/two")), (1, 1));
}

#[tokio::test]
async fn a_message_that_could_not_be_had_is_asked_for_again() {
    let authority = Authority::start().await;
    let (app, ada) = berlin_watched(&authority).await;
    authority
        .put("/atom", "<feed><entry><link href='/cap/late' type='application/cap+xml'/></entry></feed>".to_owned());
    authority.put("/cap/late", String::new());
    authority.fail(true);
    app.watch().await;
    authority.fail(false);
    authority.publish(&[storm("late", "Severe", 8)]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_place_outside_the_area_is_told_nothing_and_one_saved_later_is_told_at_once() {
    let authority = Authority::start().await;
    let (app, ada) = berlin_watched(&authority).await;
    let bob = app.signed_in("bob").await;
    watch_place(&bob, "Munich", 48.14, 11.58).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    assert_eq!((steps(&ada).await.len(), steps(&bob).await.len()), (1, 0));
    watch_place(&bob, "Potsdam", 52.40, 13.06).await;
    app.advance(SignedDuration::from_mins(1));
    app.watch().await;
    assert_eq!(steps(&bob).await, ["new"]);
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

/// Somebody in Houston, which lies in zone TXZ213.
pub async fn houston_watched(authority: &Authority) -> (TestApp, Persona) {
    let zone = json!({"properties": {"forecastZone": "https://api.weather.gov/zones/forecast/TXZ213"}});
    authority.put("/points/29.76,-95.37", zone.to_string());
    let app = TestApp::start_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Houston", 29.76, -95.37).await;
    (app, ada)
}

#[tokio::test]
async fn american_warnings_are_matched_by_polygon_else_by_zones_that_are_asked_once() {
    let authority = Authority::start().await;
    let (app, ada) = houston_watched(&authority).await;
    let elsewhere =
        json!({"type": "Polygon", "coordinates": [[[-90.0, 30.0], [-89.0, 30.0], [-89.0, 31.0], [-90.0, 30.0]]]});
    authority.list(&[
        american("drawn elsewhere", elsewhere, &["forecast/TXZ213"]),
        american("by zone", Value::Null, &["forecast/TXZ213", "forecast/TXZ214"]),
        american("another zone", Value::Null, &["forecast/TXZ300"]),
        american("a fire zone", Value::Null, &["fire/TXZ213"]),
    ]);
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"]);
    authority.list(&[]);
    app.advance(SignedDuration::from_secs(61));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new", "cancelled"], "what the list no longer names is over");
    assert_eq!(authority.times_asked("/points/29.76,-95.37"), 1);
    assert_eq!(authority.times_asked("/alerts/active"), 2);
}

#[tokio::test]
async fn a_list_that_loses_most_of_its_warnings_at_once_is_believed_the_second_time() {
    let authority = Authority::start().await;
    let (app, ada) = houston_watched(&authority).await;
    let zones: Vec<String> = (0..30).map(|number| format!("forecast/TXZ{number:03}")).collect();
    let mut all: Vec<Value> = zones.iter().map(|zone| american(zone, Value::Null, &[zone])).collect();
    all.push(american("ours", Value::Null, &["forecast/TXZ213"]));
    authority.list(&all);
    app.watch().await;
    authority.list(&[]);
    app.advance(SignedDuration::from_secs(61));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"], "a glitch cancels nothing");
    app.advance(SignedDuration::from_secs(61));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new", "cancelled"]);
}

pub async fn coverage(app: &TestApp, latitude: f64, longitude: f64) -> Value {
    let path = format!("/api/weather?latitude={latitude}&longitude={longitude}");
    app.visitor().get(&path).await.ok()["alerts"].clone()
}

// [R1.07]
#[tokio::test]
async fn no_warnings_no_service_no_news_and_not_matched_are_four_answers() {
    let authority = Authority::start().await;
    let (app, _ada) = berlin_watched(&authority).await;
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "outdated", "nobody has answered yet");
    app.watch().await;
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
    next_round(&app).await;
    app.advance(SignedDuration::from_secs(30));
    let berlin = coverage(&app, 52.52, 13.41).await;
    assert_eq!(berlin["coverage"], "unmatched");
    let (ours, theirs) = (&berlin["items"][0], &berlin["unmatched"][0]);
    assert_eq!((&ours["severity"], &ours["cap_severity"]), (&json!("severe"), &json!("extreme")));
    assert_eq!((&ours["origin"], &ours["issuer"]), (&json!("issued"), &json!("Deutscher Wetterdienst")));
    assert_eq!((&theirs["severity"], &theirs["cap_severity"]), (&json!("info"), &json!("minor")));

    authority.fail(true);
    for _ in 0..5 {
        next_round(&app).await;
    }
    let berlin = coverage(&app, 52.52, 13.41).await;
    assert_eq!((&berlin["coverage"], berlin["items"].as_array().unwrap().len()), (&json!("outdated"), 1));
    assert_eq!(berlin["updated_at"], json!(hours(0) + SignedDuration::from_mins(6) + SignedDuration::from_secs(30)));
}

#[tokio::test]
async fn area_codes_are_matched_where_the_operator_has_a_table() {
    let authority = Authority::start().await;
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("areas.json");
    let ring = json!([[[13.0, 52.0], [14.0, 52.0], [14.0, 53.0], [13.0, 53.0], [13.0, 52.0]]]);
    let features = json!([{"type": "Feature", "properties": {"code": "DE001"}, "geometry": {"type": "Polygon", "coordinates": ring}}]);
    std::fs::write(&table, json!({"type": "FeatureCollection", "features": features}).to_string()).unwrap();
    let settings =
        [("HALCYON_CAP_FEEDS", authority.german_feed()), ("HALCYON_CAP_AREAS", table.to_str().unwrap().to_owned())];
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let app = TestApp::start_with(&settings).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let code = |value| format!("<geocode><valueName>EMMA_ID</valueName><value>{value}</value></geocode>");
    let (here, elsewhere) = (code("DE001"), code("DE002"));
    authority.publish(&[
        Cap { area: &here, ..storm("one", "Severe", 8) },
        Cap { area: &elsewhere, ..storm("two", "Severe", 8) },
    ]);
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"]);
}

#[tokio::test]
async fn health_says_when_each_feed_answered_and_who_waits() {
    let authority = Authority::start().await;
    let (app, _ada) = berlin_watched(&authority).await;
    app.watch().await;
    let health = app.visitor().get("/health/alerts").await.ok();
    assert_eq!(health["feeds"][0]["updated_at"], START);
    assert_eq!(
        health["checks"],
        json!({"cells": 1, "skipped_cells": 1, "skipped_users": 1}),
        "made-up weather is no forecast"
    );
}
