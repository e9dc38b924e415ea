//! Thresholds that users set for their places, such as wind over a speed: each is notified once per event. Decision 0113 has
//! the rules.

mod kind;
mod queries;
pub mod routes;
mod rules;
pub mod run;
mod text;
