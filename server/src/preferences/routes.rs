//! Reads and changes the preferences of the current user.

use axum::extract::{FromRef, State};
use futures_util::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Accessibility;
use super::{Preferences, queries, unsubscribe};
use crate::db::Tx;
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::notification_settings::{AirPreferences, Notifications};
use crate::session::{CurrentUser, Sessions, UserId};

/// What a phone's loudspeaker can play.
const FREQUENCIES_HERTZ: std::ops::RangeInclusive<u16> = 100..=8_000;

/// Schedules a new check of a user's places inside the transaction that changes their settings: a function of `alerts`,
/// passed in by `app`.
pub type RecheckUser = for<'a> fn(&'a mut Tx, UserId, i64) -> BoxFuture<'a, Result<(), sqlx::Error>>;

#[derive(Clone)]
pub struct UserPreferences {
    pub sessions: Sessions,
    pub recheck_user: RecheckUser,
}

#[derive(Serialize, ToSchema)]
pub struct PreferencesResponse {
    preferences: Preferences,
}

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    UserPreferences: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(get_preferences, update_preferences))
        .routes(routes!(unsubscribe::show_unsubscribe, unsubscribe::unsubscribe))
}

/// Preferences the user has set.
#[utoipa::path(get, path = "/api/user/preferences", tag = "preferences", responses(
    (status = 200, description = "Only the keys the user has set", body = PreferencesResponse),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn get_preferences(
    State(sessions): State<Sessions>,
    me: CurrentUser,
) -> Result<Json<PreferencesResponse>, AppError> {
    Ok(Json(PreferencesResponse { preferences: queries::find(&sessions.db, me.user_id).await? }))
}

/// Change some preferences; the others stay as they are.
#[utoipa::path(post, path = "/api/user/preferences", tag = "preferences", request_body = Preferences, responses(
    (status = 200, description = "All preferences after the change", body = PreferencesResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A value is not allowed", body = ErrorBody),
))]
async fn update_preferences(
    State(state): State<UserPreferences>,
    me: CurrentUser,
    Json(patch): Json<Preferences>,
) -> Result<Json<PreferencesResponse>, AppError> {
    validate(&patch)?;
    let preferences = queries::patch(&state, me.user_id, patch).await?;
    Ok(Json(PreferencesResponse { preferences }))
}

fn validate(patch: &Preferences) -> Result<(), AppError> {
    if let Some(Notifications { quiet_hours: Some(quiet_hours), .. }) = &patch.notifications
        && !quiet_hours.is_valid()
    {
        return Err(AppError::invalid("quietHours", "Times are written as 22:00"));
    }
    if let Some(AirPreferences { sensitivities: Some(species), .. }) = &patch.air
        && species.iter().enumerate().any(|(index, one)| species[..index].contains(one))
    {
        return Err(AppError::invalid("air.sensitivities", "Name each species once"));
    }
    if let Some(rain) = &patch.rain {
        if !rain.has_valid_lead() {
            return Err(AppError::invalid("rain.lead_minutes", "Must be from 10 to 60 minutes"));
        }
        if !rain.has_valid_hours() {
            return Err(AppError::invalid("rain.from", "Times are written as 22:00"));
        }
    }
    if let Some(Accessibility { custom_frequency: Some(hertz), .. }) = &patch.accessibility
        && !FREQUENCIES_HERTZ.contains(hertz)
    {
        return Err(AppError::invalid("customFrequency", "Must be from 100 to 8000 Hz"));
    }
    Ok(())
}
