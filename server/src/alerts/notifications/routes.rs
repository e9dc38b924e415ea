//! Lists the notifications of a user and sends them a test notification.

use axum::extract::{FromRef, State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::queries::{self, NotificationRow};
use crate::alert::{Alert, Severity};
use crate::alerts::model::event::{NotificationChannel, NotificationEvent};
use crate::alerts::notify::recipients;
use crate::alerts::notify::writes::{NewNotification, insert_notifications};
use crate::db::rate_limit::{RateLimiter, Rule};
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::Coordinates;
use crate::http::extract::{Json, Query};
use crate::in_transaction;
use crate::notification_settings::RecipientSettings;
use crate::session::{CurrentUser, Sessions};

const DEFAULT_LIMIT: u32 = 20;
const MAX_LIMIT: u32 = 100;
const TEST_LIMIT: Rule = Rule::an_hour("notification tests", 5);

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    RateLimiter: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(list_notifications)).routes(routes!(create_test_notification))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct NotificationsQuery {
    /// The id of the last notification already seen; older ones are returned.
    before: Option<Uuid>,
    /// 1 to 100, 20 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

#[derive(Serialize, ToSchema)]
struct NotificationList {
    /// The newest first; kept for 30 days.
    notifications: Vec<Notification>,
    /// Whether there are older ones.
    has_more: bool,
}

/// One change of one alert at one place.
#[derive(Serialize, ToSchema)]
struct Notification {
    id: Uuid,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    event: NotificationEvent,
    severity: Severity,
    /// The saved place, which may have been deleted since; null for a test.
    #[schema(required)]
    location_id: Option<Uuid>,
    /// The name of the place at that time.
    place: String,
    /// How it was sent; empty if it is shown here only.
    channels: Vec<NotificationChannel>,
    /// The alert as it was at that time; null for a test.
    #[schema(required)]
    alert: Option<Alert>,
}

#[derive(Serialize, ToSchema)]
struct TestNotificationResponse {
    /// How the test is sent; empty if no channel is switched on, confirmed or registered.
    channels: Vec<NotificationChannel>,
}

/// List the notifications of the current user.
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(NotificationsQuery), responses(
    (status = 200, description = "The newest first", body = NotificationList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "A parameter is wrong", body = ErrorBody),
))]
async fn list_notifications(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Query(query): Query<NotificationsQuery>,
) -> Result<Json<NotificationList>, AppError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(AppError::invalid("limit", "must be from 1 to 100"));
    }
    let mut rows = queries::list_notifications(&sessions.db, me.user_id, query.before, i64::from(limit) + 1).await?;
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    Ok(Json(NotificationList { notifications: rows.into_iter().map(Notification::from).collect(), has_more }))
}

/// Send a test notification to the current user, by every channel that is switched on.
#[utoipa::path(post, path = "/api/notifications/test", tag = "notifications", responses(
    (status = 200, description = "The test is being sent", body = TestNotificationResponse),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many tests", body = ErrorBody),
))]
async fn create_test_notification(
    State(sessions): State<Sessions>,
    State(limits): State<RateLimiter>,
    me: CurrentUser,
) -> Result<Json<TestNotificationResponse>, AppError> {
    limits.check_and_count(&TEST_LIMIT, &me.user_id.0.to_string()).await?;
    let recipient = recipients::get_recipient(&sessions.db, me.user_id).await?;
    let id = Uuid::now_v7();
    let settings = RecipientSettings::from_document(recipient.document.as_deref());
    let (channels, deliveries) = recipient.deliveries(&settings.notifications, id).map_err(anyhow::Error::from)?;
    let notification = NewNotification {
        id,
        user_id: me.user_id,
        location_id: None,
        place: String::new(),
        coordinates: Coordinates { latitude: 0.0, longitude: 0.0 },
        identity: format!("test-{id}"),
        event: NotificationEvent::Test,
        revision: 0,
        severity: Severity::Info,
        alert_id: None,
        hazard: None,
        channels: channels.clone(),
        deliveries,
    };
    let now = sessions.clock.now().as_millisecond();
    in_transaction!(sessions.db, tx => {
        insert_notifications(tx, std::slice::from_ref(&notification), now).await?;
        Ok::<_, AppError>(())
    })?;
    Ok(Json(TestNotificationResponse { channels }))
}

impl From<NotificationRow> for Notification {
    fn from(row: NotificationRow) -> Notification {
        Notification {
            id: row.id,
            created_at: Timestamp::from_millisecond(row.created_at).unwrap_or_default(),
            event: NotificationEvent::parse(&row.event),
            severity: Severity::from(row.severity.clone()),
            location_id: row.location_id,
            channels: NotificationChannel::parse_list(&row.channels),
            alert: row.alert(),
            place: row.place,
        }
    }
}
