//! Daily briefings: each once and on time, through clock changes, travel, downtime and quiet hours, with what the report says.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};
use serde_json::{Value, json};

use crate::alerts::pipeline::save_place;
use crate::support::TestApp;
use crate::support::app::START;
use crate::support::persona::Persona;
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer, set_hour};

const WEATHER: &str = "/api/weather?latitude=52.52&longitude=13.41";
const MINUTE: SignedDuration = SignedDuration::from_mins(1);

pub struct Scene {
    pub app: TestApp,
    pub provider: StandIn,
    pub now: Timestamp,
}

impl Scene {
    pub async fn start(at: &str) -> Scene {
        let provider = StandIn::start(Behavior::Silent).await;
        let app = TestApp::start_with(&settings(&provider)).await;
        let mut scene = Scene { app, provider, now: START.parse().unwrap() };
        scene.move_to(at);
        scene
    }

    /// Moves the clock, and gives the provider a mild dry forecast of then.
    pub fn move_to(&mut self, at: &str) {
        let at: Timestamp = at.parse().unwrap();
        self.app.advance(at.duration_since(self.now));
        self.now = at;
        self.set_weather(|_, _| {});
    }

    pub fn step(&mut self, by: SignedDuration) {
        self.app.advance(by);
        self.now += by;
    }

    pub fn set_weather(&self, change: impl Fn(&mut Value, Timestamp)) {
        let mut answer = open_meteo_answer(self.now, 10.0);
        change(&mut answer, self.now);
        self.provider.set_behavior(Behavior::Answers(answer));
    }
}

