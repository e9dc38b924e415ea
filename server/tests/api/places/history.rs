//! Search history: the newest fifty places of a person or a visitor, each once.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::persona::{Answer, Persona};

const VISITOR: &str = "/api/locations/history/anonymous";

fn entry(name: &str, latitude: f64, longitude: f64) -> Value {
    json!({"name": name, "latitude": latitude, "longitude": longitude})
}

fn of(client: Uuid, mut entry: Value) -> Value {
    entry["client_id"] = json!(client);
    entry
}

fn names(answer: &Answer) -> Vec<String> {
    let body = answer.ok();
    body["history"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
}

async fn search(persona: &Persona, name: &str, latitude: f64) {
    let answer = persona.post("/api/locations/history", &entry(name, latitude, 10.0)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
}

async fn visit(persona: &Persona, client: Uuid, name: &str, latitude: f64) {
    let answer = persona.post(VISITOR, &of(client, entry(name, latitude, 10.0))).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
}

/// A visitor's list. The id is in a header, because proxies write addresses to their logs.
async fn list(persona: &Persona, client: &str) -> Answer {
    persona.get_with(VISITOR, &[("x-client-id", client)]).await
}

async fn clear(persona: &Persona, client: &str) -> Answer {
    persona.send(Request::delete(VISITOR).header("x-client-id", client).body(Body::empty()).unwrap()).await
}

// [R3.06, R7.10, R1.15]
#[tokio::test]
async fn the_newest_search_comes_first_and_a_repeated_one_moves_to_the_top() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let berlin = json!({"name": "Berlin", "address": "Berlin, Germany", "latitude": 52.52, "longitude": 13.405,
        "place_id": "gn:2950159"});
    ada.post("/api/locations/history", &berlin).await;
    search(&ada, "Oslo", 59.91).await;
    search(&ada, "Rome", 41.89).await;
    assert_eq!(names(&ada.get("/api/locations/history").await), ["Rome", "Oslo", "Berlin"]);
    search(&ada, "Oslo again", 59.9149).await;
    assert_eq!(names(&ada.get("/api/locations/history").await), ["Oslo again", "Rome", "Berlin"]);
    let last = ada.get("/api/locations/history").await.ok()["history"][2].clone();
    let expected = json!({"name": "Berlin", "address": "Berlin, Germany", "latitude": 52.52, "longitude": 13.405,
        "elevation": null, "place_id": "gn:2950159", "geo_source": "gazetteer", "searched_at": "2026-11-15T12:00:00Z"});
    assert_eq!(last, expected);

    assert_eq!(ada.delete("/api/locations/history/clear").await.ok(), json!({}));
    assert_eq!(ada.get("/api/locations/history").await.ok(), json!({"history": []}));
}

// [C34]
#[tokio::test]
async fn places_of_the_same_name_are_told_apart_by_their_address() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for (latitude, longitude, id) in [(52.52437, 13.41053, "gn:2950159"), (13.49667, -88.53167, "gn:3587349")] {
        let place = json!({"name": "Berlin", "latitude": latitude, "longitude": longitude, "place_id": id});
        ada.post("/api/locations/history", &place).await;
    }
    search(&ada, "At sea", 0.0).await;
    let history = ada.get("/api/locations/history").await.ok()["history"].clone();
    assert_eq!(history[0]["address"], Value::Null, "the device's own places have no address of ours");
    assert!(history[1]["address"].as_str().unwrap().ends_with("El Salvador"), "{}", history[1]);
    assert!(history[2]["address"].as_str().unwrap().ends_with("Germany"), "{}", history[2]);
}

// [C8]
#[tokio::test]
async fn a_search_for_one_of_our_places_has_its_elevation() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let denver = json!({"name": "Denver", "latitude": 39.73915, "longitude": -104.9847, "place_id": "gn:5419384"});
    ada.post("/api/locations/history", &denver).await;
    assert_eq!(ada.get("/api/locations/history").await.ok()["history"][0]["elevation"], 1609);
}

