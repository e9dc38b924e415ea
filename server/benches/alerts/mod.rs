//! Alerts: one complete run over 100,000 places of 50,000 users in 20,000 cells, and a storm that affects 15,000 users.
//!
//! `TEST_POSTGRES_URL` names a PostgreSQL to measure besides SQLite; `alerts-million` adds a run over ten times as many.

pub mod areas;
pub mod services;
pub mod users;

use std::collections::BTreeMap;
use std::time::Instant;

use halcyon::app::App;
use halcyon::app::worker;
use halcyon::clock::Clock;
use halcyon::mail::mailer::Mailer;
use halcyon::settings::Settings;
use jiff::{SignedDuration, Timestamp};

use crate::accounts::people::fresh_postgres;
use crate::load::{Limit, beside};
use services::Services;
use users::EUROPE;

const USERS: i64 = 50_000;
const CELLS: i64 = 20_000;
const POLYGONS: usize = 500;
/// Cells of the storm: five places in each, two of a user.
const STORM_CELLS: i64 = 6_000;
/// Processes that share one run.
const PROCESSES: usize = 4;
/// From 100,000 places to 1,000,000.
const TENFOLD: i64 = 10;
const MEGABYTE: f64 = 1024.0 * 1024.0;

pub async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().display().to_string();
    measure_database("SQLite", &format!("sqlite://{data}/alerts.db"), &data, 90.0).await?;
    match std::env::var("TEST_POSTGRES_URL") {
        Ok(server) => {
            measure_database("PostgreSQL", &fresh_postgres(&server).await?, &data, 4.0).await?;
            measure_processes(&fresh_postgres(&server).await?, &data).await
        }
        Err(_) => {
            println!("\nPostgreSQL: not measured, TEST_POSTGRES_URL names none");
            Ok(())
        }
    }
}

/// One complete run for 100,000 places and for 1,000,000: the cost per place must not grow.
pub async fn measure_million() -> anyhow::Result<()> {
    let mut each = Vec::new();
    for times in [1, TENFOLD] {
        let folder = tempfile::tempdir()?;
        let data = folder.path().display().to_string();
        let services = Services::start().await?;
        let clock = Clock::manual(Timestamp::now());
        let app = application(&format!("sqlite://{data}/alerts.db"), &data, &services, clock).await?;
        users::insert(&app.db, EUROPE, USERS * times, CELLS * times).await?;
        services.publish(POLYGONS, None);
        let began = Instant::now();
        run_alerts(&app).await?;
        let seconds = began.elapsed().as_secs_f64();
        println!("  {} places: {seconds:.1} s", USERS * times * 2);
        each.push(seconds / times as f64);
    }
    beside("a place among 1,000,000 beside one among 100,000", each[1] / each[0], "times", Limit::AtMost(1.5));
    Ok(())
}

async fn measure_database(name: &str, database: &str, data: &str, most_seconds: f64) -> anyhow::Result<()> {
    println!("\n{name}: alerts for {} places in {CELLS} cells", USERS * 2);
    let services = Services::start().await?;
    let clock = Clock::manual(Timestamp::now());
    let app = application(database, data, &services, clock.clone()).await?;
    users::insert(&app.db, EUROPE, USERS, CELLS).await?;
    reset_peak();
    services.publish(POLYGONS, None);

    let began = Instant::now();
    run_alerts(&app).await?;
    beside("one complete run", began.elapsed().as_secs_f64(), "s", Limit::AtMost(most_seconds));
    beside("notifications of it", count(&app, "notifications").await? as f64, "rows", Limit::AtLeast(POLYGONS as f64));
    beside("the process's memory at its highest", peak_bytes() / MEGABYTE, "MiB", Limit::AtMost(300.0));

    clock.advance(SignedDuration::from_mins(2));
    let before = count(&app, "notifications").await?;
    services.publish(POLYGONS, Some(STORM_CELLS));
    let began = Instant::now();
    worker::poll_feeds(&app).await?;
    worker::notify_users(&app).await?;
    beside(
        "a storm for 15,000 users, from its poll to the outbox",
        began.elapsed().as_secs_f64(),
        "s",
        Limit::AtMost(60.0),
    );
    let notifications = count(&app, "notifications").await? - before;
    beside("notifications of the storm", notifications as f64, "rows", Limit::AtLeast((STORM_CELLS * 5) as f64));
    beside(
        "mails in the outbox",
        count(&app, "outbox").await? as f64,
        "rows",
        Limit::AtLeast((STORM_CELLS * 5) as f64),
    );

    clock.advance(SignedDuration::from_mins(2));
    let began = Instant::now();
    worker::poll_feeds(&app).await?;
    worker::notify_users(&app).await?;
    beside("a run in which nothing changed", began.elapsed().as_secs_f64(), "s", Limit::AtMost(10.0));
    Ok(())
}

