//! Air quality and pollen: one fetch per cell and three hours, its own quota, and a report that does not depend on it.

use std::sync::Arc;

use axum::http::{StatusCode, Uri};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::weather::stand_in::{BERLIN, Behavior, WeatherService, open_meteo_answer};

const ON: (&str, &str) = ("HALCYON_WEATHER_AIR", "on");
const HOURS: &str = "/api/weather/air?latitude=52.52&longitude=13.41";

/// Six days from the midnight of UTC before yesterday's end, the same air in every hour.
pub fn air_answer(now: Timestamp) -> Value {
    let midnight = now.as_second().div_euclid(86_400) * 86_400 - 86_400;
    let hours: Vec<i64> = (0..6 * 24).map(|hour| midnight + hour * 3600).collect();
    let mut answer =
        json!({"latitude": 52.5, "longitude": 13.4, "hourly_units": {"time": "unixtime"}, "hourly": {"time": hours}});
    let values = [
        ("pm2_5", "μg/m³", 22.1),
        ("pm10", "μg/m³", 28.2),
        ("nitrogen_dioxide", "μg/m³", 11.2),
        ("ozone", "μg/m³", 42.0),
        ("sulphur_dioxide", "μg/m³", 2.5),
        ("dust", "μg/m³", 1.0),
        ("pm10_wildfires", "μg/m³", 16.5),
        ("alder_pollen", "grains/m³", 0.0),
        ("birch_pollen", "grains/m³", 80.0),
        ("grass_pollen", "grains/m³", 0.1),
        ("mugwort_pollen", "grains/m³", 0.0),
        ("olive_pollen", "grains/m³", 0.0),
        ("ragweed_pollen", "grains/m³", 0.0),
    ];
    for (name, unit, value) in values {
        set_air(&mut answer, name, json!(value));
        answer["hourly_units"][name] = json!(unit);
    }
    answer
}

/// The same value in every hour.
pub fn set_air(answer: &mut Value, name: &str, value: Value) {
    let count = answer["hourly"]["time"].as_array().unwrap().len();
    answer["hourly"][name] = json!(vec![value; count]);
}

fn is_air(uri: &Uri) -> bool {
    uri.path() == "/v1/air-quality"
}

/// The forecast of every place, and what the air quality service answers; `None` never answers.
pub fn with_air(now: Timestamp, air: Option<(StatusCode, Value)>) -> Behavior {
    with_forecast_and_air(open_meteo_answer(now, 10.0), air)
}

fn with_forecast_and_air(forecast: Value, air: Option<(StatusCode, Value)>) -> Behavior {
    Behavior::AnswersBy(Arc::new(move |uri| match is_air(uri) {
        true => air.clone(),
        false => Some((StatusCode::OK, forecast.clone())),
    }))
}

/// One of the endpoints writes 1 and the other 1.0.
fn with_fractions(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(with_fractions).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), with_fractions(field))).collect(),
        other => other.clone(),
    }
}

async fn start(settings: &[(&str, &str)]) -> WeatherService {
    let service = WeatherService::start(settings).await;
    let now = service.now();
    service.open_meteo.set_behavior(with_air(now, Some((StatusCode::OK, air_answer(now)))));
    service
}

fn air_calls(service: &WeatherService) -> usize {
    service.open_meteo.requests().iter().filter(|(uri, _)| is_air(uri)).count()
}

