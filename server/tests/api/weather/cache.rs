//! Caching: one provider call, stale reports during a refresh, and survival of failures and restarts.

use axum::http::StatusCode;
use futures_util::future::join_all;
use halcyon::geo::coordinates::Coordinates;
use halcyon::weather::Requester;
use serde_json::json;

use crate::support::database::REFUSING;
use crate::support::persona::Answer;
use crate::weather::stand_in::{BERLIN, Behavior, WeatherService, open_meteo_answer};

fn down() -> Behavior {
    Behavior::Responds(StatusCode::SERVICE_UNAVAILABLE, "text/html", "<h1>down</h1>".to_owned())
}

/// Repeats the request until the background refresh has finished.
async fn get_until(service: &WeatherService, arrived: impl Fn(&Answer) -> bool) -> Answer {
    let wait = async {
        loop {
            let answer = service.visitor().get(BERLIN).await;
            if arrived(&answer) {
                return answer;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), wait).await.expect("the refresh never arrived")
}

#[tokio::test]
async fn a_thousand_equal_requests_make_one_upstream_call() {
    let service = WeatherService::start(&[]).await;
    let ada = service.visitor();
    let answers = join_all((0..1000).map(|_| ada.get(BERLIN))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK));
    assert_eq!(service.open_meteo.request_count(), 1);
}

#[tokio::test]
async fn neighbours_within_the_grid_share_a_report() {
    let service = WeatherService::start(&[]).await;
    service.visitor().get("/api/weather?latitude=52.5211&longitude=13.4098").await.ok();
    service.visitor().get("/api/weather?latitude=52.5189&longitude=13.4141").await.ok();
    assert_eq!(service.open_meteo.request_count(), 1);
    let uri = service.open_meteo.last_request().0.to_string();
    assert!(uri.contains("latitude=52.52&longitude=13.41&"), "rounded before the request: {uri}");
}

// [R9.02]
#[tokio::test]
async fn a_report_is_fresh_for_fifteen_minutes_then_served_old_while_it_refreshes() {
    let service = WeatherService::start(&[]).await;
    service.visitor().get(BERLIN).await.ok();
    service.advance_minutes(14);
    let young = service.visitor().get(BERLIN).await;
    assert_eq!((young.header("age"), service.open_meteo.request_count()), ("840", 1));

    service.advance_minutes(6);
    service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), 17.0)));
    let old = service.visitor().get(BERLIN).await;
    assert_eq!((old.ok()["current"]["temperature_2m"].clone(), old.header("age")), (json!(10), "1200"));
    let new = get_until(&service, |answer| answer.header("age") == "0").await;
    assert_eq!(new.ok()["current"]["temperature_2m"], 17.0);
    assert_eq!(service.open_meteo.request_count(), 2);
    assert_ne!(new.header("etag"), old.header("etag"));
}

// Places that were fetched at the same moment are not all due at the same later moment.
#[tokio::test]
async fn forecasts_fetched_together_expire_at_different_times() {
    let service = WeatherService::start(&[]).await;
    let mut seconds_fresh = Vec::new();
    for latitude in 40..48 {
        let report = service.visitor().get(&format!("/api/weather?latitude={latitude}&longitude=13")).await.ok();
        let fresh_until: jiff::Timestamp = report["fresh_until"].as_str().unwrap().parse().unwrap();
        seconds_fresh.push(fresh_until.as_second() - service.now().as_second());
    }
    assert!(seconds_fresh.iter().all(|seconds| (855..=900).contains(seconds)), "{seconds_fresh:?}");
    assert!(seconds_fresh.iter().any(|seconds| *seconds != seconds_fresh[0]), "{seconds_fresh:?}");
}

#[tokio::test]
async fn compressing_an_old_report_does_not_replace_a_newer_one() {
    let service = WeatherService::start(&[]).await;
    let point = service.weather.grid_point(Coordinates { latitude: 52.52, longitude: 13.41 }.into()).unwrap();
    let old = service.weather.entry(point, Requester::Client(None)).await.unwrap();
    let rendered = service.weather.rendered_report(&old).await.unwrap();
    service.advance_minutes(20);
    service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), 17.0)));
    get_until(&service, |answer| answer.header("age") == "0").await;
    service.weather.gzip(&old, rendered).await.unwrap();
    let next = service.visitor().get(BERLIN).await;
    assert_eq!((next.header("age"), next.ok()["current"]["temperature_2m"].clone()), ("0", json!(17)));
}