// [R3.07]
#[tokio::test]
async fn a_visitor_s_history_is_kept_by_the_id_the_browser_made() {
    let app = TestApp::start().await;
    let (visitor, mine, other) = (app.visitor(), Uuid::new_v4(), Uuid::new_v4());
    visit(&visitor, mine, "Oslo", 59.91).await;
    assert_eq!(names(&list(&visitor, &mine.to_string()).await), ["Oslo"]);
    assert_eq!(names(&list(&visitor, &other.to_string()).await), Vec::<String>::new());
    assert_eq!(names(&visitor.get(VISITOR).await), Vec::<String>::new());

    let nameless = visitor.post(VISITOR, &entry("Rome", 41.89, 12.48)).await;
    assert_eq!((nameless.status, nameless.json()["entry"]["name"].clone()), (StatusCode::OK, json!("Rome")));
    assert_eq!(app.count("history").await, 1, "without an id nothing is stored");

    clear(&visitor, &mine.to_string()).await.ok();
    assert_eq!(app.count("history").await, 0);
}

#[tokio::test]
async fn the_id_of_a_visitor_is_not_read_from_an_address() {
    let app = TestApp::start().await;
    let (visitor, mine) = (app.visitor(), Uuid::new_v4());
    visit(&visitor, mine, "Oslo", 59.91).await;
    let by_address = format!("{VISITOR}?client_id={mine}");
    assert_eq!(names(&visitor.get(&by_address).await), Vec::<String>::new());
    visitor.delete(&by_address).await.ok();
    assert_eq!(app.count("history").await, 1);
}

#[tokio::test]
async fn a_visitor_who_takes_a_person_s_id_gets_nothing_of_theirs() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.signed_in("ada").await, app.visitor());
    let id: Uuid = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().parse().unwrap();
    search(&ada, "Oslo", 59.91).await;
    visit(&eve, id, "Rome", 41.89).await;
    assert_eq!(names(&list(&eve, &id.to_string()).await), ["Rome"]);
    assert_eq!(names(&ada.get("/api/locations/history").await), ["Oslo"]);
    assert_eq!(ada.get("/api/auth/export").await.ok()["history"].as_array().map(Vec::len), Some(1));
    clear(&eve, &id.to_string()).await.ok();
    assert_eq!(names(&ada.get("/api/locations/history").await), ["Oslo"]);
}

// [R3.06]
#[tokio::test]
async fn fifty_are_kept_and_the_oldest_give_way() {
    let app = TestApp::start().await;
    let (ada, client) = (app.signed_in("ada").await, Uuid::new_v4());
    for number in 0..53 {
        search(&ada, &format!("place {number}"), f64::from(number)).await;
        visit(&ada, client, &format!("place {number}"), f64::from(number)).await;
    }
    for answer in [ada.get("/api/locations/history").await, list(&ada, &client.to_string()).await] {
        let names = names(&answer);
        assert_eq!((names.len(), names[0].as_str(), names[49].as_str()), (50, "place 52", "place 3"));
    }
}

#[tokio::test]
async fn searches_at_once_leave_no_place_twice() {
    let app = TestApp::start().await;
    let (ada, client) = (app.signed_in("ada").await, Uuid::new_v4());
    let tabs: Vec<Persona> = (0..6).map(|_| ada.other_tab()).collect();
    let calls = tabs.iter().map(|tab| async {
        search(tab, "Oslo", 59.91).await;
        visit(tab, client, "Oslo", 59.91).await;
    });
    futures_util::future::join_all(calls).await;
    assert_eq!(app.count("history where user_id is not null").await, 1);
    assert_eq!(app.count("history where client_id is not null").await, 1);
}

