//! Places: search, saved locations, history.

pub mod google;
mod history;
mod history_moves;
mod landmarks;
mod locations;
mod locations_google;
mod locations_properties;
mod search;
mod table;
