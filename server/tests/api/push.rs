//! Push devices: whose they are, how long, and that nobody else ever sees them.

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
async fn a_device_belongs_to_whoever_named_it_last() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    let device = Uuid::new_v4();
    for person in [&ada, &ada, &bob] {
        assert_eq!(person.post("/api/auth/update-onesignal", &json!({"onesignal_id": device})).await.ok(), json!({}));
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
