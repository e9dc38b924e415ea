//! The saved locations endpoints; each accesses only the caller's own rows.

use std::sync::Arc;

use axum::extract::{FromRef, Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::location::{Location, LocationPatch, LocationRow, NewLocation};
use super::{Locations, queries};
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::GeoSource;
use crate::http::extract::Json;
use crate::http::fields::Empty;
use crate::i18n::Language;
use crate::session::{Caller, CurrentUser, Sessions};
use crate::settings::Settings;

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Locations: FromRef<S>,
    Sessions: FromRef<S>,
    Arc<Settings>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list_locations, create_location))
        .routes(routes!(update_location, delete_location))
}

#[derive(Serialize, ToSchema)]
struct LocationList {
    locations: Vec<Location>,
}

#[derive(Serialize, ToSchema)]
struct LocationResponse {
    location: Location,
}

/// The user's saved places, in their order.
#[utoipa::path(get, path = "/api/locations", tag = "locations", responses(
    (status = 200, description = "All of them", body = LocationList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn list_locations(
    State(locations): State<Locations>,
    me: CurrentUser,
    caller: Caller,
) -> Result<Json<LocationList>, AppError> {
    let rows = queries::list_locations(&locations.sessions.db, me.user_id).await?;
    Ok(Json(LocationList { locations: rows.into_iter().map(|row| locations.shown(row, caller.language)).collect() }))
}

/// Save a place.
#[utoipa::path(post, path = "/api/locations", tag = "locations", request_body = NewLocation, responses(
    (status = 201, description = "Saved", body = LocationResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 409, description = "This place is saved already, or a hundred are", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
async fn create_location(
    State(locations): State<Locations>,
    me: CurrentUser,
    caller: Caller,
    Json(body): Json<NewLocation>,
) -> Result<(StatusCode, Json<LocationResponse>), AppError> {
    let (row, position) = body.parse(locations.now())?;
    let row = row.with_elevation(&locations.find_elevation);
    let saved = queries::insert_location(&locations.sessions.db, me.user_id, row, position).await?;
    Ok((StatusCode::CREATED, Json(LocationResponse { location: locations.shown(saved, caller.language) })))
}

/// Change a place or its position in the list; absent fields stay.
#[utoipa::path(put, path = "/api/locations/{id}", tag = "locations", request_body = LocationPatch,
    params(("id" = Uuid, Path, description = "The place")), responses(
    (status = 200, description = "The place as it is now", body = LocationResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a place of yours", body = ErrorBody),
    (status = 409, description = "Another saved place is there", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
async fn update_location(
    State(locations): State<Locations>,
    me: CurrentUser,
    caller: Caller,
    Path(id): Path<String>,
    Json(patch): Json<LocationPatch>,
) -> Result<Json<LocationResponse>, AppError> {
    let id = parse_id(&id)?;
    patch.check()?;
    let row = queries::update_location(&locations.sessions.db, me.user_id, id, patch, locations.now()).await?;
    Ok(Json(LocationResponse { location: locations.shown(row, caller.language) }))
}

/// Delete a place.
#[utoipa::path(delete, path = "/api/locations/{id}", tag = "locations",
    params(("id" = Uuid, Path, description = "The place")), responses(
    (status = 200, description = "It is gone", body = Empty),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a place of yours", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn delete_location(
    State(locations): State<Locations>,
    me: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Empty>, AppError> {
    queries::delete_location(&locations.sessions.db, me.user_id, parse_id(&id)?).await?;
    Ok(Json(Empty {}))
}

/// A malformed id is treated as not found.
fn parse_id(id: &str) -> Result<Uuid, AppError> {
    Uuid::try_parse(id).map_err(|_| AppError::NotFound)
}

impl Locations {
    fn now(&self) -> i64 {
        self.sessions.clock.now().as_millisecond()
    }

    /// Google's address must not be stored, so the embedded index provides one.
    fn shown(&self, row: LocationRow, language: Language) -> Location {
        let is_ours_to_say = match row.geo_source {
            GeoSource::Google => true,
            GeoSource::Gazetteer => row.address.is_none(),
            GeoSource::Device => false,
        };
        let address = is_ours_to_say.then(|| (self.describe)(row.place_id.as_deref(), row.at(), language));
        // One that was saved before elevations were.
        let location = Location::from(row.with_elevation(&self.find_elevation));
        match address {
            Some(address) => location.with_address(address),
            None => location,
        }
    }
}
