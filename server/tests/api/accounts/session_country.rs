//! The country of a session: from a trusted proxy only, of its last use, shown to its owner and named in the mail about it.

use halcyon::on_db;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::persona::{PASSWORD, Persona};

const PROXY: &str = "10.0.0.1";
const STRANGER: &str = "198.51.100.7";
const BEHIND_PROXY: &[(&str, &str)] =
    &[("HALCYON_TRUSTED_PROXIES", "10.0.0.0/8"), ("HALCYON_COUNTRY_HEADER", "CF-IPCountry")];

async fn log_in(app: &TestApp, address: &str, countries: &[&str]) -> Persona {
    let persona = app.visitor().from(address);
    let headers: Vec<(&str, &str)> = countries.iter().map(|code| ("cf-ipcountry", *code)).collect();
    let body = json!({"email": "ada@example.org", "password": PASSWORD});
    persona.post_with("/api/auth/login", &body, &headers).await.ok();
    persona
}

/// Of the session that asks.
async fn country_of(persona: &Persona) -> Value {
    let list = persona.get("/api/auth/sessions").await.ok();
    let sessions = list["sessions"].as_array().unwrap();
    sessions.iter().find(|session| session["current"] == true).unwrap()["country"].clone()
}

#[tokio::test]
async fn the_country_comes_from_a_trusted_proxy_only() {
    let app = TestApp::start_with(BEHIND_PROXY).await;
    app.signed_in("ada").await;
    for (address, sent, expected) in [
        (PROXY, &["DE"][..], json!("DE")),
        (PROXY, &["tr"], json!("TR")),
        (PROXY, &[], Value::Null),
        // What Cloudflare documents for "unknown" and for Tor.
        (PROXY, &["XX"], Value::Null),
        (PROXY, &["T1"], Value::Null),
        (PROXY, &["Germany"], Value::Null),
        (PROXY, &["FR", "DE"], Value::Null),
        (STRANGER, &["DE"], Value::Null),
    ] {
        let persona = log_in(&app, address, sent).await;
        assert_eq!(country_of(&persona).await, expected, "{sent:?} from {address}");
    }
}

#[tokio::test]
async fn without_the_setting_nothing_about_the_place_of_a_session_is_stored() {
    let app = TestApp::start_with(&[("HALCYON_TRUSTED_PROXIES", "10.0.0.0/8")]).await;
    app.signed_in("ada").await;
    let persona = log_in(&app, PROXY, &["DE"]).await;
    assert_eq!(country_of(&persona).await, Value::Null);
    assert_eq!(app.count("sessions where country is not null or network <> ''").await, 0);
}

#[tokio::test]
async fn it_follows_the_session_and_the_network_of_earlier_versions_goes() {
    let app = TestApp::start_with(BEHIND_PROXY).await;
    app.signed_in("ada").await;
    let persona = log_in(&app, PROXY, &["DE"]).await;
    let sql = "update sessions set network = '203.0.113.0/24'";
    on_db!(app.db.writer(), pool => sqlx::query(sql).execute(pool).await.map(|_| ())).unwrap();
    let csrf = persona.cookie("csrf_refresh_token").unwrap();
    let headers = [("x-csrf-token", csrf.as_str()), ("cf-ipcountry", "CH")];
    persona.post_with("/api/auth/refresh", &json!({}), &headers).await.ok();
    assert_eq!(country_of(&persona).await, "CH");
    let export = persona.get("/api/auth/export").await.ok();
    let countries: Vec<&Value> =
        export["sessions"].as_array().unwrap().iter().map(|session| &session["country"]).collect();
    assert!(countries.contains(&&json!("CH")), "{countries:?}");
    assert_eq!(app.count("sessions where country = 'CH' and network = ''").await, 1);
}

#[tokio::test]
async fn the_mail_about_a_new_browser_names_the_country_in_the_account_s_language() {
    let app = TestApp::start_with(BEHIND_PROXY).await;
    let ada = app.visitor();
    let body = json!({"email": "ada@example.org", "password": PASSWORD});
    ada.post_with("/api/auth/register", &body, &[("accept-language", "de")]).await;
    app.deliver().await;
    let token = app.link_in_mail_to("ada@example.org", "/verify-email#token=");
    ada.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    log_in(&app, PROXY, &["TR"]).await;
    app.deliver().await;
    let mail = app.mails().pop().unwrap();
    assert_eq!(mail.subject, "Neue Anmeldung bei deinem Konto");
    // The name of TR in German, as CLDR has it.
    assert!(mail.text.contains("(Türkei)"), "{}", mail.text);
    // A code that ISO 3166 has not assigned has no name.
    log_in(&app, PROXY, &["ZY"]).await;
    app.deliver().await;
    assert!(!app.mails().pop().unwrap().text.contains('('));
}
