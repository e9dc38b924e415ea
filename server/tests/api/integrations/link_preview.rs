//! How a chat shows a shared link: the weather as a picture that states its time, in the language and units of the sharer.

use axum::http::StatusCode;
use futures_util::future::join_all;
use jiff::SignedDuration;

use crate::alerts::pipeline::{hours, next_poll, start_with_berlin, storm};
use crate::support::TestApp;
use crate::support::feeds::{Authority, Cap};
use crate::support::persona::{Answer, Persona};
use crate::support::picture::Picture;
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer, set_hour};

const BERLIN: &str = "lat=52.52&lon=13.41&name=Berlin";
const REPORT: &str = "/api/weather?latitude=52.52&longitude=13.41";
/// The surfaces behind alerts, and the mark of simulated weather.
const SEVERE: &str = "#fdeaea";
const EXTREME: &str = "#7b0f52";
const SIMULATED: &str = "#f2842b";
/// Two are drawn and 16 wait.
const QUEUE: usize = 18;

/// What a tag of the page says, as a crawler reads it.
fn tag(html: &str, name: &str) -> String {
    let (_, rest) = html.split_once(&format!("=\"{name}\" content=\"")).unwrap_or_else(|| panic!("{name} in {html}"));
    rest.split_once('"').unwrap().0.replace("&amp;", "&")
}

async fn page(persona: &Persona, query: &str) -> String {
    persona.get(&format!("/?{query}")).await.text()
}

async fn picture_at(persona: &Persona, hour: &str) -> Answer {
    persona.get(&format!("/embed/preview.png?{BERLIN}&lang=en&hour={hour}")).await
}

fn is_fixed(answer: &Answer) -> bool {
    (answer.status, answer.header("location")) == (StatusCode::TEMPORARY_REDIRECT, "/social.jpg")
        && answer.header("cache-control") == "no-store"
}

async fn start_with_provider(celsius: f64) -> (TestApp, StandIn) {
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, celsius))).await;
    let app = TestApp::start_alone_with(&[
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_OPEN_METEO_URL", provider.url.as_str()),
        ("HALCYON_PUBLIC_URL", "https://weather.example"),
    ])
    .await;
    (app, provider)
}

#[tokio::test]
async fn the_page_of_a_place_names_a_picture_of_its_weather_in_the_language_of_the_sharer() {
    let (app, _provider) = start_with_provider(-7.4).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    for (language, locale, title, time) in [
        ("en", "en_GB", "Weather in Berlin", "−7 °C, Overcast. As of 13:00 on Sunday, 15 November 2026."),
        ("de", "de_DE", "Wetter in Berlin", "−7 °C, Bedeckt. Stand: Sonntag, 15. November 2026, 13:00."),
        ("tr", "tr_TR", "Berlin: hava durumu", "−7 °C, Kapalı. 15 Kasım 2026 Pazar, 13:00 itibarıyla."),
    ] {
        let reader = [("accept-language", "de")];
        let html = visitor.get_with(&format!("/?{BERLIN}&preview={language}"), &reader).await.text();
        assert!(html.contains("<html lang=\"de\"") && html.contains("· Halcyon</title>"), "the reader's: {html}");
        assert_eq!((tag(&html, "og:locale").as_str(), tag(&html, "og:title").as_str()), (locale, title));
        let address = format!("https://weather.example/embed/preview.png?{BERLIN}&lang={language}&hour=2026-11-15T12");
        assert_eq!((tag(&html, "og:image"), tag(&html, "twitter:image")), (address.clone(), address.clone()));
        let size = (tag(&html, "og:image:width"), tag(&html, "og:image:height"), tag(&html, "og:image:type"));
        let description = tag(&html, "og:description");
        assert!(description.starts_with(time), "{description}");
        assert_eq!(tag(&html, "og:image:alt"), format!("{title}: {description}"));
        assert_eq!(tag(&html, "og:url"), format!("https://weather.example/?{BERLIN}&preview={language}"));
        assert!(html.contains(&format!(
            "rel=\"canonical\" href=\"https://weather.example/?{}\"",
            BERLIN.replace('&', "&amp;")
        )));
        let picture = Picture::decode(&visitor.get(address.trim_start_matches("https://weather.example")).await);
        assert_eq!(size, (picture.width.to_string(), picture.height.to_string(), "image/png".to_owned()));
        assert!(picture.count(SIMULATED) < 1_000, "real weather: only the bird of the logo has this colour");
    }
    // A link without the sharer's language, as from the address bar.
    let html = visitor.get_with(&format!("/?{BERLIN}"), &[("accept-language", "tr")]).await.text();
    assert_eq!(tag(&html, "og:locale"), "tr_TR");
    assert_eq!(tag(&html, "og:url"), format!("https://weather.example/?{BERLIN}"));
}

