//! Weather: reports, cache, providers, the rendered page.

mod cache;
mod html;
mod limits;
mod providers;
mod reports;
pub mod stand_in;
