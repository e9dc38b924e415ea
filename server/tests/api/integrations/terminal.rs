//! The weather as text for `curl`, and the command `halcyon weather`.

use axum::http::StatusCode;
use jiff::SignedDuration;

use crate::alerts::pipeline::{next_poll, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::{Answer, Persona};
use crate::support::process::{Process, run, run_at_terminal};
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer};

const CURL: (&str, &str) = ("user-agent", "curl/8.14.1");
const ESCAPE: char = '\u{1b}';

async fn curl(persona: &Persona, path: &str) -> Answer {
    persona.get_with(path, &[CURL, ("accept", "*/*")]).await
}

#[tokio::test]
async fn a_terminal_gets_the_report_of_the_page_as_text() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let answer = curl(&visitor, "/Berlin?format=plain").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let text = answer.text();
    // Berlin as the place index has it: 52.52437, 13.41053, at 74 m.
    let report = visitor.get("/api/weather?latitude=52.52437&longitude=13.41053&elevation=74").await.ok();
    let degrees = format!("{}°", report["current"]["temperature_2m"].as_f64().unwrap().round());
    let today = &report["daily"]["days"][0];
    let low = format!("{}°", today["temperature_2m_min"].as_f64().unwrap().round());
    assert!(text.starts_with("Berlin, Germany\n13:00 on Sunday\nSimulated weather. No live source"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let facts = lines.iter().position(|line| line.starts_with("Feels like")).expect("the present weather");
    assert!(lines[facts - 1].contains(&degrees), "{degrees} in {}", lines[facts - 1]);
    let line = text.lines().find(|line| line.starts_with("Today")).expect("today");
    assert!(line.contains(&low), "{low} in {line}");
    assert!(text.contains("13:00  14:00  15:00"), "{text}");
    assert!(!text.contains(ESCAPE), "{text}");
    assert!(!text.contains("No alerts in force"), "nothing vouches for that: {text}");
    assert!(text.contains("Official alerts are not available for this"), "{text}");
}

#[tokio::test]
async fn colours_are_for_terminals_and_a_browser_gets_the_page() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let colored = curl(&visitor, "/Berlin").await.text();
    assert!(colored.contains("\u{1b}[1mBerlin, Germany\u{1b}[0m"), "{colored}");
    let firefox = [("user-agent", "Mozilla/5.0 Firefox/145.0"), ("accept", "text/html,*/*;q=0.8")];
    for path in ["/Berlin", "/Berlin?format=plain", "/"] {
        let page = visitor.get_with(path, &firefox).await;
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
    }
    let asked_for_html = visitor.get_with("/Berlin", &[CURL, ("accept", "text/html")]).await;
    assert_eq!(asked_for_html.header("content-type"), "text/html; charset=utf-8");
    for page in ["/help", "/robots.txt", "/manifest.webmanifest"] {
        assert!(!curl(&visitor, page).await.text().contains("Feels like"), "{page}");
    }
    assert_eq!(curl(&visitor, "/api").await.status, 404);
    let usage = curl(&visitor, "/").await.text();
    assert!(usage.contains("/New+York") && usage.contains("format=color|plain|line"), "{usage}");
}

#[tokio::test]
async fn language_units_and_width_are_as_asked_for() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    for (query, language, expected) in [
        ("lang=de", "", "Berlin, Deutschland\n13:00 am Sonntag\nSimuliertes Wetter."),
        ("", "tr-TR,tr;q=0.9", "Berlin, Almanya\n13:00 (Pazar)\n"),
        ("lang=en", "de", "Berlin, Germany\n"),
    ] {
        let headers = [CURL, ("accept-language", language)];
        let text = visitor.get_with(&format!("/Berlin?format=plain&{query}"), &headers).await.text();
        assert!(text.starts_with(expected), "{expected} in {text}");
    }
    let american = curl(&visitor, "/Berlin?format=plain&units=us").await.text();
    assert!(american.contains(" mph") && american.contains(" in ") && !american.contains(" m/s"), "{american}");
    for width in [40, 57, 80, 120] {
        for language in ["en", "de", "tr"] {
            let text = curl(&visitor, &format!("/Berlin?format=plain&width={width}&lang={language}")).await.text();
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width, "{longest} of {width} columns: {text}");
            assert!(!text.contains("web.") && !text.contains("server.") && !text.contains('{'), "{text}");
        }
    }
}

#[tokio::test]
async fn one_line_for_a_status_bar() {
    let app = TestApp::start().await;
    let line = curl(&app.visitor(), "/52.52437,13.41053?format=line").await.text();
    assert!(line.starts_with("Simulated weather. · ") && line.contains("Berlin · "), "{line}");
    assert_eq!(line.matches('\n').count(), 1, "{line}");
}

