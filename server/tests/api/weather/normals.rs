//! What is usual for a date: fetched once for cells that are asked for on two days, then kept.

use std::sync::Arc;

use axum::http::{StatusCode, Uri};
use jiff::civil::{Date, date};
use jiff::{Span, Timestamp};
use serde_json::{Value, json};

use crate::weather::stand_in::{BERLIN, Behavior, WeatherService, open_meteo_answer};

const ON: (&str, &str) = ("HALCYON_WEATHER_NORMALS", "on");

/// Thirty years in which every November day has a high of 1 to 9 °C and every other day one of 20 °C.
fn archive() -> Value {
    archive_of(|day| if day.month() == 11 { f64::from(1 + day.year() % 9) } else { 20.0 })
}

/// Thirty years with these highs; the cell is at 38 m, like the forecast's terrain.
pub fn archive_of(high: impl Fn(&Date) -> f64) -> Value {
    let days: Vec<Date> = date(1991, 1, 1).series(Span::new().days(1)).take_while(|day| day.year() <= 2020).collect();
    json!({
        "latitude": 52.5, "longitude": 13.5, "elevation": 38.0,
        "daily": {
            "time": days.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "temperature_2m_max": days.iter().map(high).collect::<Vec<_>>(),
            "temperature_2m_min": vec![-1.0; days.len()],
            "precipitation_sum": days.iter().map(|day| f64::from(day.day() % 2) * 3.0).collect::<Vec<_>>()
        }
    })
}

pub fn is_archive(uri: &Uri) -> bool {
    uri.path() == "/v1/archive"
}

fn with_archive(now: Timestamp, status: StatusCode) -> Behavior {
    let archive = archive();
    Behavior::AnswersBy(Arc::new(move |uri| {
        Some(match is_archive(uri) {
            true => (status, archive.clone()),
            false => (StatusCode::OK, open_meteo_answer(now, 14.0)),
        })
    }))
}

async fn start(settings: &[(&str, &str)]) -> WeatherService {
    let service = WeatherService::start(settings).await;
    service.open_meteo.set_behavior(with_archive(service.now(), StatusCode::OK));
    service
}

fn archive_calls(service: &WeatherService) -> usize {
    service.open_meteo.requests().iter().filter(|(uri, _)| is_archive(uri)).count()
}

fn normal(report: &Value) -> &Value {
    &report["daily"]["days"][0]["normal"]
}

/// Asks every hour until the normals are there, for at most a day.
async fn ask_until_known(service: &WeatherService) -> Option<Value> {
    for _ in 0..24 {
        let report = service.visitor().get(BERLIN).await.ok();
        if !normal(&report).is_null() {
            return Some(report);
        }
        service.advance_minutes(60);
        // The fetch runs in the background.
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
    }
    None
}

#[tokio::test]
async fn a_cell_that_is_asked_for_on_two_days_gets_its_normals_once() {
    let mut service = start(&[ON]).await;
    let first = service.visitor().get(BERLIN).await.ok();
    service.advance_minutes(60);
    service.visitor().get("/api/weather?latitude=52.55&longitude=13.45").await.ok();
    assert_eq!((normal(&first), archive_calls(&service)), (&json!(null), 0), "a place looked at on one day");

    service.advance_minutes(23 * 60);
    service.open_meteo.set_behavior(with_archive(service.now(), StatusCode::OK));
    let report = ask_until_known(&service).await.expect("normals");
    // 16 November is nine tenths of the way from 7 November, whose fifteen days include one of October, to 17 November:
    // the years modulo 9 plus 1 add up to 147, so 0.1 × (14 × 4.9 + 20) / 15 + 0.9 × 4.9 = 5.0.
    assert_eq!(normal(&report)["temperature_2m_max"], 5.0);
    assert_eq!(normal(&report)["temperature_2m_min"], -1.0);
    let insights = report["insights"]["items"].as_array().unwrap();
    let unusual = insights.iter().find(|item| item["kind"] == "unusual_temperature").expect("14 °C in November");
    assert_eq!(unusual["sentence"], "unusually_warm");
    assert_eq!(archive_calls(&service), 1);
    let uri = service.open_meteo.requests().iter().find(|(uri, _)| is_archive(uri)).unwrap().0.to_string();
    assert!(uri.contains("latitude=52.5&longitude=13.5&") && uri.contains("models=era5_seamless"), "{uri}");

    service.restart();
    service.visitor().get("/api/weather?latitude=52.55&longitude=13.45").await.ok();
    let again = service.visitor().get("/api/weather?latitude=52.55&longitude=13.45").await.ok();
    assert_eq!((normal(&again)["temperature_2m_max"].clone(), archive_calls(&service)), (json!(5), 1));
}

#[tokio::test]
async fn a_failing_archive_leaves_the_report_without_a_comparison() {
    let service = start(&[ON]).await;
    service.visitor().get(BERLIN).await.ok();
    service.advance_minutes(24 * 60);
    service.open_meteo.set_behavior(with_archive(service.now(), StatusCode::SERVICE_UNAVAILABLE));
    assert_eq!(ask_until_known(&service).await, None);
    assert!(archive_calls(&service) > 1, "it is tried again");
    let report = service.visitor().get(BERLIN).await.ok();
    let insights = report["insights"]["items"].as_array().unwrap();
    assert!(insights.iter().all(|item| item["kind"] != "unusual_temperature"));
}

#[tokio::test]
async fn normals_that_are_switched_off_or_beyond_their_share_make_no_call() {
    // A tenth of 2,000 calls is less than the 235 of one cell.
    for settings in [&[][..], &[ON, ("HALCYON_WEATHER_DAILY_QUOTA", "2000")]] {
        let service = start(settings).await;
        service.visitor().get(BERLIN).await.ok();
        service.advance_minutes(24 * 60);
        service.open_meteo.set_behavior(with_archive(service.now(), StatusCode::OK));
        assert_eq!((ask_until_known(&service).await, archive_calls(&service)), (None, 0));
    }
}

#[tokio::test]
async fn simulated_weather_has_a_simulated_climate() {
    let service = WeatherService::start(&[
        ON,
        ("HALCYON_WEATHER_SOURCES", "simulated"),
        ("HALCYON_SIMULATED_SCENARIO", "heat-wave"),
    ])
    .await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert!(normal(&report)["temperature_2m_max"].as_f64().unwrap() < 15.0, "{}", normal(&report));
    let insights = report["insights"]["items"].as_array().unwrap();
    assert!(insights.iter().any(|item| item["sentence"] == "unusually_warm"), "40 °C in November");
}
