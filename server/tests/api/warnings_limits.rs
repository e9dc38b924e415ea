//! How much somebody is told: ten notices an hour, four low ones a day, the gravest first; and what is kept of the rest.

use jiff::SignedDuration;
use serde_json::json;

use crate::support::feeds::{Authority, Cap};
use crate::warnings::{hours, steps, storm, watch_place};
use crate::warnings_people::{body, house};

#[tokio::test]
async fn ten_notices_an_hour_and_four_low_ones_a_day_are_enough_and_the_rest_is_not_lost() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let names: Vec<String> = (0..14).map(|number| format!("n{number}")).collect();
    let low: Vec<Cap<'_>> = names[..6].iter().map(|name| Cap { event: name, ..storm(name, "Minor", 40) }).collect();
    authority.publish(&low);
    app.watch().await;
    assert_eq!(steps(&ada).await.len(), 4);
    app.advance(SignedDuration::from_hours(25));
    app.watch().await;
    assert_eq!(steps(&ada).await.len(), 6, "the next day has room for the other two");

    watch_place(&bob, "Home", 52.52, 13.41).await;
    let grave: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 60) }).collect();
    authority.put("/atom", String::new());
    let renamed: Vec<String> = names.iter().map(|name| format!("grave-{name}")).collect();
    let grave: Vec<Cap<'_>> =
        grave.iter().zip(&renamed).map(|(cap, name)| Cap { name, event: name, ..cap.clone() }).collect();
    authority.publish(&grave);
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
    assert_eq!(steps(&bob).await.len(), 10);
    app.advance(SignedDuration::from_mins(61));
    app.watch().await;
    assert!(steps(&bob).await.len() >= 14, "the next hour has room for the rest");
}

#[tokio::test]
async fn what_was_told_in_earlier_rounds_counts_and_tests_to_oneself_do_not() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    for _ in 0..4 {
        ada.post("/api/notifications/test", &json!({})).await.ok();
    }
    let names = ["a", "b", "c", "d", "e"];
    let low = names.map(|name| Cap { event: name, ..storm(name, "Minor", 40) });
    authority.publish(&low[..4]);
    app.watch().await;
    let told = |steps: Vec<String>| steps.iter().filter(|step| *step == "new").count();
    assert_eq!(told(steps(&ada).await), 4, "four tests take no room");
    authority.publish(&low);
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
    assert_eq!(told(steps(&ada).await), 4, "the fifth waits for the next day");
}

#[tokio::test]
async fn when_not_all_may_be_told_the_gravest_is() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let names: Vec<String> = (0..12).map(|number| format!("n{number:02}")).collect();
    let mut storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 8) }).collect();
    storms[11].severity = "Severe";
    authority.publish(&storms);
    app.watch().await;
    let notices = ada.get("/api/notifications?limit=100").await.ok();
    let notices = notices["notifications"].as_array().unwrap().clone();
    assert_eq!(notices.len(), 10);
    assert!(notices.iter().any(|notice| notice["severity"] == "severe"), "{notices:?}");
}

#[tokio::test]
async fn a_grave_warning_that_comes_after_ten_lighter_ones_does_not_wait_until_it_is_over() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
    let mut storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 8) }).collect();
    authority.publish(&storms);
    app.watch().await;
    let (now, minute) = (hours(0), SignedDuration::from_mins(1));
    storms.push(Cap { event: "Tornado", starts: now, ends: now + minute * 45, ..storm("grave", "Extreme", 1) });
    authority.publish(&storms);
    app.advance(minute * 6);
    app.watch().await;
    let newest = ada.get("/api/notifications?limit=1").await.ok()["notifications"][0].clone();
    assert_eq!((&newest["event"], &newest["severity"]), (&json!("new"), &json!("severe")));
}

#[tokio::test]
async fn the_gravest_goes_first_whichever_of_somebodys_places_it_is_about() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    // Two people make Berlin the cell that is looked at first.
    watch_place(&bob, "Bureau", 52.52, 13.41).await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    watch_place(&ada, "Parents", 48.14, 11.58).await;
    let names: Vec<String> = (0..10).map(|number| format!("n{number}")).collect();
    let mut storms: Vec<Cap<'_>> = names.iter().map(|name| Cap { event: name, ..storm(name, "Moderate", 8) }).collect();
    let munich = "<polygon>48.0,11.0 48.0,12.0 49.0,12.0 49.0,11.0 48.0,11.0</polygon>";
    storms.push(Cap { area: munich, ..storm("grave", "Severe", 8) });
    authority.publish(&storms);
    app.watch().await;
    let notices = ada.get("/api/notifications?limit=100").await.ok();
    let notices = notices["notifications"].as_array().unwrap().clone();
    assert_eq!(notices.len(), 10);
    assert!(notices.iter().any(|notice| notice["place"] == "Parents"), "{notices:?}");
}

// [R1.18]
#[tokio::test]
async fn what_somebody_did_not_wish_to_know_is_new_when_it_becomes_grave_and_forgotten_when_it_ends_unwished() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    body(&ada, json!({"severityFloor": "severe"})).await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    authority.publish(&[storm("one", "Moderate", 8)]);
    app.watch().await;
    assert_eq!(steps(&ada).await.len(), 0);
    authority.publish(&[Cap { kind: "Update", replaces: &["one"], ..storm("two", "Severe", 8) }]);
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
    assert_eq!(steps(&ada).await, ["new"]);

    body(&ada, json!({"turnOffAll": true})).await;
    authority.publish(&[Cap { kind: "Cancel", replaces: &["two"], ..storm("three", "Severe", 8) }]);
    app.advance(SignedDuration::from_mins(6));
    app.watch().await;
    assert_eq!((steps(&ada).await.len(), app.count("notified_alerts").await), (1, 0));
}

// [R1.18]
#[tokio::test]
async fn what_became_milder_than_somebody_wishes_to_know_is_told_once_and_graver_again_is_graver() {
    let authority = Authority::start().await;
    let app = house(&authority).await;
    let ada = app.signed_in("ada").await;
    body(&ada, json!({"severityFloor": "severe"})).await;
    watch_place(&ada, "Home", 52.52, 13.41).await;
    let update = |name, replaces, severity| Cap { kind: "Update", replaces, ..storm(name, severity, 8) };
    let life = [storm("one", "Severe", 8), update("two", &["one"], "Moderate"), update("three", &["two"], "Severe")];
    for message in life {
        authority.publish(&[message]);
        app.watch().await;
        app.advance(SignedDuration::from_mins(6));
    }
    assert_eq!(steps(&ada).await, ["new", "updated", "escalated"]);
}
