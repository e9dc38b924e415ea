//! In a session: connecting the operator's own provider, confirming with it, and ending the session there, too.

use std::collections::BTreeMap;

use axum::http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};
use url::Url;

use super::openid::{START, come_back, me, sign_in};
use super::passkeys::verified;
use crate::support::app::TestApp;
use crate::support::issuer::{Issuer, changed, first_key, nonce_of, now};
use crate::support::persona::{Answer, PASSWORD, Persona};

async fn start(persona: &Persona, purpose: &str) -> Answer {
    persona.post(START, &json!({"purpose": purpose, "return_to": "/profile?tab=security#sign-ins"})).await
}

fn sent(answer: &Answer) -> BTreeMap<String, String> {
    Url::parse(answer.ok()["url"].as_str().unwrap()).unwrap().query_pairs().into_owned().collect()
}

/// The whole way for one purpose; returns where the browser is sent.
pub async fn run(issuer: &Issuer, persona: &Persona, purpose: &str, change: impl Fn(Value) -> Value) -> String {
    let sent = sent(&start(persona, purpose).await);
    let token = first_key().sign("first", &change(issuer.claims(&sent["nonce"])));
    come_back(issuer, persona, &sent, &token).await.header("location").to_owned()
}

pub fn back(outcome: &str) -> String {
    format!("/profile?tab=security&outcome={outcome}#sign-ins")
}

async fn identities(persona: &Persona) -> Vec<Value> {
    persona.get("/api/auth/identities").await.ok()["identities"].as_array().unwrap().clone()
}

async fn is_recent(persona: &Persona) -> bool {
    persona.get("/api/auth/export").await.status == 200
}

async fn later(app: &TestApp, persona: &Persona) {
    app.advance(SignedDuration::from_mins(10));
    persona.post("/api/auth/refresh", &json!({})).await.ok();
}

/// Ten minutes after the start of the tests.
fn fresh(claims: Value) -> Value {
    changed(changed(claims, "iat", json!(now() + 600)), "exp", json!(now() + 900))
}

#[tokio::test]
async fn a_connected_provider_opens_the_account_and_is_announced() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = verified(&app, "ada").await;
    assert_eq!(run(&issuer, &ada, "connect", |claims| claims).await, back("connected"));
    let connected = identities(&ada).await;
    assert_eq!((&connected[0]["provider"], &connected[0]["email"]), (&json!("oidc"), &json!("jo@harbour.example")));
    app.deliver().await;
    assert!(app.mails().last().unwrap().text.contains("Harbour House"));
    let elsewhere = app.visitor();
    assert_eq!(sign_in(&issuer, &elsewhere, |claims| claims).await, "/");
    assert_eq!(me(&elsewhere).await["id"], me(&ada).await["id"]);

    ada.send_json(Method::DELETE, "/api/auth/identities/oidc", &json!({})).await.ok();
    assert!(identities(&ada).await.is_empty());
}

#[tokio::test]
async fn the_identity_of_another_account_is_not_connected() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/");
    let ada = verified(&app, "ada").await;
    assert_eq!(run(&issuer, &ada, "connect", |claims| claims).await, back("identity_taken"));
    assert!(identities(&ada).await.is_empty());
}

#[tokio::test]
async fn connecting_needs_a_verified_address_a_recent_authentication_and_our_own_page() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let eve = app.signed_in("eve").await;
    assert_eq!(start(&eve, "connect").await.json()["code"], "email_unverified");
    let ada = verified(&app, "ada").await;
    assert_eq!(start(&ada, "marry").await.status, 422);
    assert_eq!(ada.post_with(START, &json!({"purpose": "connect"}), &[]).await.json()["code"], "csrf_missing");
    assert_eq!(app.visitor().post(START, &json!({"purpose": "connect"})).await.status, 401);
    later(&app, &ada).await;
    assert_eq!(start(&ada, "connect").await.json()["code"], "reauth_required");
}

#[tokio::test]
async fn a_connection_ends_only_in_its_own_browser_and_while_its_session_lasts() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = verified(&app, "ada").await;
    let request = sent(&start(&ada, "connect").await);
    let token = first_key().sign("first", &issuer.claims(&request["nonce"]));
    let stranger = app.visitor();
    assert_eq!(come_back(&issuer, &stranger, &request, &token).await.header("location"), "/login?error=oidc");

    let request = sent(&start(&ada, "connect").await);
    ada.post("/api/auth/logout", &json!({})).await.ok();
    let token = first_key().sign("first", &issuer.claims(&request["nonce"]));
    assert_eq!(come_back(&issuer, &ada, &request, &token).await.header("location"), back("oidc"));
    assert_eq!(app.count("identities").await, 0);
}

