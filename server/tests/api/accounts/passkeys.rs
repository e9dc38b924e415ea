//! Passkeys: make an account with one, sign in, add, rename, remove.

use axum::http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::authenticator::{Authenticator, BACKED_UP, BACKUP_ELIGIBLE, Manner, USER_PRESENT, USER_VERIFIED};
use crate::support::persona::{Answer, Persona};

pub async fn site() -> TestApp {
    site_with(&[]).await
}

pub async fn site_with(settings: &[(&str, &str)]) -> TestApp {
    let mut all = vec![("HALCYON_PUBLIC_URL", "https://weather.example")];
    all.extend(settings);
    TestApp::start_with(&all).await
}

/// An account with a password and a verified address.
pub async fn verified(app: &TestApp, name: &str) -> Persona {
    let persona = app.signed_in(name).await;
    app.deliver().await;
    let token = app.link_in_mail_to(&format!("{name}@example.org"), "/verify-email#token=");
    persona.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    persona
}

pub async fn sign_up_with(app: &TestApp, key: &mut Authenticator, name: &str) -> (Persona, Answer) {
    let (persona, body) = prepare_sign_up(app, key, name).await;
    let answer = persona.post("/api/auth/passkey/sign-up", &body).await;
    (persona, answer)
}

/// The body that finishes a sign-up with this passkey.
pub async fn prepare_sign_up(app: &TestApp, key: &mut Authenticator, name: &str) -> (Persona, Value) {
    let persona = app.visitor();
    let who = json!({"email": format!("{name}@example.org"), "first_name": name});
    let ceremony = persona.post("/api/auth/passkey/sign-up/options", &who).await.ok();
    let credential = key.create(&ceremony["options"], &Manner::default());
    let mut body = json!({"id": ceremony["id"], "credential": credential});
    body.as_object_mut().unwrap().extend(who.as_object().unwrap().clone());
    (persona, body)
}

/// An account that was made with this passkey.
pub async fn owner_of(app: &TestApp, key: &mut Authenticator, name: &str) -> Persona {
    let (persona, answer) = sign_up_with(app, key, name).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    persona
}

pub async fn add(persona: &Persona, key: &mut Authenticator, manner: &Manner) -> Answer {
    let ceremony = persona.post("/api/auth/passkeys/options", &json!({})).await.ok();
    let credential = key.create(&ceremony["options"], manner);
    persona.post("/api/auth/passkeys", &json!({"id": ceremony["id"], "credential": credential})).await
}

pub async fn challenge(persona: &Persona) -> Value {
    persona.post("/api/auth/passkey/sign-in/options", &json!({})).await.ok()
}

pub async fn sign_in(persona: &Persona, key: &Authenticator, manner: &Manner) -> Answer {
    let ceremony = challenge(persona).await;
    let credential = key.get(&ceremony["options"], manner);
    persona.post("/api/auth/passkey/sign-in", &json!({"id": ceremony["id"], "credential": credential})).await
}

pub async fn passkeys(persona: &Persona) -> Vec<Value> {
    persona.get("/api/auth/passkeys").await.ok()["passkeys"].as_array().unwrap().clone()
}

async fn remove(persona: &Persona, passkey: &Value) -> Answer {
    persona.delete(&format!("/api/auth/passkeys/{}", passkey["id"].as_str().unwrap())).await
}

#[tokio::test]
async fn an_account_is_made_and_entered_with_a_passkey_alone() {
    let app = site().await;
    let mut key = Authenticator::new();
    let (persona, answer) = sign_up_with(&app, &mut key, "ada").await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let user = answer.json()["user"].clone();
    assert_eq!((&user["auth_provider"], &user["has_password"]), (&json!("passkey"), &json!(false)));
    assert_eq!(user["email_verified"], false);
    persona.get("/api/auth/me").await.ok();

    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    persona.post("/api/auth/verify-email", &json!({"token": token})).await.ok();

    app.advance(SignedDuration::from_hours(1));
    let signed_in = sign_in(&app.visitor(), &key, &Manner::default()).await.ok();
    assert_eq!(signed_in["user"]["id"], user["id"]);
    assert_eq!(signed_in["user"]["email_verified"], true, "its passkey stays when the address is verified");
    persona.post("/api/auth/refresh", &json!({})).await.ok();
    let listed = passkeys(&persona).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["created_at"], "2026-11-15T12:00:00Z");
    assert_eq!(listed[0]["last_used_at"], "2026-11-15T13:00:00Z");
}

