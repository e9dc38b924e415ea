//! The location of a weather request: coordinates, or one of the user's saved places.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use url::form_urlencoded;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::db::Db;
use crate::error::AppError;
use crate::geo::coordinates::Coordinates;
use crate::on_db;
use crate::session::{CurrentUser, Sessions, UserId};
use crate::weather::model::grid::ELEVATIONS;

#[derive(Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WeatherQuery {
    /// Degrees, −90 to 90; not needed with the id of a saved place.
    #[param(minimum = -90, maximum = 90)]
    latitude: Option<f64>,
    /// Degrees, −180 to 180; not needed with the id of a saved place.
    #[param(minimum = -180, maximum = 180)]
    longitude: Option<f64>,
    /// Metres above sea level, −430 to 8,850. Without it the terrain model of the source is used.
    #[param(minimum = -430, maximum = 8850)]
    elevation: Option<f64>,
    /// One of the user's saved places, whose coordinates are used; `current` uses the coordinates of the request.
    location_id: Option<String>,
}

/// The place of a weather request. Only a request for a saved place needs a session.
pub struct RequestedPosition {
    pub coordinates: Coordinates,
    pub elevation: Option<f64>,
}

impl<S> FromRequestParts<S> for RequestedPosition
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let query = WeatherQuery::parse(parts.uri.query().unwrap_or_default())?;
        // Saved places have UUIDs; any other id, such as `current`, is the client's own.
        let coordinates = match query.location_id.as_deref().and_then(|id| Uuid::try_parse(id).ok()) {
            None => query.coordinates()?,
            // Boxed: with the queries inside, the future of every weather request would be several kilobytes large.
            Some(id) => Box::pin(saved_place(parts, state, id)).await?,
        };
        Ok(RequestedPosition { coordinates, elevation: query.elevation })
    }
}

impl WeatherQuery {
    /// Parsed by hand, so that an error names its field.
    fn parse(query: &str) -> Result<WeatherQuery, AppError> {
        let mut parsed = WeatherQuery::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "latitude" => parsed.latitude = Some(degrees("latitude", &value)?),
                "longitude" => parsed.longitude = Some(degrees("longitude", &value)?),
                "elevation" => parsed.elevation = Some(metres(&value)?),
                "location_id" => parsed.location_id = Some(value.into_owned()),
                _ => {}
            }
        }
        Ok(parsed)
    }

    fn coordinates(&self) -> Result<Coordinates, AppError> {
        let latitude = self.latitude.ok_or_else(|| not_degrees("latitude"))?;
        let longitude = self.longitude.ok_or_else(|| not_degrees("longitude"))?;
        Ok(Coordinates { latitude, longitude })
    }
}

fn degrees(field: &'static str, text: &str) -> Result<f64, AppError> {
    text.parse().map_err(|_| not_degrees(field))
}

fn metres(text: &str) -> Result<f64, AppError> {
    let metres = text.parse().ok().filter(|metres| ELEVATIONS.contains(metres));
    metres.ok_or_else(|| AppError::invalid("elevation", "must be metres above sea level, -430 to 8850"))
}

fn not_degrees(field: &'static str) -> AppError {
    AppError::invalid(field, "is needed, as a number of degrees")
}

async fn saved_place<S>(parts: &mut Parts, state: &S, id: Uuid) -> Result<Coordinates, AppError>
where
    S: Send + Sync,
    Sessions: FromRef<S>,
{
    let user = CurrentUser::from_request_parts(parts, state).await?;
    let saved = find_saved_place(&Sessions::from_ref(state).db, user.user_id, id).await?;
    saved.ok_or(AppError::NotFound)
}

async fn find_saved_place(db: &Db, owner: UserId, id: Uuid) -> Result<Option<Coordinates>, sqlx::Error> {
    let found: Option<(f64, f64)> = on_db!(db.reader(), pool => {
        sqlx::query_as("select latitude, longitude from locations where user_id = $1 and id = $2")
            .bind(owner)
            .bind(id)
            .fetch_optional(pool)
            .await
    })?;
    Ok(found.map(|(latitude, longitude)| Coordinates { latitude, longitude }))
}
