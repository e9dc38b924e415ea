//! The rain map: the report of a place, and its tiles.

mod model;
pub mod radar;

use axum::http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::hours;
use crate::support::TestApp;
use crate::support::persona::{Answer, Persona};
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer};

const BERLIN: &str = "/api/rain?latitude=52.52&longitude=13.41";
/// The tile of Berlin at the native zoom level.
const BERLIN_TILE: &str = "6/34/20";

async fn tile(visitor: &Persona, frame: &str, tile: &str) -> Answer {
    visitor.get(&format!("/api/rain/tiles/simulated/{frame}/{tile}")).await
}

fn frames<'a>(report: &'a Value, kind: &str) -> Vec<&'a str> {
    let frames = report["frames"].as_array().unwrap().iter();
    frames.filter(|frame| frame["kind"] == kind).map(|frame| frame["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_place_has_two_hours_of_frames_and_one_ahead_and_says_that_they_are_simulated() {
    let app = TestApp::start().await;
    let answer = app.visitor().get(BERLIN).await;
    assert_eq!(answer.header("cache-control"), "private, max-age=60");
    let report = answer.ok();
    assert_eq!((&report["kind"], &report["source"]), (&json!("simulated"), &json!("simulated")));
    // It is noon; a picture is available three minutes after its time.
    assert_eq!(report["observed_at"], json!("2026-11-15T11:50:00Z"));
    assert_eq!((frames(&report, "past").len(), frames(&report, "forecast").len()), (13, 12));
    assert_eq!(report["frames"][0]["time"], json!("2026-11-15T09:50:00Z"));
    assert_eq!(report["frames"][24]["time"], json!("2026-11-15T12:50:00Z"));
    assert_eq!(report["zoom"], json!({"min": 4, "max": 6}));
    let next = report["next"].as_array().unwrap();
    assert_eq!((next.len(), &next[0]["time"]), (6, &json!("2026-11-15T12:00:00Z")));
}

#[tokio::test]
async fn the_table_of_a_place_is_what_its_tiles_show() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    // The middle of a tile, so that the pixel is known: 128 of 256 in both directions.
    let report = visitor.get("/api/rain?latitude=54.16&longitude=14.07").await.ok();
    for minute in report["next"].as_array().unwrap() {
        let frame = report["frames"].as_array().unwrap().iter().find(|frame| frame["time"] == minute["time"]).unwrap();
        let answer = tile(&visitor, frame["id"].as_str().unwrap(), BERLIN_TILE).await;
        let is_dry = answer.status == StatusCode::NO_CONTENT;
        let classes = if is_dry { vec![1; 65_536] } else { answer.body };
        let mut around: Vec<u8> =
            (0..9).map(|index: usize| classes[(127 + index / 3) * 256 + 127 + index % 3]).collect();
        around.sort_unstable();
        let rate = if around[4] < 2 { 0.0 } else { 0.1 * 10_f64.powf(f64::from(around[4] - 2) / 20.0) };
        let said = minute["mm_per_hour"].as_f64().unwrap();
        // Tiles have thirteen rates, each at most 2.6 times the one before.
        let is_same = rate - 0.05 <= said && said <= 2.6 * rate + 0.05;
        assert!(is_same, "{said} in the table and {rate} in the tile at {}", minute["time"]);
    }
}

#[tokio::test]
async fn a_tile_is_compressed_never_changes_and_is_the_same_without_compression() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let report = visitor.get(BERLIN).await.ok();
    let mut wet = None;
    // Somewhere it rains.
    for x in 0..64 {
        let path = format!("/api/rain/tiles/simulated/{}/6/{x}/20", frames(&report, "past")[12]);
        let answer = visitor.get_with(&path, &[("accept-encoding", "br")]).await;
        if answer.status == StatusCode::OK {
            wet = Some((path, answer));
            break;
        }
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{path}");
    }
    let (path, compressed) = wet.unwrap();
    assert_eq!(compressed.header("content-encoding"), "br");
    assert_eq!(compressed.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(compressed.header("content-type"), "application/octet-stream");
    let plain = visitor.get(&path).await;
    assert_eq!((plain.header("content-encoding"), plain.body.len()), ("", 65_536));
    assert!(compressed.body.len() < 20_000, "{} bytes", compressed.body.len());
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut brotli::Decompressor::new(&compressed.body[..], 4096), &mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
}

