//! A visitor's history moves into the account at sign-in: whichever way in, once, without duplicates.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::accounts::redirect_sign_in::{VERIFIER, apple_posts, depart, native_code};
use crate::support::TestApp;
use crate::support::issuer::{Issuer, apple_claims, first_key, google_claims, nonce_of};
use crate::support::persona::{PASSWORD, Persona};

const VISITOR: &str = "/api/locations/history/anonymous";

async fn visit(visitor: &Persona, client: Uuid, name: &str, latitude: f64) {
    let body = json!({"client_id": client, "name": name, "latitude": latitude, "longitude": 10.0});
    assert_eq!(visitor.post(VISITOR, &body).await.status, 201);
}

async fn names(persona: &Persona) -> Vec<Value> {
    let history = persona.get("/api/locations/history").await.ok();
    history["history"].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect()
}

// [R3.07]
#[tokio::test]
async fn it_moves_at_registration_and_the_visitor_is_forgotten() {
    let app = TestApp::start().await;
    let (ada, client) = (app.visitor(), Uuid::new_v4());
    visit(&ada, client, "Oslo", 59.91).await;
    visit(&ada, client, "Rome", 41.89).await;
    let body = json!({"email": "ada@example.org", "password": PASSWORD, "client_id": client});
    assert_eq!(ada.post("/api/auth/register", &body).await.status, 201);
    assert_eq!(names(&ada).await, ["Rome", "Oslo"]);
    assert_eq!(app.count("visitors").await, 0);
    let thief = app.visitor();
    let body = json!({"email": "eve@example.org", "password": PASSWORD, "client_id": client});
    assert_eq!(thief.post("/api/auth/register", &body).await.status, 201);
    assert_eq!(names(&thief).await, Vec::<Value>::new(), "it moved once");
}

// [R3.07]
#[tokio::test]
async fn at_login_it_joins_what_is_there_without_duplicates() {
    let app = TestApp::start().await;
    let (ada, client) = (app.signed_in("ada").await, Uuid::new_v4());
    for (name, latitude) in [("Oslo then", 59.91), ("Bern", 46.95)] {
        let body = json!({"name": name, "latitude": latitude, "longitude": 10.0});
        assert_eq!(ada.post("/api/locations/history", &body).await.status, 201);
    }
    app.advance(jiff::SignedDuration::from_mins(1));
    visit(&ada, client, "Oslo now", 59.911).await;
    let wrong = json!({"email": "ada@example.org", "password": "not the password", "client_id": client});
    assert_eq!(app.visitor().post("/api/auth/login", &wrong).await.status, 401);
    assert_eq!(names(&ada).await, ["Bern", "Oslo then"], "a failed login moves nothing");

    let right = json!({"email": "ada@example.org", "password": PASSWORD, "client_id": client});
    let calls = [app.visitor(), app.visitor()];
    for answer in futures_util::future::join_all(calls.iter().map(|tab| tab.post("/api/auth/login", &right))).await {
        answer.ok();
    }
    assert_eq!(names(&ada).await, ["Oslo now", "Bern"]);
    let malformed = json!({"email": "ada@example.org", "password": PASSWORD, "client_id": "me"});
    let answer = app.visitor().post("/api/auth/login", &malformed).await;
    assert_eq!(answer.json()["fields"]["client_id"], "Must be a UUID");
}

#[tokio::test]
async fn a_user_whose_id_was_used_as_a_visitor_id_can_still_sign_in() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let id: Uuid = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().parse().unwrap();
    let body = json!({"name": "Bern", "latitude": 46.95, "longitude": 10.0});
    assert_eq!(ada.post("/api/locations/history", &body).await.status, 201);
    visit(&app.visitor(), id, "Oslo", 59.91).await;
    let body = json!({"email": "ada@example.org", "password": PASSWORD, "client_id": id});
    app.visitor().post("/api/auth/login", &body).await.ok();
    assert_eq!((names(&ada).await, app.count("visitors").await), (vec![json!("Bern")], 0));
}

