//! Production over http on a private address: cookies that browsers accept there, no mail, no settings but an address.

use jiff::SignedDuration;
use serde_json::json;

use crate::support::TestApp;
use crate::support::persona::PASSWORD;

fn settings(folder: &str) -> [(&str, &str); 4] {
    [
        ("HALCYON_MODE", "production"),
        ("HALCYON_PUBLIC_URL", "http://192.168.1.10:8080"),
        ("HALCYON_SUPPORT_EMAIL", "ada@mail.example"),
        ("HALCYON_DATA_DIR", folder),
    ]
}

#[tokio::test]
async fn a_household_signs_in_over_http_and_stays_signed_in_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path().to_str().unwrap());
    let app = TestApp::start_alone_with(&settings).await;
    let ada = app.visitor();
    let origin = [("origin", "http://192.168.1.10:8080"), ("sec-fetch-site", "same-origin")];
    let body = json!({"email": "ada@example.org", "password": PASSWORD, "first_name": "Ada"});
    let answer = ada.post_with("/api/auth/register", &body, &origin).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert!(answer.set_cookies().iter().all(|cookie| !cookie.contains("Secure")), "{:?}", answer.set_cookies());
    assert_eq!(answer.set_cookies().iter().filter(|cookie| cookie.contains("HttpOnly")).count(), 3);
    assert_eq!(answer.header("strict-transport-security"), "");
    let page = ada.get("/").await;
    assert!(!page.header("content-security-policy").contains("upgrade-insecure-requests"));
    let elsewhere = [("origin", "http://192.168.1.11:8080")];
    assert_eq!(app.visitor().post_with("/api/auth/register", &body, &elsewhere).await.status, 403);
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41});
    assert_eq!(ada.post("/api/locations", &place).await.status, 201);

    let restarted = app.restart_with(&settings).await;
    let places = restarted.persona_of(&ada).get("/api/locations").await.ok();
    assert_eq!(places["locations"][0]["name"], "Home", "the key in the data folder is the same");
}

#[tokio::test]
async fn pages_of_every_listed_address_may_sign_in_and_links_lead_to_the_first() {
    let public = ("HALCYON_PUBLIC_URL", "https://weather.example");
    let further = ("HALCYON_FURTHER_URLS", "https://weather.lan,https://[fd12::7]:8443");
    let app = TestApp::start_with(&[public, further]).await;
    let body = json!({"email": "ada@example.org", "password": PASSWORD, "first_name": "Ada"});
    let from = async |origin| app.visitor().post_with("/api/auth/register", &body, &[("origin", origin)]).await.status;
    for elsewhere in ["https://weather.lan:8443", "http://weather.lan", "https://fd12.example", "null"] {
        assert_eq!(from(elsewhere).await, 403, "{elsewhere}");
    }
    assert_eq!(from("https://weather.lan").await, 201);
    assert_eq!(from("https://[fd12::7]:8443").await, 409, "the address is taken, the origin is not refused");
    let reset = json!({"email": "ada@example.org"});
    let origin = [("origin", "https://weather.lan"), ("host", "weather.lan")];
    app.visitor().post_with("/api/auth/forgot-password", &reset, &origin).await.ok();
    app.deliver().await;
    let mail = app.mails().pop().expect("a mail");
    assert!(mail.text.contains("https://weather.example/") && !mail.text.contains("weather.lan"), "{}", mail.text);
}

#[tokio::test]
async fn without_a_mail_server_an_account_that_nobody_can_verify_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::start_alone_with(&settings(folder.path().to_str().unwrap())).await;
    let ada = app.signed_in("ada").await;
    assert_eq!(app.visitor().get("/api/config").await.ok()["has_mail"], false);
    let user = ada.get("/api/auth/me").await.ok()["user"].clone();
    assert_eq!((&user["email_verified"], &user["needs_verification"]), (&false.into(), &false.into()));
    app.advance(SignedDuration::from_hours(31 * 24));
    app.tidy().await;
    assert_eq!(app.count("users").await, 1);

    // Its owner has never been asked; from the first mail on they have thirty days.
    let later = app.restart_with(&[]).await;
    later.tidy().await;
    assert_eq!(later.count("users").await, 1, "mail was added");
    let ada = later.visitor();
    ada.post("/api/auth/login", &json!({"email": "ada@example.org", "password": PASSWORD})).await.ok();
    ada.post("/api/auth/resend-verification", &json!({})).await.ok();
    later.advance(SignedDuration::from_hours(31 * 24));
    later.tidy().await;
    assert_eq!(later.count("users").await, 0, "asked and not verified");

    let with_mail = TestApp::start_alone_with(&[]).await;
    let user = with_mail.signed_in("ada").await.get("/api/auth/me").await.ok()["user"].clone();
    assert_eq!((&user["email_verified"], &user["needs_verification"]), (&false.into(), &true.into()));
    with_mail.advance(SignedDuration::from_hours(31 * 24));
    with_mail.tidy().await;
    assert_eq!(with_mail.count("users").await, 0, "elsewhere it is abandoned");
}
