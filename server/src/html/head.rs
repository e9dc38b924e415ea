//! The head of a page: title, description, links to its other languages, link preview, and preloads.

use url::form_urlencoded;

use super::crawlers::LANGUAGES;
use super::first_paint::FirstPaint;
use super::link_preview::LinkPreview;
use super::page_request::{PagePlace, PageRequest};
use super::pages::HOME;
use super::sharer::{PREVIEW, Sharer};
use super::template::PageTemplate;
use crate::encoding::escape_html as escape;
use crate::geo::elevation::Site;
use crate::i18n::{Language, text};

pub fn render(request: &PageRequest, paint: Option<&FirstPaint>, preview: &LinkPreview, public_url: &str) -> String {
    let (title, description) = texts(request, paint);
    let mut head =
        format!("<title>{}</title><meta name=\"description\" content=\"{}\">", escape(&title), escape(&description));
    head.push_str(&format!("<link rel=\"manifest\" href=\"{}\">", manifest(request.language)));
    if request.page.is_public() {
        head.push_str(&language_links(request, public_url));
        head.push_str(&preview.html());
    } else {
        head.push_str("<meta name=\"robots\" content=\"noindex\">");
    }
    if request.page == HOME {
        head.push_str(&structured_data(request.language, public_url));
    }
    head
}

fn texts(request: &PageRequest, paint: Option<&FirstPaint>) -> (String, String) {
    let language = request.language;
    match (&request.place, paint) {
        (_, Some(paint)) => (paint.title(), paint.description()),
        (Some(place), None) => {
            let title = text(language, "web.weather.title", &[("place", &place.name)]);
            (format!("{title} · Halcyon"), request.page.description(language))
        }
        (None, None) => (request.page.title(language), request.page.description(language)),
    }
}

fn manifest(language: Language) -> String {
    match language {
        Language::English => "/manifest.webmanifest".to_owned(),
        other => format!("/manifest.{}.webmanifest", other.code()),
    }
}

/// The canonical link, and one alternate link per language.
fn language_links(request: &PageRequest, public_url: &str) -> String {
    let shared = request.place.as_ref().filter(|place| place.is_shared).map(place_query);
    let address = |language: Option<Language>, sharer: Option<Sharer>| {
        let language = language.map(|language| format!("lang={}", language.code()));
        let sharer = sharer.map(|sharer| format!("{PREVIEW}={}", sharer.parameter()));
        let query: Vec<String> = shared.clone().into_iter().chain(language).chain(sharer).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        escape(&format!("{public_url}{}{mark}{}", request.page.path, query.join("&")))
    };
    let language = request.is_language_in_link.then_some(request.language);
    let own = address(language, None);
    // Some services read the preview at this address instead of the one that was shared.
    let previewed = address(language, request.sharer);
    let mut links =
        format!("<link rel=\"canonical\" href=\"{own}\"><meta property=\"og:url\" content=\"{previewed}\">");
    for language in LANGUAGES {
        let (code, address) = (language.code(), address(Some(language), None));
        links.push_str(&format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{address}\">"));
    }
    links.push_str(&format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\">", address(None, None)));
    links
}

/// In the form in which the page writes a link to a place.
pub fn place_query(place: &PagePlace) -> String {
    let Site { coordinates, elevation } = place.site;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("lat", &coordinates.latitude.to_string()).append_pair("lon", &coordinates.longitude.to_string());
    if let Some(elevation) = elevation {
        query.append_pair("elevation", &elevation.metres().to_string());
    }
    query.append_pair("name", &place.name).finish()
}

/// For search engines.
fn structured_data(language: Language, public_url: &str) -> String {
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

/// Otherwise the texts and the dashboard's scripts would be requested only when the first script runs.
pub fn preloads(request: &PageRequest, template: &PageTemplate) -> String {
    let mut links = String::new();
    if let Some(texts) = template.assets.texts.get(request.language.code()) {
        links.push_str(&format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{}\">", escape(texts)));
    }
    if request.page == HOME {
        let is_first_visit = request.place.is_none() && !request.is_signed_in;
        let files = if is_first_visit { &template.assets.first_visit } else { &template.assets.weather };
        for style in &files.styles {
            links.push_str(&format!("<link rel=\"preload\" as=\"style\" crossorigin href=\"{}\">", escape(style)));
        }
        for script in &files.scripts {
            links.push_str(&format!("<link rel=\"modulepreload\" crossorigin href=\"{}\">", escape(script)));
        }
    }
    links
}
