//! Deliveries of notifications: mails in three languages, OneSignal in batches, and encrypted Web Push messages.

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::encoding::{AsBigEndian, EcPrivateKeyBin};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::json;

use crate::alerts::pipeline::{hours, save_place, storm};
use crate::support::browser::TestBrowser;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::Persona;
use crate::support::poll_once;
use crate::support::push_service::PushService;
use crate::support::{TestApp, borrowed};

pub async fn confirmed(app: &TestApp, name: &str, language: &str) -> Persona {
    let user = app.signed_in(name).await;
    app.deliver().await;
    let token = app.link_in_mail_to(&format!("{name}@example.org"), "/verify-email#token=");
    user.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    user.post("/api/user/preferences", &json!({"language": language})).await.ok();
    user
}

#[tokio::test]
async fn an_alert_mail_has_text_and_html_in_the_recipients_language_and_an_unsubscribe_link() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[
        ("HALCYON_CAP_FEEDS", &authority.german_feed()),
        ("HALCYON_PUBLIC_URL", "http://weather.example"),
    ])
    .await;
    let recipients = [("ada", "en"), ("bob", "de"), ("cem", "tr")];
    for (name, language) in recipients {
        save_place(&confirmed(&app, name, language).await, "Balkon", 52.52, 13.41).await;
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    let expected = [
        ("ada", "Official: Sturm – Balkon", "Severe, from Sun 14:00 to Sun 21:00", "What to do", "Stop these emails"),
        (
            "bob",
            "Amtlich: Sturm – Balkon",
            "Schwer, von So 14:00 bis So 21:00",
            "Was du tun kannst",
            "Diese E-Mails abbestellen",
        ),
        ("cem", "Official: Sturm – Balkon", "Ciddi, Paz 14:00 – Paz 21:00", "Ne yapmalısın", "Bu e-postaları durdur"),
    ];
    for (name, subject, when, advice, stop) in expected {
        let address = format!("{name}@example.org");
        let mail = app.mails().into_iter().rfind(|mail| mail.to.email.to_string() == address).unwrap();
        assert_eq!(mail.subject, subject);
        for text in [when, advice, stop, "Deutscher Wetterdienst", "https://www.dwd.example/warnings"] {
            assert!(mail.text.contains(text), "{text} in {}", mail.text);
            assert!(mail.html.contains(text), "{text} in {}", mail.html);
        }
        assert!(mail.text.contains(" <b> from the west.") && mail.html.contains(" &lt;b&gt; from the west."));
        let unsubscribe = mail.unsubscribe.unwrap();
        assert!(unsubscribe.starts_with("http://weather.example/api/unsubscribe/"), "{unsubscribe}");
        assert!(mail.text.contains(&unsubscribe));
        let path = unsubscribe.strip_prefix("http://weather.example").unwrap();
        app.visitor().post(path, &json!({})).await.ok();
    }
    let mails = app.mails().len();
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 9) }]);
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    app.deliver().await;
    assert_eq!(app.mails().len(), mails, "no mails after the link was used");
}

#[tokio::test]
async fn an_unconfirmed_address_gets_no_alert_mails() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    app.deliver().await;
    let mails = app.mails().len();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    assert_eq!(app.mails().len(), mails);
    let notification = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!(notification["channels"], json!([]), "and the list shows no channel");
}

const APP_ID: &str = "5a0d7a3c-0000-4000-8000-000000000000";

