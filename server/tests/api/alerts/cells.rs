//! Cells are kept in step with the saved places: those of changed places each minute, all of them each hour.

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::alerts::pipeline::save_place;
use crate::support::TestApp;
use crate::support::persona::Persona;

async fn change(app: &TestApp, sql: &str) {
    on_db!(app.db.writer(), pool => sqlx::query(AssertSqlSafe(sql)).execute(pool).await.map(|_| ())).unwrap();
}

/// Latitude and number of users of each cell.
async fn cells(app: &TestApp) -> Vec<(i64, i64)> {
    on_db!(app.db.reader(), pool => {
        sqlx::query_as("select latitude_e2, user_count from alert_cells order by latitude_e2").fetch_all(pool).await
    })
    .unwrap()
}

async fn run_after(app: &TestApp, minutes: i64) {
    app.advance(SignedDuration::from_mins(minutes));
    app.run_alerts().await;
}

async fn first_place(user: &Persona) -> String {
    let listed = user.get("/api/locations").await.ok();
    format!("/api/locations/{}", listed["locations"][0]["id"].as_str().unwrap())
}

#[tokio::test]
async fn only_cells_of_changed_places_are_counted_each_minute_and_all_each_hour() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&ada, "Berlin", 52.52, 13.41).await;
    app.run_alerts().await;
    assert_eq!(cells(&app).await, [(5252, 1)]);
    // Changes of the last ten minutes are counted once more.
    run_after(&app, 11).await;
    change(&app, "update alert_cells set user_count = 7").await;
    save_place(&bob, "Munich", 48.14, 11.58).await;
    run_after(&app, 1).await;
    assert_eq!(cells(&app).await, [(4814, 1), (5252, 7)], "no place of the first cell has changed");
    save_place(&bob, "Berlin", 52.52, 13.41).await;
    run_after(&app, 1).await;
    assert_eq!(cells(&app).await, [(4814, 1), (5252, 2)]);
    change(&app, "update alert_cells set user_count = 7").await;
    run_after(&app, 60).await;
    assert_eq!(cells(&app).await, [(4814, 1), (5252, 2)]);
}

#[tokio::test]
async fn a_place_that_is_moved_or_switched_off_is_noticed_within_a_minute_and_a_deleted_one_within_an_hour() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Berlin", 52.52, 13.41).await;
    app.run_alerts().await;
    let place = first_place(&ada).await;
    ada.put(&place, &json!({"latitude": 48.14, "longitude": 11.58})).await.ok();
    run_after(&app, 1).await;
    assert_eq!(cells(&app).await, [(4814, 1), (5252, 1)]);
    ada.put(&place, &json!({"alerts_enabled": false})).await.ok();
    run_after(&app, 1).await;
    assert_eq!(cells(&app).await, [(5252, 1)]);
    ada.put(&place, &json!({"alerts_enabled": true})).await.ok();
    run_after(&app, 1).await;
    assert_eq!(cells(&app).await, [(4814, 1), (5252, 1)]);
    ada.delete(&place).await;
    run_after(&app, 60).await;
    assert_eq!(cells(&app).await, []);
}

#[tokio::test]
async fn no_place_is_missed_when_its_transaction_is_late_or_the_jobs_have_stood_still() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.run_alerts().await;
    run_after(&app, 1).await;
    save_place(&ada, "Berlin", 52.52, 13.41).await;
    // As if its transaction had begun before the last run, or by a clock that is slow.
    change(&app, "update locations set updated_at = updated_at - 300000").await;
    run_after(&app, 1).await;
    assert_eq!(cells(&app).await, [(5252, 1)]);
    save_place(&ada, "Munich", 48.14, 11.58).await;
    run_after(&app, 30).await;
    assert_eq!(cells(&app).await, [(4814, 1), (5252, 1)], "no run for half an hour");
}
