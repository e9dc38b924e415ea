//! Which cells are checked when, shared between processes by leases.

pub mod cell_hazard;
pub mod cells;
pub mod hazard_check;
pub mod lease;
