//! From numbers to decisions: conditions, insights, hazards and sentences.

pub(crate) mod classify_day;
pub(crate) mod classify_hour;
pub(crate) mod feels_like;
pub(crate) mod hazards;
pub(crate) mod insights;
pub(crate) mod nowcast;
pub(crate) mod summary;
pub(crate) mod thresholds;
