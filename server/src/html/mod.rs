//! The HTML pages: in the visitor's language and appearance, with a first paint of the weather.

mod crawlers;
mod data;
mod first_paint;
mod first_view;
mod head;
mod link_preview;
mod page_request;
mod pages;
mod sharer;
mod template;

use std::collections::HashMap;
use std::io::Write;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::BoxFuture;
use ipnet::IpNet;

use crate::clock::Clock;
use crate::error::AppError;
use crate::geo::elevation::Site;
use crate::http::client_address::client_address;
use crate::http::negotiation::accepts_encoding;
use crate::http::static_files::{File, StaticFiles};
use crate::i18n::Language;
use crate::settings::Settings;
use crate::weather_summary::{PageWeather, WeatherSummary};
use data::PageData;
use first_paint::FirstPaint;
use first_view::{FirstView, FirstViews};
use link_preview::LinkPreview;
use page_request::PageRequest;
use pages::Page;
use template::{Content, PageTemplate};

/// For a page that contains a session: a shared computer keeps nothing of it.
const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");
/// For a visitor's page with a place: unlike the other it may stay in the browser's back/forward cache.
const NO_CACHE: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Low, because these bytes are sent only once.
const BROTLI_QUALITY: u32 = 4;
const BROTLI_WINDOW: u32 = 18;

/// Loads the weather of a place for a client address, if it is available at once.
pub type LoadWeather = Arc<dyn Fn(Site, Option<IpAddr>) -> BoxFuture<'static, Option<PageWeather>> + Send + Sync>;
/// Loads the JSON that `GET /api/auth/me` returns for a request with these headers.
pub type LoadSession = Arc<dyn Fn(HeaderMap) -> BoxFuture<'static, Option<Vec<u8>>> + Send + Sync>;

#[derive(Clone)]
pub struct Shell(Arc<PageParts>);

struct PageParts {
    files: StaticFiles,
    /// `None` when the server was built without the page, as in some tests.
    template: Option<PageTemplate>,
    public_url: String,
    trusted_proxies: Vec<IpNet>,
    clock: Clock,
    load_weather: LoadWeather,
    load_session: LoadSession,
    views: &'static FirstViews,
    /// JSON of the public configuration.
    config: Vec<u8>,
    /// Pages without session, appearance and place, rendered on first use.
    neutral_pages: RwLock<HashMap<(&'static str, Language), Arc<File>>>,
}

impl Shell {
    pub fn new(
        settings: &Settings,
        files: StaticFiles,
        clock: Clock,
        load_weather: LoadWeather,
        load_session: LoadSession,
        config: Vec<u8>,
    ) -> Shell {
        Shell(Arc::new(PageParts {
            template: PageTemplate::new(&files),
            files,
            public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
            trusted_proxies: settings.trusted_proxies.clone(),
            clock,
            load_weather,
            load_session,
            views: FirstViews::embedded(),
            config,
            neutral_pages: RwLock::default(),
        }))
    }

    /// Whether a path is neither a file nor a page of ours, except the root, which a terminal has no use for.
    pub fn leaves_to_terminals(&self, path: &str) -> bool {
        path == "/" || (path != "/api" && self.0.files.find(path).is_none() && !Page::is_known(path))
    }

    async fn page(&self, uri: &Uri, headers: &HeaderMap, client: Option<IpAddr>) -> Response {
        let Some(template) = &self.0.template else { return self.0.files.page(headers) };
        let request = PageRequest::parse(uri, headers);
        let (data, weather) = self.load(&request, headers, client).await;
        if request.is_neutral() && data.is_empty() {
            return self.0.neutral_page(template, request.page, request.language).answer(headers);
        }
        let paint = match (&request.place, &weather) {
            (Some(place), Some(weather)) => Some(FirstPaint::new(&request, place, weather, self.0.clock.now())),
            _ => None,
        };
        let html = self.0.render(template, &request, paint.as_ref(), weather.as_ref(), &data);
        let is_personal = request.is_signed_in || data.session.is_some();
        private_response(html, headers, if is_personal { NO_STORE } else { NO_CACHE })
    }

