//! The forecast on the map: one call for a region, its age when the provider fails, and the same weather as in reports.

use std::sync::Arc;

use axum::http::{StatusCode, Uri};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::persona::Persona;
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer};

const POINTS: usize = 81;
/// In the middle of a region, so that its map has one region only.
const DENMARK: &str = "/api/rain/model?latitude=55&longitude=7.5";
/// The tile of that point at zoom level 6, and its pixel, by the formulas of OpenStreetMap's wiki.
const DENMARK_TILE: (u32, u32, usize, usize) = (33, 20, 85, 62);

fn start() -> Timestamp {
    crate::support::app::START.parse().unwrap()
}

fn is_grid(uri: &Uri) -> bool {
    let has_many = |pair: &str| pair.starts_with("latitude=") && pair.contains("%2C");
    uri.query().is_some_and(|query| query.split('&').any(has_many))
}

/// The same weather at all points and hours: 7 °C, 5 m/s and 2.5 mm/h.
fn grid_answer(now: Timestamp) -> Value {
    let first = now.as_second().div_euclid(3600) * 3600 - 3 * 3600;
    let hours: Vec<i64> = (0..28).map(|hour| first + hour * 3600).collect();
    let point = json!({
        "hourly_units": {"time": "unixtime", "temperature_2m": "°C", "wind_speed_10m": "m/s", "precipitation": "mm"},
        "hourly": {
            "time": hours,
            "temperature_2m": vec![7.0; 28],
            "wind_speed_10m": vec![5.0; 28],
            "precipitation": vec![2.5; 28],
        }
    });
    Value::Array(vec![point; POINTS])
}

/// Forecasts of places work; `grid` is the answer for a region.
fn with_grid(now: Timestamp, grid: (StatusCode, Value)) -> Behavior {
    let forecast = open_meteo_answer(now, 10.0);
    Behavior::AnswersBy(Arc::new(move |uri| {
        Some(if is_grid(uri) { grid.clone() } else { (StatusCode::OK, forecast.clone()) })
    }))
}

async fn live() -> (TestApp, StandIn) {
    let provider = StandIn::start(with_grid(start(), (StatusCode::OK, grid_answer(start())))).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
    ])
    .await;
    (app, provider)
}

fn grid_calls(provider: &StandIn) -> usize {
    provider.requests().iter().filter(|(uri, _)| is_grid(uri)).count()
}

/// The byte at the point in Denmark.
async fn byte(visitor: &Persona, field: &str, frame: &Value) -> u8 {
    let (x, y, column, row) = DENMARK_TILE;
    let path = format!("/api/rain/model/{field}/{}/6/{x}/{y}", frame["id"].as_str().unwrap());
    let answer = visitor.get(&path).await;
    match answer.status {
        StatusCode::NO_CONTENT => 1,
        StatusCode::OK => answer.body[row * 256 + column],
        status => panic!("{status}: {}", answer.text()),
    }
}

#[tokio::test]
async fn a_region_is_fetched_once_and_named_as_a_model() {
    let (app, provider) = live().await;
    let visitor = app.visitor();
    let map = visitor.get(DENMARK).await.ok();
    assert_eq!((&map["kind"], &map["fetched_at"]), (&json!("model"), &json!("2026-11-15T12:00:00Z")));
    assert_eq!(map["attribution"][0]["name"], json!("Weather data by Open-Meteo.com"));
    let frames = map["frames"].as_array().unwrap();
    // Two hours back, the running one, and twelve ahead.
    assert_eq!((frames.len(), &frames[0]["time"]), (15, &json!("2026-11-15T10:00:00Z")));
    assert_eq!((&frames[2]["kind"], &frames[3]["kind"]), (&json!("past"), &json!("forecast")));
    let found = [byte(&visitor, "temperature", &frames[2]).await, byte(&visitor, "wind", &frames[9]).await];
    assert_eq!(found, [107, 6], "7 °C and 5 m/s");
    // 2.5 mm/h is where moderate rain begins: 0.1 · 10^((30 − 2) / 20).
    assert_eq!(byte(&visitor, "rain", &frames[14]).await, 30);
    visitor.get("/api/rain/model?latitude=55.3&longitude=8").await.ok();
    assert_eq!(grid_calls(&provider), 1, "a neighbour in the same region");
    let (uri, _) = provider.last_request();
    assert!(uri.query().unwrap().contains("hourly=temperature_2m%2Cwind_speed_10m%2Cprecipitation"), "{uri}");
}

