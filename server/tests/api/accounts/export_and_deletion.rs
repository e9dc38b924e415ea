//! All that a person keeps here: the export names it, and with the account it is gone.

use jiff::SignedDuration;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::persona::{PASSWORD, Persona};
use crate::support::push_service::PushService;

const DEVICE: &str = "5f0c9d1e-7a3b-4c2d-9e8f-0a1b2c3d4e5f";
const ENDPOINT: &str = "https://web.push.apple.com/QOtraces";

/// Ada leaves something in every slice, under her account and under her address.
async fn busy_ada(app: &TestApp) -> Persona {
    let ada = app.signed_in("ada").await;
    make_busy(app, &ada).await;
    ada
}

async fn make_busy(app: &TestApp, ada: &Persona) {
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
    let id = ada.get("/api/locations").await.ok()["locations"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.put(&format!("/api/feeds/{id}"), &json!({})).await.status, 201);
    let token = json!({"name": "Trace five", "scopes": ["weather"]});
    assert_eq!(ada.post("/api/tokens", &token).await.status, 201);
    let message = |email: &str, text: &str| json!({"name": "Ada", "email": email, "subject": "Hi", "message": text});
    ada.post("/api/contact", &message("private@example.net", "Trace three")).await.ok();
    app.visitor().post("/api/contact", &message("ADA@example.org", "Trace four")).await.ok();
    app.visitor().post("/api/contact", &message("bob@example.org", "Not hers")).await.ok();
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
}

// [R1.14]
#[tokio::test]
async fn a_deleted_account_takes_everything_along_even_what_waits_to_be_sent() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    make_busy(&app, &ada).await;
    let mails = app.mails().len();
    let id = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().replace('-', "");
    let traces = ["trace", "private@example.net", "ada@example.org", "qotraces", &DEVICE[..8], id.as_str()];
    let before = app.dump().await.to_lowercase();
    for trace in traces {
        assert!(before.contains(trace), "{trace} should be there before");
    }
    ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
    let after = app.dump().await.to_lowercase();
    // The device is in the job that lets OneSignal forget it.
    for trace in traces.iter().filter(|trace| **trace != &DEVICE[..8]) {
        assert!(!after.contains(trace), "{trace} is left: {after}");
    }
    assert_eq!(app.count("contact_messages").await, 1, "bob's stays");
    app.deliver().await;
    assert!(!app.dump().await.contains(&DEVICE[..8]), "the job has ended");
    assert_eq!(app.mails().len(), mails + 1, "and only his is mailed");
}

#[tokio::test]
async fn deleting_an_account_that_was_never_verified_deletes_no_message_of_the_address_s_owner() {
    let app = TestApp::start().await;
    let message = json!({"name": "Ada", "email": "ada@example.org", "subject": "Hi", "message": "Please help"});
    app.visitor().post("/api/contact", &message).await.ok();
    let attacker = app.signed_in("ada").await;
    attacker.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
    assert_eq!(app.count("contact_messages").await, 1);
    app.deliver().await;
    assert_eq!(app.mails().len(), 1, "the support receives it");
}

/// An app with OneSignal behind it, and a user whose phone is registered there.
async fn with_phone(service: &PushService) -> (TestApp, Persona) {
    let app = TestApp::start_with(&[
        ("HALCYON_ONESIGNAL_APP_ID", "0a1b2c3d"),
        ("HALCYON_ONESIGNAL_API_KEY", "onesignal-key"),
        ("HALCYON_ONESIGNAL_API_URL", &service.url),
    ])
    .await;
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    ada.post("/api/auth/update-onesignal", &json!({"onesignal_id": DEVICE})).await.ok();
    (app, ada)
}

// [R1.14]
#[tokio::test]
async fn onesignal_deletes_the_device_of_a_deleted_account() {
    let service = PushService::start().await;
    let (app, ada) = with_phone(&service).await;
    ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
    let jobs = app.dump().await;
    assert!(!jobs.contains("ada@example.org"), "the job knows the device only: {jobs}");
    app.deliver().await;
    let (uri, headers, body) = service.calls().pop().unwrap();
    assert_eq!(uri.path(), format!("/apps/0a1b2c3d/subscriptions/{DEVICE}"));
    assert_eq!(headers["authorization"], "Key onesignal-key");
    assert!(body.is_empty());
    assert_eq!(app.count("outbox").await, 0);
}

// [R1.14]
#[tokio::test]
async fn a_job_that_never_succeeds_ends_within_24_hours() {
    let service = PushService::start().await;
    let (app, ada) = with_phone(&service).await;
    for _ in 0..60 {
        service.answers(401, "{}");
    }
    ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
    app.deliver().await;
    assert_eq!((service.calls().len(), app.count("outbox").await), (1, 1), "it is retried");
    for _ in 0..24 {
        app.advance(SignedDuration::from_hours(1));
        app.deliver().await;
    }
    assert!(service.calls().len() > 3, "{} attempts", service.calls().len());
    assert_eq!(app.count("outbox").await, 0);
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
    assert_eq!(of("api_tokens", "name"), ["Trace five"]);
    assert_eq!(of("feeds", "place"), ["Trace one"]);
    assert_eq!(export["permission"]["permission"], "ALWAYS");
    assert_eq!(export["preferences"], json!({"theme": "dark"}));
    assert_eq!(of("push_devices", "kind").len(), 2);
    assert_eq!(of("pending_links", "kind"), ["verify"]);
    assert_eq!(of("contact_messages", "message"), ["Trace three"], "an address must be proved first");

    app.deliver().await;
    ada.post("/api/auth/resend-verification", &json!({})).await.ok();
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
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
