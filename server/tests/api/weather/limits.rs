//! Limits on what one client may cost: places that are not in the cache call the providers.

use axum::http::StatusCode;
use jiff::SignedDuration;

use super::stand_in::{Behavior, StandIn, open_meteo_answer};
use crate::support::TestApp;
use crate::support::app::START;
use crate::support::persona::Persona;

/// Reports of many places, made faster.
const PLAIN: [(&str, &str); 4] = [
    ("HALCYON_WEATHER_CONFIDENCE", "off"),
    ("HALCYON_WEATHER_NORMALS", "off"),
    ("HALCYON_WEATHER_AIR", "off"),
    ("HALCYON_WEATHER_MEASURED", "off"),
];

async fn ask(persona: &Persona, number: i32) -> StatusCode {
    let latitude = f64::from(number) / 2.0;
    persona.get(&format!("/api/weather?latitude={latitude}&longitude=10")).await.status
}

#[tokio::test]
async fn one_address_may_ask_for_sixty_new_places_a_minute_and_for_known_ones_without_limit() {
    let app = TestApp::start_alone_with(&PLAIN).await;
    let (busy, other) = (app.visitor().from("198.51.100.1"), app.visitor().from("198.51.100.2"));
    for number in 0..60 {
        assert_eq!(ask(&busy, number).await, StatusCode::OK, "{number}");
    }
    let refused = busy.get("/api/weather?latitude=-10&longitude=10").await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (429, Some("rate_limited")));
    assert_eq!(refused.header("retry-after"), "60");
    assert_eq!(ask(&busy, 7).await, StatusCode::OK, "in the cache");
    assert_eq!(ask(&other, -20).await, StatusCode::OK);
    assert_eq!(ask(&busy, -20).await, StatusCode::OK, "now in the cache, too");
    app.advance(SignedDuration::from_secs(60));
    assert_eq!(ask(&busy, -21).await, StatusCode::OK);
}

#[tokio::test]
async fn every_place_of_a_batch_counts_and_the_hour_has_a_limit_of_its_own() {
    let app = TestApp::start_alone_with(&PLAIN).await;
    let busy = app.visitor().from("198.51.100.1");
    let mut statuses = Vec::new();
    for round in 0..18 {
        let places: Vec<String> = (0..20).map(|place| format!("{}.5,{}.5", round * 4, place * 5)).collect();
        statuses.push(busy.get(&format!("/api/weather/batch?places={}", places.join(";"))).await.status.as_u16());
        app.advance(SignedDuration::from_secs(60));
    }
    assert_eq!(&statuses[..15], [200; 15]);
    assert_eq!(&statuses[15..], [429; 3]);
}

#[tokio::test]
async fn a_client_past_its_limit_gets_an_old_report_that_is_not_refreshed() {
    let now = START.parse().unwrap();
    let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, 10.0))).await;
    let settings = [
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", provider.url.as_str()),
        ("HALCYON_WEATHER_CONFIDENCE", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
        ("HALCYON_WEATHER_MEASURED", "off"),
        ("HALCYON_NWS_URL", "off"),
    ];
    let app = TestApp::start_alone_with(&settings).await;
    let busy = app.visitor().from("198.51.100.1");
    assert_eq!(ask(&busy, 0).await, StatusCode::OK);
    app.advance(SignedDuration::from_mins(40));
    for number in 1..61 {
        assert_eq!(ask(&busy, number).await, StatusCode::OK);
    }
    let requests = provider.request_count();
    let old = busy.get("/api/weather?latitude=0&longitude=10").await;
    assert_eq!((old.status, old.header("age")), (StatusCode::OK, "2400"));
    assert_eq!(provider.request_count(), requests);
}

#[tokio::test]
async fn a_page_calls_no_provider_for_a_place_that_no_api_call_asked_for() {
    let now = START.parse().unwrap();
    let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, 10.0))).await;
    let settings = [
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", provider.url.as_str()),
        ("HALCYON_WEATHER_CONFIDENCE", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
        ("HALCYON_WEATHER_MEASURED", "off"),
        ("HALCYON_NWS_URL", "off"),
    ];
    let app = TestApp::start_alone_with(&settings).await;
    let visitor = app.visitor();
    for number in 0..20 {
        assert_eq!(visitor.get(&format!("/?lat={number}&lon=10")).await.status, StatusCode::OK);
    }
    assert_eq!(provider.request_count(), 0);
    visitor.get("/api/weather?latitude=5&longitude=10").await.ok();
    let requests = provider.request_count();
    assert!(requests > 0);
    assert_eq!(visitor.get("/?lat=5&lon=10").await.status, StatusCode::OK);
    assert_eq!(provider.request_count(), requests);
}
