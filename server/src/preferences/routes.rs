//! The two calls of preferences.

use axum::extract::{FromRef, State};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::{Accessibility, Notifications, QuietHours};
use super::{Preferences, queries, unsubscribe};
use crate::error::{AppError, ErrorBody};
use crate::http::extract::Json;
use crate::session::{CurrentUser, Sessions};

/// What a person hears best lies within these; a phone's loudspeaker makes no less and no more.
const FREQUENCIES_HERTZ: std::ops::RangeInclusive<u16> = 100..=8_000;

#[derive(Serialize, ToSchema)]
pub struct PreferencesResponse {
    preferences: Preferences,
}

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(get_preferences, update_preferences))
        .routes(routes!(unsubscribe::show_unsubscribe, unsubscribe::unsubscribe))
}

/// What the person ever set.
#[utoipa::path(get, path = "/api/user/preferences", tag = "preferences", responses(
    (status = 200, description = "Only what was ever set", body = PreferencesResponse),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
))]
async fn get_preferences(
    State(sessions): State<Sessions>,
    me: CurrentUser,
) -> Result<Json<PreferencesResponse>, AppError> {
    Ok(Json(PreferencesResponse { preferences: queries::find(&sessions.db, me.user_id).await? }))
}

/// Set some of them; the others stay.
#[utoipa::path(post, path = "/api/user/preferences", tag = "preferences", request_body = Preferences, responses(
    (status = 200, description = "All that is set now", body = PreferencesResponse),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A value is not one of the choices", body = ErrorBody),
))]
async fn update_preferences(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Json(patch): Json<Preferences>,
) -> Result<Json<PreferencesResponse>, AppError> {
    check(&patch)?;
    let now = sessions.clock.now().as_millisecond();
    let preferences = queries::patch(&sessions.db, me.user_id, patch, now).await?;
    Ok(Json(PreferencesResponse { preferences }))
}

fn check(patch: &Preferences) -> Result<(), AppError> {
    if let Some(Notifications { quiet_hours: Some(QuietHours { from, until }), .. }) = &patch.notifications
        && !(is_time(from) && is_time(until))
    {
        return Err(AppError::invalid("quietHours", "Times are written as 22:00"));
    }
    if let Some(Accessibility { custom_frequency: Some(hertz), .. }) = &patch.accessibility
        && !FREQUENCIES_HERTZ.contains(hertz)
    {
        return Err(AppError::invalid("customFrequency", "Must be from 100 to 8000 Hz"));
    }
    Ok(())
}

fn is_time(text: &str) -> bool {
    text.len() == 5 && jiff::civil::Time::strptime("%H:%M", text).is_ok()
}
