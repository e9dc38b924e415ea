//! An OpenID Connect provider in trouble: its discovery document, its keys, its user info.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::openid::{FAILED, START, come_back, me, sign_in};
use super::redirect_sign_in::depart;
use crate::support::app::TestApp;
use crate::support::issuer::{Issuer, changed, first_key, now, second_key};

const DOWN: &str = "/login?error=provider_down";

/// One process, which keeps documents and keys of its own.
async fn site(issuer: &Issuer) -> TestApp {
    issuer.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await.alone()
}

async fn start(app: &TestApp) -> String {
    app.visitor().get(START).await.header("location").to_owned()
}

#[tokio::test]
async fn a_discovery_document_that_cannot_be_used_is_a_clear_error_until_it_can() {
    let faults = [
        ("issuer", json!("https://another.example")),
        ("issuer", Value::Null),
        ("token_endpoint", Value::Null),
        ("jwks_uri", json!("file:///etc/passwd")),
        ("token_endpoint", json!("http://public.example/token")),
        ("padding", json!("x".repeat(256 * 1024))),
    ];
    for (field, value) in faults {
        let issuer = Issuer::start().await;
        let app = site(&issuer).await;
        let right = issuer.discovered(field);
        issuer.describe(field, value.clone());
        for _ in 0..3 {
            assert_eq!(start(&app).await, DOWN, "{field} = {value}");
        }
        assert_eq!(issuer.discovery_requests(), 1, "asked once a minute");
        issuer.describe(field, right);
        app.advance(SignedDuration::from_secs(61));
        assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/", "{field}");
    }
}

#[tokio::test]
async fn without_discovery_the_rest_of_the_site_works_and_later_the_last_document_stays_valid() {
    let issuer = Issuer::start().await;
    issuer.fall_silent(true);
    let app = site(&issuer).await;
    assert_eq!(start(&app).await, DOWN);
    assert_eq!(app.visitor().get("/api/config").await.ok()["oidc"]["name"], "Harbour House", "still offered");
    app.signed_in("ada").await;

    issuer.fall_silent(false);
    app.advance(SignedDuration::from_secs(61));
    assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/");
    let asked = issuer.discovery_requests();
    app.advance(SignedDuration::from_mins(59));
    assert!(start(&app).await.starts_with(&format!("{}/authorize", issuer.url)));
    assert_eq!(issuer.discovery_requests(), asked, "kept for an hour");
    app.advance(SignedDuration::from_mins(1));
    assert!(start(&app).await.starts_with(&format!("{}/authorize", issuer.url)));
    assert_eq!(issuer.discovery_requests(), asked + 1, "and no longer");

    app.advance(SignedDuration::from_hours(2));
    issuer.fall_silent(true);
    assert!(start(&app).await.starts_with(&format!("{}/authorize", issuer.url)), "the last one is good enough");
    assert!(issuer.discovery_requests() > asked + 1, "but was asked for again");
}

#[tokio::test]
async fn a_rotated_key_is_fetched_and_an_unknown_one_once_a_minute() {
    let issuer = Issuer::start().await;
    let app = site(&issuer).await;
    assert_eq!(sign_in(&issuer, &app.visitor(), |claims| claims).await, "/");
    assert_eq!(issuer.key_requests(), 1);
    let with_second_key = async || {
        let jo = app.visitor();
        let sent = depart(&jo, START).await;
        let token = second_key().sign("second", &changed(issuer.claims(&sent["nonce"]), "exp", json!(now() + 3600)));
        come_back(&issuer, &jo, &sent, &token).await.header("location").to_owned()
    };
    app.advance(SignedDuration::from_secs(61));
    for _ in 0..5 {
        assert_eq!(with_second_key().await, FAILED);
    }
    assert_eq!(issuer.key_requests(), 2, "one request for five unknown keys");
    issuer.publish(&[second_key()]);
    app.advance(SignedDuration::from_secs(61));
    assert_eq!(with_second_key().await, "/", "rotated");
    assert_eq!(issuer.key_requests(), 3);
    assert_eq!(
        sign_in(&issuer, &app.visitor(), |claims| changed(claims, "exp", json!(now() + 3600))).await,
        FAILED,
        "the old key is gone"
    );
}

#[tokio::test]
async fn a_provider_that_fails_during_the_exchange_is_down_and_one_that_refuses_the_code_is_not() {
    let issuer = Issuer::start().await;
    let app = site(&issuer).await;
    let jo = app.visitor();
    let sent = depart(&jo, START).await;
    let refused = jo.get(&format!("/auth/oidc/callback?code=unknown&state={}", sent["state"])).await;
    assert_eq!(refused.header("location"), FAILED);
    let sent = depart(&jo, START).await;
    issuer.expect_code("code-1", json!({"access_token": "access-1"}));
    let without = jo.get(&format!("/auth/oidc/callback?code=code-1&state={}", sent["state"])).await;
    assert_eq!(without.header("location"), FAILED, "no ID token");
    // The keys cannot be fetched.
    let sent = depart(&jo, START).await;
    issuer.fall_silent(true);
    let token = first_key().sign("first", &issuer.claims(&sent["nonce"]));
    assert_eq!(come_back(&issuer, &jo, &sent, &token).await.header("location"), DOWN);
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn an_address_that_the_token_lacks_comes_from_the_user_info_of_the_same_user() {
    let issuer = Issuer::start().await;
    let app = site(&issuer).await;
    let bare = |claims| changed(changed(claims, "email", Value::Null), "given_name", Value::Null);
    assert_eq!(sign_in(&issuer, &app.visitor(), bare).await, DOWN, "it does not answer");
    let info = json!({"sub": "another", "email": "jo@harbour.example", "email_verified": true, "name": "Jo Quay"});
    issuer.tell_about_user(info.clone());
    assert_eq!(sign_in(&issuer, &app.visitor(), bare).await, FAILED, "about another user");
    assert_eq!(app.count("users").await, 0);
    issuer.tell_about_user(changed(info, "sub", json!("248289761001")));
    let jo = app.visitor();
    assert_eq!(sign_in(&issuer, &jo, bare).await, "/");
    let user = me(&jo).await;
    assert_eq!((&user["email"], &user["email_verified"]), (&json!("jo@harbour.example"), &json!(true)));
    assert_eq!(user["first_name"], "Jo Quay");

    issuer.describe("userinfo_endpoint", Value::Null);
    let app = site(&issuer).await;
    let kim = app.visitor();
    assert_eq!(sign_in(&issuer, &kim, bare).await, "/");
    assert_eq!(me(&kim).await["email"], Value::Null, "an account may have no address");
}
