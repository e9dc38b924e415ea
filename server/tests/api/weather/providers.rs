//! The providers over real HTTP on loopback: their order, their rules of use, and every fault of an upstream.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::weather::stand_in::{BERLIN, Behavior, WeatherService, met_norway_answer, open_meteo_answer, set_hour};

fn html(status: StatusCode) -> Behavior {
    Behavior::Responds(status, "text/html", "<html><body>nginx</body></html>".to_owned())
}

/// Every fault an upstream can have, by name.
fn faults(now: jiff::Timestamp) -> Vec<(&'static str, Behavior)> {
    let answer = open_meteo_answer(now, 10.0);
    let mut implausible = answer.clone();
    implausible["hourly"]["temperature_2m"] = json!(vec![999.0; 16 * 24]);
    let mut half_null = answer.clone();
    half_null["hourly"]["temperature_2m"] = json!(vec![Value::Null; 16 * 24]);
    let mut backwards = answer.clone();
    backwards["hourly"]["time"].as_array_mut().unwrap().reverse();
    let text = answer.to_string();
    let respond = |text: String| Behavior::Responds(StatusCode::OK, "application/json", text);
    vec![
        ("silent", Behavior::Silent),
        ("breaks off", Behavior::BreaksOff),
        ("endless", Behavior::Endless),
        ("html with 200", html(StatusCode::OK)),
        ("html with 502", html(StatusCode::BAD_GATEWAY)),
        (
            "429",
            Behavior::Responds(
                StatusCode::TOO_MANY_REQUESTS,
                "application/json",
                "{\"error\":true,\"reason\":\"limit\"}".into(),
            ),
        ),
        ("400", Behavior::Responds(StatusCode::BAD_REQUEST, "application/json", "{\"error\":true}".into())),
        ("403", html(StatusCode::FORBIDDEN)),
        ("an error with 200", respond("{\"error\":true,\"reason\":\"no data\"}".into())),
        ("bare nan", respond(text.replacen("10.0", "nan", 1))),
        ("truncated", respond(text[..text.len() / 2].to_owned())),
        ("empty", respond(String::new())),
        ("an array", respond("[]".into())),
        ("implausible", Behavior::Answers(implausible)),
        ("half null", Behavior::Answers(half_null)),
        ("backwards", Behavior::Answers(backwards)),
    ]
}

#[tokio::test]
async fn every_fault_of_the_first_provider_leads_to_the_second() {
    for (name, behavior) in faults(crate::weather::stand_in::START.parse().unwrap()) {
        let service = WeatherService::start(&[]).await;
        service.open_meteo.set_behavior(behavior);
        let report = service.visitor().get(BERLIN).await.ok();
        assert_eq!(report["source"]["id"], "met-norway", "{name}");
        assert_eq!(report["current"]["temperature_2m"], 4.0, "{name}");
    }
}

#[tokio::test]
async fn every_fault_of_the_only_provider_gives_a_report_with_reasons() {
    for (name, behavior) in faults(crate::weather::stand_in::START.parse().unwrap()) {
        let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo")]).await;
        service.open_meteo.set_behavior(behavior);
        let report = service.visitor().get(BERLIN).await.ok();
        assert_eq!(report["current"], json!({"unavailable": "source_failed"}), "{name}");
    }
}

#[tokio::test]
async fn every_fault_leaves_the_last_good_report_in_place() {
    for (name, behavior) in faults(crate::weather::stand_in::START.parse().unwrap()) {
        let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo")]).await;
        service.visitor().get(BERLIN).await.ok();
        service.open_meteo.set_behavior(behavior);
        service.advance_minutes(90);
        let answer = service.visitor().get(BERLIN).await;
        assert_eq!(answer.ok()["current"]["temperature_2m"], 10.0, "{name}");
        assert_eq!(answer.header("age"), "5400", "{name}");
    }
}

#[tokio::test]
async fn a_single_impossible_value_is_dropped_and_the_rest_used() {
    let service = WeatherService::start(&[]).await;
    let mut answer = open_meteo_answer(service.now(), 10.0);
    set_hour(&mut answer, service.now(), 2, "temperature_2m", json!(-300.0));
    service.open_meteo.set_behavior(Behavior::Answers(answer));
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["source"]["id"], "open-meteo");
    let times = report["hourly"]["time"].as_array().unwrap();
    let row = times.iter().position(|time| time == "2026-11-15T14:00:00Z").unwrap();
    assert_eq!(report["hourly"]["temperature_2m"][row], Value::Null);
}

