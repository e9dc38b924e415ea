//! Computes the positions of sun and moon.

pub(crate) mod moon;
pub(crate) mod sun;
