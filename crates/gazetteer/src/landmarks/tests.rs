//! Every row of the tables, checked against what is known from elsewhere: the settlements around it.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use super::*;
use crate::builder::tests::{COMMITTED, small_world_with_landmarks};
use crate::fold::fold;
use crate::sphere::{distance_km, to_space};
use crate::{Found, NameLanguage};

/// Summits and lakes near a border whose nearest settlement is across it, and Antarctica, which has none.
const NEAREST_IS_ABROAD: [&str; 22] = [
    "lm:kangchenjunga",
    "lm:shkhara",
    "lm:khan-tengri",
    "lm:hermon",
    "lm:kilimanjaro",
    "lm:grandes-jorasses",
    "lm:matterhorn",
    "lm:monte-rosa",
    "lm:zugspitze",
    "lm:fellhorn",
    "lm:brenner",
    "lm:rysy",
    "lm:sniezka",
    "lm:kebnekaise",
    "lm:logan",
    "lm:aconcagua",
    "lm:ojos-del-salado",
    "lm:torres-del-paine",
    "lm:vinson",
    "lm:erebus",
    "lm:south-pole",
    "lm:plitvice",
];
/// Airfields of villages that the index does not have, near one across the border.
const AIRFIELDS_AT_A_BORDER: [&str; 10] = [
    "iata:AEU", "iata:BBN", "iata:DRE", "iata:IPG", "iata:KEC", "iata:KRG", "iata:ORJ", "iata:SGA", "iata:SMW",
    "iata:SMZ",
];
/// The airport of a town, and how far a settlement of its country may be.
const MAX_TOWN_AIRPORT_KM: f64 = 30.0;
const MAX_AIRPORT_KM: f32 = 50.0;
/// Islands and districts are named after what is there; a region may be a national park or a desert.
const MAX_ISLAND_KM: f64 = 40.0;
const MAX_DISTRICT_KM: f64 = 8.0;
const MAX_REGION_KM: f64 = 130.0;
const MAX_KM: f32 = 200.0;

/// The country of the nearest settlement, and its distance.
fn country_at(at: (f64, f64)) -> Option<(&'static str, f64)> {
    let place = COMMITTED.points.nearest(to_space(at.0, at.1), MAX_KM, |_| true).map(PlaceIndex)?;
    Some((COMMITTED.country_code(place), distance_km(COMMITTED.position(place), at)))
}

#[test]
fn every_landmark_lies_in_its_country() {
    let mut abroad = Vec::new();
    for landmark in committed().unwrap().iter().filter(|landmark| landmark.kind != LandmarkKind::Airport) {
        let at = (landmark.latitude, landmark.longitude);
        assert!(at.0.abs() <= 90.0 && at.1.abs() <= 180.0, "{}", landmark.id);
        let found = country_at(at);
        let is_at_home = found.is_some_and(|(country, _)| country == landmark.country);
        if !is_at_home && !NEAREST_IS_ABROAD.contains(&landmark.id.as_str()) {
            abroad.push(format!("{} {} {found:?}", landmark.id, landmark.country));
        }
    }
    assert!(abroad.is_empty(), "{abroad:#?}");
}

/// Many airports are near a border: one of a town has a settlement of its country not far from it.
#[test]
fn every_airport_near_a_settlement_lies_in_its_country() {
    let mut abroad = Vec::new();
    for airport in committed().unwrap().iter().filter(|landmark| landmark.kind == LandmarkKind::Airport) {
        let at = (airport.latitude, airport.longitude);
        assert!(at.0.abs() <= 90.0 && at.1.abs() <= 180.0, "{}", airport.id);
        let is_at_home = |place: u32| COMMITTED.country_code(PlaceIndex(place)) == airport.country;
        let home = COMMITTED.points.nearest(to_space(at.0, at.1), MAX_AIRPORT_KM, is_at_home);
        let found = country_at(at).filter(|(_, distance)| *distance < MAX_TOWN_AIRPORT_KM);
        if home.is_none() && found.is_some() && !AIRFIELDS_AT_A_BORDER.contains(&airport.id.as_str()) {
            abroad.push(format!("{} {} {found:?}", airport.id, airport.country));
        }
    }
    assert!(abroad.is_empty(), "{abroad:#?}");
}

#[test]
fn islands_regions_and_districts_are_near_a_settlement() {
    let mut far = Vec::new();
    for landmark in committed().unwrap() {
        let max_km = match landmark.kind {
            LandmarkKind::Island => MAX_ISLAND_KM,
            LandmarkKind::Region => MAX_REGION_KM,
            LandmarkKind::District => MAX_DISTRICT_KM,
            LandmarkKind::Mountain | LandmarkKind::Airport => continue,
        };
        let found = country_at((landmark.latitude, landmark.longitude));
        if found.is_none_or(|(_, distance)| distance > max_km) && !NEAREST_IS_ABROAD.contains(&landmark.id.as_str()) {
            far.push(format!("{} {found:?}", landmark.id));
        }
    }
    assert!(far.is_empty(), "{far:#?}");
}

