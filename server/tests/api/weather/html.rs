//! The HTML pages: language, appearance, first paint, and no data of other users.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::TestApp;

const BERLIN: &str = "/?lat=52.52&lon=13.41&name=Berlin";

/// The inert JSON in the page.
fn page_data(html: &str) -> Value {
    let (_, rest) = html.split_once("<script type=\"application/json\" id=\"shell-data\">").expect("data in the page");
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn a_shared_place_arrives_with_its_weather_and_a_first_paint() {
    let app = TestApp::start().await;
    // A page does not wait for weather that is not cached.
    let report = app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.json();
    let answer = app.visitor().get(BERLIN).await;
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    let html = answer.text();
    assert_eq!(
        page_data(&html)["weather"],
        json!({"latitude": 52.52, "longitude": 13.41, "elevation": null, "report": report})
    );
    let degrees = report["current"]["temperature_2m"].as_f64().unwrap().round();
    assert!(html.contains(&format!("<p class=\"temperature\">{degrees}<span>°</span></p>")), "{html}");
    assert!(html.contains("<div id=\"first-paint\"") && html.contains("<h1>Berlin</h1>"), "{html}");
}

#[tokio::test]
async fn without_a_place_the_first_paint_is_the_search_for_one() {
    let app = TestApp::start().await;
    for (language, question) in
        [("en", "Choose a place"), ("de", "Welcher Ort soll es sein?"), ("tr", "Hangi yere bakalım?")]
    {
        let html = app.visitor().get_with("/", &[("accept-language", language)]).await.text();
        let (_, painted) = html.split_once("<div id=\"first-paint\" data-view>").unwrap();
        assert!(painted.contains(&format!(">{question}</h1>")), "{painted}");
        assert!(painted.contains("role=\"combobox\""), "{painted}");
    }
    for elsewhere in ["/help", "/?lat=10&lon=10"] {
        let html = app.visitor().get(elsewhere).await.text();
        assert!(!html.contains("Choose a place"), "{elsewhere}: {html}");
    }
}

// [R1.02]
#[tokio::test]
async fn a_signed_in_user_without_a_place_is_not_asked_for_one_even_with_an_expired_token() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    assert!(!ada.get("/").await.text().contains("Choose a place"));
    app.advance(SignedDuration::from_hours(1));
    assert_eq!(ada.get("/api/auth/me").await.status, 401);
    assert!(!ada.get("/").await.text().contains("Choose a place"));
}

