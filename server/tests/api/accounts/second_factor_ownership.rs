//! With two-step verification the password alone proves nothing: resets, confirmations, links and providers.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::passkeys::{add, sign_in, site, verified};
use crate::support::TestApp;
use crate::support::authenticator::{Authenticator, Manner};
use crate::support::authenticator_app::{first_step, log_in, second_step, turn_on};
use crate::support::issuer::{Issuer, first_key, google, google_claims, nonce_of};
use crate::support::persona::{Answer, PASSWORD, Persona};

const NEW_PASSWORD: &str = "a storm over the harbour";

fn refused(answer: &Answer) -> (u16, Value) {
    (answer.status.as_u16(), answer.json()["code"].clone())
}

/// The sign-in is no longer recent.
async fn later(app: &TestApp, persona: &Persona) {
    app.advance(SignedDuration::from_mins(10));
    persona.post("/api/auth/refresh", &json!({})).await.ok();
}

#[tokio::test]
async fn a_reset_by_mail_neither_turns_it_off_nor_signs_in() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let (phone, _) = turn_on(&app, &ada).await;
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to("ada@example.org", "/reset-password#token=");
    let reader = app.visitor();
    reader.post("/api/auth/reset-password", &json!({"token": token, "password": NEW_PASSWORD})).await.ok();
    assert_eq!(reader.get("/api/auth/me").await.status, 401);

    let body = json!({"email": "ada@example.org", "password": NEW_PASSWORD});
    let asked = reader.post("/api/auth/login", &body).await;
    assert_eq!(asked.status, 202);
    assert_eq!(second_step(&reader, &asked.json()["id"], "code", &phone.wrong_code(&app)).await.status, 422);
    second_step(&reader, &asked.json()["id"], "code", &phone.code(&app, 1)).await.ok();
}

#[tokio::test]
async fn a_confirmation_with_the_password_needs_a_code_as_well_and_uses_it_up() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let (phone, codes) = turn_on(&app, &ada).await;
    later(&app, &ada).await;
    let confirm = async |more: Value| {
        let mut body = json!({"password": PASSWORD});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ada.post("/api/auth/confirm", &body).await
    };
    for more in [json!({}), json!({"code": phone.wrong_code(&app)}), json!({"recovery_code": "guess"})] {
        assert_eq!(refused(&confirm(more.clone()).await), (422, json!("validation")), "{more}");
    }
    let wrong = confirm(json!({"password": "not the password", "code": phone.code(&app, 0)})).await;
    assert!(wrong.json()["fields"]["password"].is_string(), "{}", wrong.text());
    assert_eq!(ada.get("/api/auth/export").await.status, 403);

    confirm(json!({"code": phone.code(&app, 0)})).await.ok();
    ada.get("/api/auth/export").await.ok();
    assert_eq!(log_in(&app.visitor(), "ada", "code", &phone.code(&app, 0)).await.status, 422, "it is used up");
    later(&app, &ada).await;
    confirm(json!({"recovery_code": codes[0]})).await.ok();
    ada.get("/api/auth/export").await.ok();
    assert_eq!(confirm(json!({"recovery_code": codes[0]})).await.status, 422, "it is used up");
}

#[tokio::test]
async fn guesses_of_codes_in_a_session_are_limited() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let (phone, _) = turn_on(&app, &ada).await;
    let mut statuses = Vec::new();
    for _ in 0..12 {
        let body = json!({"password": PASSWORD, "code": phone.wrong_code(&app)});
        statuses.push(ada.post("/api/auth/confirm", &body).await.status.as_u16());
    }
    assert_eq!(statuses, [&[422; 10][..], &[429; 2]].concat());
}

#[tokio::test]
async fn calls_that_take_the_password_need_a_recent_authentication_besides() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let (phone, _) = turn_on(&app, &ada).await;
    later(&app, &ada).await;
    let change = json!({"current_password": PASSWORD, "new_password": NEW_PASSWORD});
    let address = json!({"email": "new@example.org", "current_password": PASSWORD});
    let answers = [
        ada.put("/api/auth/change-password", &change).await,
        ada.put("/api/auth/update-profile", &address).await,
        ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await,
    ];
    for answer in &answers {
        assert_eq!(refused(answer), (403, json!("reauth_required")));
    }
    let wrong = json!({"current_password": "not the password", "new_password": NEW_PASSWORD});
    assert_eq!(ada.put("/api/auth/change-password", &wrong).await.status, 422);
    let confirmation = json!({"password": PASSWORD, "code": phone.code(&app, 0)});
    ada.post("/api/auth/confirm", &confirmation).await.ok();
    ada.put("/api/auth/change-password", &change).await.ok();
}

#[tokio::test]
async fn a_link_to_a_new_address_is_confirmed_in_a_session_and_not_with_the_password() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    turn_on(&app, &ada).await;
    ada.put("/api/auth/update-profile", &json!({"email": "new@example.org"})).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to("new@example.org", "/verify-email#token=");
    let body = json!({"token": token, "password": PASSWORD});
    assert_eq!(
        refused(&app.visitor().post("/api/auth/verify-email", &body).await),
        (409, json!("second_factor_required"))
    );
    let guess = json!({"token": token, "password": "not the password"});
    assert_eq!(app.visitor().post("/api/auth/verify-email", &guess).await.status, 422);
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
}

