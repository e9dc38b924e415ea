//! Sign-in by leaving the page: states, codes, the form Apple posts, and the way from the browser into the app.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Method, Request, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use serde_json::json;
use sha2::{Digest, Sha256};
use url::Url;

use crate::support::app::TestApp;
use crate::support::issuer::{Issuer, apple, apple_claims, changed, first_key, google, google_claims};
use crate::support::persona::{Answer, PASSWORD, Persona};

fn sha256(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

/// The app's secret: 256 bits in base64url.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// Where a start sends the person, as parameters.
pub async fn depart(persona: &Persona, path: &str) -> BTreeMap<String, String> {
    let answer = persona.get(path).await;
    assert_eq!(answer.status, 302, "{}", answer.text());
    Url::parse(answer.header("location")).unwrap().query_pairs().into_owned().collect()
}

async fn google_returns(issuer: &Issuer, persona: &Persona, sent: &BTreeMap<String, String>) -> Answer {
    let token = first_key().sign("first", &google_claims(&sent["nonce"]));
    issuer.expect_code("code-1", json!({"id_token": token, "access_token": "unused"}));
    persona.get(&format!("/auth/callback?code=code-1&state={}", sent["state"])).await
}

pub async fn apple_posts(persona: &Persona, fields: &[(&str, &str)]) -> Answer {
    let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = Request::post("/auth/apple/callback")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ORIGIN, "https://appleid.apple.com")
        .header("sec-fetch-site", "cross-site");
    persona.send(request.body(Body::from(form)).unwrap()).await
}

// [R2.15]
#[tokio::test]
async fn a_redirect_to_google_ends_signed_in_where_it_began() {
    let issuer = Issuer::start().await;
    let (app, secret) = (issuer.app().await, "google secret");
    let ada = app.visitor();
    let sent = depart(&ada, "/api/auth/google/start?return_to=/profile").await;
    assert_eq!(sent["response_type"], "code");
    assert_eq!(sent["redirect_uri"], "http://127.0.0.1:8080/auth/callback");
    assert_eq!(sent["scope"], "openid email profile");
    assert_eq!(sent["code_challenge_method"], "S256");

    let back = google_returns(&issuer, &ada, &sent).await;
    assert_eq!((back.status.as_u16(), back.header("location")), (302, "/profile"));
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["email"], "ada@gmail.com");
    let form = &issuer.forms("/token")[0];
    assert_eq!(sha256(&form["code_verifier"]), sent["code_challenge"]);
    assert_eq!((form["client_secret"].as_str(), form["grant_type"].as_str()), (secret, "authorization_code"));
}

// [R2.15]
#[tokio::test]
async fn a_state_counts_once_in_its_own_browser_and_for_ten_minutes() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let failed = |answer: &Answer| answer.header("location") == "/login?error=google";

    let (ada, mallory) = (app.visitor(), app.visitor());
    let sent = depart(&mallory, "/api/auth/google/start").await;
    assert!(failed(&google_returns(&issuer, &ada, &sent).await), "a state of another browser signs nobody in");
    assert_eq!(ada.get("/api/auth/me").await.status, 401);

    let sent = depart(&ada, "/api/auth/google/start").await;
    assert!(!failed(&google_returns(&issuer, &ada, &sent).await));
    ada.set_cookie("oauth_state", &sent["state"]);
    assert!(failed(&google_returns(&issuer, &ada, &sent).await), "used up");

    let sent = depart(&ada, "/api/auth/google/start").await;
    app.advance(SignedDuration::from_secs(600));
    assert!(failed(&google_returns(&issuer, &ada, &sent).await), "too old");
    assert!(failed(&ada.get("/auth/callback?code=x").await), "no state at all");
    assert!(failed(&ada.get("/auth/callback?state=x").await), "no code at all");
}

#[tokio::test]
async fn a_token_for_another_nonce_does_not_end_a_redirect() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = app.visitor();
    let mut sent = depart(&ada, "/api/auth/google/start").await;
    sent.insert("nonce".into(), "another".into());
    assert_eq!(google_returns(&issuer, &ada, &sent).await.header("location"), "/login?error=google");
}

#[tokio::test]
async fn sign_in_never_redirects_to_another_site() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    for target in ["//evil.example", "https://evil.example", "/%5Cevil.example"] {
        let ada = app.visitor();
        let sent = depart(&ada, &format!("/api/auth/google/start?return_to={target}")).await;
        assert_eq!(google_returns(&issuer, &ada, &sent).await.header("location"), "/", "{target}");
    }
}

