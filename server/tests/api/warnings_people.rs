//! Who is told and when: wishes, quiet hours; several processes at once, and one that dies half-way.

use std::collections::BTreeSet;

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::die_after;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::Persona;
use crate::support::push_service::PushService;
use crate::warnings::{hours, next_round, steps, storm, watch_place};
use crate::warnings_delivery::{add_device, confirmed, device, native_app};
use crate::weather_stand_in::{Behavior, StandIn, open_meteo_answer, set_hour};

pub async fn wish(person: &Persona, notifications: Value) {
    person.post("/api/user/preferences", &json!({"notifications": notifications})).await.ok();
}

pub async fn house(authority: &Authority) -> TestApp {
    TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await
}

// [R1.18]
#[tokio::test]
async fn everybody_is_told_what_they_wish_and_nobody_else_anything() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let people = [
        ("all", json!({}), 1),
        ("off", json!({"turnOffAll": true}), 0),
        ("no-alerts", json!({"weatherAlerts": false}), 0),
        ("severe-only", json!({"severityFloor": "severe"}), 0),
        ("moderate", json!({"severityFloor": "moderate"}), 1),
        ("no-channel", json!({"email": false, "push": false}), 1),
    ];
    let mut told = Vec::new();
    for (name, wishes, expected) in people {
        let person = app.signed_in(name).await;
        wish(&person, wishes).await;
        watch_place(&person, "Home", 52.52, 13.41).await;
        told.push((name, person, expected));
    }
    let unwatched = app.signed_in("unwatched").await;
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41, "location_type": "Home",
        "show_on_homepage": true, "alerts_enabled": false});
    unwatched.post("/api/locations", &place).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.watch().await;
    for (name, person, expected) in &told {
        assert_eq!(steps(person).await.len(), *expected, "{name}");
    }
    assert_eq!(steps(&unwatched).await.len(), 0);
}

// [R1.18]
#[tokio::test]
async fn a_notice_goes_by_the_ways_that_are_switched_on() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let people = [
        ("both", json!({}), json!(["email", "push"])),
        ("mail", json!({"push": false}), json!(["email"])),
        ("phone", json!({"email": false}), json!(["push"])),
        ("neither", json!({"email": false, "push": false}), json!([])),
    ];
    for (number, (name, wishes, _)) in people.iter().enumerate() {
        let person = confirmed(&app, name, "en").await;
        add_device(&person, number as u8).await;
        wish(&person, wishes.clone()).await;
        watch_place(&person, "Berlin", 52.52, 13.41).await;
    }
    let mails = app.mails().len();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    app.deliver().await;
    for (name, _, ways) in &people {
        let person = app.sign_in_again(name).await;
        assert_eq!(&person.get("/api/notifications").await.ok()["notifications"][0]["channels"], ways, "{name}");
    }
    let addresses: Vec<String> = app.mails()[mails..].iter().map(|mail| mail.to.email.to_string()).collect();
    assert_eq!(
        BTreeSet::from_iter(addresses),
        BTreeSet::from(["both", "mail"].map(|name| format!("{name}@example.org")))
    );
    assert_eq!(push.bodies()[0]["include_subscription_ids"], json!([device(0), device(2)]));
}

#[tokio::test]
async fn what_waits_to_be_sent_is_not_sent_to_whoever_switches_it_off_meanwhile() {
    let (authority, push) = (Authority::start().await, PushService::start().await);
    let app = native_app(&push, &authority).await;
    let ada = confirmed(&app, "ada", "en").await;
    add_device(&ada, 0).await;
    watch_place(&ada, "Berlin", 52.52, 13.41).await;
    let mails = app.mails().len();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 2);
    wish(&ada, json!({"turnOffAll": true})).await;
    app.deliver().await;
    assert_eq!((app.mails().len() - mails, push.calls().len()), (0, 0));
    assert_eq!(app.count("outbox where queue = 'notifications'").await, 0);
}

