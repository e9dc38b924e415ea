//! Search history: the newest fifty places of a person or a visitor, each once.

use axum::http::StatusCode;
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
        "place_id": "gn:2950159", "geo_source": "gazetteer", "searched_at": "2026-11-15T12:00:00Z"});
    assert_eq!(last, expected);

    assert_eq!(ada.delete("/api/locations/history/clear").await.ok(), json!({}));
    assert_eq!(ada.get("/api/locations/history").await.ok(), json!({"history": []}));
}

// [R3.07]
#[tokio::test]
async fn a_visitor_s_history_is_kept_by_the_id_the_browser_made() {
    let app = TestApp::start().await;
    let (visitor, mine, other) = (app.visitor(), Uuid::new_v4(), Uuid::new_v4());
    visit(&visitor, mine, "Oslo", 59.91).await;
    assert_eq!(names(&visitor.get(&format!("{VISITOR}?client_id={mine}")).await), ["Oslo"]);
    assert_eq!(names(&visitor.get(&format!("{VISITOR}?client_id={other}")).await), Vec::<String>::new());
    assert_eq!(names(&visitor.get(VISITOR).await), Vec::<String>::new());

    let nameless = visitor.post(VISITOR, &entry("Rome", 41.89, 12.48)).await;
    assert_eq!((nameless.status, nameless.json()["entry"]["name"].clone()), (StatusCode::OK, json!("Rome")));
    assert_eq!(app.count("history").await, 1, "without an id nothing is stored");

    visitor.delete(&format!("{VISITOR}?client_id={mine}")).await.ok();
    assert_eq!(app.count("history").await, 0);
}
