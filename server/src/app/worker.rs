//! Background jobs: account mails, notifications, alert feeds, hazard checks, air, recorded forecasts, clean-up.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{join_all, try_join_all};

use crate::app::App;
use crate::app::google_refresh;
use crate::weather::CheckInterval;
use crate::{accounts, alerts, contact, history};

const OUTBOX_INTERVAL: Duration = Duration::from_secs(1);
const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(3600);
/// How often each alert job checks whether something is due.
const ALERT_INTERVAL: Duration = Duration::from_secs(5);
/// How often places are looked for whose users are to be notified of the air.
const AIR_INTERVAL: Duration = Duration::from_secs(60);
/// How often cells are looked for whose forecasts are to be recorded.
const RECORD_INTERVAL: Duration = Duration::from_secs(600);

/// Runs until the process ends. The jobs are independent: a slow feed or mail server delays no other job.
pub async fn run(app: App) {
    let app = &app;
    tokio::join!(
        every(OUTBOX_INTERVAL, "account mails", || send_account_mails(app)),
        join_all(alerts::DELIVERY_KINDS.map(|channel| every(OUTBOX_INTERVAL, channel, move || send_by(app, channel)))),
        every(ALERT_INTERVAL, "cell sync", || app.alerts.sync_cells()),
        every(ALERT_INTERVAL, "zone lookup", || app.alerts.look_up_zones()),
        join_all(app.alerts.feeds().iter().map(|feed| {
            every(ALERT_INTERVAL, &feed.name, move || async move {
                app.alerts.poll_feed(feed).await;
                Ok(())
            })
        })),
        every(ALERT_INTERVAL, "hazard check", || check_hazards(app)),
        every(ALERT_INTERVAL, "notification run", || notify_users(app)),
        every(AIR_INTERVAL, "air notifications", || notify_of_air(app)),
        every(RECORD_INTERVAL, "forecast record", || record_forecasts(app)),
        clean_up_every(app),
    );
}

/// Runs a job again and again with a pause before each run. A failure or panic is logged and never ends the loop.
async fn every<Job: Future<Output = anyhow::Result<()>>>(pause: Duration, name: &str, job: impl Fn() -> Job) {
    loop {
        tokio::time::sleep(pause).await;
        run_once(name, job()).await;
    }
}

async fn run_once(name: &str, job: impl Future<Output = anyhow::Result<()>>) {
    match AssertUnwindSafe(job).catch_unwind().await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(job = name, "background job failed: {error:#}"),
        Err(_) => tracing::error!(job = name, "background job panicked"),
    }
}

/// Soon after the start, then every hour.
async fn clean_up_every(app: &App) {
    tokio::time::sleep(OUTBOX_INTERVAL).await;
    loop {
        run_once("clean-up", clean_up(app)).await;
        tokio::time::sleep(CLEAN_UP_INTERVAL).await;
    }
}

/// Sends until no mail is due.
pub async fn send_account_mails(app: &App) -> anyhow::Result<()> {
    while accounts::send_due(&app.accounts, &app.mailer).await? > 0 {}
    Ok(())
}

/// Sends notifications on every channel until none is due.
pub async fn send_notifications(app: &App) -> anyhow::Result<()> {
    try_join_all(alerts::DELIVERY_KINDS.map(|channel| send_by(app, channel))).await.map(|_| ())
}

async fn send_by(app: &App, channel: &str) -> anyhow::Result<()> {
    while app.deliveries.send_due(channel).await? > 0 {}
    Ok(())
}

/// Updates the cells and their zones, and polls the feeds that are due.
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
    let is_frequent = app.weather.check_interval(cells) == CheckInterval::QuarterHour;
    app.alerts.check_hazards(is_frequent, |places| async move { app.weather.detect_hazards_bulk(&places).await }).await
}

/// Writes the notifications of every due cell.
pub async fn notify_users(app: &App) -> anyhow::Result<()> {
    app.alerts.notify_due_cells().await.map(|_| ())
}

/// Writes the notifications about air quality and pollen.
pub async fn notify_of_air(app: &App) -> anyhow::Result<()> {
    app.alerts.notify_of_air(|places| async move { app.weather.air_today_bulk(&places).await }).await.map(|_| ())
}

/// Records the forecasts of saved places once a day, and what the weather was.
pub async fn record_forecasts(app: &App) -> anyhow::Result<()> {
    app.weather.record_forecasts().await
}

/// Deletes expired rows and accounts that were never verified, and refreshes coordinates that Google allows to be stored for 30 days only.
pub async fn clean_up(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    accounts::delete_expired(&app.accounts).await?;
    app.accounts.delete_abandoned().await?;
    history::retention::forget_visitors(&app.db, now).await?;
    contact::delete_expired(&app.db, now).await?;
    app.alerts.delete_expired().await?;
    google_refresh::renew_google_positions(app).await
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_fails_or_panics_runs_again() {
        let runs = Cell::new(0);
        let job = async || {
            runs.set(runs.get() + 1);
            match runs.get() {
                1 => anyhow::bail!("a failure on purpose"),
                2 => panic!("a panic on purpose"),
                _ => Ok(()),
            }
        };
        let loops = every(Duration::from_secs(1), "test", job);
        assert!(tokio::time::timeout(Duration::from_millis(3500), loops).await.is_err(), "it never ends");
        assert_eq!(runs.get(), 3);
    }
}
