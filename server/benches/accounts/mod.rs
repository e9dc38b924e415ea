//! Accounts: the cost of an authenticated request compared with a bare handler that runs the same queries, the effect of
//! logins on other requests, and whether a user's places are found as fast among a million users as among a thousand.
//!
//! `TEST_POSTGRES_URL` names a PostgreSQL to measure in addition to SQLite.

pub mod bare;
mod fastify;
mod logins;
pub mod people;
pub mod thread_local;

use std::collections::BTreeMap;

use halcyon::app::App;
use halcyon::clock::Clock;
use halcyon::mail::mailer::Mailer;
use halcyon::serve::serve;
use halcyon::settings::Settings;
use people::People;

use crate::load::{Cost, Limit, METRICS, Server, beside, median};

const CONNECTIONS: usize = 32;
const REQUESTS: usize = 20_000;
const ROUNDS: usize = 5;
const SECRET: &str = "kingfishers nest in the banks of slow rivers 7421";

pub async fn serve_halcyon() -> anyhow::Result<()> {
    serve(application().await?, |address| println!("{address}")).await
}

/// Takes everything from the environment that `Server::start` passes on.
pub fn settings() -> anyhow::Result<Settings> {
    let (database, data) = (std::env::var("HALCYON_BENCH_DATABASE")?, std::env::var("HALCYON_BENCH_DATA")?);
    settings_for(&database, &data)
}

pub fn settings_for(database: &str, data: &str) -> anyhow::Result<Settings> {
    let metrics = std::env::var(METRICS).unwrap_or_default();
    let pairs = BTreeMap::from([
        ("HALCYON_METRICS_LISTEN", metrics.as_str()),
        ("HALCYON_WEATHER_SOURCES", "simulated"),
        ("HALCYON_WEATHER_FRESH_SECONDS", "86400"),
        ("HALCYON_LISTEN", "127.0.0.1:0"),
        ("HALCYON_RATE_LIMITS", "off"),
        ("HALCYON_SECRET_KEY", SECRET),
        ("HALCYON_DATA_DIR", data),
        ("DATABASE_URL", database),
    ]);
    Settings::from_pairs(BTreeMap::new(), pairs).map_err(|error| anyhow::anyhow!("{error:?}"))
}

async fn application() -> anyhow::Result<App> {
    let mailer = Mailer::memory("Halcyon <no-reply@halcyon.example>".parse()?);
    App::start(settings()?, Clock::System, mailer).await
}

pub async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().display().to_string();
    let sqlite = |name: &str| format!("sqlite://{data}/{name}.db");
    beside_bare(&sqlite("small"), &data).await?;
    logins::measure(&sqlite("logins"), &data).await?;
    flat("SQLite", &sqlite("few"), &sqlite("many"), &data).await?;
    match std::env::var("TEST_POSTGRES_URL") {
        Ok(server) => {
            let few = people::fresh_postgres(&server).await?;
            flat("PostgreSQL", &few, &people::fresh_postgres(&server).await?, &data).await?;
            fastify::measure(&server, &data).await
        }
        Err(_) => {
            println!("\nPostgreSQL: not measured, TEST_POSTGRES_URL is not set");
            Ok(())
        }
    }
}

/// The whole application and bare handlers with the same token check and the same queries, alternating.
async fn beside_bare(database: &str, data: &str) -> anyhow::Result<()> {
    let people = People::fill(database, data, 1_000).await?;
    let environment = [("HALCYON_BENCH_DATABASE", database), ("HALCYON_BENCH_DATA", data)];
    let [halcyon, pooled, alone] =
        ["accounts", "accounts-bare", "accounts-thread"].map(|role| Server::start(role, &environment));
    println!("accounts, {CONNECTIONS} connections, {ROUNDS} rounds of {REQUESTS} requests, median, SQLite");
    for path in ["/api/auth/me", "/api/locations"] {
        let requests = people.requests(path);
        let (mut ours, mut same_pool, mut own_thread) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            same_pool.push(pooled.load_each(&requests, 200, CONNECTIONS, REQUESTS).await);
            own_thread.push(alone.load_each(&requests, 200, CONNECTIONS, REQUESTS).await);
            ours.push(halcyon.load_each(&requests, 200, CONNECTIONS, REQUESTS).await);
        }
        println!("\nGET {path}");
        for (name, costs) in
            [("bare, same pool", &same_pool), ("bare, thread-local", &own_thread), ("application", &ours)]
        {
            println!("  {name:<18} {:6.1} µs CPU  {:7.0} requests/s", cpu(costs), rate(costs));
        }
        beside("CPU compared with the same pool", cpu(&ours) / cpu(&same_pool), "times", Limit::AtMost(1.3));
        beside(
            "CPU compared with thread-local connections",
            cpu(&ours) / cpu(&own_thread),
            "times",
            Limit::AtMost(1.3),
        );
    }
    Ok(())
}

async fn flat(name: &str, few: &str, many: &str, data: &str) -> anyhow::Result<()> {
    let mut medians = Vec::new();
    for (database, count) in [(few, 1_000), (many, 1_000_000)] {
        let people = People::fill(database, data, count).await?;
        let environment = [("HALCYON_BENCH_DATABASE", database), ("HALCYON_BENCH_DATA", data)];
        let halcyon = Server::start("accounts", &environment);
        let requests = people.requests("/api/locations");
        halcyon.load_each(&requests, 200, CONNECTIONS, REQUESTS).await;
        let mut costs = Vec::new();
        for _ in 0..ROUNDS {
            costs.push(halcyon.load_each(&requests, 200, CONNECTIONS, REQUESTS).await);
        }
        println!("\nGET /api/locations on {name} with {count} users, {} places", people.places);
        println!("  {:6.1} µs CPU  {:7.0} requests/s", cpu(&costs), rate(&costs));
        medians.push((cpu(&costs), rate(&costs)));
    }
    beside(
        "CPU with a million users compared with a thousand",
        medians[1].0 / medians[0].0,
        "times",
        Limit::AtMost(2.0),
    );
    beside(
        "time with a million users compared with a thousand",
        medians[0].1 / medians[1].1,
        "times",
        Limit::AtMost(2.0),
    );
    Ok(())
}

fn cpu(costs: &[Cost]) -> f64 {
    median(costs.iter().map(|cost| cost.cpu_micros).collect())
}

fn rate(costs: &[Cost]) -> f64 {
    median(costs.iter().map(|cost| cost.per_second).collect())
}
