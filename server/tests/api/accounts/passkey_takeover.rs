//! Passkeys and the owner of an address: what proves the address removes what others have left in the account.

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::json;

use super::passkeys::{add, owner_of, passkeys, prepare_sign_up, sign_in, site, verified};
use crate::support::app::TestApp;
use crate::support::authenticator::{Authenticator, Manner};
use crate::support::issuer::{Issuer, google};

const NEW_PASSWORD: &str = "a storm over the harbour";

async fn reset(app: &TestApp, email: &str) {
    app.visitor().post("/api/auth/forgot-password", &json!({"email": email})).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to(email, "/reset-password#token=");
    app.visitor().post("/api/auth/reset-password", &json!({"token": token, "password": NEW_PASSWORD})).await.ok();
}

#[tokio::test]
async fn a_reset_of_an_unverified_account_removes_the_passkey_it_was_made_with() {
    let app = site().await;
    let mut attacker = Authenticator::new();
    owner_of(&app, &mut attacker, "ada").await;
    reset(&app, "ada@example.org").await;
    assert_eq!(sign_in(&app.visitor(), &attacker, &Manner::default()).await.status, 401);
    assert_eq!(app.login("ada", NEW_PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_reset_of_a_verified_account_keeps_its_passkeys() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let mut key = Authenticator::new();
    assert_eq!(add(&ada, &mut key, &Manner::default()).await.status, 201);
    reset(&app, "ada@example.org").await;
    sign_in(&app.visitor(), &key, &Manner::default()).await.ok();
}

#[tokio::test]
async fn a_provider_that_vouches_for_the_address_removes_the_passkey_of_who_registered_it() {
    let app = Issuer::start().await.app_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let mut attacker = Authenticator::new();
    let persona = app.visitor();
    let who = json!({"email": "ada@gmail.com"});
    let ceremony = persona.post("/api/auth/passkey/sign-up/options", &who).await.ok();
    let credential = attacker.create(&ceremony["options"], &Manner::default());
    let body = json!({"id": ceremony["id"], "credential": credential, "email": "ada@gmail.com"});
    assert_eq!(persona.post("/api/auth/passkey/sign-up", &body).await.status, 201);

    let owner = google(&app.visitor(), |claims| claims).await.ok();
    assert_eq!(owner["user"]["email"], "ada@gmail.com");
    assert_eq!(sign_in(&app.visitor(), &attacker, &Manner::default()).await.status, 401);
}

#[tokio::test]
async fn undoing_a_change_of_address_removes_the_passkeys_added_since() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let (mut hers, mut thief) = (Authenticator::new(), Authenticator::new());
    assert_eq!(add(&ada, &mut hers, &Manner::default()).await.status, 201);
    app.advance(SignedDuration::from_mins(1));
    let change = json!({"email": "thief@example.org", "current_password": crate::support::persona::PASSWORD});
    ada.put("/api/auth/update-profile", &change).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to("thief@example.org", "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    assert_eq!(add(&ada, &mut thief, &Manner::default()).await.status, 201);
    app.deliver().await;
    let revert = app
        .mails()
        .iter()
        .find_map(|mail| Some(mail.text.split_once("#revert=")?.1.split_whitespace().next()?.to_owned()))
        .unwrap();
    app.visitor().post("/api/auth/revert-email", &json!({"token": revert})).await.ok();
    assert_eq!(sign_in(&app.visitor(), &thief, &Manner::default()).await.status, 401);
    sign_in(&app.visitor(), &hers, &Manner::default()).await.ok();
}

/// Without mail, passkeys are added to unverified addresses; once mail is sent, the first proof removes them.
#[tokio::test]
async fn the_first_verification_removes_passkeys_that_were_added_beside_a_password() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let mut key = Authenticator::new();
    assert_eq!(add(&ada, &mut key, &Manner::default()).await.status, 201);
    on_db!(app.db.writer(), pool => sqlx::query("update users set email_verified_at = null").execute(pool).await.map(|_| ()))
        .unwrap();
    ada.post("/api/auth/resend-verification", &json!({})).await.ok();
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    assert!(passkeys(&ada).await.is_empty());
    assert_eq!(sign_in(&app.visitor(), &key, &Manner::default()).await.status, 401);
}

#[tokio::test]
async fn of_two_sign_ups_with_one_address_one_gets_the_account() {
    let app = site().await;
    let (mut one, mut other) = (Authenticator::new(), Authenticator::new());
    // Both have begun before either of them ends.
    let (ada, first) = prepare_sign_up(&app, &mut one, "ada").await;
    let (eve, second) = prepare_sign_up(&app, &mut other, "ada").await;
    let finish = "/api/auth/passkey/sign-up";
    let (first, second) = tokio::join!(ada.post(finish, &first), eve.post(finish, &second));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(app.count("passkeys").await, 1, "the other passkey is not stored");
}