// [R1.18]
#[tokio::test]
async fn quiet_hours_hold_all_but_the_gravest_until_they_end_and_forget_what_is_over_by_then() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    // It is 13:00 in Berlin.
    wish(&ada, json!({"quietHours": {"from": "12:00", "until": "15:00"}})).await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[
        storm("lasting", "Moderate", 8),
        Cap { event: "Gewitter", ..storm("short", "Moderate", 1) },
        Cap { event: "Orkan", ..storm("grave", "Extreme", 8) },
    ]);
    app.watch().await;
    assert_eq!(ada.get("/api/notifications").await.ok()["notifications"][0]["alert"]["cap_severity"], "extreme");
    assert_eq!(steps(&ada).await, ["new"]);
    app.advance(SignedDuration::from_mins(119));
    app.watch().await;
    assert_eq!(steps(&ada).await.len(), 1);
    app.advance(SignedDuration::from_mins(1));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new", "new"], "the one that lasts, and not the one that ended meanwhile");
}

// [R1.18]
#[tokio::test]
async fn whoever_wishes_to_hear_more_while_a_warning_is_in_force_hears_it_at_the_next_round() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let people = [
        ("on", json!({"weatherAlerts": false}), json!({"weatherAlerts": true})),
        ("all", json!({"turnOffAll": true}), json!({"turnOffAll": false})),
        ("floor", json!({"severityFloor": "severe"}), json!({"severityFloor": "moderate"})),
        // It is 13:00 in Berlin.
        (
            "awake",
            json!({"quietHours": {"from": "12:00", "until": "15:00"}}),
            json!({"quietHours": {"from": "22:00", "until": "07:00"}}),
        ),
    ];
    let mut changing = Vec::new();
    for (name, before, after) in people {
        let person = app.signed_in(name).await;
        wish(&person, before).await;
        watch_place(&person, "Home", 52.52, 13.41).await;
        changing.push((name, person, after));
    }
    let still_off = app.signed_in("off").await;
    wish(&still_off, json!({"turnOffAll": true})).await;
    watch_place(&still_off, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.watch().await;
    for (name, person, after) in changing {
        assert_eq!(steps(&person).await.len(), 0, "{name}");
        wish(&person, after).await;
        app.advance(SignedDuration::from_mins(1));
        app.watch().await;
        assert_eq!(steps(&person).await, ["new"], "{name}");
    }
    wish(&still_off, json!({"severityFloor": "info"})).await;
    app.advance(SignedDuration::from_mins(1));
    app.watch().await;
    assert_eq!(steps(&still_off).await.len(), 0);
}

#[tokio::test]
async fn a_place_whose_warnings_are_switched_on_while_one_is_in_force_is_told_at_the_next_round() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    watch_place(&bob, "Home", 52.52, 13.41).await;
    let place = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41, "location_type": "Home",
        "show_on_homepage": true, "alerts_enabled": false});
    let saved: Value = serde_json::from_str(&ada.post("/api/locations", &place).await.text()).unwrap();
    let id = saved["location"]["id"].as_str().or(saved["id"].as_str()).unwrap();
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    ada.put(&format!("/api/locations/{id}"), &json!({"alerts_enabled": true})).await.ok();
    app.advance(SignedDuration::from_mins(1));
    app.watch().await;
    assert_eq!((steps(&ada).await, steps(&bob).await), (vec!["new".to_owned()], vec!["new".to_owned()]));
}

/// However often somebody changes their mind, a cell has one more turn a minute.
#[tokio::test]
async fn changing_one_s_mind_again_and_again_costs_a_place_one_turn_a_minute() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    app.watch().await;
    app.advance(SignedDuration::from_secs(30));
    let due_at = async || -> i64 {
        on_db!(app.db.reader(), pool => sqlx::query_scalar("select due_at from alert_cells").fetch_one(pool).await)
            .unwrap()
    };
    let an_hour = hours(1).as_millisecond();
    assert_eq!(due_at().await, an_hour);
    // What does not decide whether they are told gives no turn.
    wish(&ada, json!({"email": false, "push": false, "severityFloor": "info"})).await;
    ada.post("/api/user/preferences", &json!({"theme": "dark", "language": "de"})).await.ok();
    wish(&ada, json!({"turnOffAll": true})).await;
    assert_eq!(due_at().await, an_hour);
    for _ in 0..3 {
        wish(&ada, json!({"turnOffAll": true})).await;
        wish(&ada, json!({"turnOffAll": false})).await;
        app.tell().await.unwrap();
        assert_eq!(due_at().await, hours(0).as_millisecond() + 60_000);
    }
}