#[tokio::test]
async fn a_passkey_counts_as_both_factors() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let mut key = Authenticator::new();
    assert_eq!(add(&ada, &mut key, &Manner::default()).await.status, 201);
    turn_on(&app, &ada).await;
    let browser = app.visitor();
    sign_in(&browser, &key, &Manner::default()).await.ok();
    later(&app, &browser).await;
    let ceremony = browser.post("/api/auth/confirm/options", &json!({})).await.ok();
    let credential = key.get(&ceremony["options"], &Manner::default());
    let confirmation = json!({"passkey": {"id": ceremony["id"], "credential": credential}});
    browser.post("/api/auth/confirm", &confirmation).await.ok();
    browser.delete("/api/auth/second-factor").await.ok();
}

#[tokio::test]
async fn a_connected_provider_counts_as_both_factors() {
    let app = Issuer::start().await.app().await;
    let ada = verified(&app, "ada").await;
    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    ada.post("/api/auth/identities/google", &json!({"token": token})).await.ok();
    turn_on(&app, &ada).await;
    let signed_in = google(&app.visitor(), |claims| claims).await.ok();
    assert_eq!(signed_in["user"]["email"], "ada@example.org");
}

/// Google vouches for an address of an organisation whose mail it hosts.
fn with_adas_address(mut claims: Value) -> Value {
    claims["email"] = json!("ada@example.org");
    claims["hd"] = json!("example.org");
    claims
}

#[tokio::test]
async fn a_provider_is_not_connected_by_the_address_even_with_the_password() {
    let app = Issuer::start().await.app().await;
    let ada = verified(&app, "ada").await;
    turn_on(&app, &ada).await;
    let browser = app.visitor();
    assert_eq!(refused(&google(&browser, with_adas_address).await), (409, json!("link_required")));
    let token = first_key().sign("first", &with_adas_address(google_claims(&nonce_of(&browser).await)));
    let with =
        async |password: &str| browser.post("/api/auth/google", &json!({"token": token, "password": password})).await;
    assert_eq!(refused(&with("not the password").await), (401, json!("bad_credentials")));
    assert_eq!(refused(&with(PASSWORD).await), (409, json!("second_factor_required")));
    assert_eq!(app.count("identities").await, 0);

    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    ada.post("/api/auth/identities/google", &json!({"token": token})).await.ok();
}

/// Who changed the address had the account: what they turned on goes, what the owner had before stays.
#[tokio::test]
async fn undoing_a_change_of_address_removes_what_was_turned_on_since_and_nothing_older() {
    let app = TestApp::start().await;
    let change = async |persona: &Persona, to: &str| {
        app.advance(SignedDuration::from_mins(1));
        persona.put("/api/auth/update-profile", &json!({"email": to, "current_password": PASSWORD})).await.ok();
        app.deliver().await;
        let token = app.link_in_mail_to(to, "/verify-email#token=");
        persona.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
        app.advance(SignedDuration::from_mins(1));
        app.deliver().await;
    };
    let ada = verified(&app, "ada").await;
    change(&ada, "thief@example.org").await;
    turn_on(&app, &ada).await;
    let bob = verified(&app, "bob").await;
    let (phone, _) = turn_on(&app, &bob).await;
    change(&bob, "thief2@example.org").await;
    bob.post("/api/auth/second-factor/recovery-codes", &json!({})).await.ok();
    assert_eq!((app.count("second_factors").await, app.count("recovery_codes").await), (2, 20));

    for name in ["ada", "bob"] {
        let email = format!("{name}@example.org");
        let token = app.link_in_mail_to(&email, "/verify-email#revert=");
        app.visitor().post("/api/auth/revert-email", &json!({"token": token})).await.ok();
        app.deliver().await;
        let token = app.link_in_mail_to(&email, "/reset-password#token=");
        let body = json!({"token": token, "password": PASSWORD});
        app.visitor().post("/api/auth/reset-password", &body).await.ok();
    }
    assert_eq!(app.login("ada", PASSWORD).await.status, 200);
    let browser = app.visitor();
    let id = first_step(&browser, "bob").await;
    second_step(&browser, &id, "code", &phone.code(&app, 0)).await.ok();
    assert_eq!(app.count("recovery_codes").await, 0, "they were made after the change");
}

/// A second factor of an address that was never verified, as a site without mail allows it. Another person may have registered
/// the address and could keep its owner out.
async fn turn_on_unverified(app: &TestApp) {
    let thief = verified(app, "ada").await;
    turn_on(app, &thief).await;
    halcyon::on_db!(app.db.writer(), pool => {
        sqlx::query("update users set email_verified_at = null").execute(pool).await.map(|_| ())
    })
    .unwrap();
}

#[tokio::test]
async fn the_first_proof_of_an_address_by_a_provider_removes_it() {
    let app = Issuer::start().await.app().await;
    turn_on_unverified(&app).await;
    google(&app.visitor(), with_adas_address).await.ok();
    assert_eq!((app.count("second_factors").await, app.count("recovery_codes").await), (0, 0));
}

#[tokio::test]
async fn the_first_proof_of_an_address_by_a_reset_removes_it() {
    let app = TestApp::start().await;
    turn_on_unverified(&app).await;
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to("ada@example.org", "/reset-password#token=");
    app.visitor().post("/api/auth/reset-password", &json!({"token": token, "password": NEW_PASSWORD})).await.ok();
    assert_eq!(app.login("ada", NEW_PASSWORD).await.status, 200);
}