#[tokio::test]
async fn the_browser_is_asked_for_a_discoverable_verified_and_anonymous_passkey() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let mut key = Authenticator::new();
    assert_eq!(add(&ada, &mut key, &Manner::default()).await.status, 201);

    let ceremony = ada.post("/api/auth/passkeys/options", &json!({})).await.ok();
    let options = &ceremony["options"];
    assert_eq!(options["rp"], json!({"name": "Halcyon", "id": "weather.example"}));
    assert_eq!(options["attestation"], "none");
    assert_eq!(options["user"]["name"], "ada@example.org");
    let selection = &options["authenticatorSelection"];
    assert_eq!((&selection["residentKey"], &selection["requireResidentKey"]), (&json!("required"), &json!(true)));
    assert_eq!(selection["userVerification"], "required");
    let answer = key.create(options, &Manner::default());
    assert_eq!(options["excludeCredentials"][0]["id"], answer["id"], "the authenticator holds one already");

    let request = challenge(&app.visitor()).await;
    assert_eq!(request["options"]["rpId"], "weather.example");
    assert_eq!(request["options"]["userVerification"], "required");
    assert_eq!(request["options"]["allowCredentials"], json!([]), "it names no passkeys");
}

#[tokio::test]
async fn several_passkeys_are_named_renamed_and_removed_and_the_owner_is_informed() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    let (mut phone, mut laptop) = (Authenticator::new(), Authenticator::new());
    let synced = Manner { flags: USER_PRESENT | USER_VERIFIED | BACKUP_ELIGIBLE | BACKED_UP, ..Manner::default() };
    assert_eq!(add(&ada, &mut phone, &synced).await.status, 201);
    app.advance(SignedDuration::from_secs(1));
    assert_eq!(add(&ada, &mut laptop, &Manner::default()).await.status, 201);
    app.deliver().await;
    assert_eq!(app.mails().iter().filter(|mail| mail.subject == "A passkey was added").count(), 2);

    let listed = passkeys(&ada).await;
    assert_eq!((&listed[0]["is_synced"], &listed[1]["is_synced"]), (&json!(true), &json!(false)));
    assert_eq!(listed[0]["last_used_at"], Value::Null);
    let path = format!("/api/auth/passkeys/{}", listed[0]["id"].as_str().unwrap());
    ada.put(&path, &json!({"name": " My phone "})).await.ok();
    assert_eq!(passkeys(&ada).await[0]["name"], "My phone");
    for wrong in ["", "a\u{7}b", &"x".repeat(101)] {
        assert_eq!(ada.put(&path, &json!({"name": wrong})).await.status, 422, "{wrong:?}");
    }
    assert_eq!(passkeys(&ada).await[0]["name"], "My phone");

    remove(&ada, &listed[0]).await.ok();
    assert_eq!(remove(&ada, &listed[0]).await.status, 404);
    assert_eq!(sign_in(&app.visitor(), &phone, &synced).await.status, 401, "the removed key opens nothing");
    sign_in(&app.visitor(), &laptop, &Manner::default()).await.ok();
    app.deliver().await;
    let removed = app.mails().into_iter().find(|mail| mail.subject == "A passkey was removed").unwrap();
    assert!(removed.text.contains("My phone"), "{}", removed.text);
}