/// Ada wishes to hear of severe warnings, and heard of one.
async fn severe_only(authority: &Authority) -> (TestApp, Persona) {
    let app = house(authority).await;
    let ada = app.signed_in("ada").await;
    wish(&ada, json!({"severityFloor": "severe"})).await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"]);
    (app, ada)
}

#[tokio::test]
async fn a_warning_that_softens_below_the_floor_is_told_once_as_what_it_is_and_then_its_end() {
    let authority = Authority::start().await;
    let (app, ada) = severe_only(&authority).await;
    let update = |name, replaces| Cap { kind: "Update", replaces, ..storm(name, "Moderate", 8) };
    authority.publish(&[update("two", &["one"])]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new", "updated"]);
    assert_eq!(ada.get("/api/notifications").await.ok()["notifications"][0]["severity"], "moderate");
    authority.publish(&[Cap { event: "Sturmböen", ..update("three", &["two"]) }]);
    next_round(&app).await;
    authority.publish(&[Cap { event: "Böen", ends: hours(10), ..update("four", &["three"]) }]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new", "updated"], "what else becomes of it is below the floor");
    authority.publish(&[Cap { kind: "Cancel", replaces: &["four"], ..storm("five", "Moderate", 10) }]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new", "updated", "cancelled"]);
}

#[tokio::test]
async fn the_end_of_a_warning_that_softened_below_the_floor_is_told_and_so_is_that_it_grows_again() {
    let authority = Authority::start().await;
    let (app, ada) = severe_only(&authority).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Moderate", 8) }]);
    next_round(&app).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["two"], ..storm("three", "Severe", 8) }]);
    next_round(&app).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["three"], ..storm("four", "Moderate", 8) }]);
    next_round(&app).await;
    app.advance(SignedDuration::from_hours(8));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new", "updated", "escalated", "updated", "all_clear"]);
}

#[tokio::test]
async fn whoever_raises_the_floor_hears_no_more_of_what_is_below_it() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.watch().await;
    wish(&ada, json!({"severityFloor": "severe"})).await;
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Moderate", 9) }]);
    next_round(&app).await;
    authority.publish(&[Cap { kind: "Cancel", replaces: &["two"], ..storm("three", "Moderate", 9) }]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_place_has_warnings_for_each_of_its_people_and_a_person_for_each_of_their_places() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    watch_place(&ada, "Home", 52.52, 13.41).await;
    watch_place(&ada, "Work", 52.40, 13.06).await;
    watch_place(&bob, "Bureau", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    app.watch().await;
    assert_eq!((steps(&ada).await.len(), steps(&bob).await.len()), (2, 1));
}

#[tokio::test]
async fn two_processes_share_the_work_and_nobody_is_told_twice() {
    let authority = Authority::start().await;
    let feeds = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feeds.as_str()), ("HALCYON_RATE_LIMITS", "off")];
    let one = TestApp::start_with(&settings).await;
    let two = one.restart_with(&settings).await;
    let mut people = Vec::new();
    for number in 0..12 {
        let person = one.signed_in(&format!("person{number}")).await;
        watch_place(&person, "Home", 52.3 + f64::from(number) * 0.02, 13.41).await;
        people.push(person);
    }
    authority.publish(&[storm("one", "Severe", 8)]);
    for round in 0..4 {
        tokio::join!(one.watch(), two.watch());
        one.advance(SignedDuration::from_mins(6));
        if round == 1 {
            let graver = Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 11) };
            authority.publish(&[graver]);
        }
    }
    for person in &people {
        assert_eq!(steps(person).await, ["new", "extended"]);
    }
    assert_eq!(authority.times_asked("/cap/one"), 1);
}

