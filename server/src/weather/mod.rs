//! Weather: one report per place, from several sources, cached and never dark.

mod body;
mod budget;
mod compose;
mod compose_day;
pub mod conditions;
mod counts;
mod decide;
mod decide_day;
mod entry;
mod feels_like;
mod forecast;
mod grid;
mod health;
mod insights;
mod kept;
mod met_norway;
mod moon;
mod notices;
mod nowcast;
mod open_meteo;
mod packed;
mod plausible;
mod queries;
pub mod report;
mod rounding;
mod routes;
mod saved_place;
mod service;
mod simulated;
mod simulated_noise;
mod source_names;
mod sources;
mod summary;
mod sun;
mod thresholds;
mod watch;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

pub use budget::Purpose;
pub use compose::report_from_open_meteo;
pub use routes::routes;
pub use service::Weather;
pub use sources::SourceState;
pub use watch::Pace;
