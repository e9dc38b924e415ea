//! Sessions: cookies, CSRF, expiry, rotation, races, replay, logout.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use futures_util::future::join_all;
use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::persona::PASSWORD;

// [R4.01]
#[tokio::test]
async fn a_sign_in_sets_the_four_cookies_with_their_paths_and_lives() {
    let app = TestApp::start_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let answer =
        app.visitor().post("/api/auth/register", &json!({"email": "ada@example.org", "password": PASSWORD})).await;
    let cookies = answer.set_cookies();
    let find = |name: &str| cookies.iter().find(|cookie| cookie.starts_with(&format!("{name}="))).unwrap();
    let is_of_session = |cookie: &&String| !cookie.starts_with("known_browser=");
    assert_eq!(cookies.iter().filter(is_of_session).count(), 4);
    for (name, path, same_site, http_only) in [
        ("access_token_cookie", "Path=/;", "SameSite=Lax", true),
        ("csrf_access_token", "Path=/;", "SameSite=Lax", false),
        ("refresh_token_cookie", "Path=/api/auth;", "SameSite=Strict", true),
        ("csrf_refresh_token", "Path=/;", "SameSite=Lax", false),
    ] {
        let cookie = find(name);
        assert!(cookie.contains(path) && cookie.contains(same_site) && cookie.contains("Max-Age=2592000"), "{cookie}");
        assert!(cookie.contains("Secure") && !cookie.contains("Domain"), "{cookie}");
        assert_eq!(cookie.contains("HttpOnly"), http_only, "{cookie}");
    }
}

#[tokio::test]
async fn plain_http_in_development_sets_no_secure_cookie() {
    let app = TestApp::start().await;
    let answer =
        app.visitor().post("/api/auth/register", &json!({"email": "ada@example.org", "password": PASSWORD})).await;
    assert!(answer.set_cookies().iter().all(|cookie| !cookie.contains("Secure")));
}

// [R4.03]
#[tokio::test]
async fn an_expired_token_says_so_because_its_cookie_outlives_it() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let answer = ada.get("/api/auth/me").await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    let body = answer.json();
    assert_eq!(
        (&body["code"], &body["error"], &body["message"]),
        (&json!("token_expired"), &json!("Token expired"), &json!("Token expired"))
    );
}

