//! What the API says about where an alert applies: its area, its heights, and countries without a source.

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{coverage, hours, save_place, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::{Authority, BERLIN_AREA, Cap, archive};

#[tokio::test]
async fn the_area_of_an_alert_can_be_drawn() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    let code = "<geocode><valueName>EMMA_ID</valueName><value>DE001</value></geocode>";
    authority.publish(&[storm("drawn", "Extreme", 8), Cap { area: code, ..storm("named", "Minor", 8) }]);
    app.run_alerts().await;
    app.advance(SignedDuration::from_secs(30));
    let alerts = coverage(&app, 52.52, 13.41).await;
    let drawn = alerts["items"].as_array().unwrap().iter().find(|alert| alert["origin"] == "issued").unwrap();
    assert_eq!((&drawn["severity"], &drawn["cap_severity"]), (&json!("severe"), &json!("extreme")));
    let area = async |alert: &Value| {
        app.visitor().get(&format!("/api/alerts/{}/area", alert["id"].as_str().unwrap())).await.ok()
    };
    // As BERLIN_AREA draws it.
    let ring = json!([[13.0, 52.0], [14.0, 52.0], [14.0, 53.0], [13.0, 53.0], [13.0, 52.0]]);
    let bounds = json!({"west": 13.0, "south": 52.0, "east": 14.0, "north": 53.0});
    assert_eq!(area(drawn).await, json!({"bounds": bounds, "polygons": [[ring]], "is_complete": true}));
    let nothing = json!({"bounds": null, "polygons": [], "is_complete": false});
    assert_eq!(area(&alerts["unmatched"][0]).await, nothing);

    let unknown = app.visitor().get("/api/alerts/000/area").await;
    assert_eq!((unknown.status.as_u16(), &unknown.json()["code"]), (404, &json!("not_found")));
    app.advance(SignedDuration::from_hours(9));
    let ended = app.visitor().get(&format!("/api/alerts/{}/area", drawn["id"].as_str().unwrap())).await;
    assert_eq!(ended.status.as_u16(), 404, "the alert has ended");
}

/// [A9]
#[tokio::test]
async fn an_alert_for_mountains_is_listed_apart_at_a_place_in_the_valley() {
    let authority = Authority::start().await;
    // 1000 m in feet, without an upper limit.
    let area = format!("{BERLIN_AREA}<altitude>3280.8399</altitude><ceiling>9842.5197</ceiling>");
    let message = Cap { area: &area, starts: hours(0), ..storm("one", "Severe", 8) }.text();
    authority.put_bytes("/dwd.zip", archive(&[("one.xml".to_owned(), message.into_bytes())]));
    let sources = format!("dwd={}/dwd.zip", authority.url);
    let app = TestApp::start_with(&[("HALCYON_ALERT_SOURCES", &sources)]).await;
    app.run_alerts().await;
    app.advance(SignedDuration::from_secs(30));
    for (elevation, here, elsewhere) in [("&elevation=300", 0, 1), ("&elevation=1200", 1, 0), ("", 1, 0)] {
        let path = format!("/api/weather?latitude=52.52&longitude=13.41{elevation}");
        let alerts = app.visitor().get(&path).await.ok()["alerts"].clone();
        let issued = |list: &str| {
            let alerts = alerts[list].as_array().map_or(&[][..], Vec::as_slice);
            let issued = alerts.iter().filter(|alert| alert["origin"] == "issued");
            issued.filter(|alert| alert["height_limits"] == json!({"above": 1000, "below": null})).count()
        };
        assert_eq!((issued("items"), issued("other_heights")), (here, elsewhere), "{elevation}: {alerts}");
        assert_eq!(alerts["coverage"], "covered");
    }
}

#[tokio::test]
async fn a_country_without_any_source_differs_from_one_whose_source_is_not_enabled() {
    let authority = Authority::start().await;
    let without = TestApp::start().await;
    let (with_german_feed, _ada) = start_with_berlin(&authority).await;
    let reason = async |app: &TestApp, latitude: f64, longitude: f64| {
        let alerts = coverage(app, latitude, longitude).await;
        assert_eq!(alerts["coverage"], "no_service");
        alerts["no_service_reason"].clone()
    };
    for app in [&without, &with_german_feed] {
        assert_eq!(reason(app, 41.01, 28.97).await, "none_available", "Istanbul");
        assert_eq!(reason(app, 48.86, 2.35).await, "not_enabled", "Paris");
    }
    assert_eq!(reason(&without, 52.52, 13.41).await, "not_enabled", "Berlin");
    assert_eq!(coverage(&with_german_feed, 52.52, 13.41).await["no_service_reason"], Value::Null);
}

/// Halves are rounded away from zero, on either database and as the page does it.
#[tokio::test]
async fn a_place_on_the_border_of_two_cells_is_in_the_same_one_on_both_databases() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Berlin", 52.525, 13.405).await;
    save_place(&ada, "New York", 40.75, -73.985).await;
    let cells: Vec<(i64, i64)> = on_db!(app.db.reader(), pool => {
        let sql = "select cell_latitude_e2, cell_longitude_e2 from locations order by name";
        sqlx::query_as(sql).fetch_all(pool).await.unwrap()
    });
    assert_eq!(cells, [(5253, 1341), (4075, -7399)]);
}
