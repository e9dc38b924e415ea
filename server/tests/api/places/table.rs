//! What people type and where they are, against the place they mean: the tables in `tests/places_table`.

use gazetteer::fold::fold;
use serde_json::Value;

use crate::support::TestApp;

const QUERIES: &str = include_str!("../../places_table/queries.tsv");
const POINTS: &str = include_str!("../../places_table/reverse.tsv");

fn rows<const N: usize>(table: &'static str) -> Vec<[&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().unwrap()).collect()
}

/// The long or short name of the part of an address with this type.
fn part<'a>(result: &'a Value, kind: &str, name: &str) -> &'a str {
    let parts = result["address_components"].as_array().unwrap();
    let part = parts.iter().find(|part| part["types"][0] == kind);
    part.and_then(|part| part[name].as_str()).unwrap_or_default()
}

async fn get(app: &TestApp, path: &str, parameters: &[(&str, &str)]) -> Value {
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    app.visitor().get(&format!("{path}?{query}")).await.ok()
}

/// The places a query finds, as full results.
async fn search(app: &TestApp, query: &str) -> Vec<Value> {
    let found = get(app, "/api/google-places/autocomplete", &[("input", query), ("language", "en")]).await;
    let mut results = Vec::new();
    for prediction in found["predictions"].as_array().unwrap() {
        let id = prediction["place_id"].as_str().unwrap();
        results.push(get(app, "/api/google-places/details", &[("place_id", id)]).await["result"].clone());
    }
    results
}

fn is_meant(result: &Value, name: &str, country: &str, region: &str) -> bool {
    fold(result["name"].as_str().unwrap()) == fold(name)
        && part(result, "country", "short_name") == country
        && (region.is_empty() || part(result, "administrative_area_level_1", "long_name") == region)
}

#[tokio::test]
async fn every_query_of_the_table_finds_its_place_first() {
    let app = TestApp::start().await;
    let queries = rows::<5>(QUERIES);
    assert!(queries.len() >= 150, "{} queries", queries.len());
    for [query, _, name, country, region] in queries {
        let first = search(&app, query).await.into_iter().next();
        match first {
            Some(first) => assert!(is_meant(&first, name, country, region), "{query}: {first}"),
            None => assert_eq!(country, "-", "{query} finds nothing"),
        }
    }
}

#[tokio::test]
async fn of_thirty_misspelt_names_at_most_one_is_not_among_the_first_five() {
    let app = TestApp::start().await;
    let misspelt: Vec<_> = rows::<5>(QUERIES).into_iter().filter(|row| row[1] == "typo").collect();
    assert!(misspelt.len() >= 30, "{} misspelt names", misspelt.len());
    let mut missed = Vec::new();
    for [query, _, name, country, region] in misspelt {
        if !search(&app, query).await.iter().any(|result| is_meant(result, name, country, region)) {
            missed.push(query);
        }
    }
    assert!(missed.len() <= 1, "{missed:?}");
}

// [R1.17] Reverse geocoding of the current position.
#[tokio::test]
async fn every_point_of_the_table_has_the_name_a_person_there_would_give() {
    let app = TestApp::start().await;
    let points = rows::<5>(POINTS);
    assert!(points.len() >= 100, "{} points", points.len());
    for [latitude, longitude, kind, name, country] in points {
        let answer = get(&app, "/api/google-places/reverse-geocode", &[("lat", latitude), ("lon", longitude)]).await;
        let said = answer["results"][0]["name"].as_str().unwrap_or_default();
        let point = format!("{latitude},{longitude} ({kind}): {said}");
        match name {
            "-" => assert_eq!(answer["status"], "ZERO_RESULTS", "{point}"),
            "near" => {
                assert!(said.starts_with("near ") && said.ends_with(" km"), "{point}");
                assert_eq!(part(&answer["results"][0], "country", "short_name"), country, "{point}");
            }
            _ => assert!(is_meant(&answer["results"][0], name, country, ""), "{point}"),
        }
    }
}
