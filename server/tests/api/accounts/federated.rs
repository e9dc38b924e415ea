//! Sign-in with a token of Google's or Apple's: every check, and the keys behind it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value, json};

use crate::support::issuer::{Issuer, apple, changed, first_key, google, google_claims, nonce_of, now, second_key};

// [R1.10, R7.05, R3.11]
#[tokio::test]
async fn a_google_token_makes_an_account_and_opens_it_again() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let ada = app.visitor();
    let answer = google(&ada, |claims| claims).await.ok();
    assert_eq!(answer["user"]["auth_provider"], "google");
    assert_eq!(answer["user"]["email"], "ada@gmail.com");
    assert_eq!(answer["user"]["email_verified"], true);
    assert_eq!(answer["user"]["has_password"], false);
    assert_eq!(answer["user"]["first_name"], "Ada");
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["id"], answer["user"]["id"]);

    let again = google(&app.visitor(), |claims| changed(claims, "email", json!("other@gmail.com"))).await.ok();
    assert_eq!(again["user"]["id"], answer["user"]["id"], "the subject is the key, not the address");
    assert_eq!(again["user"]["email"], "ada@gmail.com", "the address is not overwritten");
}

#[tokio::test]
async fn both_forms_of_googles_name_are_accepted() {
    let app = Issuer::start().await.app().await;
    google(&app.visitor(), |claims| changed(claims, "iss", json!("accounts.google.com"))).await.ok();
}

