//! What an attacker or an accident may try: guessing, flooding, odd bodies, a process that dies half-way.

use axum::body::Body;
use axum::http::{Method, Request, header};
use halcyon::db::Db;
use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::persona::{PASSWORD, Persona};
use crate::support::process::Process;

/// Wrong passwords for one account, each from an address of its own.
async fn spray(app: &TestApp, email: &str, tries: u8) -> Vec<u16> {
    let mut statuses = Vec::new();
    for number in 1..=tries {
        let stranger = app.visitor().from(&format!("198.51.100.{number}"));
        let answer = stranger.post("/api/auth/login", &json!({"email": email, "password": "a wrong guess"})).await;
        statuses.push(answer.status.as_u16());
    }
    statuses
}

async fn login(persona: &Persona, email: &str) -> u16 {
    persona.post("/api/auth/login", &json!({"email": email, "password": PASSWORD})).await.status.as_u16()
}

#[tokio::test]
async fn logins_from_many_addresses_are_slowed_down_without_locking_out_the_owner_s_browser() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await.from("192.0.2.1");
    ada.post("/api/auth/logout", &json!({})).await.ok();
    let statuses = spray(&app, "ada@example.org", 40).await;
    assert_eq!(*statuses.last().unwrap(), 429, "{statuses:?}");
    assert_eq!(login(&app.visitor().from("192.0.2.2"), "ada@example.org").await, 429, "a new browser waits");
    assert_eq!(login(&ada, "ada@example.org").await, 200, "the owner's own does not");

    let bob = app.signed_in("bob").await.from("192.0.2.3");
    spray(&app, "ada@example.org", 40).await;
    assert_eq!(login(&bob, "ada@example.org").await, 429, "a browser of somebody else's is a stranger here");
}

#[tokio::test]
async fn a_back_off_survives_a_restart_and_ignores_forged_headers() {
    let app = TestApp::start().await;
    app.signed_in("ada").await;
    let guess = json!({"email": "ada@example.org", "password": "a wrong guess"});
    let attacker = app.visitor().from("198.51.100.7");
    for _ in 0..8 {
        attacker.post("/api/auth/login", &guess).await;
    }
    let restarted = app.restart_with(&[]).await;
    let attacker = restarted.visitor().from("198.51.100.7");
    let answer = attacker.post_with("/api/auth/login", &guess, &[("x-forwarded-for", "203.0.113.9")]).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (429, &json!("rate_limited")));
    app.advance(SignedDuration::from_mins(16));
    assert_eq!(attacker.post("/api/auth/login", &guess).await.status, 401);
}

#[tokio::test]
async fn registering_and_forgetting_in_bulk_is_slowed_down() {
    let app = TestApp::start().await;
    let bulk = app.visitor().from("198.51.100.8");
    let mut last = (0, 0);
    for number in 0..70 {
        let body = json!({"email": format!("bulk{number}@example.org"), "password": PASSWORD});
        last.0 = app.visitor().from("198.51.100.8").post("/api/auth/register", &body).await.status.as_u16();
        last.1 = bulk.post("/api/auth/forgot-password", &json!({"email": "a@example.org"})).await.status.as_u16();
    }
    assert_eq!(last, (429, 429));
    assert!(app.count("users").await <= 60);
}

#[tokio::test]
async fn an_ipv6_network_is_rate_limited_as_one_client() {
    let app = TestApp::start().await;
    let register = async |number: u16, address: &str| {
        let body = json!({"email": format!("bulk{number}@example.org"), "password": PASSWORD});
        app.visitor().from(address).post("/api/auth/register", &body).await.status.as_u16()
    };
    let mut last = 0;
    for number in 0..61 {
        last = register(number, &format!("2001:db8:0:1:{number:x}::7")).await;
    }
    assert_eq!(last, 429);
    assert_eq!(register(100, "2001:db8:0:2::7").await, 201, "the neighbours are others");
    assert_eq!(register(101, "::ffff:192.0.2.1").await, 201, "and an IPv4 address is one of its own");
    for number in 102..162 {
        register(number, "::ffff:192.0.2.2").await;
    }
    assert_eq!(register(162, "192.0.2.2").await, 429, "however it is written");
}

#[tokio::test]
async fn requests_to_change_to_an_address_are_rate_limited() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    app.deliver().await;
    let before = app.mails().len();
    let mut last = 0;
    for number in 0..20 {
        let body = json!({"email": format!("victim+{number}@example.org"), "current_password": PASSWORD});
        last = ada.put("/api/auth/update-profile", &body).await.status.as_u16();
    }
    app.deliver().await;
    assert_eq!((last, app.mails().len() - before), (429, 5));
    let names = ada.put("/api/auth/update-profile", &json!({"first_name": "Ada"})).await;
    assert_eq!(names.status, 200, "a change of name sends no mail");
}

