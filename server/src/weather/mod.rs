//! Weather: one report per place, from several providers, cached, and served even when every provider fails.

mod analysis;
mod assemble;
mod astronomy;
mod bulk;
mod cache;
mod health;
mod location_query;
mod model;
mod providers;
pub mod report;
mod routes;
mod service;

pub use assemble::report_from_open_meteo;
pub use bulk::CheckInterval;
pub use model::conditions;
pub use providers::ProviderState;
pub use providers::simulated::simulated_rate;
pub use routes::routes;
pub use service::{Requester, WaitLimits, Weather};
