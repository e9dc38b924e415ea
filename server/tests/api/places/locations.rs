//! Saved locations: one person's places, each once, in an order of their own.

use axum::http::StatusCode;
use halcyon::on_db;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::persona::Persona;

fn place(name: &str, latitude: f64, longitude: f64) -> Value {
    json!({"name": name, "latitude": latitude, "longitude": longitude})
}

async fn save(persona: &Persona, body: &Value) -> Value {
    let answer = persona.post("/api/locations", body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()["location"].clone()
}

async fn saved(persona: &Persona) -> Vec<Value> {
    persona.get("/api/locations").await.ok()["locations"].as_array().unwrap().clone()
}

async fn names(persona: &Persona) -> Vec<String> {
    saved(persona).await.iter().map(|location| location["name"].as_str().unwrap().to_owned()).collect()
}

fn id(location: &Value) -> String {
    location["id"].as_str().unwrap().to_owned()
}

// [R3.04, R7.09]
#[tokio::test]
async fn a_saved_place_comes_back_with_the_defaults_it_did_not_name() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    assert_eq!(saved(&ada).await, Vec::<Value>::new());
    let location = save(&ada, &place("Home sweet home", 52.52, 13.405)).await;
    assert!(Uuid::try_parse(&id(&location)).is_ok());
    for (field, value) in [
        ("name", json!("Home sweet home")),
        ("latitude", json!(52.52)),
        ("longitude", json!(13.405)),
        ("location_type", json!("Vacation")),
        ("show_on_homepage", json!(true)),
        ("alerts_enabled", json!(false)),
        ("elevation", Value::Null),
        ("address", Value::Null),
        ("address_components", Value::Null),
        ("place_id", Value::Null),
        ("geo_source", json!("device")),
        ("position", json!(0)),
        ("updated_at", json!("2026-11-15T12:00:00Z")),
    ] {
        assert_eq!(location[field], value, "{field}");
    }
    assert_eq!(saved(&ada).await, [location]);
}

// [R7.09]
#[tokio::test]
async fn a_put_changes_what_it_names_and_a_delete_forgets_the_place() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let components = json!([{"long_name": "Berlin", "short_name": "BE", "types": ["locality"]}]);
    let whole = json!({"name": "Berlin", "latitude": 52.52, "longitude": 13.405, "location_type": "Work",
        "show_on_homepage": false, "alerts_enabled": true, "address": "Berlin, Germany",
        "address_components": components, "place_id": "gn:2950159"});
    let location = save(&ada, &whole).await;
    assert_eq!((&location["geo_source"], &location["address"]), (&json!("gazetteer"), &json!("Berlin, Germany")));
    assert_eq!(location["address_components"], components);
    let path = format!("/api/locations/{}", id(&location));

    let changed = ada.put(&path, &json!({"name": "Capital", "location_type": "Home"})).await.ok()["location"].clone();
    assert_eq!((&changed["name"], &changed["location_type"]), (&json!("Capital"), &json!("Home")));
    assert_eq!((&changed["alerts_enabled"], &changed["show_on_homepage"]), (&json!(true), &json!(false)));
    assert_eq!(changed["address"], "Berlin, Germany", "what was not named stays");

    let moved = ada.put(&path, &json!({"latitude": 48.14, "longitude": 11.58})).await.ok()["location"].clone();
    assert_eq!((&moved["address"], &moved["place_id"]), (&Value::Null, &Value::Null), "they were those of Berlin");
    assert_eq!(moved["geo_source"], "device");

    assert_eq!(ada.delete(&path).await.ok(), json!({}));
    assert_eq!(saved(&ada).await, Vec::<Value>::new());
    assert_eq!(ada.delete(&path).await.status, StatusCode::NOT_FOUND);
}

