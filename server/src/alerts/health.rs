//! `/health/alerts`: how the feeds and the watch stand, for whoever looks after the service.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::ingest::queries;
use super::schedule::cells;
use super::service::Warnings;
use crate::error::AppError;
use crate::http::extract::Json;
use crate::telemetry::prometheus::{Exposition, Kind};

/// Two of the longest times between looks: whoever waits longer was skipped.
const WAITED_TOO_LONG: SignedDuration = SignedDuration::from_hours(2);

#[derive(Serialize, ToSchema)]
pub struct AlertsHealth {
    feeds: Vec<FeedHealth>,
    checks: CellsHealth,
}

#[derive(Serialize, ToSchema)]
pub struct FeedHealth {
    /// Its host.
    feed: String,
    /// Its last good answer; null before the first.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
pub struct CellsHealth {
    /// Cells with somebody to tell.
    cells: i64,
    /// Those whose forecast was not looked at for two hours, because the budget is short or nobody answered.
    skipped_cells: i64,
    /// People with a place in one of those.
    skipped_users: i64,
}

/// How warnings stand: when each feed last answered, and which cells were skipped.
#[utoipa::path(get, path = "/health/alerts", tag = "health", responses(
    (status = 200, description = "Each feed, and the watch", body = AlertsHealth),
))]
pub async fn get_alerts_health(State(warnings): State<Warnings>) -> Result<Json<AlertsHealth>, AppError> {
    let now = warnings.clock.now();
    let rows = queries::list_feeds(&warnings.db).await?;
    let feeds = warnings.feeds.iter().map(|feed| FeedHealth {
        feed: feed.host().to_owned(),
        updated_at: rows
            .iter()
            .find(|row| row.name == feed.name)
            .and_then(|row| Timestamp::from_millisecond(row.updated_at?).ok()),
    });
    let watch = cells::find_watch(&warnings.db, (now - WAITED_TOO_LONG).as_millisecond()).await?;
    Ok(Json(AlertsHealth {
        feeds: feeds.collect(),
        checks: CellsHealth {
            cells: watch.cells,
            skipped_cells: watch.skipped_cells,
            skipped_users: watch.skipped_users,
        },
    }))
}

/// The same for the metrics: how late the watch is, and how old each feed's last good answer.
pub async fn expose(warnings: &Warnings, text: &mut Exposition) -> Result<(), sqlx::Error> {
    let now = warnings.clock.now().as_millisecond();
    let late = |due_at: Option<i64>| due_at.map_or(0, |due_at| (now - due_at).max(0) / 1000);
    let turns = cells::find_next_turns(&warnings.db).await?;
    text.gauge("halcyon_alert_cells", "Cells with somebody to tell", turns.cells);
    let (lag, age) = ("halcyon_alert_check_lag_seconds", "halcyon_alert_feed_age_seconds");
    text.family(lag, Kind::Gauge, "How long the turn of the most overdue cell has passed");
    text.sample(lag, &[("turn", "tell")], late(turns.due_at));
    text.sample(lag, &[("turn", "forecast")], late(turns.forecast_due_at));
    text.family(age, Kind::Gauge, "Time since a feed of warnings last answered; absent before the first answer");
    let rows = queries::list_feeds(&warnings.db).await?;
    for feed in &warnings.feeds {
        if let Some(updated_at) = rows.iter().find(|row| row.name == feed.name).and_then(|row| row.updated_at) {
            text.sample(age, &[("feed", feed.host())], late(Some(updated_at)));
        }
    }
    Ok(())
}