/// Settings of a server that polls this authority and sends by this OneSignal.
pub fn native_settings(push: &PushService, authority: &Authority) -> [(&'static str, String); 4] {
    [
        ("HALCYON_CAP_FEEDS", authority.german_feed()),
        ("HALCYON_ONESIGNAL_APP_ID", APP_ID.to_owned()),
        ("HALCYON_ONESIGNAL_API_KEY", "hunter2".to_owned()),
        ("HALCYON_ONESIGNAL_API_URL", push.url.clone()),
    ]
}

pub async fn native_app(push: &PushService, authority: &Authority) -> TestApp {
    start_with(&native_settings(push, authority)).await
}

async fn start_with(settings: &[(&str, String)]) -> TestApp {
    TestApp::start_with(&borrowed(settings)).await
}

pub fn device(number: u8) -> String {
    format!("{number:08}-2222-4333-8444-555555555555")
}

pub async fn add_device(user: &Persona, number: u8) {
    user.post("/api/auth/update-onesignal", &json!({"onesignal_id": device(number)})).await.ok();
}

pub async fn with_device(app: &TestApp, name: &str, number: u8) -> Persona {
    let user = app.signed_in(name).await;
    add_device(&user, number).await;
    save_place(&user, "Berlin", 52.52, 13.41).await;
    user
}

// [R7.19]
#[tokio::test]
async fn a_template_at_onesignal_replaces_our_texts_and_gets_them_as_data() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let mut settings = native_settings(&push, &authority).to_vec();
    settings.push(("HALCYON_ONESIGNAL_TEMPLATE_ID", "be4a8044-bbd6-11e4-a581-000c2940e62c".to_owned()));
    let app = start_with(&settings).await;
    with_device(&app, "ada", 0).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    let body = &push.bodies()[0];
    assert_eq!(body["template_id"], "be4a8044-bbd6-11e4-a581-000c2940e62c");
    assert_eq!(body["custom_data"]["title"], "Official: Sturm – Berlin");
    assert_eq!(body["custom_data"]["place"], "Berlin");
    assert!(body["headings"].is_null() && body["contents"].is_null() && body["subtitle"].is_null(), "{body}");
}

// [R1.19, R7.08, R7.19]
#[tokio::test]
async fn equal_messages_are_sent_to_onesignal_in_one_request_and_dead_devices_deleted() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    for (number, name) in ["ada", "bob", "cem"].into_iter().enumerate() {
        with_device(&app, name, number as u8).await;
    }
    push.answers(200, &json!({"id": "1", "errors": {"invalid_player_ids": [device(1)]}}).to_string());
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    let (calls, bodies) = (push.calls(), push.bodies());
    assert_eq!((calls.len(), calls[0].0.path()), (1, "/notifications"));
    assert_eq!(calls[0].1["authorization"], "Key hunter2");
    assert_eq!(bodies[0]["include_subscription_ids"], json!([device(0), device(1), device(2)]));
    assert_eq!(bodies[0]["app_id"], APP_ID);
    assert_eq!(bodies[0]["headings"]["en"], "Official: Sturm – Berlin");
    assert_eq!(bodies[0]["subtitle"]["en"], "Berlin");
    assert_eq!(bodies[0]["url"], "http://127.0.0.1:8080/notifications");
    assert!(bodies[0]["template_id"].is_null());
    assert!(bodies[0]["contents"]["en"].as_str().unwrap().contains("Deutscher Wetterdienst"));
    assert_eq!((&bodies[0]["priority"], &bodies[0]["ttl"]), (&json!(10), &json!(8 * 3600)));
    assert!(bodies[0]["idempotency_key"].is_string());
    assert_eq!(app.count("push_devices").await, 2);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_failed_request_is_retried_with_the_same_key_and_users() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    with_device(&app, "ada", 0).await;
    with_device(&app, "bob", 1).await;
    for _ in 0..2 {
        push.answers(503, "{}");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 2);
    app.advance(SignedDuration::from_mins(2));
    app.deliver().await;
    let bodies = push.bodies();
    assert_eq!(bodies.len(), 3, "two tries at once, one a minute later");
    assert!(bodies.iter().all(|body| body["idempotency_key"] == bodies[0]["idempotency_key"]));
    assert!(bodies.iter().all(|body| body["include_subscription_ids"] == bodies[0]["include_subscription_ids"]));
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_delivery_interrupted_by_a_crash_is_repeated_with_the_same_key() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    with_device(&app, "ada", 0).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    // The request has arrived and the response is not read: dropping the future is like a crash.
    let mut delivery = Box::pin(app.deliver());
    while push.calls().is_empty() {
        assert!(poll_once(&mut delivery).is_pending(), "the delivery must not end before the request has arrived");
        tokio::task::yield_now().await;
    }
    drop(delivery);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 1);
    app.advance(SignedDuration::from_mins(3));
    app.deliver().await;
    let bodies = push.bodies();
    assert_eq!((bodies.len(), &bodies[0]["idempotency_key"]), (2, &bodies[1]["idempotency_key"]));
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn an_alert_that_ended_before_its_delivery_is_not_sent() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    with_device(&app, "ada", 0).await;
    authority.publish(&[storm("one", "Severe", 2)]);
    app.run_alerts().await;
    app.advance(SignedDuration::from_hours(3));
    app.deliver().await;
    assert_eq!(push.calls().len(), 0);
}

