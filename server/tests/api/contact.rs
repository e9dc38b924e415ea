//! Messages to the support: kept, mailed, and no way to abuse the mail.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::TestApp;

fn message() -> Value {
    json!({"name": "Grace Hopper", "email": "grace@example.org", "subject": "A moth", "message": "In relay 70.\nReally."})
}

// [R3.16, R7.15]
#[tokio::test]
async fn a_message_is_stored_and_mailed_to_the_support_with_the_sender_to_reply_to() {
    let app = TestApp::start_with(&[("HALCYON_SUPPORT_EMAIL", "help@weather.example")]).await;
    assert_eq!(app.visitor().post("/api/contact", &message()).await.ok(), json!({}));
    assert_eq!(app.count("contact_messages").await, 1);
    app.deliver().await;
    let mail = app.mails().pop().unwrap();
    assert_eq!(mail.to.email.to_string(), "help@weather.example");
    assert_eq!(mail.reply_to.unwrap().email.to_string(), "grace@example.org");
    assert_eq!(mail.subject, "Contact: A moth");
    assert!(mail.text.contains("Grace Hopper <grace@example.org>") && mail.text.contains("In relay 70.\nReally."));
}

// [R5.02]
#[tokio::test]
async fn what_is_missing_is_said_field_by_field() {
    let app = TestApp::start().await;
    let answer = app.visitor().post("/api/contact", &json!({})).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let expected = json!({"name": "Name is required", "email": "Email is required", "subject": "Subject is required",
        "message": "Message is required"});
    assert_eq!(answer.json()["fields"], expected);
    let mut wrong = message();
    wrong["email"] = json!("grace");
    let answer = app.visitor().post("/api/contact", &wrong).await;
    assert_eq!(answer.json()["fields"], json!({"email": "Invalid email address"}));
    assert_eq!(app.count("contact_messages").await + app.count("outbox").await, 0);
}