#[tokio::test]
async fn fifty_are_kept_of_both_together() {
    let app = TestApp::start().await;
    let (ada, client) = (app.signed_in("ada").await, Uuid::new_v4());
    for number in 0..30 {
        let body = json!({"name": format!("mine {number}"), "latitude": number, "longitude": 10.0});
        ada.post("/api/locations/history", &body).await;
    }
    app.advance(jiff::SignedDuration::from_mins(1));
    for number in 0..30 {
        visit(&ada, client, &format!("visited {number}"), -f64::from(number) - 1.0).await;
    }
    let body = json!({"email": "ada@example.org", "password": PASSWORD, "client_id": client});
    app.visitor().post("/api/auth/login", &body).await.ok();
    let names = names(&ada).await;
    assert_eq!((names.len(), &names[0], &names[49]), (50, &json!("visited 29"), &json!("mine 10")));
}

#[tokio::test]
async fn it_moves_at_a_sign_in_with_google_by_token_or_after_a_redirect() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (ada, first, second) = (app.visitor(), Uuid::new_v4(), Uuid::new_v4());
    visit(&ada, first, "Oslo", 59.91).await;
    visit(&ada, second, "Rome", 41.89).await;
    let token = first_key().sign("first", &google_claims(&nonce_of(&ada).await));
    ada.post("/api/auth/google", &json!({"token": token, "client_id": first})).await.ok();
    assert_eq!(names(&ada).await, ["Oslo"]);

    let sent = depart(&ada, "/api/auth/google/start").await;
    let token = first_key().sign("first", &google_claims(&sent["nonce"]));
    issuer.expect_code("code-1", json!({"id_token": token, "access_token": "unused"}));
    assert_eq!(ada.get(&format!("/auth/callback?code=code-1&state={}", sent["state"])).await.status, 302);
    ada.post("/api/locations/history/adopt", &json!({"client_id": second})).await.ok();
    assert_eq!(names(&ada).await, ["Rome", "Oslo"]);
}

#[tokio::test]
async fn it_moves_at_a_sign_in_with_apple_by_token_or_after_a_redirect() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (grace, first, second) = (app.visitor(), Uuid::new_v4(), Uuid::new_v4());
    visit(&grace, first, "Oslo", 59.91).await;
    visit(&grace, second, "Rome", 41.89).await;
    let token = first_key().sign("first", &apple_claims(&nonce_of(&grace).await));
    grace.post("/api/auth/apple", &json!({"id_token": token, "client_id": first})).await.ok();
    assert_eq!(names(&grace).await, ["Oslo"]);

    let sent = depart(&grace, "/api/auth/apple/start").await;
    let token = first_key().sign("first", &apple_claims(&sent["nonce"]));
    let back = apple_posts(&grace, &[("code", "c"), ("id_token", &token), ("state", &sent["state"])]).await;
    assert_eq!(back.status, 303);
    grace.post("/api/locations/history/adopt", &json!({"client_id": second})).await.ok();
    assert_eq!(names(&grace).await, ["Rome", "Oslo"]);
}

#[tokio::test]
async fn a_link_to_a_sign_in_does_not_bring_a_stranger_s_searches_into_the_account() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (ada, eve, planted) = (app.visitor(), app.visitor(), Uuid::new_v4());
    visit(&eve, planted, "Planted", 1.0).await;
    let sent = depart(&ada, &format!("/api/auth/google/start?client_id={planted}")).await;
    let token = first_key().sign("first", &google_claims(&sent["nonce"]));
    issuer.expect_code("code-1", json!({"id_token": token, "access_token": "unused"}));
    assert_eq!(ada.get(&format!("/auth/callback?code=code-1&state={}", sent["state"])).await.status, 302);
    assert_eq!(names(&ada).await, Vec::<Value>::new());
    let adoption = json!({"client_id": planted});
    assert_eq!(app.visitor().post("/api/locations/history/adopt", &adoption).await.json()["code"], "token_missing");
    assert_eq!(ada.post_with("/api/locations/history/adopt", &adoption, &[]).await.json()["code"], "csrf_missing");
}

#[tokio::test]
async fn it_moves_when_the_systems_browser_hands_the_sign_in_to_the_app() {
    let issuer = Issuer::start().await;
    let app = issuer.app().await;
    let (phone, client) = (app.visitor(), Uuid::new_v4());
    visit(&phone, client, "Oslo", 59.91).await;
    let code = native_code(&issuer, &app, VERIFIER).await;
    let body = json!({"code": code, "verifier": VERIFIER, "client_id": client});
    phone.post("/api/auth/handoff", &body).await.ok();
    assert_eq!(names(&phone).await, ["Oslo"]);
}