// [R1.10]
#[tokio::test]
async fn a_token_that_is_wrong_in_one_respect_is_refused() {
    let app = Issuer::start().await.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let wrong = [
        ("aud", json!("another-app")),
        ("aud", Value::Null),
        ("azp", json!("another-app")),
        ("iss", json!("https://accounts.example")),
        ("iss", Value::Null),
        ("exp", json!(now() - 61)),
        ("exp", Value::Null),
        ("iat", json!(now() + 600)),
        ("iat", json!(now() - 90_000)),
        ("nbf", json!(now() + 600)),
        ("nonce", json!("a nonce of somebody else's")),
        ("nonce", Value::Null),
        ("sub", json!("")),
        ("sub", Value::Null),
        ("sub", json!("x".repeat(256))),
    ];
    for (claim, value) in wrong {
        let answer = google(&app.visitor(), |claims| changed(claims, claim, value.clone())).await;
        assert_eq!(answer.status, 401, "{claim} = {value}: {}", answer.text());
        assert_eq!(answer.json()["error"], "Google login failed");
        assert_eq!(answer.json()["code"], "google_failed");
        assert!(answer.set_cookies().is_empty());
    }
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn a_token_that_google_did_not_sign_is_refused() {
    let app = Issuer::start().await.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let ada = app.visitor();
    let claims = google_claims(&nonce_of(&ada).await);
    let text = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let unsigned = format!("{}.{}.", text(&json!({"alg": "none", "kid": "first"})), text(&claims));
    let hmac = Header { kid: Some("first".into()), ..Header::new(Algorithm::HS256) };
    let public = EncodingKey::from_secret(first_key().pem.as_bytes());
    let forged = [
        ("none", unsigned),
        ("HS256", jsonwebtoken::encode(&hmac, &claims, &public).unwrap()),
        ("another key under a known name", second_key().sign("first", &claims)),
        ("an unknown key", second_key().sign("second", &claims)),
        ("nonsense", "not a token".to_owned()),
        ("too long", "x".repeat(20_000)),
    ];
    for (how, token) in forged {
        let answer = ada.post("/api/auth/google", &json!({"token": token})).await;
        assert_eq!(answer.status, 401, "{how}: {}", answer.text());
    }
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn a_token_counts_once_and_only_in_the_browser_it_was_made_for() {
    let app = Issuer::start().await.app().await;
    let ada = app.visitor();
    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    let stranger = app.visitor();
    nonce_of(&stranger).await;
    assert_eq!(stranger.post("/api/auth/google", &json!({"token": token})).await.status, 401);
    let cookies = ada.other_tab();
    ada.post("/api/auth/google", &json!({"token": token})).await.ok();
    assert_eq!(ada.post("/api/auth/google", &json!({"token": token})).await.status, 401);
    assert_eq!(cookies.post("/api/auth/google", &json!({"token": token})).await.status, 401, "with the old cookie");
}

#[tokio::test]
async fn a_nonce_ends_after_ten_minutes() {
    let app = Issuer::start().await.app().await;
    let ada = app.visitor();
    let claims = google_claims(&nonce_of(&ada).await);
    app.advance(SignedDuration::from_secs(600));
    let answer = ada.post("/api/auth/google", &json!({"token": first_key().sign("first", &claims)})).await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn keys_are_kept_as_long_as_google_allows_and_unknown_ones_are_asked_for_once_a_minute() {
    let issuer = Issuer::start().await;
    // Each process keeps keys of its own.
    let app = issuer.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await.alone();
    for _ in 0..3 {
        google(&app.visitor(), |claims| claims).await.ok();
    }
    assert_eq!(issuer.key_requests(), 1);

    let ada = app.visitor();
    let rotated = second_key().sign("second", &google_claims(&nonce_of(&ada).await));
    for _ in 0..3 {
        assert_eq!(ada.post("/api/auth/google", &json!({"token": rotated})).await.status, 401);
    }
    assert_eq!(issuer.key_requests(), 1, "asked less than a minute ago");
    issuer.publish(&[first_key(), second_key()]);
    app.advance(SignedDuration::from_secs(61));
    ada.post("/api/auth/google", &json!({"token": rotated})).await.ok();
    assert_eq!(issuer.key_requests(), 2);

    app.advance(SignedDuration::from_secs(7200));
    google(&app.visitor(), |claims| changed(changed(claims, "iat", json!(now() + 7000)), "exp", json!(now() + 9000)))
        .await
        .ok();
    assert_eq!(issuer.key_requests(), 3, "two hours were allowed");
}

#[tokio::test]
async fn unreachable_keys_are_our_trouble_and_known_ones_still_count() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    issuer.fall_silent(true);
    let answer = google(&app.visitor(), |claims| claims).await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json()["error"], "Google login failed");
    assert_eq!(answer.header("retry-after"), "30");

    issuer.fall_silent(false);
    app.advance(SignedDuration::from_secs(61));
    google(&app.visitor(), |claims| claims).await.ok();
    issuer.fall_silent(true);
    app.advance(SignedDuration::from_secs(7300));
    let later = |claims| changed(changed(claims, "iat", json!(now() + 7000)), "exp", json!(now() + 9000));
    google(&app.visitor(), later).await.ok();
}

// [R1.11, R7.05, R3.11]
#[tokio::test]
async fn apple_tells_names_once_and_we_remember_them() {
    let app = Issuer::start().await.app().await;
    let names =
        json!({"user": {"email": "attacker@example.org", "name": {"firstName": "Grace", "lastName": "Hopper"}}});
    let first = apple(&app.visitor(), names, |claims| claims).await.ok();
    assert_eq!(first["user"]["auth_provider"], "apple");
    assert_eq!(first["user"]["email"], "grace@example.org", "the unsigned address is not believed");
    assert_eq!(first["user"]["email_verified"], true);
    let again = apple(&app.visitor(), json!({}), |claims| changed(claims, "email", Value::Null)).await.ok();
    assert_eq!(again["user"]["id"], first["user"]["id"]);
    assert_eq!(again["user"]["first_name"], "Grace");
}

#[tokio::test]
async fn apples_word_false_is_not_true() {
    let app = Issuer::start().await.app().await;
    let answer =
        apple(&app.visitor(), json!({}), |claims| changed(claims, "email_verified", json!("false"))).await.ok();
    assert_eq!(answer["user"]["email_verified"], false);
}

#[tokio::test]
async fn an_account_may_have_no_address_at_all() {
    let app = Issuer::start().await.app().await;
    let answer = apple(&app.visitor(), json!({}), |claims| changed(claims, "email", Value::Null)).await.ok();
    assert_eq!(answer["user"]["email"], Value::Null);
}

#[tokio::test]
async fn without_configuration_providers_are_refused_and_not_offered() {
    let app = crate::support::app::TestApp::start().await;
    assert_eq!(google(&app.visitor(), |claims| claims).await.status, 401);
    assert_eq!(app.visitor().get("/api/config").await.ok()["google_client_id"], Value::Null);
    assert_eq!(app.visitor().get("/api/auth/google/start").await.header("location"), "/login?error=google");
}

#[tokio::test]
async fn a_token_from_another_site_is_refused() {
    let app = Issuer::start().await.app().await;
    for path in ["/api/auth/nonce", "/api/auth/google", "/api/auth/apple", "/api/auth/handoff"] {
        let headers = [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")];
        let answer =
            app.visitor().post_with(path, &json!({"token": "x", "id_token": "x", "code": "x"}), &headers).await;
        assert_eq!(answer.status, 403, "{path}");
    }
}