#[tokio::test]
async fn what_is_not_understood_is_refused_in_words() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let unknown = curl(&visitor, "/Qxzvwkjq%1b%5b2J?lang=de").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert!(unknown.text().starts_with("Kein Ort heißt „Qxzvwkjq [2J“."), "{}", unknown.text());
    assert_eq!(unknown.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(curl(&visitor, "/91,13.41").await.status, StatusCode::NOT_FOUND);
    for (query, expected) in [
        ("format=xml", "“format” must be color, plain or line.\n"),
        ("lang=fr", "“lang” must be en, de or tr.\n"),
        ("units=stone", "“units” must be metric, kmh, uk or us.\n"),
        ("width=10", "“width” must be a number from 40 to 240.\n"),
    ] {
        let answer = curl(&visitor, &format!("/Berlin?{query}")).await;
        assert_eq!((answer.status, answer.text().as_str()), (StatusCode::BAD_REQUEST, expected));
    }
}

#[tokio::test]
async fn alerts_come_first_and_an_empty_list_is_vouched_for() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    authority.publish(&[]);
    app.run_alerts().await;
    let calm = curl(&app.visitor(), "/52.52,13.41?format=plain").await.text();
    assert!(calm.contains("\nNo alerts in force\n"), "{calm}");

    authority.publish(&[storm("one", "Severe", 8)]);
    next_poll(&app).await;
    let text = curl(&app.visitor(), "/52.52,13.41?format=plain&lang=de").await.text();
    let alert = text.find(" ▲ Amtlich: Sturm").unwrap_or_else(|| panic!("no alert in {text}"));
    assert!(alert < text.find("Gefühlt").unwrap(), "{text}");
    assert!(text.contains("Schwer, von So 14:00 bis So 21:00"), "{text}");
    assert!(!text.contains("Keine Warnungen"), "{text}");
    let colored = curl(&app.visitor(), "/52.52,13.41?lang=de").await.text();
    assert!(colored.contains("\u{1b}[1;97;41m ▲ Amtlich: Sturm"), "{colored}");

    authority.fail(true);
    app.advance(SignedDuration::from_hours(3));
    app.run_alerts().await;
    let outdated = curl(&app.visitor(), "/52.52,13.41?format=plain").await.text();
    assert!(outdated.contains("Alerts not updated since 13:06"), "{outdated}");
}

#[tokio::test]
async fn old_data_states_its_age_and_missing_data_that_it_is_missing() {
    let provider = StandIn::start(Behavior::Silent).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", &provider.url),
    ])
    .await;
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    provider.set_behavior(Behavior::Answers(open_meteo_answer(now, 7.4)));
    let fresh = curl(&app.visitor(), "/52.52,13.41?format=plain").await.text();
    assert!(fresh.contains("7°  ") && !fresh.contains("ago") && !fresh.contains("Simulated"), "{fresh}");
    provider.set_behavior(Behavior::Answers(serde_json::json!({"error": true})));
    app.advance(SignedDuration::from_mins(200));
    let old = curl(&app.visitor(), "/52.52,13.41?format=plain").await.text();
    assert!(old.contains("\nUpdated 3 hours ago.\n"), "{old}");
    app.advance(SignedDuration::from_hours(30));
    let missing = curl(&app.visitor(), "/52.52,13.41?format=plain").await;
    assert_eq!(missing.status, StatusCode::OK, "as the report of the page, decision 0012");
    assert!(missing.text().contains("The present weather is not available right now."), "{}", missing.text());
}

#[tokio::test]
async fn ever_new_places_in_a_terminal_are_limited_by_address() {
    let app = TestApp::start_alone_with(&[("HALCYON_RATE_LIMITS", "on")]).await;
    let visitor = app.visitor().from("192.0.2.7");
    for degree in 0..60 {
        assert_eq!(curl(&visitor, &format!("/{degree},10?format=line")).await.status, StatusCode::OK);
    }
    let refused = curl(&visitor, "/61,10?lang=de").await;
    assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "60"));
    assert!(refused.text().starts_with("Zu viele neue Orte von deiner Adresse."), "{}", refused.text());
    assert_eq!(curl(&visitor, "/59,10").await.status, StatusCode::OK, "a known place is still served");
}

#[tokio::test]
async fn the_command_asks_a_running_server_and_knows_its_terminal() {
    let server = Process::serve(&[]).await;
    let url = format!("http://{}", server.address);
    let arguments = ["weather", "New York", "--server", &url];
    let (code, text, trouble) = run(&arguments, &[("LANG", "de_DE.UTF-8")]).await;
    assert_eq!(code, 0, "{trouble}");
    assert!(text.starts_with("New York") && text.contains("Simuliertes Wetter."), "{text}");
    assert!(!text.contains(ESCAPE), "this is no terminal: {text}");
    let arguments = ["weather", "Berlin", "--server", &url];
    let (_, shown) = run_at_terminal(&arguments, &[], "").await;
    assert!(shown.contains("\u{1b}[1mBerlin, Germany"), "{shown}");
    let (_, shown) = run_at_terminal(&arguments, &[("NO_COLOR", "1")], "").await;
    assert!(shown.contains("Berlin, Germany") && !shown.contains(ESCAPE), "{shown}");
    let (code, _, said) = run(&["weather", "Qxzvwkjq", "--server", &url], &[]).await;
    assert_eq!(code, 1);
    assert!(said.contains("No place is called “Qxzvwkjq”."), "{said}");
    let (code, _, said) = run(&["weather", "Berlin", "--server", "http://127.0.0.1:1"], &[]).await;
    assert_eq!(code, 1);
    assert!(said.contains("the server does not answer"), "{said}");
}