// [R2.15]
#[tokio::test]
async fn a_callback_opened_by_hand_leads_to_the_login_page() {
    let app = Issuer::start().await.app().await;
    for path in ["/auth/callback", "/auth/apple/callback"] {
        let answer = app.visitor().get(path).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/login"), "{path}");
    }
}

// [R2.15]
#[tokio::test]
async fn a_cancelled_sign_in_is_no_error_and_a_provider_error_is_shown() {
    let app = Issuer::start().await.app().await;
    let ada = app.visitor();
    for (error, expected) in [("access_denied", "/login"), ("server_error", "/login?error=google")] {
        let sent = depart(&ada, "/api/auth/google/start").await;
        let answer = ada.get(&format!("/auth/callback?error={error}&state={}", sent["state"])).await;
        assert_eq!(answer.header("location"), expected);
    }
    let cancelled = apple_posts(&ada, &[("error", "user_cancelled_authorize"), ("state", "x")]).await;
    assert_eq!((cancelled.status.as_u16(), cancelled.header("location")), (303, "/login"));
    let failed = apple_posts(&ada, &[("error", "server_error"), ("state", "x")]).await;
    assert_eq!(failed.header("location"), "/login?error=apple");
}

// [R2.15, R1.11]
#[tokio::test]
async fn apple_posts_a_form_across_sites_and_the_person_is_signed_in() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let grace = app.visitor();
    let start = grace.get("/api/auth/apple/start?return_to=/settings").await;
    let cookie = start.set_cookies().pop().unwrap();
    assert!(cookie.contains("SameSite=None") && cookie.contains("Secure") && cookie.contains("Path=/auth/apple"));
    let sent: BTreeMap<String, String> =
        Url::parse(start.header("location")).unwrap().query_pairs().into_owned().collect();
    assert_eq!((sent["response_mode"].as_str(), sent["response_type"].as_str()), ("form_post", "code id_token"));

    let token = first_key().sign("first", &apple_claims(&sent["nonce"]));
    let user = json!({"name": {"firstName": "Grace", "lastName": "Hopper"}}).to_string();
    let fields = [("code", "c"), ("id_token", &token), ("state", &sent["state"]), ("user", &user)];
    let stranger = apple_posts(&app.visitor(), &fields).await;
    assert_eq!(stranger.header("location"), "/login?error=apple", "a state of another browser");

    let sent = depart(&grace, "/api/auth/apple/start?return_to=/settings").await;
    let token = first_key().sign("first", &apple_claims(&sent["nonce"]));
    let fields = [("code", "c"), ("id_token", &token), ("state", &sent["state"]), ("user", &user)];
    let back = apple_posts(&grace, &fields).await;
    assert_eq!((back.status.as_u16(), back.header("location")), (303, "/settings"));
    assert_eq!(grace.get("/api/auth/me").await.ok()["user"]["first_name"], "Grace");
}

#[tokio::test]
async fn a_malformed_post_to_the_apple_callback_signs_no_one_in() {
    let app = Issuer::start().await.app().await;
    let answer = app.visitor().post("/auth/apple/callback", &json!({"id_token": "x"})).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/login?error=apple"));
}

/// The system's browser finishes what the app began; the app gets a code.
pub async fn native_code(issuer: &Issuer, app: &TestApp, verifier: &str) -> String {
    let browser = app.visitor();
    let sent = depart(&browser, &format!("/api/auth/google/start?native=1&challenge={}", sha256(verifier))).await;
    let back = google_returns(issuer, &app.visitor(), &sent).await;
    let (address, code) = back.header("location").split_once("?handoff=").unwrap();
    assert_eq!(address, "http://127.0.0.1:8080/auth/callback");
    assert!(back.set_cookies().iter().all(|cookie| !cookie.starts_with("access_token_cookie=e")));
    code.to_owned()
}

// [R2.15]
#[tokio::test]
async fn a_sign_in_in_the_systems_browser_is_handed_to_the_app_that_began_it() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let code = native_code(&issuer, &app, VERIFIER).await;
    let thief = app.visitor();
    for body in [json!({"code": code}), json!({"code": code, "verifier": "a guess"}), json!({"code": "another"})] {
        assert_eq!(thief.post("/api/auth/handoff", &body).await.status, 422);
    }
    let phone = app.visitor();
    let body = json!({"code": code, "verifier": VERIFIER});
    phone.post("/api/auth/handoff", &body).await.ok();
    phone.get("/api/auth/me").await.ok();
    assert_eq!(phone.post("/api/auth/handoff", &body).await.status, 422, "used up");
}

