//! The picture of an embed in pixels, for sites that show no SVG.

use axum::http::StatusCode;
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use jiff::SignedDuration;

use crate::support::TestApp;
use crate::support::persona::{Answer, Persona};
use crate::support::picture::Picture;
use crate::weather::stand_in::{Behavior, StandIn, open_meteo_answer};

const BERLIN: &str = "lat=52.52&lon=13.41&name=Berlin&lang=en";

async fn raster(persona: &Persona, query: &str) -> Answer {
    persona.get(&format!("/embed.png?{query}")).await
}

/// The size that the SVG of the same address states.
async fn stated_size(persona: &Persona, query: &str) -> (u32, u32) {
    let svg = persona.get(&format!("/embed.svg?{query}")).await.text();
    let number =
        |name: &str| svg.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    (number("width"), number("height"))
}

#[tokio::test]
async fn it_is_the_drawing_in_as_many_pixels_as_asked_for() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    for (view, height) in [("now", 150..500), ("day", 300..600), ("week", 400..800)] {
        let sizes = [("", 2), ("&scale=1", 1), ("&scale=3", 3)];
        for (parameter, scale) in sizes {
            let picture = Picture::decode(&raster(&visitor, &format!("{BERLIN}&view={view}{parameter}")).await);
            assert_eq!(picture.width, 480 * scale);
            assert!(height.contains(&(picture.height / scale)), "{view}: {}", picture.height);
        }
    }
    let (width, _) = stated_size(&visitor, BERLIN).await;
    assert_eq!(width, 480);
    let refused = raster(&visitor, &format!("{BERLIN}&scale=4")).await;
    assert_eq!((refused.status, refused.text().as_str()), (StatusCode::BAD_REQUEST, "“scale” must be 1, 2 or 3.\n"));
}

#[tokio::test]
async fn its_colours_are_those_of_the_theme_and_a_reader_is_assumed_to_use_light() {
    let app = TestApp::start().await;
    // The surfaces of the page's tokens.
    for (theme, ground, ink) in [
        ("light", "#ffffff", "#0b2545"),
        ("auto", "#ffffff", "#0b2545"),
        ("dark", "#16263d", "#eaf2fb"),
        ("contrast", "#ffffff", "#000000"),
    ] {
        let picture = Picture::decode(&raster(&app.visitor(), &format!("{BERLIN}&theme={theme}")).await);
        assert_eq!(picture.color_at(picture.width / 2, 8), ground, "{theme}");
        assert!(picture.count(ink) > 500, "{theme}: {} pixels of text", picture.count(ink));
    }
}

#[tokio::test]
async fn it_changes_with_the_temperature_and_has_the_headers_of_the_drawing() {
    let now = "2026-11-15T12:00:00Z".parse().unwrap();
    let mut bodies = Vec::new();
    for celsius in [7.4, 7.4, 8.4] {
        let provider = StandIn::start(Behavior::Answers(open_meteo_answer(now, celsius))).await;
        let settings = [("HALCYON_WEATHER_SOURCES", "open-meteo"), ("HALCYON_OPEN_METEO_URL", provider.url.as_str())];
        let app = TestApp::start_alone_with(&settings).await;
        let answer = raster(&app.visitor(), BERLIN).await;
        assert!((855..=900).contains(&answer.max_age()), "{}", answer.max_age());
        assert_eq!((answer.header("x-frame-options"), answer.header("set-cookie")), ("DENY", ""));
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'; "));
        let again =
            app.visitor().get_with(&format!("/embed.png?{BERLIN}"), &[("if-none-match", answer.header("etag"))]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
        bodies.push(answer.body);
    }
    assert!(bodies[0] == bodies[1], "the same weather is the same picture");
    assert!(bodies[0] != bodies[2], "8° and not 7°");
}

#[tokio::test]
async fn a_name_in_other_letters_is_replaced_by_that_of_the_nearest_town() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    // Tokyo, Kyiv and Cairo as they are written there, and by the name that the index has for them.
    for (position, name, known) in [
        ("lat=35.6895&lon=139.69171", "東京", "Tokyo, Japan"),
        ("lat=50.45466&lon=30.5238", "Київ", "Kyiv, Kyiv City, Ukraine"),
        ("lat=30.06263&lon=31.24967", "القاهرة", "Cairo, Egypt"),
    ] {
        let own = raster(&visitor, &format!("{position}&lang=en&name={name}")).await;
        let town = raster(&visitor, &format!("{position}&lang=en&name={known}").replace(' ', "+")).await;
        let other = raster(&visitor, &format!("{position}&lang=en&name=Elsewhere")).await;
        assert!(own.body == town.body, "{known}");
        assert!(own.body != other.body, "{known}");
    }
    let plain = raster(&visitor, &format!("{}&lang=en", "lat=52.52&lon=13.41&name=Home")).await;
    let symbol = raster(&visitor, &format!("{}&lang=en", "lat=52.52&lon=13.41&name=Home+🏠")).await;
    assert!(plain.body == symbol.body, "a symbol is left out, and the name stays");
}

