//! Recent authentication: sensitive actions need a sign-in or a confirmation within ten minutes.

use axum::http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::passkeys::{add, passkeys, site, verified};
use crate::support::app::TestApp;
use crate::support::authenticator::{Authenticator, Manner, USER_PRESENT};
use crate::support::issuer::{Issuer, changed, first_key, google, google_claims, nonce_of};
use crate::support::persona::{Answer, PASSWORD, Persona};

async fn confirm(persona: &Persona, body: &Value) -> Answer {
    persona.post("/api/auth/confirm", body).await
}

async fn confirm_with(persona: &Persona, key: &Authenticator, manner: &Manner) -> Answer {
    let ceremony = persona.post("/api/auth/confirm/options", &json!({})).await.ok();
    let credential = key.get(&ceremony["options"], manner);
    confirm(persona, &json!({"passkey": {"id": ceremony["id"], "credential": credential}})).await
}

async fn is_recent(persona: &Persona) -> bool {
    match persona.get("/api/auth/export").await {
        answer if answer.status == 200 => true,
        answer => {
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (403, &json!("reauth_required")));
            false
        }
    }
}

/// A user whose sign-in is older than ten minutes, with a fresh access token.
async fn later(app: &TestApp, persona: &Persona) {
    app.advance(SignedDuration::from_mins(10));
    persona.post("/api/auth/refresh", &json!({})).await.ok();
}

#[tokio::test]
async fn every_sensitive_action_needs_a_recent_authentication_and_nothing_is_changed_without() {
    let app = Issuer::start().await.app_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let ada = verified(&app, "ada").await;
    let mut key = Authenticator::new();
    assert_eq!(add(&ada, &mut key, &Manner::default()).await.status, 201);
    let passkey = format!("/api/auth/passkeys/{}", passkeys(&ada).await[0]["id"].as_str().unwrap());
    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    ada.post("/api/auth/identities/google", &json!({"token": token})).await.ok();
    later(&app, &ada).await;
    let sensitive = [
        (Method::POST, "/api/auth/delete-account", json!({})),
        (Method::PUT, "/api/auth/update-profile", json!({"email": "new@example.org"})),
        (Method::GET, "/api/auth/export", json!({})),
        (Method::POST, "/api/auth/passkeys/options", json!({})),
        (Method::DELETE, passkey.as_str(), json!({})),
        (Method::POST, "/api/auth/identities/apple", json!({"token": "t"})),
        (Method::DELETE, "/api/auth/identities/google", json!({})),
        (Method::POST, "/api/auth/second-factor/options", json!({})),
        (Method::POST, "/api/auth/second-factor/recovery-codes", json!({})),
        (Method::DELETE, "/api/auth/second-factor", json!({})),
    ];
    for (method, path, body) in &sensitive {
        let refused = ada.send_json(method.clone(), path, body).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("reauth_required")), "{path}");
    }
    app.deliver().await;
    assert!(!app.mails().iter().any(|mail| mail.to.email.to_string() == "new@example.org"));
    assert_eq!(passkeys(&ada).await.len(), 1);

    confirm(&ada, &json!({"password": PASSWORD})).await.ok();
    for path in ["/api/auth/identities/google", passkey.as_str()] {
        ada.send_json(Method::DELETE, path, &json!({})).await.ok();
    }
    ada.put("/api/auth/update-profile", &json!({"email": "new@example.org"})).await.ok();
    ada.post("/api/auth/delete-account", &json!({})).await.ok();
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn a_confirmation_counts_for_ten_minutes_and_for_its_own_session() {
    let app = TestApp::start().await;
    let (phone, desk) = (app.signed_in("ada").await, app.sign_in_again("ada").await);
    assert!(is_recent(&phone).await && is_recent(&desk).await, "a sign-in counts itself");
    later(&app, &phone).await;
    desk.post("/api/auth/refresh", &json!({})).await.ok();
    assert!(!is_recent(&phone).await && !is_recent(&desk).await, "a refresh is no confirmation");
    confirm(&phone, &json!({"password": PASSWORD})).await.ok();
    assert!(is_recent(&phone).await && !is_recent(&desk).await);
    app.advance(SignedDuration::from_mins(9));
    assert!(is_recent(&phone).await);
    app.advance(SignedDuration::from_mins(1));
    assert!(!is_recent(&phone).await);
}

