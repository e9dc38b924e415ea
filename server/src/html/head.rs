//! The head of a page: title and description, the addresses of its other languages, what a shared link shows; and
//! what the browser may fetch ahead, once the first paint is there.

use url::form_urlencoded;

use super::crawlers::LANGUAGES;
use super::first_paint::FirstPaint;
use super::page_request::{Place, Visit};
use super::pages::HOME;
use super::template::Template;
use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};

/// The picture of a shared link, as the build puts it there: 1200 × 630.
const PICTURE: &str = "/social.jpg";

pub fn write(visit: &Visit, paint: Option<&FirstPaint>, public_url: &str) -> String {
    let (title, description) = words(visit, paint);
    let mut head =
        format!("<title>{}</title><meta name=\"description\" content=\"{}\">", escape(&title), escape(&description));
    if visit.page.is_public() {
        head.push_str(&addresses(visit, public_url));
        head.push_str(&sharing(visit, &title, &description, public_url));
    } else {
        head.push_str("<meta name=\"robots\" content=\"noindex\">");
    }
    if visit.page == HOME {
        head.push_str(&structured(visit.language, public_url));
    }
    head
}

fn words(visit: &Visit, paint: Option<&FirstPaint>) -> (String, String) {
    let language = visit.language;
    match (&visit.place, paint) {
        (_, Some(paint)) => (paint.title(), paint.description()),
        (Some(place), None) => {
            let title = text(language, "web.weather.title", &[("place", &place.name)]);
            (format!("{title} · Halcyon"), visit.page.description(language))
        }
        (None, None) => (visit.page.title(language), visit.page.description(language)),
    }
}

/// One address that counts, and one for each language.
fn addresses(visit: &Visit, public_url: &str) -> String {
    let shared = visit.place.as_ref().filter(|place| place.is_shared).map(place_query);
    let address = |language: Option<Language>| {
        let language = language.map(|language| format!("lang={}", language.code()));
        let query: Vec<String> = shared.clone().into_iter().chain(language).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        escape(&format!("{public_url}{}{mark}{}", visit.page.path, query.join("&")))
    };
    let own = address(visit.is_language_named.then_some(visit.language));
    let mut links = format!("<link rel=\"canonical\" href=\"{own}\"><meta property=\"og:url\" content=\"{own}\">");
    for language in LANGUAGES {
        let (code, address) = (language.code(), address(Some(language)));
        links.push_str(&format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{address}\">"));
    }
    links.push_str(&format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\">", address(None)));
    links
}

/// As the page itself writes a link to a place.
fn place_query(place: &Place) -> String {
    form_urlencoded::Serializer::new(String::new())
        .append_pair("lat", &place.position.latitude.to_string())
        .append_pair("lon", &place.position.longitude.to_string())
        .append_pair("name", &place.name)
        .finish()
}

fn sharing(visit: &Visit, title: &str, description: &str, public_url: &str) -> String {
    let locale = match visit.language {
        Language::English => "en_GB",
        Language::German => "de_DE",
        Language::Turkish => "tr_TR",
    };
    let picture = format!("{public_url}{PICTURE}");
    let properties = [
        ("og:type", "website"),
        ("og:site_name", "Halcyon"),
        ("og:locale", locale),
        ("og:title", title),
        ("og:description", description),
        ("og:image", &picture),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
    ];
    let tags = properties
        .iter()
        .map(|(name, content)| format!("<meta property=\"{name}\" content=\"{}\">", escape(content)))
        .collect::<String>();
    format!("{tags}<meta name=\"twitter:card\" content=\"summary_large_image\">")
}

/// What Halcyon is, for machines.
fn structured(language: Language, public_url: &str) -> String {
    let about = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "WebApplication",
        "name": "Halcyon",
        "url": format!("{public_url}/"),
        "description": HOME.description(language),
        "applicationCategory": "WeatherApplication",
        "operatingSystem": "Any",
        "inLanguage": LANGUAGES.map(Language::code),
        "isAccessibleForFree": true,
    });
    let json = about.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/ld+json\">{json}</script>")
}

/// The words and the dashboard's scripts would otherwise wait until the first script runs.
pub fn fetched_ahead(visit: &Visit, template: &Template) -> String {
    let mut links = String::new();
    if let Some(texts) = template.assets.texts.get(visit.language.code()) {
        links.push_str(&format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{}\">", escape(texts)));
    }
    if visit.page == HOME {
        for style in &template.assets.home_styles {
            links.push_str(&format!("<link rel=\"preload\" as=\"style\" crossorigin href=\"{}\">", escape(style)));
        }
        for script in &template.assets.home {
            links.push_str(&format!("<link rel=\"modulepreload\" crossorigin href=\"{}\">", escape(script)));
        }
    }
    links
}
