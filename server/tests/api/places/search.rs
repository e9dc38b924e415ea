//! The places calls as a client sees them, answered by the embedded index.

use serde_json::{Value, json};

use crate::support::TestApp;

async fn get(app: &TestApp, path: &str) -> Value {
    app.visitor().get(path).await.ok()
}

// [R3.09] The parts of a prediction and of a geocode result.
#[tokio::test]
async fn a_prediction_and_its_details_have_every_part() {
    let app = TestApp::start().await;
    let answer = get(&app, "/api/google-places/autocomplete?input=regensb&language=de").await;
    assert_eq!(answer["status"], "OK");
    assert_eq!(answer["source"], "geonames");
    let prediction = &answer["predictions"][0];
    assert_eq!(prediction["description"], "Regensburg, Bayern, Deutschland");
    assert_eq!(prediction["place_id"], "gn:2849483");
    assert_eq!(prediction["structured_formatting"]["main_text"], "Regensburg");
    assert_eq!(prediction["structured_formatting"]["secondary_text"], "Bayern, Deutschland");
    assert_eq!(prediction["matched_substrings"], json!([{ "offset": 0, "length": 7 }]));
    let terms = json!([
        { "offset": 0, "value": "Regensburg" },
        { "offset": 12, "value": "Bayern" },
        { "offset": 20, "value": "Deutschland" },
    ]);
    assert_eq!(prediction["terms"], terms);

    let details = get(&app, "/api/google-places/details?place_id=gn:2849483&language=tr").await;
    assert_eq!(details["status"], "OK");
    let result = &details["result"];
    assert_eq!(result["place_id"], "gn:2849483");
    assert_eq!(result["name"], "Regensburg");
    assert_eq!(result["formatted_address"], "Regensburg, Bavyera, Almanya");
    assert_eq!(result["geometry"]["location"], json!({ "lat": 49.01513, "lng": 12.10161 }));
    assert_eq!(result["timezone"], "Europe/Berlin");
    let kinds: Vec<_> = result["address_components"].as_array().unwrap().iter().map(|part| &part["types"][0]).collect();
    assert_eq!(kinds, ["locality", "administrative_area_level_1", "country"]);
    assert_eq!(
        result["address_components"][2],
        json!({ "long_name": "Almanya", "short_name": "DE", "types": ["country", "political"] })
    );
}

/// GeoNames id, name, published elevation in metres: towns' own pages and the US Geological Survey.
const ELEVATIONS: [(u32, &str, i64); 10] = [
    (5419384, "Denver", 1609),
    (2922530, "Garmisch-Partenkirchen", 708),
    (2661039, "Davos", 1560),
    (2657928, "Zermatt", 1608),
    (5428184, "Leadville", 3094),
    (3652462, "Quito", 2850),
    (1280737, "Lhasa", 3656),
    (3530597, "Mexico City", 2240),
    (5332929, "Calipatria", -55),
    (587084, "Baku", -28),
];

// [C8]
#[tokio::test]
async fn a_place_has_its_elevation_wherever_it_is_found() {
    let app = TestApp::start().await;
    for (id, name, published) in ELEVATIONS {
        let details =
            get(&app, &format!("/api/google-places/details?place_id=gn:{id}&fields=name,geometry/location")).await;
        assert_eq!(details["result"]["name"], name);
        let metres = details["result"]["elevation"].as_i64().unwrap();
        assert!((metres - published).abs() <= 10, "{name}: {metres}, published {published}");
    }
    let la_paz = get(&app, "/api/google-places/geocode?address=La%20Paz,%20Bolivia").await;
    // The city lies between 3,200 and 4,100 m.
    assert!(la_paz["results"][0]["elevation"].as_i64().unwrap() > 3_200, "{la_paz}");
    let denver = &get(&app, "/api/google-places/autocomplete?input=denver").await["predictions"][0];
    assert_eq!((&denver["place_id"], &denver["elevation"]), (&json!("gn:5419384"), &json!(1609)));
}

