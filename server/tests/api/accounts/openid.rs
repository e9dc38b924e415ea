//! Sign-in with the OpenID Connect provider that the operator has chosen: the whole way, and every check of the token.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::redirect_sign_in::{VERIFIER, depart};
use crate::support::issuer::{CLIENT_ID, Issuer, Key, changed, first_key, google_claims, now, second_key};
use crate::support::persona::{Answer, PASSWORD, Persona};

pub const START: &str = "/api/auth/oidc/start";
pub const FAILED: &str = "/login?error=oidc";

fn sha256(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text.as_bytes()))
}

fn text(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// Comes back from the provider's page with a code for this token.
pub async fn come_back(issuer: &Issuer, persona: &Persona, sent: &BTreeMap<String, String>, token: &str) -> Answer {
    issuer.expect_code("code-1", json!({"id_token": token, "access_token": "access-1"}));
    persona.get(&format!("/auth/oidc/callback?code=code-1&state={}", sent["state"])).await
}

/// Signs in; `change` may spoil or alter the claims. Returns where the browser is sent.
pub async fn sign_in(issuer: &Issuer, persona: &Persona, change: impl Fn(Value) -> Value) -> String {
    let sent = depart(persona, START).await;
    let token = first_key().sign("first", &change(issuer.claims(&sent["nonce"])));
    come_back(issuer, persona, &sent, &token).await.header("location").to_owned()
}

pub async fn me(persona: &Persona) -> Value {
    persona.get("/api/auth/me").await.ok()["user"].clone()
}

#[tokio::test]
async fn the_whole_way_ends_signed_in_where_it_began() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let config = app.visitor().get("/api/config").await.ok();
    assert_eq!(config["oidc"], json!({"name": "Harbour House", "icon": "key"}));
    let jo = app.visitor();
    let start = jo.get(&format!("{START}?return_to=/profile")).await;
    assert!(start.header("location").starts_with(&format!("{}/authorize?theme=plain&", issuer.url)));
    let cookie = start.set_cookies().pop().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/auth/oidc"));

    let sent = depart(&jo, &format!("{START}?return_to=/profile")).await;
    assert_eq!((sent["client_id"].as_str(), sent["response_type"].as_str()), (CLIENT_ID, "code"));
    assert_eq!(sent["redirect_uri"], "http://127.0.0.1:8080/auth/oidc/callback");
    assert_eq!((sent["scope"].as_str(), sent.get("prompt")), ("openid email profile", None));
    assert_eq!(sent["code_challenge_method"], "S256");
    let token = first_key().sign("first", &issuer.claims(&sent["nonce"]));
    let back = come_back(&issuer, &jo, &sent, &token).await;
    assert_eq!((back.status.as_u16(), back.header("location")), (302, "/profile"));

    let form = &issuer.forms("/token")[0];
    assert_eq!(sha256(&form["code_verifier"]), sent["code_challenge"]);
    assert_eq!((form["code"].as_str(), form["grant_type"].as_str()), ("code-1", "authorization_code"));
    assert_eq!(form["redirect_uri"], sent["redirect_uri"]);
    // RFC 6749, 2.3.1: each part is form-encoded, then both are encoded together.
    let pair = "halcyon-web:a+secret%3A+with+%2F+signs+%26+all";
    assert_eq!(form["authorization"], format!("Basic {}", STANDARD.encode(pair)));
    assert!(!form.contains_key("client_secret"));

    let user = me(&jo).await;
    assert_eq!(user["auth_provider"], "oidc");
    assert_eq!((&user["email"], &user["email_verified"]), (&json!("jo@harbour.example"), &json!(true)));
    assert_eq!((&user["first_name"], &user["last_name"]), (&json!("Jo"), &json!("Quay")));
    let again = app.visitor();
    assert_eq!(sign_in(&issuer, &again, |claims| changed(claims, "email", json!("other@harbour.example"))).await, "/");
    assert_eq!(me(&again).await["id"], user["id"], "the subject is the key, not the address");
    assert_eq!(me(&again).await["email"], "jo@harbour.example", "the address is not overwritten");
}

#[tokio::test]
async fn a_provider_that_takes_the_secret_in_the_form_gets_it_there() {
    let issuer = Issuer::start().await;
    issuer.describe("token_endpoint_auth_methods_supported", json!(["client_secret_post"]));
    let app = issuer.app().await;
    assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/");
    let form = &issuer.forms("/token")[0];
    assert_eq!(form["client_secret"], crate::support::issuer::OIDC_SECRET);
    assert!(!form.contains_key("authorization"));
}

