//! Freshness: asked once, served old while it refreshes, kept over failures and restarts.

use axum::http::StatusCode;
use futures_util::future::join_all;
use halcyon::weather::Purpose;
use serde_json::json;

use crate::support::persona::Answer;
use crate::weather_stand_in::{BERLIN, Mood, WeatherHouse, open_meteo_answer};

fn down() -> Mood {
    Mood::Says(StatusCode::SERVICE_UNAVAILABLE, "text/html", "<h1>down</h1>".to_owned())
}

/// Asks until the refresh that runs in the background has arrived.
async fn get_until(house: &WeatherHouse, arrived: impl Fn(&Answer) -> bool) -> Answer {
    let wait = async {
        loop {
            let answer = house.visitor().get(BERLIN).await;
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
    let house = WeatherHouse::start(&[]).await;
    let ada = house.visitor();
    let answers = join_all((0..1000).map(|_| ada.get(BERLIN))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK));
    assert_eq!(house.open_meteo.times_asked(), 1);
}

#[tokio::test]
async fn neighbours_within_the_grid_share_a_report() {
    let house = WeatherHouse::start(&[]).await;
    house.visitor().get("/api/weather?latitude=52.5211&longitude=13.4098").await.ok();
    house.visitor().get("/api/weather?latitude=52.5189&longitude=13.4141").await.ok();
    assert_eq!(house.open_meteo.times_asked(), 1);
    let asked = house.open_meteo.last_asked().0.to_string();
    assert!(asked.contains("latitude=52.52&longitude=13.41&"), "rounded before it leaves: {asked}");
}

// [R9.02]
#[tokio::test]
async fn a_report_is_fresh_for_fifteen_minutes_then_served_old_while_it_refreshes() {
    let house = WeatherHouse::start(&[]).await;
    house.visitor().get(BERLIN).await.ok();
    house.advance_minutes(14);
    let young = house.visitor().get(BERLIN).await;
    assert_eq!((young.header("age"), house.open_meteo.times_asked()), ("840", 1));

    house.advance_minutes(6);
    house.open_meteo.becomes(Mood::Answers(open_meteo_answer(house.now(), 17.0)));
    let old = house.visitor().get(BERLIN).await;
    assert_eq!((old.ok()["current"]["temperature_2m"].clone(), old.header("age")), (json!(10.0), "1200"));
    let new = get_until(&house, |answer| answer.header("age") == "0").await;
    assert_eq!(new.ok()["current"]["temperature_2m"], 17.0);
    assert_eq!(house.open_meteo.times_asked(), 2);
    assert_ne!(new.header("etag"), old.header("etag"));
}

#[tokio::test]
async fn who_compresses_an_old_report_for_long_does_not_put_it_over_a_newer_one() {
    let house = WeatherHouse::start(&[]).await;
    let point = house.weather.point_near(52.52, 13.41).unwrap();
    let old = house.weather.entry(point, Purpose::Person).await.unwrap();
    let page = house.weather.page(&old).await.unwrap();
    house.advance_minutes(20);
    house.open_meteo.becomes(Mood::Answers(open_meteo_answer(house.now(), 17.0)));
    get_until(&house, |answer| answer.header("age") == "0").await;
    house.weather.gzip(&old, page).await.unwrap();
    let next = house.visitor().get(BERLIN).await;
    assert_eq!((next.header("age"), next.ok()["current"]["temperature_2m"].clone()), ("0", json!(17.0)));
}

#[tokio::test]
async fn an_old_report_is_served_for_a_day_when_every_source_fails() {
    let house = WeatherHouse::start(&[]).await;
    house.visitor().get(BERLIN).await.ok();
    house.open_meteo.becomes(down());
    house.met_norway.becomes(down());
    house.advance_minutes(23 * 60);
    let old = house.visitor().get(BERLIN).await;
    assert_eq!((old.ok()["current"]["temperature_2m"].clone(), old.header("age")), (json!(10.0), "82800"));
    assert_eq!(old.json()["daily"]["days"][0]["date"], "2026-11-16", "today has moved on");

    house.advance_minutes(2 * 60);
    let dark = house.visitor().get(BERLIN).await;
    let report = dark.ok();
    for section in ["current", "hourly", "daily", "minutely_15", "insights", "summary"] {
        assert_eq!(report[section], json!({"unavailable": "source_failed"}), "{section}");
    }
    assert_eq!((&report["source"], &report["place"]["timezone"]), (&json!(null), &json!("Europe/Berlin")));
}

#[tokio::test]
async fn the_last_good_report_survives_a_restart() {
    let mut house = WeatherHouse::start(&[]).await;
    house.visitor().get(BERLIN).await.ok();
    house.open_meteo.becomes(down());
    house.met_norway.becomes(down());
    house.restart();
    let fresh = house.visitor().get(BERLIN).await;
    assert_eq!((fresh.ok()["current"]["temperature_2m"].clone(), house.open_meteo.times_asked()), (json!(10.0), 1));
    house.advance_minutes(120);
    house.restart();
    let old = house.visitor().get(BERLIN).await;
    assert_eq!((old.ok()["current"]["temperature_2m"].clone(), old.header("age")), (json!(10.0), "7200"));
}

#[tokio::test]
async fn after_a_failure_nobody_asks_again_for_a_while() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo")]).await;
    house.open_meteo.becomes(Mood::Says(StatusCode::BAD_REQUEST, "application/json", "{\"error\":true}".to_owned()));
    for _ in 0..5 {
        house.visitor().get(BERLIN).await.ok();
    }
    assert_eq!(house.open_meteo.times_asked(), 1);
    house.open_meteo.becomes(Mood::Answers(open_meteo_answer(house.now(), 8.0)));
    house.advance_minutes(1);
    assert_eq!(house.visitor().get(BERLIN).await.ok()["current"]["temperature_2m"], 8.0);
}

