//! Places on Earth: coordinates, addresses, time zones.

pub mod address;
pub mod austria_lambert;
pub mod coordinates;
pub mod timezone;
