//! A place is covered only while everything its feeds name was read: what was not is counted, and said.

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::Value;

use crate::alerts::pipeline::{american, coverage, events, next_poll, save_place, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};

async fn berlin(app: &TestApp) -> (String, Value) {
    let alerts = coverage(app, 52.52, 13.41).await;
    (alerts["coverage"].as_str().unwrap().to_owned(), alerts["unread"].clone())
}

async fn health(app: &TestApp) -> Value {
    app.visitor().get("/health/alerts").await.ok()["feeds"][0].clone()
}

fn index(links: &[&str]) -> String {
    let entry = |link: &&str| format!("<entry><link href='{link}' type='application/cap+xml'/></entry>");
    format!("<feed xmlns='http://www.w3.org/2005/Atom'>{}</feed>", links.iter().map(entry).collect::<String>())
}

#[tokio::test]
async fn a_feed_that_never_answered_does_not_cover_a_place() {
    let authority = Authority::start().await;
    authority.fail(true);
    let (app, _ada) = start_with_berlin(&authority).await;
    app.run_alerts().await;
    let alerts = coverage(&app, 52.52, 13.41).await;
    assert_eq!((&alerts["coverage"], &alerts["updated_at"]), (&"outdated".into(), &Value::Null));
    assert_eq!(health(&app).await["updated_at"], Value::Null);
}

#[tokio::test]
async fn without_a_database_the_last_alerts_are_shown_and_become_outdated() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    let app = app.alone();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    assert_eq!(berlin(&app).await.0, "covered");
    app.db.close().await;
    for (later, expected) in [(SignedDuration::from_secs(30), "covered"), (SignedDuration::from_mins(30), "outdated")] {
        app.advance(later);
        let alerts = coverage(&app, 52.52, 13.41).await;
        assert_eq!((&alerts["coverage"], &alerts["items"][0]["cap_severity"]), (&expected.into(), &"severe".into()));
    }
}

#[tokio::test]
async fn a_link_to_another_host_is_counted_until_the_operator_allows_it() {
    let (authority, messages) = (Authority::start().await, Authority::start().await);
    let message = storm("one", "Severe", 8);
    messages.publish(std::slice::from_ref(&message));
    authority.put("/atom", index(&[&format!("{}/cap/one", messages.url)]));
    let (app, ada) = start_with_berlin(&authority).await;
    app.run_alerts().await;
    assert_eq!(berlin(&app).await, ("incomplete".to_owned(), 1.into()));
    assert_eq!(health(&app).await["unfollowed_links"], 1);
    assert_eq!(messages.request_count("/cap/one"), 0);

    let host = messages.url.strip_prefix("http://").unwrap();
    let feed = format!("{};hosts={host}", authority.german_feed());
    let allowing = app.restart_with(&[("HALCYON_CAP_FEEDS", &feed)]).await;
    authority.put("/atom", index(&[&format!("{}/cap/one", messages.url), "/cap/none"]));
    authority.put("/cap/none", Cap { kind: "Cancel", event: "Frost", ..storm("none", "Minor", 8) }.text());
    next_poll(&allowing).await;
    assert_eq!(events(&ada).await, ["new"]);
    assert_eq!(berlin(&allowing).await, ("covered".to_owned(), Value::Null));
    assert_eq!(health(&allowing).await["unfollowed_links"], 0);
}

#[tokio::test]
async fn a_missing_or_unparseable_message_is_counted_until_it_is_read_or_expires() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    authority.put("/atom", index(&["/cap/missing", "/cap/broken"]));
    authority.put("/cap/broken", storm("broken", "Severe", 8).text().replace("<sender>warn@dwd.example</sender>", ""));
    app.run_alerts().await;
    assert_eq!(berlin(&app).await, ("incomplete".to_owned(), 2.into()));
    assert_eq!(health(&app).await["unread_messages"], 2);

    authority.put("/cap/broken", storm("broken", "Severe", 8).text());
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(berlin(&app).await, ("incomplete".to_owned(), 1.into()));
    let expired = "<expires>2026-11-15T12:05:00+00:00</expires></entry>";
    authority.put("/atom", index(&["/cap/broken", "/cap/missing"]).replace("</entry>", expired));
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(berlin(&app).await, ("covered".to_owned(), Value::Null), "what has expired is owed no more");
}

