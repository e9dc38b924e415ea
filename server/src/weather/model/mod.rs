//! The provider-independent forecast and its values.

pub(crate) mod accuracy;
pub(crate) mod air;
pub(crate) mod columns;
pub mod conditions;
pub(crate) mod ensemble;
pub(crate) mod forecast;
pub(crate) mod grid;
pub(crate) mod normals;
pub(crate) mod observation;
pub(crate) mod rounding;
pub(crate) mod snapshot;
