//! The forecast as every provider delivers it, and the values in it.

pub mod conditions;
pub(crate) mod forecast;
pub(crate) mod grid;
pub(crate) mod rounding;
pub(crate) mod snapshot;
