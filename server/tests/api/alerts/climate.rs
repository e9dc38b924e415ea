//! Heat beside the climate of its place: on the page and in notifications alike.

use std::sync::Arc;

use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::alerts::pipeline::{events, hours, save_place};
use crate::support::TestApp;
use crate::support::persona::Persona;
use crate::weather::normals::{archive_of, is_archive};
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer, set_hour};

const BERLIN: &str = "/api/weather?latitude=52.52&longitude=13.41";
/// Of every day of thirty years.
const USUAL_HIGH: f64 = 36.0;

/// Dry air of this temperature for four hours, so many hours from now; 20 °C else.
fn warm(now: Timestamp, celsius: f64, from: i64) -> Behavior {
    let mut answer = open_meteo_answer(now, 20.0);
    for hour in from..from + 4 {
        set_hour(&mut answer, now, hour, "temperature_2m", json!(celsius));
        set_hour(&mut answer, now, hour, "relative_humidity_2m", json!(30));
    }
    let archive = archive_of(|_| USUAL_HIGH);
    Behavior::AnswersBy(Arc::new(move |uri| {
        Some((StatusCode::OK, if is_archive(uri) { archive.clone() } else { answer.clone() }))
    }))
}

async fn start(forecast: &StandIn) -> (TestApp, Persona) {
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_WEATHER_CONFIDENCE", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    (app, ada)
}

/// Asks on two days, until the report knows what is usual.
async fn wait_for_normals(app: &TestApp) -> Value {
    app.visitor().get(BERLIN).await.ok();
    app.advance(SignedDuration::from_hours(12));
    for _ in 0..20 {
        let report = app.visitor().get(BERLIN).await.ok();
        if !report["daily"]["days"][0]["normal"].is_null() {
            return report;
        }
        app.advance(SignedDuration::from_mins(20));
        // They are fetched in the background.
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
    }
    panic!("no normals");
}

fn shown(report: &Value) -> Vec<&str> {
    let alerts = report["alerts"]["items"].as_array().unwrap();
    alerts.iter().map(|alert| alert["hazard"]["kind"].as_str().unwrap()).collect()
}

/// [B6]
#[tokio::test]
async fn heat_that_is_usual_for_the_place_is_neither_shown_nor_notified() {
    let forecast = StandIn::start(warm(hours(0), 20.0, 0)).await;
    let (app, ada) = start(&forecast).await;
    app.run_alerts().await;
    let known_at = wait_for_normals(&app).await;
    let now: Timestamp = known_at["fetched_at"].as_str().unwrap().parse().unwrap();
    for (celsius, is_unusual) in [(35.9, false), (36.0, true)] {
        forecast.set_behavior(warm(now, celsius, 30));
        app.advance(SignedDuration::from_mins(61));
        app.run_alerts().await;
        let report = app.visitor().get(BERLIN).await.ok();
        let expected = if is_unusual { vec!["heat"] } else { vec![] };
        assert_eq!((shown(&report), events(&ada).await.len()), (expected, usize::from(is_unusual)), "{celsius} °C");
    }
    let archive_calls = forecast.requests().iter().filter(|(uri, _)| is_archive(uri)).count();
    assert_eq!(archive_calls, 1, "a check reads what is stored");
}

/// [B6]
#[tokio::test]
async fn normals_that_arrive_cancel_no_heat_that_was_notified() {
    let forecast = StandIn::start(warm(hours(0), 34.0, 32)).await;
    let (app, ada) = start(&forecast).await;
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"], "without normals the threshold alone decides");
    let report = wait_for_normals(&app).await;
    assert_eq!(shown(&report), [""; 0], "the page knows that it is usual");
    for _ in 0..4 {
        app.advance(SignedDuration::from_mins(61));
        app.run_alerts().await;
    }
    assert_eq!(events(&ada).await, ["new"]);
    forecast.set_behavior(warm(hours(0), 20.0, 32));
    for _ in 0..2 {
        app.advance(SignedDuration::from_mins(61));
        app.run_alerts().await;
    }
    assert_eq!(events(&ada).await, ["new", "cancelled"], "the forecast has none any more");
}
