//! The API suite: the whole application, driven as a client would. One file a slice.
#![allow(clippy::unwrap_used)]

// The personas and stand-ins grow ahead of the slices that use them.
#[allow(dead_code)]
mod support;

mod account_safety;
mod accounts;
mod architecture;
mod belongings;
mod contact;
mod contract;
mod federated;
mod health;
mod history;
mod history_moves;
mod http_manners;
mod lifecycle;
mod linking;
mod locations;
mod locations_google;
mod locations_laws;
mod mail;
mod metrics;
mod migrations;
mod notifications;
mod operations;
mod outbound;
mod outbox;
mod permission;
mod places;
mod places_google;
mod places_table;
mod preferences;
mod push;
mod redirect_sign_in;
mod replicas;
mod sessions;
mod sharding;
mod shedding;
mod shell;
mod traces;
mod warnings;
mod warnings_delivery;
mod warnings_faults;
mod warnings_killed;
mod warnings_late;
mod warnings_limits;
mod warnings_people;
mod warnings_replay;
mod warnings_shared;
mod weather;
mod weather_cache;
mod weather_sources;
mod weather_stand_in;
mod well_known;
