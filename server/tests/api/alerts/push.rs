//! Push devices: which user and session they belong to, and that their tokens are never returned.

use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;

fn subscription(endpoint: &str) -> Value {
    // The key and secret of RFC 8291's example, section 5.
    json!({"endpoint": endpoint, "expirationTime": null, "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}})
}

const ENDPOINT: &str = "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk";

// [R7.08, R1.19]
#[tokio::test]
async fn a_device_belongs_to_the_user_who_registered_it_last() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    let device = Uuid::new_v4();
    for user in [&ada, &ada, &bob] {
        assert_eq!(user.post("/api/auth/update-onesignal", &json!({"onesignal_id": device})).await.ok(), json!({}));
    }
    assert_eq!(app.count("push_devices").await, 1);
    let owned = "push_devices join users on users.id = push_devices.user_id where email = 'bob@example.org'";
    assert_eq!(app.count(owned).await, 1);
    let wrong = ada.post("/api/auth/update-onesignal", &json!({"onesignal_id": "phone"})).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(wrong.json()["fields"]["onesignal_id"], "Must be a UUID");
}

// [R7.22]
#[tokio::test]
async fn a_browser_subscribes_and_unsubscribes() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let answer = ada.post("/api/push/subscriptions", &subscription(ENDPOINT)).await;
    assert_eq!((answer.status, answer.json()), (StatusCode::CREATED, json!({})));
    assert_eq!(app.count("push_devices").await, 1);
    let ended = json!({"endpoint": ENDPOINT});
    ada.send_json(axum::http::Method::DELETE, "/api/push/subscriptions", &ended).await.ok();
    assert_eq!(app.count("push_devices").await, 0);
}

#[tokio::test]
async fn devices_are_deleted_with_their_session() {
    let app = TestApp::start().await;
    let register = async |user: &crate::support::persona::Persona| {
        user.post("/api/auth/update-onesignal", &json!({"onesignal_id": Uuid::new_v4()})).await.ok();
        user.post("/api/push/subscriptions", &subscription(&format!("{ENDPOINT}{}", Uuid::new_v4()))).await;
    };
    let (phone, desk) = (app.signed_in("ada").await, app.sign_in_again("ada").await);
    register(&phone).await;
    register(&desk).await;
    phone.post("/api/auth/logout", &json!({})).await.ok();
    assert_eq!(app.count("push_devices").await, 2, "those of the desk");

    let tablet = app.sign_in_again("ada").await;
    register(&tablet).await;
    let sessions = desk.get("/api/auth/sessions").await.ok();
    let other = sessions["sessions"].as_array().unwrap().iter().find(|entry| entry["current"] == false).unwrap();
    desk.delete(&format!("/api/auth/sessions/{}", other["id"].as_str().unwrap())).await.ok();
    assert_eq!(app.count("push_devices").await, 2, "ended by its user");

    let tablet = app.sign_in_again("ada").await;
    register(&tablet).await;
    let change = json!({"current_password": crate::support::persona::PASSWORD, "new_password": "a calm sea in winter"});
    desk.put("/api/auth/change-password", &change).await.ok();
    assert_eq!(app.count("push_devices").await, 2, "a new password ends every other session");
    desk.post("/api/auth/logout", &json!({})).await.ok();
    assert_eq!(app.count("push_devices").await, 0, "they belong to the new session");
}

#[tokio::test]
async fn a_device_is_deleted_with_an_expired_session() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.post("/api/auth/update-onesignal", &json!({"onesignal_id": Uuid::new_v4()})).await.ok();
    app.advance(jiff::SignedDuration::from_hours(91 * 24));
    app.tidy().await;
    assert_eq!(app.count("push_devices").await, 0);
}

