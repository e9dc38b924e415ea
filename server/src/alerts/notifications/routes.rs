//! The notification centre's calls: what was sent, and a test to oneself.

use axum::extract::{FromRef, State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::queries::{self, NewNotification, NotificationRow};
use super::{NotificationChannel, NotificationEvent};
use crate::alert::{Alert, Severity};
use crate::alerts::Warnings;
use crate::alerts::model::stored::Stored;
use crate::alerts::notify::recipients;
use crate::alerts::notify::settings::Wishes;
use crate::db::rate_limit::{RateLimiter, Rule};
use crate::error::{AppError, ErrorBody};
use crate::geo::coordinates::Coordinates;
use crate::http::extract::{Json, Query};
use crate::insert_notifications;
use crate::on_db_transaction;
use crate::session::{CurrentUser, Sessions};

const DEFAULT_LIMIT: u32 = 20;
const MOST: u32 = 100;
const TESTS: Rule = Rule::an_hour("notification tests", 5);

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Sessions: FromRef<S>,
    RateLimiter: FromRef<S>,
    Warnings: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list_notifications))
        .routes(routes!(create_test_notification))
        .routes(routes!(crate::alerts::health::get_alerts_health))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct NoticesQuery {
    /// The id of the last notification already seen: older ones follow.
    before: Option<Uuid>,
    /// 1 to 100, 20 unless told.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

#[derive(Serialize, ToSchema)]
struct NotificationList {
    /// The newest first; kept for 30 days.
    notifications: Vec<Notification>,
    /// Whether older ones follow.
    has_more: bool,
}

/// One change of one warning, told about one place.
#[derive(Serialize, ToSchema)]
struct Notification {
    id: Uuid,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    event: NotificationEvent,
    severity: Severity,
    /// The saved place, which may be gone by now; null for a test.
    #[schema(required)]
    location_id: Option<Uuid>,
    /// What the person called the place then.
    place: String,
    /// How it was sent; empty: shown here only.
    channels: Vec<NotificationChannel>,
    /// The warning as it was told; null for a test.
    #[schema(required)]
    alert: Option<Alert>,
}

#[derive(Serialize, ToSchema)]
struct TestNotificationResponse {
    /// How the test is sent; empty: nothing is switched on, confirmed or registered.
    channels: Vec<NotificationChannel>,
}

/// What was sent to me, when and why.
#[utoipa::path(get, path = "/api/notifications", tag = "notifications", params(NoticesQuery), responses(
    (status = 200, description = "The newest first", body = NotificationList),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "A parameter is wrong", body = ErrorBody),
))]
async fn list_notifications(
    State(sessions): State<Sessions>,
    me: CurrentUser,
    Query(query): Query<NoticesQuery>,
) -> Result<Json<NotificationList>, AppError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MOST).contains(&limit) {
        return Err(AppError::invalid("limit", "must be from 1 to 100"));
    }
    let mut rows = queries::list_notifications(&sessions.db, me.user_id, query.before, i64::from(limit) + 1).await?;
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    Ok(Json(NotificationList { notifications: rows.into_iter().map(Notification::from).collect(), has_more }))
}

/// Send a test to myself, by every way that is switched on.
#[utoipa::path(post, path = "/api/notifications/test", tag = "notifications", responses(
    (status = 200, description = "It is on its way", body = TestNotificationResponse),
    (status = 401, description = "Not signed in", body = ErrorBody),
    (status = 422, description = "The Authorization header is malformed", body = ErrorBody),
    (status = 429, description = "Too many tests", body = ErrorBody),
))]
async fn create_test_notification(
    State(sessions): State<Sessions>,
    State(limits): State<RateLimiter>,
    me: CurrentUser,
) -> Result<Json<TestNotificationResponse>, AppError> {
    limits.check_and_count(&TESTS, &me.user_id.0.to_string()).await?;
    let person = recipients::get_recipient(&sessions.db, me.user_id).await?;
    let id = Uuid::now_v7();
    let (channels, deliveries) = person.ways(&Wishes::parse(person.document.as_deref()).notifications, id);
    let notification = NewNotification {
        id,
        user_id: me.user_id,
        location_id: None,
        place: String::new(),
        at: Coordinates { latitude: 0.0, longitude: 0.0 },
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
    on_db_transaction!(sessions.db, transaction => {
        insert_notifications!(transaction, std::slice::from_ref(&notification), now);
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
            alert: alert_of(&row),
            place: row.place,
        }
    }
}

/// The authority's words, or our own computation.
pub fn alert_of(row: &NotificationRow) -> Option<Alert> {
    match (&row.content, &row.hazard) {
        (Some(content), _) => Stored::unpack(content).ok().map(|stored| stored.alert),
        (None, Some(hazard)) => serde_json::from_str(hazard).ok(),
        (None, None) => None,
    }
}
