//! Two-step verification in the profile: turn it on and off, recovery codes, what is stored and exported.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::passkeys::{owner_of, site, verified};
use crate::support::TestApp;
use crate::support::authenticator::Authenticator;
use crate::support::authenticator_app::{AuthenticatorApp, enter, log_in, turn_on};
use crate::support::persona::{Answer, PASSWORD, Persona};
use crate::support::process::run;

async fn start(persona: &Persona) -> Value {
    persona.post("/api/auth/second-factor/options", &json!({})).await.ok()
}

async fn state(persona: &Persona) -> Value {
    persona.get("/api/auth/second-factor").await.ok()
}

fn refused(answer: &Answer) -> (u16, Value) {
    (answer.status.as_u16(), answer.json()["code"].clone())
}

#[tokio::test]
async fn a_right_code_turns_it_on_and_nothing_else_does() {
    let app = TestApp::start().await;
    let (ada, bob) = (verified(&app, "ada").await, verified(&app, "bob").await);
    let setup = start(&ada).await;
    let uri = setup["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/Halcyon:ada%40example.org?secret="), "{uri}");
    assert!(uri.contains(&format!("secret={}&", setup["secret"].as_str().unwrap())));
    assert_eq!(app.login("ada", PASSWORD).await.status, 200, "nothing is on before the first code");

    let phone = AuthenticatorApp::scan(uri);
    for wrong in [phone.wrong_code(&app), String::new(), "12345".to_owned(), "not a code".to_owned()] {
        let answer = enter(&ada, &setup, &wrong).await;
        assert_eq!(refused(&answer), (422, json!("validation")), "{wrong}");
        assert!(answer.json()["fields"]["code"].is_string());
    }
    let code = phone.code(&app, 0);
    assert_eq!(
        refused(&enter(&bob, &setup, &code).await),
        (422, json!("second_factor_expired")),
        "another user's setup"
    );
    assert_eq!(state(&ada).await, json!({"turned_on_at": null, "recovery_codes_left": 0}));

    let answer = enter(&ada, &setup, &format!("{} {}", &code[..3], &code[3..])).await;
    assert_eq!(answer.status, 201, "typed as apps show it: {}", answer.text());
    assert_eq!(state(&ada).await["recovery_codes_left"], 10);
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["has_second_factor"], true);
    assert_eq!(refused(&enter(&ada, &setup, &phone.code(&app, 1)).await), (422, json!("second_factor_expired")));
    let again = ada.post("/api/auth/second-factor/options", &json!({})).await;
    assert_eq!(refused(&again), (409, json!("second_factor_on")));
    assert_eq!(bob.get("/api/auth/me").await.ok()["user"]["has_second_factor"], false);
}

#[tokio::test]
async fn a_setup_is_valid_for_half_an_hour_and_of_two_one_is_turned_on() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let (late, first, second) = (start(&ada).await, start(&ada).await, start(&ada).await);
    let [late_app, first_app, second_app] =
        [&late, &first, &second].map(|setup| AuthenticatorApp::scan(setup["uri"].as_str().unwrap()));
    let (first_code, second_code) = (first_app.code(&app, 0), second_app.code(&app, 0));
    let (one, other) = tokio::join!(enter(&ada, &first, &first_code), enter(&ada, &second, &second_code));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!((app.count("second_factors").await, app.count("recovery_codes").await), (1, 10));

    app.advance(SignedDuration::from_mins(30));
    ada.post("/api/auth/refresh", &json!({})).await.ok();
    assert_eq!(refused(&enter(&ada, &late, &late_app.code(&app, 0)).await), (422, json!("second_factor_expired")));
}

#[tokio::test]
async fn it_needs_a_verified_address_and_a_password() {
    let app = site().await;
    let unverified = app.signed_in("ada").await;
    let answer = unverified.post("/api/auth/second-factor/options", &json!({})).await;
    assert_eq!(refused(&answer), (403, json!("email_unverified")));
    let passkey_only = owner_of(&app, &mut Authenticator::new(), "bob").await;
    let answer = passkey_only.post("/api/auth/second-factor/options", &json!({})).await;
    assert_eq!(refused(&answer), (422, json!("no_password")));
    assert_eq!(app.visitor().get("/api/auth/second-factor").await.status, 401);
    for path in ["/api/auth/second-factor", "/api/auth/second-factor/recovery-codes"] {
        assert_eq!(app.visitor().post(path, &json!({"id": "", "code": "1"})).await.status, 401, "{path}");
    }
}

