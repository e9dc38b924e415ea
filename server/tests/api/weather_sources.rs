//! The sources over real HTTP on loopback: the chain, its manners, and every fault an upstream can have.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::weather_stand_in::{BERLIN, Mood, WeatherHouse, met_norway_answer, open_meteo_answer, set_hour};

fn html(status: StatusCode) -> Mood {
    Mood::Says(status, "text/html", "<html><body>nginx</body></html>".to_owned())
}

/// Every fault an upstream can have, by name.
fn faults(now: jiff::Timestamp) -> Vec<(&'static str, Mood)> {
    let answer = open_meteo_answer(now, 10.0);
    let mut lying = answer.clone();
    lying["hourly"]["temperature_2m"] = json!(vec![999.0; 16 * 24]);
    let mut half_null = answer.clone();
    half_null["hourly"]["temperature_2m"] = json!(vec![Value::Null; 16 * 24]);
    let mut backwards = answer.clone();
    backwards["hourly"]["time"].as_array_mut().unwrap().reverse();
    let text = answer.to_string();
    let said = |text: String| Mood::Says(StatusCode::OK, "application/json", text);
    vec![
        ("silent", Mood::Silent),
        ("breaks off", Mood::BreaksOff),
        ("endless", Mood::Endless),
        ("html with 200", html(StatusCode::OK)),
        ("html with 502", html(StatusCode::BAD_GATEWAY)),
        (
            "429",
            Mood::Says(
                StatusCode::TOO_MANY_REQUESTS,
                "application/json",
                "{\"error\":true,\"reason\":\"limit\"}".into(),
            ),
        ),
        ("400", Mood::Says(StatusCode::BAD_REQUEST, "application/json", "{\"error\":true}".into())),
        ("403", html(StatusCode::FORBIDDEN)),
        ("an error with 200", said("{\"error\":true,\"reason\":\"no data\"}".into())),
        ("bare nan", said(text.replacen("10.0", "nan", 1))),
        ("truncated", said(text[..text.len() / 2].to_owned())),
        ("empty", said(String::new())),
        ("an array", said("[]".into())),
        ("lying", Mood::Answers(lying)),
        ("half null", Mood::Answers(half_null)),
        ("backwards", Mood::Answers(backwards)),
    ]
}

#[tokio::test]
async fn every_fault_of_the_first_source_ends_with_the_second_ones_weather() {
    for (name, mood) in faults(crate::weather_stand_in::START.parse().unwrap()) {
        let house = WeatherHouse::start(&[]).await;
        house.open_meteo.becomes(mood);
        let report = house.visitor().get(BERLIN).await.ok();
        assert_eq!(report["source"]["id"], "met-norway", "{name}");
        assert_eq!(report["current"]["temperature_2m"], 4.0, "{name}");
    }
}

#[tokio::test]
async fn every_fault_of_the_only_source_still_answers_a_page_with_reasons() {
    for (name, mood) in faults(crate::weather_stand_in::START.parse().unwrap()) {
        let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo")]).await;
        house.open_meteo.becomes(mood);
        let report = house.visitor().get(BERLIN).await.ok();
        assert_eq!(report["current"], json!({"unavailable": "source_failed"}), "{name}");
    }
}

#[tokio::test]
async fn every_fault_leaves_the_last_good_report_in_place() {
    for (name, mood) in faults(crate::weather_stand_in::START.parse().unwrap()) {
        let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo")]).await;
        house.visitor().get(BERLIN).await.ok();
        house.open_meteo.becomes(mood);
        house.advance_minutes(90);
        let answer = house.visitor().get(BERLIN).await;
        assert_eq!(answer.ok()["current"]["temperature_2m"], 10.0, "{name}");
        assert_eq!(answer.header("age"), "5400", "{name}");
    }
}

#[tokio::test]
async fn a_single_impossible_value_is_dropped_and_the_rest_believed() {
    let house = WeatherHouse::start(&[]).await;
    let mut answer = open_meteo_answer(house.now(), 10.0);
    set_hour(&mut answer, house.now(), 2, "temperature_2m", json!(-300.0));
    house.open_meteo.becomes(Mood::Answers(answer));
    let report = house.visitor().get(BERLIN).await.ok();
    assert_eq!(report["source"]["id"], "open-meteo");
    let times = report["hourly"]["time"].as_array().unwrap();
    let row = times.iter().position(|time| time == "2026-11-15T14:00:00Z").unwrap();
    assert_eq!(report["hourly"]["temperature_2m"][row], Value::Null);
}

#[tokio::test]
async fn simulated_weather_steps_in_only_when_no_real_weather_is_left() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo,met-norway,simulated")]).await;
    let other = "/api/weather?latitude=10&longitude=10";
    house.visitor().get(BERLIN).await.ok();
    house.open_meteo.becomes(html(StatusCode::BAD_GATEWAY));
    house.met_norway.becomes(html(StatusCode::BAD_GATEWAY));
    house.advance_minutes(180);
    assert_eq!(house.visitor().get(BERLIN).await.ok()["source"]["id"], "open-meteo", "old but real");
    assert_eq!(house.visitor().get(other).await.ok()["source"]["simulated"], true);
}