#[tokio::test]
async fn public_pages_arrive_with_their_first_view_in_each_language() {
    let app = TestApp::start().await;
    for (language, question, password) in [
        ("en", "Where does the weather come from?", "Password"),
        ("de", "Woher kommt das Wetter?", "Passwort"),
        ("tr", "Hava durumu nereden geliyor?", "Şifre"),
    ] {
        let page = async |path: &str| app.visitor().get_with(path, &[("accept-language", language)]).await.text();
        let help = page("/help").await;
        let (head, body) = help.split_once("<div id=\"first-paint\" data-view>").expect("a first view");
        assert!(body.contains(question), "{language}: {body}");
        let (_, style) = head.split_once("<link rel=\"stylesheet\" crossorigin href=\"").expect("its stylesheet");
        let style = style.split_once('"').unwrap().0;
        assert_eq!(app.visitor().get(style).await.header("content-type"), "text/css; charset=utf-8");
        let login = page("/login").await;
        let (_, body) = login.split_once("<div id=\"first-paint\" data-view>").expect("a first view");
        assert!(body.contains(password) && !body.contains("<form"), "{language}: {body}");
        // The form of a link from a mail, if the address has its token.
        let reset = page("/reset-password").await;
        let (_, body) = reset.split_once("<div id=\"first-paint\" data-view data-needs=\"token\">").expect("a view");
        assert!(body.contains("type=\"password\""), "{language}: {body}");
        assert_eq!(page_data(&login)["config"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(!help.contains(" style=\""), "the content security policy refuses it");
    }
}

#[tokio::test]
async fn a_first_view_never_shows_settings_or_pages_of_somebody_else() {
    let app = TestApp::start().await;
    let has_view = |html: &str| html.contains("data-view");
    let cookie = [("cookie", "appearance=en.dark.high.reduced.large.none.celsius")];
    assert!(has_view(&app.visitor().get("/accessibility-settings").await.text()));
    assert!(!has_view(&app.visitor().get_with("/accessibility-settings", &cookie).await.text()));
    assert!(has_view(&app.visitor().get_with("/help", &cookie).await.text()));
    let ada = app.signed_in("ada").await;
    for path in ["/login", "/locations", "/contact"] {
        assert!(!has_view(&ada.get(path).await.text()), "{path}");
    }
}

#[tokio::test]
async fn before_the_first_paint_only_fonts_are_preloaded() {
    let app = TestApp::start().await;
    app.visitor().get("/api/weather?latitude=52.52&longitude=13.41").await.ok();
    let answer = app.visitor().get(BERLIN).await;
    let html = answer.text();
    let (before, after) = html.split_once("<div id=\"first-paint\"").unwrap();
    for fetched in
        ["<script src", "type=\"module\"", "modulepreload", "rel=\"stylesheet\"", "as=\"style\"", "as=\"fetch\""]
    {
        assert!(!before.contains(fetched), "{fetched} in {before}");
    }
    assert!(before.contains("as=\"font\""), "{before}");
    assert_eq!(answer.header("link"), "", "it would delay the first paint");
    let (_, later) = after.split_once("<template id=\"start\">").unwrap();
    let (later, _) = later.split_once("</template>").unwrap();
    assert!(later.contains("texts-en-") && later.contains("rel=\"stylesheet\""), "{later}");
}

#[tokio::test]
async fn the_last_place_comes_from_a_cookie_and_only_on_the_dashboard() {
    let app = TestApp::start().await;
    app.visitor().get("/api/weather?latitude=41.01&longitude=28.98").await.ok();
    let cookie = [("cookie", "last_place=41.01_28.98_%C4%B0stanbul")];
    let html = app.visitor().get_with("/", &cookie).await.text();
    assert!(html.contains("<h1>İstanbul</h1>"), "{html}");
    let elsewhere = app.visitor().get_with("/help", &cookie).await;
    assert_eq!(elsewhere.header("cache-control"), "no-cache");
    assert!(!elsewhere.text().contains("stanbul"));
}

// [C8]
#[tokio::test]
async fn the_first_paint_of_a_hut_is_not_that_of_the_village_below_it() {
    let app = TestApp::start().await;
    let mut degrees = Vec::new();
    for (query, link, cookie) in [
        ("", "/?lat=47.42&lon=10.98&name=A", "last_place=47.42_10.98_A"),
        ("&elevation=2962", "/?lat=47.42&lon=10.98&elevation=2962&name=A", "last_place=47.42_10.98@2962_A"),
    ] {
        let report = app.visitor().get(&format!("/api/weather?latitude=47.42&longitude=10.98{query}")).await.json();
        for html in
            [app.visitor().get(link).await.text(), app.visitor().get_with("/", &[("cookie", cookie)]).await.text()]
        {
            let expected = if query.is_empty() { Value::Null } else { json!(2962) };
            assert_eq!(page_data(&html)["weather"]["elevation"], expected);
            assert_eq!(page_data(&html)["weather"]["report"], report);
        }
        let canonical = format!("{}\"><meta property=\"og:url\"", link.replace('&', "&amp;"));
        assert!(app.visitor().get(link).await.text().contains(&canonical), "{canonical}");
        degrees.push(report["current"]["temperature_2m"].as_f64().unwrap());
    }
    assert!(degrees[1] < degrees[0] - 10.0, "about 2,500 m higher: {degrees:?}");
}

#[tokio::test]
async fn appearance_and_language_are_on_the_root_element() {
    let app = TestApp::start().await;
    let cookie = [("cookie", "appearance=de.dark.high.reduced.large.none.celsius")];
    let answer = app.visitor().get_with("/contact", &cookie).await;
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    assert!(
        answer.text().contains("<html lang=\"de\" data-theme=\"dark\" data-contrast=\"high\" data-motion=\"reduced\"")
    );
    assert!(answer.text().contains("<title>Kontakt · Halcyon</title>"), "{}", answer.text());
}

#[tokio::test]
async fn the_page_contains_the_session_of_its_own_user_only() {
    let app = TestApp::start().await;
    let ada = app.signed_in("ada").await;
    let answer = ada.get("/locations").await;
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let me = ada.get("/api/auth/me").await.json();
    assert_eq!(page_data(&answer.text())["session"], me);

    let stranger = app.visitor().get("/locations").await;
    assert_eq!(stranger.header("cache-control"), "no-cache");
    assert!(!stranger.text().contains("ada@example.org"));
    assert_eq!(page_data(&stranger.text())["session"], Value::Null);
}

#[tokio::test]
async fn a_name_in_a_link_is_escaped() {
    let app = TestApp::start().await;
    let html =
        app.visitor().get("/?lat=52.52&lon=13.41&name=%3C/title%3E%3Cscript%3Ealert(1)%3C/script%3E%22").await.text();
    assert!(!html.contains("<script>alert"), "{html}");
    assert!(html.contains("&lt;script&gt;alert(1)"), "{html}");
}

#[tokio::test]
async fn search_engines_find_each_public_page_once_a_language() {
    let app = TestApp::start_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let html = app.visitor().get("/help?lang=tr").await.text();
    assert!(html.contains("<html lang=\"tr\">") && html.contains("<title>Yardım · Halcyon</title>"), "{html}");
    assert!(html.contains("<link rel=\"canonical\" href=\"https://weather.example/help?lang=tr\">"), "{html}");
    for (language, address) in [
        ("de", "https://weather.example/help?lang=de"),
        ("en", "https://weather.example/help?lang=en"),
        ("x-default", "https://weather.example/help"),
    ] {
        let link = format!("<link rel=\"alternate\" hreflang=\"{language}\" href=\"{address}\">");
        assert!(html.contains(&link), "{link} in {html}");
    }
    assert!(html.contains("<meta property=\"og:image\" content=\"https://weather.example/social.jpg\">"), "{html}");
    assert!(!html.contains("noindex"));
    for hidden in ["/profile", "/settings", "/auth/callback?handoff=x", "/no/such/page"] {
        let html = app.visitor().get(hidden).await.text();
        assert!(html.contains("noindex") || hidden.starts_with("/auth"), "{hidden}");
        assert!(!html.contains("rel=\"canonical\""), "{hidden}");
    }
}

/// A chat keeps the preview of a link for months, so it names the place and no number.
#[tokio::test]
async fn a_link_preview_names_the_place_and_stays_true() {
    let app = TestApp::start().await;
    for (language, title, manifest) in [
        ("en", "Weather in Berlin", "/manifest.webmanifest"),
        ("de", "Wetter in Berlin", "/manifest.de.webmanifest"),
        ("tr", "Berlin: hava durumu", "/manifest.tr.webmanifest"),
    ] {
        let link = format!("/?lat=52.52&lon=13.41&name=Berlin&lang={language}");
        let html = app.visitor().get(&link).await.text();
        assert!(html.contains(&format!("<meta property=\"og:title\" content=\"{title}\">")), "{html}");
        let (_, description) = html.split_once("og:description\" content=\"").unwrap();
        let (description, _) = description.split_once('"').unwrap();
        assert!(!description.contains(|letter: char| letter.is_ascii_digit()), "{description}");
        assert!(html.contains(&format!("<link rel=\"manifest\" href=\"{manifest}\">")), "{html}");
        let manifest = app.visitor().get(manifest).await;
        assert_eq!(manifest.json()["lang"], language);
    }
}

#[tokio::test]
async fn the_site_map_lists_public_pages_only() {
    let app = TestApp::start_with(&[("HALCYON_PUBLIC_URL", "https://weather.example")]).await;
    let robots = app.visitor().get("/robots.txt").await.text();
    assert!(robots.contains("Disallow: /api/\n") && robots.contains("Sitemap: https://weather.example/sitemap.xml\n"));
    let map = app.visitor().get("/sitemap.xml").await;
    assert_eq!(map.header("content-type"), "application/xml; charset=utf-8");
    assert!(map.text().contains("<loc>https://weather.example/privacy-policy</loc>"), "{}", map.text());
    assert!(!map.text().contains("/profile") && !map.text().contains("/settings<"));
}

#[tokio::test]
async fn a_rendered_page_is_compressed_and_the_offline_page_contains_no_user_data() {
    let app = TestApp::start().await;
    for coding in ["br", "gzip"] {
        let answer = app.visitor().get_with(BERLIN, &[("accept-encoding", coding)]).await;
        assert_eq!(answer.header("content-encoding"), coding);
    }
    let ada = app.signed_in("ada").await;
    let shell = ada.get_with("/index.html", &[("cookie", "last_place=52.52_13.41_Berlin")]).await;
    assert_eq!(shell.status, 200);
    assert!(!shell.text().contains("Berlin") && !shell.text().contains("ada@"));
}