// [R5.12]
#[tokio::test]
async fn a_subscription_of_an_unknown_push_service_is_rejected() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for endpoint in ["https://127.0.0.1/x", "http://fcm.googleapis.com/x", "https://push.example.org/x", "x", ""] {
        let answer = ada.post("/api/push/subscriptions", &subscription(endpoint)).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{endpoint}");
        assert!(answer.json()["fields"]["endpoint"].is_string());
    }
    // 65 bytes that begin as a key does; the rest is no point on the curve.
    let no_point = format!("BA{}", "A".repeat(85));
    for (key, value) in
        [("p256dh", no_point.as_str()), ("p256dh", "AAAA"), ("p256dh", "?"), ("auth", "AAAA"), ("auth", "")]
    {
        let mut body = subscription(ENDPOINT);
        body["keys"][key] = json!(value);
        let answer = ada.post("/api/push/subscriptions", &body).await;
        assert!(answer.json()["fields"][format!("keys.{key}")].is_string(), "{}", answer.text());
    }
    let visitor = app.visitor();
    assert_eq!(visitor.post("/api/push/subscriptions", &subscription(ENDPOINT)).await.status, 401);
    let onesignal = json!({"onesignal_id": Uuid::new_v4()});
    assert_eq!(visitor.post("/api/auth/update-onesignal", &onesignal).await.status, 401);
    assert_eq!(app.count("push_devices").await, 0);
}

#[tokio::test]
async fn a_user_cannot_delete_another_s_subscription_and_the_oldest_of_many_are_deleted() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.signed_in("ada").await, app.signed_in("eve").await);
    for number in 0..21 {
        app.advance(jiff::SignedDuration::from_secs(1));
        ada.post("/api/push/subscriptions", &subscription(&format!("{ENDPOINT}{number}"))).await;
    }
    assert_eq!(app.count("push_devices").await, 20);
    assert_eq!(app.count(&format!("push_devices where token = '{ENDPOINT}0'")).await, 0);
    let ended = json!({"endpoint": format!("{ENDPOINT}20")});
    eve.send_json(axum::http::Method::DELETE, "/api/push/subscriptions", &ended).await.ok();
    assert_eq!(app.count("push_devices").await, 20);
}

#[tokio::test]
async fn a_token_is_never_returned() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let device = Uuid::new_v4().to_string();
    ada.post("/api/auth/update-onesignal", &json!({"onesignal_id": device})).await.ok();
    ada.post("/api/push/subscriptions", &subscription(ENDPOINT)).await;
    for path in ["/api/auth/export", "/api/auth/me", "/api/auth/sessions", "/api/config"] {
        let text = ada.get(path).await.text();
        assert!(!text.contains(&device) && !text.contains("mozilla") && !text.contains("BTBZMqHH"), "{path}: {text}");
    }
    let devices = ada.get("/api/auth/export").await.ok()["push_devices"].clone();
    assert_eq!((&devices[0]["kind"], &devices[1]["kind"]), (&json!("onesignal"), &json!("webpush")));
}

// [R5.12]
#[tokio::test]
async fn an_endpoint_with_control_characters_or_none_at_all_is_rejected() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.post("/api/push/subscriptions", &subscription(ENDPOINT)).await;
    for endpoint in
        ["", "a\0b", "https://fcm.googleapis.com/\0", "https://fcm.googleapis.com/a\nb", "http://fcm.googleapis.com/x"]
    {
        let made = ada.post("/api/push/subscriptions", &subscription(endpoint)).await;
        let removal = json!({"endpoint": endpoint});
        let removed = ada.send_json(axum::http::Method::DELETE, "/api/push/subscriptions", &removal).await;
        for answer in [made, removed] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{endpoint:?}: {}", answer.text());
            assert!(answer.json()["fields"]["endpoint"].is_string());
        }
    }
    assert_eq!(app.count("push_devices").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_device_registered_during_a_sign_out_does_not_stay() {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    app.signed_in("ada").await;
    for round in 0..60 {
        let phone = app.sign_in_again("ada").await;
        let tab = phone.other_tab();
        let (endpoint, nothing) = (subscription(&format!("{ENDPOINT}{round}")), json!({}));
        let registering = async { tab.post("/api/push/subscriptions", &endpoint).await.status };
        let (status, _) = tokio::join!(registering, phone.post("/api/auth/logout", &nothing));
        assert!(matches!(status.as_u16(), 201 | 401), "{status}");
    }
    let orphaned = "push_devices join sessions on sessions.id = push_devices.session_id where revoked_at is not null";
    assert_eq!(app.count(orphaned).await, 0);
}