// [C8]
#[tokio::test]
async fn coordinates_have_the_elevation_of_a_place_only_at_that_place() {
    let app = TestApp::start().await;
    let (here, above) = ("lat=39.73915&lon=-104.9847", "lat=39.745&lon=-104.9847");
    let at = async |position: &str| {
        let found = get(&app, &format!("/api/google-places/reverse-geocode?{position}")).await;
        let named = get(
            &app,
            &format!(
                "/api/locations/geocode/reverse?{}",
                position.replace("lat=", "latitude=").replace("lon=", "longitude=")
            ),
        )
        .await;
        assert_eq!((&found["results"][0]["name"], &named["name"]), (&json!("Denver"), &json!("Denver")));
        assert_eq!(found["results"][0]["elevation"], named["elevation"]);
        named["elevation"].clone()
    };
    assert_eq!(at(here).await, 1609);
    assert_eq!(at(above).await, Value::Null, "600 m away it may be another");
}

// [R5.03] Geocode search and autocomplete need 2 characters after trimming.
#[tokio::test]
async fn less_than_two_characters_find_nothing() {
    let app = TestApp::start().await;
    for text in ["", "%20%20", "a", "%20b%20%20", "%C3%BC"] {
        let answer = get(&app, &format!("/api/google-places/autocomplete?input={text}")).await;
        assert_eq!((&answer["status"], &answer["predictions"]), (&json!("ZERO_RESULTS"), &json!([])), "{text}");
        let answer = get(&app, &format!("/api/google-places/geocode?address={text}")).await;
        assert_eq!((&answer["status"], &answer["results"]), (&json!("ZERO_RESULTS"), &json!([])), "{text}");
    }
    assert_eq!(get(&app, "/api/google-places/autocomplete?input=%20ul%20").await["status"], "OK");
    assert_eq!(get(&app, "/api/google-places/geocode?address=ulm").await["results"][0]["name"], "Ulm");
}

// [R5.04] A place lookup needs a place_id.
#[tokio::test]
async fn details_need_a_place_id_that_exists() {
    let app = TestApp::start().await;
    let cases = [
        ("", "INVALID_REQUEST"),
        ("?place_id=", "INVALID_REQUEST"),
        ("?place_id=%20", "INVALID_REQUEST"),
        ("?place_id=gn:x", "INVALID_REQUEST"),
        ("?place_id=gn:99999999999999999999", "INVALID_REQUEST"),
        ("?place_id=gn:1", "NOT_FOUND"),
        ("?place_id=ChIJSomethingOfGoogle", "NOT_FOUND"),
        ("?place_id=gn:2849483&fields=name,opening_hours", "INVALID_REQUEST"),
        ("?place_id=gn:2849483&fields=name,geometry/location", "OK"),
    ];
    for (query, status) in cases {
        let answer = get(&app, &format!("/api/google-places/details{query}")).await;
        assert_eq!(answer["status"], status, "{query}");
        assert_eq!(answer["error_message"].is_string(), status != "OK", "{query}");
    }
}

// [R7.13] The result has the requested fields; the time zone and the elevation are always there.
#[tokio::test]
async fn details_have_the_requested_fields_only() {
    let app = TestApp::start().await;
    let keys = async |fields: &str| {
        let answer = get(&app, &format!("/api/google-places/details?place_id=gn:2849483{fields}")).await;
        answer["result"].as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keys("&fields=name").await, "elevation name timezone");
    assert_eq!(keys("&fields=place_id,geometry/location").await, "elevation geometry place_id timezone");
    assert_eq!(keys("").await, "address_components elevation formatted_address geometry name place_id timezone types");
}