#[test]
fn mountains_have_a_plausible_elevation() {
    for landmark in committed().unwrap() {
        // Mount Everest and, below the sea, no summit; the lowest airport is that of Bar Yehuda by the Dead Sea.
        let range = match landmark.kind {
            LandmarkKind::Mountain => 100..=8849,
            LandmarkKind::Airport => -400..=5_000,
            _ => -450..=3_000,
        };
        let is_known = landmark.kind != LandmarkKind::Mountain || landmark.elevation.is_some();
        assert!(is_known && landmark.elevation.is_none_or(|metres| range.contains(&metres)), "{landmark:?}");
    }
}

#[test]
fn no_country_has_two_landmarks_of_the_same_kind_and_name() {
    let mut known = HashSet::new();
    let mut twice = Vec::new();
    let mut ids = HashSet::new();
    for landmark in committed().unwrap() {
        assert!(ids.insert(landmark.id.clone()), "{}", landmark.id);
        if landmark.kind != LandmarkKind::Airport && !known.insert((landmark.country.clone(), fold(&landmark.names[0])))
        {
            twice.push(landmark.id);
        }
    }
    assert!(twice.is_empty(), "{twice:?}");
}

/// The settlement would do.
#[test]
fn no_landmark_has_the_name_of_a_settlement_nearby_that_is_as_large() {
    const NEARBY_KM: f64 = 25.0;
    let mut twice = Vec::new();
    for landmark in committed().unwrap().iter().filter(|landmark| landmark.kind != LandmarkKind::Airport) {
        let is_twice = |place: &PlaceIndex| {
            fold(COMMITTED.name(*place, NameLanguage::English)) == fold(&landmark.names[0])
                && COMMITTED.population(*place) >= landmark.size
                && distance_km(COMMITTED.position(*place), (landmark.latitude, landmark.longitude)) < NEARBY_KM
        };
        if COMMITTED.with_name(&landmark.names[0]).any(|place| is_twice(&place)) {
            twice.push(landmark.id.clone());
        }
    }
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn every_landmark_is_found_by_its_id_and_by_no_other() {
    let landmarks = committed().unwrap();
    assert_eq!(COMMITTED.landmarks().count(), landmarks.len());
    for (place, landmark) in COMMITTED.landmarks().zip(&landmarks) {
        assert_eq!(COMMITTED.find_landmark(&landmark.id), Some(place));
        assert_eq!(COMMITTED.landmark_id(place), Some(landmark.id.as_str()));
        assert_eq!(COMMITTED.country_code(place), landmark.country, "{}", landmark.id);
        assert_eq!(COMMITTED.elevation(place), landmark.elevation);
        let names = [NameLanguage::English, NameLanguage::German, NameLanguage::Turkish];
        assert_eq!(
            names.map(|language| COMMITTED.name(place, language)),
            landmark.names.each_ref().map(String::as_str)
        );
    }
    for id in ["lm:nowhere", "iata:jfk", "iata:", "lm:", "", "gn:2950159"] {
        assert_eq!(COMMITTED.find_landmark(id), None, "{id}");
    }
    assert_eq!(COMMITTED.places().last().and_then(|place| COMMITTED.landmark_kind(place)), None);
}

fn airport(id: &str, name: &str, city: &str, size: u32) -> Landmark {
    Landmark {
        kind: LandmarkKind::Airport,
        id: format!("{AIRPORT_ID_PREFIX}{id}"),
        country: "DE".to_owned(),
        latitude: 48.0,
        longitude: 11.1,
        elevation: Some(500),
        size,
        names: [name.to_owned(), name.to_owned(), name.to_owned()],
        other_names: Vec::new(),
        city_names: vec![city.to_owned()],
    }
}

#[test]
fn an_airport_is_found_by_code_by_name_and_by_its_city() {
    let world = small_world_with_landmarks(
        &[(1, "Greifenberg", "", 48.0, 11.0, "DE", "02", 900_000), (2, "Xyzheim", "", 48.3, 11.3, "DE", "02", 2_000)],
        &[
            airport("XYZ", "Sandfeld International Airport", "Greifenberg", 20_000),
            airport("XXA", "Moosfeld Airport", "Greifenberg", 100),
        ],
    );
    let found = |typed: &str| {
        let places = world.search(typed, None, 5).into_iter();
        places.map(|place| world.landmark_id(place).map_or("settlement", |id| id)).collect::<Vec<_>>()
    };
    assert_eq!(found("xyz"), ["iata:XYZ", "settlement"]);
    assert_eq!(found("sandf"), ["iata:XYZ"]);
    assert_eq!(found("sandfeld flughafen"), ["iata:XYZ"]);
    assert_eq!(found("airport greifenberg"), ["iata:XYZ", "iata:XXA"]);
    assert_eq!(found("greifenberg airp"), ["iata:XYZ", "iata:XXA"]);
    assert_eq!(found("greifenberg airport bayern"), ["iata:XYZ", "iata:XXA"], "with a region");
    assert_eq!(found("greifenberg").first(), Some(&"settlement"));
    assert_eq!(found("sandfled"), ["iata:XYZ"], "misspelt");
    let place = world.find_landmark("iata:XYZ").unwrap();
    assert_eq!(world.region(place, NameLanguage::German), Some("Bayern"), "that of the nearest settlement");
    assert_eq!(world.locate(48.0, 11.1, "Europe/Berlin"), Found::In(world.find(1).unwrap()), "settlements only");
}

const QUERIES: &str = include_str!("queries.tsv");

fn kind_word(place: PlaceIndex) -> &'static str {
    match COMMITTED.landmark_kind(place) {
        None => "settlement",
        Some(LandmarkKind::Island) => "island",
        Some(LandmarkKind::Mountain) => "mountain",
        Some(LandmarkKind::Airport) => "airport",
        Some(LandmarkKind::Region) => "region",
        Some(LandmarkKind::District) => "district",
    }
}

