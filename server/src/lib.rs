//! Halcyon's server. `docs/architecture.md` has the diagram.

// Composition: the application, its router and its background jobs.
pub mod app;
pub mod serve;

// Features: one product noun each.
pub mod accounts;
pub mod alerts;
pub mod contact;
pub mod embed;
pub mod feeds;
pub mod health;
pub mod history;
pub mod html;
pub mod locations;
pub mod permission;
pub mod places;
pub mod preferences;
pub mod public_api;
pub mod public_config;
pub mod push;
pub mod rain;
pub mod smart_home;
pub mod terminal;
pub mod weather;
pub mod well_known;

// Foundation: what every feature may use.
pub mod air;
pub mod alert;
pub mod alert_words;
pub mod beaufort;
pub mod clock;
pub mod db;
pub mod encoding;
pub mod error;
pub mod geo;
pub mod http;
pub mod i18n;
pub mod mail;
pub mod measures;
pub mod model_grid;
pub mod notification_settings;
pub mod outbound;
pub mod outlook;
pub mod published_report;
pub mod rainfall;
pub mod session;
pub mod settings;
pub mod sky;
pub mod telemetry;
#[cfg(test)]
mod testing;
pub mod text_lines;
pub mod user_id;
pub mod weather_summary;
pub mod weather_words;
