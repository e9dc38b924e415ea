//! Which cells are checked when, shared between processes by leases.

pub(crate) mod cells;
pub(crate) mod hazard_check;
pub(crate) mod lease;
pub(crate) mod maintenance;