#[tokio::test]
async fn ten_random_recovery_codes_are_shown_once_and_no_secret_is_stored_readable() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let setup = start(&ada).await;
    let secret = setup["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 32, "160 bits in base32");
    assert!(!app.dump().await.contains(secret), "the secret of a setup is stored readable");
    let phone = AuthenticatorApp::scan(setup["uri"].as_str().unwrap());
    let codes = enter(&ada, &setup, &phone.code(&app, 0)).await.json()["recovery_codes"].clone();
    let codes: BTreeSet<&str> = codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap()).collect();
    assert_eq!(codes.len(), 10);
    let dump = app.dump().await;
    assert!(!dump.contains(secret), "the secret is stored readable");
    for code in &codes {
        // Sixteen letters of base32: 80 bits.
        assert!(code.len() == 19 && code.split('-').all(|group| group.len() == 4), "{code}");
        // The dump has bytes in hexadecimal.
        let letters = code.replace('-', "");
        let bytes: String = letters.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(!dump.contains(&letters) && !dump.contains(&bytes), "a recovery code is stored readable");
        assert!(!dump.contains(code), "a recovery code is stored readable");
    }
    assert!(!ada.get("/api/auth/second-factor").await.text().contains(codes.first().unwrap()));
}

#[tokio::test]
async fn new_recovery_codes_replace_the_old_ones() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    assert_eq!(ada.post("/api/auth/second-factor/recovery-codes", &json!({})).await.status, 404);
    let (_, old) = turn_on(&app, &ada).await;
    let new = ada.post("/api/auth/second-factor/recovery-codes", &json!({})).await.ok()["recovery_codes"].clone();
    assert_eq!(new.as_array().unwrap().len(), 10);
    assert_eq!(log_in(&app.visitor(), "ada", "recovery_code", &old[0]).await.status, 422);
    log_in(&app.visitor(), "ada", "recovery_code", new[0].as_str().unwrap()).await.ok();
    assert_eq!(state(&ada).await["recovery_codes_left"], 9);
}

#[tokio::test]
async fn turned_off_the_password_is_enough_and_everything_of_it_is_gone() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    assert_eq!(ada.delete("/api/auth/second-factor").await.status, 404);
    turn_on(&app, &ada).await;
    ada.delete("/api/auth/second-factor").await.ok();
    assert_eq!(app.login("ada", PASSWORD).await.status, 200);
    assert_eq!((app.count("second_factors").await, app.count("recovery_codes").await), (0, 0));
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["has_second_factor"], false);
    turn_on(&app, &ada).await;
}

#[tokio::test]
async fn every_change_and_every_recovery_code_is_announced_in_the_language_of_the_account() {
    let app = TestApp::start().await;
    let ada = app.visitor();
    let body = json!({"email": "ada@example.org", "password": PASSWORD, "first_name": "Ada"});
    ada.post_with("/api/auth/register", &body, &[("accept-language", "de"), ("origin", "http://127.0.0.1:8080")]).await;
    app.deliver().await;
    let token = app.link_in_mail_to("ada@example.org", "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let seen = app.mails().len();
    let (_, codes) = turn_on(&app, &ada).await;
    log_in(&ada.other_tab(), "ada", "recovery_code", &codes[0]).await.ok();
    ada.post("/api/auth/second-factor/recovery-codes", &json!({})).await.ok();
    ada.delete("/api/auth/second-factor").await.ok();
    app.deliver().await;
    let mails = app.mails();
    let subjects: Vec<&str> = mails[seen..].iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(
        subjects,
        [
            "Die Bestätigung in zwei Schritten ist an",
            "Ein Wiederherstellungscode wurde benutzt",
            "Neue Wiederherstellungscodes",
            "Die Bestätigung in zwei Schritten ist aus"
        ]
    );
    assert!(mails[seen + 1].text.contains("Noch übrig: 9."), "{}", mails[seen + 1].text);
}

#[tokio::test]
async fn the_export_has_it_without_secrets_and_the_deletion_leaves_nothing() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    assert_eq!(ada.get("/api/auth/export").await.ok()["second_factor"], Value::Null);
    turn_on(&app, &ada).await;
    let export = ada.get("/api/auth/export").await.ok()["second_factor"].clone();
    let fields: Vec<&String> = export.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["last_used_at", "recovery_codes_created_at", "recovery_codes_left", "turned_on_at"]);
    assert_eq!(
        (&export["turned_on_at"], &export["last_used_at"]),
        (&json!("2026-11-15T12:00:00Z"), &json!("2026-11-15T12:00:00Z"))
    );
    ada.post("/api/auth/delete-account", &json!({})).await.ok();
    assert_eq!((app.count("second_factors").await, app.count("recovery_codes").await), (0, 0));
}