#[test]
fn every_query_of_the_table_finds_what_is_meant_first() {
    let queries: Vec<Vec<&str>> = QUERIES.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert!(queries.len() >= 60);
    let mut wrong = Vec::new();
    for query in queries {
        let [typed, language, kind, name, country] = query[..] else { panic!("{query:?}") };
        let language = match language {
            "de" => NameLanguage::German,
            "tr" => NameLanguage::Turkish,
            _ => NameLanguage::English,
        };
        let found = COMMITTED.search(typed, None, 5);
        let named: Vec<_> = found
            .into_iter()
            .map(|place| (kind_word(place), COMMITTED.name(place, language), COMMITTED.country_code(place)))
            .collect();
        if named.first() != Some(&(kind, name, country)) {
            wrong.push(format!("{typed}: {named:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Large airports by their codes, and how far down the list: a larger city may begin with the same letters.
#[test]
fn large_airports_are_among_the_first_results_for_their_code() {
    let codes = [
        "ATL", "DXB", "DFW", "LHR", "HND", "DEN", "IST", "LAX", "ORD", "DEL", "CDG", "JFK", "ICN", "SIN", "AMS", "MAD",
        "BKK", "HKG", "FRA", "MUC", "BER", "DUS", "HAM", "STR", "CGN", "VIE", "ZRH", "LGW", "BCN", "FCO", "SAW", "AYT",
        "ESB", "ADB", "SFO", "SEA", "LAS", "MIA", "BOS", "SYD", "YYZ", "GRU", "MEX", "NRT", "CAI", "JNB", "DOH", "LIS",
        "CPH",
    ];
    let is_found = |code: &&str| {
        let found = COMMITTED.search(code, None, 5);
        found.into_iter().any(|place| COMMITTED.landmark_id(place) == Some(&format!("iata:{code}")))
    };
    let missed: Vec<&str> = codes.into_iter().filter(|code| !is_found(code)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn an_island_and_its_town_of_the_same_name_are_one_result() {
    let island = Landmark { kind: LandmarkKind::Island, id: "lm:sand".to_owned(), ..airport("", "Sand", "", 50_000) };
    let world = small_world_with_landmarks(
        &[(1, "Sand", "", 48.0, 11.0, "DE", "02", 3_000), (2, "Sand", "", 52.0, 10.0, "DE", "", 2_000)],
        &[island],
    );
    let found: Vec<_> = world.search("sand", None, 5).into_iter().map(|place| world.landmark_id(place)).collect();
    assert_eq!(found, [Some("lm:sand"), None], "the island, and the other town of the name");
}

#[test]
fn a_region_is_followed_by_its_largest_towns() {
    let found: Vec<_> = COMMITTED
        .search("toskana", None, 5)
        .into_iter()
        .map(|place| COMMITTED.name(place, NameLanguage::English))
        .collect();
    // The provincial capitals with more than 150,000 inhabitants.
    assert_eq!(found[..3], ["Tuscany", "Florence", "Prato"]);
}
