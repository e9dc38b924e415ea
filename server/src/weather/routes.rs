//! The weather endpoints: one place, or up to twenty at once.

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::extract::{FromRef, Request, State};
use axum::http::header::{AGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::future::try_join_all;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::cache::encoded_body::weak_etag;
use super::cache::entry::{CacheEntry, RenderedReport};
use super::location_query::{RequestedSite, WeatherQuery};
use super::model::grid::GridPoint;
use super::report::{AccuracyReport, AirReport, WeatherReport};
use super::service::{Requester, Weather};
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, NOT_ON_EARTH, Site};
use crate::http::extract::{Json, Query};
use crate::http::negotiation::{accepts_encoding, is_unchanged};
use crate::session::Sessions;

const MAX_BATCH: usize = 20;

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Weather: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(get_weather))
        .routes(routes!(get_weather_batch))
        .routes(routes!(get_weather_accuracy))
        .routes(routes!(get_weather_air))
        .routes(routes!(super::health::get_weather_health))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct BatchQuery {
    /// Up to twenty places as `latitude,longitude[@elevation][,location_id]`, separated by semicolons.
    #[param(example = "52.52,13.41;47.42,10.98@2962,hut")]
    places: String,
}

/// Reports in the order of the request.
#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "schema only: the body is joined from rendered reports")]
struct WeatherBatch {
    places: Vec<BatchedReport>,
}

#[derive(Serialize, ToSchema)]
#[allow(dead_code, reason = "schema only: the body is joined from rendered reports")]
struct BatchedReport {
    /// As given in the request.
    #[schema(required = true)]
    location_id: Option<String>,
    report: WeatherReport,
}

/// The weather report of one place.
#[utoipa::path(get, path = "/api/weather", tag = "weather", params(WeatherQuery), responses(
    (status = 200, description = "The report; its age is in the Age header", body = WeatherReport),
    (status = 304, description = "Nothing changed since the report named in If-None-Match"),
    (status = 401, description = "A saved place was requested without signing in", body = ErrorBody),
    (status = 404, description = "Not a saved place of the caller", body = ErrorBody),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
    (status = 429, description = "Too many places that are not in the cache", body = ErrorBody),
))]
async fn get_weather(
    State(weather): State<Weather>,
    RequestedSite(site): RequestedSite,
    request: Request,
) -> Result<Response, AppError> {
    let headers = request.headers();
    let point = grid_point(&weather, site)?;
    let requester = Requester::Client(weather.client_of(&request));
    let entry = weather.entry(point, requester).await?;
    let now = weather.now();
    let rendered = weather.rendered_report(&entry).await?;
    let mut response = Response::new(HttpBody::empty());
    *response.headers_mut() = common_headers(&rendered.body.etag, age(&entry, now));
    if is_unchanged(headers, &rendered.body.etag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    let response_headers = response.headers_mut();
    response_headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let bytes = match negotiate_encoding(headers) {
        Encoding::Brotli => {
            response_headers.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
            rendered.body.brotli.clone()
        }
        Encoding::Gzip => {
            response_headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            weather.gzip(&entry, rendered).await?
        }
        Encoding::Identity => weather.plain_body(&rendered).await?,
    };
    *response.body_mut() = HttpBody::from(bytes);
    Ok(response)
}

/// The weather reports of several places.
#[utoipa::path(get, path = "/api/weather/batch", tag = "weather", params(BatchQuery), responses(
    (status = 200, description = "The reports, in the order of the places", body = WeatherBatch),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 422, description = "Not a list of one to twenty places", body = ErrorBody),
    (status = 429, description = "Too many places that are not in the cache", body = ErrorBody),
))]
async fn get_weather_batch(
    State(weather): State<Weather>,
    Query(query): Query<BatchQuery>,
    request: Request,
) -> Result<Response, AppError> {
    let headers = request.headers();
    let places = parse_places(&weather, &query.places)?;
    let requester = Requester::Client(weather.client_of(&request));
    let entries = try_join_all(places.iter().map(|place| weather.entry(place.point, requester))).await?;
    let now = weather.now();
    let reports = try_join_all(entries.iter().map(|entry| weather.rendered_report(entry))).await?;

    let versions: Vec<&[u8]> = reports.iter().map(|rendered| rendered.body.etag.as_bytes()).collect();
    let etag = weak_etag(&[query.places.as_bytes(), &versions.concat()].concat());
    let oldest = entries.iter().filter_map(|entry| age(entry, now)).max();
    if is_unchanged(headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, common_headers(&etag, oldest)).into_response());
    }
    let body = batch_json(&places, &reports)?;
    let mut response_headers = common_headers(&etag, oldest);
    response_headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok((response_headers, body).into_response())
}

