//! Alerts: feeds, hazards, notifications, delivery.

mod coverage;
pub mod delivery;
mod faults;
pub mod hazards;
mod killed;
mod late;
mod limits;
mod notifications;
pub mod pipeline;
mod push;
mod replay;
pub mod settings;
mod shared;
mod unread;
