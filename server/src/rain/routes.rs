//! The rain around a place, and the tiles of the map.

use std::io::Read;

use axum::body::Body;
use axum::extract::{FromRef, Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::base::BaseMap;
use super::forecast_map::ForecastFrameId;
use super::model::frame::FrameId;
use super::model::mercator::TileId;
use super::model::tile::TILE_BYTES;
use super::report::{ModelMap, RainReport};
use super::service::Rain;
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::Coordinates;
use crate::geo::town::Town;
use crate::http::extract::{Json, Query};
use crate::http::negotiation::accepts_encoding;
use crate::i18n::Language;
use crate::model_grid::GridField;

/// The report changes with the minutes.
const REPORT_CACHE: &str = "private, max-age=60";
/// What a tile shows never changes.
const TILE_CACHE: &str = "public, max-age=31536000, immutable";
/// A newer forecast has other addresses, but a neighbouring region may arrive later.
const MODEL_TILE_CACHE: &str = "public, max-age=600";
/// Names change with a release.
const TOWN_CACHE: &str = "public, max-age=86400";

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Rain: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(get_rain))
        .routes(routes!(get_rain_tile))
        .routes(routes!(get_model_map))
        .routes(routes!(get_model_tile))
        .routes(routes!(get_rain_base_tile))
        .routes(routes!(get_rain_towns))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RainQuery {
    /// Degrees, −90 to 90.
    #[param(minimum = -90, maximum = 90)]
    latitude: f64,
    /// Degrees, −180 to 180.
    #[param(minimum = -180, maximum = 180)]
    longitude: f64,
}

impl RainQuery {
    fn position(&self) -> Result<Coordinates, AppError> {
        let field = if self.latitude.abs() <= 90.0 { "longitude" } else { "latitude" };
        Coordinates::new(self.latitude, self.longitude)
            .ok_or_else(|| AppError::invalid(field, "is not on Earth: latitude is -90 to 90, longitude -180 to 180"))
    }
}

/// The rain around a place: what it does in the next hour, and the frames of the map.
#[utoipa::path(get, path = "/api/rain", tag = "rain", params(RainQuery), responses(
    (status = 200, description = "The rain around the place", body = RainReport),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
    (status = 429, description = "Too many calls from this address", body = ErrorBody),
))]
async fn get_rain(
    State(rain): State<Rain>,
    Query(query): Query<RainQuery>,
    request: Request,
) -> Result<impl IntoResponse, AppError> {
    let position = query.position()?;
    let client = rain.count_report(&request)?;
    let report = rain.report(position, client).await?;
    Ok(([(CACHE_CONTROL, HeaderValue::from_static(REPORT_CACHE))], Json(report)))
}

/// A tile of a frame: 256 × 256 bytes, row by row from the north-west. 0 is no radar, 1 dry, from 2 a rate of
/// 0.1 · 10^((byte − 2) / 20) mm/h or a little more, rounded down to one of thirteen; the highest bit is set where it snows.
#[utoipa::path(get, path = "/api/rain/tiles/{source}/{frame}/{zoom}/{x}/{y}", tag = "rain", params(
    ("source" = String, Path, description = "As in the rain around a place"),
    ("frame" = String, Path, description = "The id of a frame"),
    ("zoom" = u8, Path, description = "4 to 6, as in Web Mercator"),
    ("x" = u32, Path, description = "From 0 in the west"),
    ("y" = u32, Path, description = "From 0 in the north"),
), responses(
    (status = 200, description = "The classes of rain", content_type = "application/octet-stream", body = Vec<u8>),
    (status = 204, description = "Dry everywhere"),
    (status = 400, description = "Not the address of a tile", body = ErrorBody),
    (status = 404, description = "No such source, or no such frame any more", body = ErrorBody),
    (status = 429, description = "Too many calls from this address", body = ErrorBody),
))]
async fn get_rain_tile(
    State(rain): State<Rain>,
    Path((source, frame, zoom, x, y)): Path<(String, String, String, String, String)>,
    request: Request,
) -> Result<Response, AppError> {
    let frame: FrameId = frame.parse().map_err(|_| AppError::Malformed)?;
    let tile = parse_tile(&zoom, &x, &y).ok_or(AppError::Malformed)?;
    rain.count_tile(&request)?;
    let tile = rain.tile(&source, frame, tile).await?.ok_or(AppError::NotFound)?;
    respond(tile.brotli(), TILE_CACHE, &request)
}

/// What a forecast model has for the map around a place: rain where no radar reaches, temperature and wind.
#[utoipa::path(get, path = "/api/rain/model", tag = "rain", params(RainQuery), responses(
    (status = 200, description = "The frames of the forecast", body = ModelMap),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
    (status = 429, description = "Too many calls from this address", body = ErrorBody),
))]
async fn get_model_map(
    State(rain): State<Rain>,
    Query(query): Query<RainQuery>,
    request: Request,
) -> Result<impl IntoResponse, AppError> {
    let position = query.position()?;
    let client = rain.count_report(&request)?;
    let map = rain.model_map(position, client).await;
    Ok(([(CACHE_CONTROL, HeaderValue::from_static(REPORT_CACHE))], Json(map)))
}