// [C8]
#[tokio::test]
async fn a_saved_place_keeps_its_elevation_until_it_moves() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let mut hut = place("Münchner Haus", 47.4211, 10.9853);
    hut["elevation"] = json!(2959.4);
    let hut = save(&ada, &hut).await;
    assert_eq!(hut["elevation"], 2959);
    let path = format!("/api/locations/{}", id(&hut));
    let put = async |body: Value| ada.put(&path, &body).await.ok()["location"]["elevation"].clone();
    assert_eq!(put(json!({"name": "Hut"})).await, 2959, "what was not named stays");
    assert_eq!(put(json!({"latitude": 47.49, "longitude": 11.09})).await, Value::Null, "it was that of the hut");
    assert_eq!(put(json!({"elevation": -57})).await, -57);
    assert_eq!(put(json!({"elevation": null})).await, Value::Null);
    assert_eq!(put(json!({"latitude": 47.42, "longitude": 10.98, "elevation": 2962})).await, 2962);
    assert_eq!(saved(&ada).await[0]["elevation"], 2962);
    assert_eq!(ada.get("/api/auth/export").await.ok()["locations"][0]["elevation"], 2962);
}

// [C8]
#[tokio::test]
async fn one_of_our_places_brings_its_elevation_along_also_if_it_was_saved_before_there_were_any() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let denver = json!({"name": "Denver", "latitude": 39.73915, "longitude": -104.9847, "place_id": "gn:5419384"});
    assert_eq!(save(&ada, &denver).await["elevation"], 1609);
    assert_eq!(app.count("locations where elevation = 1609").await, 1);
    let elsewhere = json!({"name": "Red Rocks", "latitude": 39.6654, "longitude": -105.2057, "place_id": "gn:5419384"});
    assert_eq!(save(&ada, &elsewhere).await["elevation"], Value::Null, "the id is that of the city, not of this place");
    on_db!(app.db.writer(), pool => sqlx::query("update locations set elevation = null").execute(pool).await.map(|_| ()))
        .unwrap();
    let elevations: Vec<Value> = saved(&ada).await.iter().map(|place| place["elevation"].clone()).collect();
    assert_eq!(elevations, [json!(1609), Value::Null]);
}

// [R5.06]
#[tokio::test]
async fn the_same_place_is_saved_once_also_across_the_date_line() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    save(&ada, &place("Berlin", 52.52, 13.405)).await;
    let taveuni = save(&ada, &place("Taveuni", -16.85, 179.997)).await;
    for same in [place("Berlin too", 52.5299, 13.4149), place("Taveuni too", -16.85, -179.996)] {
        let answer = ada.post("/api/locations", &same).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{same}");
        assert_eq!(answer.json()["code"], "location_already_saved");
        assert_eq!(answer.json()["error"], "This location is already saved");
    }
    save(&ada, &place("Next door", 52.53, 13.405)).await;

    let path = format!("/api/locations/{}", id(&taveuni));
    let onto = ada.put(&path, &json!({"latitude": 52.52, "longitude": 13.4})).await;
    assert_eq!(onto.json()["code"], "location_already_saved");
    ada.put(&path, &json!({"latitude": -16.851})).await.ok();
    let bob = app.signed_in("bob").await;
    save(&bob, &place("Berlin", 52.52, 13.405)).await;
    assert_eq!(names(&ada).await, ["Berlin", "Taveuni", "Next door"]);
}

// [R5.06]
#[tokio::test]
async fn of_two_requests_for_the_same_place_at_once_one_is_refused() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let tabs: Vec<Persona> = (0..8).map(|_| ada.other_tab()).collect();
    let body = place("Berlin", 52.52, 13.405);
    let answers = futures_util::future::join_all(tabs.iter().map(|tab| tab.post("/api/locations", &body))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(app.count("locations").await, 1);
}

#[tokio::test]
async fn a_hundred_places_are_kept_and_no_more_also_at_once() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    for number in 0..98 {
        save(&ada, &place("Place", 0.0, f64::from(number))).await;
    }
    let tabs: Vec<(Persona, Value)> =
        (0..4).map(|number| (ada.other_tab(), place("Last", 20.0, f64::from(number)))).collect();
    let answers = futures_util::future::join_all(tabs.iter().map(|(tab, body)| tab.post("/api/locations", body))).await;
    let refused: Vec<Value> =
        answers.iter().filter(|answer| answer.status != StatusCode::CREATED).map(|answer| answer.json()).collect();
    assert_eq!(refused.len(), 2);
    assert!(refused.iter().all(|answer| answer["code"] == "too_many_locations"), "{refused:?}");
    assert_eq!(app.count("locations").await, 100);
}

