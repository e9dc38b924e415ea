//! The head of a page: title, description, links to its other languages, link preview, and preloads.

use url::form_urlencoded;

use super::crawlers::LANGUAGES;
use super::first_paint::FirstPaint;
use super::page_request::{PagePlace, PageRequest};
use super::pages::HOME;
use super::template::PageTemplate;
use crate::encoding::escape_html as escape;
use crate::geo::elevation::Site;
use crate::i18n::{Language, text};

/// The preview image of a shared link, 1200 × 630.
const PICTURE: &str = "/social.jpg";

pub fn render(request: &PageRequest, paint: Option<&FirstPaint>, public_url: &str) -> String {
    let (title, description) = texts(request, paint);
    let mut head =
        format!("<title>{}</title><meta name=\"description\" content=\"{}\">", escape(&title), escape(&description));
    head.push_str(&format!("<link rel=\"manifest\" href=\"{}\">", manifest(request.language)));
    if request.page.is_public() {
        head.push_str(&language_links(request, public_url));
        head.push_str(&link_preview(request, public_url));
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
    let address = |language: Option<Language>| {
        let language = language.map(|language| format!("lang={}", language.code()));
        let query: Vec<String> = shared.clone().into_iter().chain(language).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        escape(&format!("{public_url}{}{mark}{}", request.page.path, query.join("&")))
    };
    let own = address(request.is_language_in_link.then_some(request.language));
    let mut links = format!("<link rel=\"canonical\" href=\"{own}\"><meta property=\"og:url\" content=\"{own}\">");
    for language in LANGUAGES {
        let (code, address) = (language.code(), address(Some(language)));
        links.push_str(&format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{address}\">"));
    }
    links.push_str(&format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\">", address(None)));
    links
}

/// In the form in which the page writes a link to a place.
fn place_query(place: &PagePlace) -> String {
    let Site { coordinates, elevation } = place.site;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("lat", &coordinates.latitude.to_string()).append_pair("lon", &coordinates.longitude.to_string());
    if let Some(elevation) = elevation {
        query.append_pair("elevation", &elevation.metres().to_string());
    }
    query.append_pair("name", &place.name).finish()
}

/// Without numbers of the weather: a chat keeps a preview for months.
fn preview_texts(request: &PageRequest) -> (String, String) {
    let language = request.language;
    match &request.place {
        Some(place) => (
            text(language, "web.weather.title", &[("place", &place.name)]),
            text(language, "server.shell.place.preview", &[]),
        ),
        None => (request.page.title(language), request.page.description(language)),
    }
}

fn link_preview(request: &PageRequest, public_url: &str) -> String {
    let (title, description) = preview_texts(request);
    let locale = match request.language {
        Language::English => "en_GB",
        Language::German => "de_DE",
        Language::Turkish => "tr_TR",
    };
    let picture = format!("{public_url}{PICTURE}");
    let properties = [
        ("og:type", "website"),
        ("og:site_name", "Halcyon"),
        ("og:locale", locale),
        ("og:title", &title),
        ("og:description", &description),
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
