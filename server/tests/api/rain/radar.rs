//! Real radars, as stand-ins on loopback: one request for all visitors, and honest words when they fall silent.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::support::TestApp;
use crate::support::feeds::Authority;

const BERLIN: &str = "/api/rain?latitude=52.52&longitude=13.41";
const PARIS: &str = "/api/rain?latitude=48.86&longitude=2.35";
const MADRID: &str = "/api/rain?latitude=40.42&longitude=-3.7";

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// A picture of Bright Sky: rain of 1.2 mm/h in the east. Little rain, because a development build follows it slowly.
fn bright_sky_picture(time: Timestamp, run: Timestamp) -> serde_json::Value {
    // Berlin is in column 782.
    let row: Vec<u8> =
        (0..1100_u16).flat_map(|column| if (740..825).contains(&column) { [10, 0] } else { [0, 0] }).collect();
    let numbers = row.repeat(1200);
    json!({"timestamp": time.to_string(), "source": format!("RADOLAN::RV::{run}"), "precipitation_5": STANDARD.encode(packed(&numbers))})
}

/// A file of OPERA as GDAL writes it, in one tile of bytes: whole millimetres per hour by column of 2 km from the west, 255 where
/// there is no radar.
pub fn opera_picture(rate: impl Fn(u32) -> u8) -> Vec<u8> {
    let (width, height) = (1900_u32, 2200_u32);
    let row: Vec<u8> = (0..width).map(rate).collect();
    let tile = packed(&row.repeat(height as usize));
    let tags: [(u16, u16, u32, u32); 9] = [
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, 1, 8),
        (259, 3, 1, 8),
        (322, 4, 1, width),
        (323, 4, 1, height),
        (324, 4, 1, 8 + 2 + 9 * 12 + 4),
        (325, 4, 1, tile.len() as u32),
        (42113, 2, 4, u32::from_le_bytes(*b"255\0")),
    ];
    let mut file = b"II\x2a\0\x08\0\0\0".to_vec();
    file.extend(9_u16.to_le_bytes());
    for (number, kind, count, value) in tags {
        file.extend(number.to_le_bytes());
        file.extend(kind.to_le_bytes());
        file.extend(count.to_le_bytes());
        file.extend(value.to_le_bytes());
    }
    file.extend([0; 4]);
    file.extend(tile);
    file
}

#[tokio::test]
async fn all_visitors_of_a_region_share_one_request_and_only_measurements_count() {
    let server = Authority::start().await;
    let start: Timestamp = crate::support::app::START.parse().unwrap();
    let at = |minutes: i64| start + SignedDuration::from_mins(minutes);
    let measured = [-25, -15, -5].map(|minute| bright_sky_picture(at(minute), at(minute)));
    let forecast = bright_sky_picture(at(0), at(-5));
    let pictures = [measured.as_slice(), &[forecast]].concat();
    server.put("/radar", json!({"radar": pictures}).to_string());
    let app =
        TestApp::start_alone_with(&[("HALCYON_RAIN_SOURCES", "bright-sky"), ("HALCYON_BRIGHT_SKY_URL", &server.url)])
            .await;

    let report = app.visitor().get(BERLIN).await.ok();
    assert_eq!(
        (&report["kind"], &report["attribution"][0]["name"]),
        (&json!("radar"), &json!("Deutscher Wetterdienst"))
    );
    assert_eq!(report["observed_at"], json!("2026-11-15T11:55:00Z"), "the forecast of noon is no measurement");
    assert_eq!((&report["summary"]["state"], &report["summary"]["intensity"]), (&json!("raining"), &json!("light")));
    let rate = report["next"][0]["mm_per_hour"].as_f64().unwrap();
    assert!((rate - 1.2).abs() < 0.15, "{rate} mm/h, in steps of 12 %");
    app.visitor().get("/api/rain?latitude=50.11&longitude=8.68").await.ok();
    assert_eq!(server.request_count("/radar"), 1, "Frankfurt is on the same picture");
    let madrid = app.visitor().get(MADRID).await.ok();
    assert_eq!((&madrid["source"], server.request_count("/radar")), (&json!(null), 1), "no request for Madrid");
}

#[tokio::test]
async fn a_radar_that_falls_silent_says_so_and_is_gone_after_three_quarters_of_an_hour() {
    let server = Authority::start().await;
    // The western quarter has no radar, and it rains around Paris, which is in column 697.
    let picture = opera_picture(|column| match column {
        0..475 => 255,
        680..715 => 3,
        _ => 0,
    });
    for minute in ["1115", "1130", "1145"] {
        let path = format!("/open/2026/11/15/OPERA/COMP/OPERA@20261115T{minute}@0@RATE.tiff");
        server.put_bytes(&path, picture.clone());
    }
    let url = format!("{}/open", server.url);
    let app = TestApp::start_alone_with(&[("HALCYON_RAIN_SOURCES", "opera"), ("HALCYON_OPERA_URL", &url)]).await;
    let visitor = app.visitor();

    let report = visitor.get(PARIS).await.ok();
    assert_eq!((&report["kind"], &report["observed_at"]), (&json!("radar"), &json!("2026-11-15T11:45:00Z")));
    assert_eq!(report["summary"]["intensity"], json!("moderate"));
    let lisbon = visitor.get("/api/rain?latitude=38.72&longitude=-9.14").await.ok();
    assert_eq!(lisbon["summary"]["state"], json!("no_radar"), "inside the picture, where no radar reaches");

    // No new picture comes.
    app.advance(SignedDuration::from_mins(6));
    let silent = visitor.get(PARIS).await.ok();
    assert_eq!((&silent["summary"]["state"], &silent["next"]), (&json!("silent"), &json!([])));
    assert!(silent["frames"].as_array().unwrap().iter().all(|frame| frame["kind"] == "past"), "{silent}");
    app.advance(SignedDuration::from_mins(25));
    let gone = visitor.get(PARIS).await.ok();
    assert_eq!((&gone["source"], &gone["summary"]["state"]), (&json!(null), &json!("no_radar")));
}