#[tokio::test]
async fn a_connected_provider_confirms_and_the_account_of_another_does_not() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let jo = app.visitor();
    assert_eq!(sign_in(&issuer, &jo, |claims| claims).await, "/");
    later(&app, &jo).await;
    assert!(!is_recent(&jo).await);
    assert_eq!(sent(&start(&jo, "confirm").await)["prompt"], "login", "the user is asked again");
    let stranger = |claims| changed(fresh(claims), "sub", json!("another"));
    assert_eq!(run(&issuer, &jo, "confirm", stranger).await, back("identity_taken"));
    let old = |claims| changed(fresh(claims), "auth_time", json!(now() + 539));
    assert_eq!(run(&issuer, &jo, "confirm", old).await, back("oidc"), "the provider did not ask");
    assert!(!is_recent(&jo).await);
    let asked = |claims| changed(fresh(claims), "auth_time", json!(now() + 541));
    assert_eq!(run(&issuer, &jo, "confirm", asked).await, back("confirmed"));
    assert!(is_recent(&jo).await);
    later(&app, &jo).await;
    let later_still = |claims| changed(fresh(claims), "exp", json!(now() + 1500));
    assert_eq!(run(&issuer, &jo, "confirm", later_still).await, back("confirmed"), "without a time, as with Google");
    assert!(is_recent(&jo).await);
}

#[tokio::test]
async fn a_confirmation_counts_for_the_session_that_asked_for_it() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (phone, desk) = (app.visitor(), app.visitor());
    for browser in [&phone, &desk] {
        assert_eq!(sign_in(&issuer, browser, |claims| claims).await, "/");
    }
    later(&app, &phone).await;
    desk.post("/api/auth/refresh", &json!({})).await.ok();
    assert_eq!(run(&issuer, &phone, "confirm", fresh).await, back("confirmed"));
    assert!(is_recent(&phone).await && !is_recent(&desk).await);

    let request = sent(&start(&desk, "confirm").await);
    phone.delete("/api/auth/sessions").await.ok();
    let token = first_key().sign("first", &fresh(issuer.claims(&request["nonce"])));
    assert_eq!(come_back(&issuer, &desk, &request, &token).await.header("location"), back("oidc"), "ended meanwhile");
}

#[tokio::test]
async fn a_token_of_this_provider_is_not_taken_from_the_page() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = verified(&app, "ada").await;
    let token = first_key().sign("first", &issuer.claims(&nonce_of(&ada).await));
    assert_eq!(ada.post("/api/auth/identities/oidc", &json!({"token": token})).await.status, 404);
    let body = json!({"provider": {"provider": "oidc", "token": token}});
    assert_eq!(ada.post("/api/auth/confirm", &body).await.status, 404);
}

#[tokio::test]
async fn a_cancelled_connection_returns_without_an_error() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = verified(&app, "ada").await;
    for (error, expected) in
        [("access_denied", "/profile?tab=security#sign-ins".to_owned()), ("server_error", back("oidc"))]
    {
        let request = sent(&start(&ada, "connect").await);
        let answer = ada.get(&format!("/auth/oidc/callback?error={error}&state={}", request["state"])).await;
        assert_eq!(answer.header("location"), expected);
    }
}

async fn log_out(persona: &Persona) -> Value {
    persona.post("/api/auth/logout", &json!({})).await.ok()["provider_logout_url"].clone()
}

#[tokio::test]
async fn a_logout_also_ends_the_session_at_the_provider_that_opened_it() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let jo = app.visitor();
    assert_eq!(sign_in(&issuer, &jo, |claims| claims).await, "/");
    let other_tab = jo.other_tab();
    let url = Url::parse(log_out(&jo).await.as_str().unwrap()).unwrap();
    assert!(url.as_str().starts_with(&format!("{}/end-session?", issuer.url)));
    let query: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
    let expected = [("client_id", "halcyon-web"), ("post_logout_redirect_uri", "http://127.0.0.1:8080/login")];
    assert_eq!(query, expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    assert_eq!(jo.get("/api/auth/me").await.status, 401);
    assert_eq!(log_out(&other_tab).await, Value::Null, "it was over already");

    // A session with a password is not the provider's, even if the account is connected to it.
    let ada = verified(&app, "ada").await;
    let new = |claims| changed(changed(claims, "sub", json!("new")), "email", json!("new@harbour.example"));
    assert_eq!(run(&issuer, &ada, "connect", new).await, back("connected"));
    assert_eq!(log_out(&ada).await, Value::Null);
}

#[tokio::test]
async fn a_change_of_password_keeps_what_the_session_was_opened_with() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = verified(&app, "ada").await;
    assert_eq!(run(&issuer, &ada, "connect", |claims| claims).await, back("connected"));
    let elsewhere = app.visitor();
    assert_eq!(sign_in(&issuer, &elsewhere, |claims| claims).await, "/");
    let body = json!({"current_password": PASSWORD, "new_password": "a storm over the harbour"});
    elsewhere.put("/api/auth/change-password", &body).await.ok();
    assert_eq!(elsewhere.get("/api/auth/export").await.ok()["sessions"][0]["provider"], "oidc");
    assert!(log_out(&elsewhere).await.is_string());
}

#[tokio::test]
async fn without_an_end_of_sessions_at_the_provider_a_logout_is_ours_alone() {
    let issuer = Issuer::start().await;
    issuer.describe("end_session_endpoint", Value::Null);
    let app = issuer.app().await;
    let jo = app.visitor();
    assert_eq!(sign_in(&issuer, &jo, |claims| claims).await, "/");
    assert_eq!(log_out(&jo).await, Value::Null);
    assert_eq!(jo.get("/api/auth/me").await.status, 401);
}
