//! Confidence from ensembles: one fetch per cell and model run, its own quota, and nothing promised without it.

use std::sync::Arc;

use axum::http::{StatusCode, Uri};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::weather::stand_in::{BERLIN, Behavior, WeatherService, open_meteo_answer};

const ON: (&str, &str) = ("HALCYON_WEATHER_CONFIDENCE", "on");

/// Hourly means and standard deviations of two models that agree, from a local midnight of Berlin.
fn means(now: Timestamp, deviation: f64) -> Value {
    let midnight = (now.as_second() + 3600).div_euclid(86_400) * 86_400 - 3600;
    let hours: Vec<i64> = (0..15 * 24).map(|hour| midnight + hour * 3600).collect();
    let mut hourly = json!({"time": hours});
    for model in ["ecmwf_ifs025_ensemble_mean", "ncep_gefs_ensemble_mean_seamless"] {
        hourly[format!("temperature_2m_{model}")] = json!(vec![25.0; hours.len()]);
        hourly[format!("temperature_2m_spread_{model}")] = json!(vec![deviation; hours.len()]);
    }
    json!({"latitude": 52.5, "longitude": 13.5, "utc_offset_seconds": 3600, "hourly": hourly})
}

/// Member 0 has no rain, member 30 has 3 mm, those between in equal steps; winds of 4 to 7 m/s.
fn members(now: Timestamp) -> Value {
    let today = now.to_zoned(jiff::tz::TimeZone::get("Europe/Berlin").unwrap()).date();
    let dates: Vec<String> = today.series(jiff::Span::new().days(1)).take(15).map(|date| date.to_string()).collect();
    let mut daily = json!({"time": dates});
    for member in 0..31 {
        let suffix = if member == 0 { String::new() } else { format!("_member{member:02}") };
        daily[format!("precipitation_sum{suffix}")] = json!(vec![f64::from(member) / 10.0; dates.len()]);
        daily[format!("wind_speed_10m_max{suffix}")] = json!(vec![4.0 + f64::from(member) / 10.0; dates.len()]);
    }
    json!({"latitude": 52.5, "longitude": 13.5, "daily": daily})
}

fn is_ensemble(uri: &Uri) -> bool {
    uri.path() == "/v1/ensemble"
}

/// The forecast of every place, and what the ensemble service answers to its two kinds of calls.
fn with_ensemble(now: Timestamp, status: StatusCode, deviation: f64) -> Behavior {
    let refusal =
        json!({"error": true, "reason": "This API endpoint requires the API Professional or Enterprise plan"});
    Behavior::AnswersBy(Arc::new(move |uri| {
        let is_hourly = uri.query().is_some_and(|query| query.contains("hourly="));
        Some(match (is_ensemble(uri), status, is_hourly) {
            (false, ..) => (StatusCode::OK, open_meteo_answer(now, 10.0)),
            (true, StatusCode::OK, true) => (status, means(now, deviation)),
            (true, StatusCode::OK, false) => (status, members(now)),
            (true, ..) => (status, refusal.clone()),
        })
    }))
}

async fn start(settings: &[(&str, &str)]) -> WeatherService {
    let service = WeatherService::start(settings).await;
    service.open_meteo.set_behavior(with_ensemble(service.now(), StatusCode::OK, 2.0));
    service
}

fn ensemble_calls(service: &WeatherService) -> usize {
    service.open_meteo.requests().iter().filter(|(uri, _)| is_ensemble(uri)).count()
}

fn band_of_high(report: &Value, day: usize) -> Value {
    report["daily"]["days"][day]["confidence"]["temperature_2m_max"].clone()
}

