//! Which account a provider's word opens: the rules against pre-hijacking, row by row.

use axum::http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::issuer::{Issuer, apple, changed, first_key, google, google_claims, nonce_of, now};
use crate::support::persona::{Answer, PASSWORD, Persona};

/// A user whose Google address is the one they registered with a password.
async fn registered(app: &TestApp, email: &str) -> Persona {
    let persona = app.visitor();
    let body = json!({"email": email, "password": PASSWORD, "first_name": "Ada"});
    assert_eq!(persona.post("/api/auth/register", &body).await.status, 201);
    persona
}

async fn verified(app: &TestApp, email: &str) -> Persona {
    let persona = registered(app, email).await;
    app.deliver().await;
    let token = app.link_in_mail_to(email, "/verify-email#token=");
    persona.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    persona
}

async fn disconnect(persona: &Persona, provider: &str, body: Value) -> Answer {
    persona.send_json(Method::DELETE, &format!("/api/auth/identities/{provider}"), &body).await
}

#[tokio::test]
async fn a_verified_account_with_a_password_is_connected_only_with_that_password() {
    let app = Issuer::start().await.app().await;
    let ada = verified(&app, "ada@gmail.com").await;
    let id = ada.get("/api/auth/me").await.ok()["user"]["id"].clone();

    let browser = app.visitor();
    let token = first_key().sign("first", &google_claims(&nonce_of(&browser).await));
    let asked = browser.post("/api/auth/google", &json!({"token": token})).await;
    assert_eq!((asked.status.as_u16(), &asked.json()["code"]), (409, &json!("link_required")));
    let wrong = browser.post("/api/auth/google", &json!({"token": token, "password": "not the password"})).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["code"]), (401, &json!("bad_credentials")));
    let linked = browser.post("/api/auth/google", &json!({"token": token, "password": PASSWORD})).await.ok();
    assert_eq!(linked["user"]["id"], id);
    app.deliver().await;
    assert!(app.mails().iter().any(|mail| mail.subject == "Google is now connected"));
    google(&app.visitor(), |claims| claims).await.ok();
    ada.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn a_verified_account_without_a_password_is_connected_and_notified() {
    let app = Issuer::start().await.app().await;
    let first = apple(&app.visitor(), json!({}), |claims| changed(claims, "email", json!("ada@gmail.com"))).await.ok();
    let second = google(&app.visitor(), |claims| claims).await.ok();
    assert_eq!(first["user"]["id"], second["user"]["id"]);
    app.deliver().await;
    assert!(app.mails().iter().any(|mail| mail.subject == "Google is now connected"));
}

#[tokio::test]
async fn an_address_registered_without_proof_goes_to_its_owner() {
    let app = Issuer::start().await.app().await;
    let attacker = registered(&app, "ada@gmail.com").await;
    attacker
        .put("/api/auth/update-profile", &json!({"email": "attacker@example.org", "current_password": PASSWORD}))
        .await
        .ok();
    app.deliver().await;
    let pending = app.link_in_mail_to("attacker@example.org", "/verify-email#token=");

    let owner = google(&app.visitor(), |claims| claims).await.ok();
    assert_eq!(owner["user"]["email_verified"], true);
    assert_eq!(owner["user"]["has_password"], false);
    assert_eq!(attacker.get("/api/auth/me").await.status, 401, "the attacker's session is over");
    let login = json!({"email": "ada@gmail.com", "password": PASSWORD});
    assert_eq!(app.visitor().post("/api/auth/login", &login).await.status, 401, "the attacker's password is gone");
    let change = app.visitor().post("/api/auth/verify-email", &json!({"token": pending})).await;
    assert_eq!(change.status, 422, "the attacker's change of address is gone");
}

