//! Places on Earth: coordinates, elevation, addresses, time zones.

pub mod address;
pub mod austria_lambert;
pub mod coordinates;
pub mod elevation;
pub mod timezone;
pub mod town;
