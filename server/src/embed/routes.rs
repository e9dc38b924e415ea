//! The page and the picture at their addresses, with what a cache needs to know.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::content::Content;
use super::request::EmbedRequest;
use super::svg::Letters;
use super::theme::Theme;
use super::{Embeds, Kind, Parts, Rendered, RenderedKey, html, preview_route, svg};
use crate::encoding::hex;
use crate::error::AppError;
use crate::http::client_address::client_address;
use crate::http::negotiation::is_unchanged;
use crate::http::security_headers::MayBeFramed;
use crate::i18n::{Language, text};
use crate::published_report::LoadedReport;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
/// With those that every answer gets, so that the map need not grow.
const HEADERS: usize = 16;
/// As often as a report is rendered again.
pub(super) const QUARTER_SECONDS: i64 = 900;
/// A report that is being replaced is asked for again after this time.
const MIN_CACHE_SECONDS: i64 = 60;

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Embeds: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(get_embed_page))
        .routes(routes!(get_embed_picture))
        .routes(routes!(get_embed_raster))
        .merge(preview_route::routes())
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "schema only: `EmbedRequest` reads the query")]
pub(super) struct PlaceQuery {
    #[param(example = 52.52)]
    lat: f64,
    #[param(example = 13.41)]
    lon: f64,
    /// Metres above sea level.
    elevation: Option<f64>,
    /// What the place is called; otherwise the nearest town.
    name: Option<String>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "schema only: `EmbedRequest` reads the query")]
struct EmbedQuery {
    /// `now`, `day` (the next 24 hours) or `week`; `now` if it is missing.
    view: Option<String>,
    /// `light`, `dark`, `contrast` or `auto`; `auto` if it is missing.
    theme: Option<String>,
    /// `en`, `de` or `tr`; otherwise the language of the reader.
    lang: Option<String>,
    /// `metric`, `kmh`, `uk` or `us`; `metric` if it is missing.
    units: Option<String>,
}

/// The weather of a place as a page for an `<iframe>`, without scripts.
#[utoipa::path(get, path = "/embed", tag = "embeds", params(PlaceQuery, EmbedQuery), responses(
    (status = 200, description = "HTML", content_type = "text/html", body = String),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 400, description = "A parameter is wrong; the page says which", content_type = "text/html", body = String),
    (status = 429, description = "Too many new places from this address", content_type = "text/html", body = String),
    (status = 503, description = "Too much is asked of us; `Retry-After` says when to come back", content_type = "text/html", body = String),
))]
async fn get_embed_page(State(embeds): State<Embeds>, request: Request) -> Response {
    embeds.0.answer(request, Kind::Page).await
}

/// The weather of a place as a picture (SVG).
#[utoipa::path(get, path = "/embed.svg", tag = "embeds", params(PlaceQuery, EmbedQuery), responses(
    (status = 200, description = "SVG, with everything it shows in its `desc`", content_type = "image/svg+xml", body = String),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 400, description = "A parameter is wrong; the text says which", content_type = "text/plain", body = String),
    (status = 429, description = "Too many new places from this address", content_type = "text/plain", body = String),
    (status = 503, description = "Too much is asked of us; `Retry-After` says when to come back", content_type = "text/plain", body = String),
))]
async fn get_embed_picture(State(embeds): State<Embeds>, request: Request) -> Response {
    embeds.0.answer(request, Kind::Picture).await
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "schema only: `EmbedRequest` reads the query")]
struct ScaleQuery {
    /// Pixels for each of the 480 units of width: 1, 2 or 3; 2 if it is missing.
    scale: Option<u32>,
}

/// The weather of a place as a picture of pixels (PNG), for where SVG is not shown.
#[utoipa::path(get, path = "/embed.png", tag = "embeds", params(PlaceQuery, EmbedQuery, ScaleQuery), responses(
    (status = 200, description = "PNG", content_type = "image/png", body = Vec<u8>),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 400, description = "A parameter is wrong; the text says which", content_type = "text/plain", body = String),
    (status = 429, description = "Too many new places from this address", content_type = "text/plain", body = String),
    (status = 503, description = "Too much is asked of us; `Retry-After` says when to come back", content_type = "text/plain", body = String),
))]
async fn get_embed_raster(State(embeds): State<Embeds>, request: Request) -> Response {
    embeds.0.answer(request, Kind::Raster).await
}

