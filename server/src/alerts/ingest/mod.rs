//! Polls the feeds of authorities and keeps the table of alerts in step with them.

mod built_in;
pub mod feed;
pub mod poll;
pub mod queries;
mod reconcile;
