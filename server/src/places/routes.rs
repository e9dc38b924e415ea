//! The places endpoints: legacy Places JSON for the search field, our own JSON for the current position.

use axum::extract::{FromRef, Request, State};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Places;
use super::answers::{
    AutocompleteResponse, GeocodeResponse, PlaceDetailsResponse, PlaceName, PlacesSource, PlacesStatus,
};
use super::request::{AutocompleteQuery, Coordinates, DetailsQuery, GeocodeQuery, ReverseQuery, language};
use crate::error::{AppError, ErrorBody, Fields};
use crate::http::extract::{Json, Query};

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Places: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(autocomplete_place))
        .routes(routes!(get_place_details))
        .routes(routes!(geocode_address))
        .routes(routes!(reverse_geocode_place))
        .routes(routes!(get_position_name))
}

/// Suggest places for the text typed so far.
#[utoipa::path(get, path = "/api/google-places/autocomplete", tag = "places", params(AutocompleteQuery), responses(
    (status = 200, description = "Predictions, or the status word", body = AutocompleteResponse),
))]
async fn autocomplete_place(
    State(places): State<Places>,
    Query(query): Query<AutocompleteQuery>,
    request: Request,
) -> Json<AutocompleteResponse> {
    let client = places.client_of(&request);
    Json(match query.parse() {
        Ok(request) => places.autocomplete(request, client).await,
        Err(refusal) => AutocompleteResponse::invalid(refusal),
    })
}

/// One place by its id.
#[utoipa::path(get, path = "/api/google-places/details", tag = "places", params(DetailsQuery), responses(
    (status = 200, description = "The place, or the status word", body = PlaceDetailsResponse),
))]
async fn get_place_details(
    State(places): State<Places>,
    Query(query): Query<DetailsQuery>,
    request: Request,
) -> Json<PlaceDetailsResponse> {
    let client = places.client_of(&request);
    Json(match query.parse() {
        Ok(request) => places.details(request, client).await,
        Err(refusal) => PlaceDetailsResponse::failed(PlacesSource::Geonames, PlacesStatus::InvalidRequest, refusal),
    })
}

/// The coordinates of a named place.
#[utoipa::path(get, path = "/api/google-places/geocode", tag = "places", params(GeocodeQuery), responses(
    (status = 200, description = "Results, or the status word", body = GeocodeResponse),
))]
async fn geocode_address(
    State(places): State<Places>,
    Query(query): Query<GeocodeQuery>,
    request: Request,
) -> Json<GeocodeResponse> {
    let client = places.client_of(&request);
    Json(match query.parse() {
        Ok(request) => places.geocode(request, client).await,
        Err(refusal) => GeocodeResponse::invalid(refusal),
    })
}

/// The place at the given coordinates, as legacy Places JSON.
#[utoipa::path(get, path = "/api/google-places/reverse-geocode", tag = "places", params(ReverseQuery), responses(
    (status = 200, description = "Results, or the status word", body = GeocodeResponse),
))]
async fn reverse_geocode_place(
    State(places): State<Places>,
    Query(query): Query<ReverseQuery>,
    request: Request,
) -> Json<GeocodeResponse> {
    let client = places.client_of(&request);
    Json(match query.parse() {
        Ok((position, language)) => places.reverse(position, language, client).await,
        Err(refusal) => GeocodeResponse::invalid(refusal),
    })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PositionQuery {
    #[param(value_type = f64, minimum = -90, maximum = 90)]
    latitude: Option<String>,
    #[param(value_type = f64, minimum = -180, maximum = 180)]
    longitude: Option<String>,
    /// `en`, `de` or `tr`.
    language: Option<String>,
}

/// The name of the given coordinates; far from any place, the coordinates themselves.
#[utoipa::path(get, path = "/api/locations/geocode/reverse", tag = "places", params(PositionQuery), responses(
    (status = 200, description = "The name of the position", body = PlaceName),
    (status = 422, description = "Not a position on Earth", body = ErrorBody),
))]
async fn get_position_name(
    State(places): State<Places>,
    Query(query): Query<PositionQuery>,
    request: Request,
) -> Result<Json<PlaceName>, AppError> {
    let position = query.position().map_err(AppError::Invalid)?;
    let client = places.client_of(&request);
    Ok(Json(places.name_position(position, language(query.language), client).await))
}

impl PositionQuery {
    /// Reports errors of both coordinates at once.
    fn position(&self) -> Result<Coordinates, Fields> {
        let number = |text: &Option<String>| text.as_ref().and_then(|text| text.trim().parse::<f64>().ok());
        let (latitude, longitude) = (number(&self.latitude), number(&self.longitude));
        let mut fields = Fields::new();
        if latitude.and_then(|latitude| Coordinates::new(latitude, 0.0)).is_none() {
            fields.insert("latitude".into(), "Must be a number from -90 to 90".to_owned());
        }
        if longitude.and_then(|longitude| Coordinates::new(0.0, longitude)).is_none() {
            fields.insert("longitude".into(), "Must be a number from -180 to 180".to_owned());
        }
        latitude.zip(longitude).and_then(|(latitude, longitude)| Coordinates::new(latitude, longitude)).ok_or(fields)
    }
}
