//! What was proven a moment ago is proven again when it is used: requests that run at the same time as a reset, a deletion
//! or each other.

use std::time::Duration;

use axum::http::Method;
use futures_util::future::join_all;
use halcyon::on_tx;
use halcyon::session::UserId;
use halcyon::session::queries::lock_user;
use jiff::SignedDuration;
use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::support::issuer::{Issuer, apple, changed, google};
use crate::support::persona::{Answer, PASSWORD, Persona};
use crate::support::{TestApp, poll_for};

const NEW_PASSWORD: &str = "a storm over the harbour";
const THIEF_PASSWORD: &str = "the thief's own password";
const ROUNDS: usize = 8;

async fn reset_token(app: &TestApp, name: &str) -> String {
    let email = format!("{name}@example.org");
    app.visitor().post("/api/auth/forgot-password", &json!({"email": email})).await.ok();
    app.deliver().await;
    app.link_in_mail_to(&email, "/reset-password#token=")
}

async fn reset(app: &TestApp, token: &str) {
    let body = json!({"token": token, "password": NEW_PASSWORD});
    app.visitor().post("/api/auth/reset-password", &body).await.ok();
}

async fn unlimited() -> TestApp {
    TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await
}

/// The requests of a future start a little earlier each round, so that they meet another one at every point.
async fn after_yields(count: usize) {
    for _ in 0..count * 3 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_login_with_the_old_password_survives_a_reset() {
    let app = unlimited().await;
    for round in 0..ROUNDS {
        let name = format!("ada{round}");
        app.signed_in(&name).await;
        let token = reset_token(&app, &name).await;
        let thieves: Vec<Persona> = (0..6).map(|_| app.visitor()).collect();
        let login = json!({"email": format!("{name}@example.org"), "password": PASSWORD});
        let logins = thieves.iter().map(|thief| thief.post("/api/auth/login", &login));
        let (answers, ()) = tokio::join!(join_all(logins), async {
            after_yields(round).await;
            reset(&app, &token).await;
        });
        for (thief, answer) in thieves.iter().zip(answers) {
            assert!([200, 401].contains(&answer.status.as_u16()), "{}", answer.text());
            assert_eq!(thief.get("/api/auth/me").await.status, 401, "round {round}: still signed in after the reset");
        }
        app.login(&name, NEW_PASSWORD).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_change_of_password_in_flight_does_not_undo_a_reset() {
    let app = unlimited().await;
    for round in 0..ROUNDS {
        let name = format!("ada{round}");
        let thief = app.signed_in(&name).await;
        let token = reset_token(&app, &name).await;
        let change = json!({"current_password": PASSWORD, "new_password": THIEF_PASSWORD});
        let (changed, ()) = tokio::join!(thief.put("/api/auth/change-password", &change), async {
            after_yields(round).await;
            reset(&app, &token).await;
        });
        assert!([200, 401].contains(&changed.status.as_u16()), "{}", changed.text());
        app.login(&name, NEW_PASSWORD).await.ok();
        assert_eq!(app.login(&name, THIEF_PASSWORD).await.status, 401, "round {round}");
        assert_eq!(thief.get("/api/auth/me").await.status, 401, "round {round}: the thief's session lives");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_change_of_address_in_flight_ends_with_the_reset() {
    let app = unlimited().await;
    for round in 0..ROUNDS {
        let name = format!("ada{round}");
        let thief = app.signed_in(&name).await;
        let token = reset_token(&app, &name).await;
        let change = json!({"email": format!("thief{round}@example.org"), "current_password": PASSWORD});
        let (moved, ()) = tokio::join!(thief.put("/api/auth/update-profile", &change), reset(&app, &token));
        assert!([200, 401].contains(&moved.status.as_u16()), "{}", moved.text());
        assert_eq!(app.count("mail_links").await, 0, "round {round}: the thief's link is left");
        let owner = app.login(&name, NEW_PASSWORD).await.ok();
        assert_eq!(owner["user"]["email"], format!("{name}@example.org"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_deletion_with_the_old_password_does_not_follow_a_reset() {
    let app = unlimited().await;
    for round in 0..ROUNDS {
        let name = format!("ada{round}");
        let thief = app.signed_in(&name).await;
        let token = reset_token(&app, &name).await;
        let body = json!({"password": PASSWORD});
        let new_password = json!({"token": token, "password": NEW_PASSWORD});
        let owner = app.visitor();
        let (deleted, answer) = tokio::join!(thief.post("/api/auth/delete-account", &body), async {
            after_yields(round).await;
            owner.post("/api/auth/reset-password", &new_password).await
        });
        let statuses = (deleted.status.as_u16(), answer.status.as_u16());
        assert!(matches!(statuses, (200, 422) | (401 | 422, 200)), "round {round}: {statuses:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_ways_to_sign_in_one_always_stays() {
    let app = Issuer::start().await.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    for round in 0..ROUNDS {
        let email = format!("ada{round}@gmail.com");
        let ada = app.visitor();
        let (subject, address) = (json!(format!("google {round}")), json!(email));
        google(&ada, |claims| changed(changed(claims, "sub", subject.clone()), "email", address.clone())).await.ok();
        let subject = json!(format!("apple {round}"));
        apple(&app.visitor(), json!({}), |claims| {
            changed(changed(claims, "sub", subject.clone()), "email", address.clone())
        })
        .await
        .ok();
        assert_eq!(ada.get("/api/auth/identities").await.ok()["identities"].as_array().unwrap().len(), 2);
        let (one, other) = (ada.other_tab(), ada.other_tab());
        let nothing = json!({});
        let (first, second) = tokio::join!(
            one.send_json(Method::DELETE, "/api/auth/identities/google", &nothing),
            other.send_json(Method::DELETE, "/api/auth/identities/apple", &nothing),
        );
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}");
        assert_eq!(ada.get("/api/auth/identities").await.ok()["identities"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_changes_of_different_fields_are_both_kept() {
    let app = unlimited().await;
    let ada = app.signed_in("ada").await;
    for round in 0..ROUNDS {
        let (first, last) =
            (json!({"first_name": format!("First {round}")}), json!({"last_name": format!("Last {round}")}));
        let other = ada.other_tab();
        let (one, two) =
            tokio::join!(ada.put("/api/auth/update-profile", &first), other.put("/api/auth/update-profile", &last));
        one.ok();
        two.ok();
        let user = ada.get("/api/auth/me").await.ok()["user"].clone();
        assert_eq!((&user["first_name"], &user["last_name"]), (&first["first_name"], &last["last_name"]));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_written_while_the_account_is_deleted_is_refused_and_never_a_fault_of_ours() {
    let app = unlimited().await;
    for round in 0..ROUNDS {
        let ada = app.signed_in(&format!("ada{round}")).await;
        let tabs: Vec<Persona> = (0..4).map(|_| ada.other_tab()).collect();
        let place = json!({"name": "Oslo", "latitude": 59.91, "longitude": 10.75});
        let login = json!({"email": format!("ada{round}@example.org"), "password": PASSWORD});
        let visitor = app.visitor();
        let (permission, theme) = (json!({"permission": "granted"}), json!({"theme": "dark"}));
        let deletion = json!({"password": PASSWORD});
        let (searched, permitted, preferred, signed_in, deleted) = tokio::join!(
            tabs[0].post("/api/locations/history", &place),
            tabs[1].post("/api/locations/permission", &permission),
            tabs[2].post("/api/user/preferences", &theme),
            visitor.post("/api/auth/login", &login),
            async {
                after_yields(round).await;
                ada.post("/api/auth/delete-account", &deletion).await
            },
        );
        deleted.ok();
        for answer in [searched, permitted, preferred, signed_in] {
            assert!([200, 201, 401].contains(&answer.status.as_u16()), "round {round}: {}", answer.text());
        }
        assert_eq!(app.count("users").await, 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_account_that_changes_its_address_is_not_taken_over_by_the_owner_of_the_old_one() {
    let app = Issuer::start().await.app_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    for round in 0..ROUNDS {
        let (old, new) = (format!("ada{round}@gmail.com"), format!("squatter{round}@example.org"));
        let squatter = app.visitor();
        squatter.post("/api/auth/register", &json!({"email": old, "password": PASSWORD})).await;
        let change = json!({"email": new, "current_password": PASSWORD});
        squatter.put("/api/auth/update-profile", &change).await.ok();
        app.deliver().await;
        let token = json!({"token": app.link_in_mail_to(&new, "/verify-email#token=")});
        let owner = app.visitor();
        let (subject, address) = (json!(format!("sub {round}")), json!(old));
        let change = |claims| changed(changed(claims, "sub", subject.clone()), "email", address.clone());
        let (confirmed, entered) = tokio::join!(squatter.post("/api/auth/verify-email", &token), async {
            after_yields(round).await;
            google(&owner, change).await
        });
        assert!([200, 401, 422].contains(&confirmed.status.as_u16()), "{}", confirmed.text());
        let user = entered.ok()["user"].clone();
        assert_eq!(user["email"], old, "round {round}: the owner's sign-in opens an account of another address");
        let theirs = squatter.get("/api/auth/me").await;
        assert!(theirs.status == 401 || theirs.json()["user"]["id"] != user["id"], "round {round}: a shared account");
    }
}

/// Runs a request until it waits for the lock of the user's row, changes the row by `sql` under that lock, and lets the request
/// go on.
async fn overtaken(app: &TestApp, persona: &Persona, request: impl Future<Output = Answer>, sql: &str) -> Answer {
    let id = persona.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().parse().unwrap();
    let mut request = Box::pin(request);
    let mut tx = app.db.begin().await.unwrap();
    assert!(lock_user(&mut tx, UserId(id)).await.unwrap());
    poll_for(&mut request, Duration::from_millis(500), || false).await;
    on_tx!(&mut tx, connection => sqlx::query(AssertSqlSafe(sql)).execute(connection).await.map(|_| ())).unwrap();
    tx.commit().await.unwrap();
    request.await
}

#[tokio::test]
async fn a_confirmation_with_a_password_that_was_replaced_meanwhile_confirms_nothing() {
    let app = unlimited().await;
    let ada = app.signed_in("ada").await;
    app.advance(SignedDuration::from_mins(10));
    ada.post("/api/auth/refresh", &json!({})).await.ok();
    let body = json!({"password": PASSWORD});
    let confirmation = ada.post("/api/auth/confirm", &body);
    let refused = overtaken(&app, &ada, confirmation, "update users set password_hash = 'another'").await;
    // 422 if the request was slow and saw the new one already.
    assert!([401, 422].contains(&refused.status.as_u16()), "{}", refused.text());
    assert_eq!(ada.get("/api/auth/export").await.json()["code"], "reauth_required");
}

#[tokio::test]
async fn a_login_that_began_before_the_second_factor_was_turned_on_needs_it() {
    let app = unlimited().await;
    let ada = app.signed_in("ada").await;
    let thief = app.visitor();
    let login = json!({"email": "ada@example.org", "password": PASSWORD});
    let turned_on =
        "insert into second_factors (user_id, secret, last_step, created_at) select id, 'x', 0, 0 from users";
    let answer = overtaken(&app, &ada, thief.post("/api/auth/login", &login), turned_on).await;
    // 202 if the request was slow and saw it already.
    assert!([401, 202].contains(&answer.status.as_u16()), "{}", answer.text());
    assert_eq!(thief.get("/api/auth/me").await.status, 401);
}

#[tokio::test]
async fn a_session_that_was_ended_meanwhile_ends_no_others() {
    let app = unlimited().await;
    let thief = app.signed_in("ada").await;
    app.advance(SignedDuration::from_secs(1));
    let owner = app.sign_in_again("ada").await;
    let end_of_first = "update sessions set revoked_at = 1 where created_at = (select min(created_at) from sessions)";
    let refused = overtaken(&app, &thief, thief.delete("/api/auth/sessions"), end_of_first).await;
    assert_eq!(refused.status, 401, "{}", refused.text());
    owner.get("/api/auth/me").await.ok();
}