#[tokio::test]
async fn today_and_now_move_on_without_a_new_upstream_call() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_FRESH_SECONDS", "86400")]).await;
    let noon = house.visitor().get(BERLIN).await;
    house.advance_minutes(16);
    let quarter = house.visitor().get(BERLIN).await;
    assert_ne!(quarter.header("etag"), noon.header("etag"));
    house.advance_minutes(11 * 60);
    let next = house.visitor().get(BERLIN).await.ok();
    assert_eq!(next["daily"]["days"][0]["date"], "2026-11-16", "past midnight in Berlin, not yet in UTC");
    assert_eq!(house.open_meteo.times_asked(), 1);
}

#[tokio::test]
async fn in_the_seconds_after_the_quarter_hour_nobody_waits_for_the_next_page() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_FRESH_SECONDS", "86400")]).await;
    let noon = house.visitor().get(BERLIN).await;
    house.advance_minutes(15);
    assert_eq!(house.visitor().get(BERLIN).await.header("etag"), noon.header("etag"));
    house.advance_seconds(5);
    assert_ne!(house.visitor().get(BERLIN).await.header("etag"), noon.header("etag"));
}

#[tokio::test]
async fn the_daily_budget_is_never_exceeded_and_another_source_steps_in() {
    // One call of ours weighs about five; a call and its retry must fit.
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_DAILY_BUDGET", "12")]).await;
    let mut sources = Vec::new();
    for latitude in 40..44 {
        let report = house.visitor().get(&format!("/api/weather?latitude={latitude}&longitude=13")).await.ok();
        sources.push(report["source"]["id"].as_str().unwrap().to_owned());
    }
    assert_eq!(sources, ["open-meteo", "met-norway", "met-norway", "met-norway"]);
    assert_eq!(house.open_meteo.times_asked(), 1);
    let open_meteo = house.visitor().get("/health/weather").await.ok()["sources"][0].clone();
    assert_eq!((&open_meteo["state"], &open_meteo["daily_budget"]), (&json!("budget_spent"), &json!(12)));
    assert!((4..=12).contains(&open_meteo["calls_today"].as_u64().unwrap()), "{open_meteo}");

    house.advance_minutes(24 * 60);
    house.open_meteo.becomes(Mood::Answers(open_meteo_answer(house.now(), 9.0)));
    let report = house.visitor().get("/api/weather?latitude=50&longitude=13").await.ok();
    assert_eq!(report["source"]["id"], "open-meteo", "a new day, a new budget");
}

#[tokio::test]
async fn a_retry_counts_against_the_budget_too() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_DAILY_BUDGET", "1000")]).await;
    house.open_meteo.first(down());
    house.visitor().get(BERLIN).await.ok();
    assert_eq!(house.open_meteo.times_asked(), 2);
    // The provider's rule: 41 variables and 16 days weigh 41/10 * 16/14 = 4.7 calls.
    assert_eq!(spent(&house).await, 9);
    house.visitor().get("/api/weather?latitude=10&longitude=10").await.ok();
    assert_eq!(spent(&house).await, 14);
}

/// Weighted calls of today, as whoever watches the service sees them.
async fn spent(house: &WeatherHouse) -> u64 {
    house.visitor().get("/health/weather").await.ok()["sources"][0]["calls_today"].as_u64().unwrap()
}
