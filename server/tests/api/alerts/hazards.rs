//! Hazards computed from forecasts: how they are notified, and forecasts that are wrong or cannot be had.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{events, hours, save_place};
use crate::alerts::settings::set_notifications;
use crate::support::TestApp;
use crate::support::persona::Persona;
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer, set_hour};

pub fn windy(now: jiff::Timestamp, gusts: f64, from: i64, until: i64) -> Value {
    let mut answer = open_meteo_answer(now, 10.0);
    for hour in from..until {
        set_hour(&mut answer, now, hour, "wind_gusts_10m", json!(gusts));
    }
    answer
}

#[tokio::test]
async fn a_hazard_follows_the_forecast_and_is_marked_as_computed() {
    let start = hours(0);
    let forecast = StandIn::start(Behavior::Answers(windy(start, 27.0, 3, 8))).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    app.run_alerts().await;
    let notification = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!((&notification["event"], &notification["severity"]), (&json!("new"), &json!("moderate")));
    let alert = &notification["alert"];
    assert_eq!((&alert["origin"], &alert["issuer"], &alert["texts"]), (&json!("computed"), &Value::Null, &json!([])));
    assert_eq!((&alert["hazard"]["kind"], &alert["hazard"]["peak"]), (&json!("gusts"), &json!(27.0)));
    let (requested, _) = forecast.last_request();
    assert!(requested.query().unwrap().contains("forecast_days=3"), "few variables for few days: {requested}");

    let mut at = start;
    let mut next_check = |answer: Value, hours: i64| {
        forecast.set_behavior(Behavior::Answers(answer));
        at += SignedDuration::from_hours(hours);
        app.advance(SignedDuration::from_hours(hours));
    };
    next_check(windy(start, 27.0, 3, 9), 1);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"], "one hour more is not notified");
    next_check(windy(start, 34.0, 3, 9), 1);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "escalated"]);
    for _ in 0..2 {
        next_check(windy(start, 5.0, 3, 9), 1);
        app.run_alerts().await;
    }
    assert_eq!(events(&ada).await, ["new", "escalated", "cancelled"]);
    assert_eq!(at, start + SignedDuration::from_hours(4));
}