#[tokio::test]
async fn an_old_report_is_served_for_a_day_when_every_source_fails() {
    let service = WeatherService::start(&[]).await;
    service.visitor().get(BERLIN).await.ok();
    service.open_meteo.set_behavior(down());
    service.met_norway.set_behavior(down());
    service.advance_minutes(23 * 60);
    let old = service.visitor().get(BERLIN).await;
    assert_eq!((old.ok()["current"]["temperature_2m"].clone(), old.header("age")), (json!(10), "82800"));
    assert_eq!(old.json()["daily"]["days"][0]["date"], "2026-11-16", "today has moved on");

    service.advance_minutes(2 * 60);
    let unavailable = service.visitor().get(BERLIN).await;
    let report = unavailable.ok();
    for section in ["current", "hourly", "daily", "minutely_15", "insights", "summary"] {
        assert_eq!(report[section], json!({"unavailable": "source_failed"}), "{section}");
    }
    assert_eq!((&report["source"], &report["place"]["timezone"]), (&json!(null), &json!("Europe/Berlin")));
}

#[tokio::test]
async fn the_last_good_report_survives_a_restart() {
    let mut service = WeatherService::start(&[]).await;
    service.visitor().get(BERLIN).await.ok();
    service.open_meteo.set_behavior(down());
    service.met_norway.set_behavior(down());
    service.restart();
    let fresh = service.visitor().get(BERLIN).await;
    assert_eq!((fresh.ok()["current"]["temperature_2m"].clone(), service.open_meteo.request_count()), (json!(10), 1));
    service.advance_minutes(120);
    service.restart();
    let old = service.visitor().get(BERLIN).await;
    assert_eq!((old.ok()["current"]["temperature_2m"].clone(), old.header("age")), (json!(10), "7200"));
}

#[tokio::test]
async fn the_reports_of_a_hut_and_of_the_village_below_it_both_survive_a_restart() {
    let mut service = WeatherService::start(&[]).await;
    let hut = format!("{BERLIN}&elevation=2950");
    service.visitor().get(BERLIN).await.ok();
    service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), -7.0)));
    service.visitor().get(&hut).await.ok();
    service.open_meteo.set_behavior(down());
    service.met_norway.set_behavior(down());
    service.restart();
    for (address, temperature) in [(BERLIN, 10.0), (&hut, -7.0)] {
        assert_eq!(service.visitor().get(address).await.ok()["current"]["temperature_2m"], temperature, "{address}");
    }
}

#[tokio::test]
async fn after_a_failure_the_provider_is_not_called_for_a_while() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo")]).await;
    service.open_meteo.set_behavior(Behavior::Responds(
        StatusCode::BAD_REQUEST,
        "application/json",
        "{\"error\":true}".to_owned(),
    ));
    for _ in 0..5 {
        service.visitor().get(BERLIN).await.ok();
    }
    assert_eq!(service.open_meteo.request_count(), 1);
    service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), 8.0)));
    service.advance_minutes(1);
    assert_eq!(service.visitor().get(BERLIN).await.ok()["current"]["temperature_2m"], 8.0);
}

#[tokio::test]
async fn today_and_now_move_on_without_a_new_upstream_call() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_FRESH_SECONDS", "86400")]).await;
    let noon = service.visitor().get(BERLIN).await;
    service.advance_minutes(16);
    let quarter = service.visitor().get(BERLIN).await;
    assert_ne!(quarter.header("etag"), noon.header("etag"));
    service.advance_minutes(11 * 60);
    let next = service.visitor().get(BERLIN).await.ok();
    assert_eq!(next["daily"]["days"][0]["date"], "2026-11-16", "past midnight in Berlin, not yet in UTC");
    assert_eq!(service.open_meteo.request_count(), 1);
}