/// Asks again after the forecast's freshness has passed, until the refresh in the background has finished.
async fn refreshed(service: &WeatherService, minutes: i64) -> Value {
    service.advance_minutes(minutes);
    let asked = service.now().to_string();
    let wait = async {
        loop {
            let report = service.visitor().get(BERLIN).await.ok();
            if report["fetched_at"] == json!(asked) {
                return report;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), wait).await.expect("the refresh never arrived")
}

#[tokio::test]
async fn every_day_has_the_band_that_eight_of_ten_model_runs_stay_within() {
    let service = start(&[ON]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    // A standard deviation of 2 °C puts 8 of 10 within 1.2816 × 2 = 2.6 °C of the shown 10 °C, not of the ensemble's 25.
    for day in 0..15 {
        assert_eq!(band_of_high(&report, day), json!({"p10": 7.4, "p90": 12.6}), "{day}");
    }
    let confidence = &report["daily"]["days"][3]["confidence"];
    let rain = &confidence["precipitation_sum"];
    // Type 7 percentiles of 0.0 to 3.0 mm; the forecast itself is dry. 29 and 21 of 31 members reach 0.2 and 1 mm.
    assert_eq!((&rain["p10"], &rain["p50"], &rain["p90"]), (&json!(0), &json!(1.5), &json!(2.7)));
    let chances: Vec<f64> =
        rain["chances"].as_array().unwrap().iter().map(|one| one["probability"].as_f64().unwrap()).collect();
    assert_eq!(chances, [90.0, 65.0, 5.0, 5.0]);
    assert_eq!(confidence["rain"], "likely");
    // The members are 1.2 m/s around their middle; the forecast has 3 m/s.
    assert_eq!(confidence["wind_speed_10m_max"], json!({"p10": 1.8, "p90": 4.2}));
    assert_eq!(report["confidence"]["fetched_at"], json!(service.now().to_string()));
    let items = report["insights"]["items"].as_array().unwrap();
    assert!(items.iter().all(|item| item["sentence"] != "dry_days"), "more than one in ten runs is wet: {items:?}");
}

#[tokio::test]
async fn an_ensemble_is_fetched_once_per_model_run_for_all_places_of_a_cell() {
    let service = start(&[ON]).await;
    service.visitor().get(BERLIN).await.ok();
    service.visitor().get("/api/weather?latitude=52.49&longitude=13.39").await.ok();
    service.visitor().get(&format!("{BERLIN}&elevation=900")).await.ok();
    assert_eq!(ensemble_calls(&service), 2);
    let queries: Vec<String> =
        service.open_meteo.requests().iter().filter_map(|(uri, _)| uri.query().map(str::to_owned)).collect();
    let asked = queries.iter().filter(|query| query.contains("latitude=52.5&longitude=13.4&")).count();
    assert_eq!(asked, 2, "rounded before the request: {queries:?}");

    // 12:00 UTC: the run of noon is complete between 17:30 and 17:50.
    service.open_meteo.set_behavior(with_ensemble(service.now(), StatusCode::OK, 4.0));
    let before = refreshed(&service, 5 * 60).await;
    assert_eq!((ensemble_calls(&service), band_of_high(&before, 2)), (2, json!({"p10": 7.4, "p90": 12.6})));
    let after = refreshed(&service, 60).await;
    assert_eq!((ensemble_calls(&service), band_of_high(&after, 2)), (4, json!({"p10": 4.9, "p90": 15.1})));
}

#[tokio::test]
async fn a_failing_ensemble_service_leaves_the_forecast_alone_and_an_old_band_lasts_a_day() {
    let service = start(&[ON]).await;
    let first = service.now();
    service.visitor().get(BERLIN).await.ok();
    service.open_meteo.set_behavior(with_ensemble(first, StatusCode::SERVICE_UNAVAILABLE, 2.0));
    let old = refreshed(&service, 12 * 60).await;
    assert_eq!(old["confidence"]["fetched_at"], json!(first.to_string()), "its age is in the report");
    assert_eq!(band_of_high(&old, 1), json!({"p10": 7.4, "p90": 12.6}));
    let gone = refreshed(&service, 13 * 60).await;
    assert_eq!(gone["confidence"], json!({"unavailable": "too_old"}));
    assert_eq!(gone["daily"]["days"][1]["confidence"], json!(null));
    assert_eq!(gone["daily"]["days"][1]["temperature_2m_max"], 10.0);

    let elsewhere = service.visitor().get("/api/weather?latitude=10&longitude=10").await.ok();
    assert_eq!(elsewhere["confidence"], json!({"unavailable": "source_failed"}));
    assert_eq!(elsewhere["current"]["temperature_2m"], 10.0);
}

#[tokio::test]
async fn a_silent_ensemble_service_does_not_hold_up_the_report() {
    let service = start(&[ON]).await;
    let now = service.now();
    service.open_meteo.set_behavior(Behavior::AnswersBy(Arc::new(move |uri| {
        (!is_ensemble(uri)).then(|| (StatusCode::OK, open_meteo_answer(now, 10.0)))
    })));
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!((&report["source"]["id"], &report["current"]["temperature_2m"]), (&json!("open-meteo"), &json!(10)));
    assert!(report["confidence"]["unavailable"].is_string(), "{}", report["confidence"]);
}

#[tokio::test]
async fn the_ensemble_survives_a_restart() {
    let mut service = start(&[ON]).await;
    service.visitor().get(BERLIN).await.ok();
    service.restart();
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(band_of_high(&report, 2), json!({"p10": 7.4, "p90": 12.6}));
    refreshed(&service, 20).await;
    assert_eq!(ensemble_calls(&service), 2);
}

#[tokio::test]
async fn a_plan_without_ensembles_is_asked_once() {
    let service = start(&[ON, ("HALCYON_OPEN_METEO_KEY", "paid"), ("HALCYON_WEATHER_DAILY_QUOTA", "9000")]).await;
    service.open_meteo.set_behavior(with_ensemble(service.now(), StatusCode::FORBIDDEN, 2.0));
    for latitude in 10..14 {
        let report = service.visitor().get(&format!("/api/weather?latitude={latitude}&longitude=13")).await.ok();
        assert_eq!(report["confidence"], json!({"unavailable": "switched_off"}));
    }
    assert_eq!(ensemble_calls(&service), 2);
    for (uri, headers) in service.open_meteo.requests().iter().filter(|(uri, _)| is_ensemble(uri)) {
        assert_eq!(headers.get("x-api-key").unwrap(), "paid");
        assert!(!uri.to_string().contains("paid"), "the key is in no address: {uri}");
    }
}

#[tokio::test]
async fn confidence_that_is_switched_off_makes_no_call() {
    let service = start(&[]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["confidence"], json!({"unavailable": "switched_off"}));
    assert_eq!((ensemble_calls(&service), &report["daily"]["days"][0]["confidence"]), (0, &json!(null)));
}

#[tokio::test]
async fn ensembles_take_no_more_than_their_share_of_the_quota() {
    // A fifth of 80 calls is 16: enough for both calls of one cell and their retries (2 × 7.7), not for those of a second.
    let service = start(&[ON, ("HALCYON_WEATHER_DAILY_QUOTA", "80")]).await;
    let first = service.visitor().get(BERLIN).await.ok();
    assert!(first["daily"]["days"][2]["confidence"]["precipitation_sum"].is_object(), "{}", first["confidence"]);
    let second = service.visitor().get("/api/weather?latitude=50&longitude=10").await.ok();
    assert_eq!(second["source"]["id"], "open-meteo", "forecasts go on");
    assert_eq!(second["daily"]["days"][2]["confidence"]["precipitation_sum"], json!(null));
    assert_eq!(ensemble_calls(&service), 3, "the cheap call for temperatures still fits");
    let spent = service.visitor().get("/health/weather").await.ok()["sources"][0]["calls_today"].as_u64().unwrap();
    assert_eq!(spent, 15, "2 × 3.4 for forecasts and 7.7 + 1 for ensembles");
}

#[tokio::test]
async fn simulated_weather_has_a_simulated_ensemble_that_widens() {
    let service = WeatherService::start(&[ON, ("HALCYON_WEATHER_SOURCES", "simulated")]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!((&report["source"]["simulated"], ensemble_calls(&service)), (&json!(true), 0));
    let width = |day: usize| {
        let band = band_of_high(&report, day);
        band["p90"].as_f64().unwrap() - band["p10"].as_f64().unwrap()
    };
    assert!(width(14) > width(7) && width(7) > width(1), "{} {} {}", width(1), width(7), width(14));
    assert_eq!(report["confidence"]["attribution"], report["source"]["attribution"]);
}

#[tokio::test]
async fn a_source_without_an_ensemble_says_so() {
    let service = WeatherService::start(&[ON, ("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["confidence"], json!({"unavailable": "not_provided_by_source"}));
    assert_eq!(report["daily"]["days"][1]["confidence"], json!(null));
}

#[tokio::test]
async fn the_forecast_of_another_source_has_the_band_with_its_own_credit() {
    let service = start(&[ON]).await;
    let now = service.now();
    service.open_meteo.set_behavior(Behavior::AnswersBy(Arc::new(move |uri| {
        let is_hourly = uri.query().is_some_and(|query| query.contains("hourly="));
        Some(match (is_ensemble(uri), is_hourly) {
            (false, _) => (StatusCode::SERVICE_UNAVAILABLE, json!({"error": true})),
            (true, true) => (StatusCode::OK, means(now, 2.0)),
            (true, false) => (StatusCode::OK, members(now)),
        })
    })));
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(
        (&report["source"]["id"], band_of_high(&report, 1)),
        (&json!("met-norway"), json!({"p10": 1.4, "p90": 6.6}))
    );
    assert_eq!(report["confidence"]["attribution"], "Weather data by Open-Meteo.com");
}
