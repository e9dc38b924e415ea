//! Calendar and feeds of a saved place at a secret address. `scripts/check-feeds` reads them with independent parsers.

use axum::http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{next_poll, save_place, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::{Answer, PASSWORD, Persona};

struct Addresses {
    location: String,
    calendar: String,
    atom: String,
    json: String,
}

/// Makes the address of the first saved place; the paths of its files.
async fn make(user: &Persona) -> Addresses {
    let saved = user.get("/api/locations").await.ok();
    let location = saved["locations"][0]["id"].as_str().unwrap().to_owned();
    let answer = user.put(&format!("/api/feeds/{location}"), &json!({})).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let addresses = answer.json();
    let path = |name: &str| {
        let address = addresses[name].as_str().unwrap();
        address[address.find("/feeds/").unwrap()..].to_owned()
    };
    Addresses { location, calendar: path("calendar"), atom: path("atom"), json: path("json") }
}

async fn read(app: &TestApp, path: &str) -> String {
    let answer = app.visitor().get(path).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.text()
}

/// The lines of a calendar, unfolded (RFC 5545, 3.1).
fn unfolded(calendar: &str) -> Vec<String> {
    calendar.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

fn status(answer: &Answer) -> u16 {
    answer.status.as_u16()
}

#[tokio::test]
async fn the_calendar_has_the_days_of_the_report() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home, sweet", 52.52, 13.41).await;
    let addresses = make(&ada).await;
    let answer = app.visitor().get(&addresses.calendar).await;
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
    let text = answer.text();
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    let lines = unfolded(&text);
    let report = app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let days = report["daily"]["days"].as_array().unwrap();
    assert_eq!(lines.iter().filter(|line| line.starts_with("DTSTART;VALUE=DATE:")).count(), days.len());
    assert!(lines.contains(&"DTSTART;VALUE=DATE:20261115".to_owned()), "{text}");
    assert!(lines.contains(&"DTEND;VALUE=DATE:20261116".to_owned()), "{text}");
    let degrees = |value: &Value| format!("{}°", value.as_f64().unwrap().round());
    let expected = format!("{} / {}", degrees(&days[0]["temperature_2m_min"]), degrees(&days[0]["temperature_2m_max"]));
    let title = lines.iter().find(|line| line.starts_with("SUMMARY:")).unwrap();
    assert!(title.contains(&expected) && title.ends_with("(Simulated weather)"), "{expected} in {title}");
    assert!(lines.contains(&"X-WR-CALNAME:Home\\, sweet Simulated weather.".to_owned()), "{text}");
    assert!(lines.contains(&"LOCATION:Home\\, sweet".to_owned()), "{text}");
    let german = read(&app, &format!("{}?lang=de", addresses.calendar)).await;
    assert!(german.contains("(Simuliertes Wetter)"), "{german}");
}

#[tokio::test]
async fn alerts_are_events_and_entries_and_an_empty_feed_claims_nothing() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    let addresses = make(&ada).await;
    let unknown = read(&app, &addresses.atom).await;
    assert!(unknown.contains("<subtitle>The alert service has not answered yet"), "{unknown}");
    authority.publish(&[]);
    app.run_alerts().await;
    assert!(read(&app, &addresses.atom).await.contains("<subtitle>No alerts in force"));
    authority.publish(&[storm("one", "Severe", 8)]);
    next_poll(&app).await;
    let lines = unfolded(&read(&app, &addresses.calendar).await);
    let issued = lines.iter().position(|line| line.starts_with("SUMMARY:⚠️ ") && line.contains("Sturm"));
    let event = &lines[issued.unwrap_or_else(|| panic!("{lines:?}")) - 2..];
    assert_eq!((event[0].as_str(), event[1].as_str()), ("DTSTART:20261115T130000Z", "DTEND:20261115T200000Z"));
    assert!(!event[2].contains("Simulated"), "an alert of an authority is real: {}", event[2]);
    let atom = read(&app, &addresses.atom).await;
    assert!(atom.contains("<category term=\"severe\" label=\"Severe\"/>"), "{atom}");
    assert!(!atom.contains("No alerts in force"), "{atom}");
    let feed: Value = serde_json::from_str(&read(&app, &addresses.json).await).unwrap();
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    let item = feed["items"].as_array().unwrap().iter().find(|item| item["tags"][0] == "severe").unwrap();
    assert_eq!(item["_halcyon"]["ends_at"], "2026-11-15T20:00:00Z");
}