#[tokio::test]
async fn unknown_frames_and_impossible_tiles_are_refused() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let report = visitor.get(BERLIN).await.ok();
    let newest = frames(&report, "past")[12].to_owned();
    let cases = [
        (format!("simulated/{newest}/9/0/0"), StatusCode::BAD_REQUEST),
        (format!("simulated/{newest}/3/0/0"), StatusCode::BAD_REQUEST),
        (format!("simulated/{newest}/6/64/0"), StatusCode::BAD_REQUEST),
        (format!("simulated/{newest}/6/-1/0"), StatusCode::BAD_REQUEST),
        (format!("simulated/{newest}+7/6/34/20"), StatusCode::BAD_REQUEST),
        ("simulated/now/6/34/20".to_owned(), StatusCode::BAD_REQUEST),
        ("simulated/1/6/34/20".to_owned(), StatusCode::NOT_FOUND),
        (format!("opera/{newest}/6/34/20"), StatusCode::NOT_FOUND),
    ];
    for (path, status) in cases {
        let answer = visitor.get(&format!("/api/rain/tiles/{path}")).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
    app.advance(SignedDuration::from_hours(3));
    assert_eq!(tile(&visitor, &newest, BERLIN_TILE).await.status, StatusCode::NOT_FOUND, "three hours later");
}

#[tokio::test]
async fn places_outside_the_map_or_off_the_earth_have_no_rain() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let pole = visitor.get("/api/rain?latitude=89&longitude=0").await.ok();
    assert_eq!((&pole["source"], &pole["summary"]["state"]), (&json!(null), &json!("no_radar")));
    for (query, field) in [
        ("latitude=91&longitude=0", "latitude"),
        ("latitude=0&longitude=181", "longitude"),
        ("longitude=0", "latitude"),
        ("latitude=nan&longitude=0", "latitude"),
    ] {
        let answer = visitor.get(&format!("/api/rain?{query}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(answer.json()["fields"][field].is_string(), "{query}: {}", answer.text());
    }
}

#[tokio::test]
async fn without_a_source_there_is_no_map_and_the_forecast_says_what_it_knows() {
    let scenario = ("HALCYON_SIMULATED_SCENARIO", "rain-stopping");
    let app = TestApp::start_with(&[("HALCYON_RAIN_SOURCES", "none"), scenario]).await;
    let report = app.visitor().get(BERLIN).await.ok();
    assert_eq!((&report["source"], &report["frames"]), (&json!(null), &json!([])));
    assert_eq!(report["kind"], json!("simulated"), "the forecast is");
    // The rain of this scenario, 2.2 mm/h, ends at the second quarter hour.
    let summary = &report["summary"];
    assert_eq!((&summary["state"], &summary["intensity"]), (&json!("no_radar"), &json!("light")));
    assert_eq!((&summary["from"], &summary["to"]), (&json!(null), &json!("2026-11-15T12:30:00Z")));
    let rows: Vec<f64> =
        report["next"].as_array().unwrap().iter().map(|row| row["mm_per_hour"].as_f64().unwrap()).collect();
    assert_eq!(rows, [2.2, 2.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "two hours of quarters");
}

#[tokio::test]
async fn a_live_forecast_is_named_as_a_model_with_its_attribution() {
    let mut answer = open_meteo_answer(hours(0), 10.0);
    answer["minutely_15"]["precipitation"] = json!(vec![0.75; 32]);
    let provider = StandIn::start(Behavior::Answers(answer)).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
    ])
    .await;
    let report = app.visitor().get(BERLIN).await.ok();
    assert_eq!((&report["kind"], &report["source"]), (&json!("model"), &json!(null)));
    assert_eq!(report["attribution"][0]["name"], json!("Weather data by Open-Meteo.com"));
    assert_eq!(report["summary"]["intensity"], json!("moderate"));
    assert_eq!((&report["summary"]["from"], &report["summary"]["to"]), (&json!(null), &json!(null)));
}

#[tokio::test]
async fn an_address_has_a_limit_of_its_own() {
    let app = TestApp::start_alone_with(&[]).await;
    let visitor = app.visitor().from("192.0.2.7");
    for _ in 0..60 {
        assert_eq!(visitor.get("/api/rain?latitude=89&longitude=0").await.status, StatusCode::OK);
    }
    let refused = visitor.get("/api/rain?latitude=89&longitude=0").await;
    assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "60"));
    let other = app.visitor().from("192.0.2.8");
    assert_eq!(other.get("/api/rain?latitude=89&longitude=0").await.status, StatusCode::OK);
}