/// Settings of a server that polls this authority and sends to browsers of `push.example`.
pub fn browser_settings(authority: &Authority) -> [(&'static str, String); 4] {
    let vapid = PrivateKey::generate(&ECDH_P256).unwrap();
    let private: EcPrivateKeyBin<'_> = vapid.as_be_bytes().unwrap();
    let private = URL_SAFE_NO_PAD.encode(private.as_ref());
    let public = URL_SAFE_NO_PAD.encode(vapid.compute_public_key().unwrap().as_ref());
    [
        ("HALCYON_CAP_FEEDS", authority.german_feed()),
        ("HALCYON_VAPID_PUBLIC_KEY", public),
        ("HALCYON_VAPID_PRIVATE_KEY", private),
        ("HALCYON_PUSH_HOSTS", "push.example".to_owned()),
    ]
}

/// Registers as a browser does, then replaces the host of the endpoint by the stand-in.
pub async fn register(app: &TestApp, user: &Persona, browser: &TestBrowser, service: &PushService, path: &str) {
    let keys = browser.subscription_keys();
    let endpoint = format!("https://push.example{path}");
    let answer = user.post("/api/push/subscriptions", &json!({"endpoint": endpoint, "keys": keys})).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let (there, known) = (format!("{}{path}", service.url), endpoint);
    on_db!(app.db.writer(), pool => {
        sqlx::query("update push_devices set token = $1 where token = $2").bind(there).bind(known).execute(pool).await.map(|_| ())
    })
    .unwrap();
}

/// Ada has one place, and her browser is subscribed at `/a` of the service.
pub struct Subscribed {
    pub authority: Authority,
    pub service: PushService,
    pub app: TestApp,
    pub ada: Persona,
    pub browser: TestBrowser,
}

pub async fn subscribed(place: &str) -> Subscribed {
    let (authority, service) = (Authority::start().await, PushService::start().await);
    let app = start_with(&browser_settings(&authority)).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, place, 52.52, 13.41).await;
    let browser = TestBrowser::new();
    register(&app, &ada, &browser, &service, "/a").await;
    Subscribed { authority, service, app, ada, browser }
}

// [R1.19]
#[tokio::test]
async fn a_browser_gets_a_message_only_it_can_decrypt_and_a_dead_one_is_deleted() {
    let Subscribed { authority, service, app, ada, browser } = subscribed("Balkon").await;
    register(&app, &ada, &TestBrowser::new(), &service, "/b").await;
    for _ in 0..2 {
        service.answers(201, "");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    let calls = service.calls();
    assert_eq!(calls.len(), 2);
    let (_, headers, body) = calls.iter().find(|(uri, _, _)| uri.path() == "/a").unwrap();
    assert_eq!(
        (&headers["content-encoding"], &headers["urgency"]),
        (&"aes128gcm".parse().unwrap(), &"high".parse().unwrap())
    );
    assert_eq!(headers["ttl"], (8 * 3600).to_string());
    assert!(headers["authorization"].to_str().unwrap().starts_with("vapid t=ey"));
    assert!(headers["topic"].len() <= 32);
    let message = browser.decrypt(body);
    assert_eq!(message["title"], "Official: Sturm – Balkon");
    assert!(message["body"].as_str().unwrap().contains("Official: stay in."));
    assert!(message["tag"].is_string());
    assert_eq!(message["severity"], "severe");

    service.answers(410, "");
    service.answers(410, "");
    ada.post("/api/notifications/test", &json!({})).await.ok();
    app.deliver().await;
    assert_eq!(app.count("push_devices").await, 0);
}

// [R1.18]
#[tokio::test]
async fn push_messages_are_in_the_recipients_language_in_the_browser_and_in_the_app() {
    let Subscribed { authority, service, app, ada, browser } = subscribed("Balkon").await;
    ada.post("/api/user/preferences", &json!({"language": "de"})).await.ok();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    let message = browser.decrypt(&service.calls()[0].2);
    assert_eq!(message["title"], "Amtlich: Sturm – Balkon");
    let body = message["body"].as_str().unwrap();
    assert!(body.contains("Schwer, von So 14:00 bis So 21:00") && body.contains("Amtlich: stay in."), "{body}");

    let push = PushService::start().await;
    let app = native_app(&push, &authority).await;
    for (number, (name, language)) in [("ada", "en"), ("bob", "de"), ("cem", "tr")].into_iter().enumerate() {
        let user = with_device(&app, name, number as u8).await;
        user.post("/api/user/preferences", &json!({"language": language})).await.ok();
    }
    app.run_alerts().await;
    app.deliver().await;
    let expected = [
        ("Official: Sturm – Berlin", "Severe, from Sun 14:00"),
        ("Amtlich: Sturm – Berlin", "Schwer, von So 14:00"),
        ("Official: Sturm – Berlin", "Ciddi, Paz 14:00"),
    ];
    let bodies = push.bodies();
    for (number, (heading, when)) in expected.into_iter().enumerate() {
        let devices = json!([device(number as u8)]);
        let body = bodies.iter().find(|body| body["include_subscription_ids"] == devices).expect("a separate request");
        assert_eq!(body["headings"]["en"], heading);
        assert!(body["contents"]["en"].as_str().unwrap().starts_with(when), "{body}");
    }
}

#[tokio::test]
async fn a_listed_notification_has_the_authority_s_text_in_every_language() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    let notification = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    let text = |index: usize, part: &str| notification["alert"]["texts"][index][part].clone();
    assert_eq!((text(0, "language"), text(0, "title")), (json!("de-DE"), json!("Amtlich: Sturm")));
    assert_eq!((text(1, "language"), text(1, "title")), (json!("en-GB"), json!("Official: Sturm")));
}