#[tokio::test]
async fn simulated_weather_is_used_only_when_no_real_weather_is_left() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "open-meteo,met-norway,simulated")]).await;
    let other = "/api/weather?latitude=10&longitude=10";
    service.visitor().get(BERLIN).await.ok();
    service.open_meteo.set_behavior(html(StatusCode::BAD_GATEWAY));
    service.met_norway.set_behavior(html(StatusCode::BAD_GATEWAY));
    service.advance_minutes(180);
    assert_eq!(service.visitor().get(BERLIN).await.ok()["source"]["id"], "open-meteo", "old but real");
    assert_eq!(service.visitor().get(other).await.ok()["source"]["simulated"], true);
}

#[tokio::test]
async fn a_brief_failure_does_not_switch_to_a_poorer_provider() {
    let service = WeatherService::start(&[]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["source"]["lacks"], json!([]));
    service.open_meteo.set_behavior(html(StatusCode::BAD_GATEWAY));
    // Older than an hour, so that each request waits for its refresh.
    for (minutes, age) in [(61, "3660"), (118, "10740")] {
        service.advance_minutes(minutes);
        let answer = service.visitor().get(BERLIN).await;
        assert_eq!((&answer.ok()["source"]["id"], answer.header("age")), (&json!("open-meteo"), age));
    }
    assert_eq!(service.met_norway.request_count(), 0);
    service.met_norway.set_behavior(Behavior::Answers(met_norway_answer(service.now(), 4.0)));
    service.advance_minutes(1);
    let report = service.visitor().get(BERLIN).await.ok();
    assert_eq!(report["source"]["id"], "met-norway", "after three hours");
    assert_eq!(report["source"]["lacks"], json!(["later_days", "quarter_hours", "visibility", "snowfall"]));
    assert_eq!(report["daily"]["days"][0]["temperature_2m_max"], 10.0, "the hours that have passed still count");
    let (uri, _) = service.met_norway.last_request();
    assert!(uri.query().unwrap().contains("altitude=38"), "{uri}: the elevation that the first provider measured");
}

