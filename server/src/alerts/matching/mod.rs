//! Which alerts apply at a place: by drawn areas, area codes and zones.

pub mod active;
pub mod area_index;
pub mod area_table;
mod queries;
pub mod same_event;
pub mod zones;

pub use queries::{FeedProgress, list_feed_progress, mark_without_zones};