#[tokio::test]
async fn a_preview_is_in_the_units_of_the_sharer_and_the_page_in_those_of_the_reader() {
    let (app, _provider) = start_with_provider(-7.4).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let mut pictures = Vec::new();
    let mut bodies = Vec::new();
    // −7.4 × 9/5 + 32 is 18.68.
    for (sharer, units, words) in [
        ("en", "", "−7 °C, Overcast. As of 13:00"),
        ("en-us", "&units=us", "19 °F, Overcast. As of 13:00"),
        ("de-us", "&units=us", "19 °F, Bedeckt. Stand: "),
        ("en-uk", "&units=uk", "−7 °C, Overcast. As of 13:00"),
        ("en-furlong", "", "−7 °C, Overcast. As of 13:00"),
    ] {
        let html = visitor.get_with(&format!("/?{BERLIN}&preview={sharer}"), &[("accept-language", "en")]).await.text();
        let description = tag(&html, "og:description");
        assert!(description.starts_with(words), "{sharer}: {description}");
        let language = &sharer[..2];
        let address = format!("/embed/preview.png?{BERLIN}&lang={language}{units}&hour=2026-11-15T12");
        assert_eq!(tag(&html, "og:image"), format!("https://weather.example{address}"));
        let written = if sharer == "en-furlong" { "en" } else { sharer };
        assert_eq!(tag(&html, "og:url"), format!("https://weather.example/?{BERLIN}&preview={written}"));
        assert!(
            html.contains(
                "rel=\"canonical\" href=\"https://weather.example/?lat=52.52&amp;lon=13.41&amp;name=Berlin\""
            )
        );
        pictures.push(visitor.get(&address).await.body);
        bodies.push(html.split_once("<body").unwrap().1.to_owned());
    }
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2], "units and language are drawn");
    assert!(pictures[0] == pictures[3], "nothing that it shows has another unit");
    assert!(bodies.iter().all(|body| *body == bodies[0]), "the reader has chosen no units");
    let fahrenheit = [("cookie", "appearance=en.system.normal.full.medium.none.fahrenheit")];
    let theirs = visitor.get_with(&format!("/?{BERLIN}&preview=en"), &fahrenheit).await.text();
    assert!(theirs.split_once("<body").unwrap().1 != bodies[0], "the first paint is in degrees of the reader");
    assert!(tag(&theirs, "og:description").starts_with("−7 °C"), "the preview is not");
}

#[tokio::test]
async fn the_picture_changes_with_the_weather_and_costs_no_further_call() {
    let mut bodies = Vec::new();
    for celsius in [7.4, 8.4] {
        let (app, provider) = start_with_provider(celsius).await;
        let visitor = app.visitor();
        visitor.get(REPORT).await.ok();
        let calls = provider.request_count();
        let answer = picture_at(&visitor, "2026-11-15T12").await;
        assert_eq!((answer.header("x-frame-options"), answer.header("vary")), ("DENY", ""));
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'; "));
        let other_reader =
            [("accept-language", "tr-CY"), ("cookie", "appearance=tr.dark.high.reduced.large.none.fahrenheit")];
        let same =
            visitor.get_with(&format!("/embed/preview.png?{BERLIN}&lang=en&hour=2026-11-15T12"), &other_reader).await;
        assert!(answer.body == same.body, "cookies and headers change nothing");
        assert_eq!(provider.request_count(), calls);
        bodies.push(answer.body);
    }
    assert!(bodies[0] != bodies[1]);
}

