//! Measures speed and memory against their limits, and fails if one is missed. Arguments select single benchmarks.
//!
//! One program for all of them, because linking the whole application takes minutes.

#![allow(clippy::unwrap_used)]

mod accounts;
mod alerts;
mod growth;
mod load;
mod places;
mod rain;
mod service;
mod weather;

use load::ROLE;

/// The same allocator as in the application.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match std::env::var(ROLE).as_deref() {
        Ok("weather") => weather::serve_halcyon().await,
        Ok("weather-slice") => weather::serve_slice().await,
        Ok("weather-bare") => weather::serve_bare().await,
        Ok("accounts") => accounts::serve_halcyon().await,
        Ok("accounts-bare") => accounts::bare::serve(accounts::settings()?).await,
        Ok("accounts-thread") => accounts::thread_local::serve(accounts::settings()?).await,
        _ => measure().await,
    }
}

async fn measure() -> anyhow::Result<()> {
    // Cargo adds its own flag.
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    if is_wanted("weather") {
        weather::measure().await?;
    }
    if is_wanted("rain") {
        rain::measure().await?;
    }
    if is_wanted("places") {
        tokio::task::spawn_blocking(places::measure).await?;
    }
    if is_wanted("accounts") {
        accounts::measure().await?;
    }
    if is_wanted("service") {
        service::measure().await?;
    }
    if is_wanted("areas") {
        tokio::task::spawn_blocking(alerts::areas::measure).await?;
    }
    if is_wanted("alerts") {
        alerts::measure().await?;
    }
    if is_wanted("growth") {
        growth::measure().await?;
    }
    // Takes minutes, so it runs only if it is named.
    if names.iter().any(|name| name == "alerts-million") {
        alerts::measure_million().await?;
    }
    load::check_misses()
}
