//! Places: search, saved locations, history.

pub mod google;
mod history;
mod history_moves;
mod locations;
mod locations_google;
mod locations_properties;
mod search;
mod table;