impl Parts {
    async fn answer(&self, request: Request, kind: Kind) -> Response {
        let client = client_address(&request, &self.trusted_proxies);
        let (request, _) = request.into_parts();
        let wanted = match EmbedRequest::parse(&request.uri, &request.headers) {
            Ok(wanted) => wanted,
            Err(problem) => {
                return self.refuse(kind, Theme::Auto, StatusCode::BAD_REQUEST, problem.language, problem.key);
            }
        };
        match self.rendered(&wanted, kind, client).await {
            Ok(rendered) => {
                let mut response = self.respond(&request.headers, kind, wanted.theme, rendered);
                // The language, unless the address names one, and the clock.
                response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
                response
            }
            Err(error) => self.refuse_for(kind, &wanted, &error),
        }
    }

    /// The cached report in words, rendered once for each request and quarter hour.
    async fn rendered(
        &self,
        wanted: &EmbedRequest,
        kind: Kind,
        client: Option<IpAddr>,
    ) -> Result<Rendered, Arc<AppError>> {
        let loaded = (self.load_report)(wanted.site, client).await?;
        let now = self.clock.now();
        let quarter = now.as_second().div_euclid(QUARTER_SECONDS);
        // From what was understood, so that parameters without a meaning render nothing again.
        let key = RenderedKey { etag: loaded.etag.clone(), quarter, kind: Some(kind), request: wanted.key() };
        let rendered = match self.rendered.get(&key).await {
            Some(rendered) => rendered,
            // Boxed: with a rendering inside, the future of every request would be many kilobytes large. Those who ask for
            // the same at the same time wait for one rendering.
            None => Box::pin(self.rendered.try_get_with(key, self.render(wanted, kind, &loaded, now))).await?,
        };
        Ok(Rendered { fresh_until: loaded.fresh_until, ..rendered })
    }

    async fn render(
        &self,
        wanted: &EmbedRequest,
        kind: Kind,
        loaded: &LoadedReport,
        now: Timestamp,
    ) -> Result<Rendered, AppError> {
        let (report, summary) = loaded.parse().await?;
        let summary = summary.as_ref().and_then(|summary| summary.sentence.as_ref());
        let place = if kind == Kind::Raster { self.writable_name(wanted) } else { self.name(wanted) };
        let font = &self.rasteriser.font;
        let limit = (kind == Kind::Raster).then_some(font);
        let content = Content::new(wanted, &place, &report, summary, now, &self.public_url, limit);
        let style = &self.style(wanted.theme, kind).text;
        let body = match kind {
            Kind::Page => html::render(&content, style).into_bytes(),
            Kind::Picture => svg::render(&content, style, Letters::Estimated).into_bytes(),
            Kind::Raster => {
                let svg = svg::render(&content, style, Letters::Measured(font));
                self.rasteriser.png(svg, wanted.scale).await?
            }
        };
        Ok(Rendered::new(body, loaded.fresh_until)?)
    }

    fn name(&self, wanted: &EmbedRequest) -> String {
        wanted.name.clone().unwrap_or_else(|| (self.describe)(wanted.site.coordinates, wanted.language).text)
    }

    /// In the letters of our font: the name, else that of the nearest town, else the position.
    pub(super) fn writable_name(&self, wanted: &EmbedRequest) -> String {
        let font = &self.rasteriser.font;
        let position = wanted.site.coordinates;
        let own = wanted.name.as_ref().and_then(|name| font.writable(name));
        let town = || font.writable(&(self.describe)(position, wanted.language).text);
        own.or_else(town).unwrap_or_else(|| format!("{:.2}, {:.2}", position.latitude, position.longitude))
    }

