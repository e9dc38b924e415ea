//! Thresholds of the current user, set per saved place.

use axum::extract::{FromRef, Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::kind::ThresholdKind;
use super::queries;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::in_transaction;
use crate::session::{CurrentUser, Sessions};

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list_thresholds)).routes(routes!(update_thresholds))
}

/// What the user is notified of at one place.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
struct Threshold {
    kind: ThresholdKind,
    /// In m/s, °C, the UV index or the hour of the day; null for frost and first snow.
    #[schema(required)]
    value: Option<f64>,
}

#[derive(Serialize, ToSchema)]
struct PlaceThresholds {
    location_id: Uuid,
    thresholds: Vec<Threshold>,
}

#[derive(Serialize, ToSchema)]
struct ThresholdList {
    /// Places without a threshold are not in it.
    places: Vec<PlaceThresholds>,
}

#[derive(Deserialize, ToSchema)]
struct NewThresholds {
    /// All of the place; each kind at most once.
    thresholds: Vec<Threshold>,
}

/// List the thresholds of the current user.
#[utoipa::path(get, path = "/api/thresholds", tag = "briefings", responses(
    (status = 200, description = "By place", body = ThresholdList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn list_thresholds(State(sessions): State<Sessions>, me: CurrentUser) -> Result<Json<ThresholdList>, AppError> {
    let mut places: Vec<PlaceThresholds> = Vec::new();
    for row in queries::list_thresholds(&sessions.db, me.user_id).await? {
        let Some(kind) = ThresholdKind::parse(&row.kind) else { continue };
        let threshold = Threshold { kind, value: row.value };
        match places.last_mut().filter(|last| last.location_id == row.location_id) {
            Some(place) => place.thresholds.push(threshold),
            None => places.push(PlaceThresholds { location_id: row.location_id, thresholds: vec![threshold] }),
        }
    }
    Ok(Json(ThresholdList { places }))
}

/// Set all thresholds of a saved place.
#[utoipa::path(put, path = "/api/thresholds/{location_id}", tag = "briefings", request_body = NewThresholds,
    params(("location_id" = Uuid, Path, description = "The place")), responses(
    (status = 200, description = "As they are now", body = PlaceThresholds),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 404, description = "Not a place of yours", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A number is out of its range, or a kind is named twice", body = ErrorBody),
))]
async fn update_thresholds(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Path(location): Path<String>,
    Json(body): Json<NewThresholds>,
) -> Result<Json<PlaceThresholds>, AppError> {
    let location_id = Uuid::try_parse(&location).map_err(|_| AppError::NotFound)?;
    let wanted = body.parse()?;
    in_transaction!(sessions.db, tx => {
        if !queries::has_location(tx, me.user_id, location_id).await? {
            return Err(AppError::NotFound);
        }
        queries::replace_thresholds(tx, me.user_id, location_id, &wanted).await?;
        Ok(())
    })?;
    Ok(Json(PlaceThresholds { location_id, thresholds: body.thresholds }))
}

impl NewThresholds {
    fn parse(&self) -> Result<Vec<(ThresholdKind, Option<f64>)>, AppError> {
        for (index, Threshold { kind, value }) in self.thresholds.iter().enumerate() {
            if self.thresholds[..index].iter().any(|before| before.kind == *kind) {
                return Err(AppError::invalid("thresholds", format!("has {} twice", kind.as_str())));
            }
            if !kind.accepts(*value) {
                let range = match kind.range() {
                    Some(range) => format!("must be from {} to {}", range.start(), range.end()),
                    None => "must be null".to_owned(),
                };
                return Err(AppError::invalid(kind.as_str(), range));
            }
        }
        Ok(self.thresholds.iter().map(|threshold| (threshold.kind, threshold.value)).collect())
    }
}
