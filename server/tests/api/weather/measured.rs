//! What a station near the place measured: shown beside the model's value, or the reason why there is none.

use axum::http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::weather::stand_in::{BERLIN, Behavior, START, StandIn, WeatherService};

/// A report of Berlin's old airport, 5 km to the south.
fn tempelhof(celsius: f64, at: Timestamp) -> Value {
    json!([{
        "icaoId": "EDDI", "name": "Berlin/Tempelhof, BE, DE", "lat": 52.473, "lon": 13.404, "elev": 48,
        "obsTime": at.as_second(), "temp": celsius, "dewp": 2, "wdir": "VRB", "wspd": 3, "visib": "6+", "qcField": 2,
        "metarType": "METAR"
    }])
}

fn start() -> Timestamp {
    START.parse().unwrap()
}

async fn service_with(stations: &StandIn) -> WeatherService {
    WeatherService::start(&[("HALCYON_WEATHER_MEASURED", "on"), ("HALCYON_METAR_URL", &stations.url)]).await
}

async fn report(service: &WeatherService) -> Value {
    service.visitor().get(BERLIN).await.ok()
}

#[tokio::test]
async fn the_nearest_station_is_shown_beside_the_models_value() {
    let stations = StandIn::start(Behavior::Answers(tempelhof(7.0, start() - SignedDuration::from_mins(10)))).await;
    let service = service_with(&stations).await;
    let report = report(&service).await;
    assert_eq!(
        report["measured"],
        json!({
            "station": "Berlin/Tempelhof", "distance": 5200, "elevation": 48, "time": "2026-11-15T11:50:00Z",
            "temperature_2m": 7, "attribution": "NOAA Aviation Weather Center", "url": "https://aviationweather.gov/"
        })
    );
    assert_eq!(report["current"]["temperature_2m"], 10.0, "the model's value is not corrected");
    let (uri, headers) = stations.last_request();
    assert_eq!(uri.path(), "/api/data/metar");
    assert!(headers["user-agent"].to_str().unwrap().contains("weather@halcyon.example"));

    // Another place of the same cell, at once: the same reports.
    service.visitor().get("/api/weather?latitude=52.55&longitude=13.45").await.ok();
    assert_eq!(stations.request_count(), 1);
}

#[tokio::test]
async fn a_station_that_stops_is_shown_for_ninety_minutes() {
    let stations = StandIn::start(Behavior::Answers(tempelhof(7.0, start()))).await;
    let service = service_with(&stations).await;
    assert_eq!(report(&service).await["measured"]["temperature_2m"], 7.0);
    service.advance_minutes(60);
    // The first request is answered with the stored report and starts a refresh, the second has it.
    report(&service).await;
    assert_eq!(report(&service).await["measured"]["time"], "2026-11-15T12:00:00Z");
    service.advance_minutes(45);
    assert_eq!(report(&service).await["measured"], json!({"unavailable": "too_old"}));
}

#[tokio::test]
async fn a_failing_service_costs_only_the_measurement() {
    let stations = StandIn::start(Behavior::Responds(StatusCode::BAD_GATEWAY, "text/html", String::new())).await;
    let service = service_with(&stations).await;
    let first = report(&service).await;
    assert_eq!(
        (&first["measured"], &first["current"]["temperature_2m"]),
        (&json!({"unavailable": "source_failed"}), &json!(10))
    );
    service.visitor().get("/api/weather?latitude=52.55&longitude=13.45").await.ok();
    assert_eq!(stations.request_count(), 1, "it is left alone for five minutes");
}

#[tokio::test]
async fn a_place_without_a_station_says_so() {
    for answer in
        [Behavior::Responds(StatusCode::NO_CONTENT, "text/plain", String::new()), Behavior::Answers(json!([]))]
    {
        let stations = StandIn::start(answer).await;
        let service = service_with(&stations).await;
        assert_eq!(report(&service).await["measured"], json!({"unavailable": "not_provided_by_source"}));
    }
}

#[tokio::test]
async fn measurements_that_are_switched_off_make_no_call() {
    let stations = StandIn::start(Behavior::Answers(tempelhof(7.0, start()))).await;
    let service = WeatherService::start(&[("HALCYON_METAR_URL", &stations.url)]).await;
    assert_eq!(report(&service).await["measured"], json!({"unavailable": "switched_off"}));
    assert_eq!(stations.request_count(), 0);
}

/// Simulated weather beside a real measurement would look real.
#[tokio::test]
async fn simulated_weather_has_a_simulated_station() {
    let stations = StandIn::start(Behavior::Answers(tempelhof(7.0, start()))).await;
    let settings = [
        ("HALCYON_WEATHER_MEASURED", "on"),
        ("HALCYON_METAR_URL", stations.url.as_str()),
        ("HALCYON_WEATHER_SOURCES", "simulated"),
    ];
    let service = WeatherService::start(&settings).await;
    let report = report(&service).await;
    let measured = &report["measured"];
    assert_eq!(
        (&measured["station"], &measured["attribution"]),
        (&json!(null), &json!("Simulated weather by Halcyon"))
    );
    let difference =
        measured["temperature_2m"].as_f64().unwrap() - report["current"]["temperature_2m"].as_f64().unwrap();
    assert!(difference.abs() < 3.0, "{difference}");
    assert_eq!(stations.request_count(), 0);
}
