//! What rain is on the map: tiles in Web Mercator with one byte of intensity per pixel.

pub mod class;
pub mod field;
pub mod frame;
pub mod mercator;
pub mod projections;
#[allow(dead_code, reason = "the sources so far deliver rates; those with reflectivity come next")]
pub mod reflectivity;
pub mod tile;