/// A tile of the forecast: 256 × 256 bytes, row by row from the north-west. 0 is no value. Rain is as in the tiles of radar,
/// temperature is °C + 100, wind m/s + 1.
#[utoipa::path(get, path = "/api/rain/model/{field}/{frame}/{zoom}/{x}/{y}", tag = "rain", params(
    ("field" = String, Path, description = "rain, temperature or wind"),
    ("frame" = String, Path, description = "The id of a frame"),
    ("zoom" = u8, Path, description = "4 to 6, as in Web Mercator"),
    ("x" = u32, Path, description = "From 0 in the west"),
    ("y" = u32, Path, description = "From 0 in the north"),
), responses(
    (status = 200, description = "The values", content_type = "application/octet-stream", body = Vec<u8>),
    (status = 204, description = "1 everywhere: dry, or no wind"),
    (status = 400, description = "Not the address of a tile", body = ErrorBody),
    (status = 404, description = "An hour that is not shown any more", body = ErrorBody),
    (status = 429, description = "Too many calls from this address", body = ErrorBody),
))]
async fn get_model_tile(
    State(rain): State<Rain>,
    Path((field, frame, zoom, x, y)): Path<(String, String, String, String, String)>,
    request: Request,
) -> Result<Response, AppError> {
    let field = GridField::parse(&field).ok_or(AppError::Malformed)?;
    let frame: ForecastFrameId = frame.parse().map_err(|_| AppError::Malformed)?;
    let tile = parse_tile(&zoom, &x, &y).ok_or(AppError::Malformed)?;
    rain.count_tile(&request)?;
    let tile = rain.model_tile(field, frame, tile).await?.ok_or(AppError::NotFound)?;
    respond(tile.brotli(), MODEL_TILE_CACHE, &request)
}

/// A tile of the land and borders under the rain: rings of land and lines of borders in 4096ths of the tile. `server/src/rain/base`
/// describes its bytes.
#[utoipa::path(get, path = "/api/rain/base/{version}/{zoom}/{x}/{y}", tag = "rain", params(
    ("version" = String, Path, description = "As in the rain around a place"),
    ("zoom" = u8, Path, description = "4 or 6"),
    ("x" = u32, Path, description = "From 0 in the west"),
    ("y" = u32, Path, description = "From 0 in the north"),
), responses(
    (status = 200, description = "Land and borders", content_type = "application/octet-stream", body = Vec<u8>),
    (status = 204, description = "Water everywhere"),
    (status = 400, description = "Not the address of a tile", body = ErrorBody),
    (status = 404, description = "Another version", body = ErrorBody),
    (status = 429, description = "Too many calls from this address", body = ErrorBody),
))]
async fn get_rain_base_tile(
    State(rain): State<Rain>,
    Path((version, zoom, x, y)): Path<(String, String, String, String)>,
    request: Request,
) -> Result<Response, AppError> {
    let (zoom, x, y) = parse_base_tile(&zoom, &x, &y).ok_or(AppError::Malformed)?;
    rain.count_tile(&request)?;
    if version != rain.base().version {
        return Err(AppError::NotFound);
    }
    respond(rain.base().tile(zoom, x, y).map(Bytes::from_static), TILE_CACHE, &request)
}

/// The largest towns of a tile, largest first.
#[utoipa::path(get, path = "/api/rain/towns/{language}/{zoom}/{x}/{y}", tag = "rain", params(
    ("language" = String, Path, description = "en, de or tr"),
    ("zoom" = u8, Path, description = "4 or 6"),
    ("x" = u32, Path, description = "From 0 in the west"),
    ("y" = u32, Path, description = "From 0 in the north"),
), responses(
    (status = 200, description = "The towns", body = Vec<Town>),
    (status = 400, description = "Not the address of a tile", body = ErrorBody),
    (status = 429, description = "Too many calls from this address", body = ErrorBody),
))]
async fn get_rain_towns(
    State(rain): State<Rain>,
    Path((language, zoom, x, y)): Path<(String, String, String, String)>,
    request: Request,
) -> Result<impl IntoResponse, AppError> {
    let language = Language::parse(&language).ok_or(AppError::Malformed)?;
    let (zoom, x, y) = parse_base_tile(&zoom, &x, &y).ok_or(AppError::Malformed)?;
    rain.count_tile(&request)?;
    let towns = rain.labels().tile(language, zoom, x, y).await.ok_or(AppError::Malformed)?;
    Ok(([(CACHE_CONTROL, HeaderValue::from_static(TOWN_CACHE))], Json(towns)))
}

/// A tile that is kept compressed; nothing is an empty one.
fn respond(brotli: Option<Bytes>, cache: &'static str, request: &Request) -> Result<Response, AppError> {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let Some(brotli) = brotli else {
        *response.status_mut() = StatusCode::NO_CONTENT;
        return Ok(response);
    };
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    if accepts_encoding(request.headers(), "br") {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
        *response.body_mut() = Body::from(brotli);
    } else {
        let mut bytes = Vec::with_capacity(TILE_BYTES);
        brotli::Decompressor::new(brotli.as_ref(), 4096).read_to_end(&mut bytes).map_err(anyhow::Error::from)?;
        *response.body_mut() = Body::from(bytes);
    }
    Ok(response)
}

fn parse_tile(zoom: &str, x: &str, y: &str) -> Option<TileId> {
    TileId::new(zoom.parse().ok()?, x.parse().ok()?, y.parse().ok()?)
}

fn parse_base_tile(zoom: &str, x: &str, y: &str) -> Option<(u8, u32, u32)> {
    let (zoom, x, y) = (zoom.parse().ok()?, x.parse().ok()?, y.parse().ok()?);
    BaseMap::is_tile(zoom, x, y).then_some((zoom, x, y))
}
