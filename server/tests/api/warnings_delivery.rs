//! How a notice reaches somebody: mail in three languages, OneSignal in batches, a browser that decrypts it.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::encoding::{AsBigEndian, EcPrivateKeyBin};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::Persona;
use crate::support::poll_once;
use crate::support::push_service::PushService;
use crate::warnings::{hours, storm, watch_place};

pub async fn confirmed(app: &TestApp, name: &str, language: &str) -> Persona {
    let person = app.signed_in(name).await;
    app.deliver().await;
    let token = app.link_in_mail_to(&format!("{name}@example.org"), "/verify-email#token=");
    person.post("/api/auth/verify-email", &json!({"token": token})).await.ok();
    person.post("/api/user/preferences", &json!({"language": language})).await.ok();
    person
}

#[tokio::test]
async fn a_warning_comes_by_mail_as_text_and_html_in_the_readers_language_with_a_way_out() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[
        ("HALCYON_CAP_FEEDS", &authority.german_feed()),
        ("HALCYON_PUBLIC_URL", "http://weather.example"),
    ])
    .await;
    let readers = [("ada", "en"), ("bob", "de"), ("cem", "tr")];
    for (name, language) in readers {
        watch_place(&confirmed(&app, name, language).await, "Balkon", 52.52, 13.41).await;
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    let expected = [
        ("ada", "Official: Sturm – Balkon", "Severe, from Sun 14:00 to Sun 21:00", "What to do", "Stop these mails"),
        (
            "bob",
            "Amtlich: Sturm – Balkon",
            "Schwer, von So 14:00 bis So 21:00",
            "Was du tun kannst",
            "Diese Mails abbestellen",
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
    app.watch().await;
    app.deliver().await;
    assert_eq!(app.mails().len(), mails, "whoever clicked gets no more");
}

#[tokio::test]
async fn an_address_that_was_never_confirmed_gets_no_warning() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    app.deliver().await;
    let mails = app.mails().len();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    assert_eq!(app.mails().len(), mails);
    let notice = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!(notice["channels"], json!([]), "nor is it said to have been sent");
}

/// Settings of a server that reads this authority and sends by this OneSignal.
pub fn native_settings(push: &PushService, authority: &Authority) -> [(&'static str, String); 4] {
    [
        ("HALCYON_CAP_FEEDS", authority.german_feed()),
        ("HALCYON_ONESIGNAL_APP_ID", "5a0d7a3c-0000-4000-8000-000000000000".to_owned()),
        ("HALCYON_ONESIGNAL_API_KEY", "hunter2".to_owned()),
        ("HALCYON_ONESIGNAL_API_URL", push.url.clone()),
    ]
}

pub async fn native_app(push: &PushService, authority: &Authority) -> TestApp {
    started_with(&native_settings(push, authority)).await
}

async fn started_with(settings: &[(&str, String)]) -> TestApp {
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    TestApp::start_with(&settings).await
}

pub fn device(number: u8) -> String {
    format!("{number:08}-2222-4333-8444-555555555555")
}

pub async fn add_device(person: &Persona, number: u8) {
    person.post("/api/auth/update-onesignal", &json!({"onesignal_id": device(number)})).await.ok();
}

pub async fn with_device(app: &TestApp, name: &str, number: u8) -> Persona {
    let person = app.signed_in(name).await;
    add_device(&person, number).await;
    watch_place(&person, "Berlin", 52.52, 13.41).await;
    person
}

// [R1.19, R7.08, R7.19]
#[tokio::test]
async fn equal_words_go_to_onesignal_in_one_call_and_dead_devices_are_forgotten() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    for (number, name) in ["ada", "bob", "cem"].into_iter().enumerate() {
        with_device(&app, name, number as u8).await;
    }
    push.answers(200, &json!({"id": "1", "errors": {"invalid_player_ids": [device(1)]}}).to_string());
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    let (calls, bodies) = (push.calls(), push.bodies());
    assert_eq!((calls.len(), calls[0].0.path()), (1, "/notifications"));
    assert_eq!(calls[0].1["authorization"], "Key hunter2");
    assert_eq!(bodies[0]["include_subscription_ids"], json!([device(0), device(1), device(2)]));
    assert_eq!(bodies[0]["headings"]["en"], "Official: Sturm – Berlin");
    assert!(bodies[0]["contents"]["en"].as_str().unwrap().contains("Deutscher Wetterdienst"));
    assert_eq!((&bodies[0]["priority"], &bodies[0]["ttl"]), (&json!(10), &json!(8 * 3600)));
    assert!(bodies[0]["idempotency_key"].is_string());
    assert_eq!(app.count("push_devices").await, 2);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_call_that_failed_is_made_again_with_the_same_key_and_people() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    with_device(&app, "ada", 0).await;
    with_device(&app, "bob", 1).await;
    for _ in 0..2 {
        push.answers(503, "{}");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
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
async fn who_dies_during_a_delivery_repeats_it_under_the_same_key() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    with_device(&app, "ada", 0).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    // The call has arrived, the answer is not read: dropping the future is dying.
    let mut delivery = Box::pin(app.deliver());
    while push.calls().is_empty() {
        assert!(poll_once(&mut delivery).is_pending(), "it must not end before the call arrived");
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
async fn a_warning_that_ended_before_it_could_be_sent_is_not_sent() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    with_device(&app, "ada", 0).await;
    authority.publish(&[storm("one", "Severe", 2)]);
    app.watch().await;
    app.advance(SignedDuration::from_hours(3));
    app.deliver().await;
    assert_eq!(push.calls().len(), 0);
}

/// A browser with its own keys, which reads what it is sent as RFC 8291 says.
pub struct TestBrowser {
    key: PrivateKey,
    auth: [u8; 16],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], input: &[u8], info: &[&[u8]], length: usize) -> Vec<u8> {
    let mut output = vec![0; length];
    Salt::new(HKDF_SHA256, salt).extract(input).expand(info, Length(length)).unwrap().fill(&mut output).unwrap();
    output
}

impl TestBrowser {
    pub fn new() -> TestBrowser {
        TestBrowser { key: PrivateKey::generate(&ECDH_P256).unwrap(), auth: *b"sixteen bytes ok" }
    }

    fn public(&self) -> Vec<u8> {
        self.key.compute_public_key().unwrap().as_ref().to_vec()
    }

    pub fn read(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (sender, record) = (&rest[5..70], &rest[70..]);
        let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agreement::agree(&self.key, peer, (), |shared| Ok(shared.to_vec())).unwrap();
        let input = derive(&self.auth, &shared, &[b"WebPush: info\0", &self.public(), sender], 32);
        let key = derive(salt, &input, &[b"Content-Encoding: aes128gcm\0"], 16);
        let nonce = derive(salt, &input, &[b"Content-Encoding: nonce\0"], 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        assert_eq!(plain.last(), Some(&2), "one record, the last");
        serde_json::from_slice(&plain[..plain.len() - 1]).unwrap()
    }
}

/// Settings of a server that reads this authority and sends to browsers of `push.example`.
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

/// Registers as a browser does, then lets the name of the service lead to the stand-in.
pub async fn register(app: &TestApp, person: &Persona, browser: &TestBrowser, service: &PushService, path: &str) {
    let keys =
        json!({"p256dh": URL_SAFE_NO_PAD.encode(browser.public()), "auth": URL_SAFE_NO_PAD.encode(browser.auth)});
    let endpoint = format!("https://push.example{path}");
    let answer = person.post("/api/push/subscriptions", &json!({"endpoint": endpoint, "keys": keys})).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let (there, known) = (format!("{}{path}", service.url), endpoint);
    on_db!(app.db.writer(), pool => {
        sqlx::query("update push_devices set token = $1 where token = $2").bind(there).bind(known).execute(pool).await.map(|_| ())
    })
    .unwrap();
}

/// Ada watches one place, and her browser is told at `/a` of the service.
pub struct Watched {
    pub authority: Authority,
    pub service: PushService,
    pub app: TestApp,
    pub ada: Persona,
    pub browser: TestBrowser,
}

pub async fn watched(place: &str) -> Watched {
    let (authority, service) = (Authority::start().await, PushService::start().await);
    let app = started_with(&browser_settings(&authority)).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, place, 52.52, 13.41).await;
    let browser = TestBrowser::new();
    register(&app, &ada, &browser, &service, "/a").await;
    Watched { authority, service, app, ada, browser }
}

// [R1.19]
#[tokio::test]
async fn a_browser_gets_a_message_that_only_it_can_read_and_a_dead_one_is_forgotten() {
    let Watched { authority, service, app, ada, browser } = watched("Balkon").await;
    register(&app, &ada, &TestBrowser::new(), &service, "/b").await;
    for _ in 0..2 {
        service.answers(201, "");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
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
    let message = browser.read(body);
    assert_eq!(message["title"], "Official: Sturm – Balkon");
    assert!(message["body"].as_str().unwrap().contains("Official: stay in."));
    assert!(message["tag"].is_string());

    service.answers(410, "");
    service.answers(410, "");
    ada.post("/api/notifications/test", &json!({})).await.ok();
    app.deliver().await;
    assert_eq!(app.count("push_devices").await, 0);
}

// [R1.18]
#[tokio::test]
async fn a_push_message_speaks_its_reader_s_language_in_the_browser_and_in_the_app() {
    let Watched { authority, service, app, ada, browser } = watched("Balkon").await;
    ada.post("/api/user/preferences", &json!({"language": "de"})).await.ok();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    let message = browser.read(&service.calls()[0].2);
    assert_eq!(message["title"], "Amtlich: Sturm – Balkon");
    let body = message["body"].as_str().unwrap();
    assert!(body.contains("Schwer, von So 14:00 bis So 21:00") && body.contains("Amtlich: stay in."), "{body}");

    let push = PushService::start().await;
    let app = native_app(&push, &authority).await;
    for (number, (name, language)) in [("ada", "en"), ("bob", "de"), ("cem", "tr")].into_iter().enumerate() {
        let person = with_device(&app, name, number as u8).await;
        person.post("/api/user/preferences", &json!({"language": language})).await.ok();
    }
    app.watch().await;
    app.deliver().await;
    let expected = [
        ("Official: Sturm – Berlin", "Severe, from Sun 14:00"),
        ("Amtlich: Sturm – Berlin", "Schwer, von So 14:00"),
        ("Official: Sturm – Berlin", "Ciddi, Paz 14:00"),
    ];
    let bodies = push.bodies();
    for (number, (heading, when)) in expected.into_iter().enumerate() {
        let devices = json!([device(number as u8)]);
        let body = bodies.iter().find(|body| body["include_subscription_ids"] == devices).expect("a call of its own");
        assert_eq!(body["headings"]["en"], heading);
        assert!(body["contents"]["en"].as_str().unwrap().starts_with(when), "{body}");
    }
}

#[tokio::test]
async fn a_notice_in_the_list_has_the_authority_s_words_in_every_language_it_wrote() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    let notice = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    let words = |index: usize, part: &str| notice["alert"]["texts"][index][part].clone();
    assert_eq!((words(0, "language"), words(0, "title")), (json!("de-DE"), json!("Amtlich: Sturm")));
    assert_eq!((words(1, "language"), words(1, "title")), (json!("en-GB"), json!("Official: Sturm")));
}

#[tokio::test]
async fn a_push_service_keeps_a_warning_until_its_end_and_an_all_clear_for_a_day() {
    let Watched { authority, service, app, .. } = watched("Balkon").await;
    let ends = hours(0) + SignedDuration::from_mins(45);
    authority.publish(&[Cap { starts: hours(0), ends, ..storm("one", "Extreme", 1) }]);
    app.watch().await;
    app.deliver().await;
    app.advance(SignedDuration::from_mins(46));
    app.watch().await;
    app.deliver().await;
    let kept: Vec<String> =
        service.calls().iter().map(|(_, headers, _)| headers["ttl"].to_str().unwrap().to_owned()).collect();
    assert_eq!(kept, [(45 * 60).to_string(), (24 * 3600 - 60).to_string()]);
}

#[tokio::test]
async fn a_device_that_signed_out_gets_nothing_of_what_was_waiting_for_it() {
    let Watched { authority, service, app, ada, .. } = watched("Home").await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    ada.post("/api/auth/logout", &json!({})).await.ok();
    app.deliver().await;
    assert_eq!(service.calls().len(), 0);
}