// [R5.09, R7.02]
#[tokio::test]
async fn a_call_that_changes_something_needs_the_token_s_own_csrf_value() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let call = |csrf: Option<String>| {
        let mut request = Request::put("/api/auth/update-profile").header("content-type", "application/json");
        if let Some(csrf) = csrf {
            request = request.header("x-csrf-token", csrf);
        }
        ada.send(request.body(Body::from(r#"{"first_name":"Eve"}"#)).unwrap())
    };
    assert_eq!(call(None).await.json()["code"], "csrf_missing");
    assert_eq!(call(Some("guess".to_owned())).await.json()["code"], "csrf_mismatch");
    assert_eq!(call(ada.cookie("csrf_refresh_token")).await.json()["code"], "csrf_mismatch");
    ada.set_cookie("csrf_access_token", "planted");
    assert_eq!(
        call(Some("planted".to_owned())).await.json()["code"],
        "csrf_mismatch",
        "a planted cookie does not help"
    );
    assert_eq!(ada.get("/api/auth/me").await.ok()["user"]["first_name"], "ada", "nothing changed");
}

#[tokio::test]
async fn with_an_expired_token_a_wrong_csrf_value_is_reported_first() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let wrong = ada.post_with("/api/auth/resend-verification", &json!({}), &[("x-csrf-token", "guess")]).await;
    assert_eq!(wrong.json()["code"], "csrf_mismatch");
    let right = ada.post("/api/auth/resend-verification", &json!({})).await;
    assert_eq!(right.json()["code"], "token_expired");
}

// [R4.02]
#[tokio::test]
async fn a_bearer_token_needs_no_csrf_and_stands_in_for_a_bad_cookie() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let bearer = format!("Bearer {}", ada.cookie("access_token_cookie").unwrap());
    let stranger = app.visitor();
    stranger.post_with("/api/auth/resend-verification", &json!({}), &[("authorization", &bearer)]).await.ok();
    stranger.set_cookie("access_token_cookie", "garbage");
    assert_eq!(stranger.get_with("/api/auth/me", &[("authorization", &bearer)]).await.status, StatusCode::OK);
    let broken = app.visitor().get_with("/api/auth/me", &[("authorization", "Bearer a b")]).await;
    assert_eq!(
        (broken.status, broken.json()["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("token_invalid"))
    );
    let basic = app.visitor().get_with("/api/auth/me", &[("authorization", "Basic x")]).await;
    assert_eq!(basic.json()["code"], "token_missing");
}

#[tokio::test]
async fn forged_tokens_of_every_kind_are_refused_and_a_garbage_cookie_is_cleared() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let good = ada.cookie("access_token_cookie").unwrap();
    let (header, payload, signature) = {
        let mut parts = good.split('.');
        (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap())
    };
    // {"alg":"none","typ":"JWT"} and {"alg":"HS256","typ":"JWT"} in base64.
    let none = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{payload}.");
    let no_key = format!("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.{payload}.{signature}");
    let changed = format!("{header}.{}.{signature}", payload.replacen('A', "B", 1));
    let refresh = ada.cookie("refresh_token_cookie").unwrap();
    for forged in [none, no_key, changed, refresh, "garbage".to_owned()] {
        let stranger = app.visitor();
        stranger.set_cookie("access_token_cookie", &forged);
        let answer = stranger.get("/api/auth/me").await;
        assert_eq!(
            (answer.status, answer.json()["code"].clone()),
            (StatusCode::UNAUTHORIZED, json!("token_invalid")),
            "{forged}"
        );
        assert!(answer.set_cookies()[0].starts_with("access_token_cookie=;"), "it would stay for ever");
    }
}

#[tokio::test]
async fn a_refresh_rotates_the_token_and_runs_into_the_next_quarter_of_an_hour() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let old = ada.cookie("refresh_token_cookie").unwrap();
    let answer = ada.post("/api/auth/refresh", &json!({})).await.ok();
    assert!(answer["access_token"].is_string() && answer["expires_at"].is_i64());
    assert_ne!(ada.cookie("refresh_token_cookie").unwrap(), old);
    assert_eq!(ada.get("/api/auth/me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn racing_tabs_get_the_same_successor_and_stay_logged_in() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let tabs: Vec<_> = (0..100).map(|_| ada.other_tab()).collect();
    join_all(tabs.iter().map(|tab| async { tab.post("/api/auth/refresh", &json!({})).await.ok() })).await;
    let mut successors: Vec<String> = tabs.iter().map(|tab| tab.cookie("refresh_token_cookie").unwrap()).collect();
    successors.sort();
    successors.dedup();
    assert_eq!(successors.len(), 1, "the session must not fork");
    assert_eq!(app.count("refresh_tokens").await, 2);
    assert_eq!(tabs[99].get("/api/auth/me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_refresh_token_used_again_after_the_grace_ends_the_whole_session() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let thief = ada.other_tab();
    ada.post("/api/auth/refresh", &json!({})).await.ok();
    app.advance(SignedDuration::from_secs(61));
    let replay = thief.post("/api/auth/refresh", &json!({})).await;
    assert_eq!((replay.status, replay.json()["code"].clone()), (StatusCode::UNAUTHORIZED, json!("token_revoked")));
    assert_eq!(replay.set_cookies().len(), 4, "all four are cleared");
    assert_eq!(ada.get("/api/auth/me").await.json()["code"], "token_revoked");
}

#[tokio::test]
async fn a_session_keeps_two_tokens_and_knows_the_older_ones_as_used() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let thief = ada.other_tab();
    for _ in 0..5 {
        ada.post("/api/auth/refresh", &json!({})).await.ok();
        app.advance(SignedDuration::from_mins(15));
    }
    assert_eq!(app.count("refresh_tokens").await, 2);
    let replay = thief.post("/api/auth/refresh", &json!({})).await;
    assert_eq!((replay.status, replay.json()["code"].clone()), (StatusCode::UNAUTHORIZED, json!("token_revoked")));
    let owner = ada.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(owner.json()["code"], "token_revoked", "the session has ended");
}

#[tokio::test]
async fn a_refresh_with_a_wrong_csrf_value_clears_nothing_and_counts_for_nothing() {
    let app = TestApp::start().await;
    let ada = app.expired("ada").await;
    let access_csrf = ada.cookie("csrf_access_token").unwrap();
    let answer = ada.post_with("/api/auth/refresh", &json!({}), &[("x-csrf-token", &access_csrf)]).await;
    assert_eq!(answer.json()["code"], "csrf_mismatch");
    assert!(answer.set_cookies().is_empty());
    assert_eq!(ada.post_with("/api/auth/refresh", &json!({}), &[]).await.json()["code"], "csrf_missing");
    ada.post("/api/auth/refresh", &json!({})).await.ok();
}

#[tokio::test]
async fn a_session_ends_after_90_days_however_often_it_is_refreshed() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for _ in 0..4 {
        app.advance(SignedDuration::from_hours(20 * 24));
        ada.post("/api/auth/refresh", &json!({})).await.ok();
    }
    app.advance(SignedDuration::from_hours(11 * 24));
    assert_eq!(ada.other_tab().post("/api/auth/refresh", &json!({})).await.status, StatusCode::UNAUTHORIZED);
}

// [R4.12]
#[tokio::test]
async fn logout_always_works_and_the_server_forgets_the_session_at_once() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let thief = ada.other_tab();
    let answer = ada.post("/api/auth/logout", &json!({})).await;
    assert_eq!(answer.ok(), json!({}));
    assert_eq!(answer.set_cookies().len(), 4);
    assert_eq!(answer.header("clear-site-data"), "\"cache\"");
    assert_eq!(thief.get("/api/auth/me").await.json()["code"], "token_revoked");
    app.visitor().post("/api/auth/logout", &json!({})).await.ok();

    let bob = app.expired("bob").await;
    let stolen = bob.other_tab();
    bob.send_json(Method::POST, "/api/auth/logout", &json!({})).await.ok();
    assert_eq!(stolen.post("/api/auth/refresh", &json!({})).await.status, StatusCode::UNAUTHORIZED);

    let eve = app.signed_in("eve").await;
    assert_eq!(eve.post_with("/api/auth/logout", &json!({}), &[]).await.json()["code"], "csrf_missing");
}

#[tokio::test]
async fn another_site_can_neither_sign_a_visitor_out_nor_refresh() {
    let app = TestApp::start_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let ada = app.signed_in("ada").await;
    let foreign = [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")];
    // The browser sends no cookie across sites, and would clear all four if the answer did.
    for browser in [app.visitor(), ada.other_tab()] {
        for path in ["/api/auth/logout", "/api/auth/refresh"] {
            let answer = browser.post_with(path, &json!({}), &foreign).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (403, &json!("cross_site")), "{path}");
            assert!(answer.set_cookies().is_empty() && answer.header("clear-site-data").is_empty(), "{path}");
        }
    }
    ada.get("/api/auth/me").await.ok();
}

#[tokio::test]
async fn a_logout_with_valid_cookies_needs_their_csrf_value_whatever_else_is_sent() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for authorization in ["Bearer ", "Bearer", "Bearer a b", "Bearer garbage", "Basic x"] {
        let answer = ada.post_with("/api/auth/logout", &json!({}), &[("authorization", authorization)]).await;
        assert!(answer.status.is_client_error(), "{authorization:?}: {}", answer.status);
        assert!(answer.set_cookies().is_empty(), "{authorization:?}");
        ada.get("/api/auth/me").await.ok();
    }
}