fn settings(provider: &StandIn) -> [(&'static str, &str); 4] {
    [
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
        ("HALCYON_NWS_URL", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
    ]
}

pub async fn refresh(user: &Persona) {
    user.post("/api/auth/refresh", &json!({})).await.ok();
}

/// The id of a saved place.
pub async fn place_id(user: &Persona, name: &str) -> String {
    refresh(user).await;
    let list = user.get("/api/locations").await.ok();
    let found = list["locations"].as_array().unwrap().iter().find(|place| place["name"] == name).unwrap().clone();
    found["id"].as_str().unwrap().to_owned()
}

fn daily(time: &str) -> Value {
    json!({"time": time, "days": [1, 2, 3, 4, 5, 6, 7], "email": true, "push": true, "air": false,
        "timezone": "Europe/Berlin"})
}

async fn set_briefing(user: &Persona, place: &str, body: &Value) -> Value {
    let id = place_id(user, place).await;
    user.put(&format!("/api/briefings/{id}"), body).await.ok()["briefing"].clone()
}

/// When each notification of a place was written and what it says, the oldest first.
pub async fn notified(user: &Persona, place: &str) -> Vec<(String, String)> {
    refresh(user).await;
    let list = user.get("/api/notifications?limit=100").await.ok();
    let mut found: Vec<(String, String)> = list["notifications"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["place"] == place)
        .map(|one| {
            let text = &one["alert"]["texts"][0];
            let text = format!("{}|{}", text["title"].as_str().unwrap(), text["description"].as_str().unwrap());
            (one["created_at"].as_str().unwrap().to_owned(), text)
        })
        .collect();
    found.reverse();
    found
}

/// The first sentences of the briefing, made from the report of the API and the texts of the page alone.
fn expected_from(report: &Value, day: usize, after: Timestamp) -> String {
    let texts: Value = serde_json::from_str(include_str!("../../../../locales/en.json")).unwrap();
    let today = &report["daily"]["days"][day];
    let condition = texts["shared"]["conditions"][today["condition"].as_str().unwrap()].as_str().unwrap();
    let degrees = |name: &str| today[name].as_f64().unwrap().round() as i64;
    let zone = TimeZone::get(report["place"]["timezone"].as_str().unwrap()).unwrap();
    let hourly = &report["hourly"];
    let mut wet: Vec<Zoned> = Vec::new();
    for (index, time) in hourly["time"].as_array().unwrap().iter().enumerate() {
        let at = time.as_str().unwrap().parse::<Timestamp>().unwrap();
        let is_rain = hourly["condition"][index].as_str().is_some_and(|condition| condition.contains("rain"));
        let local = at.to_zoned(zone.clone());
        if is_rain && local.date().to_string() == today["date"].as_str().unwrap() && at + 60 * MINUTE > after {
            wet.push(local);
        }
    }
    let rain = match (wet.first(), wet.last()) {
        (Some(first), Some(last)) => {
            let end = last + SignedDuration::from_hours(1);
            format!("Rain from {} to {}.", first.strftime("%H:%M"), end.strftime("%H:%M"))
        }
        _ => "No rain or snow.".to_owned(),
    };
    format!("{condition}, {}° to {}°. {rain}", degrees("temperature_2m_min"), degrees("temperature_2m_max"))
}

/// With one saved place and a briefing at seven each day.
async fn user_with_briefing(app: &TestApp) -> Persona {
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_briefing(&ada, "Home", &daily("07:00")).await;
    ada
}

#[tokio::test]
async fn a_briefing_says_what_the_report_says() {
    let mut scene = Scene::start("2026-11-16T05:00:00Z").await;
    let ada = user_with_briefing(&scene.app).await;
    scene.step(60 * MINUTE);
    // 14:00 to 17:00 in Berlin: an amount is that of the hour before its time.
    scene.set_weather(|answer, now| {
        for hour in 8..11 {
            set_hour(answer, now, hour, "precipitation", json!(2.0));
            set_hour(answer, now, hour, "precipitation_probability", json!(90));
            set_hour(answer, now, hour, "weather_code", json!(63));
        }
        set_hour(answer, now, 9, "temperature_2m", json!(14.4));
    });
    scene.app.send_briefings().await;
    let report = scene.app.visitor().get(WEATHER).await.ok();
    let [(_, text)] = &notified(&ada, "Home").await[..] else { panic!("one") };
    let expected = expected_from(&report, 0, scene.now);
    assert!(expected.ends_with("Rain from 14:00 to 17:00."), "{expected}");
    assert!(text.starts_with(&format!("Home: today|{expected} ")), "{text} — {expected}");
    assert!(text.ends_with("Wear a warm jacket. Take an umbrella."), "it feels like 8 degrees: {text}");
}

#[tokio::test]
async fn an_evening_briefing_is_about_tomorrow_and_the_preview_is_what_is_sent() {
    let mut scene = Scene::start("2026-11-16T10:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    set_briefing(&ada, "Home", &daily("18:30")).await;
    let id = place_id(&ada, "Home").await;
    let preview = ada.get(&format!("/api/briefings/{id}/preview")).await.ok();
    assert_eq!((&preview["next_at"], &preview["is_simulated"]), (&json!("2026-11-16T17:30:00Z"), &json!(false)));
    scene.step(7 * 60 * MINUTE + 30 * MINUTE);
    scene.set_weather(|_, _| {});
    scene.app.send_briefings().await;
    let report = scene.app.visitor().get(WEATHER).await.ok();
    let [(_, text)] = &notified(&ada, "Home").await[..] else { panic!("one") };
    assert!(text.starts_with(&format!("Home: tomorrow|{}", expected_from(&report, 1, scene.now))), "{text}");
    assert_eq!(*text, format!("{}|{}", preview["title"].as_str().unwrap(), preview["text"].as_str().unwrap()));
}

/// From Thursday to Wednesday; the clocks of Berlin are put forward on Sunday, 28 March, from 02:00 to 03:00.
#[tokio::test]
async fn a_week_with_a_clock_change_travel_downtime_and_quiet_hours_has_each_briefing_once_and_on_time() {
    let mut scene = Scene::start("2027-03-24T22:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    save_place(&ada, "Work", 52.40, 13.00).await;
    let quiet = json!({"notifications": {"quietHours": {"from": "22:00", "until": "06:30"}}});
    ada.post("/api/user/preferences", &quiet).await.ok();
    set_briefing(&ada, "Home", &daily("02:30")).await;
    set_briefing(&ada, "Work", &daily("21:30")).await;
    let down = [
        // 02:00 to 03:30 in Berlin: the one of 02:30 is an hour late.
        ("2027-03-26T01:00:00Z", "2027-03-26T02:30:00Z"),
        // 02:00 to 06:00 in Berlin: too late.
        ("2027-03-27T01:00:00Z", "2027-03-27T05:00:00Z"),
        // 21:15 to 22:15 in Berlin: only in quiet hours could it be made up for.
        ("2027-03-29T19:15:00Z", "2027-03-29T20:15:00Z"),
    ]
    .map(|(from, to)| (from.parse::<Timestamp>().unwrap(), to.parse::<Timestamp>().unwrap()));
    let end: Timestamp = "2027-04-01T12:00:00Z".parse().unwrap();
    let flight: Timestamp = "2027-03-31T08:00:00Z".parse().unwrap();
    while scene.now < end {
        if scene.now.as_second() % 3600 == 0 {
            scene.set_weather(|_, _| {});
        }
        if scene.now == flight {
            refresh(&ada).await;
            ada.put("/api/briefings/time-zone", &json!({"timezone": "America/New_York"})).await.ok();
        }
        if !down.iter().any(|(from, to)| (*from..*to).contains(&scene.now)) {
            scene.app.send_briefings().await;
        }
        scene.step(15 * MINUTE);
    }
    let times = async |place| notified(&ada, place).await.into_iter().map(|(at, _)| at).collect::<Vec<_>>();
    assert_eq!(
        times("Home").await,
        [
            "2027-03-25T01:30:00Z",
            "2027-03-26T02:30:00Z",
            "2027-03-28T01:30:00Z",
            "2027-03-29T00:30:00Z",
            "2027-03-30T00:30:00Z",
            "2027-03-31T00:30:00Z",
            "2027-04-01T06:30:00Z",
        ],
        "02:30 is chosen inside quiet hours; does not exist on the 28th; from April on by the clock of New York"
    );
    assert_eq!(
        times("Work").await,
        [
            "2027-03-25T20:30:00Z",
            "2027-03-26T20:30:00Z",
            "2027-03-27T20:30:00Z",
            "2027-03-28T19:30:00Z",
            "2027-03-30T19:30:00Z",
            "2027-04-01T01:30:00Z",
        ],
        "21:30; not in the quiet hours of the 29th; on the 31st in New York"
    );
}

#[tokio::test]
async fn two_processes_never_send_the_same_briefing() {
    let mut scene = Scene::start("2026-11-16T05:00:00Z").await;
    let other = scene.app.restart_with(&settings(&scene.provider)).await;
    let ada = scene.app.signed_in("ada").await;
    for index in 0..5 {
        save_place(&ada, &format!("Place {index}"), 52.0 + f64::from(index), 13.41).await;
        set_briefing(&ada, &format!("Place {index}"), &daily("07:00")).await;
    }
    for day in 1..=10 {
        scene.step(if day == 1 { 60 * MINUTE } else { 24 * 60 * MINUTE });
        scene.set_weather(|_, _| {});
        tokio::join!(scene.app.send_briefings(), other.send_briefings());
        tokio::join!(other.send_briefings(), scene.app.send_briefings());
        assert_eq!(scene.app.count("notifications").await, 5 * day);
    }
}

#[tokio::test]
async fn a_claimed_briefing_is_left_to_its_process_until_the_claim_expires() {
    let mut scene = Scene::start("2026-11-16T05:00:00Z").await;
    let other = scene.app.restart_with(&settings(&scene.provider)).await;
    user_with_briefing(&scene.app).await;
    scene.step(60 * MINUTE);
    scene.set_weather(|_, _| {});
    let meanwhile = async {
        other.send_briefings().await;
        assert_eq!(other.count("notifications").await, 0, "it is claimed");
        other.advance(2 * MINUTE);
        other.send_briefings().await;
        assert_eq!(other.count("notifications").await, 1, "the claim has expired");
    };
    scene.app.send_briefings_slowly(meanwhile).await;
    assert_eq!(scene.app.count("notifications").await, 1, "the slow process is too late");
}

#[tokio::test]
async fn a_change_while_the_briefing_is_being_written_takes_effect_at_once() {
    let mut scene = Scene::start("2026-11-16T05:00:00Z").await;
    let ada = user_with_briefing(&scene.app).await;
    scene.step(60 * MINUTE);
    scene.set_weather(|_, _| {});
    let meanwhile = async {
        set_briefing(&ada, "Home", &daily("08:00")).await;
    };
    scene.app.send_briefings_slowly(meanwhile).await;
    assert_eq!(notified(&ada, "Home").await.len(), 0);
    assert_eq!(ada.get("/api/briefings").await.ok()["briefings"][0]["next_at"], "2026-11-16T07:00:00Z");
    scene.step(60 * MINUTE);
    scene.app.send_briefings().await;
    assert_eq!(notified(&ada, "Home").await.len(), 1);
}

#[tokio::test]
async fn without_weather_or_with_simulated_weather_nothing_is_sent_and_old_weather_says_its_age() {
    let mut scene = Scene::start("2026-11-16T05:00:00Z").await;
    let ada = user_with_briefing(&scene.app).await;
    let failing = Behavior::Responds(axum::http::StatusCode::BAD_GATEWAY, "text/plain", String::new());
    scene.provider.set_behavior(failing.clone());
    scene.step(60 * MINUTE);
    scene.app.send_briefings().await;
    assert_eq!(notified(&ada, "Home").await.len(), 0, "there is no weather");
    scene.step(20 * MINUTE);
    scene.set_weather(|_, _| {});
    scene.app.send_briefings().await;
    assert_eq!(notified(&ada, "Home").await.len(), 1, "as soon as there is");

    // The forecast of 04:00 UTC is all there is on the next day.
    scene.step(21 * 60 * MINUTE + 40 * MINUTE);
    scene.set_weather(|_, _| {});
    let id = place_id(&ada, "Home").await;
    ada.get(&format!("/api/briefings/{id}/preview")).await.ok();
    scene.provider.set_behavior(failing);
    scene.step(2 * 60 * MINUTE);
    scene.app.send_briefings().await;
    assert_eq!(notified(&ada, "Home").await.len(), 1, "it waits for newer weather");
    scene.step(16 * MINUTE);
    scene.app.send_briefings().await;
    let (_, text) = notified(&ada, "Home").await.pop().unwrap();
    assert!(text.ends_with("Forecast of 05:00: newer weather was not available."), "{text}");

    let simulated = TestApp::start().await;
    let bob = simulated.signed_in("bob").await;
    save_place(&bob, "Home", 52.52, 13.41).await;
    set_briefing(&bob, "Home", &daily("14:00")).await;
    let preview = bob.get(&format!("/api/briefings/{}/preview", place_id(&bob, "Home").await)).await.ok();
    assert!(preview["is_simulated"] == json!(true) && preview["text"].is_string(), "{preview}");
    simulated.advance(60 * MINUTE);
    simulated.send_briefings().await;
    assert_eq!(notified(&bob, "Home").await.len(), 0);
}

#[tokio::test]
async fn a_briefing_is_mailed_in_the_language_and_units_of_the_user_even_where_alerts_are_off() {
    let mut scene = Scene::start("2026-11-16T05:00:00Z").await;
    let ada = scene.app.signed_in("ada").await;
    scene.app.deliver().await;
    let token = scene.app.link_in_mail_to("ada@example.org", "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    save_place(&ada, "Zuhause", 52.52, 13.41).await;
    let id = place_id(&ada, "Zuhause").await;
    ada.put(&format!("/api/locations/{id}"), &json!({"alerts_enabled": false})).await.ok();
    let preferences = json!({"language": "de", "units": {"temperature": "fahrenheit"},
        "notifications": {"weatherAlerts": false}});
    ada.post("/api/user/preferences", &preferences).await.ok();
    set_briefing(&ada, "Zuhause", &daily("07:00")).await;
    scene.step(60 * MINUTE);
    scene.set_weather(|_, _| {});
    scene.app.send_briefings().await;
    scene.app.deliver().await;
    let mail = scene.app.mails().pop().unwrap();
    assert_eq!(mail.subject, "Zuhause: heute");
    assert!(mail.text.contains("50° bis 50°. Kein Regen oder Schnee. Zieh eine warme Jacke an."), "{}", mail.text);
    assert!(mail.text.contains("täglichen Überblick"), "{}", mail.text);
    refresh(&ada).await;
    ada.post("/api/user/preferences", &json!({"notifications": {"turnOffAll": true}})).await.ok();
    scene.step(24 * 60 * MINUTE);
    scene.app.send_briefings().await;
    assert_eq!(notified(&ada, "Zuhause").await.len(), 1, "everything is off");
}

#[tokio::test]
async fn wrong_settings_are_refused_and_change_nothing_and_others_places_are_not_found() {
    let scene = Scene::start("2026-11-16T05:00:00Z").await;
    let (ada, bob) = (scene.app.signed_in("ada").await, scene.app.signed_in("bob").await);
    save_place(&ada, "Home", 52.52, 13.41).await;
    let id = place_id(&ada, "Home").await;
    let path = format!("/api/briefings/{id}");
    for (field, value) in [
        ("time", json!("7:00")),
        ("time", json!("24:00")),
        ("days", json!([])),
        ("days", json!([8])),
        ("timezone", json!("Mars/Base")),
    ] {
        let mut body = daily("07:00");
        body[field] = value;
        let answer = ada.put(&path, &body).await;
        assert_eq!(answer.status, 422, "{field}");
        assert!(answer.json()["fields"][field].is_string(), "{}", answer.text());
    }
    let mut silent = daily("07:00");
    (silent["email"], silent["push"]) = (json!(false), json!(false));
    assert_eq!(ada.put(&path, &silent).await.status, 422);
    assert_eq!(ada.get("/api/briefings").await.ok()["briefings"], json!([]));
    assert_eq!(bob.put(&path, &daily("07:00")).await.status, 404);
    assert_eq!(ada.get(&format!("{path}/preview")).await.status, 404);
    assert_eq!(ada.delete(&path).await.status, 404);
    assert_eq!(ada.put("/api/briefings/time-zone", &json!({"timezone": "Nowhere"})).await.status, 422);
    let stored = set_briefing(&ada, "Home", &daily("07:00")).await;
    assert_eq!(stored["next_at"], "2026-11-16T06:00:00Z");
    assert_eq!(ada.get("/api/briefings").await.ok()["briefings"], json!([stored]));
    assert_eq!(bob.get(&format!("{path}/preview")).await.status, 404);
    ada.delete(&path).await.ok();
    assert_eq!(scene.app.count("briefings").await, 0);
}

#[tokio::test]
async fn briefings_and_thresholds_are_exported_and_deleted_with_their_place() {
    let scene = Scene::start("2026-11-16T05:00:00Z").await;
    let ada = user_with_briefing(&scene.app).await;
    let id = place_id(&ada, "Home").await;
    let wind = json!({"thresholds": [{"kind": "wind", "value": 11.0}]});
    ada.put(&format!("/api/thresholds/{id}"), &wind).await.ok();
    let export = ada.get("/api/auth/export").await.ok();
    assert_eq!(export["briefings"][0]["local_time"], "07:00", "{export}");
    assert_eq!(export["thresholds"][0]["value"], 11.0);
    ada.delete(&format!("/api/locations/{id}")).await.ok();
    assert_eq!((scene.app.count("briefings").await, scene.app.count("thresholds").await), (0, 0));
}
