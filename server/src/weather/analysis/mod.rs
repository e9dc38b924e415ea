//! Derives conditions, hazards, insights and the summary from the forecast.

pub(crate) mod accuracy;
pub(crate) mod classify_day;
pub(crate) mod classify_hour;
pub(crate) mod feels_like;
pub(crate) mod hazard_certainty;
pub(crate) mod hazards;
pub(crate) mod hour;
pub(crate) mod insights;
pub(crate) mod measured;
pub(crate) mod now;
pub(crate) mod nowcast;
pub(crate) mod precipitation_type;
pub(crate) mod summary;
pub(crate) mod thresholds;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
