//! What runs beside the requests: messages go out, expired rows go away.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{join_all, try_join_all};

use crate::alerts::Feed;
use crate::app::App;
use crate::app::google_refresh;
use crate::weather::Pace;
use crate::{accounts, alerts, contact, history};

/// How long an empty outbox is left alone.
const PAUSE: Duration = Duration::from_secs(1);
const TIDY_EVERY: Duration = Duration::from_secs(3600);
/// How often the alert jobs look for due work.
const ALERTS_EVERY: Duration = Duration::from_secs(5);

/// Runs until the process ends; a failure is logged and tried again, never fatal. Mails do not wait for the tidying,
/// which may wait for Google.
pub async fn run(app: App) {
    let app = &app;
    tokio::join!(
        kept_going(|| send_on(app)),
        join_all(alerts::DELIVERY_KINDS.map(|kind| kept_going(move || send_notifications_on(app, kind)))),
        kept_going(|| tidy_on(app)),
        kept_going(|| sync_cells_on(app)),
        kept_going(|| look_up_zones_on(app)),
        join_all(app.alerts.feeds().iter().map(|feed| kept_going(move || poll_on(app, feed)))),
        kept_going(|| check_hazards_on(app)),
        kept_going(|| notify_on(app)),
    );
}

/// Work that panics begins anew: whatever somebody sent us, it must not end the others' work, nor this one's.
async fn kept_going<Work: Future<Output = ()>>(work: impl Fn() -> Work) {
    while AssertUnwindSafe(work()).catch_unwind().await.is_err() {
        tracing::error!("work beside the requests panicked; it begins anew");
    }
}

async fn send_on(app: &App) {
    loop {
        tokio::time::sleep(PAUSE).await;
        if let Err(error) = send_all(app).await {
            tracing::warn!("outbox not read: {error:#}");
        }
    }
}

async fn send_notifications_on(app: &App, kind: &str) {
    loop {
        tokio::time::sleep(PAUSE).await;
        if let Err(error) = send_notifications_of(app, kind).await {
            tracing::warn!(kind, "sending notifications failed: {error:#}");
        }
    }
}

async fn sync_cells_on(app: &App) {
    loop {
        tokio::time::sleep(ALERTS_EVERY).await;
        if let Err(error) = app.alerts.sync_cells().await {
            tracing::warn!("cell sync failed: {error:#}");
        }
    }
}

async fn look_up_zones_on(app: &App) {
    loop {
        tokio::time::sleep(ALERTS_EVERY).await;
        if let Err(error) = app.alerts.look_up_zones().await {
            tracing::warn!("zone lookup failed: {error:#}");
        }
    }
}

/// Each feed has its own loop, so that a slow one does not delay the others.
async fn poll_on(app: &App, feed: &Feed) {
    loop {
        tokio::time::sleep(ALERTS_EVERY).await;
        app.alerts.poll_feed(feed).await;
    }
}

async fn check_hazards_on(app: &App) {
    loop {
        tokio::time::sleep(ALERTS_EVERY).await;
        if let Err(error) = check_hazards(app).await {
            tracing::warn!("hazard check failed: {error:#}");
        }
    }
}

async fn notify_on(app: &App) {
    loop {
        tokio::time::sleep(ALERTS_EVERY).await;
        if let Err(error) = notify_users(app).await {
            tracing::warn!("notification run failed: {error:#}");
        }
    }
}

async fn tidy_on(app: &App) {
    // Not at once: tidying that panics begins anew.
    let mut turns = tokio::time::interval_at(tokio::time::Instant::now() + PAUSE, TIDY_EVERY);
    loop {
        turns.tick().await;
        if let Err(error) = tidy_all(app).await {
            tracing::warn!("expired rows not removed: {error:#}");
        }
    }
}

/// Sends until nothing is due.
pub async fn send_all(app: &App) -> anyhow::Result<()> {
    while accounts::work(&app.accounts, &app.mailer).await? > 0 {}
    Ok(())
}

/// Sends notifications until none is due.
pub async fn send_notifications(app: &App) -> anyhow::Result<()> {
    try_join_all(alerts::DELIVERY_KINDS.map(|kind| send_notifications_of(app, kind))).await.map(|_| ())
}

async fn send_notifications_of(app: &App, kind: &str) -> anyhow::Result<()> {
    while app.deliveries.send_due(kind).await? > 0 {}
    Ok(())
}

/// Syncs the cells, looks up their zones, and polls the due feeds.
pub async fn poll_feeds(app: &App) -> anyhow::Result<()> {
    app.alerts.sync_cells().await?;
    app.alerts.look_up_zones().await?;
    app.alerts.poll_feeds().await;
    Ok(())
}

/// Checks the forecasts of due cells for hazards.
pub async fn check_hazards(app: &App) -> anyhow::Result<()> {
    let cells = app.alerts.count_cells().await?;
    if cells == 0 {
        return Ok(());
    }
    let is_frequent = app.weather.watch_pace(cells).await == Pace::Eager;
    app.alerts.check_hazards(is_frequent, |places| async move { app.weather.watch(&places).await }).await
}

/// Writes the notifications of all due cells.
pub async fn notify_users(app: &App) -> anyhow::Result<()> {
    app.alerts.notify_due_cells().await.map(|_| ())
}

/// Removes what has had its time, and renews what may be kept only when it is renewed.
pub async fn tidy_all(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    accounts::tidy(&app.accounts).await?;
    history::retention::forget_visitors(&app.db, now).await?;
    contact::tidy(&app.db, now).await?;
    app.alerts.delete_expired().await?;
    google_refresh::renew_google_positions(app).await
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn work_that_panics_begins_anew() {
        let begun = Cell::new(0);
        kept_going(async || {
            begun.set(begun.get() + 1);
            assert!(begun.get() == 3, "a panic on purpose");
        })
        .await;
        assert_eq!(begun.get(), 3);
    }
}
