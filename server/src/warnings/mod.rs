//! Warnings: what authorities issue, which saved places it concerns, who is told and how. `docs/warnings.md` has the drawing.

#[allow(dead_code)]
mod area;
#[allow(dead_code)]
pub mod notices;
#[allow(dead_code)]
mod person;
#[allow(dead_code)]
mod recipients;
#[allow(dead_code)]
mod stored;

pub use notices::routes::routes;
