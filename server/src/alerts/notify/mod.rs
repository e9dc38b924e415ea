//! Decides who is notified of what, and writes the notifications.

pub(crate) mod planner;
pub(crate) mod policy;
pub(crate) mod recipients;
pub(crate) mod run;
pub(crate) mod settings;
pub(crate) mod transitions;
