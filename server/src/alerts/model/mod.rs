//! The values the stages share: cells, areas, notification events, and the stored form of an alert.

pub mod area;
pub mod cell;
pub mod event;
pub mod outline;
pub mod stored;