#[tokio::test]
async fn a_storm_of_requests_draws_one_picture() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let query = format!("{BERLIN}&view=week");
    let answers = join_all((0..20).map(|_| raster(&visitor, &query))).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK && answer.body == answers[0].body));
    assert!(app.metrics().await.contains("\nhalcyon_pictures_drawn_total 1\n"), "{}", app.metrics().await);
    app.advance(SignedDuration::from_mins(15));
    raster(&visitor, &query).await;
    assert!(app.metrics().await.contains("\nhalcyon_pictures_drawn_total 2\n"));
}

#[tokio::test]
async fn parameters_without_a_meaning_draw_nothing_again() {
    let app = TestApp::start_alone_with(&[]).await;
    let visitor = app.visitor();
    let first = raster(&visitor, BERLIN).await;
    for same in ["lang=en&name=Berlin&lon=13.41&lat=52.52", &format!("{BERLIN}&x=1"), &format!("{BERLIN}&view=now&x=2")]
    {
        assert!(raster(&visitor, same).await.body == first.body, "{same}");
    }
    assert!(app.metrics().await.contains("\nhalcyon_pictures_drawn_total 1\n"), "{}", app.metrics().await);
}

/// Two are drawn and 16 wait: with more slots for weather than that, reports are answered meanwhile.
#[tokio::test]
async fn who_finds_the_queue_of_drawings_full_comes_back_later_and_reports_are_not_delayed() {
    let settings = [("HALCYON_WEATHER_SLOTS", "24"), ("HALCYON_QUEUE_MILLISECONDS", "0")];
    let app = TestApp::start_alone_with(&settings).await;
    let visitor = app.visitor();
    let report = "/api/weather?latitude=52.52&longitude=13.41";
    visitor.get(report).await.ok();
    let queries = (0..60).map(|number| format!("lat=52.52&lon=13.41&lang=en&scale=1&name=Garden+{number}"));
    let mut pictures: FuturesUnordered<_> = queries.map(async |query| raster(&visitor, &query).await).collect();
    let mut answers: Vec<Answer> = pictures.next().await.into_iter().collect();
    visitor.get(report).await.ok();
    answers.extend(pictures.collect::<Vec<_>>().await);
    let (drawn, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == StatusCode::OK);
    assert!((18..60).contains(&drawn.len()), "{} drawn", drawn.len());
    for answer in refused {
        assert_eq!((answer.status, answer.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "2"));
        assert_eq!(
            (answer.header("cache-control"), answer.header("content-type")),
            ("no-store", "text/plain; charset=utf-8")
        );
    }
    let metrics = app.metrics().await;
    assert!(metrics.contains("halcyon_requests_shed_total{class=\"weather\"} 0\n"), "{metrics}");
}
