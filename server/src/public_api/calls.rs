//! The calls with a token, version 1.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::PublicApi;
use super::document::{AlertsV1, WeatherV1};
use crate::db::Db;
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, NOT_ON_EARTH, Site};
use crate::http::extract::{Json, Query};
use crate::http::negotiation::is_unchanged;
use crate::on_db;
use crate::published_report::{LoadedReport, PublishedReport};
use crate::session::UserId;
use crate::session::api_tokens::Scope;

/// A report changes no more often than every few minutes.
const CACHE: HeaderValue = HeaderValue::from_static("private, max-age=60");

#[derive(Serialize, FromRow, ToSchema)]
pub struct PlaceV1 {
    id: Uuid,
    name: String,
    latitude: f64,
    longitude: f64,
    /// Metres above sea level.
    #[schema(required)]
    elevation: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct PlacesV1 {
    /// In the user's order.
    places: Vec<PlaceV1>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// The id of a saved place; needs the scope `places`, too.
    place: Option<String>,
    /// Degrees, −90 to 90.
    latitude: Option<f64>,
    /// Degrees, −180 to 180.
    longitude: Option<f64>,
    /// Metres above sea level, −500 to 9,000.
    elevation: Option<f64>,
}

/// The saved places of the token's user.
#[utoipa::path(get, path = "/api/v1/places", tag = "v1", security(("token" = ["places"])), responses(
    (status = 200, description = "All of them", body = PlacesV1),
    (status = 401, description = "No token, or a revoked one", body = ErrorBody),
    (status = 403, description = "The token has not the scope `places`", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many calls with this token", body = ErrorBody),
))]
pub async fn list_places(State(api): State<PublicApi>, headers: HeaderMap) -> Result<Json<PlacesV1>, AppError> {
    let user = api.authorize(&headers, Scope::Places).await?;
    Ok(Json(PlacesV1 { places: find_places(&api.0.sessions.db, user.user_id).await? }))
}

/// The weather of a place: now, hours and days.
#[utoipa::path(get, path = "/api/v1/weather", tag = "v1", security(("token" = ["weather"])), params(PlaceQuery), responses(
    (status = 200, description = "The weather; metric, times in UTC, null for unknown values", body = WeatherV1),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 401, description = "No token, or a revoked one", body = ErrorBody),
    (status = 403, description = "The token lacks a scope", body = ErrorBody),
    (status = 404, description = "Not a saved place of the user", body = ErrorBody),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
    (status = 429, description = "Too many calls with this token, or too many new places", body = ErrorBody),
))]
pub async fn get_place_weather(
    State(api): State<PublicApi>,
    Query(query): Query<PlaceQuery>,
    request: Request,
) -> Result<Response, AppError> {
    let (client, headers) = (api.client_of(&request), request.into_parts().0.headers);
    let (loaded, report) = api.report(Scope::Weather, &query, &headers, client).await?;
    let now = api.0.clock.now();
    answer(&headers, &loaded, || Json(WeatherV1::new(report, now)))
}

/// The alerts of a place, and whether the list is complete.
#[utoipa::path(get, path = "/api/v1/alerts", tag = "v1", security(("token" = ["alerts"])), params(PlaceQuery), responses(
    (status = 200, description = "The alerts; an empty list means none only if the coverage is `covered`", body = AlertsV1),
    (status = 304, description = "Nothing changed since the answer named in If-None-Match"),
    (status = 401, description = "No token, or a revoked one", body = ErrorBody),
    (status = 403, description = "The token lacks a scope", body = ErrorBody),
    (status = 404, description = "Not a saved place of the user", body = ErrorBody),
    (status = 422, description = "Not a place on Earth", body = ErrorBody),
    (status = 429, description = "Too many calls with this token, or too many new places", body = ErrorBody),
))]
pub async fn get_place_alerts(
    State(api): State<PublicApi>,
    Query(query): Query<PlaceQuery>,
    request: Request,
) -> Result<Response, AppError> {
    let (client, headers) = (api.client_of(&request), request.into_parts().0.headers);
    let (loaded, report) = api.report(Scope::Alerts, &query, &headers, client).await?;
    answer(&headers, &loaded, || Json(AlertsV1::new(report)))
}

impl PublicApi {
    async fn report(
        &self,
        scope: Scope,
        query: &PlaceQuery,
        headers: &HeaderMap,
        client: Option<IpAddr>,
    ) -> Result<(LoadedReport, PublishedReport), AppError> {
        let user = self.authorize(headers, scope).await?;
        let site = match &query.place {
            Some(id) => {
                self.0.sessions.api_user(headers, Scope::Places).await?;
                self.saved_place(user.user_id, id).await?
            }
            None => query.site()?,
        };
        let loaded = (self.0.load_report)(site, client).await?;
        let (report, _) = loaded.parse().await?;
        Ok((loaded, report))
    }

    async fn saved_place(&self, user: UserId, id: &str) -> Result<Site, AppError> {
        let id = Uuid::try_parse(id).map_err(|_| AppError::NotFound)?;
        let places = find_places(&self.0.sessions.db, user).await?;
        let place = places.into_iter().find(|place| place.id == id).ok_or(AppError::NotFound)?;
        Ok(Site {
            coordinates: Coordinates { latitude: place.latitude, longitude: place.longitude },
            elevation: place.elevation.and_then(|metres| Elevation::new(metres as f64)),
        })
    }
}

impl PlaceQuery {
    fn site(&self) -> Result<Site, AppError> {
        let degrees =
            |field, value: Option<f64>| value.ok_or_else(|| AppError::invalid(field, "is needed, or a place"));
        let (latitude, longitude) = (degrees("latitude", self.latitude)?, degrees("longitude", self.longitude)?);
        let coordinates = Coordinates::new(latitude, longitude)
            .ok_or_else(|| AppError::invalid("latitude", "and longitude must be on Earth"))?;
        let metres = |metres| Elevation::new(metres).ok_or_else(|| AppError::invalid("elevation", NOT_ON_EARTH));
        Ok(Site { coordinates, elevation: self.elevation.map(metres).transpose()? })
    }
}

fn answer<T: Serialize>(
    request_headers: &HeaderMap,
    loaded: &LoadedReport,
    body: impl FnOnce() -> Json<T>,
) -> Result<Response, AppError> {
    let headers = [(header::ETAG, loaded.etag.clone()), (header::CACHE_CONTROL, CACHE)];
    if is_unchanged(request_headers, &loaded.etag) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, body()).into_response())
}

async fn find_places(db: &Db, user: UserId) -> Result<Vec<PlaceV1>, sqlx::Error> {
    on_db!(db.reader(), pool => sqlx::query_as(
        "select id, name, latitude, longitude, elevation from locations where user_id = $1 order by position",
    )
    .bind(user)
    .fetch_all(pool)
    .await)
}
