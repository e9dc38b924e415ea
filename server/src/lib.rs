//! Halcyon's server, room by room.

pub mod places;
pub mod weather;