#[tokio::test]
async fn a_page_instead_of_an_index_is_counted_at_once() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    app.run_alerts().await;
    assert_eq!(berlin(&app).await.0, "covered");
    authority.put("/atom", "<html><body>Maintenance</body></html>".to_owned());
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(berlin(&app).await, ("incomplete".to_owned(), 1.into()));
    authority.publish(&[]);
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(berlin(&app).await.0, "covered");
}

#[tokio::test]
async fn an_alert_whose_area_cannot_be_matched_is_listed_and_counted() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    authority.publish(&[Cap { area: "<polygon>52.0,13.0 52.0</polygon>", ..storm("one", "Severe", 8) }]);
    app.run_alerts().await;
    let alerts = coverage(&app, 52.52, 13.41).await;
    assert_eq!((&alerts["coverage"], alerts["unmatched"].as_array().unwrap().len()), (&"unmatched".into(), 1));
    assert_eq!(health(&app).await["unmatched_alerts"], 1);
}

#[tokio::test]
async fn a_stored_alert_that_is_damaged_leaves_no_place_covered() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    on_db!(app.db.writer(), pool => {
        sqlx::query("update alerts set content = $1, changed_at = changed_at + 1")
            .bind(&b"damaged"[..])
            .execute(pool)
            .await
            .map(|_| ())
    })
    .unwrap();
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(berlin(&app).await, ("incomplete".to_owned(), 1.into()));
}

#[tokio::test]
async fn a_message_in_another_encoding_is_read_in_it() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    let text = storm("one", "Severe", 8).text().replace("Official", "Böen");
    let text = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{text}");
    authority.put_bytes("/cap/one", text.chars().map(|letter| letter as u8).collect());
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    let alerts = coverage(&app, 52.52, 13.41).await;
    assert_eq!(alerts["items"][0]["texts"][1]["title"], "Böen: Sturm");
}

#[tokio::test]
async fn an_all_clear_ends_an_alert_with_and_without_a_reference() {
    for references in [&["one"][..], &[]] {
        let authority = Authority::start().await;
        let (app, ada) = start_with_berlin(&authority).await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.run_alerts().await;
        let end = Cap { kind: "Update", replaces: references, ..storm("two", "Severe", 8) };
        authority.publish(std::slice::from_ref(&end));
        let text = end.text().replace("<urgency>", "<responseType>AllClear</responseType><urgency>");
        authority.put("/cap/two", text);
        next_poll(&app).await;
        assert_eq!(events(&ada).await, ["new", "cancelled"], "{references:?}");
        app.advance(SignedDuration::from_secs(30));
        let alerts = coverage(&app, 52.52, 13.41).await;
        assert_eq!((&alerts["coverage"], alerts["items"].as_array().unwrap().len()), (&"covered".into(), 0));
    }
}

