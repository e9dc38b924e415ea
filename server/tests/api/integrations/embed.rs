//! The weather inside of other sites: a page for an `<iframe>`, and a picture. `scripts/check-embeds` validates both.

use axum::http::StatusCode;
use jiff::SignedDuration;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::alerts::pipeline::{next_poll, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::Authority;
use crate::support::persona::{Answer, Persona};
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer};

const BERLIN: &str = "lat=52.52&lon=13.41&name=Berlin&lang=en";

async fn page(persona: &Persona, query: &str) -> Answer {
    persona.get(&format!("/embed?{query}")).await
}

async fn picture(persona: &Persona, query: &str) -> Answer {
    persona.get(&format!("/embed.svg?{query}")).await
}

/// The texts of a picture; fails on what is no XML.
fn texts(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    let mut texts = Vec::new();
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error} in {svg}")) {
            Event::Eof => return texts,
            Event::Text(text) => texts.push(text.xml10_content().into_owned()),
            _ => {}
        }
    }
}

#[tokio::test]
async fn both_show_the_report_of_the_page_and_cost_no_further_call() {
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, 7.4))).await;
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", provider.url.as_str())];
    let app = TestApp::start_alone_with(&settings).await;
    let visitor = app.visitor();
    let report = visitor.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let forecasts = || provider.requests().iter().filter(|(uri, _)| uri.path().ends_with("/forecast")).count();
    assert_eq!(forecasts(), 1);
    let days = report["daily"]["days"].as_array().unwrap();
    let high = format!("{}°", days[0]["temperature_2m_max"].as_f64().unwrap().round());
    for view in ["now", "day", "week"] {
        let html = page(&visitor, &format!("{BERLIN}&view={view}")).await;
        assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
        let html = html.text();
        assert!(html.contains("<h1>Berlin</h1>") && html.contains(">7°<") && html.contains(&high), "{html}");
        assert!(html.contains("As of 13:00 on Sunday") && html.contains("Open-Meteo"), "{html}");
        assert!(!html.contains("Simulated"), "{html}");
        let svg = picture(&visitor, &format!("{BERLIN}&view={view}")).await;
        assert_eq!(svg.header("content-type"), "image/svg+xml; charset=utf-8");
        let texts = texts(&svg.text());
        assert!(texts.contains(&"7°".to_owned()) && texts.contains(&"Berlin".to_owned()), "{texts:?}");
    }
    let week = page(&visitor, &format!("{BERLIN}&view=week")).await.text();
    assert_eq!(week.matches("<th scope=\"row\">").count(), 7);
    assert!(week.contains(">Today<") && week.contains(">Saturday<"), "{week}");
    assert_eq!(page(&visitor, &format!("{BERLIN}&view=day")).await.text().matches("<li>").count(), 8);
    assert_eq!(forecasts(), 1, "everything came from the cache");
}

#[tokio::test]
async fn a_frame_is_allowed_for_the_embed_alone_and_nothing_runs_in_it() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    for theme in ["light", "dark", "auto", "contrast"] {
        let answer = page(&visitor, &format!("{BERLIN}&theme={theme}")).await;
        assert_eq!(answer.header("x-frame-options"), "");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
        assert!(policy.contains("frame-ancestors *;") && !policy.contains("unsafe") && !policy.contains("script"));
        let html = answer.text();
        let style = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        let hash = halcyon::http::static_files::inline_hash(style);
        assert!(policy.contains(&hash), "{hash} in {policy}");
        for forbidden in ["<script", "style=", "onload", "src=", "url(", "<form", "<meta http-equiv"] {
            assert!(!html.contains(forbidden), "{forbidden} in {html}");
        }
        assert_eq!(answer.header("set-cookie"), "");
    }
    for other in ["/", "/help", "/glance", "/embed.svg?lat=1&lon=1", "/api/weather?latitude=1&longitude=1", "/embeds"] {
        assert_eq!(visitor.get(other).await.header("x-frame-options"), "DENY", "{other}");
    }
    let link = "target=\"_blank\" rel=\"noopener\">Full forecast on Halcyon</a>";
    let html = page(&visitor, BERLIN).await.text();
    assert!(html.contains(link) && html.contains("/?lat=52.52&amp;lon=13.41&amp;name=Berlin&amp;lang=en\""), "{html}");
}

#[tokio::test]
async fn cookies_change_nothing() {
    let app = TestApp::start().await;
    let (plain, reader) = (app.visitor(), app.visitor());
    reader.set_cookie("appearance", "tr.dark.high.reduced.large.none.fahrenheit");
    reader.set_cookie("last_place", "41.01_28.98_Istanbul");
    let (plain, with) = (page(&plain, BERLIN).await, page(&reader, BERLIN).await);
    assert_eq!((plain.status, plain.text()), (with.status, with.text()));
    assert_eq!(plain.header("vary"), "accept-language");
}

#[tokio::test]
async fn language_units_and_the_name_are_as_asked_for() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    for (query, accepted, expected) in [
        ("lat=52.52&lon=13.41&name=Berlin&lang=de", "", ["<html lang=\"de\">", "Simuliertes Wetter."]),
        ("lat=52.52&lon=13.41&name=Berlin", "tr", ["<html lang=\"tr\">", "Simüle edilmiş hava durumu."]),
        // The index calls it by the nearest town.
        ("lat=52.52437&lon=13.41053", "de", ["<h1>Berlin, Deutschland</h1>", "Wetter in Berlin"]),
    ] {
        let html = visitor.get_with(&format!("/embed?{query}"), &[("accept-language", accepted)]).await.text();
        assert!(expected.iter().all(|part| html.contains(part)), "{expected:?} in {html}");
        assert!(!html.contains("server.") && !html.contains("web."), "{html}");
    }
    let report = visitor.get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let fahrenheit = (report["current"]["temperature_2m"].as_f64().unwrap() * 1.8 + 32.0).round();
    let american = page(&visitor, &format!("{BERLIN}&units=us")).await.text();
    assert!(american.contains(&format!("<p class=\"temperature\">{fahrenheit}°</p>")), "{american}");
}

