//! Background jobs: account mails, notifications, alert feeds, hazard checks, air, rain, briefings, thresholds, recorded forecasts, smart home, clean-up.

use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};

use crate::app::App;
use crate::app::google_refresh;
use crate::app::job_loop::{JobLoop, Stop};
use crate::db::lease::claim_job;
use crate::db::{outbox, shared_clock};
use crate::weather::CheckInterval;
use crate::{accounts, alerts, contact, history};

const OUTBOX_INTERVAL: Duration = Duration::from_secs(1);
const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(3600);
/// A little less than the interval: the process that cleaned up is in time for the next one.
const CLEAN_UP_LEASE_MS: i64 = 55 * 60 * 1000;
/// A run of sending ends after the batch in which this is over, well before a run is given up.
const SENDING_TIME: Duration = Duration::from_secs(120);
/// How often a process checks whether the outbox is to be counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(5);
/// How often the clock is compared with that of the database.
const CLOCK_INTERVAL: Duration = Duration::from_secs(60);
/// How often each alert job checks whether something is due.
const ALERT_INTERVAL: Duration = Duration::from_secs(5);
/// How often places are looked for whose users are to be notified of the air.
const AIR_INTERVAL: Duration = Duration::from_secs(60);
/// How often the job for rain checks whether it is due.
const RAIN_INTERVAL: Duration = Duration::from_secs(30);
/// How often briefings are looked for that are due.
const BRIEFING_INTERVAL: Duration = Duration::from_secs(15);
/// How often the job for thresholds checks whether it is due.
const THRESHOLD_INTERVAL: Duration = Duration::from_secs(60);
/// How often cells are looked for whose forecasts are to be recorded.
const RECORD_INTERVAL: Duration = Duration::from_secs(600);

/// How often the weather is published to a smart home.
const SMART_HOME_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until the process stops. The jobs are independent: a slow feed or mail server delays no other job.
pub async fn run(app: App, stop: Stop) {
    let (app, stop) = (&app.for_jobs(), &stop);
    let jobs = &JobLoop { stop, runs: &app.jobs };
    tokio::join!(
        jobs.every(OUTBOX_INTERVAL, "account mails", || send_account_mails(app, stop)),
        join_all(
            alerts::DELIVERY_KINDS
                .map(|channel| { jobs.every(OUTBOX_INTERVAL, channel, move || send_by(app, channel, stop)) })
        ),
        jobs.every(COUNT_INTERVAL, "outbox count", || count_outbox(app)),
        jobs.every(CLOCK_INTERVAL, "clock", || follow_clock(app)),
        jobs.every(ALERT_INTERVAL, "cell sync", || app.alerts.sync_cells()),
        jobs.every(ALERT_INTERVAL, "zone lookup", || app.alerts.look_up_zones()),
        join_all(app.alerts.feeds().iter().map(|feed| {
            jobs.every(ALERT_INTERVAL, &feed.name, move || async move {
                app.alerts.poll_feed(feed).await;
                Ok(())
            })
        })),
        jobs.every(ALERT_INTERVAL, "hazard check", || check_hazards(app)),
        jobs.every(ALERT_INTERVAL, "notification run", || notify_users(app)),
        jobs.every(AIR_INTERVAL, "air notifications", || notify_of_air(app)),
        jobs.every(RAIN_INTERVAL, "rain notifications", || notify_of_rain(app)),
        jobs.every(BRIEFING_INTERVAL, "briefings", || send_briefings(app)),
        jobs.every(THRESHOLD_INTERVAL, "threshold notifications", || notify_of_thresholds(app)),
        jobs.every(RECORD_INTERVAL, "forecast record", || record_forecasts(app)),
        jobs.every(SMART_HOME_INTERVAL, "smart home", || publish_to_smart_home(app)),
        clean_up_every(app, jobs),
    );
}

/// Soon after the start, then every hour; by one process of all.
async fn clean_up_every(app: &App, jobs: &JobLoop<'_>) {
    let mut pause = OUTBOX_INTERVAL;
    while jobs.stop.pause(pause).await {
        jobs.run_once("clean-up", clean_up_if_due(app)).await;
        pause = CLEAN_UP_INTERVAL;
    }
}

/// Unless a process has done so within the hour.
pub async fn clean_up_if_due(app: &App) -> anyhow::Result<()> {
    let now = app.clock.now().as_millisecond();
    match claim_job(&app.db, "clean-up", now, now + CLEAN_UP_LEASE_MS).await? {
        true => clean_up(app).await,
        false => Ok(()),
    }
}

pub async fn send_account_mails(app: &App, stop: &Stop) -> anyhow::Result<()> {
    let is_stopping = || stop.is_requested();
    send_all_due(stop, || accounts::send_due(&app.accounts, &app.mailer, &is_stopping)).await
}

/// Sends notifications on every channel.
pub async fn send_notifications(app: &App, stop: &Stop) -> anyhow::Result<()> {
    try_join_all(alerts::DELIVERY_KINDS.map(|channel| send_by(app, channel, stop))).await.map(|_| ())
}

async fn send_by(app: &App, channel: &str, stop: &Stop) -> anyhow::Result<()> {
    let is_stopping = || stop.is_requested();
    send_all_due(stop, || app.deliveries.send_due(channel, &is_stopping)).await
}

/// Sends one batch after another until nothing is due, the process stops or the time of a run is over.
async fn send_all_due<Batch: Future<Output = anyhow::Result<usize>>>(
    stop: &Stop,
    send_due: impl Fn() -> Batch,
) -> anyhow::Result<()> {
    let began = Instant::now();
    while !stop.is_requested() && began.elapsed() < SENDING_TIME {
        if send_due().await? == 0 {
            break;
        }
    }
    Ok(())
}

/// Counts the messages that are not sent yet, for the metrics.
pub async fn count_outbox(app: &App) -> anyhow::Result<()> {
    outbox::store_depths(&app.db, app.clock.now().as_millisecond()).await
}

/// Compares the clock with that of the database.
pub async fn follow_clock(app: &App) -> anyhow::Result<()> {
    Ok(shared_clock::follow(&app.db, &app.clock).await?)
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

/// Writes the notifications about rain to the minute.
pub async fn notify_of_rain(app: &App) -> anyhow::Result<()> {
    if !app.rain.can_notify() {
        return Ok(());
    }
    app.alerts.notify_of_rain(|places| async move { app.rain.arriving_bulk(&places).await }).await.map(|_| ())
}

/// Writes the briefings that are due.
pub async fn send_briefings(app: &App) -> anyhow::Result<()> {
    app.alerts.send_due_briefings(&app.outlooks.0).await.map(|_| ())
}

/// Writes the notifications about thresholds that users have set.
pub async fn notify_of_thresholds(app: &App) -> anyhow::Result<()> {
    app.alerts.notify_of_thresholds(&app.outlooks.0).await.map(|_| ())
}

/// Records the forecasts of saved places once a day, and what the weather was.
pub async fn record_forecasts(app: &App) -> anyhow::Result<()> {
    app.weather.record_forecasts().await
}

/// Publishes the weather of the operator's places to their broker.
pub async fn publish_to_smart_home(app: &App) -> anyhow::Result<()> {
    app.smart_home.publish(&app.db).await
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
