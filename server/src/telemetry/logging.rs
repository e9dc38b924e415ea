//! Structured logs: readable in development, JSON in production.

use anyhow::Context;
use tracing_subscriber::EnvFilter;

use crate::settings::{Mode, Settings};

pub fn start(settings: &Settings) -> anyhow::Result<()> {
    // The library of passkeys logs an error for each wrong answer of a client; we log the reason ourselves.
    let filter =
        EnvFilter::try_new(&settings.log).context("HALCYON_LOG")?.add_directive("webauthn_rs_core=off".parse()?);
    let builder = tracing_subscriber::fmt().with_env_filter(filter);
    let started = match settings.mode {
        Mode::Development => builder.with_target(false).try_init(),
        Mode::Production => builder.json().flatten_event(true).with_current_span(false).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging: {error}"))
}
