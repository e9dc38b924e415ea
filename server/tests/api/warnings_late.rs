//! Notices that wait to be sent while the world goes on: nothing that is no longer so, nothing twice, everything else.

use std::time::Duration;

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::mail_server::MailServer;
use crate::support::persona::Persona;
use crate::support::push_service::PushService;
use crate::support::{go_on_for, go_on_until, poll_once};
use crate::warnings::{storm, watch_place};
use crate::warnings_delivery::{
    TestBrowser, Watched, add_device, browser_settings, confirmed, device, native_app, native_settings, register,
    watched, with_device,
};
use crate::warnings_people::{windy, wish};
use crate::weather_stand_in::{Behavior, StandIn, set_hour};

#[tokio::test]
async fn a_warning_that_was_called_off_while_it_waited_does_not_come_as_news() {
    let Watched { authority, service, app, browser, .. } = watched("Balkon").await;
    service.answers(503, "");
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    authority.publish(&[Cap { kind: "Cancel", replaces: &["one"], ..storm("two", "Severe", 8) }]);
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
    app.deliver().await;
    let titles: Vec<String> =
        service.calls().iter().map(|(_, _, body)| browser.read(body)["title"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        titles,
        ["Official: Sturm – Balkon", "Cancelled: Official: Sturm – Balkon"],
        "a failed call, and the truth"
    );
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn what_waits_about_a_place_is_not_sent_when_its_warnings_are_switched_off_or_it_is_deleted() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let people =
        [confirmed(&app, "ada", "en").await, confirmed(&app, "bob", "en").await, confirmed(&app, "cem", "en").await];
    for person in &people {
        watch_place(person, "Home", 52.52, 13.41).await;
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    let mails = app.mails().len();
    let place = async |person: &Persona| {
        let listed = person.get("/api/locations").await.ok();
        format!("/api/locations/{}", listed["locations"][0]["id"].as_str().unwrap())
    };
    people[0].delete(&place(&people[0]).await).await;
    people[1].put(&place(&people[1]).await, &json!({"alerts_enabled": false})).await.ok();
    app.deliver().await;
    let told: Vec<String> = app.mails()[mails..].iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(told, ["cem@example.org"]);
}

#[tokio::test]
async fn a_call_made_again_leaves_out_who_switched_it_off_and_nobody_else() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let ada = with_device(&app, "ada", 0).await;
    with_device(&app, "bob", 1).await;
    for _ in 0..2 {
        push.answers(503, "{}");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    wish(&ada, json!({"turnOffAll": true})).await;
    app.advance(SignedDuration::from_mins(2));
    app.deliver().await;
    assert_eq!(push.bodies().last().unwrap()["include_subscription_ids"], json!([device(1)]));
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn a_call_made_again_tells_nobody_in_the_language_somebody_else_has_chosen_meanwhile() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let people = [with_device(&app, "ada", 0).await, with_device(&app, "bob", 1).await];
    for _ in 0..2 {
        push.answers(503, "{}");
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    let failed = push.bodies();
    people[0].post("/api/user/preferences", &json!({"language": "de"})).await.ok();
    app.advance(SignedDuration::from_mins(2));
    app.deliver().await;
    let mut told: Vec<_> = push.bodies()[failed.len()..]
        .iter()
        .map(|body| (body["include_subscription_ids"].clone(), body["headings"]["en"].clone()))
        .collect();
    told.sort_by_key(|(devices, _)| devices.to_string());
    let expected = [
        (json!([device(0)]), json!("Amtlich: Sturm – Berlin")),
        (json!([device(1)]), json!("Official: Sturm – Berlin")),
    ];
    assert_eq!(told, expected);
    let key_of = |language: &str| {
        let same = |body: &&Value| body["headings"]["en"].as_str().unwrap().starts_with(language);
        push.bodies().iter().rfind(same).unwrap()["idempotency_key"].clone()
    };
    assert_eq!(key_of("Official"), failed[0]["idempotency_key"], "the same words are the same call");
    assert_ne!(key_of("Amtlich"), failed[0]["idempotency_key"]);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn notices_outlast_a_key_onesignal_refuses_until_the_operator_has_mended_it() {
    for status in [401, 403] {
        let (authority, push) = (Authority::start().await, PushService::start().await);
        let app = native_app(&push, &authority).await;
        with_device(&app, "ada", 0).await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.watch().await;
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
async fn notices_outlast_a_key_a_browser_s_service_refuses_and_no_longer_than_the_warning() {
    for status in [401, 403] {
        let Watched { authority, service, app, .. } = watched("Balkon").await;
        authority.publish(&[storm("one", "Severe", 8), Cap { event: "Gewitter", ..storm("short", "Severe", 2) }]);
        app.watch().await;
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
async fn a_notice_that_is_refused_for_what_it_is_is_not_sent_again() {
    for status in [400, 413] {
        let (authority, push) = (Authority::start().await, PushService::start().await);
        let app = native_app(&push, &authority).await;
        with_device(&app, "ada", 0).await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.watch().await;
        push.answers(status, "{}");
        app.deliver().await;
        assert_eq!((push.calls().len(), app.count("outbox where queue = 'notifications'").await), (1, 0), "{status}");

        let Watched { authority, service, app, .. } = watched("Balkon").await;
        authority.publish(&[storm("one", "Severe", 8)]);
        app.watch().await;
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
async fn a_mail_server_that_does_not_answer_keeps_no_push_message_waiting() {
    let (authority, push, server) = (Authority::start().await, PushService::start().await, MailServer::start().await);
    let settings = native_settings(&push, &authority);
    let mut settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let app = TestApp::start_with(&settings).await;
    let ada = confirmed(&app, "ada", "en").await;
    add_device(&ada, 0).await;
    watch_place(&ada, "Berlin", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;

    settings.push(("HALCYON_SMTP_URL", &server.url));
    let sender = app.restart_with(&settings).await;
    let held = server.hold();
    let mut delivery = Box::pin(sender.deliver());
    go_on_until(&mut delivery, || !server.mails().is_empty()).await;
    // Less than the mail server is waited for.
    go_on_for(&mut delivery, Duration::from_secs(6), || !push.calls().is_empty()).await;
    assert_eq!(push.calls().len(), 1);
    held.take();
    delivery.await;
    assert_eq!(server.mails_to("ada@example.org").len(), 1);
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

#[tokio::test]
async fn what_another_process_has_sent_while_this_one_waited_is_not_sent_again() {
    let (authority, service) = (Authority::start().await, PushService::start().await);
    let settings = browser_settings(&authority);
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let one = TestApp::start_with(&settings).await;
    let two = one.restart_with(&settings).await;
    let ada = one.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    // One more than are sent to at once.
    for number in 0..9 {
        register(&one, &ada, &TestBrowser::new(), &service, &format!("/{number}")).await;
    }
    one.deliver().await;
    authority.publish(&[storm("one", "Severe", 8)]);
    one.watch().await;
    service.fall_silent(true);
    let mut slow = Box::pin(one.deliver());
    while service.calls().len() < 8 {
        assert!(poll_once(&mut slow).is_pending());
        tokio::task::yield_now().await;
    }
    service.fall_silent(false);
    let begun: Vec<String> = service.calls().iter().map(|(uri, _, _)| uri.path().to_owned()).collect();
    one.advance(SignedDuration::from_mins(3));
    two.deliver().await;
    service.release();
    slow.await;
    let waited = service.calls().iter().filter(|(uri, _, _)| !begun.contains(&uri.path().to_owned())).count();
    assert_eq!(waited, 1, "the ninth was sent by the other process alone");
}

// [R1.18]
#[tokio::test]
async fn a_mail_tells_temperature_and_wind_in_the_units_its_reader_chose() {
    let now = crate::warnings::hours(0);
    let mut answer = windy(now, 27.0, 3, 8);
    set_hour(&mut answer, now, 5, "apparent_temperature", json!(-30.0));
    let forecast = StandIn::start(Behavior::Answers(answer)).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let readers = [
        ("ada", json!({"temperature": "fahrenheit", "windSpeed": "mph"}), ["60 mph", "−22 °F"]),
        ("bob", json!({"windSpeed": "km/h"}), ["97 km/h", "−30 °C"]),
        ("cem", json!({"windSpeed": "m/s"}), ["27 m/s", "−30 °C"]),
    ];
    for (name, units, _) in &readers {
        let person = confirmed(&app, name, "en").await;
        person.post("/api/user/preferences", &json!({"units": units})).await.ok();
        watch_place(&person, "Home", 52.52, 13.41).await;
    }
    app.watch().await;
    app.deliver().await;
    for (name, _, told) in readers {
        let address = format!("{name}@example.org");
        let mails: Vec<String> = app
            .mails()
            .iter()
            .filter(|mail| mail.to.email.to_string() == address)
            .map(|mail| mail.text.clone())
            .collect();
        for measure in told {
            assert!(mails.iter().any(|mail| mail.contains(measure)), "{measure} for {name} in {mails:?}");
        }
    }
}