#[tokio::test]
async fn an_address_google_does_not_answer_for_is_never_connected() {
    let app = Issuer::start().await.app().await;
    verified(&app, "ada@example.org").await;
    for claim in [("hd", Value::Null), ("email_verified", json!(false))] {
        let answer = google(&app.visitor(), |claims| {
            let claims = changed(changed(claims, "email", json!("ada@example.org")), "hd", json!("example.org"));
            changed(claims, claim.0, claim.1.clone())
        })
        .await;
        assert_eq!(answer.status, 409);
        assert_eq!(answer.json()["error"], "This email is already registered. Please log in with your password.");
    }
    let free = google(&app.visitor(), |claims| changed(claims, "email", json!("free@example.org"))).await.ok();
    assert_eq!(free["user"]["email_verified"], false);
    app.deliver().await;
    app.link_in_mail_to("free@example.org", "/verify-email#token=");
}

#[tokio::test]
async fn a_company_that_runs_its_mail_at_google_is_answered_for() {
    let app = Issuer::start().await.app().await;
    let work = |claims| changed(changed(claims, "email", json!("ada@example.org")), "hd", json!("example.org"));
    assert_eq!(google(&app.visitor(), work).await.ok()["user"]["email_verified"], true);
}

#[tokio::test]
async fn two_first_sign_ins_at_once_make_one_account() {
    let app = Issuer::start().await.app().await;
    let (one, two) = (app.visitor(), app.visitor());
    let (first, second) = tokio::join!(google(&one, |claims| claims), google(&two, |claims| claims));
    assert_eq!(first.ok()["user"]["id"], second.ok()["user"]["id"]);
    assert_eq!(app.count("users").await, 1);
}

#[tokio::test]
async fn a_provider_is_connected_and_disconnected_from_the_profile() {
    let app = Issuer::start().await.app().await;
    let ada = verified(&app, "ada@example.org").await;
    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    ada.post("/api/auth/identities/google", &json!({"token": token})).await.ok();
    let listed = ada.get("/api/auth/identities").await.ok();
    assert_eq!(listed["identities"][0]["provider"], "google");
    assert_eq!(listed["identities"][0]["email"], "ada@gmail.com");
    google(&app.visitor(), |claims| claims).await.ok();

    disconnect(&ada, "google", json!({})).await.ok();
    assert_eq!(disconnect(&ada, "google", json!({})).await.status, 404);
    assert_eq!(disconnect(&ada, "nobody", json!({})).await.status, 404);
    assert_eq!(ada.get("/api/auth/identities").await.ok()["identities"], json!([]));
}

#[tokio::test]
async fn connecting_needs_a_fresh_sign_in_or_the_password_and_an_identity_has_one_owner() {
    let app = Issuer::start().await.app_with(&[("HALCYON_ACCESS_TOKEN_SECONDS", "3600")]).await;
    google(&app.visitor(), |claims| claims).await.ok();
    let bob = verified(&app, "bob@example.org").await;
    let token = first_key().sign("first", &google_claims(&nonce_of(&bob).await));
    let taken = bob.post("/api/auth/identities/google", &json!({"token": token})).await;
    assert_eq!((taken.status.as_u16(), &taken.json()["code"]), (409, &json!("identity_taken")));

    app.advance(SignedDuration::from_mins(11));
    let other = |nonce: &str| changed(changed(google_claims(nonce), "sub", json!("bob")), "exp", json!(now() + 7200));
    let token = first_key().sign("first", &other(&nonce_of(&bob).await));
    let stale = bob.post("/api/auth/identities/google", &json!({"token": token})).await;
    assert_eq!((stale.status.as_u16(), &stale.json()["code"]), (403, &json!("reauth_required")));
    bob.post("/api/auth/identities/google", &json!({"token": token, "password": PASSWORD})).await.ok();

    let stale = disconnect(&bob, "google", json!({})).await;
    assert_eq!((stale.status.as_u16(), &stale.json()["code"]), (403, &json!("reauth_required")));
    let wrong = disconnect(&bob, "google", json!({"password": "not the password"})).await;
    assert!(wrong.json()["fields"]["password"].is_string());
    disconnect(&bob, "google", json!({"password": PASSWORD})).await.ok();
}

#[tokio::test]
async fn the_last_way_to_sign_in_stays() {
    let app = Issuer::start().await.app().await;
    let ada = app.visitor();
    google(&ada, |claims| claims).await.ok();
    let refused = disconnect(&ada, "google", json!({})).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("last_sign_in")));
    google(&app.visitor(), |claims| claims).await.ok();
}