#[tokio::test]
async fn a_user_has_at_most_fifty_sessions_and_the_ones_used_longest_ago_end() {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let first = app.signed_in("ada").await;
    app.advance(SignedDuration::from_secs(1));
    let second = app.sign_in_again("ada").await;
    app.advance(SignedDuration::from_secs(1));
    // The first one is in use.
    first.post("/api/auth/refresh", &json!({})).await.ok();
    app.advance(SignedDuration::from_secs(1));
    copy_newest_session(&app, 46).await;
    app.advance(SignedDuration::from_secs(1));
    let logins = join_all((0..3).map(|_| app.sign_in_again("ada"))).await;
    assert_eq!(app.count("sessions").await, 50, "ended ones are not kept for ever either");
    assert_eq!(second.get("/api/auth/me").await.json()["code"], "token_revoked");
    assert_eq!(second.post("/api/auth/refresh", &json!({})).await.status, StatusCode::UNAUTHORIZED);
    first.get("/api/auth/me").await.ok();
    for login in logins {
        login.get("/api/auth/me").await.ok();
    }
    assert_eq!(app.count("refresh_tokens where session_id not in (select id from sessions)").await, 0);
}

/// Further sessions without the cost of a password each.
async fn copy_newest_session(app: &TestApp, copies: usize) {
    for _ in 0..copies {
        let sql = "insert into sessions (user_id, id, created_at, expires_at, refreshed_at, user_agent, network)
             select user_id, $1, created_at, expires_at, refreshed_at, user_agent, network
             from sessions order by refreshed_at desc limit 1";
        on_db!(app.db.writer(), pool => sqlx::query(sql).bind(Uuid::now_v7()).execute(pool).await.map(|_| ())).unwrap();
    }
}

