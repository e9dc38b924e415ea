//! What stations measured.

use jiff::Timestamp;

/// One report of one station.
#[derive(Debug, Clone, PartialEq)]
pub struct StationReport {
    /// As the service names it; empty for the simulated station.
    pub station: String,
    pub latitude: f64,
    pub longitude: f64,
    /// Metres above sea level.
    pub elevation: f64,
    pub time: Timestamp,
    /// °C
    pub temperature: f64,
    /// The station reports that it needs maintenance.
    pub needs_maintenance: bool,
}