/// The indices are Open-Meteo's own for the recorded values of 3 October 2026; birch is high from 70 grains on.
#[tokio::test]
async fn a_report_has_the_air_of_its_cell_and_the_endpoint_its_hours() {
    let service = start(&[ON]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    let air = &report["air"];
    assert_eq!(air["current"]["european"], json!({"value": 44, "level": "moderate", "main": "pm2_5"}));
    // 22.1 μg/m³ over 24 hours: 51 + 49 × 13.0 / 26.3.
    assert_eq!(air["current"]["us"], json!({"value": 75, "level": "moderate", "main": "pm2_5"}));
    assert_eq!((&air["index"], &air["fetched_at"]), (&json!("european"), &json!(service.now().to_string())));
    assert_eq!((&air["current"]["dust"], &air["current"]["smoke"]), (&json!(1), &json!(16.5)));
    assert_eq!(air["days"][0]["date"], "2026-11-15");
    let birch = &air["pollen"]["days"][0]["species"];
    assert_eq!(birch.as_array().unwrap().len(), 1, "the others do not fly: {birch}");
    assert_eq!((&birch[0]["species"], &birch[0]["level"]), (&json!("birch"), &json!("high")));
    assert_eq!(birch[0]["high_until"], "2026-11-15T23:00:00Z", "the end of the local day");
    let credits: Vec<&str> =
        air["attributions"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert!(credits[0].contains("Copernicus") && credits[1].contains("Open-Meteo"), "{credits:?}");

    let answer = service.visitor().get(HOURS).await.ok();
    assert_eq!(answer["simulated"], false);
    assert_eq!(with_fractions(&answer["air"]), with_fractions(air));
    let hours = answer["hours"].as_array().unwrap();
    // The data ends with the fifth day of UTC.
    assert_eq!((&hours[0]["time"], hours.len()), (&json!("2026-11-15T12:00:00Z"), 4 * 24 + 12));
    let expected = json!({
        "time": "2026-11-15T12:00:00Z",
        "european": {"value": 44, "level": "moderate", "main": "pm2_5"},
        "us": {"value": 75, "level": "moderate", "main": "pm2_5"},
        "pollutants": {"pm2_5": 22.1, "pm10": 28.2, "nitrogen_dioxide": 11.2, "ozone": 42.0, "sulphur_dioxide": 2.5},
        "dust": 1.0,
        "smoke": 16.5,
        "pollen": {"alder": 0.0, "birch": 80.0, "grass": 0.1, "mugwort": 0.0, "olive": 0.0, "ragweed": 0.0}
    });
    assert_eq!(hours[0], expected);
    assert_eq!(air_calls(&service), 1);
}

#[tokio::test]
async fn the_hours_need_a_place_on_earth() {
    let service = start(&[ON]).await;
    for query in ["", "?latitude=52.52", "?latitude=91&longitude=13", "?latitude=north&longitude=13"] {
        let answer = service.visitor().get(&format!("/api/weather/air{query}")).await;
        let accuracy = service.visitor().get(&format!("/api/weather/accuracy{query}")).await;
        assert_eq!((answer.status, accuracy.status.as_u16()), (StatusCode::UNPROCESSABLE_ENTITY, 422), "{query}");
        assert_eq!(answer.json()["fields"], accuracy.json()["fields"], "{query}");
    }
    let saved = "/api/weather/air?location_id=0192d3a0-0000-7000-8000-000000000000";
    assert_eq!(service.visitor().get(saved).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(air_calls(&service), 0);
}

#[tokio::test]
async fn the_air_of_a_cell_is_fetched_every_three_hours_and_survives_a_restart() {
    let mut service = start(&[ON]).await;
    service.visitor().get(BERLIN).await.ok();
    service.visitor().get("/api/weather?latitude=52.49&longitude=13.39").await.ok();
    service.visitor().get(&format!("{BERLIN}&elevation=900")).await.ok();
    service.restart();
    assert!(service.visitor().get(HOURS).await.ok()["air"]["current"].is_object());
    service.visitor().get("/api/weather?latitude=52.46&longitude=13.44").await.ok();
    assert_eq!(air_calls(&service), 1);
    let (uri, _) = service.open_meteo.requests().into_iter().find(|(uri, _)| is_air(uri)).unwrap();
    assert!(uri.query().unwrap().contains("latitude=52.5&longitude=13.4&"), "rounded before the request: {uri}");

    service.advance_minutes(179);
    service.visitor().get("/api/weather?latitude=52.47&longitude=13.43").await.ok();
    assert_eq!(air_calls(&service), 1);
    service.advance_minutes(1);
    service.visitor().get("/api/weather?latitude=52.48&longitude=13.42").await.ok();
    assert_eq!(air_calls(&service), 2);
}

/// What can be wrong with the service: only the air is missing, with the reason.
#[tokio::test]
async fn a_service_that_fails_takes_only_the_air_from_the_report() {
    let unknown = |now| {
        let mut answer = air_answer(now);
        for name in ["pm2_5", "pm10", "nitrogen_dioxide", "ozone", "sulphur_dioxide"] {
            set_air(&mut answer, name, Value::Null);
        }
        answer
    };
    let other_unit = |now| {
        let mut answer = air_answer(now);
        for name in ["pm2_5", "pm10", "nitrogen_dioxide", "ozone", "sulphur_dioxide"] {
            answer["hourly_units"][name] = json!("ppb");
        }
        answer
    };
    let service = start(&[ON]).await;
    let now = service.now();
    let down = json!({"error": true, "reason": "The service is overloaded"});
    let faults = [
        ("nulls", Some((StatusCode::OK, unknown(now))), "source_failed"),
        ("another unit", Some((StatusCode::OK, other_unit(now))), "source_failed"),
        ("no place", Some((StatusCode::BAD_REQUEST, down.clone())), "not_provided_by_source"),
        ("down", Some((StatusCode::SERVICE_UNAVAILABLE, down)), "source_failed"),
    ];
    for (latitude, (fault, answer, reason)) in faults.into_iter().enumerate() {
        // The circuit breaker has closed again.
        service.advance_seconds(30);
        service.open_meteo.set_behavior(with_air(now, answer));
        let query = format!("latitude={latitude}&longitude=10");
        let report = service.visitor().get(&format!("/api/weather?{query}")).await.ok();
        assert_eq!(report["air"], json!({"unavailable": reason}), "{fault}");
        assert_eq!(report["current"]["temperature_2m"], 10.0, "{fault}");
        assert_eq!(report["daily"]["days"][0]["temperature_2m_max"], 10.0, "{fault}");
        let hours = service.visitor().get(&format!("/api/weather/air?{query}")).await.ok();
        assert_eq!((&hours["air"]["unavailable"], &hours["hours"]), (&json!(reason), &json!([])), "{fault}");
    }
}

#[tokio::test]
async fn a_silent_air_service_does_not_hold_up_the_report() {
    let service = start(&[ON]).await;
    service.open_meteo.set_behavior(with_air(service.now(), None));
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!((&report["source"]["id"], &report["current"]["temperature_2m"]), (&json!("open-meteo"), &json!(10)));
    assert!(report["air"]["unavailable"].is_string(), "{}", report["air"]);
}

#[tokio::test]
async fn one_pollutant_in_another_unit_is_left_out_of_the_index() {
    let service = start(&[ON]).await;
    let now = service.now();
    let mut answer = air_answer(now);
    answer["hourly_units"]["pm2_5"] = json!("ppb");
    service.open_meteo.set_behavior(with_air(now, Some((StatusCode::OK, answer))));
    let air = service.visitor().get(BERLIN).await.ok()["air"].clone();
    assert_eq!(air["current"]["european"], json!({"value": 29, "level": "fair", "main": "pm10"}));
}

#[tokio::test]
async fn old_air_is_shown_with_its_age_for_a_day() {
    let service = start(&[ON]).await;
    let first = service.now();
    service.visitor().get(HOURS).await.ok();
    let down = Some((StatusCode::SERVICE_UNAVAILABLE, json!({})));
    service.open_meteo.set_behavior(with_air(first, down));
    service.advance_minutes(24 * 60 - 1);
    let old = service.visitor().get(HOURS).await.ok();
    assert_eq!(old["air"]["fetched_at"], json!(first.to_string()));
    service.advance_minutes(1);
    let gone = service.visitor().get(HOURS).await.ok();
    assert_eq!(gone["air"], json!({"unavailable": "too_old"}));
}

#[tokio::test]
async fn a_plan_without_air_quality_is_asked_once() {
    let service = start(&[ON, ("HALCYON_OPEN_METEO_KEY", "paid"), ("HALCYON_WEATHER_DAILY_QUOTA", "9000")]).await;
    let refusal = json!({"error": true, "reason": "This API endpoint requires another plan"});
    service.open_meteo.set_behavior(with_air(service.now(), Some((StatusCode::FORBIDDEN, refusal))));
    for latitude in 10..14 {
        let report = service.visitor().get(&format!("/api/weather?latitude={latitude}&longitude=13")).await.ok();
        assert_eq!(report["air"], json!({"unavailable": "switched_off"}));
    }
    assert_eq!(air_calls(&service), 1);
    let (uri, headers) = service.open_meteo.requests().into_iter().find(|(uri, _)| is_air(uri)).unwrap();
    assert_eq!(headers.get("x-api-key").unwrap(), "paid");
    assert!(!uri.to_string().contains("paid"), "the key is in no address: {uri}");
}

#[tokio::test]
async fn air_that_is_switched_off_makes_no_call_and_is_not_simulated_either() {
    let service = start(&[]).await;
    assert_eq!(service.visitor().get(BERLIN).await.ok()["air"], json!({"unavailable": "switched_off"}));
    assert_eq!(service.visitor().get(HOURS).await.ok()["air"], json!({"unavailable": "switched_off"}));
    assert_eq!(air_calls(&service), 0);
    let simulated = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "simulated")]).await;
    assert_eq!(simulated.visitor().get(BERLIN).await.ok()["air"], json!({"unavailable": "switched_off"}));
}

