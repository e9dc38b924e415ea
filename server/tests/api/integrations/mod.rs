//! The weather outside of the page: in a terminal, by personal tokens, in feeds, inside of other sites, and in a smart home.

mod embed;
mod feeds;
mod link_preview;
mod mqtt;
mod mqtt_broker;
mod pictures;
mod terminal;
mod tokens;