#[tokio::test]
async fn a_push_message_expires_with_its_alert_and_an_all_clear_after_a_day() {
    let Subscribed { authority, service, app, browser, .. } = subscribed("Balkon").await;
    let ends = hours(0) + SignedDuration::from_mins(45);
    authority.publish(&[Cap { starts: hours(0), ends, ..storm("one", "Extreme", 1) }]);
    app.run_alerts().await;
    app.deliver().await;
    app.advance(SignedDuration::from_mins(46));
    app.run_alerts().await;
    app.deliver().await;
    let lifetimes: Vec<String> =
        service.calls().iter().map(|(_, headers, _)| headers["ttl"].to_str().unwrap().to_owned()).collect();
    assert_eq!(lifetimes, [(45 * 60).to_string(), (24 * 3600 - 60).to_string()]);
    let levels: Vec<serde_json::Value> =
        service.calls().iter().map(|(_, _, body)| browser.decrypt(body)["severity"].clone()).collect();
    assert_eq!(levels, [json!("extreme"), serde_json::Value::Null], "the end of an alert needs no other sound");
}

#[tokio::test]
async fn a_device_that_signed_out_gets_no_pending_messages() {
    let Subscribed { authority, service, app, ada, .. } = subscribed("Home").await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    ada.post("/api/auth/logout", &json!({})).await.ok();
    app.deliver().await;
    assert_eq!(service.calls().len(), 0);
}

/// RFC 6585, section 4, and RFC 9110, section 10.2.3.
#[tokio::test]
async fn a_push_service_that_asks_for_a_pause_gets_it_and_does_not_count_as_down() {
    let Subscribed { authority, service, app, ada, .. } = subscribed("Home").await;
    for path in ["/b", "/c", "/d"] {
        register(&app, &ada, &TestBrowser::new(), &service, path).await;
    }
    service.asks_for_pause(600);
    for _ in 0..4 {
        service.answers(429, "");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    assert_eq!(service.calls().len(), 4, "three answers of this kind in a row do not open the circuit breaker");
    app.advance(SignedDuration::from_mins(9));
    app.deliver().await;
    assert_eq!(service.calls().len(), 4, "the first retry would be after a minute");
    app.advance(SignedDuration::from_mins(2));
    app.deliver().await;
    assert_eq!(service.calls().len(), 8);
    app.advance(SignedDuration::from_mins(60));
    app.deliver().await;
    assert_eq!(service.calls().len(), 8, "all were accepted");
}

#[tokio::test]
async fn a_stored_browser_for_which_nothing_can_be_encrypted_is_deleted() {
    let Subscribed { service, app, ada, .. } = subscribed("Home").await;
    on_db!(app.db.writer(), pool => {
        sqlx::query("update push_devices set p256dh = $1").bind(format!("BA{}", "A".repeat(85))).execute(pool).await.map(|_| ())
    })
    .unwrap();
    ada.post("/api/notifications/test", &json!({})).await.ok();
    app.deliver().await;
    assert_eq!((service.calls().len(), app.count("push_devices").await), (0, 0));
}
