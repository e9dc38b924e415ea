//! Sun and moon, computed.

pub(crate) mod moon;
pub(crate) mod sun;
