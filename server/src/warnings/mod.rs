//! Warnings: what authorities issue, which saved places it concerns, who is told and how. `docs/warnings.md` has the drawing.

mod area;
mod area_table;
mod audience;
mod cells;
mod deliver;
mod feeds;
mod forecasts;
mod health;
mod in_force;
mod ledger;
mod lifecycle;
pub mod notices;
mod person;
mod plan;
mod queries;
mod recipients;
mod service;
mod sources;
mod stored;
mod tell;
mod turns;
mod watch;
mod zones;

pub use deliver::{Deliveries, WAYS};
pub use feeds::{Feed, poll_all, poll_one};
pub use forecasts::check_all;
pub use health::expose;
pub use notices::routes::routes;
pub use service::Warnings;
pub use tell::tell_all;
pub use watch::{learn_zones, sync_cells, tidy, watched_cells};