#[tokio::test]
async fn a_token_that_is_wrong_in_one_respect_is_refused() {
    let issuer = Issuer::start().await;
    let app = issuer.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let wrong = [
        ("iss", json!("https://accounts.google.com")),
        ("iss", json!(format!("{}/", issuer.url))),
        ("iss", Value::Null),
        ("aud", json!("another-app")),
        ("aud", json!(["another-app"])),
        ("aud", json!([CLIENT_ID, "another-app"])),
        ("aud", Value::Null),
        ("azp", json!("another-app")),
        ("exp", json!(now() - 61)),
        ("exp", Value::Null),
        ("exp", json!(now() + 90_000)),
        ("iat", json!(now() + 61)),
        ("iat", Value::Null),
        ("nbf", json!(now() + 61)),
        ("nonce", json!("a nonce of another request")),
        ("nonce", Value::Null),
        ("sub", json!("")),
        ("sub", Value::Null),
        ("sub", json!("x".repeat(256))),
    ];
    for (claim, value) in wrong {
        let eve = app.visitor();
        let to = sign_in(&issuer, &eve, |claims| changed(claims, claim, value.clone())).await;
        assert_eq!(to, FAILED, "{claim} = {value}");
        assert_eq!(eve.cookie("access_token_cookie"), None, "{claim} = {value}");
    }
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn a_clock_may_be_wrong_by_a_minute() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    for (claim, value) in [("exp", now() - 59), ("iat", now() + 59), ("nbf", now() + 59)] {
        let to = sign_in(&issuer, &app.visitor(), |claims| changed(claims, claim, json!(value))).await;
        assert_eq!(to, "/", "{claim}");
    }
    let for_several = |claims| changed(changed(claims, "aud", json!([CLIENT_ID, "other"])), "azp", json!(CLIENT_ID));
    let to = sign_in(&issuer, &app.visitor(), for_several).await;
    assert_eq!(to, "/", "for several applications, issued to ours");
}

/// Makes a token of claims.
type Forgery = Box<dyn Fn(&Value) -> String>;

#[tokio::test]
async fn a_token_that_the_provider_did_not_sign_is_refused() {
    let issuer = Issuer::start().await;
    let curve = Key::elliptic("curve");
    issuer.publish(&[first_key(), &curve]);
    let app = issuer.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let eve = app.visitor();
    let hmac = Header { kid: Some("first".into()), ..Header::new(Algorithm::HS256) };
    let forgeries: [(&str, Forgery); 8] = [
        ("none", Box::new(|claims| format!("{}.{}.", text(&json!({"alg": "none", "kid": "first"})), text(claims)))),
        ("HS256 with a public key", {
            let public = EncodingKey::from_secret(first_key().public().to_string().as_bytes());
            Box::new(move |claims| jsonwebtoken::encode(&hmac, claims, &public).unwrap())
        }),
        ("another key under a known name", Box::new(|claims| second_key().sign("first", claims))),
        ("a key for another algorithm", Box::new(|claims| first_key().sign("curve", claims))),
        ("an unknown key", Box::new(|claims| second_key().sign("second", claims))),
        ("an algorithm that is not offered", Box::new(|claims| first_key().sign_as(Algorithm::RS512, "first", claims))),
        ("nonsense", Box::new(|_| "not a token".to_owned())),
        (
            "too long",
            Box::new(|claims| first_key().sign("first", &changed(claims.clone(), "x", json!("x".repeat(16_384))))),
        ),
    ];
    for (how, forge) in forgeries {
        let sent = depart(&eve, START).await;
        let token = forge(&issuer.claims(&sent["nonce"]));
        assert_eq!(come_back(&issuer, &eve, &sent, &token).await.header("location"), FAILED, "{how}");
    }
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn keys_of_two_kinds_are_accepted_beside_keys_that_nobody_knows() {
    let issuer = Issuer::start().await;
    let curve = Key::elliptic("curve");
    let strange = json!({"kty": "AKP", "kid": "new", "alg": "ML-DSA-44", "pub": "x"});
    let encryption = json!({"kty": "RSA", "kid": "enc", "use": "enc", "alg": "RSA-OAEP", "n": "AQAB", "e": "AQAB"});
    issuer.publish_raw(vec![strange, encryption, first_key().public(), curve.public()]);
    let app = issuer.app().await;
    for (key, kid) in [(first_key(), "first"), (&curve, "curve")] {
        let jo = app.visitor();
        let sent = depart(&jo, START).await;
        let token = key.sign(kid, &issuer.claims(&sent["nonce"]));
        assert_eq!(come_back(&issuer, &jo, &sent, &token).await.header("location"), "/", "{kid}");
    }
}

#[tokio::test]
async fn a_state_counts_once_in_its_own_browser_and_for_ten_minutes() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (jo, mallory) = (app.visitor(), app.visitor());
    let token = |sent: &BTreeMap<String, String>| first_key().sign("first", &issuer.claims(&sent["nonce"]));
    let sent = depart(&mallory, START).await;
    assert_eq!(come_back(&issuer, &jo, &sent, &token(&sent)).await.header("location"), FAILED, "another browser");

    let sent = depart(&jo, START).await;
    assert_eq!(come_back(&issuer, &jo, &sent, &token(&sent)).await.header("location"), "/");
    jo.set_cookie("oidc_state", &sent["state"]);
    assert_eq!(come_back(&issuer, &jo, &sent, &token(&sent)).await.header("location"), FAILED, "replayed");

    // A state of Google's does not end a sign-in here.
    let sent = depart(&jo, "/api/auth/google/start").await;
    jo.set_cookie("oidc_state", &sent["state"]);
    let googles = first_key().sign("first", &google_claims(&sent["nonce"]));
    assert_eq!(come_back(&issuer, &jo, &sent, &googles).await.header("location"), FAILED, "another provider");

    let sent = depart(&jo, START).await;
    app.advance(SignedDuration::from_secs(600));
    assert_eq!(come_back(&issuer, &jo, &sent, &token(&sent)).await.header("location"), FAILED, "too old");
    assert_eq!(jo.get("/auth/oidc/callback").await.header("location"), "/login", "opened by hand");
}

