//! Deliveries that are delayed: what is outdated is not sent, nothing is sent twice, and the rest is not lost.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::alerts::delivery::{
    Subscribed, add_device, browser_settings, confirmed, device, native_app, native_settings, register, subscribed,
    with_device,
};
use crate::alerts::hazards::windy;
use crate::alerts::pipeline::{hours, save_place, storm};
use crate::alerts::settings::set_notifications;
use crate::support::browser::TestBrowser;
use crate::support::feeds::{Authority, Cap};
use crate::support::mail_server::MailServer;
use crate::support::persona::Persona;
use crate::support::push_service::PushService;
use crate::support::{TestApp, borrowed, poll_for, poll_once, poll_until};
use crate::weather::stand_in::{Behavior, StandIn, set_hour};

#[tokio::test]
async fn an_alert_cancelled_before_its_delivery_is_not_sent_as_new() {
    let Subscribed { authority, service, app, browser, .. } = subscribed("Balkon").await;
    service.answers(503, "");
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    authority.publish(&[Cap { kind: "Cancel", replaces: &["one"], ..storm("two", "Severe", 8) }]);
    app.advance(SignedDuration::from_mins(6));
    app.run_alerts().await;
    app.deliver().await;
    let titles: Vec<String> = service
        .calls()
        .iter()
        .map(|(_, _, body)| browser.decrypt(body)["title"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        titles,
        ["Official: Sturm – Balkon", "Cancelled: Official: Sturm – Balkon"],
        "a failed request, and the cancellation"
    );
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_pending_notification_is_not_sent_after_its_place_was_deleted_or_switched_off() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let users =
        [confirmed(&app, "ada", "en").await, confirmed(&app, "bob", "en").await, confirmed(&app, "cem", "en").await];
    for user in &users {
        save_place(user, "Home", 52.52, 13.41).await;
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    let mails = app.mails().len();
    let place = async |user: &Persona| {
        let listed = user.get("/api/locations").await.ok();
        format!("/api/locations/{}", listed["locations"][0]["id"].as_str().unwrap())
    };
    users[0].delete(&place(&users[0]).await).await;
    users[1].put(&place(&users[1]).await, &json!({"alerts_enabled": false})).await.ok();
    app.deliver().await;
    let notified: Vec<String> = app.mails()[mails..].iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(notified, ["cem@example.org"]);
}

#[tokio::test]
async fn a_retry_leaves_out_users_who_switched_notifications_off() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let ada = with_device(&app, "ada", 0).await;
    with_device(&app, "bob", 1).await;
    for _ in 0..2 {
        push.answers(503, "{}");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    set_notifications(&ada, json!({"turnOffAll": true})).await;
    app.advance(SignedDuration::from_mins(2));
    app.deliver().await;
    assert_eq!(push.bodies().last().unwrap()["include_subscription_ids"], json!([device(1)]));
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_retry_uses_the_language_each_user_has_chosen_meanwhile() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let users = [with_device(&app, "ada", 0).await, with_device(&app, "bob", 1).await];
    for _ in 0..2 {
        push.answers(503, "{}");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;
    app.deliver().await;
    let failed = push.bodies();
    users[0].post("/api/user/preferences", &json!({"language": "de"})).await.ok();
    app.advance(SignedDuration::from_mins(2));
    app.deliver().await;
    let mut sent: Vec<_> = push.bodies()[failed.len()..]
        .iter()
        .map(|body| (body["include_subscription_ids"].clone(), body["headings"]["en"].clone()))
        .collect();
    sent.sort_by_key(|(devices, _)| devices.to_string());
    let expected = [
        (json!([device(0)]), json!("Amtlich: Sturm – Berlin")),
        (json!([device(1)]), json!("Official: Sturm – Berlin")),
    ];
    assert_eq!(sent, expected);
    let key_of = |language: &str| {
        let same = |body: &&Value| body["headings"]["en"].as_str().unwrap().starts_with(language);
        push.bodies().iter().rfind(same).unwrap()["idempotency_key"].clone()
    };
    assert_eq!(key_of("Official"), failed[0]["idempotency_key"], "the same text has the same key");
    assert_ne!(key_of("Amtlich"), failed[0]["idempotency_key"]);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn notifications_are_retried_while_onesignal_rejects_the_key() {
    for status in [401, 403] {
        let (authority, push) = (Authority::start().await, PushService::start().await);
        let app = native_app(&push, &authority).await;
        with_device(&app, "ada", 0).await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.run_alerts().await;
        push.answers(status, r#"{"errors":["Access denied."]}"#);
        app.deliver().await;
        assert_eq!((push.calls().len(), app.count("outbox where queue = 'notifications'").await), (1, 1), "{status}");
        app.advance(SignedDuration::from_mins(2));
        app.deliver().await;
        assert_eq!((push.calls().len(), app.count("outbox where queue = 'notifications'").await), (2, 0), "{status}");
        assert_eq!(push.bodies()[1]["idempotency_key"], push.bodies()[0]["idempotency_key"]);
    }
}

#[tokio::test]
async fn notifications_are_retried_while_a_push_service_rejects_the_key_until_the_alert_ends() {
    for status in [401, 403] {
        let Subscribed { authority, service, app, .. } = subscribed("Balkon").await;
        authority.publish(&[storm("one", "Severe", 8), Cap { event: "Gewitter", ..storm("short", "Severe", 2) }]);
        app.run_alerts().await;
        for _ in 0..8 {
            service.answers(status, "");
        }
        for minutes in [0, 2, 6, 31] {
            app.advance(SignedDuration::from_mins(minutes));
            app.deliver().await;
        }
        let waiting = app.count("outbox where queue = 'notifications'").await;
        assert_eq!((service.calls().len(), waiting, app.count("push_devices").await), (8, 2, 1), "{status}");
        app.advance(SignedDuration::from_mins(121));
        app.deliver().await;
        let waiting = app.count("outbox where queue = 'notifications'").await;
        assert_eq!((service.calls().len(), waiting), (9, 0), "{status}: the one that is still in force");
    }
}

#[tokio::test]
async fn a_rejected_message_is_not_retried() {
    for status in [400, 413] {
        let (authority, push) = (Authority::start().await, PushService::start().await);
        let app = native_app(&push, &authority).await;
        with_device(&app, "ada", 0).await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.run_alerts().await;
        push.answers(status, "{}");
        app.deliver().await;
        assert_eq!((push.calls().len(), app.count("outbox where queue = 'notifications'").await), (1, 0), "{status}");

        let Subscribed { authority, service, app, .. } = subscribed("Balkon").await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.run_alerts().await;
        service.answers(status, "");
        app.deliver().await;
        assert_eq!(
            (service.calls().len(), app.count("outbox where queue = 'notifications'").await),
            (1, 0),
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_mail_server_that_does_not_answer_does_not_delay_push_messages() {
    let (authority, push, server) = (Authority::start().await, PushService::start().await, MailServer::start().await);
    let settings = native_settings(&push, &authority);
    let mut settings = borrowed(&settings);
    let app = TestApp::start_with(&settings).await;
    let ada = confirmed(&app, "ada", "en").await;
    add_device(&ada, 0).await;
    save_place(&ada, "Berlin", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.run_alerts().await;

    settings.push(("HALCYON_SMTP_URL", &server.url));
    let sender = app.restart_with(&settings).await;
    let held = server.hold();
    let mut delivery = Box::pin(sender.deliver());
    poll_until(&mut delivery, || !server.mails().is_empty()).await;
    // Less than the time-out of the mail server.
    poll_for(&mut delivery, Duration::from_secs(6), || !push.calls().is_empty()).await;
    assert_eq!(push.calls().len(), 1);
    held.take();
    delivery.await;
    assert_eq!(server.mails_to("ada@example.org").len(), 1);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_message_another_process_sent_meanwhile_is_not_sent_again() {
    let (authority, service) = (Authority::start().await, PushService::start().await);
    let settings = browser_settings(&authority);
    let settings = borrowed(&settings);
    let one = TestApp::start_with(&settings).await;
    let two = one.restart_with(&settings).await;
    let ada = one.signed_in("ada").await;
    save_place(&ada, "Home", 52.52, 13.41).await;
    // One more than are sent concurrently.
    for number in 0..9 {
        register(&one, &ada, &TestBrowser::new(), &service, &format!("/{number}")).await;
    }
    one.deliver().await;
    authority.publish(&[storm("one", "Severe", 8)]);
    one.run_alerts().await;
    service.stop_answering(true);
    let mut slow = Box::pin(one.deliver());
    while service.calls().len() < 8 {
        assert!(poll_once(&mut slow).is_pending());
        tokio::task::yield_now().await;
    }
    service.stop_answering(false);
    let started: Vec<String> = service.calls().iter().map(|(uri, _, _)| uri.path().to_owned()).collect();
    one.advance(SignedDuration::from_mins(3));
    two.deliver().await;
    service.release();
    slow.await;
    let sent_by_other = service.calls().iter().filter(|(uri, _, _)| !started.contains(&uri.path().to_owned())).count();
    assert_eq!(sent_by_other, 1, "the ninth was sent by the other process alone");
}

// [R1.18]
#[tokio::test]
async fn a_mail_shows_temperature_and_wind_in_the_recipients_units() {
    let now = hours(0);
    let mut answer = windy(now, 27.0, 3, 8);
    // In calm air the wind chill is the temperature.
    set_hour(&mut answer, now, 5, "temperature_2m", json!(-30.0));
    set_hour(&mut answer, now, 5, "wind_speed_10m", json!(0.0));
    let forecast = StandIn::start(Behavior::Answers(answer)).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let recipients = [
        ("ada", json!({"temperature": "fahrenheit", "windSpeed": "mph"}), ["60 mph", "−22 °F"]),
        ("bob", json!({"windSpeed": "km/h"}), ["97 km/h", "−30 °C"]),
        ("cem", json!({"windSpeed": "m/s"}), ["27 m/s", "−30 °C"]),
    ];
    for (name, units, _) in &recipients {
        let user = confirmed(&app, name, "en").await;
        user.post("/api/user/preferences", &json!({"units": units})).await.ok();
        save_place(&user, "Home", 52.52, 13.41).await;
    }
    app.run_alerts().await;
    app.deliver().await;
    for (name, _, expected) in recipients {
        let address = format!("{name}@example.org");
        let mails: Vec<String> = app
            .mails()
            .iter()
            .filter(|mail| mail.to.email.to_string() == address)
            .map(|mail| mail.text.clone())
            .collect();
        for measure in expected {
            assert!(mails.iter().any(|mail| mail.contains(measure)), "{measure} for {name} in {mails:?}");
        }
    }
}
