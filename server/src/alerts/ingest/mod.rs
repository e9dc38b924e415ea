//! Reads the feeds of authorities and keeps the table of alerts in step with them.

pub(crate) mod poll;
pub(crate) mod queries;
pub(crate) mod reconcile;