#[tokio::test]
async fn an_operator_removes_it_for_a_user_who_has_lost_everything() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let database = app.database_address();
    let settings = [("DATABASE_URL", database.as_str())];
    let remove = ["user", "remove-second-factor", "ada@example.org"];
    let (code, _, trouble) = run(&remove, &settings).await;
    assert_eq!(code, 1);
    assert!(trouble.contains("ada@example.org has no second factor"), "{trouble}");
    turn_on(&app, &ada).await;
    app.deliver().await;
    let (code, said, trouble) = run(&remove, &settings).await;
    assert_eq!((code, said.as_str()), (0, "ada@example.org logs in with the password alone now\n"), "{trouble}");
    assert_eq!(app.login("ada", PASSWORD).await.status, 200);
    assert!(app.dump().await.contains("verification is off"), "the mail that waits to be sent");
}

/// The secret is encrypted with the operator's key, which may be changed.
#[tokio::test]
async fn a_use_renews_the_encryption_and_recovery_codes_outlive_the_key() {
    const OLD: &str = "pR4vKq0ZsW8uJm2xTn6yBd1cLf9hGe3a";
    const NEW: &str = "Yt7oCz5iXw2nVb9mQk4jHg6fDs1aPl0r";
    let app = TestApp::start_with(&[("HALCYON_SECRET_KEY", OLD)]).await;
    let (ada, bob) = (verified(&app, "ada").await, verified(&app, "bob").await);
    let (hers, _) = turn_on(&app, &ada).await;
    let (his, codes) = turn_on(&app, &bob).await;
    let both = format!("{NEW},{OLD}");
    let rotated = app.restart_with(&[("HALCYON_SECRET_KEY", &both)]).await;
    log_in(&rotated.visitor(), "ada", "code", &hers.code(&app, 1)).await.ok();

    let newest = app.restart_with(&[("HALCYON_SECRET_KEY", NEW)]).await;
    app.advance(SignedDuration::from_mins(1));
    log_in(&newest.visitor(), "ada", "code", &hers.code(&app, 1)).await.ok();
    assert_eq!(log_in(&newest.visitor(), "bob", "code", &his.code(&app, 1)).await.status, 422);
    log_in(&newest.visitor(), "bob", "recovery_code", &codes[0]).await.ok();
}

#[tokio::test]
async fn the_qr_code_has_the_three_finder_patterns_of_the_standard() {
    let app = TestApp::start().await;
    let setup = start(&verified(&app, "ada").await).await;
    let (size, path) = (setup["qr"]["size"].as_u64().unwrap(), setup["qr"]["path"].as_str().unwrap());
    assert_eq!((size - 17) % 4, 0, "ISO 18004: 17 modules and four for each version");
    for corner in [(0, 0), (size - 7, 0), (0, size - 7)] {
        for row in [corner.1, corner.1 + 6] {
            assert!(path.contains(&format!("M{} {row}h7v1h-7z", corner.0)), "{corner:?}: {path}");
        }
    }
}
