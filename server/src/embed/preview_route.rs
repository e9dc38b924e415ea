//! The picture of a link preview at its address, which names the hour: a chat that keeps pictures by address shows one that
//! matches its time. Without weather of that hour the answer leads to the fixed picture.

use std::net::IpAddr;

use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use url::form_urlencoded;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::preview::{Preview, is_present};
use super::request::{EmbedRequest, RequestKey};
use super::routes::{PlaceQuery, QUARTER_SECONDS};
use super::theme::Theme;
use super::{Embeds, Kind, Parts, Rendered, RenderedKey};
use crate::error::AppError;
use crate::http::client_address::client_address;
use crate::measures::Measures;
use crate::published_report::LoadedReport;
use crate::weather_words::WeatherWords;

/// Without numbers.
const FIXED_PICTURE: &str = "/social.jpg";

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Embeds: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(get_link_preview))
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "schema only: `EmbedRequest` reads the query")]
struct PreviewQuery {
    /// `en`, `de` or `tr`; `en` if it is missing.
    lang: Option<String>,
    /// `metric`, `kmh`, `uk` or `us`; `metric` if it is missing.
    units: Option<String>,
    /// The present hour in UTC.
    #[param(example = "2026-11-15T12")]
    hour: String,
}

/// The weather of a place as the picture of a link preview, 1200 × 630. Pages of a place name it as their `og:image`.
#[utoipa::path(get, path = "/embed/preview.png", tag = "embeds", params(PlaceQuery, PreviewQuery), responses(
    (status = 200, description = "PNG", content_type = "image/png", body = Vec<u8>),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 307, description = "There is no weather of this hour: leads to a picture without numbers"),
    (status = 400, description = "A parameter is wrong; the text says which", content_type = "text/plain", body = String),
    (status = 503, description = "Too much is asked of us; `Retry-After` says when to come back", content_type = "text/plain", body = String),
))]
async fn get_link_preview(State(embeds): State<Embeds>, request: Request) -> Response {
    let client = client_address(&request, &embeds.0.trusted_proxies);
    let (request, _) = request.into_parts();
    // The address alone decides what is drawn, so that caches can share the picture.
    let wanted = match EmbedRequest::parse(&request.uri, &HeaderMap::new()) {
        Ok(wanted) => wanted,
        Err(problem) => {
            return embeds.0.refuse(Kind::Raster, Theme::Dark, StatusCode::BAD_REQUEST, problem.language, problem.key);
        }
    };
    match embeds.0.preview(&wanted, &request.uri, client).await {
        Some(rendered) => embeds.0.respond(&request.headers, Kind::Raster, Theme::Dark, rendered),
        None => fixed_picture(),
    }
}

impl Parts {
    async fn preview(&self, wanted: &EmbedRequest, uri: &Uri, client: Option<IpAddr>) -> Option<Rendered> {
        let query = uri.query().unwrap_or_default();
        let hour = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "hour")?.1;
        if !is_present(&hour, self.clock.now()) {
            return None;
        }
        let loaded = (self.load_known_report)(wanted.site, client).await?;
        let quarter = self.clock.now().as_second().div_euclid(QUARTER_SECONDS);
        let name = self.writable_name(wanted);
        let request = RequestKey::of_preview(&name, wanted.language, wanted.units);
        let key = RenderedKey { etag: loaded.etag.clone(), quarter, kind: None, request };
        let rendered = Box::pin(self.rendered.try_get_with(key, self.draw_preview(wanted, &name, &loaded))).await;
        match rendered {
            Ok(rendered) => Some(Rendered { fresh_until: loaded.fresh_until, ..rendered }),
            Err(error) => {
                tracing::debug!("no link preview: {error:?}");
                None
            }
        }
    }

    async fn draw_preview(
        &self,
        wanted: &EmbedRequest,
        name: &str,
        loaded: &LoadedReport,
    ) -> Result<Rendered, AppError> {
        let (report, summary) = loaded.parse().await?;
        let measures = Measures { language: wanted.language, units: wanted.units };
        let words = WeatherWords { measures, zone: report.zone(), now: self.clock.now() };
        let font = &self.rasteriser.font;
        let preview = summary.as_ref().and_then(|summary| Preview::new(name, &report, summary, &words, font));
        let svg = preview.ok_or_else(|| anyhow::anyhow!("the weather is unknown or old"))?.svg(font);
        Ok(Rendered::new(self.rasteriser.png(svg, 1).await?, loaded.fresh_until)?)
    }
}

fn fixed_picture() -> Response {
    let headers = [
        (header::LOCATION, HeaderValue::from_static(FIXED_PICTURE)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (StatusCode::TEMPORARY_REDIRECT, headers).into_response()
}
