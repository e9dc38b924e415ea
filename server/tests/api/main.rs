//! The API suite: the whole application, driven as a client would. One folder per area.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod support;

mod accounts;
mod alerts;
mod architecture;
mod contract;
mod integrations;
mod operations;
mod places;
mod rain;
mod weather;
