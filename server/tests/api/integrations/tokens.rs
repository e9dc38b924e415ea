//! Personal tokens and the calls of version 1.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::pipeline::{save_place, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::{Answer, PASSWORD, Persona};

const BERLIN: &str = "latitude=52.52&longitude=13.41";

async fn create(user: &Persona, name: &str, scopes: &[&str]) -> (String, String) {
    let answer = user.post("/api/tokens", &json!({"name": name, "scopes": scopes})).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let created = answer.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&created["token"]), text(&created["details"]["id"]))
}

/// A call from elsewhere: no cookies, only the token.
async fn call(app: &TestApp, token: &str, path: &str) -> Answer {
    app.visitor().get_with(path, &[("authorization", &format!("Bearer {token}"))]).await
}

fn code(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_token_reads_what_its_scopes_allow() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    let (all, _) = create(&ada, "Shelf display", &["alerts", "places", "weather"]).await;
    let places = call(&app, &all, "/api/v1/places").await.ok();
    let home = &places["places"][0];
    assert_eq!((&home["name"], &home["latitude"]), (&json!("Home"), &json!(52.52)));

    let weather = call(&app, &all, &format!("/api/v1/weather?place={}", home["id"].as_str().unwrap())).await;
    assert!(weather.header("etag").starts_with("W/\""), "{:?}", weather.headers);
    let unchanged = [("authorization", &*format!("Bearer {all}")), ("if-none-match", weather.header("etag"))];
    assert_eq!(app.visitor().get_with(&format!("/api/v1/weather?{BERLIN}"), &unchanged).await.status, 304);
    let weather = weather.ok();
    // The report of the page is the independent source.
    let report = app.visitor().get(&format!("/api/weather?{BERLIN}")).await.ok();
    assert_eq!(weather["simulated"], true);
    assert_eq!(weather["timezone"], "Europe/Berlin");
    assert_eq!(weather["now"]["temperature"], report["current"]["temperature_2m"]);
    assert_eq!(weather["now"]["condition"], report["current"]["current_weather_condition"]);
    assert_eq!(weather["days"].as_array().unwrap().len(), 15);
    assert_eq!(weather["days"][3]["temperature_max"], report["daily"]["days"][3]["temperature_2m_max"]);
    // Noon in UTC is the thirteenth hour of the day in Berlin.
    assert_eq!(weather["hours"][0]["time"], "2026-11-15T12:00:00Z");
    assert_eq!(weather["hours"][1]["wind_speed"], report["hourly"]["wind_speed_10m"][14]);

    let (only_weather, _) = create(&ada, "Window", &["weather"]).await;
    assert_eq!(call(&app, &only_weather, &format!("/api/v1/weather?{BERLIN}")).await.status, 200);
    for forbidden in ["/api/v1/places", &format!("/api/v1/alerts?{BERLIN}"), "/api/v1/weather?place=x"] {
        assert_eq!(code(&call(&app, &only_weather, forbidden).await), (403, "scope_missing".to_owned()), "{forbidden}");
    }
}

#[tokio::test]
async fn alerts_come_with_their_coverage() {
    let authority = Authority::start().await;
    let (app, ada) = start_with_berlin(&authority).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    let (token, _) = create(&ada, "Siren", &["alerts"]).await;
    let alerts = call(&app, &token, &format!("/api/v1/alerts?{BERLIN}")).await.ok();
    assert_eq!(alerts["coverage"], "covered");
    let issued = alerts["alerts"].as_array().unwrap().iter().find(|alert| alert["origin"] == "issued").unwrap();
    assert_eq!((&issued["severity"], &issued["ends_at"]), (&json!("severe"), &json!("2026-11-15T20:00:00Z")));
}

#[tokio::test]
async fn revoked_foreign_and_missing_tokens_are_refused() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    save_place(&bob, "Bob's", 48.1, 11.6).await;
    let (token, id) = create(&ada, "Shelf display", &["places", "weather"]).await;
    let bobs = bob.get("/api/locations").await.ok()["locations"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(call(&app, &token, &format!("/api/v1/weather?place={bobs}")).await.status, 404);
    assert_eq!(bob.delete(&format!("/api/tokens/{id}")).await.status, 404);
    assert_eq!(bob.get("/api/tokens").await.ok()["tokens"], json!([]));
    assert_eq!(call(&app, &token, "/api/v1/places").await.ok()["places"], json!([]));

    assert_eq!(code(&app.visitor().get("/api/v1/places").await), (401, "token_missing".to_owned()));
    assert_eq!(code(&ada.get("/api/v1/places").await), (401, "token_missing".to_owned()), "a cookie does not count");
    let access = ada.cookie("access_token_cookie").unwrap();
    assert_eq!(call(&app, &access, "/api/v1/places").await.status, 401, "nor does a session's token");
    assert_eq!(call(&app, &token, "/api/locations").await.status, 401, "nor a personal token elsewhere");
    assert_eq!(call(&app, &token, "/api/tokens").await.status, 401);
    assert_eq!(call(&app, &format!("{token}0"), "/api/v1/places").await.status, 401);

    ada.delete(&format!("/api/tokens/{id}")).await.ok();
    assert_eq!(code(&call(&app, &token, "/api/v1/places").await), (401, "token_revoked".to_owned()));
    assert_eq!(ada.delete(&format!("/api/tokens/{id}")).await.status, 404);
}

