//! Landmarks as a client sees them: what they are, where, how high, and in which language.

use serde_json::{Value, json};

use crate::support::TestApp;

async fn get(app: &TestApp, path: &str) -> Value {
    app.visitor().get(path).await.ok()
}

async fn first(app: &TestApp, input: &str, language: &str) -> Value {
    let path = format!("/api/google-places/autocomplete?input={input}&language={language}");
    get(app, &path).await["predictions"][0].clone()
}

#[tokio::test]
async fn a_mountain_is_found_with_its_height_in_the_asked_language() {
    let app = TestApp::start().await;
    let prediction = first(&app, "Everest", "tr").await;
    assert_eq!(prediction["place_id"], "lm:everest");
    assert_eq!(prediction["structured_formatting"]["main_text"], "Everest Dağı");
    assert_eq!(prediction["types"], json!(["mountain_peak", "natural_feature"]));
    // The height that Nepal and China announced together in 2020: 8,848.86 m.
    assert_eq!(prediction["elevation"], 8849);

    let result = get(&app, "/api/google-places/details?place_id=lm:zugspitze&language=de").await["result"].clone();
    assert_eq!(result["formatted_address"], "Zugspitze, Bayern, Deutschland");
    assert_eq!((&result["timezone"], &result["elevation"]), (&json!("Europe/Berlin"), &json!(2962)));
    let parts = result["address_components"].as_array().unwrap();
    let types: Vec<_> = parts.iter().map(|part| part["types"][0].as_str().unwrap()).collect();
    assert_eq!(types, ["mountain_peak", "administrative_area_level_1", "country"]);
    let location = &result["geometry"]["location"];
    // 47° 25′ 16″ N, 10° 59′ 7″ E.
    let is_near = |field: &str, degrees: f64| (location[field].as_f64().unwrap() - degrees).abs() < 0.01;
    assert!(is_near("lat", 47.4211) && is_near("lng", 10.9853), "{location}");
}

#[tokio::test]
async fn every_kind_of_landmark_says_what_it_is_and_where() {
    let app = TestApp::start().await;
    let cases = [
        ("Bora Bora", "island", "Bora Bora", "French Polynesia"),
        ("JFK", "airport", "John F Kennedy International Airport", "New York, United States"),
        ("Cappadocia", "colloquial_area", "Cappadocia", "Nevşehir, Türkiye"),
        ("Be%C5%9Fikta%C5%9F", "sublocality", "Beşiktaş", "Istanbul, Türkiye"),
        ("Matterhorn", "mountain_peak", "Matterhorn", "Valais, Switzerland"),
    ];
    for (input, kind, name, whereabouts) in cases {
        let prediction = first(&app, &input.replace(' ', "%20"), "en").await;
        let text = &prediction["structured_formatting"];
        assert_eq!((&prediction["types"][0], &text["main_text"]), (&json!(kind), &json!(name)), "{input}");
        assert!(text["secondary_text"].as_str().unwrap().ends_with(whereabouts), "{text}");
    }
}

// [R5.04]
#[tokio::test]
async fn an_id_of_a_landmark_that_does_not_exist_is_not_found() {
    let app = TestApp::start().await;
    for id in ["lm:atlantis", "iata:jfk", "iata:"] {
        let answer = get(&app, &format!("/api/google-places/details?place_id={id}")).await;
        assert_eq!(answer["status"], "NOT_FOUND", "{id}");
    }
}

// [C8] A forecast for a mountain is one for its height, and its address does not name a village below it.
#[tokio::test]
async fn a_landmark_that_is_saved_or_searched_for_has_its_own_address_and_height() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    // The aviation authority says 5,434 feet for the airport.
    let zugspitze = ("lm:zugspitze", "Zugspitze, Bavaria, Germany", 2962);
    let denver = ("iata:DEN", "Denver International Airport, Colorado, United States", 1656);
    for (id, address, elevation) in [zugspitze, denver] {
        let details = get(&app, &format!("/api/google-places/details?place_id={id}")).await;
        let found = &details["result"];
        let place = json!({"name": found["name"], "latitude": found["geometry"]["location"]["lat"],
            "longitude": found["geometry"]["location"]["lng"], "place_id": id});
        let saved = ada.post("/api/locations", &place).await.json()["location"].clone();
        assert_eq!((&saved["place_id"], &saved["geo_source"]), (&json!(id), &json!("gazetteer")));
        let searched = ada.post("/api/locations/history", &place).await.json()["entry"].clone();
        for shown in [saved, searched] {
            assert_eq!((&shown["address"], &shown["elevation"]), (&json!(address), &json!(elevation)), "{id}");
        }
    }
}

#[tokio::test]
async fn coordinates_are_named_after_settlements_only() {
    let app = TestApp::start().await;
    // The runways of Heathrow.
    let answer = get(&app, "/api/google-places/reverse-geocode?lat=51.4706&lon=-0.46194").await;
    assert_eq!(answer["results"][0]["types"][0], "locality");
}