#[tokio::test]
async fn a_process_killed_in_the_middle_of_a_round_loses_nothing_and_doubles_nothing() {
    let authority = Authority::start().await;
    let feeds = authority.german_feed();
    let settings = [("HALCYON_CAP_FEEDS", feeds.as_str())];
    let one = TestApp::start_with(&settings).await;
    let ada = one.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    // Dies after so many steps of the round, each time a little later.
    for steps_until_death in 0..60 {
        die_after(steps_until_death, one.watch()).await;
        one.advance(SignedDuration::from_mins(6));
    }
    let two = one.restart_with(&settings).await;
    two.watch().await;
    assert_eq!(steps(&ada).await, ["new"]);
    assert_eq!(one.count("outbox where queue = 'notifications'").await, 0, "ada has no way to be reached yet");
}

pub fn windy(now: jiff::Timestamp, gusts: f64, from: i64, until: i64) -> Value {
    let mut answer = open_meteo_answer(now, 10.0);
    for hour in from..until {
        set_hour(&mut answer, now, hour, "wind_gusts_10m", json!(gusts));
    }
    answer
}

#[tokio::test]
async fn our_own_notice_lives_and_ends_with_the_forecast_and_is_marked_as_ours() {
    let start = crate::warnings::hours(0);
    let forecast = StandIn::start(Behavior::Answers(windy(start, 27.0, 3, 8))).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    app.watch().await;
    let notice = ada.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!((&notice["event"], &notice["severity"]), (&json!("new"), &json!("moderate")));
    let alert = &notice["alert"];
    assert_eq!((&alert["origin"], &alert["issuer"], &alert["texts"]), (&json!("computed"), &Value::Null, &json!([])));
    assert_eq!((&alert["hazard"]["kind"], &alert["hazard"]["peak"]), (&json!("gusts"), &json!(27.0)));
    let (asked, _) = forecast.last_request();
    assert!(asked.query().unwrap().contains("forecast_days=3"), "few variables for few days: {asked}");

    let mut at = start;
    let mut next_look = |answer: Value, hours: i64| {
        forecast.set_behavior(Behavior::Answers(answer));
        at += SignedDuration::from_hours(hours);
        app.advance(SignedDuration::from_hours(hours));
    };
    next_look(windy(start, 27.0, 3, 9), 1);
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"], "one hour more is no news");
    next_look(windy(start, 34.0, 3, 9), 1);
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new", "escalated"]);
    for _ in 0..2 {
        next_look(windy(start, 5.0, 3, 9), 1);
        app.watch().await;
    }
    assert_eq!(steps(&ada).await, ["new", "escalated", "cancelled"]);
    assert_eq!(at, start + SignedDuration::from_hours(4));
}

#[tokio::test]
async fn made_up_weather_notifies_nobody() {
    let app = TestApp::start_with(&[("HALCYON_SIMULATED_SCENARIO", "severe-storm")]).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let report = ada.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    assert!(
        !report["alerts"]["items"].as_array().unwrap().is_empty(),
        "the page shows what it computes, marked as simulated"
    );
    for _ in 0..3 {
        app.watch().await;
        app.advance(SignedDuration::from_hours(1));
    }
    assert_eq!(steps(&ada).await.len(), 0);
}

#[tokio::test]
async fn when_the_budget_is_short_the_cells_with_most_people_come_first_and_health_says_who_waits() {
    let forecast = StandIn::start(Behavior::Answers(windy(crate::warnings::hours(0), 27.0, 3, 8))).await;
    let app = TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_WEATHER_DAILY_BUDGET", "6"),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await;
    let people = [app.signed_in("ada").await, app.signed_in("bob").await, app.signed_in("cem").await];
    for person in &people[..2] {
        watch_place(person, "Berlin", 52.52, 13.41).await;
    }
    watch_place(&people[2], "Munich", 48.14, 11.58).await;
    app.watch().await;
    let health = app.visitor().get("/health/alerts").await.ok();
    assert_eq!(health["checks"], json!({"cells": 2, "skipped_cells": 1, "skipped_users": 1}));
    assert_eq!(
        (steps(&people[0]).await.len(), steps(&people[1]).await.len(), steps(&people[2]).await.len()),
        (1, 1, 0)
    );
}
