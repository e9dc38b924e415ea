//! Polls the feeds of authorities and keeps the table of alerts in step with them.

pub mod feed;
pub mod poll;
pub mod queries;
mod reconcile;