// [R7.13] Always 200 with the status word; bad coordinates are INVALID_REQUEST.
#[tokio::test]
async fn bad_input_gets_a_status_word_and_never_a_failure() {
    let app = TestApp::start().await;
    for position in [
        "",
        "?lat=1",
        "?lon=1",
        "?lat=NaN&lon=0",
        "?lat=inf&lon=0",
        "?lat=0&lon=-inf",
        "?lat=90.1&lon=0",
        "?lat=0&lon=180.001",
        "?lat=-91&lon=0",
        "?lat=abc&lon=0",
        "?lat=1e400&lon=0",
        "?lat=%00&lon=0",
    ] {
        let answer = get(&app, &format!("/api/google-places/reverse-geocode{position}")).await;
        assert_eq!((&answer["status"], &answer["results"]), (&json!("INVALID_REQUEST"), &json!([])), "{position}");
    }
    for position in ["lat=90&lon=180", "lat=-90&lon=-180", "lat=0&lon=180", "lat=-0&lon=-180", "lat=%2045&lon=7"] {
        let answer = get(&app, &format!("/api/google-places/reverse-geocode?{position}")).await;
        assert_ne!(answer["status"], "INVALID_REQUEST", "{position}");
    }
    let long = "a".repeat(201);
    assert_eq!(get(&app, &format!("/api/google-places/autocomplete?input={long}")).await["status"], "INVALID_REQUEST");
    let huge = "%F0%9F%8C%A7".repeat(2_500);
    assert_eq!(get(&app, &format!("/api/google-places/geocode?address={huge}")).await["status"], "INVALID_REQUEST");
    for text in [
        "%00%01%02",
        "%E2%80%8F%E2%80%AE",
        "%F0%9F%8C%A7%EF%B8%8F%E2%98%80",
        "'%3B%20drop%20table%20places%3B--",
        "%25%5F%25",
    ] {
        let answer = get(&app, &format!("/api/google-places/autocomplete?input={text}")).await;
        assert_eq!(answer["status"], "ZERO_RESULTS", "{text}");
    }
    for query in
        ["limit=0", "limit=11", "limit=x", "location=1", "location=91,0", "location=NaN,0", "sessiontoken=a%20b"]
    {
        let answer = get(&app, &format!("/api/google-places/autocomplete?input=ulm&{query}")).await;
        assert_eq!(answer["status"], "INVALID_REQUEST", "{query}");
    }
}

#[tokio::test]
async fn five_predictions_are_given_and_ten_on_request() {
    let app = TestApp::start().await;
    let count = async |query: &str| {
        let answer = get(&app, &format!("/api/google-places/autocomplete?input=neu{query}")).await;
        answer["predictions"].as_array().unwrap().len()
    };
    assert_eq!(count("").await, 5);
    assert_eq!(count("&limit=10").await, 10);
    assert_eq!(count("&limit=2").await, 2);
}

#[tokio::test]
async fn of_places_alike_the_nearer_comes_first() {
    let app = TestApp::start().await;
    let first = async |near: &str| {
        let answer = get(&app, &format!("/api/google-places/autocomplete?input=neustadt%20an&location={near}")).await;
        answer["predictions"][0]["description"].clone()
    };
    assert_eq!(first("49.35,8.14").await, "Neustadt an der Weinstraße, Rhineland-Palatinate, Germany");
    assert_eq!(first("49.58,10.61").await, "Neustadt an der Aisch, Bavaria, Germany");
}

#[tokio::test]
async fn matches_are_marked_in_characters_whatever_the_script() {
    let app = TestApp::start().await;
    let answer = get(&app, "/api/google-places/autocomplete?input=sirn&language=tr").await;
    let prediction = &answer["predictions"][0];
    assert_eq!(prediction["description"], "Şırnak, Türkiye");
    assert_eq!(prediction["matched_substrings"], json!([{ "offset": 0, "length": 4 }]));
}

// [R7.12] Our own shape for the current position.
#[tokio::test]
async fn a_position_has_a_name_in_the_asked_language() {
    let app = TestApp::start().await;
    let name = async |query: &str| get(&app, &format!("/api/locations/geocode/reverse?{query}")).await;
    let answer = name("latitude=48.2082&longitude=16.3738&language=de").await;
    assert_eq!((&answer["name"], &answer["address"]), (&json!("Wien"), &json!("Wien, Österreich")));
    assert_eq!(answer["address_components"][2]["short_name"], "AT");
    assert_eq!(answer["timezone"], "Europe/Vienna");

    let answer = name("latitude=-40&longitude=-120.5&language=tr").await;
    assert_eq!((&answer["name"], &answer["address_components"]), (&json!("40,00° G · 120,50° B"), &json!([])));
    assert_eq!(answer["timezone"], "Etc/GMT+8");
}

#[tokio::test]
async fn coordinates_out_of_range_are_reported_field_by_field() {
    let app = TestApp::start().await;
    for query in ["", "latitude=91&longitude=181", "latitude=NaN&longitude=inf", "latitude=a&longitude=b"] {
        let answer = app.visitor().get(&format!("/api/locations/geocode/reverse?{query}")).await;
        assert_eq!(answer.status, 422, "{query}");
        let fields = answer.json()["fields"].clone();
        assert!(fields["latitude"].is_string() && fields["longitude"].is_string(), "{query}: {fields}");
    }
}
