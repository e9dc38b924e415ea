//! The owner of a verified address is notified of every change of the account, and can undo a change of the address.

use axum::http::Method;
use jiff::SignedDuration;
use serde_json::json;

use crate::support::TestApp;
use crate::support::issuer::{Issuer, first_key, google, google_claims, nonce_of};
use crate::support::persona::{PASSWORD, Persona};

const OLD: &str = "ada@example.org";
const THIEF: &str = "thief@example.org";
const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Ada, with a verified address, and the number of mails so far.
async fn verified_ada(app: &TestApp) -> Persona {
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    let token = app.link_in_mail_to(OLD, "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    ada
}

/// Recipients and subjects of the mails since the last call.
async fn news(app: &TestApp, seen: &mut usize) -> Vec<(String, String)> {
    app.deliver().await;
    let mails = app.mails();
    let new = mails[*seen..].iter().map(|mail| (mail.to.email.to_string(), mail.subject.clone())).collect();
    *seen = mails.len();
    new
}

fn to_ada(subject: &str) -> Vec<(String, String)> {
    vec![(OLD.to_owned(), subject.to_owned())]
}

async fn change_address(app: &TestApp, persona: &Persona, to: &str) {
    let change = json!({"email": to, "current_password": PASSWORD});
    persona.put("/api/auth/update-profile", &change).await.ok();
    app.deliver().await;
    let token = app.link_in_mail_to(to, "/verify-email#token=");
    persona.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    app.deliver().await;
}

fn revert_token(app: &TestApp, address: &str) -> String {
    app.link_in_mail_to(address, "/verify-email#revert=")
}

async fn revert(app: &TestApp, token: &str) -> crate::support::persona::Answer {
    app.visitor().post("/api/auth/revert-email", &json!({"token": token})).await
}

#[tokio::test]
async fn changes_of_password_and_sign_in_methods_are_announced() {
    let app = Issuer::start().await.app().await;
    let ada = verified_ada(&app).await;
    let mut seen = app.mails().len();
    let change = json!({"current_password": PASSWORD, "new_password": "a calm sea in winter"});
    ada.put("/api/auth/change-password", &change).await.ok();
    assert_eq!(news(&app, &mut seen).await, to_ada("Your password was changed"));

    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    ada.post("/api/auth/identities/google", &json!({"token": token})).await.ok();
    assert_eq!(news(&app, &mut seen).await, to_ada("Google is now connected"));
    ada.send_json(Method::DELETE, "/api/auth/identities/google", &json!({})).await.ok();
    assert_eq!(news(&app, &mut seen).await, to_ada("Google is no longer connected"));

    app.visitor().post("/api/auth/forgot-password", &json!({"email": OLD})).await.ok();
    assert_eq!(news(&app, &mut seen).await, to_ada("Set a new password"));
    let token = app.link_in_mail_to(OLD, "/reset-password#token=");
    app.visitor().post("/api/auth/reset-password", &json!({"token": token, "password": PASSWORD})).await.ok();
    assert_eq!(news(&app, &mut seen).await, to_ada("Your password was changed"));
}

#[tokio::test]
async fn a_sign_in_from_a_new_browser_is_announced_once_and_in_the_account_s_language() {
    let app = Issuer::start().await.app().await;
    let ada = app.visitor();
    let body = json!({"email": OLD, "password": PASSWORD});
    ada.post_with("/api/auth/register", &body, &[("accept-language", "de")]).await;
    app.deliver().await;
    let token = app.link_in_mail_to(OLD, "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let mut seen = app.mails().len();

    ada.post("/api/auth/logout", &json!({})).await.ok();
    ada.post("/api/auth/login", &body).await.ok();
    assert_eq!(news(&app, &mut seen).await, [], "the browser has signed in before");

    let phone = app.visitor();
    let headers = [("user-agent", FIREFOX), ("accept-language", "en")];
    phone.post_with("/api/auth/login", &body, &headers).await.ok();
    assert_eq!(news(&app, &mut seen).await, to_ada("Neue Anmeldung bei deinem Konto"));
    assert!(app.mails().last().unwrap().text.contains("Firefox, Windows"));
    phone.post("/api/auth/logout", &json!({})).await.ok();
    phone.post("/api/auth/login", &body).await.ok();
    assert_eq!(news(&app, &mut seen).await, []);
}

#[tokio::test]
async fn a_sign_in_with_a_provider_is_announced_likewise_and_a_first_one_is_not() {
    let app = Issuer::start().await.app().await;
    let mut seen = 0;
    let ada = app.visitor();
    google(&ada, |claims| claims).await.ok();
    assert_eq!(news(&app, &mut seen).await, []);
    ada.post("/api/auth/logout", &json!({})).await.ok();
    google(&ada, |claims| claims).await.ok();
    assert_eq!(news(&app, &mut seen).await, []);
    google(&app.visitor(), |claims| claims).await.ok();
    let expected = ("ada@gmail.com".to_owned(), "New login to your account".to_owned());
    assert_eq!(news(&app, &mut seen).await, [expected]);
}

#[tokio::test]
async fn an_unverified_address_is_sent_nothing_and_a_mailbox_cannot_be_flooded() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let mut seen = 0;
    news(&app, &mut seen).await;
    app.sign_in_again("ada").await;
    let change = json!({"current_password": PASSWORD, "new_password": "a calm sea in winter"});
    ada.put("/api/auth/change-password", &change).await.ok();
    assert_eq!(news(&app, &mut seen).await, [], "it may be the address of somebody else");

    let token = app.link_in_mail_to(OLD, "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let body = json!({"email": OLD, "password": "a calm sea in winter"});
    for _ in 0..15 {
        app.visitor().post("/api/auth/login", &body).await.ok();
    }
    assert!(news(&app, &mut seen).await.len() <= 6);
}

#[tokio::test]
async fn the_old_address_is_notified_of_a_change_and_restores_itself_within_seven_days() {
    let app = Issuer::start().await.app().await;
    let thief = verified_ada(&app).await;
    change_address(&app, &thief, THIEF).await;
    let token = first_key().sign("first", &google_claims(&nonce_of(&thief).await));
    thief.post("/api/auth/identities/google", &json!({"token": token})).await.ok();
    let notice = app.mails().into_iter().find(|mail| mail.subject == "Your email address was changed").unwrap();
    assert_eq!(notice.to.email.to_string(), OLD);
    assert!(!notice.text.contains(THIEF));

    app.advance(SignedDuration::from_hours(7 * 24) - SignedDuration::from_secs(1));
    let token = revert_token(&app, OLD);
    revert(&app, &token).await.ok();
    assert_eq!(revert(&app, &token).await.json()["code"], "link_invalid", "used up");
    assert_eq!(thief.post("/api/auth/refresh", &json!({})).await.status, 401, "the thief's session is over");
    for email in [OLD, THIEF] {
        let login = json!({"email": email, "password": PASSWORD});
        assert_eq!(app.visitor().post("/api/auth/login", &login).await.status, 401, "{email}: so is the password");
    }
    assert_eq!(app.count("identities").await, 0, "and what was connected since");

    app.deliver().await;
    let token = app.link_in_mail_to(OLD, "/reset-password#token=");
    let body = json!({"token": token, "password": "a calm sea in winter"});
    app.visitor().post("/api/auth/reset-password", &body).await.ok();
    let owner = app.visitor().post("/api/auth/login", &json!({"email": OLD, "password": "a calm sea in winter"})).await;
    assert_eq!(owner.ok()["user"]["email"], OLD);
}

#[tokio::test]
async fn a_reversion_ends_after_seven_days() {
    let app = TestApp::start().await;
    let ada = verified_ada(&app).await;
    change_address(&app, &ada, "new@example.org").await;
    let token = revert_token(&app, OLD);
    let links = ada.get("/api/auth/export").await.ok()["pending_links"].clone();
    assert_eq!((&links[0]["kind"], &links[0]["email"]), (&json!("revert"), &json!(OLD)), "the export names it");
    app.advance(SignedDuration::from_hours(7 * 24));
    assert_eq!(revert(&app, &token).await.json()["code"], "link_invalid");
    app.advance(SignedDuration::from_secs(1));
    app.tidy().await;
    assert_eq!(app.count("email_reversions").await, 0);
}

#[tokio::test]
async fn a_second_change_or_a_squatter_does_not_stop_the_first_owner() {
    let app = TestApp::start().await;
    let thief = verified_ada(&app).await;
    change_address(&app, &thief, THIEF).await;
    change_address(&app, &thief, "thief2@example.org").await;
    app.signed_in("ada").await;
    let (of_owner, of_thief) = (revert_token(&app, OLD), revert_token(&app, THIEF));
    revert(&app, &of_owner).await.ok();
    assert_eq!(revert(&app, &of_thief).await.json()["code"], "link_invalid", "it belongs to a later change");
    assert_eq!(app.count("users").await, 1, "the account without proof is gone");
    assert_eq!(app.count("users where email = 'ada@example.org' and email_verified_at is not null").await, 1);
}

#[tokio::test]
async fn an_address_that_was_never_verified_cannot_take_the_account() {
    let app = TestApp::start().await;
    // Mistyped at registration: it is somebody else's.
    let ada = app.signed_in("adda").await;
    change_address(&app, &ada, OLD).await;
    assert!(app.mails().iter().all(|mail| mail.subject != "Your email address was changed"));
    assert_eq!(app.count("email_reversions").await, 0);
}