#[tokio::test]
async fn the_elevation_of_a_place_is_requested_and_has_its_own_report() {
    let service = WeatherService::start(&[]).await;
    let get = |metres: &str| format!("{BERLIN}&elevation={metres}");
    service.visitor().get(BERLIN).await.ok();
    assert!(!service.open_meteo.last_request().0.query().unwrap().contains("elevation"));
    for metres in ["2962", "2949"] {
        service.visitor().get(&get(metres)).await.ok();
    }
    let (uri, _) = service.open_meteo.last_request();
    assert!(uri.query().unwrap().contains("elevation=2950"), "{uri}");
    assert_eq!(service.open_meteo.request_count(), 2, "both heights are in one band");
    service.visitor().get(&get("300")).await.ok();
    assert_eq!(service.open_meteo.request_count(), 3);
    for metres in ["high", "9001", "-501", "NaN", "inf", ""] {
        let answer = service.visitor().get(&get(metres)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{metres}");
        assert!(answer.json()["fields"]["elevation"].is_string(), "{}", answer.json());
    }
}

#[tokio::test]
async fn transient_faults_are_retried_once_and_rejections_are_not() {
    for (status, requests) in [
        (StatusCode::REQUEST_TIMEOUT, 2),
        (StatusCode::TOO_MANY_REQUESTS, 2),
        (StatusCode::INTERNAL_SERVER_ERROR, 2),
        (StatusCode::BAD_REQUEST, 1),
        (StatusCode::NOT_FOUND, 1),
    ] {
        let service = WeatherService::start(&[]).await;
        service.open_meteo.set_first_behavior(html(status));
        service.visitor().get(BERLIN).await.ok();
        assert_eq!(service.open_meteo.request_count(), requests, "{status}");
    }
}

#[tokio::test]
async fn a_failing_provider_is_not_called_for_ten_seconds_and_then_probed_once() {
    let service = WeatherService::start(&[]).await;
    service.open_meteo.set_behavior(html(StatusCode::OK));
    let source_at = async |latitude: i32| {
        let path = format!("/api/weather?latitude={latitude}&longitude=10");
        service.visitor().get(&path).await.ok()["source"]["id"].clone()
    };
    for latitude in 0..3 {
        assert_eq!(source_at(latitude).await, "met-norway");
    }
    assert_eq!(service.open_meteo.request_count(), 3);
    let state = async || service.visitor().get("/health/weather").await.ok()["sources"][0]["state"].clone();
    assert_eq!(state().await, "circuit_open");
    source_at(3).await;
    assert_eq!(service.open_meteo.request_count(), 3, "no call while the circuit breaker is open");
    service.clock.advance(jiff::SignedDuration::from_secs(11));
    service.open_meteo.set_behavior(Behavior::Answers(open_meteo_answer(service.now(), 10.0)));
    assert_eq!(source_at(4).await, "open-meteo");
    assert_eq!(state().await, "ready");
}

#[tokio::test]
async fn met_norway_requests_have_our_name_and_a_contact() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
    let report = service.visitor().get(BERLIN).await.ok();
    let (uri, headers) = service.met_norway.last_request();
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
async fn met_norway_is_not_called_before_its_answer_expires_and_then_conditionally() {
    let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
    let modified = "Sun, 15 Nov 2026 11:44:31 GMT";
    service.met_norway.set_behavior(Behavior::AnswersWith(
        met_norway_answer(service.now(), 4.0),
        vec![("expires", "Sun, 15 Nov 2026 12:30:00 GMT".to_owned()), ("last-modified", modified.to_owned())],
    ));
    service.visitor().get(BERLIN).await.ok();
    service.advance_minutes(29);
    service.visitor().get(BERLIN).await.ok();
    assert_eq!(service.met_norway.request_count(), 1);

    service.met_norway.set_behavior(Behavior::Responds(StatusCode::NOT_MODIFIED, "text/plain", String::new()));
    // Old enough that the request waits for the refresh.
    service.advance_minutes(60);
    let answer = service.visitor().get(BERLIN).await;
    assert_eq!(service.met_norway.last_request().1["if-modified-since"], modified);
    assert_eq!(answer.ok()["current"]["temperature_2m"], 4.0);
    assert_eq!(answer.header("age"), "0", "confirmed just now");
}

#[tokio::test]
async fn an_answer_that_never_expires_is_refreshed_after_some_hours() {
    for expires in ["Sat, 01 Jan 2077 00:00:00 GMT", "Thu, 30 Dec 9999 22:00:00 GMT"] {
        let service = WeatherService::start(&[("HALCYON_WEATHER_SOURCES", "met-norway")]).await;
        let answer = met_norway_answer(service.now(), 4.0);
        service.met_norway.set_behavior(Behavior::AnswersWith(answer, vec![("expires", expires.to_owned())]));
        assert_eq!(service.visitor().get(BERLIN).await.ok()["current"]["temperature_2m"], 4.0, "{expires}");
        service.advance_minutes(7 * 60);
        service.met_norway.set_behavior(Behavior::Answers(met_norway_answer(service.now(), 9.0)));
        assert_eq!(service.visitor().get(BERLIN).await.ok()["current"]["temperature_2m"], 9.0, "{expires}");
    }
}

#[tokio::test]
async fn open_meteo_requests_have_unambiguous_times_and_the_configured_key() {
    let service = WeatherService::start(&[("HALCYON_OPEN_METEO_KEY", "k-123")]).await;
    service.visitor().get(BERLIN).await.ok();
    let (uri, _) = service.open_meteo.last_request();
    assert_eq!(uri.path(), "/v1/forecast");
    let query = uri.query().unwrap();
    for part in [
        "timeformat=unixtime",
        "timezone=auto",
        "wind_speed_unit=ms",
        "forecast_days=16",
        "past_days=1",
        "apikey=k-123",
    ] {
        assert!(query.contains(part), "{part} in {query}");
    }
    assert!(!query.contains("daily="), "days are computed from the hours");
}
