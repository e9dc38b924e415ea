//! Alerts: feeds, hazards, notifications, delivery.

mod air;
mod areas;
pub mod briefings;
mod cells;
mod climate;
mod coverage;
pub mod delivery;
mod faults;
pub mod hazards;
mod japan;
mod killed;
mod late;
mod limits;
mod notifications;
pub mod pipeline;
mod push;
mod rain;
mod replay;
mod replays;
pub mod settings;
mod shared;
mod thresholds;