#[tokio::test]
async fn a_name_from_the_address_is_text_and_nothing_else() {
    let app = TestApp::start().await;
    let evil = "lat=52.52&lon=13.41&lang=en&name=%3Cscript%3Ealert(1)%3C/script%3E%22%27%26%00%1b%E2%80%AE";
    let html = page(&app.visitor(), evil).await.text();
    assert!(
        html.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;") && !html.contains("<script"),
        "{html}"
    );
    let svg = picture(&app.visitor(), evil).await.text();
    assert!(!svg.contains("<script") && texts(&svg).concat().contains("alert(1)"), "{svg}");
}

#[tokio::test]
async fn what_is_not_understood_is_refused_in_words_that_fit_into_the_frame() {
    let app = TestApp::start().await;
    for (query, expected) in [
        ("lat=52.52&lang=en", "“lat” and “lon” must be a place on Earth, as in lat=52.52&amp;lon=13.41."),
        ("lat=91&lon=13&lang=de", "„lat“ und „lon“ müssen einen Ort auf der Erde angeben"),
        ("lat=52&lon=13&view=year&lang=en", "“view” must be now, day or week."),
        ("lat=52&lon=13&theme=pink&lang=en", "“theme” must be light, dark, contrast or auto."),
    ] {
        let answer = page(&app.visitor(), query).await;
        assert_eq!((answer.status, answer.header("x-frame-options")), (StatusCode::BAD_REQUEST, ""), "{query}");
        assert!(answer.text().contains(expected), "{}", answer.text());
        assert_eq!(answer.header("cache-control"), "no-store");
        let answer = picture(&app.visitor(), query).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (StatusCode::BAD_REQUEST, "text/plain; charset=utf-8")
        );
    }
}

#[tokio::test]
async fn alerts_in_force_are_shown_with_their_severity_and_an_empty_list_is_vouched_for() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    let visitor = app.visitor();
    authority.publish(&[]);
    app.run_alerts().await;
    assert!(page(&visitor, BERLIN).await.text().contains(">No alerts in force<"));
    authority.publish(&[storm("one", "Severe", 8)]);
    next_poll(&app).await;
    let html = page(&visitor, "lat=52.52&lon=13.41&name=Berlin&lang=de").await.text();
    assert!(html.contains("<li class=\"severe\"><span class=\"strong\">Amtlich: Sturm</span>"), "{html}");
    assert!(html.contains("Schwer, von So 14:00 bis So 21:00") && !html.contains("Keine Warnungen"), "{html}");
    let svg = picture(&visitor, "lat=52.52&lon=13.41&name=Berlin&lang=de").await.text();
    assert!(texts(&svg).contains(&"Amtlich: Sturm".to_owned()), "{svg}");
    authority.fail(true);
    app.advance(SignedDuration::from_hours(3));
    app.run_alerts().await;
    assert!(page(&visitor, BERLIN).await.text().contains("Alerts not updated since 13:06"));
}

#[tokio::test]
async fn an_answer_is_kept_while_its_report_is_fresh_and_old_weather_says_so() {
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, 7.4))).await;
    let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", provider.url.as_str())];
    let app = TestApp::start_alone_with(&settings).await;
    let visitor = app.visitor();
    for path in [format!("/embed?{BERLIN}"), format!("/embed.svg?{BERLIN}")] {
        let first = visitor.get(&path).await;
        assert!((855..=900).contains(&first.max_age()), "{}", first.max_age());
        let again = visitor.get_with(&path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
        assert_eq!(again.header("etag"), first.header("etag"));
    }
    provider.set_behavior(Behavior::Answers(serde_json::json!({"error": true})));
    app.advance(SignedDuration::from_mins(200));
    let old = page(&visitor, BERLIN).await;
    assert!(old.max_age() <= 300, "newer weather may come soon: {} s", old.max_age());
    assert!(old.text().contains("Old: as of 13:00 on Sunday. No newer weather could be loaded."), "{}", old.text());
    assert!(old.text().contains("class=\"temperature\""));
    let svg = picture(&visitor, BERLIN).await.text();
    assert!(texts(&svg).concat().contains("Old: as of 13:00 on Sunday."), "{svg}");
    app.advance(SignedDuration::from_hours(4));
    let gone = page(&visitor, &format!("{BERLIN}&view=week")).await.text();
    assert!(gone.contains("The weather is not available right now."), "{gone}");
    assert!(!gone.contains("class=\"temperature\"") && !gone.contains("<table"), "{gone}");
}

#[tokio::test]
async fn ever_new_places_are_limited_by_address_as_reports_are() {
    let app = TestApp::start_alone_with(&[("HALCYON_RATE_LIMITS", "on")]).await;
    let visitor = app.visitor().from("192.0.2.7");
    for degree in 0..60 {
        assert_eq!(page(&visitor, &format!("lat={degree}&lon=10")).await.status, StatusCode::OK);
    }
    let refused = page(&visitor, "lat=61&lon=10&lang=de").await;
    assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "60"));
    assert!(refused.text().contains("Zu viele neue Orte von deiner Adresse."), "{}", refused.text());
    assert_eq!(page(&visitor, "lat=59&lon=10").await.status, StatusCode::OK, "a known place is still served");
}