    /// Loads session and weather concurrently.
    async fn load(
        &self,
        request: &PageRequest,
        headers: &HeaderMap,
        client: Option<IpAddr>,
    ) -> (PageData, Option<WeatherSummary>) {
        let weather = async {
            match &request.place {
                Some(place) => (self.0.load_weather)(place.site, client).await,
                None => None,
            }
        };
        let (session, weather) = tokio::join!((self.0.load_session)(headers.clone()), weather);
        let site = request.place.as_ref().map(|place| place.site);
        let (report, summary) = weather.map(|weather| (weather.report_json, weather.summary)).unzip();
        (PageData { session, site, report }, summary.flatten())
    }
}

impl PageParts {
    fn neutral_page(&self, template: &PageTemplate, page: Page, language: Language) -> Arc<File> {
        let key = (page.path, language);
        let known = self.neutral_pages.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let request = PageRequest::neutral(page, language);
            let html = self.render(template, &request, None, None, &PageData::default());
            let file = Arc::new(File::page(html));
            self.neutral_pages.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&file));
            file
        })
    }

    fn render(
        &self,
        template: &PageTemplate,
        request: &PageRequest,
        paint: Option<&FirstPaint>,
        weather: Option<&WeatherSummary>,
        data: &PageData,
    ) -> String {
        let view = self.views.find(request);
        let stylesheet = view.map(FirstView::stylesheet).unwrap_or_default();
        let report = data.report.as_deref();
        let preview = LinkPreview::new(request, weather, report, self.clock.now(), &self.public_url);
        template.render(&Content {
            attributes: request.attributes(),
            head: head::render(request, paint, &preview, &self.public_url) + &stylesheet,
            // Neither for a place whose weather is not available yet, nor for a user whose places the page loads first.
            first_paint: view.map(FirstView::html).or_else(|| paint.map(FirstPaint::html)).unwrap_or_default(),
            preloads: head::preloads(request, template),
            // A page with a view needs it for its first rendering.
            data: data.html(view.map(|_| &*self.config)),
        })
    }
}

fn private_response(html: String, request_headers: &HeaderMap, cache_control: HeaderValue) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, cache_control);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language, cookie"));
    let packed = if accepts_encoding(request_headers, "br") {
        brotli(&html).map(|bytes| ("br", bytes))
    } else if accepts_encoding(request_headers, "gzip") {
        gzip(&html).map(|bytes| ("gzip", bytes))
    } else {
        None
    };
    match packed {
        Some((coding, bytes)) => {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
            (headers, bytes).into_response()
        }
        None => (headers, html).into_response(),
    }
}

fn brotli(text: &str) -> Option<Vec<u8>> {
    let mut packed = Vec::with_capacity(text.len() / 4);
    brotli::CompressorWriter::new(&mut packed, 4096, BROTLI_QUALITY, BROTLI_WINDOW).write_all(text.as_bytes()).ok()?;
    Some(packed)
}

fn gzip(text: &str) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::with_capacity(text.len() / 4), Compression::fast());
    packed.write_all(text.as_bytes()).ok()?;
    packed.finish().ok()
}

/// The routes for search engines.
pub fn routes<S>() -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    Shell: FromRef<S>,
{
    Router::new().route("/robots.txt", get(robots)).route("/sitemap.xml", get(sitemap))
}

async fn robots(State(shell): State<Shell>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], crawlers::robots(&shell.0.public_url)).into_response()
}

async fn sitemap(State(shell): State<Shell>) -> Response {
    ([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], crawlers::sitemap(&shell.0.public_url)).into_response()
}

/// The fallback of all routes: a static file or a page.
pub async fn serve(State(shell): State<Shell>, request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return AppError::NotFound.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return AppError::MethodNotAllowed.into_response();
    }
    if let Some(file) = shell.0.files.find(path) {
        return file.answer(request.headers());
    }
    if StaticFiles::is_page_path(path) {
        let client = client_address(&request, &shell.0.trusted_proxies);
        return shell.page(request.uri(), request.headers(), client).await;
    }
    (StatusCode::NOT_FOUND, "Not found").into_response()
}
