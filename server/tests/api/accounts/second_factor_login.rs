//! Logging in with two steps: what the first one says, which codes the second one accepts, how often, and how many guesses.

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::passkeys::verified;
use crate::support::TestApp;
use crate::support::authenticator_app::{AuthenticatorApp, first_step, log_in, second_step, turn_on};
use crate::support::persona::{Answer, PASSWORD, Persona};

/// Ada with a second factor, a minute ago.
async fn protected(app: &TestApp) -> (Persona, AuthenticatorApp, Vec<String>) {
    let ada = verified(app, "ada").await;
    let (phone, codes) = turn_on(app, &ada).await;
    app.advance(SignedDuration::from_mins(1));
    (ada, phone, codes)
}

fn refused(answer: &Answer) -> (u16, Value) {
    (answer.status.as_u16(), answer.json()["code"].clone())
}

#[tokio::test]
async fn the_right_password_opens_no_session_until_the_code_follows() {
    let app = TestApp::start().await;
    let (_, phone, codes) = protected(&app).await;
    let browser = app.visitor();
    let body = json!({"email": "ada@example.org", "password": PASSWORD});
    let asked = browser.post("/api/auth/login", &body).await;
    assert_eq!((asked.status.as_u16(), asked.set_cookies()), (202, Vec::new()));
    assert_eq!(asked.json().as_object().unwrap().keys().collect::<Vec<_>>(), ["expires_in", "id"]);
    assert_eq!(browser.get("/api/auth/me").await.status, 401);

    let answer = second_step(&browser, &asked.json()["id"], "code", &phone.code(&app, 0)).await.ok();
    assert_eq!(answer["user"]["has_second_factor"], true);
    browser.get("/api/auth/me").await.ok();
    let other = app.visitor();
    let typed = format!(" {} ", codes[0].to_uppercase().replace('-', " "));
    log_in(&other, "ada", "recovery_code", &typed).await.ok();
    other.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn a_wrong_password_is_answered_as_for_every_other_account() {
    let app = TestApp::start().await;
    protected(&app).await;
    app.signed_in("bob").await;
    let known = app.login("ada", "not the password").await;
    let other = app.login("bob", "not the password").await;
    let unknown = app.login("nobody", "not the password").await;
    let said = |answer: &Answer| {
        let mut body = answer.json();
        body["request_id"] = Value::Null;
        (answer.status, body)
    };
    assert_eq!(said(&known), said(&other));
    assert_eq!(said(&known), said(&unknown));
    assert_eq!(said(&known).0, 401);
}

#[tokio::test]
async fn codes_count_half_a_minute_early_and_late_and_no_more() {
    let app = TestApp::start().await;
    let (_, phone, _) = protected(&app).await;
    for (steps, expected) in [(-2, 422), (2, 422), (-1, 200), (0, 200), (1, 200)] {
        let answer = log_in(&app.visitor(), "ada", "code", &phone.code(&app, steps)).await;
        assert_eq!(answer.status.as_u16(), expected, "{steps} steps later: {}", answer.text());
    }
}

#[tokio::test]
async fn a_code_and_a_recovery_code_count_once() {
    let app = TestApp::start().await;
    let ada = verified(&app, "ada").await;
    let (phone, codes) = turn_on(&app, &ada).await;
    let used = log_in(&app.visitor(), "ada", "code", &phone.code(&app, 0)).await;
    assert_eq!(used.status, 422, "it turned the second factor on");
    assert!(used.json()["fields"]["code"].is_string());
    let next = phone.code(&app, 1);
    log_in(&app.visitor(), "ada", "code", &next).await.ok();
    assert_eq!(log_in(&app.visitor(), "ada", "code", &next).await.status, 422);
    assert_eq!(log_in(&app.visitor(), "ada", "code", &phone.code(&app, 0)).await.status, 422, "an older one");
    log_in(&app.visitor(), "ada", "recovery_code", &codes[0]).await.ok();
    let again = log_in(&app.visitor(), "ada", "recovery_code", &codes[0]).await;
    assert_eq!(again.status, 422);
    assert!(again.json()["fields"]["recovery_code"].is_string());
    assert_eq!(app.count("recovery_codes").await, 9);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_parallel_uses_of_one_code_one_succeeds() {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let (_, phone, codes) = protected(&app).await;
    // Several rounds: not every one of them meets the moment between the check of a code and its use.
    for recovery_code in &codes[..3] {
        app.advance(SignedDuration::from_mins(1));
        for (field, code) in [("code", phone.code(&app, 0)), ("recovery_code", recovery_code.clone())] {
            let browsers: Vec<Persona> = (0..6).map(|_| app.visitor()).collect();
            let ids = join_all(browsers.iter().map(|browser| first_step(browser, "ada"))).await;
            let uses = browsers.iter().zip(&ids).map(|(browser, id)| second_step(browser, id, field, &code));
            let answers = join_all(uses).await;
            let succeeded = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!(succeeded, 1, "{field}");
        }
    }
}

#[tokio::test]
async fn a_login_waits_five_minutes_is_finished_once_and_survives_four_wrong_codes() {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let (_, phone, codes) = protected(&app).await;
    let browser = app.visitor();
    let expired = (422, json!("second_factor_expired"));

    let late = first_step(&browser, "ada").await;
    app.advance(SignedDuration::from_secs(300));
    assert_eq!(refused(&second_step(&browser, &late, "code", &phone.code(&app, 0)).await), expired);
    assert_eq!(refused(&second_step(&browser, &json!("guess"), "code", &phone.code(&app, 0)).await), expired);
    let neither = browser.post("/api/auth/login/second-step", &json!({"id": late})).await;
    assert_eq!(refused(&neither), (422, json!("validation")));

    let id = first_step(&browser, "ada").await;
    for _ in 0..4 {
        assert_eq!(second_step(&browser, &id, "code", &phone.wrong_code(&app)).await.status, 422);
    }
    second_step(&browser, &id, "code", &phone.code(&app, 0)).await.ok();
    assert_eq!(refused(&second_step(&browser, &id, "recovery_code", &codes[0]).await), expired, "it is used up");

    let id = first_step(&browser, "ada").await;
    for _ in 0..5 {
        assert_eq!(refused(&second_step(&browser, &id, "recovery_code", "guess").await), (422, json!("validation")));
    }
    assert_eq!(refused(&second_step(&browser, &id, "recovery_code", &codes[0]).await), expired);
    log_in(&browser, "ada", "recovery_code", &codes[0]).await.ok();
}

#[tokio::test]
async fn guesses_are_limited_by_account_over_all_addresses_and_logins() {
    let app = TestApp::start().await;
    let (owner, phone, codes) = protected(&app).await;
    let mut statuses = Vec::new();
    for guess in 0..12 {
        // Each with a login and an address of its own.
        let thief = app.visitor().from(&format!("203.0.113.{guess}"));
        statuses.push(log_in(&thief, "ada", "code", &phone.wrong_code(&app)).await.status.as_u16());
    }
    assert_eq!(statuses, [&[422; 10][..], &[429; 2]].concat());
    let stranger = log_in(&app.visitor().from("203.0.113.99"), "ada", "recovery_code", &codes[0]).await;
    assert_eq!(stranger.status, 429, "not even with a right one");
    // The owner's own browser has attempts of its own.
    log_in(&owner, "ada", "code", &phone.code(&app, 0)).await.ok();
}

#[tokio::test]
async fn a_browser_that_has_logged_in_before_has_ten_attempts_of_its_own_and_no_more() {
    let app = TestApp::start().await;
    let (owner, phone, codes) = protected(&app).await;
    for attempt in 1..=10 {
        assert_eq!(log_in(&owner, "ada", "code", &phone.wrong_code(&app)).await.status, 422, "attempt {attempt}");
    }
    assert_eq!(log_in(&owner, "ada", "recovery_code", &codes[0]).await.status, 429, "not even with a right one");
    app.advance(SignedDuration::from_mins(1));
    log_in(&owner, "ada", "recovery_code", &codes[0]).await.ok();

    owner.post("/api/auth/logout", &json!({})).await.ok();
    let guess = json!({"email": "ada@example.org", "password": "a wrong guess"});
    for attempt in 1..=10 {
        assert_eq!(owner.post("/api/auth/login", &guess).await.status, 401, "attempt {attempt}");
    }
    assert_eq!(owner.post("/api/auth/login", &guess).await.status, 429);
}

#[tokio::test]
async fn guesses_from_one_address_are_limited_sooner_and_a_refused_one_does_not_count() {
    let app = TestApp::start().await;
    let (_, phone, _) = protected(&app).await;
    let thief = app.visitor();
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(log_in(&thief, "ada", "code", &phone.wrong_code(&app)).await.status.as_u16());
    }
    assert_eq!(statuses, [422, 422, 422, 422, 422, 429, 429]);
    app.advance(SignedDuration::from_mins(1));
    log_in(&thief, "ada", "code", &phone.code(&app, 0)).await.ok();
}

#[tokio::test]
async fn a_changed_password_ends_a_login_that_waits() {
    let app = TestApp::start().await;
    let (ada, phone, _) = protected(&app).await;
    let thief = app.visitor();
    let id = first_step(&thief, "ada").await;
    let change = json!({"current_password": PASSWORD, "new_password": "a calm sea in winter"});
    ada.put("/api/auth/change-password", &change).await.ok();
    let answer = second_step(&thief, &id, "code", &phone.code(&app, 0)).await;
    assert_eq!(refused(&answer), (422, json!("second_factor_expired")));
    assert_eq!(thief.get("/api/auth/me").await.status, 401);
}