// [R3.07]
#[tokio::test]
async fn a_visitor_without_a_sign_of_life_for_ninety_days_is_forgotten() {
    let app = TestApp::start().await;
    let (visitor, quiet, alive) = (app.visitor(), Uuid::new_v4(), Uuid::new_v4());
    for client in [quiet, alive] {
        visit(&visitor, client, "Oslo", 59.91).await;
    }
    app.advance(jiff::SignedDuration::from_hours(50 * 24));
    visit(&visitor, alive, "Rome", 41.89).await;
    app.advance(jiff::SignedDuration::from_hours(40 * 24 - 1));
    app.tidy().await;
    assert_eq!(app.count("visitors").await, 2);
    app.advance(jiff::SignedDuration::from_hours(1));
    app.tidy().await;
    assert_eq!(names(&list(&visitor, &quiet.to_string()).await), Vec::<String>::new());
    assert_eq!(names(&list(&visitor, &alive.to_string()).await), ["Rome", "Oslo"]);
    assert_eq!((app.count("visitors").await, app.count("history").await), (1, 2));
}

#[tokio::test]
async fn a_history_is_its_owner_s_alone() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.signed_in("ada").await, app.signed_in("bob").await);
    search(&ada, "Oslo", 59.91).await;
    assert_eq!(names(&bob.get("/api/locations/history").await), Vec::<String>::new());
    let id = ada.get("/api/auth/me").await.ok()["user"]["id"].as_str().unwrap().to_owned();
    assert_eq!(names(&list(&app.visitor(), &id.to_string()).await), Vec::<String>::new());
    bob.delete("/api/locations/history/clear").await.ok();
    clear(&app.visitor(), &id.to_string()).await.ok();
    assert_eq!(names(&ada.get("/api/locations/history").await), ["Oslo"]);
    assert_eq!(app.visitor().get("/api/locations/history").await.status, StatusCode::UNAUTHORIZED);
}

// [R5.12]
#[tokio::test]
async fn what_is_wrong_with_an_entry_is_said_by_field_and_nothing_is_written() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let long = "x".repeat(10_000);
    for (field, value) in [
        ("latitude", json!(91)),
        ("longitude", json!("NaN")),
        ("name", json!(long)),
        ("name", json!("")),
        ("address", json!(long)),
        ("place_id", json!(long)),
        ("geo_source", json!("oracle")),
        ("client_id", json!("me")),
        ("client_id", json!("00000000-0000-0000-0000-000000000000")),
    ] {
        let mut body = entry("Oslo", 59.91, 10.75);
        body["client_id"] = json!(Uuid::new_v4());
        body[field] = value;
        for answer in [ada.post("/api/locations/history", &body).await, app.visitor().post(VISITOR, &body).await] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
            assert!(answer.json()["fields"][field].is_string(), "{field}: {}", answer.text());
        }
    }
    for answer in [list(&app.visitor(), "me").await, clear(&app.visitor(), "me").await] {
        assert_eq!(answer.json()["fields"]["client_id"], "Must be a UUID");
    }
    assert_eq!(app.count("history").await + app.count("visitors").await, 0);
}

#[tokio::test]
async fn visitors_of_one_address_are_counted_together_and_other_sites_kept_out() {
    let app = TestApp::start().await;
    let foreign = [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")];
    let body = of(Uuid::new_v4(), entry("Oslo", 59.91, 10.75));
    assert_eq!(app.visitor().post_with(VISITOR, &body, &foreign).await.json()["code"], "cross_site");
    let visitor = app.visitor();
    for number in 0..1_000 {
        visit(&visitor, Uuid::new_v4(), "Oslo", f64::from(number) / 20.0).await;
    }
    let refused = visitor.post(VISITOR, &body).await;
    assert_eq!(
        (refused.status, refused.json()["code"].clone()),
        (StatusCode::TOO_MANY_REQUESTS, json!("rate_limited"))
    );
    assert!(!refused.header("retry-after").is_empty());
}
