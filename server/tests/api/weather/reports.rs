//! The weather endpoint: its document, headers and batches.

use std::io::Read;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::weather::stand_in::{BERLIN, Behavior, WeatherService, open_meteo_answer, set_hour};

// [R3.21, R7.14, R1.03, R1.04]
#[tokio::test]
async fn one_document_contains_everything_about_a_place() {
    let service = WeatherService::start(&[]).await;
    let report = service.visitor().get(&format!("{BERLIN}&location_id=home")).await.ok();
    assert_eq!(report["current"]["temperature_2m"], 10.0);
    assert_eq!(report["current"]["current_weather_condition"], "overcast");
    assert_eq!(report["current"]["icon"], "overcast");
    assert_eq!(report["place"]["timezone"], "Europe/Berlin");
    assert_eq!(report["place"]["elevation"], 38.0);
    assert_eq!(report["source"]["id"], "open-meteo");
    assert_eq!(report["source"]["simulated"], false);
    assert_eq!(report["fetched_at"], "2026-11-15T12:00:00Z");
    // A quarter of an hour, of which up to a twentieth is taken at random.
    let fresh_until = report["fresh_until"].as_str().unwrap();
    assert!(("2026-11-15T12:14:15Z"..="2026-11-15T12:15:00Z").contains(&fresh_until), "{fresh_until}");
    let days = report["daily"]["days"].as_array().unwrap();
    assert_eq!(days.len(), 15);
    assert_eq!((&days[0]["date"], &days[14]["date"]), (&json!("2026-11-15"), &json!("2026-11-29")));
    for name in ["condition", "temperature_2m_min", "temperature_2m_max", "precipitation_probability_max"] {
        assert!(days.iter().all(|day| !day[name].is_null()), "{name}");
    }
    assert!(days.iter().all(|day| day["precipitation_sum"] == 0.0 && day["wind_speed_10m_max"] == 3.0));
    let times = report["hourly"]["time"].as_array().unwrap();
    assert_eq!((times.len(), &times[0]), (15 * 24, &json!("2026-11-14T23:00:00Z")));
    assert_eq!(report["alerts"]["coverage"], "no_service");
    assert!(report["insights"]["items"].is_array());
}

// [R3.18]
#[tokio::test]
async fn the_four_periods_follow_local_time() {
    let service = WeatherService::start(&[]).await;
    let now = service.now();
    let mut answer = open_meteo_answer(now, 10.0);
    // Berlin is one hour ahead: 11:00, 17:00, 21:00 today and 05:00 tomorrow.
    for (hours_ahead, celsius) in [(-2, 11.0), (4, 12.0), (8, 13.0), (16, 14.0)] {
        set_hour(&mut answer, now, hours_ahead, "temperature_2m", json!(celsius));
    }
    service.open_meteo.set_behavior(Behavior::Answers(answer));
    let report = service.visitor().get(BERLIN).await.ok();
    let periods = &report["daily"]["days"][0]["periods"];
    for (name, celsius) in [("morning", 11.0), ("day", 12.0), ("evening", 13.0), ("night", 14.0)] {
        assert_eq!(periods[name]["temperature_2m_max"], celsius, "{name}");
    }
    // In November the evening is dark.
    for (name, is_day) in [("morning", true), ("day", true), ("evening", false), ("night", false)] {
        assert_eq!(periods[name]["is_day"], is_day, "{name}");
    }
    let sun = &report["daily"]["days"][0]["sun"];
    assert!(sun["sunrise"].as_str().unwrap().starts_with("2026-11-15T06:2"), "{sun}");
    assert!(sun["sunset"].as_str().unwrap().starts_with("2026-11-15T15:1"), "{sun}");
}

// [R3.18]
#[tokio::test]
async fn no_part_of_a_polar_night_is_called_day() {
    let service = WeatherService::start(&[]).await;
    let now = service.now();
    let mut answer = open_meteo_answer(now, 10.0);
    for hours_ahead in 0..48 {
        set_hour(&mut answer, now, hours_ahead, "weather_code", json!(0));
        set_hour(&mut answer, now, hours_ahead, "cloud_cover", json!(0));
    }
    service.open_meteo.set_behavior(Behavior::Answers(answer));
    let report = service.visitor().get("/api/weather?latitude=78.22&longitude=15.65").await.ok();
    let day = &report["daily"]["days"][1];
    assert_eq!(day["sun"]["polar"], "night");
    assert_eq!(day["icon"], "clear-night");
    for name in ["morning", "day", "evening", "night"] {
        assert_eq!(day["periods"][name]["is_day"], false, "{name}");
    }
}

#[tokio::test]
async fn rain_reported_for_the_preceding_hour_is_shown_in_the_hour_it_falls() {
    let service = WeatherService::start(&[]).await;
    let now = service.now();
    let mut answer = open_meteo_answer(now, 10.0);
    set_hour(&mut answer, now, 4, "precipitation", json!(3.0));
    set_hour(&mut answer, now, 4, "precipitation_probability", json!(90));
    service.open_meteo.set_behavior(Behavior::Answers(answer));
    let report = service.visitor().get(BERLIN).await.ok();
    let times = report["hourly"]["time"].as_array().unwrap();
    let row = times.iter().position(|time| time == "2026-11-15T15:00:00Z").unwrap();
    assert_eq!(report["hourly"]["precipitation"][row], 3.0);
    assert_eq!(report["hourly"]["precipitation"][row + 1], 0.0);
    assert_eq!(report["hourly"]["condition"][row], "moderate_rain");
    assert_eq!(report["summary"]["sentence"], "summary_rain_starts");
    assert_eq!(report["summary"]["parameters"]["time"]["value"], "2026-11-15T15:00:00Z");
}

