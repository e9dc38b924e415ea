//! An attacker registers somebody else's address: whatever they prepare, the owner of the address takes the account over.

use axum::http::Method;
use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::issuer::{Issuer, changed, first_key, google, google_claims, nonce_of};
use crate::support::persona::{Answer, PASSWORD, Persona};

const NEW_PASSWORD: &str = "a storm over the harbour";

async fn registered(app: &TestApp, email: &str) -> Persona {
    let persona = app.visitor();
    let body = json!({"email": email, "password": PASSWORD});
    assert_eq!(persona.post("/api/auth/register", &body).await.status, 201);
    app.deliver().await;
    persona
}

async fn verify(app: &TestApp, persona: &Persona, email: &str) -> Answer {
    app.deliver().await;
    let token = app.link_in_mail_to(email, "/verify-email#token=");
    persona.post("/api/auth/verify-email", &json!({"token": token})).await
}

/// The owner asks for a reset link and uses it.
async fn reset(app: &TestApp, email: &str) {
    app.visitor().post("/api/auth/forgot-password", &json!({"email": email})).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to(email, "/reset-password#token=");
    let body = json!({"token": token, "password": NEW_PASSWORD});
    app.visitor().post("/api/auth/reset-password", &body).await.ok();
}

async fn login(app: &TestApp, email: &str, password: &str) -> Answer {
    app.visitor().post("/api/auth/login", &json!({"email": email, "password": password})).await
}

fn trojan(claims: Value) -> Value {
    changed(changed(claims, "sub", json!("trojan")), "email", json!("eve@gmail.com"))
}

async fn connect(persona: &Persona, change: impl Fn(Value) -> Value) -> Answer {
    let token = first_key().sign("first", &change(google_claims(&nonce_of(persona).await)));
    persona.post("/api/auth/identities/google", &json!({"token": token})).await
}

/// As an older version stored it, which let unverified accounts connect a provider.
async fn plant_identity(app: &TestApp) {
    on_db!(app.db.writer(), pool => sqlx::query(
        "insert into identities (user_id, provider, subject, email_at_link, created_at)
         select id, 'google', 'trojan', 'eve@gmail.com', created_at from users",
    )
    .execute(pool)
    .await
    .map(|_| ()))
    .unwrap();
}

#[tokio::test]
async fn a_provider_is_connected_only_to_an_account_with_a_verified_address() {
    let app = Issuer::start().await.app().await;
    let eve = registered(&app, "victim@example.org").await;
    let refused = connect(&eve, trojan).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("email_unverified")));
    assert_eq!(app.count("identities").await, 0);
}

#[tokio::test]
async fn an_identity_from_before_the_proof_does_not_survive_a_reset() {
    let app = Issuer::start().await.app().await;
    let eve = registered(&app, "victim@example.org").await;
    plant_identity(&app).await;
    reset(&app, "victim@example.org").await;
    let owner = login(&app, "victim@example.org", NEW_PASSWORD).await.ok();
    assert_eq!(owner["user"]["email_verified"], true);
    assert_eq!(eve.get("/api/auth/me").await.status, 401);
    assert_ne!(google(&app.visitor(), trojan).await.ok()["user"]["id"], owner["user"]["id"]);
}

#[tokio::test]
async fn an_account_made_with_an_unproven_address_goes_to_the_owner_who_resets_its_password() {
    let app = Issuer::start().await.app().await;
    // Google does not answer for this address.
    let unproven = |claims| changed(trojan(claims), "email", json!("victim@example.org"));
    let eve = app.visitor();
    let account = google(&eve, unproven).await.ok();
    assert_eq!(account["user"]["email_verified"], false);
    reset(&app, "victim@example.org").await;
    assert_eq!(login(&app, "victim@example.org", NEW_PASSWORD).await.ok()["user"]["id"], account["user"]["id"]);
    assert_eq!(eve.get("/api/auth/me").await.status, 401);
    assert_eq!(google(&app.visitor(), unproven).await.json()["code"], "email_taken");
}

#[tokio::test]
async fn the_first_verification_ends_other_sessions_and_removes_identities_of_other_addresses() {
    let app = Issuer::start().await.app().await;
    let (phone, desk) = (registered(&app, "ada@example.org").await, app.sign_in_again("ada").await);
    plant_identity(&app).await;
    verify(&app, &desk, "ada@example.org").await.ok();
    desk.get("/api/auth/me").await.ok();
    assert_eq!(phone.get("/api/auth/me").await.json()["code"], "token_revoked");
    assert_eq!(app.count("identities").await, 0);

    connect(&desk, |claims| claims).await.ok();
    reset(&app, "ada@example.org").await;
    assert_eq!(app.count("identities").await, 1, "what a proven owner connected stays");
}