#[tokio::test]
async fn a_callback_that_names_another_issuer_is_refused() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    for (iss, expected) in [("https://evil.example", FAILED), (issuer.url.as_str(), "/")] {
        let jo = app.visitor();
        let sent = depart(&jo, START).await;
        let token = first_key().sign("first", &issuer.claims(&sent["nonce"]));
        issuer.expect_code("code-1", json!({"id_token": token}));
        let back = jo.get(&format!("/auth/oidc/callback?code=code-1&state={}&iss={iss}", sent["state"])).await;
        assert_eq!(back.header("location"), expected, "{iss}");
    }
}

#[tokio::test]
async fn an_address_that_the_provider_did_not_verify_opens_no_account() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let owner = app.visitor();
    owner.post("/api/auth/register", &json!({"email": "jo@harbour.example", "password": PASSWORD})).await;
    for value in [json!(false), json!("false"), Value::Null] {
        let to = sign_in(&issuer, &app.visitor(), |claims| changed(claims, "email_verified", value.clone())).await;
        assert_eq!(to, "/login?error=email_taken", "{value}");
    }
    assert_eq!(app.count("identities").await, 0);
    let kim = app.visitor();
    let unverified =
        |claims| changed(changed(claims, "email_verified", Value::Null), "email", json!("kim@harbour.example"));
    assert_eq!(sign_in(&issuer, &kim, unverified).await, "/");
    assert_eq!(me(&kim).await["email_verified"], false);
}

#[tokio::test]
async fn the_operator_chooses_the_claim_and_whether_it_counts_as_verified() {
    let issuer = Issuer::start().await;
    let claims = |claims: Value| changed(claims, "upn", json!("jo@office.example"));
    for (trust, is_verified) in [("off", false), ("on", true)] {
        let app = issuer.app_with(&[("HALCYON_OIDC_EMAIL_CLAIM", "upn"), ("HALCYON_OIDC_TRUST_EMAIL", trust)]).await;
        let jo = app.visitor();
        assert_eq!(sign_in(&issuer, &jo, claims).await, "/");
        let user = me(&jo).await;
        assert_eq!((&user["email"], &user["email_verified"]), (&json!("jo@office.example"), &json!(is_verified)));
    }
}