#[tokio::test]
async fn a_missing_value_is_null_and_a_missing_section_names_its_reason() {
    let service = WeatherService::start(&[]).await;
    let mut answer = open_meteo_answer(service.now(), 10.0);
    answer["hourly"]["visibility"] = json!([]);
    answer["current"].as_object_mut().unwrap().remove("visibility");
    answer.as_object_mut().unwrap().remove("minutely_15");
    service.open_meteo.set_behavior(Behavior::Answers(answer));
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["current"]["visibility"], Value::Null);
    assert_eq!(report["hourly"]["visibility"][20], Value::Null);
    assert_eq!(report["minutely_15"], json!({"unavailable": "not_provided_by_source"}));
    assert_eq!(report["current"]["temperature_2m"], 10.0);
}

#[tokio::test]
async fn the_same_document_comes_in_every_encoding() {
    let service = WeatherService::start(&[]).await;
    let ada = service.visitor();
    let plain = ada.get(BERLIN).await;
    assert_eq!((plain.header("content-encoding"), plain.header("content-type")), ("", "application/json"));
    let gzip = ada.get_with(BERLIN, &[("accept-encoding", "gzip, br;q=0")]).await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    let mut inflated = Vec::new();
    flate2::read::GzDecoder::new(gzip.body.as_slice()).read_to_end(&mut inflated).unwrap();
    assert_eq!(inflated, plain.body);
    let brotli = ada.get_with(BERLIN, &[("accept-encoding", "gzip, deflate, br")]).await;
    assert_eq!(brotli.header("content-encoding"), "br");
    let mut inflated = Vec::new();
    brotli::Decompressor::new(brotli.body.as_slice(), 4096).read_to_end(&mut inflated).unwrap();
    assert_eq!(inflated, plain.body);
    assert_eq!(brotli.header("vary"), "accept-encoding");
    assert_eq!(brotli.header("etag"), gzip.header("etag"));
}

#[tokio::test]
async fn a_known_version_is_not_sent_again() {
    let service = WeatherService::start(&[]).await;
    let ada = service.visitor();
    let first = ada.get(BERLIN).await;
    let again = ada.get_with(BERLIN, &[("if-none-match", first.header("etag"))]).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!(again.header("etag"), first.header("etag"));
    let other = ada.get_with(BERLIN, &[("if-none-match", "W/\"0123\"")]).await;
    assert_eq!(other.status, StatusCode::OK);
}

#[tokio::test]
async fn coordinates_outside_the_earth_are_rejected() {
    let service = WeatherService::start(&[]).await;
    for query in ["latitude=91&longitude=0", "latitude=0&longitude=181", "latitude=nan&longitude=0", "latitude=1", ""] {
        let answer = service.visitor().get(&format!("/api/weather?{query}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert_eq!(answer.json()["code"], "validation", "{query}");
    }
    assert_eq!(service.open_meteo.request_count(), 0);
}

// [R7.14]
#[tokio::test]
async fn a_batch_answers_up_to_twenty_places_in_their_order() {
    let service = WeatherService::start(&[]).await;
    let ada = service.visitor();
    let answer = ada.get("/api/weather/batch?places=52.52,13.41,home;41.01,28.98").await;
    let places = answer.ok()["places"].as_array().unwrap().clone();
    assert_eq!((&places[0]["location_id"], &places[1]["location_id"]), (&json!("home"), &Value::Null));
    assert_eq!(places[1]["report"]["place"]["latitude"], 41.01);
    assert_eq!(places[0]["report"]["current"]["temperature_2m"], 10.0);
    let hut = ada.get("/api/weather/batch?places=52.52,13.41@2962,hut").await.ok();
    assert_eq!(hut["places"][0]["location_id"], "hut");
    assert!(service.open_meteo.last_request().0.query().unwrap().contains("elevation=2950"));
    let list = |count: usize| (0..count).map(|index| format!("{index},10")).collect::<Vec<_>>().join(";");
    assert_eq!(ada.get(&format!("/api/weather/batch?places={}", list(20))).await.status, StatusCode::OK);
    for places in [
        list(21),
        String::new(),
        "52.52".to_owned(),
        "north,east".to_owned(),
        "95,0".to_owned(),
        "52,13@9001".to_owned(),
        "52,13@".to_owned(),
    ] {
        let answer = ada.get(&format!("/api/weather/batch?places={places}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{places}");
    }
    let again = ada
        .get_with("/api/weather/batch?places=52.52,13.41,home;41.01,28.98", &[("if-none-match", answer.header("etag"))])
        .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn simulated_weather_is_marked_as_such() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "simulated")]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["source"]["simulated"], true);
    assert_eq!(report["source"]["id"], "simulated");
    assert_eq!(report["daily"]["days"].as_array().unwrap().len(), 15);
}
