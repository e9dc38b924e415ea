//! Alerts: what authorities issue and what we compute, which saved places it concerns, and who is notified. `docs/alerts.md` has the diagram.

mod delivery;
mod health;
mod ingest;
mod matching;
mod model;
pub mod notifications;
mod notify;
mod schedule;
mod service;
mod sources;

pub use delivery::{Deliveries, WAYS};
pub use health::expose;
pub use ingest::poll::{Feed, poll_all, poll_one};
pub use notifications::routes::routes;
pub use notify::run::tell_all;
pub use schedule::hazard_check::check_all;
pub use schedule::maintenance::{learn_zones, sync_cells, tidy, watched_cells};
pub use service::Warnings;