#[tokio::test]
async fn a_source_known_by_name_is_read_from_its_archive() {
    let Ok(archive) = std::fs::read(
        "../../shared/fixtures/dwd/Z_CAP_C_EDZW_LATEST_PVW_STATUS_PREMIUMDWD_COMMUNEUNION_MUL_2023-06-23.zip",
    ) else {
        println!("not run: the recording is not there");
        return;
    };
    let authority = Authority::start().await;
    authority.put_bytes("/dwd.zip", archive);
    let sources = format!("dwd={}/dwd.zip", authority.url);
    let app = TestApp::start_with(&[("HALCYON_ALERT_SOURCES", &sources)]).await;
    let recorded: jiff::Timestamp = "2023-06-23T10:00:00Z".parse().unwrap();
    app.advance(recorded.duration_since(crate::support::app::START.parse().unwrap()));
    app.run_alerts().await;
    app.advance(SignedDuration::from_secs(30));
    // Bovenden is in the area of the gusts, Füssen in none.
    let bovenden = coverage(&app, 51.59, 9.92).await;
    assert_eq!(
        (&bovenden["coverage"], &bovenden["items"][0]["issuer"]),
        (&"covered".into(), &"Deutscher Wetterdienst".into())
    );
    assert_eq!(bovenden["items"][0]["attribution"], "Quelle: Deutscher Wetterdienst");
    let fuessen = coverage(&app, 47.57, 10.70).await;
    let issued = fuessen["items"].as_array().unwrap().iter().filter(|alert| alert["origin"] == "issued");
    assert_eq!((&fuessen["coverage"], issued.count()), (&"covered".into(), 0));
    assert_eq!(coverage(&app, 41.01, 28.97).await["coverage"], "no_service", "Istanbul");

    authority.put("/dwd.zip", "<html>Wartung</html>".to_owned());
    app.advance(SignedDuration::from_mins(3));
    app.run_alerts().await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(coverage(&app, 51.59, 9.92).await["coverage"], "incomplete");
}

#[tokio::test]
async fn a_new_zealand_warning_that_the_index_no_longer_names_is_over() {
    let authority = Authority::start().await;
    let wellington = "<polygon>-42.0,174.0 -42.0,176.0 -40.0,176.0 -40.0,174.0 -42.0,174.0</polygon>";
    let sources = format!("metservice={}/atom", authority.url);
    let app = TestApp::start_with(&[("HALCYON_ALERT_SOURCES", &sources)]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", -41.29, 174.78).await;
    // As MetService sends them: they expire in 2035.
    let warning = Cap { area: wellington, ..storm("wind", "Severe", 80_000) };
    authority.publish(std::slice::from_ref(&warning));
    app.run_alerts().await;
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new"]);
    authority.publish(&[]);
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "cancelled"]);
}

fn zones(forecast: &str, county: Option<&str>) -> String {
    let url = |kind: &str, id: &str| format!("https://api.weather.gov/zones/{kind}/{id}");
    let county = county.map(|county| url("county", county));
    serde_json::json!({"properties": {"forecastZone": url("forecast", forecast), "county": county}}).to_string()
}

#[tokio::test]
async fn a_place_on_the_water_is_in_the_nearest_zone_on_land() {
    let authority = Authority::start().await;
    // Biloxi's beach: its own point is in a zone of the Gulf.
    authority.put("/points/30.39,-88.89", zones("GMZ532", None));
    authority.put("/points/30.42,-88.89", zones("MSZ082", Some("MSC047")));
    let app = TestApp::start_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Beach", 30.39, -88.89).await;
    authority.list(&[american("hurricane", Value::Null, &["forecast/MSZ082"])]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_place_without_a_zone_is_looked_up_again_after_a_day() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    let look_up = async || drop(coverage(&app, 30.39, -88.89).await);
    look_up().await;
    look_up().await;
    assert_eq!(authority.request_count("/points/30.39,-88.89"), 1);
    app.advance(SignedDuration::from_hours(25));
    let restarted = app.restart_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    drop(coverage(&restarted, 30.39, -88.89).await);
    assert_eq!(authority.request_count("/points/30.39,-88.89"), 2);
}

#[tokio::test]
async fn a_place_whose_nearest_town_is_across_the_border_is_asked_about_on_both_sides() {
    let authority = Authority::start().await;
    // In the Detroit river: the nearest place of the index is Windsor in Canada.
    authority.put("/points/42.31,-83.07", zones("MIZ076", Some("MIC163")));
    let app = TestApp::start_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "River", 42.31, -83.07).await;
    authority.list(&[american("flood", Value::Null, &["forecast/MIZ076"])]);
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(coverage(&app, 42.31, -83.07).await["coverage"], "covered");
}
