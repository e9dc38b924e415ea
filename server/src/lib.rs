//! Halcyon's server, room by room. `docs/architecture.md` has the drawing.

// The house: what is put together, and the one list of routes.
pub mod app;
pub mod backup;
pub mod doctor;
pub mod metrics;
pub mod router;
pub mod serve;
pub mod upkeep;
pub mod worker;

// The slices: one product noun each.
pub mod accounts;
pub mod config;
pub mod contact;
pub mod health;
pub mod history;
pub mod locations;
pub mod permission;
pub mod places;
pub mod preferences;
pub mod push;
pub mod shell;
pub mod warnings;
pub mod weather;
pub mod well_known;

// The floor: what every slice stands on.
pub mod address;
pub mod alert;
pub mod clock;
pub mod db;
pub mod email;
pub mod encode;
pub mod error;
pub mod exposition;
pub mod http;
pub mod limits;
pub mod logging;
pub mod mail;
pub mod outbound;
pub mod outbox;
pub mod position;
#[cfg(test)]
mod recordings;
pub mod session;
pub mod settings;
pub mod spans;
pub mod texts;
pub mod timezone;