// [R6.05]
#[tokio::test]
async fn sessions_are_listed_and_ended_by_their_owner_only() {
    let app = TestApp::start().await;
    let (phone, desk, eve) = (app.signed_in("ada").await, app.sign_in_again("ada").await, app.signed_in("eve").await);
    let list = desk.get("/api/auth/sessions").await.ok()["sessions"].clone();
    let other = list.as_array().unwrap().iter().find(|entry| entry["current"] == false).unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(list.as_array().unwrap().len(), 2);

    let path = format!("/api/auth/sessions/{other}");
    let (foreign, missing) =
        (eve.delete(&path).await, eve.delete("/api/auth/sessions/00000000-0000-4000-8000-000000000000").await);
    assert_eq!((foreign.status, missing.status), (StatusCode::NOT_FOUND, StatusCode::NOT_FOUND));
    assert_eq!(eve.delete("/api/auth/sessions/not-an-id").await.status, StatusCode::NOT_FOUND);
    assert_eq!(phone.get("/api/auth/me").await.status, StatusCode::OK);
    desk.delete(&path).await.ok();
    assert_eq!(phone.get("/api/auth/me").await.json()["code"], "token_revoked");
}

#[tokio::test]
async fn calls_without_a_csrf_token_must_come_from_our_own_page() {
    let app = TestApp::start_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let body = json!({"email": "ada@example.org", "password": PASSWORD});
    for headers in [[("origin", "https://evil.example")], [("sec-fetch-site", "cross-site")], [("origin", "null")]] {
        let answer = app.visitor().post_with("/api/auth/register", &body, &headers).await;
        assert_eq!(
            (answer.status, answer.json()["code"].clone()),
            (StatusCode::FORBIDDEN, json!("cross_site")),
            "{headers:?}"
        );
    }
    let form = Request::post("/api/auth/login").header("content-type", "application/x-www-form-urlencoded");
    let answer = app.visitor().send(form.body(Body::from("email=ada&password=x")).unwrap()).await;
    assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(app.count("users").await, 0);
    let ours = [("origin", "https://weather.example"), ("sec-fetch-site", "same-origin")];
    assert_eq!(app.visitor().post_with("/api/auth/register", &body, &ours).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn guessing_is_slowed_down_and_the_owner_is_back_within_90_seconds() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(app.login("ada", "not the password").await.status.as_u16());
    }
    assert_eq!(&statuses[..7], [401; 7]);
    assert_eq!(*statuses.last().unwrap(), 429);
    let refused = app.login("ada", PASSWORD).await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (429, json!("rate_limited")));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 61);
    app.advance(SignedDuration::from_secs(90));
    assert_eq!(app.login("ada", PASSWORD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_new_key_beside_the_old_one_keeps_sessions() {
    let (old, new) = ("Tz7Jq0c1uYvR5nWmK3xP9aLdF2hGsBe8", "Qm4Vb6Nc8Xz1Lk3Jh5Gf7Ds9Ap2Oi4Uy");
    let app = TestApp::start_with(&[("HALCYON_SECRET_KEY", old)]).await;
    let ada = app.signed_in("ada").await;
    let rotated = app.restart_with(&[("HALCYON_SECRET_KEY", &format!("{new},{old}"))]).await;
    let ada_later = rotated.persona_of(&ada);
    assert_eq!(ada_later.get("/api/auth/me").await.status, StatusCode::OK);
    ada_later.post("/api/auth/refresh", &json!({})).await.ok();
    let only_new = rotated.restart_with(&[("HALCYON_SECRET_KEY", new)]).await;
    assert_eq!(only_new.persona_of(&ada_later).get("/api/auth/me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn all_other_sessions_end_at_once_and_nobody_else_s() {
    let app = TestApp::start().await;
    let (phone, desk, lost) =
        (app.signed_in("ada").await, app.sign_in_again("ada").await, app.sign_in_again("ada").await);
    let bob = app.signed_in("bob").await;
    assert_eq!(app.visitor().delete("/api/auth/sessions").await.json()["code"], "token_missing");
    desk.delete("/api/auth/sessions").await.ok();
    for ended in [&phone, &lost] {
        assert_eq!(ended.get("/api/auth/me").await.json()["code"], "token_revoked");
        assert_eq!(ended.post("/api/auth/refresh", &json!({})).await.status, 401);
    }
    for open in [&desk, &bob] {
        assert_eq!(open.get("/api/auth/sessions").await.ok()["sessions"].as_array().unwrap().len(), 1);
    }
    assert_eq!(phone.delete("/api/auth/sessions").await.status, 401);
    desk.get("/api/auth/me").await.ok();
}
