//! Authorities and forecasts that fail, dawdle or lie: nobody loses a warning by it, and nobody is told what is not so.

use std::time::Duration;

use halcyon::on_db;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::{go_on_for, pass, poll_once};
use crate::warnings::{
    american, berlin_watched, coverage, hours, houston_watched, next_round, steps, storm, watch_place,
};
use crate::warnings_people::windy;
use crate::weather_stand_in::{Behavior, StandIn};

#[tokio::test]
async fn a_warning_that_a_list_loses_for_a_moment_is_told_again_when_it_is_back() {
    let authority = Authority::start().await;
    let (app, ada) = houston_watched(&authority).await;
    let flood = american("flood", Value::Null, &["forecast/TXZ213"]);
    for list in [vec![flood.clone()], vec![], vec![flood.clone()], vec![flood]] {
        authority.list(&list);
        app.watch().await;
        app.advance(SignedDuration::from_secs(61));
    }
    assert_eq!(steps(&ada).await, ["new", "cancelled", "new"]);
}

#[tokio::test]
async fn a_warning_that_can_no_longer_be_read_is_not_over() {
    let authority = Authority::start().await;
    let (app, ada) = houston_watched(&authority).await;
    let flood = american("flood", Value::Null, &["forecast/TXZ213"]);
    let other = american("other", Value::Null, &["forecast/TXZ300"]);
    authority.list(&[flood.clone(), other.clone()]);
    app.watch().await;
    let mut broken = flood;
    broken["properties"]["sent"] = json!("yesterday");
    let mut nameless = broken.clone();
    nameless["properties"]["id"] = Value::Null;
    for unreadable in [broken, nameless] {
        authority.list(&[unreadable, other.clone()]);
        app.advance(SignedDuration::from_secs(61));
        app.watch().await;
        assert_eq!(steps(&ada).await, ["new"]);
    }
}

#[tokio::test]
async fn a_warning_is_not_over_because_the_zones_of_its_place_cannot_be_read() {
    let authority = Authority::start().await;
    let (app, ada) = houston_watched(&authority).await;
    authority.list(&[american("flood", Value::Null, &["forecast/TXZ213"])]);
    app.watch().await;
    let rename = async |sql: &'static str| {
        on_db!(app.db.writer(), pool => sqlx::query(sql).execute(pool).await.map(|_| ())).unwrap();
    };
    // A process that was just started knows no zone by heart.
    let restarted = app.restart_with(&[("HALCYON_NWS_URL", &authority.url)]).await;
    app.advance(SignedDuration::from_hours(2));
    rename("alter table alert_zones rename to hidden_zones").await;
    let told = restarted.tell().await;
    rename("alter table hidden_zones rename to alert_zones").await;
    assert_eq!(steps(&ada).await, ["new"]);
    assert!(told.is_err(), "nobody knew what holds there");
    app.advance(SignedDuration::from_mins(3));
    restarted.tell().await.unwrap();
    assert_eq!(steps(&ada).await, ["new"]);
}

#[tokio::test]
async fn a_message_that_is_not_there_yet_or_hidden_by_a_page_of_maintenance_is_asked_for_again() {
    let authority = Authority::start().await;
    let (app, ada) = berlin_watched(&authority).await;
    let entry = |name: &str| format!("<entry><link href='/cap/{name}' type='application/cap+xml'/></entry>");
    authority.put("/atom", format!("<feed>{}{}</feed>", entry("late"), entry("hidden")));
    authority.put("/cap/hidden", "<html><body>Maintenance</body></html>".to_owned());
    app.watch().await;
    assert_eq!(steps(&ada).await.len(), 0);
    let hidden = Cap { event: "Gewitter", ..storm("hidden", "Severe", 8) };
    authority.publish(&[storm("late", "Severe", 8), hidden]);
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new", "new"]);
}

#[tokio::test]
async fn an_index_whose_messages_cannot_be_had_covers_nobody() {
    let authority = Authority::start().await;
    let (app, _ada) = berlin_watched(&authority).await;
    app.watch().await;
    authority.fail_at("/cap/one");
    authority.publish(&[storm("one", "Severe", 8)]);
    for _ in 0..5 {
        next_round(&app).await;
    }
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "outdated");
    authority.fail_at("");
    next_round(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "covered");
}

#[tokio::test]
async fn dead_addresses_at_the_top_of_an_index_keep_nobody_from_those_below() {
    let authority = Authority::start().await;
    let (app, ada) = berlin_watched(&authority).await;
    authority.publish(&[storm("last", "Severe", 8)]);
    let names = (0..300).map(|number| format!("dead-{number}")).chain(["last".to_owned()]);
    let entries: String = names.map(|name| format!("<entry><link href='/cap/{name}'/></entry>")).collect();
    authority.put("/atom", format!("<feed>{entries}</feed>"));
    for _ in 0..3 {
        next_round(&app).await;
    }
    assert_eq!(steps(&ada).await, ["new"]);
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(coverage(&app, 52.52, 13.41).await["coverage"], "covered", "what is dead is not owed");
}