/// Every call of the contract that takes a JSON body, with its path filled.
async fn calls_with_bodies(app: &TestApp) -> Vec<(Method, String)> {
    let contract = app.visitor().get("/api/openapi.json").await.ok();
    let mut calls = Vec::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            if !call["requestBody"]["content"]["application/json"].is_null() {
                let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes()).unwrap();
                let id = "019a8a00-0000-7000-8000-000000000000";
                calls.push((method, path.replace("{id}", id).replace("{provider}", "google")));
            }
        }
    }
    assert!(calls.len() >= 13, "{calls:?}");
    calls
}

// [R5.12]
#[tokio::test]
async fn odd_bodies_are_refused_by_every_call_and_change_nothing() {
    let app = TestApp::start_with(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let ada = app.signed_in("ada").await;
    let before = app.dump().await;
    let csrf = ada.cookie("csrf_access_token").unwrap();
    let deep = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let odd: [(&str, &str, String, &[u16]); 8] = [
        ("a form", "application/x-www-form-urlencoded", "email=a%40example.org&password=x".to_owned(), &[415]),
        ("no type", "", "{}".to_owned(), &[415]),
        ("broken JSON", "application/json", "{\"email\":".to_owned(), &[400]),
        ("too deep", "application/json", deep, &[400, 422]),
        ("the wrong kind of value", "application/json", "[1, 2, 3]".to_owned(), &[422]),
        ("an array of texts", "application/json", "[\"ada@example.org\", \"Ada\", \"x\"]".to_owned(), &[422]),
        ("an empty array", "application/json", "[]".to_owned(), &[422]),
        ("far too much", "application/json", format!("{{\"email\": \"{}\"}}", "x".repeat(12_000_000)), &[413]),
    ];
    for (method, path) in calls_with_bodies(&app).await {
        for (what, kind, body, expected) in &odd {
            let mut request = Request::builder().method(&method).uri(&path).header("x-csrf-token", &csrf);
            if !kind.is_empty() {
                request = request.header(header::CONTENT_TYPE, *kind);
            }
            let answer = ada.send(request.body(Body::from(body.clone())).unwrap()).await;
            let status = answer.status.as_u16();
            assert!(expected.contains(&status), "{method} {path} with {what}: {status} {}", answer.text());
            assert!(answer.json()["request_id"].is_string(), "{method} {path} with {what}");
            let names_a_type =
                ["struct", "expected", "invalid type", "sequence", "`"].iter().any(|word| answer.text().contains(word));
            assert!(!names_a_type, "{method} {path} with {what}: {}", answer.text());
        }
    }
    assert_eq!(app.dump().await, before);
}

// [R1.01]
#[tokio::test]
async fn no_call_lets_a_person_name_their_own_id_role_or_provider() {
    let app = TestApp::start().await;
    let ada = app.visitor();
    let extra = json!({"id": "019a8a00-0000-7000-8000-000000000000", "debug_console": true, "auth_provider": "apple",
        "email_verified": true, "role": "admin", "has_password": false});
    let mut body = json!({"email": "ada@example.org", "password": PASSWORD});
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    let made = ada.post("/api/auth/register", &body).await;
    assert_eq!(made.status, 201);
    let id = made.json()["user"]["id"].clone();
    let mut patch = extra.clone();
    patch["first_name"] = json!("Ada");
    let changed = ada.put("/api/auth/update-profile", &patch).await.ok();
    for user in [&made.json()["user"], &changed["user"]] {
        assert_eq!(user["id"], id);
        assert_eq!(user["auth_provider"], "email");
        for flag in ["debug_console", "email_verified"] {
            assert_eq!(user[flag], false, "{flag}");
        }
        assert_eq!(user["role"], Value::Null);
    }
    assert_ne!(id, extra["id"]);
}

#[tokio::test]
async fn a_process_that_dies_while_people_register_leaves_whole_accounts_or_none() {
    let process = Process::serve(&[("HALCYON_RATE_LIMITS", "off")]).await;
    let client = reqwest::Client::new();
    let mut registrations = tokio::task::JoinSet::new();
    for number in 0..24 {
        let (client, url) = (client.clone(), process.url("/api/auth/register"));
        registrations.spawn(async move {
            let email = format!("person{number}@example.org");
            let body = json!({"email": email, "password": PASSWORD});
            let answer = client.post(url).json(&body).send().await.ok()?;
            (answer.status() == 201).then_some(email)
        });
    }
    let first = registrations.join_next().await.unwrap().unwrap().expect("an answer");
    let database = process.kill().await;
    let mut acknowledged = vec![first];
    while let Some(done) = registrations.join_next().await {
        acknowledged.extend(done.unwrap());
    }

    let db = Db::connect(&database.url).await.unwrap();
    let people: Vec<String> =
        on_db!(db.reader(), pool => sqlx::query_scalar("select email from users").fetch_all(pool).await).unwrap();
    let whole: Vec<String> = on_db!(db.reader(), pool => sqlx::query_scalar(
        "select users.email from users join mail_links on mail_links.user_id = users.id where users.password_hash is not null",
    )
    .fetch_all(pool)
    .await)
    .unwrap();
    assert_eq!(people.len(), whole.len(), "every account has its password and its first link");
    for email in acknowledged {
        assert!(whole.contains(&email), "{email} was told that the account exists");
    }
}
