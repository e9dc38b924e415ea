//! Registers and removes push devices. A token is never returned.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::DeviceKind;
use super::queries::{self, NewDevice};
use super::subscription::{PushSubscription, endpoint_address};
use crate::error::{AppError, AuthProblem, ErrorBody};
use crate::http::extract::Json;
use crate::http::fields::{Empty, FieldCheck};
use crate::session::{CurrentUser, Sessions};
use crate::settings::Settings;

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    Arc<Settings>: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(update_onesignal))
        .routes(routes!(create_push_subscription, delete_push_subscription))
}

#[derive(Deserialize, ToSchema)]
struct OneSignalDevice {
    /// The subscription id of the native app.
    #[schema(value_type = Uuid)]
    onesignal_id: String,
}

#[derive(Deserialize, ToSchema)]
struct PushSubscriptionRemoval {
    #[schema(format = "uri")]
    endpoint: String,
}

/// Register this device for push messages to the current user.
#[utoipa::path(post, path = "/api/auth/update-onesignal", tag = "push", request_body = OneSignalDevice, responses(
    (status = 200, description = "Registered, even if another user had registered it before", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "Not a UUID", body = ErrorBody),
))]
async fn update_onesignal(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Json(device): Json<OneSignalDevice>,
) -> Result<Json<Empty>, AppError> {
    let mut check = FieldCheck::default();
    let token = check.uuid("onesignal_id", &device.onesignal_id).map(|id| id.to_string());
    check.finish()?;
    let device = NewDevice { kind: DeviceKind::OneSignal, token: &token.unwrap_or_default(), keys: None };
    register(&sessions, &me, &device).await?;
    Ok(Json(Empty {}))
}

/// Register this browser for push messages to the current user.
#[utoipa::path(post, path = "/api/push/subscriptions", tag = "push", request_body = PushSubscription, responses(
    (status = 201, description = "Registered, even if another user had registered it before", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "Not a subscription of a known push service", body = ErrorBody),
))]
async fn create_push_subscription(
    State(sessions): State<Sessions>,
    State(settings): State<Arc<Settings>>,
    me: CurrentUser,
    Json(subscription): Json<PushSubscription>,
) -> Result<(StatusCode, Json<Empty>), AppError> {
    let (endpoint, keys) = subscription.parse(&settings.push.hosts)?;
    let device = NewDevice { kind: DeviceKind::WebPush, token: &endpoint, keys: Some(&keys) };
    register(&sessions, &me, &device).await?;
    Ok((StatusCode::CREATED, Json(Empty {})))
}

async fn register(sessions: &Sessions, me: &CurrentUser, device: &NewDevice<'_>) -> Result<(), AppError> {
    let now = sessions.clock.now().as_millisecond();
    match queries::upsert_device(&sessions.db, me.user_id, me.session_id, device, now).await? {
        true => Ok(()),
        false => Err(AppError::Unauthorized(AuthProblem::TokenRevoked)),
    }
}

/// Stop push messages to this browser. The response does not reveal whether it was registered.
#[utoipa::path(delete, path = "/api/push/subscriptions", tag = "push", request_body = PushSubscriptionRemoval, responses(
    (status = 200, description = "No push message of this user is sent there", body = Empty),
    (status = 400, description = "The body could not be read", body = ErrorBody),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 413, description = "The body is too large", body = ErrorBody),
    (status = 415, description = "Not JSON", body = ErrorBody),
    (status = 422, description = "A field is wrong", body = ErrorBody),
))]
async fn delete_push_subscription(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Json(body): Json<PushSubscriptionRemoval>,
) -> Result<Json<Empty>, AppError> {
    let Some(endpoint) = endpoint_address(&body.endpoint) else {
        return Err(AppError::invalid("endpoint", "Must be the https address of a subscription"));
    };
    queries::delete_device(&sessions.db, me.user_id, DeviceKind::WebPush, endpoint.as_str()).await?;
    Ok(Json(Empty {}))
}
