//! Accounts: register, log in, recover, change, take away, delete.

use axum::http::StatusCode;
use jiff::SignedDuration;
use serde_json::json;

use crate::support::TestApp;
use crate::support::persona::PASSWORD;

// [R1.09, R3.01, R3.02, R7.04]
#[tokio::test]
async fn registering_signs_in_at_once_and_the_password_stays_inside() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let body = json!({"email": "Ada@Example.org", "password": PASSWORD, "first_name": "Ada", "last_name": "Lovelace"});
    let answer = visitor.post("/api/auth/register", &body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let (user, token) = (answer.json()["user"].clone(), answer.json()["access_token"].clone());
    assert!(token.as_str().unwrap().split('.').count() == 3);
    let mut names: Vec<&String> = user.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(
        names,
        [
            "auth_provider",
            "debug_console",
            "email",
            "email_verified",
            "first_name",
            "has_password",
            "has_second_factor",
            "id",
            "last_name",
            "needs_verification",
            "phone_number"
        ]
    );
    assert_eq!(user["email"], "ada@example.org");
    assert_eq!(user["email_verified"], false);
    let me = visitor.get("/api/auth/me").await.ok();
    assert_eq!(me["user"], user);
    assert_eq!(me["expires_at"], answer.json()["expires_at"]);
}

// [R5.01, R5.12]
#[tokio::test]
async fn what_is_wrong_with_a_registration_is_said_field_by_field() {
    let app = TestApp::start().await;
    let cases = [
        (
            json!({"email": "ada@example.org", "password": "short"}),
            "password",
            "Password must be at least 8 characters",
        ),
        (
            json!({"email": "ada@example.org", "password": "x".repeat(129)}),
            "password",
            "Password must be at most 128 characters",
        ),
        (json!({"email": "ada@example.org", "password": "password1"}), "password", "This password is too common"),
        (json!({"email": "", "password": PASSWORD}), "email", "Email is required"),
        (json!({"email": "ada", "password": PASSWORD}), "email", "Invalid email address"),
        (json!({"email": "\u{212a}ada@example.org", "password": PASSWORD}), "email", "Invalid email address"),
        (
            json!({"email": "ada@example.org", "password": PASSWORD, "first_name": "a".repeat(101)}),
            "first_name",
            "Must be at most 100 characters",
        ),
    ];
    for (body, field, message) in cases {
        let answer = app.visitor().post("/api/auth/register", &body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert_eq!(answer.json()["code"], "validation");
        assert_eq!(answer.json()["fields"][field], message);
    }
    assert_eq!(app.count("users").await, 0);
}

#[tokio::test]
async fn an_address_has_one_account_however_it_is_written() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let again =
        app.visitor().post("/api/auth/register", &json!({"email": "ADA@EXAMPLE.ORG", "password": PASSWORD})).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert_eq!(again.json()["code"], "email_taken");
    assert_eq!(app.count("users").await, 1);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_answer() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let mut texts = Vec::new();
    for email in ["ada@example.org", "nobody@example.org"] {
        let answer =
            app.visitor().post("/api/auth/login", &json!({"email": email, "password": "not the password"})).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        let mut body = answer.json();
        body.as_object_mut().unwrap().remove("request_id");
        texts.push(body);
    }
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0]["error"], "Login failed");
    assert_eq!(texts[0]["code"], "bad_credentials");
}

// [R1.12, R7.15]
#[tokio::test]
async fn a_forgotten_password_is_replaced_by_a_link_that_works_once() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    let token = app.link_in_last_mail("/reset-password#token=");

    let body = json!({"token": token, "password": "a calm sea in winter"});
    app.visitor().post("/api/auth/reset-password", &body).await.ok();
    let again = app.visitor().post("/api/auth/reset-password", &body).await;
    assert_eq!((again.status, again.json()["code"].clone()), (StatusCode::UNPROCESSABLE_ENTITY, json!("link_invalid")));

    assert_eq!(ada.get("/api/auth/me").await.json()["code"], "token_revoked", "every session ends");
    assert_eq!(app.login("ada", PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.login("ada", "a calm sea in winter").await.status, StatusCode::OK);
}