/// How accurate the forecasts of one place have been.
#[utoipa::path(get, path = "/api/weather/accuracy", tag = "weather", params(WeatherQuery), responses(
    (status = 200, description = "What was forecast over the past thirty days, and what the weather was", body = AccuracyReport),
    (status = 401, description = "A saved place was requested without signing in", body = ErrorBody),
    (status = 404, description = "Not a saved place of the caller", body = ErrorBody),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
))]
async fn get_weather_accuracy(
    State(weather): State<Weather>,
    RequestedSite(site): RequestedSite,
) -> Result<impl IntoResponse, AppError> {
    let report = weather.accuracy(grid_point(&weather, site)?).await?;
    // It changes once a day.
    Ok(([(CACHE_CONTROL, HeaderValue::from_static("private, max-age=600"))], Json(report)))
}

/// The air quality and pollen of one place, hour by hour.
#[utoipa::path(get, path = "/api/weather/air", tag = "weather", params(WeatherQuery), responses(
    (status = 200, description = "What the report says about the air, and its hours", body = AirReport),
    (status = 401, description = "A saved place was requested without signing in", body = ErrorBody),
    (status = 404, description = "Not a saved place of the caller", body = ErrorBody),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
    (status = 429, description = "Too many places whose air is not known yet", body = ErrorBody),
))]
async fn get_weather_air(
    State(weather): State<Weather>,
    RequestedSite(site): RequestedSite,
    request: Request,
) -> Result<impl IntoResponse, AppError> {
    let report = weather.air(grid_point(&weather, site)?, weather.client_of(&request)).await?;
    Ok(([(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))], Json(report)))
}

/// A [`WeatherBatch`]. The reports are JSON already: they are joined without being parsed.
fn batch_json(places: &[RequestedPlace], reports: &[Arc<RenderedReport>]) -> anyhow::Result<Vec<u8>> {
    let mut body = br#"{"places":["#.to_vec();
    for (index, (place, rendered)) in places.iter().zip(reports).enumerate() {
        if index > 0 {
            body.push(b',');
        }
        body.extend_from_slice(br#"{"location_id":"#);
        body.extend(serde_json::to_vec(&place.location_id)?);
        body.extend_from_slice(br#","report":"#);
        body.extend(rendered.body.decompress()?);
        body.push(b'}');
    }
    body.extend_from_slice(b"]}");
    Ok(body)
}

struct RequestedPlace {
    point: GridPoint,
    location_id: Option<String>,
}

fn parse_places(weather: &Weather, text: &str) -> Result<Vec<RequestedPlace>, AppError> {
    let places: Vec<&str> = text.split(';').filter(|place| !place.trim().is_empty()).collect();
    if places.is_empty() || places.len() > MAX_BATCH {
        return Err(AppError::invalid("places", format!("must be 1 to {MAX_BATCH} places")));
    }
    places
        .into_iter()
        .map(|place| {
            let malformed = || {
                AppError::invalid(
                    "places",
                    "must be latitude,longitude[@elevation][,location_id] separated by semicolons",
                )
            };
            let mut parts = place.splitn(3, ',');
            let (latitude, rest) = parts.next().zip(parts.next()).ok_or_else(malformed)?;
            let (longitude, metres) =
                rest.split_once('@').map_or((rest, None), |(degrees, metres)| (degrees, Some(metres)));
            let degrees = |text: &str| text.trim().parse::<f64>().map_err(|_| malformed());
            let coordinates = Coordinates { latitude: degrees(latitude)?, longitude: degrees(longitude)? };
            let elevation = match metres {
                Some(text) => Some(Elevation::parse(text).ok_or_else(|| AppError::invalid("places", NOT_ON_EARTH))?),
                None => None,
            };
            let location_id = parts.next().map(|id| id.trim().to_owned());
            Ok(RequestedPlace { point: grid_point(weather, Site { coordinates, elevation })?, location_id })
        })
        .collect()
}

fn grid_point(weather: &Weather, site: Site) -> Result<GridPoint, AppError> {
    weather.grid_point(site).ok_or_else(|| {
        let field = if (-90.0..=90.0).contains(&site.coordinates.latitude) { "longitude" } else { "latitude" };
        AppError::invalid(field, "is not on Earth: latitude is -90 to 90, longitude -180 to 180")
    })
}

fn age(entry: &CacheEntry, now: Timestamp) -> Option<u64> {
    let fetched_at = entry.origin.as_ref()?.fetched_at;
    Some(u64::try_from(now.duration_since(fetched_at).as_secs()).unwrap_or(0))
}

fn common_headers(etag: &HeaderValue, age_seconds: Option<u64>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ETAG, etag.clone());
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // The browser caches it and revalidates each time, which costs a 304.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Some(seconds) = age_seconds {
        headers.insert(AGE, HeaderValue::from(seconds));
    }
    headers
}

enum Encoding {
    Brotli,
    Gzip,
    Identity,
}

fn negotiate_encoding(headers: &HeaderMap) -> Encoding {
    let accepts = |coding: &str| accepts_encoding(headers, coding);
    if accepts("br") {
        Encoding::Brotli
    } else if accepts("gzip") {
        Encoding::Gzip
    } else {
        Encoding::Identity
    }
}