#[tokio::test]
async fn another_process_shows_the_region_without_a_call_of_its_own() {
    let (app, provider) = live().await;
    let map = app.visitor().get(DENMARK).await.ok();
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", provider.url.as_str())];
    let other = app.restart_with(&settings).await;
    assert_eq!(other.visitor().get(DENMARK).await.ok(), map);
    assert_eq!(byte(&other.visitor(), "temperature", &map["frames"][2]).await, 107);
    assert_eq!(grid_calls(&provider), 1);
}

#[tokio::test]
async fn a_provider_that_fails_leaves_the_last_forecast_with_its_age() {
    let (app, provider) = live().await;
    let visitor = app.visitor();
    visitor.get(DENMARK).await.ok();
    provider.set_behavior(with_grid(start(), (StatusCode::INTERNAL_SERVER_ERROR, json!({}))));
    app.advance(SignedDuration::from_hours(7));
    let old = visitor.get(DENMARK).await.ok();
    assert!(grid_calls(&provider) > 1, "it is asked again after six hours");
    assert_eq!((&old["kind"], &old["fetched_at"]), (&json!("model"), &json!("2026-11-15T12:00:00Z")));
    assert_eq!(old["frames"][0]["time"], json!("2026-11-15T17:00:00Z"), "the hours move on");
    assert_eq!(byte(&visitor, "temperature", &old["frames"][0]).await, 107);

    let unknown = visitor.get("/api/rain/model?latitude=-15&longitude=-47").await.ok();
    assert_eq!((&unknown["kind"], &unknown["frames"]), (&json!("none"), &json!([])));
}

#[tokio::test]
async fn tiles_never_ask_the_provider_and_have_no_value_where_no_map_was_opened() {
    let (app, provider) = live().await;
    let visitor = app.visitor();
    let map = visitor.get(DENMARK).await.ok();
    let frame = map["frames"][2]["id"].as_str().unwrap();
    let brazil = visitor.get(&format!("/api/rain/model/temperature/{frame}/6/23/34")).await;
    assert_eq!((brazil.status, brazil.body), (StatusCode::OK, vec![0; 65_536]));
    assert_eq!(grid_calls(&provider), 1);
    let tile = visitor.get(&format!("/api/rain/model/temperature/{frame}/6/33/20")).await;
    assert_eq!(tile.header("cache-control"), "public, max-age=600");

    for (path, status) in [
        (format!("snow/{frame}/6/33/20"), StatusCode::BAD_REQUEST),
        (format!("temperature/{frame}/7/33/20"), StatusCode::BAD_REQUEST),
        ("temperature/now/6/33/20".to_owned(), StatusCode::BAD_REQUEST),
        ("temperature/1763208001-1763208000/6/33/20".to_owned(), StatusCode::BAD_REQUEST),
        ("temperature/1763208000-1763208000/6/33/20".to_owned(), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(visitor.get(&format!("/api/rain/model/{path}")).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn without_a_weather_service_the_map_has_the_simulated_weather_of_the_reports() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let map = visitor.get(DENMARK).await.ok();
    assert_eq!((&map["kind"], &map["attribution"]), (&json!("simulated"), &json!([])));
    let frame = &map["frames"][5];
    let report = visitor.get("/api/weather?latitude=55&longitude=7.5").await.ok();
    let hours = report["hourly"]["time"].as_array().unwrap();
    let hour = hours.iter().position(|time| *time == frame["time"]).unwrap();
    let said = report["hourly"]["temperature_2m"][hour].as_f64().unwrap();
    let shown = f64::from(byte(&visitor, "temperature", frame).await) - 100.0;
    assert!((shown - said).abs() <= 1.0, "{shown} on the map and {said} in the report");
}

#[tokio::test]
async fn a_map_that_is_switched_off_or_off_the_earth_has_nothing() {
    let provider = StandIn::start(with_grid(start(), (StatusCode::OK, grid_answer(start())))).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
        ("HALCYON_WEATHER_MAP", "off"),
    ])
    .await;
    let map = app.visitor().get(DENMARK).await.ok();
    assert_eq!((&map["kind"], grid_calls(&provider)), (&json!("none"), 0));
    let refused = app.visitor().get("/api/rain/model?latitude=91&longitude=0").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}