#[tokio::test]
async fn a_hand_off_ends_after_a_minute_and_a_native_start_needs_its_challenge() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let code = native_code(&issuer, &app, VERIFIER).await;
    app.advance(SignedDuration::from_secs(60));
    assert_eq!(app.visitor().post("/api/auth/handoff", &json!({"code": code, "verifier": VERIFIER})).await.status, 422);
    for challenge in ["", "&challenge=short"] {
        let start = app.visitor().get(&format!("/api/auth/google/start?native=1{challenge}")).await;
        assert_eq!(start.status, 422);
    }
}

/// SHA-256 of the empty text, as published with the algorithm's test vectors.
const HASH_OF_NOTHING: &str = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";

#[tokio::test]
async fn a_hand_off_is_never_accepted_without_its_own_proof() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let start = app.visitor().get(&format!("/api/auth/google/start?native=1&challenge={HASH_OF_NOTHING}")).await;
    assert_eq!(start.status, 422, "anyone can answer this challenge");
    let weak = native_code(&issuer, &app, "guessable").await;
    let strong = native_code(&issuer, &app, VERIFIER).await;
    let victim = app.visitor();
    for body in [
        json!({"code": weak}),
        json!({"code": weak, "verifier": ""}),
        json!({"code": weak, "verifier": "guessable"}),
        json!({"code": strong}),
    ] {
        assert_eq!(victim.post("/api/auth/handoff", &body).await.json()["code"], "link_invalid", "{body}");
    }
    // A cookie is no proof for the app's hand-off, not even with the right value.
    victim.set_cookie("auth_handoff", VERIFIER);
    assert_eq!(victim.post("/api/auth/handoff", &json!({"code": strong})).await.json()["code"], "link_invalid");
    assert_eq!(victim.get("/api/auth/me").await.status, 401);
}

#[tokio::test]
async fn a_verifier_is_no_proof_for_a_hand_off_to_a_browser() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = app.visitor();
    ada.post("/api/auth/register", &json!({"email": "ada@gmail.com", "password": PASSWORD})).await;
    app.deliver().await;
    let link = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": link})).await.ok();
    let browser = app.visitor();
    let sent = depart(&browser, "/api/auth/google/start").await;
    let back = google_returns(&issuer, &browser, &sent).await;
    let code = back.header("location").split_once("?handoff=").unwrap().1.to_owned();
    let body = json!({"code": code, "verifier": browser.cookie("auth_handoff").unwrap(), "password": PASSWORD});
    assert_eq!(app.visitor().post("/api/auth/handoff", &body).await.json()["code"], "link_invalid");
}

#[tokio::test]
async fn starts_nonces_and_failed_callbacks_of_one_address_are_rate_limited() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let mut statuses = BTreeMap::<(&str, u16), usize>::new();
    for number in 0..320 {
        let (eve, path) = (app.visitor().from("198.51.100.9"), if number % 2 == 0 { "google" } else { "apple" });
        let start = eve.get(&format!("/api/auth/{path}/start")).await.status.as_u16();
        let nonce = eve.post("/api/auth/nonce", &json!({})).await.status.as_u16();
        *statuses.entry(("start", start)).or_default() += 1;
        *statuses.entry(("nonce", nonce)).or_default() += 1;
    }
    assert_eq!((statuses[&("start", 429)], statuses[&("nonce", 429)]), (20, 20), "a school may share the address");
    assert_eq!(app.count("one_time_values").await, 600, "{statuses:?}");
    app.advance(SignedDuration::from_secs(16));
    depart(&app.visitor().from("198.51.100.9"), "/api/auth/google/start").await;

    let ada = app.visitor().from("198.51.100.10");
    for _ in 0..110 {
        let sent = depart(&ada, "/api/auth/google/start").await;
        ada.get(&format!("/auth/callback?code=bogus&state={}", sent["state"])).await;
    }
    assert_eq!(issuer.forms("/token").len(), 100, "calls of the provider");
    let login = json!({"email": "nobody@example.org", "password": "a wrong guess"});
    assert_eq!(ada.post("/api/auth/login", &login).await.status, 401, "a login is not held up by callbacks");
    let other = app.visitor().from("198.51.100.11");
    let sent = depart(&other, "/api/auth/google/start").await;
    assert_eq!(google_returns(&issuer, &other, &sent).await.header("location"), "/");
}