#[tokio::test]
async fn a_crawler_causes_no_call_for_a_place_without_a_cached_report() {
    let (app, provider) = start_with_provider(7.4).await;
    let html = page(&app.visitor(), &format!("{BERLIN}&preview=en")).await;
    assert_eq!(tag(&html, "og:image"), "https://weather.example/social.jpg");
    assert_eq!(tag(&html, "og:image:type"), "image/jpeg");
    assert!(!tag(&html, "og:description").contains(|letter: char| letter.is_ascii_digit()));
    assert!(is_fixed(&picture_at(&app.visitor(), "2026-11-15T12").await));
    assert_eq!(provider.request_count(), 0);
}

#[tokio::test]
async fn weather_of_another_time_is_never_drawn() {
    let (app, provider) = start_with_provider(7.4).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    for wrong in ["2026-11-15T10", "2026-11-15T13", "2025-11-15T12", "now", ""] {
        assert!(is_fixed(&picture_at(&visitor, wrong).await), "{wrong}");
    }
    assert_eq!(picture_at(&visitor, "2026-11-15T12").await.status, StatusCode::OK);
    let refused = visitor.get("/embed/preview.png?lat=91&lon=13&hour=2026-11-15T12").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    // The provider fails, so that the report grows old.
    provider.set_behavior(Behavior::Answers(serde_json::json!({"error": true})));
    app.advance(SignedDuration::from_mins(75));
    assert!(is_fixed(&picture_at(&visitor, "2026-11-15T12").await), "its hour has passed");
    assert!(is_fixed(&picture_at(&visitor, "2026-11-15T13").await), "the weather is old");
    let html = page(&visitor, &format!("{BERLIN}&preview=en")).await;
    assert_eq!(tag(&html, "og:image"), "https://weather.example/social.jpg");
}

#[tokio::test]
async fn simulated_weather_is_marked() {
    let app = TestApp::start_alone_with(&[]).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let html = page(&visitor, &format!("{BERLIN}&preview=en")).await;
    assert!(tag(&html, "og:description").starts_with("Simulated weather. "), "{html}");
    let path = tag(&html, "og:image").split_once("/embed").unwrap().1.to_owned();
    let picture = Picture::decode(&visitor.get(&format!("/embed{path}")).await);
    assert!(picture.count(SIMULATED) > 5_000, "{} pixels", picture.count(SIMULATED));
}

#[tokio::test]
async fn an_official_alert_is_shown_while_it_is_in_force_and_not_outdated() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    // A preview shows what its process has in memory.
    let app = app.alone();
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let severe = async |hour: &str| Picture::decode(&picture_at(&visitor, hour).await).count(SEVERE);
    authority.publish(&[storm("one", "Severe", 8)]);
    next_poll(&app).await;
    assert_eq!(severe("2026-11-15T12").await, 0, "it begins at 13:00");
    let in_force = Cap { starts: hours(0), ..storm("two", "Severe", 3) };
    authority.publish(std::slice::from_ref(&in_force));
    next_poll(&app).await;
    let shown = severe("2026-11-15T12").await;
    assert!(shown > 50_000, "{shown} pixels");
    let without_area = Cap { area: "<polygon>52.0,13.0 52.0</polygon>", ..storm("three", "Severe", 3) };
    authority.publish(&[in_force, without_area]);
    next_poll(&app).await;
    app.advance(SignedDuration::from_secs(30));
    assert_eq!(visitor.get(REPORT).await.ok()["alerts"]["coverage"], "unmatched");
    assert_eq!(severe("2026-11-15T12").await, shown, "what is known is shown, though the list is incomplete");
    authority.fail(true);
    app.advance(SignedDuration::from_hours(2));
    app.run_alerts().await;
    visitor.get(REPORT).await.ok();
    assert_eq!(severe("2026-11-15T14").await, 0, "the authority has not answered for two hours");
}