#[tokio::test]
async fn reading_the_mail_does_not_verify_an_account_of_somebody_else() {
    let app = TestApp::start().await;
    let eve = registered(&app, "victim@example.org").await;
    let token = app.link_in_mail_to("victim@example.org", "/verify-email#token=");
    let (victim, other) = (app.visitor(), registered(&app, "other@example.org").await);
    for reader in [&victim, &other] {
        let refused = reader.post("/api/auth/verify-email", &json!({"token": token})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("reauth_required")));
    }
    let wrong = victim.post("/api/auth/verify-email", &json!({"token": token, "password": "a wrong guess"})).await;
    assert!(wrong.json()["fields"]["password"].is_string());
    assert_eq!(eve.get("/api/auth/me").await.ok()["user"]["email_verified"], false);
    assert_eq!(
        eve.post_with("/api/auth/verify-email", &json!({"token": token}), &[]).await.json()["code"],
        "csrf_missing",
        "a session counts only with its CSRF value"
    );
}

#[tokio::test]
async fn the_owner_verifies_on_another_device_with_the_password() {
    let app = TestApp::start().await;
    let desk = registered(&app, "ada@example.org").await;
    let token = app.link_in_mail_to("ada@example.org", "/verify-email#token=");
    let body = json!({"token": token, "password": PASSWORD});
    app.visitor().post("/api/auth/verify-email", &body).await.ok();
    assert_eq!(desk.get("/api/auth/me").await.json()["code"], "token_revoked", "a session from before the proof");
    assert_eq!(login(&app, "ada@example.org", PASSWORD).await.ok()["user"]["email_verified"], true);
}

#[tokio::test]
async fn a_link_to_an_address_the_account_no_longer_has_verifies_nothing() {
    let app = TestApp::start().await;
    let ada = registered(&app, "ada@example.org").await;
    let first = app.link_in_mail_to("ada@example.org", "/verify-email#token=");
    let change = json!({"email": "new@example.org", "current_password": PASSWORD});
    ada.put("/api/auth/update-profile", &change).await.ok();
    verify(&app, &ada, "new@example.org").await.ok();
    let stale = ada.post("/api/auth/verify-email", &json!({"token": first})).await;
    assert_eq!(stale.json()["code"], "link_invalid");
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["email"], "new@example.org");
}

// [R1.13]
#[tokio::test]
async fn a_link_that_changes_the_address_ends_after_an_hour() {
    let app = TestApp::start_with(&[("HALCYON_ACCESS_TOKEN_SECONDS", "7200")]).await;
    let ada = registered(&app, "ada@example.org").await;
    let change = json!({"email": "new@example.org", "current_password": PASSWORD});
    ada.put("/api/auth/update-profile", &change).await.ok();
    app.deliver().await;
    app.advance(SignedDuration::from_mins(60));
    assert_eq!(verify(&app, &ada, "new@example.org").await.json()["code"], "link_invalid");
    ada.put("/api/auth/update-profile", &change).await.ok();
    app.deliver().await;
    app.advance(SignedDuration::from_mins(60) - SignedDuration::from_secs(1));
    verify(&app, &ada, "new@example.org").await.ok();
}

#[tokio::test]
async fn a_change_of_password_does_not_end_the_owner_s_reset_link() {
    let app = TestApp::start().await;
    let thief = registered(&app, "ada@example.org").await;
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to("ada@example.org", "/reset-password#token=");
    let change = json!({"current_password": PASSWORD, "new_password": "the thief's own password"});
    thief.put("/api/auth/change-password", &change).await.ok();
    let body = json!({"token": token, "password": NEW_PASSWORD});
    app.visitor().post("/api/auth/reset-password", &body).await.ok();
    assert_eq!(thief.get("/api/auth/me").await.status, 401);
    login(&app, "ada@example.org", NEW_PASSWORD).await.ok();
}

#[tokio::test]
async fn accounts_that_were_never_verified_end_thirty_days_after_their_last_sign_in() {
    let app = TestApp::start().await;
    registered(&app, "gone@example.org").await;
    let active = registered(&app, "active@example.org").await;
    let kept = registered(&app, "kept@example.org").await;
    verify(&app, &kept, "kept@example.org").await.ok();
    app.advance(SignedDuration::from_hours(20 * 24));
    active.post("/api/auth/refresh", &json!({})).await.ok();
    app.advance(SignedDuration::from_hours(10 * 24) - SignedDuration::from_secs(1));
    app.tidy().await;
    assert_eq!(app.count("users").await, 3);
    app.advance(SignedDuration::from_secs(2));
    app.tidy().await;
    let emails: Vec<String> =
        on_db!(app.db.reader(), pool => sqlx::query_scalar("select email from users order by email").fetch_all(pool).await)
            .unwrap();
    assert_eq!(emails, ["active@example.org", "kept@example.org"]);
    app.advance(SignedDuration::from_hours(20 * 24));
    app.tidy().await;
    assert_eq!(app.count("users").await, 1, "the other one has not signed in either");
}

#[tokio::test]
async fn disconnecting_is_refused_to_an_ended_session() {
    let app = Issuer::start().await.app().await;
    let ada = registered(&app, "ada@example.org").await;
    verify(&app, &ada, "ada@example.org").await.ok();
    connect(&ada, |claims| claims).await.ok();
    let thief = ada.other_tab();
    reset(&app, "ada@example.org").await;
    assert_eq!(thief.send_json(Method::DELETE, "/api/auth/identities/google", &json!({})).await.status, 401);
    assert_eq!(app.count("identities").await, 1);
}
