//! The page as it leaves the server: in the visitor's language and look, with a first paint of the weather in it.

mod crawlers;
mod data;
mod first_paint;
mod glance;
mod head;
mod page_request;
mod pages;
mod sky;
mod template;
mod welcome;

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::future::BoxFuture;

use crate::clock::Clock;
use crate::error::AppError;
use crate::geo::coordinates::Coordinates;
use crate::http::negotiation::accepts_encoding;
use crate::http::static_files::{File, StaticFiles};
use crate::i18n::Language;
use crate::settings::Settings;
use data::Data;
use first_paint::FirstPaint;
use page_request::Visit;
use pages::{HOME, Page};
use template::{Fill, Template};

/// A page that holds a place or a person is nobody else's.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");
/// Fast, because nobody else will get these bytes.
const BROTLI_QUALITY: u32 = 4;
const BROTLI_WINDOW: u32 = 18;

/// The finished report at a position as JSON, if it can be had without a wait.
pub type ReportAt = Arc<dyn Fn(Coordinates) -> BoxFuture<'static, Option<Vec<u8>>> + Send + Sync>;
/// What `GET /api/auth/me` would answer to a request with these headers, as JSON.
pub type Me = Arc<dyn Fn(HeaderMap) -> BoxFuture<'static, Option<Vec<u8>>> + Send + Sync>;

#[derive(Clone)]
pub struct Shell(Arc<Parts>);

struct Parts {
    files: StaticFiles,
    /// `None`: no page was built, as in a bare test of the server.
    template: Option<Template>,
    public_url: String,
    clock: Clock,
    report_at: ReportAt,
    me: Me,
    /// The pages that hold nobody and no place, made when first asked for.
    neutral: RwLock<HashMap<(&'static str, Language), Arc<File>>>,
}

impl Shell {
    pub fn new(settings: &Settings, files: StaticFiles, clock: Clock, report_at: ReportAt, me: Me) -> Shell {
        Shell(Arc::new(Parts {
            template: Template::of(&files),
            files,
            public_url: settings.public_url.as_str().trim_end_matches('/').to_owned(),
            clock,
            report_at,
            me,
            neutral: RwLock::default(),
        }))
    }

    async fn page(&self, uri: &Uri, headers: &HeaderMap) -> Response {
        let Some(template) = &self.0.template else { return self.0.files.page(headers) };
        let visit = Visit::of(uri, headers);
        let data = self.data(&visit, headers).await;
        if visit.is_neutral() && data.is_empty() {
            return self.0.neutral(template, visit.page, visit.language).answer(headers);
        }
        let glance = data.report.as_deref().and_then(glance::read);
        let paint = match (&visit.place, &glance) {
            (Some(place), Some(glance)) => Some(FirstPaint::new(&visit, place, glance, self.0.clock.now())),
            _ => None,
        };
        let html = self.0.fill(template, &visit, paint.as_ref(), &data);
        private(html, headers)
    }

    /// Person and weather side by side: neither waits for the other.
    async fn data(&self, visit: &Visit, headers: &HeaderMap) -> Data {
        let report = async {
            match &visit.place {
                Some(place) => (self.0.report_at)(place.position).await,
                None => None,
            }
        };
        let (session, report) = tokio::join!((self.0.me)(headers.clone()), report);
        Data { session, position: visit.place.as_ref().map(|place| place.position), report }
    }
}

impl Parts {
    fn neutral(&self, template: &Template, page: Page, language: Language) -> Arc<File> {
        let key = (page.path, language);
        let known = self.neutral.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let html = self.fill(template, &Visit::neutral(page, language), None, &Data::default());
            let file = Arc::new(File::page(html));
            self.neutral.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&file));
            file
        })
    }

    fn fill(&self, template: &Template, visit: &Visit, paint: Option<&FirstPaint>, data: &Data) -> String {
        template.filled(&Fill {
            attributes: visit.attributes(),
            head: head::write(visit, paint, &self.public_url),
            first_paint: first_paint(visit, paint),
            ahead: head::fetched_ahead(visit, template),
            data: data.html(),
        })
    }
}

/// The weather, or the question which place it shall be; a known place whose weather is not at hand waits for the page.
fn first_paint(visit: &Visit, paint: Option<&FirstPaint>) -> String {
    match paint {
        Some(paint) => paint.html(),
        None if visit.page == HOME && visit.place.is_none() => welcome::html(visit.language),
        None => String::new(),
    }
}

fn private(html: String, request_headers: &HeaderMap) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, PRIVATE);
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

/// What search engines ask for beside the pages.
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

/// Answers whatever no other route took: a file of the built page, or the page itself.
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
        return shell.page(request.uri(), request.headers()).await;
    }
    (StatusCode::NOT_FOUND, "Not found").into_response()
}
