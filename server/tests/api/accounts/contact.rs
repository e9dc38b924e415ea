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

#[tokio::test]
async fn no_field_can_add_a_header_or_markup_to_the_mail() {
    let app = TestApp::start().await;
    for (field, value) in [
        ("name", "Eve\r\nBcc: all@example.org"),
        ("email", "eve@example.org\r\nBcc: all@example.org"),
        ("email", "eve@example.org, all@example.org"),
        ("subject", "Hello\nBcc: all@example.org"),
        ("subject", "Hello\u{85}Bcc: all@example.org"),
        ("message", "a bell \u{7}"),
    ] {
        let mut body = message();
        body[field] = json!(value);
        let answer = app.visitor().post("/api/contact", &body).await;
        assert!(answer.json()["fields"][field].is_string(), "{value:?}: {}", answer.text());
    }
    assert_eq!(app.count("contact_messages").await, 0);
    let mut body = message();
    body["name"] = json!("Eve <all@example.org>, \"x\"");
    body["message"] = json!("<img src=x onerror=alert(1)>");
    app.visitor().post("/api/contact", &body).await.ok();
    app.deliver().await;
    let mail = app.mails().pop().unwrap();
    assert_eq!(mail.reply_to.unwrap().to_string(), "grace@example.org");
    assert!(!mail.html.contains("<img"), "{}", mail.html);
}

// [R5.12]
#[tokio::test]
async fn what_is_too_long_is_refused() {
    let app = TestApp::start().await;
    for (field, longest) in [("name", 100), ("subject", 150), ("message", 5000)] {
        let mut body = message();
        body[field] = json!("é".repeat(longest));
        app.visitor().post("/api/contact", &body).await.ok();
        body[field] = json!("é".repeat(longest + 1));
        let answer = app.visitor().post("/api/contact", &body).await;
        assert_eq!(answer.json()["fields"][field], format!("Must be at most {longest} characters"));
    }
}

#[tokio::test]
async fn a_machine_that_fills_in_the_hidden_field_is_thanked_and_ignored() {
    let app = TestApp::start().await;
    let mut body = message();
    body["website"] = json!("https://spam.example");
    assert_eq!(app.visitor().post("/api/contact", &body).await.ok(), json!({}));
    assert_eq!(app.count("contact_messages").await + app.count("outbox").await, 0);
}

#[tokio::test]
async fn a_user_s_sixth_message_and_an_address_s_twenty_first_of_an_hour_must_wait() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for _ in 0..5 {
        ada.post("/api/contact", &message()).await.ok();
    }
    let refused = ada.post("/api/contact", &message()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!refused.header("retry-after").is_empty());
    for _ in 0..20 {
        app.visitor().post("/api/contact", &message()).await.ok();
    }
    assert_eq!(app.visitor().post("/api/contact", &message()).await.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(app.count("contact_messages").await, 25);
    let foreign = [("origin", "https://evil.example")];
    assert_eq!(app.visitor().post_with("/api/contact", &message(), &foreign).await.json()["code"], "cross_site");
}

#[tokio::test]
async fn a_message_is_forgotten_after_a_year() {
    let app = TestApp::start().await;
    app.visitor().post("/api/contact", &message()).await.ok();
    app.advance(jiff::SignedDuration::from_hours(365 * 24 - 1));
    app.tidy().await;
    assert_eq!(app.count("contact_messages").await, 1);
    app.advance(jiff::SignedDuration::from_hours(1));
    app.tidy().await;
    assert_eq!(app.count("contact_messages").await, 0);
}
