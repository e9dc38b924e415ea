//! The notification centre: listing notifications, and test notifications.

use serde_json::json;

use crate::support::TestApp;

// [R7.22]
#[tokio::test]
async fn a_test_notification_returns_its_channels_and_is_listed() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let sent = ada.post("/api/notifications/test", &json!({})).await.ok();
    assert_eq!(sent["channels"], json!([]), "nothing is confirmed or registered yet");
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let device = json!({"onesignal_id": "11111111-2222-4333-8444-555555555555"});
    ada.post("/api/auth/update-onesignal", &device).await.ok();

    let sent = ada.post("/api/notifications/test", &json!({})).await.ok();
    assert_eq!(sent["channels"], json!(["email", "push"]));
    let notifications = ada.get("/api/notifications").await.ok();
    assert_eq!(notifications["notifications"].as_array().unwrap().len(), 2);
    assert_eq!(notifications["notifications"][0]["event"], "test");
    assert_eq!(notifications["notifications"][0]["channels"], json!(["email", "push"]));
    assert_eq!(notifications["has_more"], false);
}

#[tokio::test]
async fn notifications_are_read_page_by_page_and_only_by_their_user() {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let ada = app.signed_in("ada").await;
    for _ in 0..3 {
        ada.post("/api/notifications/test", &json!({})).await.ok();
    }
    let first = ada.get("/api/notifications?limit=2").await.ok();
    assert_eq!((first["notifications"].as_array().unwrap().len(), &first["has_more"]), (2, &json!(true)));
    let last = first["notifications"][1]["id"].as_str().unwrap();
    let rest = ada.get(&format!("/api/notifications?limit=2&before={last}")).await.ok();
    assert_eq!((rest["notifications"].as_array().unwrap().len(), &rest["has_more"]), (1, &json!(false)));
    let bob = app.signed_in("bob").await;
    assert_eq!(bob.get("/api/notifications").await.ok()["notifications"], json!([]));
    assert_eq!(app.visitor().get("/api/notifications").await.status, 401);
    assert_eq!(ada.get("/api/notifications?limit=0").await.status, 422);
}

#[tokio::test]
async fn test_notifications_are_rate_limited() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let mut refused = None;
    for _ in 0..10 {
        let answer = ada.post("/api/notifications/test", &json!({})).await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    assert!(refused.is_some());
}