#[tokio::test]
async fn simulated_weather_causes_no_notifications() {
    let app = TestApp::start_with(&[("HALCYON_SIMULATED_SCENARIO", "severe-storm")]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let report = ada.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    assert!(
        !report["alerts"]["items"].as_array().unwrap().is_empty(),
        "the page shows computed hazards, marked as simulated"
    );
    for _ in 0..3 {
        app.run_alerts().await;
        app.advance(SignedDuration::from_hours(1));
    }
    assert_eq!(events(&ada).await.len(), 0);
}

#[tokio::test]
async fn with_a_short_quota_the_cells_with_most_users_are_checked_first_and_health_counts_the_others() {
    let forecast = StandIn::start(Behavior::Answers(windy(hours(0), 27.0, 3, 8))).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_WEATHER_DAILY_QUOTA", "6"),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let users = [app.signed_in("ada").await, app.signed_in("bob").await, app.signed_in("cem").await];
    for user in &users[..2] {
        save_place(user, "Berlin", 52.52, 13.41).await;
    }
    save_place(&users[2], "Munich", 48.14, 11.58).await;
    app.run_alerts().await;
    // They are counted once a minute.
    app.advance(SignedDuration::from_mins(1));
    app.run_alerts().await;
    let health = app.visitor().get("/health/alerts").await.ok();
    assert_eq!(health["checks"], json!({"cells": 2, "skipped_cells": 1, "skipped_users": 1}));
    assert_eq!(
        (events(&users[0]).await.len(), events(&users[1]).await.len(), events(&users[2]).await.len()),
        (1, 1, 0)
    );
}

#[tokio::test]
async fn a_hazard_that_is_withdrawn_and_found_again_is_notified_again() {
    let start = hours(0);
    let forecast = StandIn::start(Behavior::Answers(windy(start, 27.0, 8, 12))).await;
    let app = start_with_forecast(&forecast).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    for gusts in [27.0, 5.0, 5.0, 27.0] {
        forecast.set_behavior(Behavior::Answers(windy(start, gusts, 8, 12)));
        app.run_alerts().await;
        app.advance(SignedDuration::from_hours(1));
    }
    assert_eq!(events(&ada).await, ["new", "cancelled", "new"]);
}

/// [B6]
#[tokio::test]
async fn a_kind_of_hazard_that_is_switched_off_is_not_notified_until_it_is_switched_on() {
    let forecast = StandIn::start(Behavior::Answers(windy(hours(0), 27.0, 3, 8))).await;
    let app = start_with_forecast(&forecast).await;
    let ada = app.signed_in("ada").await;
    set_notifications(&ada, json!({"hazards": {"uv": false, "wind": false}})).await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    app.run_alerts().await;
    assert_eq!(events(&ada).await.len(), 0);

    let wrong = json!({"notifications": {"hazards": {"wind": "yes"}}});
    let refused = ada.post("/api/user/preferences", &wrong).await;
    assert_eq!((refused.status.as_u16(), refused.json()["fields"].to_string().contains("hazards.wind")), (422, true));
    set_notifications(&ada, json!({"hazards": {"wind": true}})).await;
    let stored = ada.get("/api/user/preferences").await.ok()["preferences"]["notifications"]["hazards"].clone();
    assert_eq!(stored, json!({"uv": false, "wind": true}), "the others stay as they are");
    app.advance(SignedDuration::from_mins(2));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn an_implausible_forecast_of_one_place_does_not_affect_the_others() {
    let start = hours(0);
    let windy = windy(start, 27.0, 3, 8);
    let mut implausible = windy.clone();
    implausible["hourly"]["temperature_2m"] = json!(vec![999.0; 16 * 24]);
    let forecast = StandIn::start(Behavior::Answers(json!([windy, implausible]))).await;
    let app = start_with_forecast(&forecast).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    for user in [&ada, &bob] {
        save_place(user, "Berlin", 52.52, 13.41).await;
    }
    save_place(&ada, "Munich", 48.14, 11.58).await;
    app.run_alerts().await;
    assert_eq!((events(&ada).await.len(), events(&bob).await.len()), (1, 1));
}

#[tokio::test]
async fn an_hour_at_the_end_of_representable_time_does_not_stop_the_check() {
    let start = hours(0);
    let mut endless = windy(start, 27.0, 3, 8);
    for (name, value) in endless["hourly"].as_object_mut().unwrap() {
        let last = if name == "time" { json!(253_402_207_200_i64) } else { value[0].clone() };
        value.as_array_mut().unwrap().push(last);
    }
    let forecast = StandIn::start(Behavior::Answers(endless)).await;
    let app = start_with_forecast(&forecast).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
}

/// Saves a place with alerts at an elevation.
async fn save_place_at(user: &Persona, name: &str, (latitude, longitude): (f64, f64), metres: i64) {
    let place = json!({"name": name, "latitude": latitude, "longitude": longitude, "elevation": metres,
        "alerts_enabled": true});
    assert_eq!(user.post("/api/locations", &place).await.status, 201);
}

// [C8]
#[tokio::test]
async fn a_hut_is_warned_of_its_own_cold_and_the_village_below_it_is_not() {
    let start = hours(0);
    let cold = |celsius: f64| {
        let mut answer = open_meteo_answer(start, 5.0);
        for hour in 4..8 {
            set_hour(&mut answer, start, hour, "temperature_2m", json!(celsius));
        }
        answer
    };
    let answer = json!([cold(5.0), cold(-30.0)]);
    let forecast = StandIn::start(Behavior::Answers(answer)).await;
    let app = start_with_forecast(&forecast).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    // Both are in one cell: the lower band is asked for first.
    save_place_at(&ada, "Village", (47.421, 10.981), 1010).await;
    save_place_at(&bob, "Hut", (47.419, 10.979), 2962).await;
    app.run_alerts().await;
    let (requested, _) = forecast.last_request();
    let query = requested.query().unwrap();
    assert!(query.contains("latitude=47.42%2C47.42&") && query.contains("elevation=1000%2C2950"), "{query}");
    assert_eq!((events(&ada).await.len(), events(&bob).await), (0, vec!["new".to_owned()]));
    let alert = bob.get("/api/notifications").await.ok()["notifications"][0]["alert"].clone();
    assert_eq!(alert["hazard"]["kind"], "cold");
    for _ in 0..3 {
        app.advance(SignedDuration::from_mins(61));
        app.run_alerts().await;
    }
    assert_eq!(events(&bob).await, ["new"], "it is the same hazard at the next check");
}

// [C8]
#[tokio::test]
async fn places_without_an_elevation_are_checked_beside_those_with_one() {
    let start = hours(0);
    let forecast = StandIn::start(Behavior::Answers(windy(start, 27.0, 3, 8))).await;
    let app = start_with_forecast(&forecast).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    save_place_at(&ada, "Hut", (47.42, 10.98), 2962).await;
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new", "new"]);
    let requests: Vec<bool> =
        forecast.requests().iter().map(|(uri, _)| uri.query().unwrap().contains("elevation=2950")).collect();
    assert_eq!(requests.iter().filter(|has_elevation| **has_elevation).count(), 1, "one call with elevations");
    assert_eq!(requests.len(), 2, "and one without");
}

/// The weather now as the page shows it: the hazards of the report and those of the notifications.
async fn kinds_now(app: &TestApp, user: &Persona) -> (Vec<String>, Vec<String>) {
    let report = user.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    app.run_alerts().await;
    let kind = |alert: &Value| alert["hazard"]["kind"].as_str().unwrap().to_owned();
    let shown = report["alerts"]["items"].as_array().unwrap().iter().map(kind).collect();
    let list = user.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    (shown, list.iter().map(|notification| kind(&notification["alert"])).collect())
}

// One answer everywhere: headline, hour column, summary and notification.
#[tokio::test]
async fn a_notification_says_the_same_about_the_present_as_the_headline() {
    let start = hours(0);
    let none: [String; 0] = [];
    // The forecast of the running hour has a gale, the present has none.
    let mut calm_now = open_meteo_answer(start, 10.0);
    set_hour(&mut calm_now, start, 0, "wind_speed_10m", json!(18.0));
    // The forecast of the running hour has neither a gale nor a thunderstorm, the present has both.
    let mut stormy_now = open_meteo_answer(start, 10.0);
    stormy_now["current"]["wind_speed_10m"] = json!(22.0);
    stormy_now["current"]["weather_code"] = json!(95);
    stormy_now["minutely_15"]["precipitation"][1] = json!(1.0);
    for (answer, headline, expected) in
        [(calm_now, "overcast", &none[..]), (stormy_now, "thunderstorm", &["wind".to_owned(), "thunder".to_owned()])]
    {
        let forecast = StandIn::start(Behavior::Answers(answer)).await;
        let app = start_with_forecast(&forecast).await;
        let ada = app.signed_in("ada").await;
        save_place(&ada, "Home", 52.52, 13.41).await;
        let report = ada.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
        assert_eq!(report["current"]["current_weather_condition"], headline);
        let (mut shown, mut notified) = kinds_now(&app, &ada).await;
        let mut expected = expected.to_vec();
        [&mut shown, &mut notified, &mut expected].into_iter().for_each(|list| list.sort());
        assert_eq!((&shown, &notified), (&expected, &expected), "{headline}");
    }
}

async fn start_with_forecast(forecast: &StandIn) -> TestApp {
    TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await
}
