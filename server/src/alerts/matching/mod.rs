//! Which alerts apply at a place: by drawn areas, area codes and zones.

pub mod active;
pub mod area_table;
mod queries;
pub mod zones;

pub use queries::{list_feed_updates, mark_without_zones};
