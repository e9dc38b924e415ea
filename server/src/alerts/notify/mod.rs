//! Decides which users are notified of what, and writes the notifications.

pub mod air;
mod air_text;
mod interruption;
pub mod personal;
mod planner;
pub mod policy;
pub mod queries;
pub mod rain;
mod rain_text;
pub mod recipients;
pub mod run;
mod transitions;
pub mod writes;