// [R1.12]
#[tokio::test]
async fn a_reset_link_ends_after_30_minutes_and_with_a_newer_one() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let ask = || async {
        app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
        app.deliver().await;
        app.link_in_last_mail("/reset-password#token=")
    };
    let (first, second) = (ask().await, ask().await);
    let body = |token: &str| json!({"token": token, "password": "a calm sea in winter"});
    assert_eq!(app.visitor().post("/api/auth/reset-password", &body(&first)).await.json()["code"], "link_invalid");
    app.advance(SignedDuration::from_mins(30));
    assert_eq!(app.visitor().post("/api/auth/reset-password", &body(&second)).await.json()["code"], "link_invalid");
}

#[tokio::test]
async fn an_unknown_address_gets_the_same_answer_and_no_mail() {
    let app = TestApp::start().await;
    let answer = app.visitor().post("/api/auth/forgot-password", &json!({"email": "nobody@example.org"})).await;
    assert_eq!(answer.ok(), json!({}));
    app.deliver().await;
    assert!(app.mails().is_empty());
}

// [R7.22]
#[tokio::test]
async fn the_link_in_the_first_mail_confirms_the_address() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["email_verified"], true);
    let again = ada.post("/api/auth/verify-email", &json!({"token": token})).await;
    assert_eq!(again.json()["code"], "link_invalid");
}

// [R1.13, R7.06]
#[tokio::test]
async fn a_new_address_needs_a_recent_sign_in_or_the_password_and_the_link_sent_to_it() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.advance(SignedDuration::from_mins(10));
    let without = ada.put("/api/auth/update-profile", &json!({"email": "new@example.org"})).await;
    assert_eq!((without.status.as_u16(), &without.json()["code"]), (403, &json!("reauth_required")));
    let wrong = ada
        .put("/api/auth/update-profile", &json!({"email": "new@example.org", "current_password": "wrong one"}))
        .await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = json!({"email": "new@example.org", "current_password": PASSWORD, "first_name": "Augusta"});
    let user = ada.put("/api/auth/update-profile", &right).await.ok()["user"].clone();
    assert_eq!((user["email"].clone(), user["first_name"].clone()), (json!("ada@example.org"), json!("Augusta")));

    app.deliver().await;
    assert_eq!(app.mails().last().unwrap().to.email.to_string(), "new@example.org");
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let user = ada.get("/api/auth/me").await.ok()["user"].clone();
    assert_eq!((user["email"].clone(), user["email_verified"].clone()), (json!("new@example.org"), json!(true)));
}

#[tokio::test]
async fn a_reset_link_that_went_to_the_old_address_opens_nothing_after_the_change() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    app.deliver().await;
    let reset = app.link_in_mail_to("ada@example.org", "/reset-password#token=");
    let body = json!({"email": "new@example.org", "current_password": PASSWORD});
    ada.put("/api/auth/update-profile", &body).await.ok();
    app.deliver().await;
    let confirm = app.link_in_mail_to("new@example.org", "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": confirm})).await.ok();
    let answer = app
        .visitor()
        .post("/api/auth/reset-password", &json!({"token": reset, "password": "a storm over the harbour"}))
        .await;
    assert_eq!(answer.json()["code"], "link_invalid");
}

// [R1.13, R3.11]
#[tokio::test]
async fn a_new_password_ends_every_other_session() {
    let app = TestApp::start().await;
    let (phone, desk) = (app.signed_in("ada").await, app.sign_in_again("ada").await);
    let body = json!({"current_password": PASSWORD, "new_password": "a calm sea in winter"});
    desk.put("/api/auth/change-password", &body).await.ok();
    assert_eq!(desk.get("/api/auth/me").await.status, StatusCode::OK);
    assert_eq!(phone.get("/api/auth/me").await.json()["code"], "token_revoked");
}