#[tokio::test]
async fn a_replaced_or_removed_address_is_not_found_at_once() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&ada, "Home", 52.52, 13.41).await;
    let first = make(&ada).await;
    let listed = ada.get("/api/feeds").await.ok();
    assert_eq!(listed, json!({"feeds": [{"location_id": first.location, "created_at": "2026-11-15T12:00:00Z"}]}));
    let secret = first.calendar.split('/').nth(2).unwrap();
    assert!(!app.dump().await.contains(secret), "only its hash is stored");
    let second = make(&ada).await;
    assert_eq!(status(&app.visitor().get(&first.calendar).await), 404);
    assert_eq!(status(&app.visitor().get(&second.json).await), 200);
    assert_eq!(status(&app.visitor().get(&second.json.replace("alerts.json", "other.json")).await), 404);

    let address = format!("/api/feeds/{}", first.location);
    assert_eq!(status(&bob.put(&address, &json!({})).await), 404, "another user's place");
    assert_eq!(status(&bob.delete(&address).await), 404);
    assert_eq!(status(&app.visitor().put(&address, &json!({})).await), 401);
    assert_eq!(status(&ada.put("/api/feeds/x", &json!({})).await), 404);
    assert_eq!(status(&app.visitor().get(&second.calendar).await), 200, "nothing of that changed it");
    ada.delete(&address).await.ok();
    assert_eq!(status(&app.visitor().get(&second.calendar).await), 404);
    assert_eq!(status(&ada.delete(&address).await), 404);
}

#[tokio::test]
async fn an_address_ends_with_its_place_and_with_a_new_password() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let before = make(&ada).await;
    let change = json!({"current_password": PASSWORD, "new_password": "another bird on another branch"});
    ada.put("/api/auth/change-password", &change).await.ok();
    assert_eq!(status(&app.visitor().get(&before.calendar).await), 404);
    let after = make(&ada).await;
    ada.delete(&format!("/api/locations/{}", after.location)).await.ok();
    assert_eq!(status(&app.visitor().get(&after.calendar).await), 404);
    assert_eq!(app.count("feeds").await, 0);
}

#[tokio::test]
async fn a_reader_that_has_the_newest_version_gets_no_body() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let addresses = make(&ada).await;
    for path in [&addresses.calendar, &addresses.atom, &addresses.json] {
        let first = app.visitor().get(path).await;
        assert_eq!(first.header("cache-control"), "private, max-age=900");
        assert_eq!(first.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
        app.advance(SignedDuration::from_mins(1));
        let again = app.visitor().get_with(path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!((status(&again), again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), first.header("etag"));
    }
}

#[tokio::test]
async fn old_data_states_its_age() {
    use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer};
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, 7.4))).await;
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", provider.url.as_str())];
    let app = TestApp::start_alone_with(&settings).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let addresses = make(&ada).await;
    let fresh = unfolded(&read(&app, &addresses.calendar).await).join("\n");
    assert!(!fresh.contains("ago") && !fresh.contains("Simulated") && fresh.contains("Open-Meteo"), "{fresh}");
    provider.set_behavior(Behavior::Answers(json!({"error": true})));
    app.advance(SignedDuration::from_hours(5));
    let old = unfolded(&read(&app, &addresses.calendar).await).join("\n");
    assert!(old.contains("Updated 5 hours ago."), "{old}");
}
