//! All that a person keeps here: the export names it, and with the account it is gone.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::persona::{PASSWORD, Persona};

const DEVICE: &str = "5f0c9d1e-7a3b-4c2d-9e8f-0a1b2c3d4e5f";
const ENDPOINT: &str = "https://web.push.apple.com/QOtraces";

/// Ada leaves something in every slice, under her account and under her address.
async fn busy_ada(app: &TestApp) -> Persona {
    let ada = app.signed_in("ada").await;
    let place = json!({"name": "Trace one", "latitude": 52.52, "longitude": 13.405, "address": "Trace street"});
    assert_eq!(ada.post("/api/locations", &place).await.status, 201);
    let search = json!({"name": "Trace two", "latitude": 59.91, "longitude": 10.75});
    assert_eq!(ada.post("/api/locations/history", &search).await.status, 201);
    ada.post("/api/locations/permission", &json!({"permission": "granted"})).await.ok();
    ada.post("/api/user/preferences", &json!({"theme": "dark"})).await.ok();
    ada.post("/api/auth/update-onesignal", &json!({"onesignal_id": DEVICE})).await.ok();
    // Key and secret of the example in RFC 8291.
    let subscription = json!({"endpoint": ENDPOINT, "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}});
    assert_eq!(ada.post("/api/push/subscriptions", &subscription).await.status, 201);
    let message = |email: &str, text: &str| json!({"name": "Ada", "email": email, "subject": "Hi", "message": text});
    ada.post("/api/contact", &message("private@example.net", "Trace three")).await.ok();
    app.visitor().post("/api/contact", &message("ADA@example.org", "Trace four")).await.ok();
    app.visitor().post("/api/contact", &message("bob@example.org", "Not hers")).await.ok();
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    ada
}

// [R1.14]
#[tokio::test]
async fn a_deleted_account_takes_everything_along_even_what_waits_to_be_sent() {
    let app = TestApp::start().await;
    let ada = busy_ada(&app).await;
    let id = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().replace('-', "");
    let traces = ["trace", "private@example.net", "ada@example.org", "qotraces", &DEVICE[..8], id.as_str()];
    let before = app.dump().await.to_lowercase();
    for trace in traces {
        assert!(before.contains(trace), "{trace} should be there before");
    }
    ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
    let after = app.dump().await.to_lowercase();
    for trace in traces {
        assert!(!after.contains(trace), "{trace} is left: {after}");
    }
    assert_eq!(app.count("contact_messages").await, 1, "bob's stays");
    app.deliver().await;
    assert_eq!(app.mails().len(), 1, "and only his is mailed");
}

#[tokio::test]
async fn the_export_names_everything() {
    let app = TestApp::start().await;
    let ada = busy_ada(&app).await;
    let export = ada.get("/api/auth/export").await.ok();
    let of = |list: &str, field: &str| -> Vec<Value> {
        export[list].as_array().unwrap().iter().map(|entry| entry[field].clone()).collect()
    };
    assert_eq!(of("locations", "address"), ["Trace street"]);
    assert_eq!(of("history", "name"), ["Trace two"]);
    assert_eq!(export["permission"]["permission"], "ALWAYS");
    assert_eq!(export["preferences"], json!({"theme": "dark"}));
    assert_eq!(of("push_devices", "kind").len(), 2);
    assert_eq!(of("pending_links", "kind"), ["verify"]);
    assert_eq!(of("contact_messages", "message"), ["Trace three"], "an address must be proved first");

    app.deliver().await;
    ada.post("/api/auth/resend-verification", &json!({})).await.ok();
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    app.visitor().post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let export = ada.get("/api/auth/export").await.ok();
    assert_eq!(export["contact_messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn every_call_on_one_s_own_things_needs_a_sign_in_and_a_csrf_value() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let id = Uuid::now_v7();
    for path in ["/api/locations", "/api/locations/history", "/api/locations/permission", "/api/auth/update-onesignal"]
    {
        assert_eq!(app.visitor().post(path, &json!({})).await.json()["code"], "token_missing", "{path}");
        assert_eq!(ada.post_with(path, &json!({}), &[]).await.json()["code"], "csrf_missing", "{path}");
        let wrong = [("x-csrf-token", "guess")];
        assert_eq!(ada.post_with(path, &json!({}), &wrong).await.json()["code"], "csrf_mismatch", "{path}");
    }
    for path in [format!("/api/locations/{id}"), "/api/locations/history/clear".to_owned()] {
        assert_eq!(app.visitor().delete(&path).await.json()["code"], "token_missing", "{path}");
    }
}