#[tokio::test]
async fn wrong_confirmations_confirm_nothing_and_guesses_are_limited() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    later(&app, &ada).await;
    for body in [
        json!({}),
        json!({"password": ""}),
        json!({"password": PASSWORD, "provider": {"provider": "google", "token": "t"}}),
    ] {
        assert_eq!(confirm(&ada, &body).await.status, 422, "{body}");
    }
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(confirm(&ada, &json!({"password": "not the password"})).await.status.as_u16());
    }
    assert!(statuses.starts_with(&[422]) && statuses.ends_with(&[429]), "{statuses:?}");
    assert!(!is_recent(&ada).await);
    assert_eq!(app.visitor().post("/api/auth/confirm", &json!({"password": PASSWORD})).await.status, 401);
    assert_eq!(ada.post_with("/api/auth/confirm", &json!({}), &[]).await.json()["code"], "csrf_missing");
}

#[tokio::test]
async fn a_passkey_of_the_account_confirms_and_no_other() {
    let app = site().await;
    let (ada, bob) = (verified(&app, "ada").await, verified(&app, "bob").await);
    let (mut hers, mut his) = (Authenticator::new(), Authenticator::new());
    assert_eq!(add(&ada, &mut hers, &Manner::default()).await.status, 201);
    assert_eq!(add(&bob, &mut his, &Manner::default()).await.status, 201);
    later(&app, &ada).await;

    let ceremony = ada.post("/api/auth/confirm/options", &json!({})).await.ok();
    assert_eq!(ceremony["options"]["allowCredentials"].as_array().unwrap().len(), 1, "only hers are asked for");
    let of_another = confirm_with(&ada, &his, &Manner::default()).await;
    assert_eq!((of_another.status.as_u16(), &of_another.json()["code"]), (409, &json!("identity_taken")));
    let wrong = [
        confirm_with(&ada, &his, &Manner { user_handle: Some(hers.user_handle()), ..Manner::default() }).await,
        confirm_with(&ada, &hers, &Manner { flags: USER_PRESENT, ..Manner::default() }).await,
    ];
    for refused in wrong {
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (422, &json!("passkey_refused")));
    }
    // The challenge of a sign-in, which anybody can ask for, confirms nothing.
    let other = app.visitor().post("/api/auth/passkey/sign-in/options", &json!({})).await.ok();
    let credential = hers.get(&other["options"], &Manner::default());
    let body = json!({"passkey": {"id": other["id"], "credential": credential}});
    assert_eq!(confirm(&ada, &body).await.status, 422);
    assert!(!is_recent(&ada).await);

    confirm_with(&ada, &hers, &Manner { counter: 3, ..Manner::default() }).await.ok();
    assert!(is_recent(&ada).await);
    assert_eq!(
        confirm_with(&ada, &hers, &Manner { counter: 3, ..Manner::default() }).await.status,
        422,
        "the counter is kept"
    );
}

#[tokio::test]
async fn a_connected_provider_confirms_and_the_account_of_another_does_not() {
    let app = Issuer::start().await.app().await;
    let ada = app.visitor();
    google(&ada, |claims| claims).await.ok();
    later(&app, &ada).await;
    let stranger = changed(google_claims(&nonce_of(&ada).await), "sub", json!("another-subject"));
    let body = |token: String| json!({"provider": {"provider": "google", "token": token}});
    let refused = confirm(&ada, &body(first_key().sign("first", &stranger))).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("identity_taken")));
    assert!(!is_recent(&ada).await);
    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    confirm(&ada, &body(token.clone())).await.ok();
    assert!(is_recent(&ada).await);
    assert_eq!(confirm(&ada, &body(token)).await.status, 401, "a token is used once");
}
