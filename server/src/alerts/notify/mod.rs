//! Decides which users are notified of what, and writes the notifications.

pub mod air;
mod air_text;
mod interruption;
mod personal;
mod planner;
mod policy;
pub mod queries;
pub mod rain;
mod rain_text;
pub mod recipients;
pub mod run;
mod transitions;
