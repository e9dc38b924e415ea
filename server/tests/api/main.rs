//! The API suite: the whole application, driven as a client would. One file per feature.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod support;

mod account_safety;
mod accounts;
mod alerts;
mod alerts_delivery;
mod alerts_faults;
mod alerts_hazards;
mod alerts_killed;
mod alerts_late;
mod alerts_limits;
mod alerts_replay;
mod alerts_settings;
mod alerts_shared;
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
mod weather;
mod weather_cache;
mod weather_sources;
mod weather_stand_in;
mod well_known;
