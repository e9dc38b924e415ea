//! Thresholds of users: each kind is notified once per event, not again, and again after its end.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::alerts::briefings::{Scene, notified, place_id, refresh};
use crate::alerts::pipeline::save_place;
use crate::support::TestApp;
use crate::support::persona::Persona;
use crate::weather::stand_in::set_hour;

/// A report that is older than an hour is refreshed before it is used.
const STEP: SignedDuration = SignedDuration::from_mins(61);

async fn set_thresholds(user: &Persona, place: &str, thresholds: Value) {
    let id = place_id(user, place).await;
    user.put(&format!("/api/thresholds/{id}"), &json!({"thresholds": thresholds})).await.ok();
}

/// Lets time pass with the same kind of weather.
async fn pass(scene: &mut Scene, steps: i64, change: impl Fn(&mut Value, Timestamp)) {
    for _ in 0..steps {
        scene.step(STEP);
        scene.set_weather(&change);
        scene.app.notify_of_thresholds().await;
    }
}

fn all_hours(answer: &mut Value, name: &str, value: Value) {
    let count = answer["hourly"]["time"].as_array().unwrap().len();
    answer["hourly"][name] = json!(vec![value; count]);
}

fn calm(_: &mut Value, _: Timestamp) {}

/// Wind, heat and UV last as long as they last.
#[tokio::test]
async fn wind_heat_and_radiation_are_notified_once_until_they_have_ended() {
    let mut scene = Scene::start("2026-11-16T08:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let units = json!({"units": {"windSpeed": "km/h"}});
    ada.post("/api/user/preferences", &units).await.ok();
    let thresholds =
        json!([{"kind": "wind", "value": 11.0}, {"kind": "heat", "value": 28.0}, {"kind": "uv", "value": 6.0}]);
    set_thresholds(&ada, "Home", thresholds).await;
    pass(&mut scene, 2, calm).await;
    assert_eq!(notified(&ada, "Home").await.len(), 0);
    let wild = |answer: &mut Value, _: Timestamp| {
        all_hours(answer, "wind_speed_10m", json!(15.0));
        all_hours(answer, "wind_gusts_10m", json!(18.0));
        all_hours(answer, "temperature_2m", json!(31.0));
        all_hours(answer, "uv_index", json!(8.0));
    };
    pass(&mut scene, 30, wild).await;
    let mut titles: Vec<String> = titles(&ada).await;
    titles.sort();
    assert_eq!(titles, ["Hotter than 28°", "UV index over 6", "Wind over 40 km/h"]);
    pass(&mut scene, 4, calm).await;
    pass(&mut scene, 2, wild).await;
    assert_eq!(notified(&ada, "Home").await.len(), 3, "a break of four hours is the same event");
    pass(&mut scene, 8, calm).await;
    pass(&mut scene, 2, wild).await;
    assert_eq!(notified(&ada, "Home").await.len(), 6, "a new one");
}

async fn titles(user: &Persona) -> Vec<String> {
    let list = notified(user, "Home").await;
    list.into_iter().map(|(_, text)| text.split('|').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn frost_and_rain_before_eight_are_notified_once_for_each_night_and_morning() {
    let mut scene = Scene::start("2026-11-16T10:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_thresholds(&ada, "Home", json!([{"kind": "frost", "value": null}, {"kind": "rain_before", "value": 8}])).await;
    // From 12:00 in Berlin to the next morning.
    pass(&mut scene, 22, frost_and_rain).await;
    assert_eq!(titles(&ada).await, ["Frost tonight", "Rain before 08:00"]);
    let first = notified(&ada, "Home").await;
    assert!(first[0].0.starts_with("2026-11-16T11:"), "at noon: {}", first[0].0);
    assert!(first[1].0.starts_with("2026-11-16T16:"), "in the evening before: {}", first[1].0);
    pass(&mut scene, 24, frost_and_rain).await;
    assert_eq!(notified(&ada, "Home").await.len(), 4, "the next night and morning");
    pass(&mut scene, 24, calm).await;
    assert_eq!(notified(&ada, "Home").await.len(), 4);
}

/// In Berlin, frost from 20:00 to midnight and rain from 05:00 to 08:00.
fn frost_and_rain(answer: &mut Value, _: Timestamp) {
    let times: Vec<i64> = answer["hourly"]["time"].as_array().unwrap().iter().map(|at| at.as_i64().unwrap()).collect();
    for (index, time) in times.into_iter().enumerate() {
        let hour = (time + 3600).rem_euclid(86_400) / 3600;
        if hour >= 20 {
            answer["hourly"]["temperature_2m"][index] = json!(-2.0);
        }
        if (5..8).contains(&hour) {
            answer["hourly"]["precipitation"][index] = json!(2.0);
            answer["hourly"]["precipitation_probability"][index] = json!(95);
            answer["hourly"]["weather_code"][index] = json!(63);
        }
    }
}

#[tokio::test]
async fn the_first_snow_is_notified_once_a_winter() {
    let mut scene = Scene::start("2026-11-16T10:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_thresholds(&ada, "Home", json!([{"kind": "first_snow", "value": null}])).await;
    pass(&mut scene, 3, snow).await;
    assert_eq!(titles(&ada).await, ["First snow"]);
    pass(&mut scene, 20, calm).await;
    pass(&mut scene, 3, snow).await;
    assert_eq!(notified(&ada, "Home").await.len(), 1, "not again this winter");
    scene.move_to("2027-11-16T10:00:00Z");
    pass(&mut scene, 3, snow).await;
    let ada = scene.app.sign_in_again("ada").await;
    assert_eq!(notified(&ada, "Home").await.len(), 2, "the next winter");
}

#[tokio::test]
async fn a_winter_in_the_south_is_in_the_middle_of_the_year() {
    let mut scene = Scene::start("2027-06-15T10:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Ushuaia", -54.8, -68.3).await;
    set_thresholds(&ada, "Ushuaia", json!([{"kind": "first_snow", "value": null}])).await;
    for (at, notifications) in [("2027-06-15T12:00:00Z", 1), ("2027-08-15T12:00:00Z", 1), ("2028-06-15T12:00:00Z", 2)] {
        scene.move_to(at);
        pass(&mut scene, 1, snow).await;
        assert_eq!(scene.app.count("notifications").await, notifications, "{at}");
    }
}

fn snow(answer: &mut Value, now: Timestamp) {
    for hour in 3..6 {
        for (name, value) in [
            ("temperature_2m", json!(-3.0)),
            ("precipitation", json!(1.5)),
            ("snowfall", json!(1.0)),
            ("precipitation_probability", json!(95)),
            ("weather_code", json!(73)),
        ] {
            set_hour(answer, now, hour, name, value);
        }
    }
}

#[tokio::test]
async fn quiet_hours_hold_a_threshold_and_two_processes_send_it_once() {
    let mut scene = Scene::start("2026-11-16T21:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let quiet = json!({"notifications": {"quietHours": {"from": "22:00", "until": "07:00"}}});
    ada.post("/api/user/preferences", &quiet).await.ok();
    set_thresholds(&ada, "Home", json!([{"kind": "wind", "value": 11.0}])).await;
    pass(&mut scene, 8, windy).await;
    assert_eq!(notified(&ada, "Home").await.len(), 0, "06:00 in Berlin");
    let url = scene.provider.url.clone();
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", url.as_str())];
    let other = scene.app.restart_with(&settings).await;
    scene.step(STEP);
    scene.set_weather(windy);
    tokio::join!(scene.app.notify_of_thresholds(), other.notify_of_thresholds());
    assert_eq!(notified(&ada, "Home").await.len(), 1);
}

fn windy(answer: &mut Value, _: Timestamp) {
    all_hours(answer, "wind_speed_10m", json!(15.0));
}

/// The identity of an event without a period is its time: no index of the database would refuse the second one.
#[tokio::test]
async fn a_process_that_was_too_slow_does_not_repeat_what_another_has_sent() {
    let mut scene = Scene::start("2026-11-16T08:00:00Z").await;
    let url = scene.provider.url.clone();
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", url.as_str())];
    let other = scene.app.restart_with(&settings).await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_thresholds(&ada, "Home", json!([{"kind": "wind", "value": 11.0}])).await;
    scene.step(STEP);
    scene.set_weather(windy);
    let meanwhile = async {
        other.notify_of_thresholds().await;
        assert_eq!(other.count("notifications").await, 0, "one process at a time");
        other.advance(SignedDuration::from_mins(16));
        other.notify_of_thresholds().await;
        assert_eq!(other.count("notifications").await, 1, "the lease has expired");
    };
    scene.app.notify_of_thresholds_slowly(meanwhile).await;
    assert_eq!(scene.app.count("notifications").await, 1);
}

#[tokio::test]
async fn a_number_that_changes_while_the_forecast_is_compared_counts_at_once() {
    let mut scene = Scene::start("2026-11-16T08:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_thresholds(&ada, "Home", json!([{"kind": "wind", "value": 11.0}])).await;
    scene.step(STEP);
    scene.set_weather(windy);
    let change = set_thresholds(&ada, "Home", json!([{"kind": "wind", "value": 20.0}]));
    scene.app.notify_of_thresholds_slowly(change).await;
    assert_eq!(titles(&ada).await, [""; 0], "15 m/s are not over 20");
    pass(&mut scene, 1, |answer, _| all_hours(answer, "wind_speed_10m", json!(25.0))).await;
    assert_eq!(titles(&ada).await, ["Wind over 20 m/s"]);
}

#[tokio::test]
async fn simulated_weather_notifies_nobody_and_wrong_numbers_are_refused() {
    let app = TestApp::start_with(&[("HALCYON_SIMULATED_SCENARIO", "heat-wave")]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let id = place_id(&ada, "Home").await;
    let path = format!("/api/thresholds/{id}");
    set_thresholds(&ada, "Home", json!([{"kind": "heat", "value": -10.0}])).await;
    app.notify_of_thresholds().await;
    assert_eq!(notified(&ada, "Home").await.len(), 0);
    for wrong in [
        json!([{"kind": "wind", "value": 0.0}]),
        json!([{"kind": "wind", "value": null}]),
        json!([{"kind": "rain_before", "value": 7.5}]),
        json!([{"kind": "frost", "value": 1.0}]),
        json!([{"kind": "uv", "value": 3.0}, {"kind": "uv", "value": 4.0}]),
    ] {
        assert_eq!(ada.put(&path, &json!({"thresholds": wrong})).await.status, 422, "{wrong}");
    }
    let list = ada.get("/api/thresholds").await.ok();
    assert_eq!(list["places"][0]["thresholds"], json!([{"kind": "heat", "value": -10.0}]), "as before");
    refresh(&ada).await;
    let bob = app.signed_in("bob").await;
    assert_eq!(bob.put(&path, &json!({"thresholds": []})).await.status, 404);
    ada.put(&path, &json!({"thresholds": []})).await.ok();
    assert_eq!(app.count("thresholds").await, 0);
}
