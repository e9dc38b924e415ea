//! Saved places from Google: what of them is kept, and that it is renewed or given up within thirty days.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::places::google::{Dialect, StandIn};
use crate::support::TestApp;
use crate::support::persona::Persona;

const GOOGLES_WORDS: &str = "Unter den Linden 1, 10117 Berlin, Germany";

fn from_google() -> Value {
    json!({"name": "Grandma", "latitude": 52.517, "longitude": 13.395, "geo_source": "google", "place_id": "g1",
        "address": GOOGLES_WORDS,
        "address_components": [{"long_name": GOOGLES_WORDS, "short_name": "1", "types": ["street_address"]}]})
}

async fn only(ada: &Persona) -> Value {
    let saved = ada.get("/api/locations").await.ok();
    assert_eq!(saved["locations"].as_array().unwrap().len(), 1);
    saved["locations"][0].clone()
}

async fn saved_by_ada(google: &StandIn) -> (TestApp, Persona) {
    let app = google.app(Dialect::New).await;
    let ada = app.signed_in("ada").await;
    assert_eq!(ada.post("/api/locations", &from_google()).await.status, 201);
    (app, ada)
}

/// Days pass; the person's session does not end in between.
async fn after(app: &TestApp, ada: &Persona, hours: i64) {
    let mut left = hours;
    while left > 0 {
        let step = left.min(10 * 24);
        app.advance(SignedDuration::from_hours(step));
        ada.post("/api/auth/refresh", &json!({})).await.ok();
        left -= step;
    }
    app.tidy().await;
}

// [R7.09]
#[tokio::test]
async fn google_s_words_are_not_kept_and_the_index_says_what_is_there() {
    let google = StandIn::start(vec![(200, Dialect::New.place())]).await;
    let (app, ada) = saved_by_ada(&google).await;
    let location = only(&ada).await;
    let without_google = TestApp::start().await.visitor();
    let by_index = without_google.get("/api/locations/geocode/reverse?latitude=52.517&longitude=13.395").await.ok();
    assert_eq!(location["address"], by_index["address"]);
    assert_eq!(location["address_components"], by_index["address_components"]);
    assert!(location["address"].as_str().unwrap().starts_with("Berlin"), "{location}");
    assert_eq!((&location["geo_source"], &location["place_id"]), (&json!("google"), &json!("g1")));
    assert_eq!(location["located_at"], "2026-11-15T12:00:00Z");

    let path = format!("/api/locations/{}", location["id"].as_str().unwrap());
    ada.put(&path, &json!({"address": GOOGLES_WORDS})).await.ok();
    assert!(!app.dump().await.contains("Linden"));
    let nameless = ada.put(&path, &json!({"place_id": null})).await;
    assert_eq!(nameless.json()["fields"]["place_id"], "A place from Google needs its place_id");
}

#[tokio::test]
async fn coordinates_are_fetched_again_before_they_are_thirty_days_old() {
    let google = StandIn::start(vec![(200, Dialect::New.place())]).await;
    let (app, ada) = saved_by_ada(&google).await;
    after(&app, &ada, 27 * 24).await;
    assert_eq!(google.asked().len(), 0, "not yet");
    after(&app, &ada, 24).await;
    assert_eq!(google.asked().len(), 1);
    assert!(google.asked()[0].path.contains("/g1"), "{:?}", google.asked());
    let location = only(&ada).await;
    assert_eq!((&location["latitude"], &location["longitude"]), (&json!(41.175), &json!(29.613)));
    assert_eq!(location["located_at"], "2026-12-13T12:00:00Z");
    assert_eq!(location["name"], "Grandma", "the name is the person's own");
    app.tidy().await;
    assert_eq!(google.asked().len(), 1, "once is enough");
}

#[tokio::test]
async fn a_failed_renewal_is_tried_again_an_hour_later() {
    let refused = Dialect::New.refusal("REQUEST_DENIED");
    let google = StandIn::start(vec![refused, (200, Dialect::New.place())]).await;
    let (app, ada) = saved_by_ada(&google).await;
    after(&app, &ada, 28 * 24).await;
    assert_eq!(only(&ada).await["latitude"], 52.517, "still within the thirty days");
    app.advance(SignedDuration::from_mins(59));
    app.tidy().await;
    assert_eq!(google.asked().len(), 1);
    app.advance(SignedDuration::from_mins(1));
    app.tidy().await;
    ada.post("/api/auth/refresh", &json!({})).await.ok();
    assert_eq!(only(&ada).await["latitude"], 41.175);
}

/// Berlin as GeoNames has it: number 2950159 at 52.52437, 13.41053.
fn is_berlin_of_the_index(location: &Value) -> bool {
    location["place_id"] == "gn:2950159"
        && location["geo_source"] == "gazetteer"
        && (location["latitude"].as_f64().unwrap() - 52.524_37).abs() < 0.001
        && (location["longitude"].as_f64().unwrap() - 13.410_53).abs() < 0.001
}

#[tokio::test]
async fn what_google_does_not_renew_in_thirty_days_becomes_a_place_of_our_own() {
    let google = StandIn::start(vec![Dialect::New.refusal("REQUEST_DENIED")]).await;
    let (app, ada) = saved_by_ada(&google).await;
    after(&app, &ada, 29 * 24 + 22).await;
    assert_eq!(only(&ada).await["geo_source"], "google");
    after(&app, &ada, 1).await;
    let location = only(&ada).await;
    assert!(is_berlin_of_the_index(&location), "{location}");
    assert!(location["address"].as_str().unwrap().starts_with("Berlin"));
    let asked = google.asked().len();
    after(&app, &ada, 40 * 24).await;
    assert_eq!(google.asked().len(), asked, "nothing of Google is left to renew");
}

#[tokio::test]
async fn a_place_google_no_longer_knows_becomes_a_place_of_our_own_at_once() {
    let google = StandIn::start(vec![Dialect::New.refusal("NOT_FOUND")]).await;
    let (app, ada) = saved_by_ada(&google).await;
    after(&app, &ada, 28 * 24).await;
    assert!(is_berlin_of_the_index(&only(&ada).await));
}

#[tokio::test]
async fn an_old_search_is_cut_loose_from_google_without_asking_it() {
    let google = StandIn::start(vec![(200, Dialect::New.place())]).await;
    let app = google.app(Dialect::New).await;
    let ada = app.signed_in("ada").await;
    let mut at_sea = from_google();
    (at_sea["latitude"], at_sea["longitude"]) = (json!(-48.9), json!(-123.4));
    for entry in [from_google(), at_sea] {
        let answer = ada.post("/api/locations/history", &entry).await;
        assert!(!answer.text().contains("Linden"), "{}", answer.text());
    }
    assert!(!app.dump().await.contains("Linden"));
    after(&app, &ada, 29 * 24).await;
    let history = ada.get("/api/locations/history").await.ok()["history"].clone();
    assert_eq!(history.as_array().unwrap().len(), 1, "far from any place nothing can stand in: {history}");
    assert!(is_berlin_of_the_index(&history[0]), "{history}");
    assert_eq!(google.asked().len(), 0);
}