#[tokio::test]
async fn a_verified_address_of_an_account_with_a_password_asks_for_it() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let jo = app.visitor();
    jo.post("/api/auth/register", &json!({"email": "jo@harbour.example", "password": PASSWORD})).await;
    app.deliver().await;
    let link = app.link_in_last_mail("/verify-email#token=");
    jo.post("/api/auth/verify-email", &json!({"token": link})).await.ok();

    let browser = app.visitor();
    let to = sign_in(&issuer, &browser, |claims| claims).await;
    let code = to.split_once("/auth/callback?handoff=").unwrap().1;
    assert_eq!(browser.post("/api/auth/handoff", &json!({"code": code})).await.json()["code"], "link_required");
    browser.post("/api/auth/handoff", &json!({"code": code, "password": PASSWORD})).await.ok();
    assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/");
    app.deliver().await;
    assert!(app.mails().iter().any(|mail| mail.text.contains("Harbour House")), "the owner is told which provider");
}

#[tokio::test]
async fn somebody_new_makes_no_account_where_sign_ups_are_closed() {
    let issuer = Issuer::start().await;
    for closed in [("HALCYON_OIDC_SIGN_UP", "off"), ("HALCYON_SIGN_UPS", "closed"), ("HALCYON_SIGN_UPS", "invitation")]
    {
        let open = issuer.app().await;
        assert_eq!(sign_in(&issuer, &open.visitor(), |claims| claims).await, "/");
        let oidc = [
            ("HALCYON_OIDC_ISSUER", issuer.url.as_str()),
            ("HALCYON_OIDC_CLIENT_ID", CLIENT_ID),
            ("HALCYON_OIDC_CLIENT_SECRET", "s"),
        ];
        let app = open.restart_with(&[&oidc[..], &[closed]].concat()).await;
        let new = |claims| changed(changed(claims, "sub", json!("new")), "email", json!("new@harbour.example"));
        assert_eq!(sign_in(&issuer, &app.visitor(), new).await, "/login?error=sign_ups_closed", "{closed:?}");
        assert_eq!(app.count("users").await, 1);
        assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/", "who is known comes in");
    }
}

#[tokio::test]
async fn the_same_subject_at_another_issuer_is_somebody_else() {
    let (issuer, other) = (Issuer::start().await, Issuer::start().await);
    let app = issuer.app().await;
    let jo = app.visitor();
    assert_eq!(sign_in(&issuer, &jo, |claims| claims).await, "/");
    let settings = [
        ("HALCYON_OIDC_ISSUER", other.url.as_str()),
        ("HALCYON_OIDC_CLIENT_ID", CLIENT_ID),
        ("HALCYON_OIDC_CLIENT_SECRET", "s"),
    ];
    let moved = app.restart_with(&settings).await;
    let eve = |claims| changed(claims, "email", json!("eve@harbour.example"));
    let stranger = moved.visitor();
    assert_eq!(sign_in(&other, &stranger, eve).await, "/");
    assert_ne!(me(&stranger).await["id"], me(&jo).await["id"]);
}

#[tokio::test]
async fn the_app_ends_a_sign_in_of_the_system_browser() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (web_view, browser) = (app.visitor(), app.visitor());
    let sent = depart(&web_view, &format!("{START}?native=1&challenge={}", sha256(VERIFIER))).await;
    let token = first_key().sign("first", &issuer.claims(&sent["nonce"]));
    let back = come_back(&issuer, &browser, &sent, &token).await;
    let code = back.header("location").split_once("/auth/callback?handoff=").unwrap().1.to_owned();
    assert_eq!(browser.get("/api/auth/me").await.status, 401, "the system browser is not signed in");
    web_view.post("/api/auth/handoff", &json!({"code": code, "verifier": VERIFIER})).await.ok();
    assert_eq!(me(&web_view).await["email"], "jo@harbour.example");
}

#[tokio::test]
async fn a_cancelled_sign_in_is_no_error_and_a_provider_error_is_shown() {
    let app = Issuer::start().await.app().await;
    let jo = app.visitor();
    for (error, expected) in [("access_denied", "/login"), ("server_error", FAILED)] {
        let sent = depart(&jo, START).await;
        let answer = jo.get(&format!("/auth/oidc/callback?error={error}&state={}", sent["state"])).await;
        assert_eq!(answer.header("location"), expected);
    }
}

#[tokio::test]
async fn without_an_issuer_nothing_is_offered() {
    let app = crate::support::app::TestApp::start().await;
    assert_eq!(app.visitor().get("/api/config").await.ok()["oidc"], Value::Null);
    assert_eq!(app.visitor().get(START).await.header("location"), FAILED);
    assert_eq!(app.visitor().get("/auth/oidc/callback?code=x&state=y").await.header("location"), FAILED);
}
