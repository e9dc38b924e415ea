//! Health: live while the process runs, ready while the database answers.

use axum::http::StatusCode;

use crate::support::TestApp;

#[tokio::test]
async fn a_started_server_is_live_and_ready() {
    let app = TestApp::start().await;
    assert_eq!(app.visitor().get("/health/live").await.ok()["status"], "ok");
    assert_eq!(app.visitor().get("/health/ready").await.ok()["status"], "ok");
}

#[tokio::test]
async fn without_its_database_the_server_is_live_but_not_ready() {
    let app = TestApp::start().await;
    app.db.close().await;
    assert_eq!(app.visitor().get("/health/live").await.status, StatusCode::OK);
    let answer = app.visitor().get("/health/ready").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.json()["code"], "unavailable");
    assert_eq!(answer.header("retry-after"), "2");
}
