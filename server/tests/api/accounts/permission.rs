//! The location permission: stored in our words, for people and for visitors.

use axum::http::StatusCode;
use halcyon::on_db;
use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;

// [R3.08, R7.11, R1.16]
#[tokio::test]
async fn a_person_s_answer_is_stored_in_our_own_word() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for (body, stored) in [
        (json!({"permission": "ALWAYS"}), "ALWAYS"),
        (json!({"permission": "denied"}), "DENIED"),
        (json!({"status": "prompt"}), "UNKNOWN"),
        (json!({"status": "granted"}), "ALWAYS"),
        (json!({"permission": "unsupported"}), "UNKNOWN"),
    ] {
        let answer = ada.post("/api/locations/permission", &body).await.ok();
        assert_eq!(answer, json!({"permission": stored}), "{body}");
        let kept: String = on_db!(app.db.reader(), pool => {
            sqlx::query_scalar("select permission from permissions").fetch_one(pool).await
        })
        .unwrap();
        assert_eq!(kept, stored);
    }
    for body in [json!({"permission": "checking"}), json!({"status": "initial"}), json!({}), json!({"permission": 1})] {
        let answer = ada.post("/api/locations/permission", &body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(answer.json()["fields"]["permission"].is_string(), "{}", answer.text());
    }
}

// [R1.16, R6.01]
#[tokio::test]
async fn a_visitor_s_answer_is_stored_only_under_an_id() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let path = "/api/locations/permission/anonymous";
    assert_eq!(visitor.post(path, &json!({"permission": "ALWAYS"})).await.ok(), json!({"permission": "ALWAYS"}));
    assert_eq!(app.count("visitors").await, 0);
    let client = Uuid::new_v4();
    visitor.post(path, &json!({"permission": "granted", "client_id": client})).await.ok();
    visitor.post(path, &json!({"permission": "denied", "client_id": client})).await.ok();
    assert_eq!(app.count("visitors where permission = 'DENIED'").await, 1);
    let wrong = visitor.post(path, &json!({"permission": "DENIED", "client_id": "me"})).await;
    assert_eq!(wrong.json()["fields"]["client_id"], "Must be a UUID");
}
