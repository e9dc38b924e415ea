//! Notifications of rain to the minute: by the lead time, threshold and hours of the user, once per band.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::alerts::pipeline::{events, save_place};
use crate::rain::radar::opera_picture;
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::Persona;

/// The column of Berlin in the pictures: 231 km east of the centre of the projection, which is at 1950 km.
const BERLIN_COLUMN: f64 = (1950.0 + 231.0) / 2.0;
/// A front from north to south, 20 km wide, that moves east at 80 km/h and reaches Berlin at this minute after noon.
const ARRIVES: f64 = 18.0;
const COLUMNS_PER_MINUTE: f64 = 80.0 / 60.0 / 2.0;
const WIDTH: f64 = 10.0;

fn minutes(count: i64) -> SignedDuration {
    SignedDuration::from_mins(count)
}

/// Publishes the picture of a minute after noon.
fn publish(server: &Authority, minute: i64, rate: u8) {
    let start: Timestamp = crate::support::app::START.parse().unwrap();
    let edge = BERLIN_COLUMN + (minute as f64 - ARRIVES) * COLUMNS_PER_MINUTE;
    let picture = opera_picture(|column| {
        let behind = edge - f64::from(column);
        if (0.0..WIDTH).contains(&behind) { rate } else { 0 }
    });
    let time = (start + minutes(minute)).strftime("%Y%m%dT%H%M").to_string();
    server.put_bytes(&format!("/open/2026/11/15/OPERA/COMP/OPERA@{time}@0@RATE.tiff"), picture);
}

async fn start(rate: u8) -> (TestApp, Authority) {
    let server = Authority::start().await;
    for minute in [-45, -30, -15] {
        publish(&server, minute, rate);
    }
    let url = format!("{}/open", server.url);
    let app = TestApp::start_alone_with(&[("HALCYON_RAIN_SOURCES", "opera"), ("HALCYON_OPERA_URL", &url)]).await;
    (app, server)
}

async fn at_home(app: &TestApp, name: &str, rain: Value) -> Persona {
    let user = app.signed_in(name).await;
    save_place(&user, "Home", 52.52, 13.41).await;
    user.post("/api/user/preferences", &json!({"rain": rain})).await.ok();
    user
}

#[tokio::test]
async fn rain_is_notified_once_per_band_and_as_long_before_as_the_user_wants() {
    let (app, server) = start(3).await;
    let ada = at_home(&app, "ada", json!({"notify": true, "lead_minutes": 30})).await;
    let bob = at_home(&app, "bob", json!({"lead_minutes": 30})).await;
    let cem = at_home(&app, "cem", json!({"notify": true, "lead_minutes": 10})).await;
    let counts = async || [events(&ada).await.len(), events(&bob).await.len(), events(&cem).await.len()];
    app.notify_of_rain().await;
    assert_eq!(counts().await, [1, 0, 0], "it arrives in 18 minutes, and bob did not ask");

    let notification = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    let alert = &notification["alert"];
    assert_eq!((&notification["place"], &alert["family"]), (&json!("Home"), &json!("rain")));
    let title = alert["texts"][0]["title"].as_str().unwrap();
    assert!(["Rain in about 15 minutes", "Rain in about 20 minutes"].contains(&title), "{title}");
    assert_eq!(alert["attribution"], "EUMETNET OPERA");

    // The next picture shows the same band a little nearer.
    app.advance(minutes(7));
    publish(&server, 0, 3);
    app.notify_of_rain().await;
    assert_eq!(counts().await, [1, 0, 0], "eleven minutes before");
    app.advance(minutes(5));
    app.notify_of_rain().await;
    assert_eq!(counts().await, [1, 0, 1], "six minutes before, and the same band is not notified again");
}

#[tokio::test]
async fn the_threshold_the_hours_and_quiet_hours_are_the_users_own() {
    let (app, _server) = start(3).await;
    // It is 13:00 in Berlin, and the rain is moderate.
    let wanted =
        at_home(&app, "ada", json!({"notify": true, "floor": "moderate", "from": "12:00", "until": "14:00"})).await;
    let heavy = at_home(&app, "bob", json!({"notify": true, "floor": "heavy"})).await;
    let evening = at_home(&app, "cem", json!({"notify": true, "from": "18:00", "until": "22:00"})).await;
    let quiet = at_home(&app, "dan", json!({"notify": true})).await;
    let hours = json!({"notifications": {"quietHours": {"from": "12:00", "until": "14:00"}}});
    quiet.post("/api/user/preferences", &hours).await.ok();
    app.notify_of_rain().await;
    let mut counts = Vec::new();
    for user in [&wanted, &heavy, &evening, &quiet] {
        counts.push(events(user).await.len());
    }
    assert_eq!(counts, [1, 0, 0, 0]);
}

#[tokio::test]
async fn times_and_hours_that_cannot_be_are_refused() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for (rain, field) in [
        (json!({"lead_minutes": 5}), "rain.lead_minutes"),
        (json!({"lead_minutes": 90}), "rain.lead_minutes"),
        (json!({"from": "7 o'clock"}), "rain.from"),
    ] {
        let answer = ada.post("/api/user/preferences", &json!({"rain": rain})).await;
        assert!(answer.json()["fields"][field].is_string(), "{rain}: {}", answer.text());
    }
    assert_eq!(ada.get("/api/user/preferences").await.ok()["preferences"]["rain"], json!(null));
}
