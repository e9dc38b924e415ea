//! Polls the feeds of authorities and keeps the table of alerts in step with them.

pub mod built_in;
pub mod feed;
mod jma;
pub mod poll;
pub mod queries;
mod reconcile;
