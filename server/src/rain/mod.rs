//! Rain on a map and to the minute: frames of radar as tiles of our own, and what they say about a place.
//!
//! Sources deliver classes of rain; frames are kept and continued for an hour; the sentence about a place is read from the
//! same arrays as the tiles, so that the two cannot disagree.

mod base;
mod forecast;
mod forecast_map;
mod frames;
mod labels;
mod model;
mod motion;
mod report;
mod routes;
mod service;
mod sources;
mod summary;

pub use routes::routes;
pub use service::{Rain, RainParts};