#[tokio::test]
async fn right_after_the_quarter_hour_the_previous_report_is_served() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_FRESH_SECONDS", "86400")]).await;
    let noon = service.visitor().get(BERLIN).await;
    service.advance_minutes(15);
    assert_eq!(service.visitor().get(BERLIN).await.header("etag"), noon.header("etag"));
    service.advance_seconds(5);
    assert_ne!(service.visitor().get(BERLIN).await.header("etag"), noon.header("etag"));
}

#[tokio::test]
async fn the_daily_quota_is_never_exceeded_and_another_provider_is_used() {
    // One call has a weight of about 3.4; a call and its retry must fit.
    let service = WeatherService::start(&[("HALCYON_WEATHER_DAILY_QUOTA", "9")]).await;
    let mut sources = Vec::new();
    for latitude in 40..44 {
        let report = service.visitor().get(&format!("/api/weather?latitude={latitude}&longitude=13")).await.ok();
        sources.push(report["source"]["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(sources, ["open-meteo", "met-norway", "met-norway", "met-norway"]);
    assert_eq!(service.open_meteo.request_count(), 1);
    let open_meteo = service.visitor().get("/health/weather").await.ok()["sources"][0].clone();
    assert_eq!((&open_meteo["state"], &open_meteo["daily_quota"]), (&json!("quota_exhausted"), &json!(9)));
    assert!((3..=9).contains(&open_meteo["calls_today"].as_u64().unwrap()), "{open_meteo}");

    service.advance_minutes(24 * 60);
    service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), 9.0)));
    let report = service.visitor().get("/api/weather?latitude=50&longitude=13").await.ok();
    assert_eq!(report["source"]["id"], "open-meteo", "a new day has a new quota");
}

#[tokio::test]
async fn a_retry_counts_against_the_quota() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_DAILY_QUOTA", "1000")]).await;
    service.open_meteo.set_first_behavior(down());
    service.visitor().get(BERLIN).await.ok();
    assert_eq!(service.open_meteo.request_count(), 2);
    // The provider's rule: 28 variables and 17 days, the past one included, weigh 28/10 * 17/14 = 3.4 calls.
    assert_eq!(spent(&service).await, 6);
    service.visitor().get("/api/weather?latitude=10&longitude=10").await.ok();
    assert_eq!(spent(&service).await, 10);
}

/// Weighted calls of today, by the health endpoint.
async fn spent(service: &WeatherService) -> u64 {
    service.visitor().get("/health/weather").await.ok()["sources"][0]["calls_today"].as_u64().unwrap()
}

#[tokio::test]
async fn processes_that_share_a_database_ask_the_provider_once() {
    let service = WeatherService::start(&[]).await;
    if std::env::var("TEST_POSTGRES_URL").is_err() {
        println!("not run: a SQLite file has one process");
        return;
    }
    let visitors: Vec<_> = (0..6).map(|_| service.visitor_beside()).collect();
    let ages = async || {
        let answers = join_all(visitors.iter().map(|visitor| visitor.get(BERLIN))).await;
        answers.iter().map(|answer| answer.header("age").parse::<u64>().unwrap()).collect::<Vec<_>>()
    };
    service.visitor().get(BERLIN).await.ok();
    for round in 0..5 {
        service.advance_minutes(60);
        service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), 10.0)));
        let before = service.open_meteo.request_count();
        ages().await;
        let wait = async {
            while ages().await.iter().any(|age| *age > 1800) {
                service.advance_seconds(4);
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), wait).await.expect("all have the new forecast");
        assert_eq!(service.open_meteo.request_count() - before, 1, "round {round}");
    }
}

#[tokio::test]
async fn a_stored_forecast_comes_from_the_primary_while_the_replica_is_away() {
    let service = WeatherService::start(&[]).await;
    let Some(visitor) = service.visitor_with_replica(REFUSING) else {
        println!("not run: SQLite has no replicas");
        return;
    };
    service.visitor().get(BERLIN).await.ok();
    visitor.get(BERLIN).await.ok();
    assert_eq!(service.open_meteo.request_count(), 1, "no provider is called for what is stored");
}
