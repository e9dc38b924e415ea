//! What an operator sees: logs, metrics, traces.

pub mod certificate;
pub mod histogram;
pub mod logging;
pub mod otlp;
pub mod process;
pub mod prometheus;