#[tokio::test]
async fn the_order_is_the_owner_s_and_has_no_gap() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let mut ids = Vec::new();
    for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
        ids.push(id(&save(&ada, &place(name, number as f64, 0.0)).await));
    }
    let put = |index: usize, position: i64| {
        let (ada, path) = (&ada, format!("/api/locations/{}", ids[index]));
        async move { ada.put(&path, &json!({"position": position})).await.ok()["location"]["position"].clone() }
    };
    assert_eq!(put(3, 0).await, 0);
    assert_eq!(names(&ada).await, ["d", "a", "b", "c"]);
    assert_eq!(put(3, 2).await, 2);
    assert_eq!(names(&ada).await, ["a", "b", "d", "c"]);
    assert_eq!(put(0, 99).await, 3, "past the end is the end");
    assert_eq!(names(&ada).await, ["b", "d", "c", "a"]);
    ada.delete(&format!("/api/locations/{}", ids[3])).await.ok();
    let mut first = place("first", 50.0, 0.0);
    first["position"] = json!(0);
    save(&ada, &first).await;
    assert_eq!(names(&ada).await, ["first", "b", "c", "a"]);
    let positions: Vec<Value> = saved(&ada).await.iter().map(|location| location["position"].clone()).collect();
    assert_eq!(positions, [json!(0), json!(1), json!(2), json!(3)]);
}