#[tokio::test]
async fn a_message_of_megabytes_is_not_taken() {
    let authority = Authority::start().await;
    let (app, ada) = berlin_watched(&authority).await;
    let message = storm("one", "Severe", 8);
    authority.publish(std::slice::from_ref(&message));
    authority.put("/cap/one", format!("<!--{}-->{}", "x".repeat(3 * 1024 * 1024), message.text()));
    app.watch().await;
    assert_eq!(steps(&ada).await.len(), 0);
    authority.put("/cap/one", format!("<!--{}-->{}", "x".repeat(1024 * 1024), message.text()));
    next_round(&app).await;
    assert_eq!(steps(&ada).await, ["new"]);
}

#[tokio::test]
async fn an_authority_that_never_answers_keeps_no_other_waiting() {
    let (silent, authority) = (Authority::start().await, Authority::start().await);
    silent.fall_silent(true);
    let feeds = format!("{},{}", silent.german_feed(), authority.german_feed());
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &feeds)]).await;
    authority.publish(&[storm("one", "Severe", 8)]);
    let mut round = Box::pin(app.watch());
    let wait = async {
        while app.count("alerts").await == 0 {
            assert!(poll_once(&mut round).is_pending(), "the silent one is still waited for");
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("the warning is never read");
}

/// As many as one round asks for at once.
const AT_ONCE: usize = 4;

#[tokio::test]
async fn a_feed_that_comes_to_no_end_is_left_after_two_minutes_and_what_it_said_so_far_counts() {
    let authority = Authority::start().await;
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &authority.german_feed())]).await;
    let names: Vec<String> = (0..100).map(|number| format!("storm-{number}")).collect();
    let storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Severe", 8) }).collect();
    authority.publish(&storms);
    authority.slow_down(true);
    let mut round = Box::pin(app.watch());
    // Each message takes eight seconds, which is no fault of its own.
    while poll_once(&mut round).is_pending() {
        if authority.waiting() == AT_ONCE {
            pass(Duration::from_secs(8)).await;
            authority.release();
        }
        tokio::task::yield_now().await;
    }
    let read = app.count("alerts").await;
    assert!((40..=60).contains(&read), "{read} came within two minutes");

    authority.slow_down(false);
    authority.release();
    next_round(&app).await;
    assert_eq!(app.count("alerts").await, 100, "the rest comes with the next round");
}

#[tokio::test]
async fn an_authority_that_dawdles_keeps_no_other_waiting_for_its_next_turn() {
    let (silent, authority) = (Authority::start().await, Authority::start().await);
    silent.fall_silent(true);
    let feeds = format!("{},{}", silent.german_feed(), authority.german_feed());
    let app = TestApp::start_with(&[("HALCYON_CAP_FEEDS", &feeds)]).await;
    let mut work = Box::pin(app.work());
    for turn in 1..=2 {
        // The watch looks every five seconds; the silent one is waited for for thirty.
        let mut looks = 0;
        while authority.times_asked("/atom") < turn || silent.times_asked("/atom") < 1 {
            looks += 1;
            assert!(looks <= 4, "turn {turn} never comes");
            pass(Duration::from_secs(5)).await;
            go_on_for(&mut work, Duration::from_secs(10), || authority.times_asked("/atom") == turn).await;
        }
        assert_eq!(silent.times_asked("/atom"), 1, "its first question is still open");
        app.advance(SignedDuration::from_mins(6));
    }
}

#[tokio::test]
async fn a_hazard_that_a_forecast_takes_back_and_finds_again_is_told_again() {
    let start = hours(0);
    let forecast = StandIn::start(Behavior::Answers(windy(start, 27.0, 8, 12))).await;
    let app = forecast_watched(&forecast).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    for gusts in [27.0, 5.0, 5.0, 27.0] {
        forecast.set_behavior(Behavior::Answers(windy(start, gusts, 8, 12)));
        app.watch().await;
        app.advance(SignedDuration::from_hours(1));
    }
    assert_eq!(steps(&ada).await, ["new", "cancelled", "new"]);
}

#[tokio::test]
async fn a_place_whose_forecast_is_impossible_costs_its_neighbours_nothing() {
    let start = hours(0);
    let windy = windy(start, 27.0, 3, 8);
    let mut lying = windy.clone();
    lying["hourly"]["temperature_2m"] = json!(vec![999.0; 16 * 24]);
    let forecast = StandIn::start(Behavior::Answers(json!([windy, lying]))).await;
    let app = forecast_watched(&forecast).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    for person in [&ada, &bob] {
        watch_place(person, "Berlin", 52.52, 13.41).await;
    }
    watch_place(&ada, "Munich", 48.14, 11.58).await;
    app.watch().await;
    assert_eq!((steps(&ada).await.len(), steps(&bob).await.len()), (1, 1));
}

#[tokio::test]
async fn an_hour_at_the_end_of_all_time_stops_no_watch() {
    let start = hours(0);
    let mut endless = windy(start, 27.0, 3, 8);
    for (name, value) in endless["hourly"].as_object_mut().unwrap() {
        let last = if name == "time" { json!(253_402_207_200_i64) } else { value[0].clone() };
        value.as_array_mut().unwrap().push(last);
    }
    let forecast = StandIn::start(Behavior::Answers(endless)).await;
    let app = forecast_watched(&forecast).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"]);
}

async fn forecast_watched(forecast: &StandIn) -> TestApp {
    TestApp::start_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &forecast.url),
        ("HALCYON_NWS_URL", "off"),
    ])
    .await
}
