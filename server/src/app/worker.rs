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
/// How often the watch asks whether somebody's turn has come.
const WATCH_EVERY: Duration = Duration::from_secs(5);

/// Runs until the process ends; a failure is logged and tried again, never fatal. Mails do not wait for the tidying,
/// which may wait for Google.
pub async fn run(app: App) {
    let app = &app;
    tokio::join!(
        kept_going(|| send_on(app)),
        join_all(alerts::WAYS.map(|way| kept_going(move || send_notices_on(app, way)))),
        kept_going(|| tidy_on(app)),
        kept_going(|| count_on(app)),
        kept_going(|| learn_on(app)),
        join_all(app.warnings.feeds.iter().map(|feed| kept_going(move || read_on(app, feed)))),
        kept_going(|| look_on(app)),
        kept_going(|| tell_on(app)),
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

async fn send_notices_on(app: &App, way: &str) {
    loop {
        tokio::time::sleep(PAUSE).await;
        if let Err(error) = send_notices_by(app, way).await {
            tracing::warn!(way, "notices not read: {error:#}");
        }
    }
}

async fn count_on(app: &App) {
    loop {
        tokio::time::sleep(WATCH_EVERY).await;
        if let Err(error) = alerts::sync_cells(&app.warnings).await {
            tracing::warn!("cells not counted: {error:#}");
        }
    }
}

async fn learn_on(app: &App) {
    loop {
        tokio::time::sleep(WATCH_EVERY).await;
        if let Err(error) = alerts::learn_zones(&app.warnings).await {
            tracing::warn!("zones not learnt: {error:#}");
        }
    }
}

/// One feed by itself: its next turn waits for nobody.
async fn read_on(app: &App, feed: &Feed) {
    loop {
        tokio::time::sleep(WATCH_EVERY).await;
        alerts::poll_one(&app.warnings, feed).await;
    }
}

async fn look_on(app: &App) {
    loop {
        tokio::time::sleep(WATCH_EVERY).await;
        if let Err(error) = look_at_forecasts(app).await {
            tracing::warn!("forecasts not looked at: {error:#}");
        }
    }
}

async fn tell_on(app: &App) {
    loop {
        tokio::time::sleep(WATCH_EVERY).await;
        if let Err(error) = tell_people(app).await {
            tracing::warn!("nobody told: {error:#}");
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

/// Sends notices until none is due.
pub async fn send_notices(app: &App) -> anyhow::Result<()> {
    try_join_all(alerts::WAYS.map(|way| send_notices_by(app, way))).await.map(|_| ())
}

async fn send_notices_by(app: &App, way: &str) -> anyhow::Result<()> {
    while app.deliveries.work(way).await? > 0 {}
    Ok(())
}

/// Counts cells, learns which zones they lie in, and reads the feeds whose turn has come.
pub async fn read_warnings(app: &App) -> anyhow::Result<()> {
    alerts::sync_cells(&app.warnings).await?;
    alerts::learn_zones(&app.warnings).await?;
    alerts::poll_all(&app.warnings).await;
    Ok(())
}

/// Looks at the forecasts of watched cells for hazards of our own.
pub async fn look_at_forecasts(app: &App) -> anyhow::Result<()> {
    let cells = alerts::watched_cells(&app.warnings).await?;
    if cells == 0 {
        return Ok(());
    }
    let is_eager = app.weather.watch_pace(cells).await == Pace::Eager;
    alerts::check_all(&app.warnings, is_eager, |places| async move { app.weather.watch(&places).await }).await
}

/// Writes notices for every cell whose turn has come.
pub async fn tell_people(app: &App) -> anyhow::Result<()> {
    alerts::tell_all(&app.warnings).await.map(|_| ())
}

/// Removes what has had its time, and renews what may be kept only when it is renewed.
pub async fn tidy_all(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    accounts::tidy(&app.accounts).await?;
    history::retention::forget_visitors(&app.db, now).await?;
    contact::tidy(&app.db, now).await?;
    alerts::tidy(&app.warnings).await?;
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
