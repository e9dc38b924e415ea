//! Halcyon's server, room by room. `docs/architecture.md` has the drawing.

// The house: what is put together, and the one list of routes.
pub mod app;
pub mod router;
pub mod serve;

// The slices: one product noun each.
pub mod config;
pub mod health;
pub mod places;
pub mod weather;

// The floor: what every slice stands on.
pub mod clock;
pub mod db;
pub mod error;
pub mod http;
pub mod logging;
pub mod mail;
pub mod outbound;
pub mod settings;
pub mod timezone;