// [R6.05]
#[tokio::test]
async fn another_person_s_place_is_answered_like_one_that_does_not_exist() {
    let app = TestApp::start().await;
    let (ada, eve) = (app.signed_in("ada").await, app.signed_in("eve").await);
    let theirs = format!("/api/locations/{}", id(&save(&ada, &place("Berlin", 52.52, 13.405)).await));
    let missing = format!("/api/locations/{}", Uuid::now_v7());
    let body = |answer: crate::support::persona::Answer| {
        let mut body = answer.json();
        body.as_object_mut().unwrap().remove("request_id");
        (answer.status, body)
    };
    let rename = json!({"name": "Mine now"});
    assert_eq!(body(eve.put(&theirs, &rename).await), body(eve.put(&missing, &rename).await));
    assert_eq!(body(eve.delete(&theirs).await), body(eve.delete(&missing).await));
    assert_eq!(eve.delete(&theirs).await.status, StatusCode::NOT_FOUND);
    assert_eq!(eve.delete("/api/locations/not-an-id").await.status, StatusCode::NOT_FOUND);
    let weather = |id: &str| format!("/api/weather?latitude=1&longitude=1&location_id={id}");
    let their_id = theirs.rsplit('/').next().unwrap();
    assert_eq!(eve.get(&weather(their_id)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(saved(&eve).await, Vec::<Value>::new());
    assert_eq!(names(&ada).await, ["Berlin"]);
}

// [R5.05, R6.01]
#[tokio::test]
async fn saving_needs_a_signed_in_user() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let path = format!("/api/locations/{}", Uuid::now_v7());
    for answer in [
        visitor.get("/api/locations").await,
        visitor.post("/api/locations", &place("Berlin", 52.52, 13.405)).await,
        visitor.put(&path, &json!({})).await,
        visitor.delete(&path).await,
    ] {
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert_eq!(answer.json()["error"], "Authentication required");
    }
    let ada = app.signed_in("ada").await;
    let forged = ada.post_with("/api/locations", &place("Berlin", 52.52, 13.405), &[]).await;
    assert_eq!(forged.json()["code"], "csrf_missing");
    assert_eq!(app.count("locations").await, 0);
}

// [R5.12]
#[tokio::test]
async fn what_is_wrong_with_a_place_is_said_by_field_and_nothing_is_written() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let kept = save(&ada, &place("Berlin", 52.52, 13.405)).await;
    let path = format!("/api/locations/{}", id(&kept));
    let long = "x".repeat(10_000);
    let cases = [
        ("latitude", json!(91)),
        ("latitude", json!(-90.01)),
        ("latitude", json!("NaN")),
        ("longitude", json!("NaN")),
        ("longitude", json!(180.5)),
        ("elevation", json!(-501)),
        ("elevation", json!(9001)),
        ("elevation", json!("high")),
        ("name", json!(long)),
        ("name", json!("  ")),
        ("name", json!("line\nbreak")),
        ("name", json!(7)),
        ("location_type", json!("Castle")),
        ("location_type", json!("home")),
        ("show_on_homepage", json!("yes")),
        ("address", json!(long)),
        ("address_components", json!([{"long_name": long, "short_name": "", "types": []}])),
        ("place_id", json!("white space")),
        ("place_id", json!(long)),
        ("geo_source", json!("oracle")),
        ("position", json!(-1)),
        ("position", json!(100)),
    ];
    for (field, value) in cases {
        let mut whole = place("Oslo", 59.91, 10.75);
        whole[field] = value.clone();
        for answer in [ada.post("/api/locations", &whole).await, ada.put(&path, &json!({ field: value })).await] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}: {}", answer.text());
            assert!(answer.json()["fields"][field].is_string(), "{field}: {}", answer.text());
        }
    }
    let both = ada.post("/api/locations", &place("", 91.0, 181.0)).await;
    assert_eq!(both.json()["fields"].as_object().unwrap().len(), 3, "all faults at once");
    for missing in ["name", "latitude", "longitude"] {
        let mut part = place("Oslo", 59.91, 10.75);
        part.as_object_mut().unwrap().remove(missing);
        let answer = ada.post("/api/locations", &part).await;
        assert_eq!(answer.json()["fields"][missing], "This field is required");
    }
    let huge = json!({"name": "x".repeat(20 * 1024 * 1024), "latitude": 1, "longitude": 1});
    assert_eq!(ada.post("/api/locations", &huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(saved(&ada).await, [kept]);
}

// [R3.21]
#[tokio::test]
async fn the_weather_of_a_saved_place_is_asked_for_by_its_id() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let saved = id(&save(&ada, &place("Oslo", 59.91, 10.75)).await);
    let by_id = ada.get(&format!("/api/weather?location_id={saved}")).await.ok();
    let by_position = ada.get("/api/weather?latitude=59.91&longitude=10.75").await.ok();
    assert_eq!(by_id["place"], by_position["place"]);
    assert!(by_id["place"].is_object(), "{by_id}");
    let visitor = app.visitor().get(&format!("/api/weather?location_id={saved}")).await;
    assert_eq!(visitor.json()["code"], "token_missing");
    let nowhere = ada.get("/api/weather?location_id=current").await;
    assert_eq!(nowhere.json()["fields"]["latitude"], "is needed, as a number of degrees");
}

// [C8]
#[tokio::test]
async fn the_weather_of_a_saved_place_is_that_of_its_elevation() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let (hut, village) = ((47.4211, 10.9853), (47.4921, 11.0958));
    let mut high = place("Hut", hut.0, hut.1);
    high["elevation"] = json!(2959);
    let high = id(&save(&ada, &high).await);
    let low = id(&save(&ada, &place("Village", village.0, village.1)).await);
    let of = async |query: &str| ada.get(&format!("/api/weather?{query}")).await.ok()["place"]["elevation"].clone();
    assert_eq!(of(&format!("location_id={high}")).await, 2950.0, "the middle of its band");
    assert_ne!(of(&format!("location_id={low}")).await, 2950.0);
    assert_eq!(of(&format!("location_id={low}&elevation=705")).await, 700.0, "saved before there were elevations");
    assert_eq!(of(&format!("location_id={high}&elevation=705")).await, 2950.0, "its own comes first");
}
