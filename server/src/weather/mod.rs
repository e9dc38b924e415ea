//! Weather: one report per place, from several providers, cached, and served even when every provider fails.

mod analysis;
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub use bulk::Pace;
pub use model::conditions;
pub use providers::SourceState;
pub use providers::quota::Purpose;
pub use report::assemble::report_from_open_meteo;
pub use routes::routes;
pub use service::Weather;
