//! Weather: reports, cache, providers, the rendered page.

mod accuracy;
pub mod air;
mod cache;
mod confidence;
mod html;
mod limits;
mod measured;
pub mod normals;
mod providers;
mod reports;
pub mod stand_in;