#[tokio::test]
async fn a_redirect_to_an_account_with_a_password_asks_for_it() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = app.visitor();
    ada.post("/api/auth/register", &json!({"email": "ada@gmail.com", "password": PASSWORD})).await;
    app.deliver().await;
    let link = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": link})).await.ok();

    let browser = app.visitor();
    let sent = depart(&browser, "/api/auth/google/start").await;
    let back = google_returns(&issuer, &browser, &sent).await;
    let code = back.header("location").split_once("?handoff=").unwrap().1.to_owned();
    assert_eq!(browser.post("/api/auth/handoff", &json!({"code": code})).await.json()["code"], "link_required");
    let body = json!({"code": code, "password": PASSWORD});
    assert_eq!(app.visitor().post("/api/auth/handoff", &body).await.status, 422, "another browser");
    browser.post("/api/auth/handoff", &body).await.ok();
    google(&app.visitor(), |claims| claims).await.ok();
}

// [R1.14]
#[tokio::test]
async fn apples_token_is_kept_encrypted_and_revoked_with_the_account() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let grace = app.visitor();
    issuer.expect_code("apple-code", json!({"refresh_token": "apples-refresh-token"}));
    apple(&grace, json!({"code": "apple-code"}), |claims| claims).await.ok();
    app.deliver().await;
    assert_eq!(issuer.forms("/token")[0]["redirect_uri"], "http://127.0.0.1:8080/auth/apple/callback");
    let secret = jsonwebtoken::decode_header(&issuer.forms("/token")[0]["client_secret"]).unwrap();
    assert_eq!((secret.alg, secret.kid.as_deref()), (jsonwebtoken::Algorithm::ES256, Some("KEY123")));
    assert!(!app.dump().await.contains("apples-refresh-token"));

    grace.post("/api/auth/delete-account", &json!({})).await.ok();
    let dump = app.dump().await;
    for trace in ["grace@example.org", "001234.abcdef", "apples-refresh-token"] {
        assert!(!dump.contains(trace), "{trace} is left");
    }
    app.deliver().await;
    let revoked = &issuer.forms("/revoke")[0];
    assert_eq!(
        (revoked["token"].as_str(), revoked["token_type_hint"].as_str()),
        ("apples-refresh-token", "refresh_token")
    );
    assert_eq!(app.count("outbox").await, 0);
}

#[tokio::test]
async fn apples_token_is_revoked_when_the_provider_is_disconnected() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let grace = app.visitor();
    issuer.expect_code("apple-code", json!({"refresh_token": "apples-refresh-token"}));
    apple(&grace, json!({"code": "apple-code"}), |claims| changed(claims, "email", json!("ada@gmail.com"))).await.ok();
    google(&app.visitor(), |claims| claims).await.ok();
    app.deliver().await;
    grace.send_json(Method::DELETE, "/api/auth/identities/apple", &json!({})).await.ok();
    app.deliver().await;
    assert_eq!(issuer.forms("/revoke")[0]["token"], "apples-refresh-token");
    assert_eq!(app.count("outbox").await, 0);
}

#[tokio::test]
async fn apples_code_that_is_not_exchanged_yet_is_revoked_with_the_account() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let grace = app.visitor();
    issuer.expect_code("apple-code", json!({"refresh_token": "apples-refresh-token"}));
    apple(&grace, json!({"code": "apple-code"}), |claims| claims).await.ok();
    grace.post("/api/auth/delete-account", &json!({})).await.ok();
    assert!(!app.dump().await.contains("001234.abcdef"), "the subject is left");
    app.deliver().await;
    assert_eq!(issuer.forms("/revoke")[0]["token"], "apples-refresh-token");
    assert_eq!(app.count("outbox").await, 0);
}

#[tokio::test]
async fn a_code_apple_does_not_take_costs_nothing_but_the_revocation() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let grace = app.visitor();
    apple(&grace, json!({"code": "unknown"}), |claims| changed(claims, "sub", json!("s"))).await.ok();
    app.deliver().await;
    assert_eq!(app.count("outbox").await, 0, "asked once, not for ever");
    grace.get("/api/auth/me").await.ok();
}
