//! What a station near the place measured, on the wire.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The latest report of the nearest suitable station. `current` stays the model's: nothing is corrected by it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Measured {
    /// The name of the station; null for the simulated one.
    #[schema(required = true)]
    pub station: Option<String>,
    /// From the place, in metres.
    pub distance: f64,
    /// Metres above sea level.
    pub elevation: f64,
    /// When it was measured.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    pub temperature_2m: f64,
    pub attribution: String,
    #[schema(required = true)]
    pub url: Option<String>,
}