#[tokio::test]
async fn a_token_is_shown_once_and_stored_as_a_hash_with_its_last_use() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let (token, id) = create(&ada, "  Shelf display ", &["weather"]).await;
    assert!(token.starts_with("halcyon_") && token.len() == 72, "{token}");
    let secret = token.strip_prefix("halcyon_").unwrap();
    assert!(!app.dump().await.contains(secret));
    let listed = ada.get("/api/tokens").await;
    assert!(!listed.text().contains(secret));
    let entry = || async { ada.get("/api/tokens").await.ok()["tokens"][0].clone() };
    assert_eq!(
        entry().await,
        json!({"id": id, "name": "Shelf display", "scopes": ["weather"], "created_at": "2026-11-15T12:00:00Z",
               "last_used_at": null})
    );
    for (minutes, last_use) in [(0, "12:00"), (4, "12:00"), (1, "12:05")] {
        app.advance(SignedDuration::from_mins(minutes));
        call(&app, &token, &format!("/api/v1/weather?{BERLIN}")).await.ok();
        assert_eq!(entry().await["last_used_at"], format!("2026-11-15T{last_use}:00Z"));
    }
}

#[tokio::test]
async fn wrong_input_changes_nothing_and_the_number_of_tokens_is_limited() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for (body, field) in [
        (json!({"name": " ", "scopes": ["weather"]}), "name"),
        (json!({"name": "x".repeat(61), "scopes": ["weather"]}), "name"),
        (json!({"name": "a\u{7}b", "scopes": ["weather"]}), "name"),
        (json!({"name": "Display", "scopes": []}), "scopes"),
    ] {
        let answer = ada.post("/api/tokens", &body).await;
        assert_eq!(answer.status, 422, "{body}");
        assert!(answer.json()["fields"][field].is_string(), "{}", answer.text());
    }
    assert_eq!(ada.post("/api/tokens", &json!({"name": "x", "scopes": ["everything"]})).await.status, 422);
    assert_eq!(app.visitor().post("/api/tokens", &json!({"name": "x", "scopes": ["weather"]})).await.status, 401);
    assert_eq!(app.count("api_tokens").await, 0);
    for number in 0..20 {
        create(&ada, &format!("Token {number}"), &["weather"]).await;
    }
    let refused = ada.post("/api/tokens", &json!({"name": "One more", "scopes": ["weather"]})).await;
    assert_eq!(code(&refused), (409, "too_many_tokens".to_owned()));
    assert_eq!(app.count("api_tokens").await, 20);
    let (token, _) = create(&app.signed_in("bob").await, "Bob's", &["weather"]).await;
    for query in [
        "",
        "latitude=52",
        "latitude=91&longitude=0",
        "latitude=52&longitude=13&elevation=9001",
        "latitude=x&longitude=1",
    ] {
        assert_eq!(call(&app, &token, &format!("/api/v1/weather?{query}")).await.status, 422, "{query}");
    }
}

#[tokio::test]
async fn each_token_has_its_own_limit() {
    let app = TestApp::start_alone_with(&[("HALCYON_RATE_LIMITS", "on")]).await;
    let ada = app.signed_in("ada").await;
    let (first, _) = create(&ada, "First", &["places"]).await;
    let (second, _) = create(&ada, "Second", &["places"]).await;
    for _ in 0..60 {
        call(&app, &first, "/api/v1/places").await.ok();
    }
    let refused = call(&app, &first, "/api/v1/places").await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "60"));
    call(&app, &second, "/api/v1/places").await.ok();
    app.advance(SignedDuration::from_mins(1));
    call(&app, &first, "/api/v1/places").await.ok();
}

#[tokio::test]
async fn pages_of_other_sites_may_call_with_a_token_and_nothing_else() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let (token, _) = create(&ada, "Page", &["weather"]).await;
    let origin = |answer: &Answer| answer.header("access-control-allow-origin").to_owned();
    let preflight = |path: &str| {
        Request::builder()
            .method(Method::OPTIONS)
            .uri(path)
            .header("origin", "https://other.example")
            .body(Body::empty())
    };
    let allowed = app.visitor().send(preflight("/api/v1/weather").unwrap()).await;
    assert_eq!((allowed.status, origin(&allowed).as_str()), (StatusCode::NO_CONTENT, "*"));
    assert_eq!(allowed.header("access-control-allow-headers"), "authorization");
    assert_eq!(allowed.header("access-control-allow-credentials"), "");
    assert_eq!(origin(&call(&app, &token, &format!("/api/v1/weather?{BERLIN}")).await), "*");
    assert_eq!(origin(&call(&app, "wrong", "/api/v1/places").await), "*", "so that the page can read the error");
    for path in ["/api/weather", "/api/tokens", "/api/locations"] {
        assert_eq!(origin(&app.visitor().send(preflight(path).unwrap()).await), "", "{path}");
        assert_eq!(origin(&app.visitor().get_with(path, &[("origin", "https://other.example")]).await), "", "{path}");
    }
}

#[tokio::test]
async fn a_new_password_ends_the_tokens_and_a_deleted_account_takes_them_along() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let (token, _) = create(&ada, "Before", &["weather"]).await;
    let export = ada.get("/api/auth/export").await.ok();
    let exported = &export["api_tokens"][0];
    assert_eq!((&exported["name"], &exported["scopes"]), (&json!("Before"), &json!("weather")));
    assert!(!export.to_string().contains(token.strip_prefix("halcyon_").unwrap()));
    let change = json!({"current_password": PASSWORD, "new_password": "another bird on another branch"});
    ada.put("/api/auth/change-password", &change).await.ok();
    assert_eq!(call(&app, &token, &format!("/api/v1/weather?{BERLIN}")).await.status, 401);
    let (token, _) = create(&ada, "After", &["weather"]).await;
    ada.post("/api/auth/delete-account", &json!({"password": "another bird on another branch"})).await.ok();
    assert_eq!(call(&app, &token, &format!("/api/v1/weather?{BERLIN}")).await.status, 401);
    assert_eq!(app.count("api_tokens").await, 0);
}