/// The complete run, shared by several processes: no cell is notified twice. All of them share this machine.
async fn measure_processes(database: &str, data: &str) -> anyhow::Result<()> {
    println!("\nPostgreSQL: alerts for {} places in {CELLS} cells, {PROCESSES} processes", USERS * 2);
    let services = Services::start().await?;
    let clock = Clock::manual(Timestamp::now());
    let mut processes = Vec::new();
    for _ in 0..PROCESSES {
        processes.push(application(database, data, &services, clock.clone()).await?);
    }
    users::insert(&processes[0].db, EUROPE, USERS, CELLS).await?;
    services.publish(POLYGONS, None);
    worker::poll_feeds(&processes[0]).await?;
    let began = Instant::now();
    let runs = processes.into_iter().map(|app| {
        tokio::spawn(async move {
            worker::check_hazards(&app).await?;
            worker::notify_users(&app).await?;
            anyhow::Ok(app)
        })
    });
    let mut ended = Vec::new();
    for run in futures_util::future::join_all(runs).await {
        ended.push(run??);
    }
    beside("one complete run after its poll", began.elapsed().as_secs_f64(), "s", Limit::AtMost(60.0));
    let notifications = count(&ended[0], "notifications").await? as f64;
    beside("notifications of it", notifications, "rows", Limit::AtLeast(POLYGONS as f64));
    beside("notifications of it, none twice", notifications, "rows", Limit::AtMost((POLYGONS * 5) as f64));
    Ok(())
}

async fn run_alerts(app: &App) -> anyhow::Result<()> {
    worker::poll_feeds(app).await?;
    worker::check_hazards(app).await?;
    worker::notify_users(app).await
}

pub async fn application(database: &str, data: &str, services: &Services, clock: Clock) -> anyhow::Result<App> {
    let pairs = BTreeMap::from([
        ("HALCYON_WEATHER_SOURCES", "open-meteo"),
        ("HALCYON_WEATHER_DAILY_QUOTA", "100000000"),
        ("HALCYON_OPEN_METEO_URL", services.url.as_str()),
        ("HALCYON_NWS_URL", services.url.as_str()),
        ("HALCYON_ALERT_SOURCES", "none"),
        ("HALCYON_SECRET_KEY", "kingfishers nest in the banks of slow rivers 7421"),
        ("HALCYON_DATA_DIR", data),
        ("DATABASE_URL", database),
    ]);
    let settings = Settings::from_pairs(BTreeMap::new(), pairs).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let mailer = Mailer::memory("Halcyon <no-reply@halcyon.example>".parse()?);
    App::start(settings, clock, mailer).await
}

async fn count(app: &App, table: &str) -> anyhow::Result<i64> {
    let sql = format!("select count(*) from {table}");
    Ok(halcyon::on_db!(app.db.reader(), pool => {
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(pool).await
    })?)
}

/// Resets the peak memory of the process.
fn reset_peak() {
    // Where the system does not allow it, the older peak counts, which only makes the figure worse.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn peak_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0
}
