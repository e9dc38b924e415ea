//! Places on Earth: coordinates, addresses, time zones.

pub mod address;
pub mod coordinates;
pub mod timezone;
