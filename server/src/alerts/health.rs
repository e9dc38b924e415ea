//! `/health/alerts` and the alert metrics: how current the feeds are, and whether cells are checked in time.

use axum::extract::{FromRef, State};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ingest::feed::Feed;
use super::matching::{FeedProgress, list_feed_progress};
use super::schedule::cells;
use super::service::AlertService;
use crate::error::AppError;
use crate::http::extract::Json;
use crate::telemetry::prometheus::{Exposition, MetricKind};

pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    AlertService: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(get_alerts_health))
}

#[derive(Serialize, ToSchema)]
pub struct AlertsHealth {
    feeds: Vec<FeedHealth>,
    checks: CellsHealth,
}

#[derive(Serialize, ToSchema)]
pub struct FeedHealth {
    /// The host of the feed.
    feed: String,
    /// When the feed last answered; null before the first answer.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Links in its index that are not followed, because they lead to a host that is not allowed.
    unfollowed_links: i64,
    /// Messages that it names and that could not be fetched or parsed.
    unread_messages: i64,
    /// Alerts in force whose area can be matched to no place: it has no shape that can be read and no known code.
    unmatched_alerts: usize,
}

#[derive(Serialize, ToSchema)]
pub struct CellsHealth {
    /// Cells with at least one place to check; counted once a minute.
    cells: i64,
    /// Cells whose forecast has not been checked for two hours, because the quota is short or no provider answered.
    skipped_cells: i64,
    /// Users with a place in a skipped cell.
    skipped_users: i64,
}

/// Alert feed health: when each feed last answered, what could not be read, and how many cells were skipped.
#[utoipa::path(get, path = "/health/alerts", tag = "health", responses(
    (status = 200, description = "The state of each feed and of the forecast checks", body = AlertsHealth),
))]
async fn get_alerts_health(State(alerts): State<AlertService>) -> Result<Json<AlertsHealth>, AppError> {
    let progress = list_feed_progress(&alerts.db).await?;
    let unmatched = alerts.count_unmatched().await?;
    let feeds = alerts.feeds().iter().map(|feed| {
        let progress = progress.get(&feed.name).copied().unwrap_or_default();
        FeedHealth {
            feed: feed.host().to_owned(),
            updated_at: progress.updated_at(),
            unfollowed_links: progress.unfollowed_links,
            unread_messages: progress.unread_messages,
            unmatched_alerts: unmatched.get(&feed.name).copied().unwrap_or_default(),
        }
    });
    let counts = cells::find_counts(&alerts.db, alerts.clock.now().as_millisecond()).await?;
    Ok(Json(AlertsHealth {
        feeds: feeds.collect(),
        checks: CellsHealth {
            cells: counts.cells,
            skipped_cells: counts.skipped_cells,
            skipped_users: counts.skipped_users,
        },
    }))
}

/// Writes the metrics: how overdue the cells are, and how old each feed's last answer is.
pub async fn expose(alerts: &AlertService, text: &mut Exposition) -> Result<(), sqlx::Error> {
    let now = alerts.clock.now().as_millisecond();
    let seconds_since = |time: Option<i64>| time.map_or(0, |time| (now - time).max(0) / 1000);
    let counts = cells::find_counts(&alerts.db, now).await?;
    text.gauge("halcyon_alert_cells", "Cells with at least one place to check; counted once a minute", counts.cells);
    let next = cells::find_next_due(&alerts.db).await?;
    let (lag, age) = ("halcyon_alert_check_lag_seconds", "halcyon_alert_feed_age_seconds");
    text.family(lag, MetricKind::Gauge, "How long the most overdue cell has been due");
    text.sample(lag, &[("check", "notify")], seconds_since(next.due_at));
    text.sample(lag, &[("check", "hazards")], seconds_since(next.forecast_due_at));
    text.family(age, MetricKind::Gauge, "Time since an alert feed last answered; absent before the first answer");
    let progress = list_feed_progress(&alerts.db).await?;
    let progress = |feed: &Feed| progress.get(&feed.name).copied().unwrap_or_default();
    for feed in alerts.feeds() {
        if let Some(updated_at) = progress(feed).updated_at() {
            text.sample(age, &[("feed", feed.host())], seconds_since(Some(updated_at.as_millisecond())));
        }
    }
    let unread = "halcyon_alert_feed_unread";
    text.family(unread, MetricKind::Gauge, "Messages an alert feed names that were not read or not followed");
    for feed in alerts.feeds() {
        let FeedProgress { unfollowed_links, unread_messages, .. } = progress(feed);
        text.sample(unread, &[("feed", feed.host())], unfollowed_links + unread_messages);
    }
    Ok(())
}
