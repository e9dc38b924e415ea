//! Daily briefings: one short text about the day of a saved place, at a time and on days that its user chose. Decision 0112
//! has the rules.

mod parts;
mod queries;
pub mod routes;
pub mod run;
mod schedule;
mod text;