#[tokio::test]
async fn passing_faults_are_tried_once_more_and_refusals_are_not() {
    for (status, asked) in [
        (StatusCode::REQUEST_TIMEOUT, 2),
        (StatusCode::TOO_MANY_REQUESTS, 2),
        (StatusCode::INTERNAL_SERVER_ERROR, 2),
        (StatusCode::BAD_REQUEST, 1),
        (StatusCode::NOT_FOUND, 1),
    ] {
        let house = WeatherHouse::start(&[]).await;
        house.open_meteo.first(html(status));
        house.visitor().get(BERLIN).await.ok();
        assert_eq!(house.open_meteo.times_asked(), asked, "{status}");
    }
}

#[tokio::test]
async fn a_failing_source_rests_for_ten_seconds_then_one_probe_brings_it_back() {
    let house = WeatherHouse::start(&[]).await;
    house.open_meteo.becomes(html(StatusCode::OK));
    let ask = async |latitude: i32| {
        let path = format!("/api/weather?latitude={latitude}&longitude=10");
        house.visitor().get(&path).await.ok()["source"]["id"].clone()
    };
    for latitude in 0..3 {
        assert_eq!(ask(latitude).await, "met-norway");
    }
    assert_eq!(house.open_meteo.times_asked(), 3);
    let state = async || house.visitor().get("/health/weather").await.ok()["sources"][0]["state"].clone();
    assert_eq!(state().await, "resting");
    ask(3).await;
    assert_eq!(house.open_meteo.times_asked(), 3, "nobody asks a source that rests");
    house.clock.advance(jiff::SignedDuration::from_secs(11));
    house.open_meteo.becomes(Mood::Answers(open_meteo_answer(house.now(), 10.0)));
    assert_eq!(ask(4).await, "open-meteo");
    assert_eq!(state().await, "ready");
}

#[tokio::test]
async fn met_norway_is_asked_with_our_name_and_a_contact() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
    let report = house.visitor().get(BERLIN).await.ok();
    let (uri, headers) = house.met_norway.last_asked();
    assert_eq!(uri.path(), "/weatherapi/locationforecast/2.0/complete");
    assert_eq!(uri.query(), Some("lat=52.52&lon=13.41"));
    let agent = headers["user-agent"].to_str().unwrap();
    assert!(agent.starts_with("Halcyon/") && agent.ends_with("weather@halcyon.example"), "{agent}");
    assert_eq!(report["source"]["attribution"], "Data from MET Norway");
    let days = report["daily"]["days"].as_array().unwrap();
    assert_eq!(days[13]["unavailable"], "beyond_source_horizon");
    assert_eq!((&days[13]["precipitation_sum"], &days[13]["condition"]), (&Value::Null, &Value::Null));
    assert!(days[13]["sun"]["sunrise"].is_string(), "sun and moon need no source");
    assert!(report["current"]["apparent_temperature"].is_number());
}

#[tokio::test]
async fn met_norway_is_not_asked_before_its_answer_expires_and_then_only_for_news() {
    let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
    let modified = "Sun, 15 Nov 2026 11:44:31 GMT";
    house.met_norway.becomes(Mood::AnswersWith(
        met_norway_answer(house.now(), 4.0),
        vec![("expires", "Sun, 15 Nov 2026 12:30:00 GMT".to_owned()), ("last-modified", modified.to_owned())],
    ));
    house.visitor().get(BERLIN).await.ok();
    house.advance_minutes(29);
    house.visitor().get(BERLIN).await.ok();
    assert_eq!(house.met_norway.times_asked(), 1);

    house.met_norway.becomes(Mood::Says(StatusCode::NOT_MODIFIED, "text/plain", String::new()));
    // Old enough that the answer waits for the news.
    house.advance_minutes(60);
    let answer = house.visitor().get(BERLIN).await;
    assert_eq!(house.met_norway.last_asked().1["if-modified-since"], modified);
    assert_eq!(answer.ok()["current"]["temperature_2m"], 4.0);
    assert_eq!(answer.header("age"), "0", "confirmed just now");
}

#[tokio::test]
async fn an_answer_that_claims_to_be_good_for_ever_is_asked_for_again_after_some_hours() {
    for expires in ["Sat, 01 Jan 2077 00:00:00 GMT", "Thu, 30 Dec 9999 22:00:00 GMT"] {
        let house = WeatherHouse::start(&[("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
        let answer = met_norway_answer(house.now(), 4.0);
        house.met_norway.becomes(Mood::AnswersWith(answer, vec![("expires", expires.to_owned())]));
        assert_eq!(house.visitor().get(BERLIN).await.ok()["current"]["temperature_2m"], 4.0, "{expires}");
        house.advance_minutes(7 * 60);
        house.met_norway.becomes(Mood::Answers(met_norway_answer(house.now(), 9.0)));
        assert_eq!(house.visitor().get(BERLIN).await.ok()["current"]["temperature_2m"], 9.0, "{expires}");
    }
}

#[tokio::test]
async fn open_meteo_is_asked_for_unambiguous_times_and_with_the_key_if_there_is_one() {
    let house = WeatherHouse::start(&[("HALCYON_OPEN_METEO_KEY", "k-123")]).await;
    house.visitor().get(BERLIN).await.ok();
    let (uri, _) = house.open_meteo.last_asked();
    assert_eq!(uri.path(), "/v1/forecast");
    let query = uri.query().unwrap();
    for part in ["timeformat=unixtime", "timezone=auto", "wind_speed_unit=ms", "forecast_days=16", "apikey=k-123"] {
        assert!(query.contains(part), "{part} in {query}");
    }
}
