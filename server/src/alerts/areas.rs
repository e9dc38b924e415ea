//! The area of an issued alert, for a small map. It is not part of the report, which stays small.

use axum::extract::{FromRef, Path, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::area::{Bounds, Ring};
use super::model::outline::Outline;
use super::service::AlertService;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;

/// An alert keeps its id when an update changes its area.
const CACHE: HeaderValue = HeaderValue::from_static("private, max-age=300");

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    AlertService: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(get_alert_area))
}

/// Where an alert applies.
#[derive(Serialize, ToSchema)]
struct AlertArea {
    /// Null if nothing can be drawn.
    #[schema(required)]
    bounds: Option<AreaBounds>,
    /// The coordinates of a GeoJSON MultiPolygon, longitude first, simplified to at most 300 points in total.
    #[schema(value_type = Vec<Vec<Vec<Vec<f64>>>>)]
    polygons: Vec<Vec<Ring>>,
    /// False if the alert applies to other parts too, which are only named.
    is_complete: bool,
}

/// Degrees; east is beyond 180 where the area crosses the date line.
#[derive(Serialize, ToSchema)]
struct AreaBounds {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

/// The area of an alert that an authority issued.
#[utoipa::path(get, path = "/api/alerts/{id}/area", tag = "weather",
    params(("id" = String, Path, description = "The id of an issued alert in force")),
    responses(
        (status = 200, description = "What can be drawn of the area", body = AlertArea),
        (status = 404, description = "No such alert is in force", body = ErrorBody),
    ))]
async fn get_alert_area(State(alerts): State<AlertService>, Path(id): Path<String>) -> Result<Response, AppError> {
    let outline = alerts.find_outline(&id).await.ok_or(AppError::NotFound)?;
    Ok(([(CACHE_CONTROL, CACHE)], Json(AlertArea::from(outline))).into_response())
}

impl From<Outline> for AlertArea {
    fn from(Outline { polygons, bounds, is_complete }: Outline) -> AlertArea {
        let bounds = bounds.map(|Bounds { south, north, west, east }| AreaBounds { west, south, east, north });
        AlertArea { bounds, polygons, is_complete }
    }
}
