//! Rate limits: a parallel burst passes no more than the limit, and users who share an address are not locked out.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::join_all;
use halcyon::clock::Clock;
use halcyon::db::rate_limit::{RateLimiter, Rule};
use halcyon::settings::Settings;
use jiff::SignedDuration;
use serde_json::json;

use crate::support::TestApp;
use crate::support::app::START;
use crate::support::persona::{PASSWORD, Persona};

const MINUTE: Duration = Duration::from_secs(60);
const RULE: Rule =
    Rule { name: "burst", free_attempts: 5, window: MINUTE, first_wait: Duration::from_secs(10), max_wait: MINUTE };

fn limiter(app: &TestApp) -> (RateLimiter, Clock) {
    let settings = Settings::from_pairs(BTreeMap::new(), [("HALCYON_LOG", "info")]).unwrap();
    let clock = Clock::manual(START.parse().unwrap());
    (RateLimiter::new(&settings, app.db.clone(), clock.clone()), clock)
}

async fn guess(persona: &Persona, email: &str) -> StatusCode {
    persona.post("/api/auth/login", &json!({"email": email, "password": "a wrong guess"})).await.status
}

async fn login(persona: &Persona, email: &str) -> StatusCode {
    persona.post("/api/auth/login", &json!({"email": email, "password": PASSWORD})).await.status
}

fn count(statuses: &[StatusCode], status: StatusCode) -> usize {
    statuses.iter().filter(|found| **found == status).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_parallel_burst_exactly_the_free_attempts_pass() {
    let app = TestApp::start().await;
    let (limits, _) = limiter(&app);
    for round in 0..20 {
        let attempts = (0..40).map(|_| {
            let limits = limits.clone();
            tokio::spawn(async move { limits.check_and_count(&RULE, &format!("round {round}")).await.is_ok() })
        });
        let passed = join_all(attempts).await.into_iter().filter(|passed| *passed.as_ref().unwrap()).count();
        assert_eq!(passed, 5, "round {round}");
    }
}

#[tokio::test]
async fn the_back_off_doubles_with_each_attempt_up_to_its_maximum_and_ends_with_the_window() {
    let app = TestApp::start().await;
    let (limits, clock) = limiter(&app);
    for _ in 0..5 {
        limits.check_and_count(&RULE, "ada").await.unwrap();
    }
    for seconds in [10, 20] {
        clock.advance(SignedDuration::from_secs(seconds - 1));
        assert!(limits.check_and_count(&RULE, "ada").await.is_err(), "{seconds}");
        clock.advance(SignedDuration::from_secs(1));
        limits.check_and_count(&RULE, "ada").await.unwrap();
    }
    clock.advance(SignedDuration::from_secs(61));
    for _ in 0..5 {
        limits.check_and_count(&RULE, "ada").await.unwrap();
    }
    assert!(limits.check_and_count(&RULE, "ada").await.is_err());
}

#[tokio::test]
async fn an_attempt_that_is_given_back_can_be_used_again() {
    let app = TestApp::start().await;
    let (limits, _) = limiter(&app);
    for _ in 0..20 {
        limits.check_and_count(&RULE, "ada").await.unwrap();
        limits.give_back(&RULE, "ada").await.unwrap();
    }
    for _ in 0..5 {
        limits.check_and_count(&RULE, "ada").await.unwrap();
    }
    assert!(limits.check_and_count(&RULE, "ada").await.is_err());
    limits.give_back(&RULE, "ada").await.unwrap();
    limits.check_and_count(&RULE, "ada").await.unwrap();
    assert!(limits.check_and_count(&RULE, "ada").await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn parallel_guesses_of_a_password_pass_no_more_than_the_limits() {
    let app = TestApp::start().await;
    for round in 0..5 {
        let email = &format!("ada{round}@example.org");
        app.signed_in(&format!("ada{round}")).await;
        let (one, many) = (format!("198.51.{round}.1"), |number: u8| format!("203.0.{round}.{number}"));
        let from_one = (0..40).map(|_| app.visitor().from(&one));
        let statuses = join_all(from_one.map(|persona| async move { guess(&persona, email).await })).await;
        assert_eq!(count(&statuses, StatusCode::UNAUTHORIZED), 7, "from one address: {statuses:?}");
        let from_many = (0..40).map(|number| app.visitor().from(&many(number)));
        let statuses = join_all(from_many.map(|persona| async move { guess(&persona, email).await })).await;
        assert_eq!(count(&statuses, StatusCode::UNAUTHORIZED), 3, "ten for the account: {statuses:?}");
        // On a machine without a processor for seconds, some wait too long for the database.
        let refused = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
        assert_eq!(statuses.len() - 3, refused.map(|status| count(&statuses, status)).iter().sum::<usize>());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_parallel_burst_of_reset_requests_sends_no_more_mails_than_the_limit() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    app.deliver().await;
    let before = app.mails().len();
    let body = &json!({"email": "ada@example.org"});
    let ask = (0..30).map(|_| app.visitor().from("198.51.100.7"));
    let ask = ask.map(|persona| async move { persona.post("/api/auth/forgot-password", body).await.status });
    let statuses = join_all(ask).await;
    assert_eq!(count(&statuses, StatusCode::OK), 30, "nothing shows whether the account exists: {statuses:?}");
    app.deliver().await;
    assert_eq!(app.mails().len() - before, 5);
}

#[tokio::test]
async fn right_passwords_are_not_counted_as_guesses() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    for _ in 0..30 {
        assert_eq!(login(&app.visitor().from("198.51.100.7"), "ada@example.org").await, StatusCode::OK);
    }
}

#[tokio::test]
async fn strangers_behind_the_same_address_lock_out_neither_a_known_browser_nor_another_user() {
    let app = TestApp::start().await;
    let office = "198.51.100.7";
    let ada = app.signed_in("ada").await.from(office);
    app.signed_in("bob").await;
    app.signed_in("eve").await;
    let stranger = app.visitor().from(office);
    for _ in 0..20 {
        guess(&stranger, "eve@example.org").await;
    }
    assert_eq!(guess(&stranger, "eve@example.org").await, StatusCode::TOO_MANY_REQUESTS);
    let new_browser = app.visitor().from(office);
    assert_eq!(login(&new_browser, "bob@example.org").await, StatusCode::OK, "another account");

    // Guesses at many accounts use up the attempts of the whole address.
    let mut last = StatusCode::OK;
    for number in 0..120 {
        last = guess(&stranger, &format!("person{number}@example.org")).await;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(login(&ada, "ada@example.org").await, StatusCode::OK, "a known browser");
    app.advance(SignedDuration::from_secs(61));
    assert_eq!(login(&app.visitor().from(office), "bob@example.org").await, StatusCode::OK, "a minute at most");
}

#[tokio::test]
async fn a_stolen_known_browser_cookie_does_not_allow_guessing_without_end() {
    let app = TestApp::start().await;
    let thief = app.signed_in("ada").await;
    let mut statuses = Vec::new();
    for number in 0..20 {
        let elsewhere = thief.other_tab().from(&format!("198.51.100.{number}"));
        statuses.push(guess(&elsewhere, "ada@example.org").await);
    }
    assert_eq!(count(&statuses, StatusCode::UNAUTHORIZED), 10, "{statuses:?}");
}
