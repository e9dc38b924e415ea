//! Japan's agency: a file per office, reports without ends, and an older form that must not be read.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{coverage, events, hours, next_poll, save_place};
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::Persona;

const OFFICE: &str = "/bosai/warning/data/r8/130000.json";

/// A user in Tokyo, and a table with the shape of one area.
async fn start(authority: &Authority) -> (TestApp, Persona) {
    let name = |name: &str| json!({"name": name, "enName": name});
    let areas = json!({"offices": {"130000": name("Tokyo")}, "class20s": {"1310100": name("Chiyoda City")}});
    authority.put("/bosai/common/const/area.json", areas.to_string());
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("areas.json");
    let ring = json!([[[139.7, 35.6], [139.8, 35.6], [139.8, 35.8], [139.7, 35.8], [139.7, 35.6]]]);
    let properties = json!({"code": "1310100", "type": "JMA_CLASS20"});
    let features = json!([{"properties": properties, "geometry": {"type": "Polygon", "coordinates": ring}}]);
    std::fs::write(&table, json!({"features": features}).to_string()).unwrap();
    let sources = format!("jma={}/bosai/warning/data/r8/map_time.json", authority.url);
    let settings = [("HALCYON_ALERT_SOURCES", sources.as_str()), ("HALCYON_CAP_AREAS", table.to_str().unwrap())];
    let app = TestApp::start_with(&settings).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Tokyo", 35.69, 139.75).await;
    (app, ada)
}

async fn is_covered(app: &TestApp) -> bool {
    app.advance(SignedDuration::from_secs(30));
    coverage(app, 35.69, 139.75).await["coverage"] == "covered"
}

fn publish(authority: &Authority, minutes: i64, kinds: Value) {
    let time = hours(0) + SignedDuration::from_mins(minutes);
    authority.put("/bosai/warning/data/r8/map_time.json", json!({"latestControlDatetime": time}).to_string());
    let report = json!({"dataTypeCode": "VPWW55", "reportDatetime": time, "publishingOffice": "気象庁", "infoType": "発表",
        "headlineText": "大雨", "warning": {"class10Items": [], "class20Items": [{"areaCode": "1310100", "kinds": kinds}]}});
    authority.put(OFFICE, json!([report]).to_string());
}

#[tokio::test]
async fn an_alert_follows_the_reports_of_its_office() {
    let authority = Authority::start().await;
    let (app, ada) = start(&authority).await;
    publish(&authority, 0, json!([{"code": "03", "status": "発表"}]));
    app.run_alerts().await;
    assert_eq!(events(&ada).await, ["new"]);
    app.advance(SignedDuration::from_secs(30));
    let alerts = coverage(&app, 35.69, 139.75).await;
    assert_eq!((&alerts["coverage"], &alerts["items"][0]["family"]), (&json!("covered"), &json!("rain")));
    publish(&authority, 7, json!([{"code": "03", "status": "継続"}]));
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new"], "a report that continues it is no news");
    publish(&authority, 13, json!([{"code": "43", "status": "発表"}]));
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "escalated"], "a higher level is the same alert");
    publish(&authority, 19, json!([{"code": "43", "status": "解除"}]));
    next_poll(&app).await;
    assert_eq!(events(&ada).await, ["new", "escalated", "cancelled"]);
}

#[tokio::test]
async fn the_older_form_and_a_service_that_stopped_cover_no_place() {
    let authority = Authority::start().await;
    let (app, ada) = start(&authority).await;
    publish(&authority, 0, json!([{"code": "03", "status": "発表"}]));
    let report = json!({"reportDatetime": hours(0), "publishingOffice": "気象庁", "areaTypes": [], "timeSeries": []});
    authority.put(OFFICE, report.to_string());
    app.run_alerts().await;
    assert!(!is_covered(&app).await, "the older form");
    publish(&authority, 0, json!([{"code": "03", "status": "発表"}]));
    next_poll(&app).await;
    assert_eq!((is_covered(&app).await, events(&ada).await), (true, vec!["new".to_owned()]));
    // Nothing is issued any more; what is served stays the same.
    app.advance(SignedDuration::from_hours(7));
    app.run_alerts().await;
    assert!(!is_covered(&app).await, "nothing for seven hours");
    assert_eq!(events(&ada).await, ["new"]);
}

/// Its reports have no end, so an alert lives from its first report to the one that ends it. A fault precedes most of them.
#[tokio::test]
async fn three_days_of_the_japanese_agency() {
    let authority = Authority::start().await;
    let (app, ada) = start(&authority).await;
    let poll = SignedDuration::from_mins(25);
    let old_form = json!({"reportDatetime": hours(0), "publishingOffice": "気象庁", "areaTypes": [], "timeSeries": []});
    let life = [("03", "発表", "new"), ("43", "発表", "escalated"), ("43", "継続", ""), ("43", "解除", "cancelled")];
    let mut expected: Vec<&str> = Vec::new();
    let mut elapsed = SignedDuration::ZERO;
    for (step, (code, status, event)) in life.into_iter().cycle().enumerate() {
        if elapsed > SignedDuration::from_hours(72) && event == "new" {
            break;
        }
        let report = json!([{"code": code, "status": status}]);
        publish(&authority, elapsed.as_mins(), report.clone());
        // Five faults and four steps: each step meets each fault.
        let fault = step % 5;
        match fault {
            1 => authority.fail(true),
            2 => authority.put(OFFICE, "<html><body>Maintenance</body></html>".to_owned()),
            3 => authority.put(OFFICE, old_form.to_string()),
            4 => publish(&authority, elapsed.as_mins(), json!([{"code": "99", "status": "発表"}])),
            _ => {}
        }
        if fault != 0 {
            app.advance(poll);
            elapsed += poll;
            app.run_alerts().await;
            // A feed that does not answer may have nothing new; it is outdated after a while.
            assert!(fault == 1 || !is_covered(&app).await, "{step} {status} {fault}");
            assert_eq!(events(&ada).await, expected, "{step} {status} {fault}");
            authority.fail(false);
            publish(&authority, elapsed.as_mins(), report);
        }
        app.advance(poll);
        elapsed += poll;
        app.run_alerts().await;
        expected.extend(Some(event).filter(|event| !event.is_empty()));
        assert_eq!(events(&ada).await, expected, "{step} {status}");
        assert!(is_covered(&app).await, "{step} {status}");
    }
    assert!(expected.len() > 60, "only {} events", expected.len());
}