#[tokio::test]
async fn the_last_way_to_sign_in_stays_even_when_two_are_removed_at_once() {
    let app = site().await;
    let (mut first, mut second) = (Authenticator::new(), Authenticator::new());
    let ada = owner_of(&app, &mut first, "ada").await;
    app.deliver().await;
    let token = app.link_in_last_mail("/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    let only = remove(&ada, &passkeys(&ada).await[0]).await;
    assert_eq!((only.status.as_u16(), &only.json()["code"]), (409, &json!("last_sign_in")));

    assert_eq!(add(&ada, &mut second, &Manner::default()).await.status, 201);
    let both = passkeys(&ada).await;
    let tab = ada.other_tab();
    let (one, other) = tokio::join!(remove(&ada, &both[0]), remove(&tab, &both[1]));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(passkeys(&ada).await.len(), 1);
}

#[tokio::test]
async fn passkeys_of_others_can_be_neither_seen_nor_changed() {
    let app = site().await;
    let mut key = Authenticator::new();
    let ada = owner_of(&app, &mut key, "ada").await;
    let bob = app.signed_in("bob").await;
    assert!(passkeys(&bob).await.is_empty());
    let hers = &passkeys(&ada).await[0];
    let path = format!("/api/auth/passkeys/{}", hers["id"].as_str().unwrap());
    assert_eq!(bob.put(&path, &json!({"name": "Mine"})).await.status, 404);
    assert_eq!(remove(&bob, hers).await.status, 404);
    assert_eq!(bob.put("/api/auth/passkeys/1", &json!({"name": "Mine"})).await.status, 404);
    assert_eq!(&passkeys(&ada).await[0], hers);
    for (method, path) in
        [(Method::POST, "/api/auth/passkeys"), (Method::POST, "/api/auth/passkeys/options"), (Method::PUT, &path)]
    {
        assert_eq!(app.visitor().send_json(method, path, &json!({})).await.status, 401, "{path}");
    }
    assert_eq!(ada.post_with("/api/auth/passkeys/options", &json!({}), &[]).await.json()["code"], "csrf_missing");
}

#[tokio::test]
async fn an_account_has_at_most_twenty_passkeys() {
    let app = site().await;
    let ada = verified(&app, "ada").await;
    for _ in 0..20 {
        assert_eq!(add(&ada, &mut Authenticator::new(), &Manner::default()).await.status, 201);
    }
    let refused = add(&ada, &mut Authenticator::new(), &Manner::default()).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("too_many_passkeys")));
    assert_eq!(passkeys(&ada).await.len(), 20);
}

#[tokio::test]
async fn the_export_names_passkeys_and_the_deletion_removes_them() {
    let app = site().await;
    let mut key = Authenticator::new();
    let ada = owner_of(&app, &mut key, "ada").await;
    sign_in(&app.visitor(), &key, &Manner { counter: 7, ..Manner::default() }).await.ok();
    let export = ada.get("/api/auth/export").await.ok();
    let exported = &export["passkeys"][0];
    assert_eq!((&exported["counter"], &exported["is_backed_up"]), (&json!(7), &json!(false)));
    ada.post("/api/auth/delete-account", &json!({})).await.ok();
    assert_eq!(app.count("passkeys").await, 0);
    assert_eq!(sign_in(&app.visitor(), &key, &Manner { counter: 8, ..Manner::default() }).await.status, 401);
}

#[tokio::test]
async fn closed_sign_ups_and_taken_addresses_are_refused_before_a_passkey_is_made() {
    let app = site_with(&[("HALCYON_SIGN_UPS", "closed")]).await;
    let refused = app.visitor().post("/api/auth/passkey/sign-up/options", &json!({"email": "a@example.org"})).await;
    assert_eq!(refused.json()["code"], "sign_ups_closed");

    let app = site().await;
    app.signed_in("ada").await;
    let taken = app.visitor().post("/api/auth/passkey/sign-up/options", &json!({"email": "ADA@example.org"})).await;
    assert_eq!((taken.status.as_u16(), &taken.json()["code"]), (409, &json!("email_taken")));
}

#[tokio::test]
async fn an_unverified_account_gets_no_further_passkey() {
    let app = site().await;
    let ada = app.signed_in("ada").await;
    let refused = ada.post("/api/auth/passkeys/options", &json!({})).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (403, &json!("email_unverified")));
}

#[tokio::test]
async fn a_site_at_an_ip_address_or_over_http_has_no_passkeys() {
    for url in ["http://192.168.1.10:8080", "http://halcyon.lan", "https://127.0.0.1:8443"] {
        let app = site_with(&[("HALCYON_PUBLIC_URL", url)]).await;
        assert_eq!(app.visitor().get("/api/config").await.ok()["passkey_domain"], Value::Null, "{url}");
        assert_eq!(app.visitor().post("/api/auth/passkey/sign-in/options", &json!({})).await.status, 404, "{url}");
    }
    let app = site_with(&[("HALCYON_PUBLIC_URL", "http://localhost:8080")]).await;
    assert_eq!(app.visitor().get("/api/config").await.ok()["passkey_domain"], "localhost");
    challenge(&app.visitor()).await;
}