    pub(super) fn respond(&self, request: &HeaderMap, kind: Kind, theme: Theme, rendered: Rendered) -> Response {
        let seconds = cache_seconds(self.clock.now(), rendered.fresh_until);
        let (status, body) = match is_unchanged(request, &rendered.etag) {
            true => (StatusCode::NOT_MODIFIED, Body::empty()),
            false => (StatusCode::OK, Body::from(rendered.body)),
        };
        // Not from a tuple, which would copy the headers one by one into a second map.
        let mut response = Response::new(body);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        *headers = self.common_headers(kind, theme);
        headers.insert(header::ETAG, rendered.etag);
        if let Ok(value) = HeaderValue::try_from(format!("public, max-age={seconds}, must-revalidate")) {
            headers.insert(header::CACHE_CONTROL, value);
        }
        with_frame(response, kind)
    }

    fn refuse_for(&self, kind: Kind, wanted: &EmbedRequest, error: &AppError) -> Response {
        let key = match error {
            AppError::TooMany { .. } => "server.terminal.tooMany",
            AppError::Overloaded { .. } => "server.terminal.busy",
            _ => {
                tracing::warn!("no weather for an embed: {error:#}");
                "server.terminal.unavailable"
            }
        };
        let mut response = self.refuse(kind, wanted.theme, error.status(), wanted.language, key);
        if let AppError::TooMany { retry_after_seconds } | AppError::Overloaded { retry_after_seconds } = error {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after_seconds));
        }
        response
    }

    /// In words, inside of the frame.
    pub(super) fn refuse(
        &self,
        kind: Kind,
        theme: Theme,
        status: StatusCode,
        language: Language,
        key: &str,
    ) -> Response {
        let problem = text(language, key, &[]);
        let mut headers = self.common_headers(kind, theme);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let body = match kind {
            Kind::Page => html::render_problem(language, &problem, &self.style(theme, kind).text),
            Kind::Picture | Kind::Raster => {
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
                problem + "\n"
            }
        };
        with_frame((status, headers, body).into_response(), kind)
    }

    fn common_headers(&self, kind: Kind, theme: Theme) -> HeaderMap {
        let content_type = match kind {
            Kind::Page => "text/html; charset=utf-8",
            Kind::Picture => "image/svg+xml; charset=utf-8",
            Kind::Raster => "image/png",
        };
        let mut headers = HeaderMap::with_capacity(HEADERS);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        headers.insert(header::CONTENT_SECURITY_POLICY, self.style(theme, kind).policy.clone());
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
        headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
        headers
    }
}

impl Rendered {
    pub(super) fn new(body: Vec<u8>, fresh_until: Timestamp) -> anyhow::Result<Rendered> {
        let digest = hex(&Sha256::digest(&body));
        let etag = HeaderValue::try_from(format!("\"{}\"", &digest[..32]))?;
        Ok(Rendered { body: Bytes::from(body), etag, fresh_until })
    }
}

/// Only the page is for frames.
fn with_frame(mut response: Response, kind: Kind) -> Response {
    if kind == Kind::Page {
        response.extensions_mut().insert(MayBeFramed);
    }
    response
}

/// Until newer weather is asked for, or until the report is rendered again.
fn cache_seconds(now: Timestamp, fresh_until: Timestamp) -> i64 {
    let to_next_quarter = QUARTER_SECONDS - now.as_second().rem_euclid(QUARTER_SECONDS);
    fresh_until.duration_since(now).as_secs().min(to_next_quarter).max(MIN_CACHE_SECONDS)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_as_long_as_its_report_is_fresh() {
        let seconds =
            |fresh_until: &str| cache_seconds("2026-11-15T12:05:00Z".parse().unwrap(), fresh_until.parse().unwrap());
        assert_eq!(seconds("2026-11-15T12:09:00Z"), 240);
        assert_eq!(seconds("2026-11-15T13:00:00Z"), 600, "it is rendered again at a quarter past");
        assert_eq!(seconds("2026-11-15T12:00:00Z"), 60, "old: newer weather may come at any time");
    }
}