/// A fifth of 20 calls is 4. A call weighs 1.2 and reserves as much for its retry: two fit, in whichever process.
#[tokio::test]
async fn all_processes_together_take_no_more_than_the_share_of_air() {
    let mut service = start(&[ON, ("HALCYON_WEATHER_DAILY_QUOTA", "20")]).await;
    let at = |latitude: u8| format!("/api/weather/air?latitude={latitude}&longitude=10");
    assert!(service.visitor().get(&at(10)).await.ok()["air"]["current"].is_object());
    service.restart();
    assert!(service.visitor().get(&at(11)).await.ok()["air"]["current"].is_object());
    service.restart();
    assert_eq!(service.visitor().get(&at(12)).await.ok()["air"], json!({"unavailable": "source_failed"}));
    assert!(service.visitor().get(&at(10)).await.ok()["air"]["current"].is_object(), "another process has stored it");
    assert_eq!(air_calls(&service), 2);
    let spent = service.visitor().get("/health/weather").await.ok()["sources"][0]["calls_today"].as_u64().unwrap();
    assert_eq!(spent, 2, "2 × 1.2, counted with all calls to Open-Meteo");
}

#[tokio::test]
async fn simulated_weather_has_simulated_air() {
    let service = WeatherService::start(&[ON, ("HALCYON_WEATHER_SOURCES", "simulated")]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert!(report["air"]["current"]["european"]["value"].is_u64(), "{}", report["air"]);
    assert_eq!(report["air"]["attributions"], json!([]), "no source needs attribution");
    let hours = service.visitor().get(HOURS).await.ok();
    assert_eq!(hours["simulated"], true);
    assert_eq!(with_fractions(&hours["air"]), with_fractions(&report["air"]));
    assert_eq!(air_calls(&service), 0);
    let elsewhere = service.visitor().get("/api/weather/air?latitude=40.7&longitude=-74").await.ok();
    assert_eq!((&elsewhere["air"]["index"], &elsewhere["simulated"]), (&json!("us"), &json!(true)));
    assert_eq!(elsewhere["air"]["pollen"], json!({"unavailable": "not_provided_by_source"}));
}

#[tokio::test]
async fn a_source_without_air_says_so() {
    let service = WeatherService::start(&[ON, ("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["air"], json!({"unavailable": "not_provided_by_source"}));
}

/// A visibility of 3 km at 10 °C with a dew point of 5 °C: neither fog nor mist.
#[tokio::test]
async fn poor_sight_in_dusty_air_is_haze_everywhere() {
    let service = start(&[ON]).await;
    let now = service.now();
    let mut forecast = open_meteo_answer(now, 10.0);
    forecast["current"]["visibility"] = json!(3000.0);
    set_air(&mut forecast, "visibility", json!(3000.0));
    let mut dusty = air_answer(now);
    set_air(&mut dusty, "dust", json!(60.0));
    service.open_meteo.set_behavior(with_forecast_and_air(forecast.clone(), Some((StatusCode::OK, dusty))));
    let report = service.visitor().get(BERLIN).await.ok();
    let conditions = |report: &Value| {
        let hours = report["hourly"]["time"].as_array().unwrap();
        let running = hours.iter().position(|time| *time == json!("2026-11-15T12:00:00Z")).unwrap();
        [
            report["current"]["current_weather_condition"].clone(),
            report["hourly"]["condition"][running].clone(),
            report["hourly"]["condition"][running + 3].clone(),
            report["daily"]["days"][0]["condition"].clone(),
            report["summary"]["parameters"]["condition"]["value"].clone(),
        ]
    };
    assert_eq!(conditions(&report), std::array::from_fn(|_| json!("haze")));
    assert!(report["current"]["icon"].as_str().unwrap().starts_with("haze"));

    service.open_meteo.set_behavior(with_forecast_and_air(forecast, Some((StatusCode::OK, air_answer(now)))));
    let clear = service.visitor().get("/api/weather?latitude=40&longitude=13.41").await.ok();
    assert_eq!(clear["current"]["current_weather_condition"], "overcast", "without dust the clouds decide");
}