#[tokio::test]
async fn the_words_begin_with_the_alert_that_the_picture_shows() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    // A preview shows what its process has in memory.
    let app = app.alone();
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let query = format!("{BERLIN}&preview=en");
    assert!(tag(&page(&visitor, &query).await, "og:description").starts_with("Simulated weather. "));
    authority.publish(&[Cap { starts: hours(0), ..storm("one", "Severe", 3) }]);
    next_poll(&app).await;
    let html = page(&visitor, &query).await;
    let words = "Official: Sturm. Severe, from Sun 13:00 to Sun 16:00. Simulated weather. ";
    assert!(tag(&html, "og:description").starts_with(words), "{html}");
    assert!(tag(&html, "og:image:alt").starts_with(&format!("Weather in Berlin: {words}")), "{html}");
}

#[tokio::test]
async fn of_two_alerts_the_extreme_one_is_shown_although_it_began_later() {
    let authority = Authority::start().await;
    let (app, _ada) = start_with_berlin(&authority).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let thunderstorm = Cap { event: "Gewitter", starts: hours(-1), ..storm("one", "Severe", 3) };
    let flood = Cap { event: "Hochwasser", starts: hours(0), ..storm("two", "Extreme", 3) };
    authority.publish(&[thunderstorm, flood]);
    next_poll(&app).await;
    let alerts = visitor.get(REPORT).await.ok()["alerts"]["items"].clone();
    assert_eq!((&alerts[0]["cap_severity"], &alerts[1]["cap_severity"]), (&"extreme".into(), &"severe".into()));
    let picture = Picture::decode(&picture_at(&visitor, "2026-11-15T12").await);
    assert!(picture.count(EXTREME) > 50_000, "{} pixels", picture.count(EXTREME));
    assert_eq!(picture.count(SEVERE), 0);
}

#[tokio::test]
async fn a_hazard_of_our_own_is_no_alert_of_a_preview() {
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    let mut answer = open_meteo_answer(now, 7.4);
    // The gusts of 13:00 are those of the hour before.
    for hour in 1..9 {
        set_hour(&mut answer, now, hour, "wind_gusts_10m", 38.0.into());
        set_hour(&mut answer, now, hour, "wind_speed_10m", 24.0.into());
    }
    let (app, provider) = start_with_provider(7.4).await;
    provider.set_behavior(Behavior::Answers(answer));
    let visitor = app.visitor();
    let alerts = visitor.get(REPORT).await.ok()["alerts"]["items"].clone();
    assert_eq!((&alerts[0]["origin"], &alerts[0]["severity"]), (&"computed".into(), &"severe".into()), "{alerts}");
    assert_eq!(Picture::decode(&picture_at(&visitor, "2026-11-15T12").await).count(SEVERE), 0);
}

#[tokio::test]
async fn a_storm_of_crawlers_draws_one_picture() {
    let app = TestApp::start_alone_with(&[]).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let answers = join_all((0..20).map(|_| picture_at(&visitor, "2026-11-15T12"))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK && answer.body == answers[0].body));
    let more = format!("/embed/preview.png?{BERLIN}&lang=en&hour=2026-11-15T12&theme=dark&scale=3&x=1");
    assert!(visitor.get(&more).await.body == answers[0].body);
    assert!(app.metrics().await.contains("\nhalcyon_pictures_drawn_total 1\n"), "{}", app.metrics().await);
}

#[tokio::test]
async fn a_crawler_that_finds_the_queue_of_drawings_full_gets_the_fixed_picture() {
    let app = TestApp::start_alone_with(&[]).await;
    let visitor = app.visitor();
    visitor.get(REPORT).await.ok();
    let names = (0..QUEUE + 30).map(|number| format!("lat=52.52&lon=13.41&name=Garden+{number}"));
    let paths = names.map(|place| format!("/embed/preview.png?{place}&lang=en&hour=2026-11-15T12"));
    let answers = join_all(paths.map(async |path| visitor.get(&path).await)).await;
    let drawn = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert!((QUEUE..QUEUE + 30).contains(&drawn), "{drawn} drawn");
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK || is_fixed(answer)));
}
