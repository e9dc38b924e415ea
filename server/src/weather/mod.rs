//! Weather: one report per place, from several sources, cached and never dark.

pub mod conditions;
pub mod report;
