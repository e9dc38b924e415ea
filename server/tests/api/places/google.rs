//! Google as an option: both interfaces against a stand-in on loopback, and what happens when it fails.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use halcyon::clock::Clock;
use halcyon::outbound::RequestPolicy;
use halcyon::places::{self, Places};
use halcyon::settings::Settings;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::persona::Persona;

const KEY: &str = "the-operator-s-own-key";
const SESSION: &str = "0d9a1c9e-6a3f-4f0e-9a53-1f2c3d4e5f60";

/// Answers every call as the test says, and remembers what was asked.
#[derive(Clone)]
pub struct StandIn {
    address: String,
    answers: Arc<Mutex<Vec<(u16, String)>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub query: String,
    headers: axum::http::HeaderMap,
    body: Value,
}

impl StandIn {
    /// The answers are given in turn, the last one from then on.
    pub async fn start(answers: Vec<(u16, Value)>) -> StandIn {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stand_in = StandIn {
            address: format!("http://{}", listener.local_addr().unwrap()),
            answers: Arc::new(Mutex::new(
                answers.into_iter().map(|(status, body)| (status, body.to_string())).collect(),
            )),
            asked: Arc::default(),
        };
        let router = Router::new().fallback(answer).with_state(stand_in.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        stand_in
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    pub async fn app(&self, dialect: Dialect) -> TestApp {
        self.app_with(dialect, &[]).await
    }

    async fn app_with(&self, dialect: Dialect, more: &[(&str, &str)]) -> TestApp {
        let url = format!("{}{}", self.address, dialect.path());
        let own = [("HALCYON_GOOGLE_PLACES_KEY", KEY), ("HALCYON_GOOGLE_PLACES_URL", url.as_str())];
        TestApp::start_with(&[&own, more].concat()).await
    }
}

async fn answer(State(stand_in): State<StandIn>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 65_536).await.unwrap();
    stand_in.asked.lock().unwrap().push(Asked {
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        headers: parts.headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    });
    let mut answers = stand_in.answers.lock().unwrap();
    let (status, body) = if answers.len() > 1 { answers.remove(0) } else { answers[0].clone() };
    (StatusCode::from_u16(status).unwrap(), body).into_response()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dialect {
    New,
    Legacy,
}

impl Dialect {
    fn path(self) -> &'static str {
        match self {
            Dialect::New => "",
            Dialect::Legacy => "/maps/api",
        }
    }

    /// Two Turkish places whose letters are one character each, whatever their bytes.
    fn predictions(self) -> Value {
        match self {
            Dialect::Legacy => json!({ "status": "OK", "predictions": [
                { "place_id": "g1", "description": "Şile, İstanbul, Türkiye",
                  "matched_substrings": [{ "offset": 0, "length": 3 }],
                  "structured_formatting": { "main_text": "Şile", "secondary_text": "İstanbul, Türkiye",
                      "main_text_matched_substrings": [{ "offset": 0, "length": 3 }] },
                  "terms": [], "types": ["locality", "political"] },
                { "place_id": "g2", "description": "Büyük Şile, Türkiye",
                  "matched_substrings": [{ "offset": 6, "length": 3 }],
                  "structured_formatting": { "main_text": "Büyük Şile", "secondary_text": "Türkiye",
                      "main_text_matched_substrings": [{ "offset": 6, "length": 3 }] },
                  "terms": [], "types": ["locality", "political"] },
            ]}),
            Dialect::New => json!({ "suggestions": [
                { "placePrediction": { "place": "places/g1", "placeId": "g1",
                  "text": { "text": "Şile, İstanbul, Türkiye", "matches": [{ "endOffset": 3 }] },
                  "structuredFormat": { "mainText": { "text": "Şile", "matches": [{ "endOffset": 3 }] },
                      "secondaryText": { "text": "İstanbul, Türkiye" } },
                  "types": ["locality", "political"] } },
                { "queryPrediction": { "text": { "text": "şile hava" } } },
                { "placePrediction": { "place": "places/g2", "placeId": "g2",
                  "text": { "text": "Büyük Şile, Türkiye", "matches": [{ "startOffset": 6, "endOffset": 9 }] },
                  "structuredFormat": {
                      "mainText": { "text": "Büyük Şile", "matches": [{ "startOffset": 6, "endOffset": 9 }] },
                      "secondaryText": { "text": "Türkiye" } },
                  "types": ["locality", "political"] } },
            ]}),
        }
    }

    pub fn place(self) -> Value {
        match self {
            Dialect::Legacy => {
                json!({ "status": "OK", "html_attributions": ["<a>Mapmakers</a>"], "result": legacy_place() })
            }
            Dialect::New => json!({
                "id": "g1", "name": "places/g1", "displayName": { "text": "Şile", "languageCode": "tr" },
                "formattedAddress": "Şile, Şile/İstanbul, Şile, Türkiye",
                "location": { "latitude": 41.175, "longitude": 29.613 },
                "addressComponents": [
                    { "longText": "Şile", "shortText": "Şile", "types": ["locality", "political"] },
                    { "longText": "Türkiye", "shortText": "TR", "types": ["country", "political"] },
                ],
                "types": ["locality", "political"],
                "attributions": [{ "provider": "<a>Mapmakers</a>", "providerUri": "https://example.org" }],
            }),
        }
    }

    fn nothing(self) -> Value {
        match self {
            Dialect::Legacy => json!({ "status": "ZERO_RESULTS", "predictions": [] }),
            Dialect::New => json!({}),
        }
    }

    /// How Google refuses.
    pub fn refusal(self, word: &str) -> (u16, Value) {
        let (code, name) = match word {
            "INVALID_REQUEST" => (400, "INVALID_ARGUMENT"),
            "REQUEST_DENIED" => (403, "PERMISSION_DENIED"),
            "NOT_FOUND" => (404, "NOT_FOUND"),
            "OVER_QUERY_LIMIT" => (429, "RESOURCE_EXHAUSTED"),
            _ => (500, "INTERNAL"),
        };
        match self {
            Dialect::Legacy => (200, json!({ "status": word, "error_message": format!("the key {KEY} …") })),
            Dialect::New => (code, json!({ "error": { "code": code, "message": KEY, "status": name } })),
        }
    }
}

fn legacy_place() -> Value {
    json!({
        "place_id": "g1", "name": "Şile", "formatted_address": "Şile, Şile/İstanbul, Şile, Türkiye",
        "geometry": { "location": { "lat": 41.175, "lng": 29.613 }, "viewport": {} },
        "address_components": [
            { "long_name": "Şile", "short_name": "Şile", "types": ["locality", "political"] },
            { "long_name": "Türkiye", "short_name": "TR", "types": ["country", "political"] },
        ],
        "types": ["locality", "political"],
    })
}

const BOTH: [Dialect; 2] = [Dialect::New, Dialect::Legacy];

#[tokio::test]
async fn both_interfaces_give_the_same_predictions() {
    for dialect in BOTH {
        let google = StandIn::start(vec![(200, dialect.predictions())]).await;
        let app = google.app(dialect).await;
        let path = format!("/api/google-places/autocomplete?input=sil&language=tr&sessiontoken={SESSION}");
        let answer = app.visitor().get(&path).await;
        assert!(!answer.text().contains(KEY), "{dialect:?}");
        let answer = answer.ok();
        assert_eq!((&answer["status"], &answer["source"]), (&json!("OK"), &json!("google")), "{dialect:?}");
        let expected = json!([
            { "place_id": "g1", "description": "Şile, İstanbul, Türkiye",
              "structured_formatting": { "main_text": "Şile", "main_text_matched_substrings": [{ "offset": 0, "length": 3 }],
                  "secondary_text": "İstanbul, Türkiye" },
              "matched_substrings": [{ "offset": 0, "length": 3 }],
              "terms": [{ "offset": 0, "value": "Şile" }, { "offset": 6, "value": "İstanbul" }, { "offset": 16, "value": "Türkiye" }],
              "types": ["locality", "political"] },
            { "place_id": "g2", "description": "Büyük Şile, Türkiye",
              "structured_formatting": { "main_text": "Büyük Şile", "main_text_matched_substrings": [{ "offset": 6, "length": 3 }],
                  "secondary_text": "Türkiye" },
              "matched_substrings": [{ "offset": 6, "length": 3 }],
              "terms": [{ "offset": 0, "value": "Büyük Şile" }, { "offset": 12, "value": "Türkiye" }],
              "types": ["locality", "political"] },
        ]);
        assert_eq!(answer["predictions"], expected, "{dialect:?}");
    }
}

#[tokio::test]
async fn key_session_and_field_mask_go_where_each_interface_wants_them() {
    let new = StandIn::start(vec![(200, Dialect::New.predictions()), (200, Dialect::New.place())]).await;
    let app = new.app(Dialect::New).await;
    app.visitor()
        .get(&format!("/api/google-places/autocomplete?input=sil&sessiontoken={SESSION}&location=41,29"))
        .await;
    app.visitor().get(&format!("/api/google-places/details?place_id=g1%2F..&sessiontoken={SESSION}")).await;
    let [search, details] = new.asked().try_into().unwrap();
    assert_eq!(search.path, "/v1/places:autocomplete");
    assert_eq!(search.body["sessionToken"], SESSION);
    assert_eq!(search.body["locationBias"]["circle"]["center"], json!({ "latitude": 41.0, "longitude": 29.0 }));
    assert_eq!(details.path, "/v1/places/g1%2F..");
    assert!(details.query.contains(&format!("sessionToken={SESSION}")));
    for asked in [search, details] {
        assert_eq!(asked.headers["x-goog-api-key"], KEY);
        assert!(!asked.headers["x-goog-fieldmask"].is_empty() && asked.headers["x-goog-fieldmask"] != "*");
        assert!(!asked.query.contains(KEY));
    }

    let legacy = StandIn::start(vec![(200, Dialect::Legacy.predictions()), (200, Dialect::Legacy.place())]).await;
    let app = legacy.app(Dialect::Legacy).await;
    app.visitor().get(&format!("/api/google-places/autocomplete?input=sil&sessiontoken={SESSION}")).await;
    app.visitor().get(&format!("/api/google-places/details?place_id=g1&sessiontoken={SESSION}")).await;
    let [search, details] = legacy.asked().try_into().unwrap();
    assert_eq!(search.path, "/maps/api/place/autocomplete/json");
    assert_eq!(details.path, "/maps/api/place/details/json");
    assert!(
        details.query.contains("fields=place_id%2Cname%2Cformatted_address%2Cgeometry%2Flocation%2Caddress_component")
    );
    for asked in [search, details] {
        assert!(
            asked.query.contains(&format!("sessiontoken={SESSION}")) && asked.query.contains(&format!("key={KEY}"))
        );
    }
}

#[tokio::test]
async fn both_interfaces_give_the_same_details_with_their_date_and_attribution() {
    for dialect in BOTH {
        let google = StandIn::start(vec![(200, dialect.place())]).await;
        let app = google.app(dialect).await;
        let answer = app.visitor().get("/api/google-places/details?place_id=g1&language=tr").await.ok();
        assert_eq!((&answer["status"], &answer["source"]), (&json!("OK"), &json!("google")), "{dialect:?}");
        assert_eq!(answer["html_attributions"], json!(["<a>Mapmakers</a>"]));
        let expected = json!({
            "place_id": "g1", "name": "Şile", "formatted_address": "Şile, Şile/İstanbul, Türkiye",
            "geometry": { "location": { "lat": 41.175, "lng": 29.613 } },
            "address_components": legacy_place()["address_components"],
            "types": ["locality", "political"], "timezone": "Europe/Istanbul",
            "geo_fetched_at": "2026-11-15T12:00:00Z",
        });
        assert_eq!(answer["result"], expected, "{dialect:?}");
    }
}

#[tokio::test]
async fn details_of_a_google_id_answer_google_s_own_word() {
    for dialect in BOTH {
        for word in ["INVALID_REQUEST", "REQUEST_DENIED", "NOT_FOUND", "OVER_QUERY_LIMIT", "UNKNOWN_ERROR"] {
            let google = StandIn::start(vec![dialect.refusal(word)]).await;
            let app = google.app(dialect).await;
            let answer = app.visitor().get("/api/google-places/details?place_id=g1").await;
            assert!(!answer.text().contains(KEY), "{dialect:?} {word}");
            assert_eq!(answer.ok()["status"], word, "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn an_id_of_ours_is_never_asked_of_google() {
    let google = StandIn::start(vec![(500, json!({}))]).await;
    let app = google.app(Dialect::New).await;
    let answer = app.visitor().get("/api/google-places/details?place_id=gn:2849483").await.ok();
    assert_eq!((&answer["status"], &answer["source"]), (&json!("OK"), &json!("geonames")));
    assert!(google.asked().is_empty());
}

#[tokio::test]
async fn search_falls_back_to_the_index_whatever_goes_wrong() {
    for dialect in BOTH {
        let broken = (200, Value::String("<html>".into()));
        let refusals = ["REQUEST_DENIED", "OVER_QUERY_LIMIT", "INVALID_REQUEST", "UNKNOWN_ERROR"];
        for failure in refusals.map(|word| dialect.refusal(word)).into_iter().chain([broken, (503, json!({}))]) {
            let google = StandIn::start(vec![failure.clone()]).await;
            let app = google.app(dialect).await;
            for (path, list) in [
                ("/api/google-places/autocomplete?input=regensburg", "predictions"),
                ("/api/google-places/geocode?address=regensburg", "results"),
                ("/api/google-places/reverse-geocode?lat=49.015&lon=12.1", "results"),
            ] {
                let answer = app.visitor().get(path).await.ok();
                assert_eq!(
                    (&answer["status"], &answer["source"]),
                    (&json!("OK"), &json!("geonames")),
                    "{dialect:?} {failure:?}"
                );
                assert_eq!(answer[list][0]["place_id"], "gn:2849483", "{dialect:?} {failure:?} {path}");
            }
            assert!(!google.asked().is_empty());
        }
    }
}

#[tokio::test]
async fn a_refused_connection_is_a_failure_like_any_other() {
    let app =
        TestApp::start_with(&[("HALCYON_GOOGLE_PLACES_KEY", KEY), ("HALCYON_GOOGLE_PLACES_URL", "http://127.0.0.1:9")])
            .await;
    let answer = app.visitor().get("/api/google-places/autocomplete?input=regensburg").await.ok();
    assert_eq!(answer["predictions"][0]["place_id"], "gn:2849483");
    assert_eq!(app.visitor().get("/api/google-places/details?place_id=g1").await.ok()["status"], "UNKNOWN_ERROR");
}

#[tokio::test]
async fn a_service_unavailable_for_a_moment_is_asked_once_more() {
    let google = StandIn::start(vec![(503, json!({})), (200, Dialect::New.predictions())]).await;
    let app = google.app(Dialect::New).await;
    let answer = app.visitor().get("/api/google-places/autocomplete?input=sil").await.ok();
    assert_eq!(answer["source"], "google");
    assert_eq!(google.asked().len(), 2);
}

#[tokio::test]
async fn nothing_found_is_google_s_answer_too() {
    for dialect in BOTH {
        let google = StandIn::start(vec![(200, dialect.nothing())]).await;
        let app = google.app(dialect).await;
        let answer = app.visitor().get("/api/google-places/autocomplete?input=regensburg").await.ok();
        assert_eq!((&answer["status"], &answer["source"]), (&json!("ZERO_RESULTS"), &json!("google")), "{dialect:?}");
    }
}

#[tokio::test]
async fn google_is_not_asked_for_what_cannot_be_answered() {
    let google = StandIn::start(vec![(500, json!({}))]).await;
    let app = google.app(Dialect::New).await;
    for path in [
        "/api/google-places/autocomplete?input=%20s%20",
        "/api/google-places/geocode?address=s",
        "/api/google-places/reverse-geocode?lat=91&lon=0",
        "/api/google-places/details",
    ] {
        app.visitor().get(path).await.ok();
    }
    assert!(google.asked().is_empty());
}

#[tokio::test]
async fn of_many_reverse_results_the_town_is_named_and_kept_for_the_same_position() {
    let result = |id: &str, kind: &str, name: &str| {
        json!({ "place_id": id, "formatted_address": format!("{name}, {name}, Türkiye"), "types": [kind, "political"],
            "geometry": { "location": { "lat": 1.0, "lng": 2.0 } },
            "address_components": [{ "long_name": name, "short_name": name, "types": [kind] }] })
    };
    let results =
        [result("g1", "route", "Liman Yolu"), result("g2", "locality", "Şile"), result("g3", "country", "Türkiye")];
    let google = StandIn::start(vec![(200, json!({ "status": "OK", "results": results }))]).await;
    let app = google.app(Dialect::New).await;
    let answer = app.visitor().get("/api/google-places/reverse-geocode?lat=41.1750001&lon=29.613").await.ok();
    let found = &answer["results"][0];
    assert_eq!((&found["place_id"], &found["name"]), (&json!("g2"), &json!("Şile")));
    assert_eq!(found["formatted_address"], "Şile, Türkiye");
    assert_eq!(found["geometry"]["location"], json!({ "lat": 41.1750001, "lng": 29.613 }));
    assert_eq!(found["geo_fetched_at"], Value::Null, "the position is the person's own");

    let again = app.visitor().get("/api/locations/geocode/reverse?latitude=41.175&longitude=29.6130002").await.ok();
    assert_eq!((&again["name"], &again["source"]), (&json!("Şile"), &json!("google")));
    assert_eq!(google.asked().len(), 1, "the same position to six decimals");
    assert!(google.asked()[0].path.ends_with("/maps/api/geocode/json"));
}

#[tokio::test]
async fn a_service_that_hangs_is_not_waited_for() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let silent = Router::new().fallback(std::future::pending::<Response>);
    tokio::spawn(async move { axum::serve(listener, silent).await });

    let pairs = [("HALCYON_GOOGLE_PLACES_KEY", KEY), ("HALCYON_GOOGLE_PLACES_URL", &url)];
    let settings = Settings::from_pairs(BTreeMap::new(), pairs).unwrap();
    let counters = halcyon::db::rate_limit::RateLimiter::new(&settings, TestApp::start().await.db, Clock::System);
    let limits = RequestPolicy { attempt: Duration::from_millis(100), ..RequestPolicy::default() };
    let places = Places::with_limits(&settings, &Clock::System, limits, counters).unwrap();
    let (calls, _) = places::routes::<Places>().with_state::<()>(places).split_for_parts();
    let visitor = Persona::before(calls, &settings);
    let answer = visitor.get("/api/google-places/autocomplete?input=regensburg").await.ok();
    assert_eq!((&answer["source"], &answer["predictions"][0]["place_id"]), (&json!("geonames"), &json!("gn:2849483")));
    assert_eq!(visitor.get("/api/google-places/details?place_id=g1").await.ok()["status"], "UNKNOWN_ERROR");
}

#[tokio::test]
async fn past_the_day_s_calls_the_index_answers_until_the_day_is_over() {
    let google = StandIn::start(vec![(200, json!({"suggestions": []}))]).await;
    let app = google.app_with(Dialect::New, &[("HALCYON_GOOGLE_PLACES_DAILY_CALLS", "3")]).await;
    let source =
        async || app.visitor().get("/api/google-places/autocomplete?input=regensburg").await.ok()["source"].clone();
    for _ in 0..3 {
        assert_eq!(source().await, "google");
    }
    assert_eq!(source().await, "geonames");
    assert_eq!(google.asked().len(), 3);
    app.advance(jiff::SignedDuration::from_hours(26));
    assert_eq!(source().await, "google");
}

#[tokio::test]
async fn one_address_asks_google_for_sixty_suggestions_a_minute_and_the_index_for_the_rest() {
    let google = StandIn::start(vec![(200, json!({"suggestions": []}))]).await;
    let app = google.app(Dialect::New).await;
    let (busy, other) = (app.visitor().from("198.51.100.1"), app.visitor().from("198.51.100.2"));
    let source =
        async |who: &Persona| who.get("/api/google-places/autocomplete?input=regensburg").await.ok()["source"].clone();
    for _ in 0..60 {
        assert_eq!(source(&busy).await, "google");
    }
    assert_eq!(source(&busy).await, "geonames", "answered all the same");
    assert_eq!(source(&other).await, "google");
    app.advance(jiff::SignedDuration::from_secs(61));
    assert_eq!(source(&busy).await, "google");
}

#[tokio::test]
async fn one_address_has_sixty_paid_lookups_a_minute_and_five_hundred_a_day() {
    let found = json!({"status": "ZERO_RESULTS", "results": []});
    let google = StandIn::start(vec![(200, found)]).await;
    let app = google.app(Dialect::Legacy).await;
    let busy = app.visitor().from("198.51.100.1");
    let lookup = async |who: &Persona, number: usize| {
        let path = match number % 4 {
            0 => format!("/api/google-places/details?place_id=g{number}"),
            1 => format!("/api/google-places/geocode?address=street%20{number}"),
            2 => format!("/api/google-places/reverse-geocode?lat={number}.5&lon=3"),
            _ => format!("/api/locations/geocode/reverse?latitude=41.{number:06}&longitude=29.6"),
        };
        who.get(&path).await.ok()
    };
    for number in 0..80 {
        lookup(&busy, number).await;
    }
    assert_eq!(google.asked().len(), 60);
    lookup(&app.visitor().from("198.51.100.2"), 1).await;
    assert_eq!(google.asked().len(), 61, "another address");
    for minute in 1..12 {
        app.advance(jiff::SignedDuration::from_secs(61));
        for number in 0..60 {
            lookup(&busy, minute * 1000 + number * 4 + 1).await;
        }
    }
    assert_eq!(google.asked().len(), 501, "the day of the first address is used up");
}