// [R2.20]
#[tokio::test]
async fn only_the_verified_admin_address_sees_the_debug_console() {
    let built_in = ("admin@halcyon.example", &[][..]);
    let configured = ("ada@example.org", &[("HALCYON_ADMIN_EMAIL", "ada@example.org")][..]);
    for (address, settings) in [built_in, configured] {
        let app = TestApp::start_with(settings).await;
        let (admin, bob) = (app.visitor(), app.signed_in("bob").await);
        let answer = admin.post("/api/auth/register", &json!({"email": address, "password": PASSWORD})).await;
        assert_eq!(answer.status, StatusCode::CREATED);
        assert_eq!(admin.get("/api/auth/me").await.ok()["user"]["debug_console"], false, "not verified yet");
        app.deliver().await;
        let token = app.link_in_mail_to(address, "/verify-email#token=");
        admin.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
        assert_eq!(admin.get("/api/auth/me").await.ok()["user"]["debug_console"], true, "{address}");
        assert_eq!(bob.get("/api/auth/me").await.ok()["user"]["debug_console"], false);
    }
}

// [R1.14]
#[tokio::test]
async fn a_deleted_account_leaves_no_trace() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    ada.put("/api/auth/update-profile", &json!({"phone_number": "+49 30 1234"})).await.ok();
    app.visitor().post("/api/auth/forgot-password", &json!({"email": "ada@example.org"})).await.ok();
    let id = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().to_owned();

    let wrong = ada.post("/api/auth/delete-account", &json!({"password": "not the password"})).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    ada.post("/api/auth/delete-account", &json!({"password": PASSWORD})).await.ok();
    app.deliver().await;

    let dump = app.dump().await;
    for trace in [id.replace('-', "").as_str(), "ada@example.org", "+49 30 1234"] {
        assert!(!dump.to_lowercase().contains(trace), "{trace} is still in the database");
    }
    assert_eq!(app.login("ada", PASSWORD).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn deleting_without_the_password_needs_a_fresh_sign_in() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.advance(SignedDuration::from_mins(10));
    let late = ada.post("/api/auth/delete-account", &json!({})).await;
    assert_eq!((late.status, late.json()["code"].clone()), (StatusCode::FORBIDDEN, json!("reauth_required")));
}

#[tokio::test]
async fn the_export_holds_what_is_stored_and_no_secret() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let export = ada.get("/api/auth/export").await;
    assert_eq!(export.ok()["user"]["email"], "ada@example.org");
    assert_eq!(export.ok()["sessions"].as_array().unwrap().len(), 1);
    assert!(!export.text().contains("argon2"));
}

#[tokio::test]
async fn mails_speak_the_reader_s_language_in_text_and_html() {
    let app = TestApp::start().await;
    for (language, subject) in [
        ("de-AT,en;q=0.5", "Bestätige deine E-Mail-Adresse"),
        ("tr", "E-posta adresini doğrula"),
        ("fr", "Confirm your email address"),
    ] {
        let body = json!({"email": format!("{}@example.org", &language[..2]), "password": PASSWORD});
        app.visitor().post_with("/api/auth/register", &body, &[("accept-language", language)]).await;
        app.deliver().await;
        let mail = app.mails().pop().unwrap();
        assert_eq!(mail.subject, subject);
        assert!(mail.html.contains(&mail.subject) && mail.text.contains("/verify-email#token="));
    }
}

// [R5.01]
#[tokio::test]
async fn a_reset_without_an_address_asks_for_one() {
    let app = TestApp::start().await;
    let answer = app.visitor().post("/api/auth/forgot-password", &json!({"email": " "})).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["fields"]["email"], "Please enter your email address");
}
