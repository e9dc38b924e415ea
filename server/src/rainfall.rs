//! What the rain map, the weather and notifications share about rain: functions that `app` hands from one slice to another.

use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::geo::coordinates::Coordinates;

/// The least rain that counts.
pub const LEAST_MM_PER_HOUR: f64 = 0.1;

/// Millimetres per hour in the simulated weather of a place at a time.
pub type SimulatedRate = Arc<dyn Fn(Coordinates, Timestamp) -> f64 + Send + Sync>;

/// The rain that the forecast of a place has; `None` without a forecast. The address is that of the client, whose refreshes
/// are limited.
pub type FindForecastRain =
    Arc<dyn Fn(Coordinates, Option<IpAddr>) -> BoxFuture<'static, Option<ForecastRain>> + Send + Sync>;

/// Precipitation by a forecast model.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastRain {
    pub is_simulated: bool,
    /// Who must be named, and their address.
    pub attribution: String,
    pub url: Option<String>,
    pub fetched_at: Timestamp,
    /// From the running step on, without gaps.
    pub steps: Vec<RainStep>,
}

/// A quarter of an hour where the source has them, otherwise an hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RainStep {
    pub from: Timestamp,
    pub to: Timestamp,
    pub mm_per_hour: f64,
}

/// Rain that reaches a place within the hour, as measured pictures say; for notifications.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrivingRain {
    pub from: Timestamp,
    /// `None` if its end is not yet in sight.
    pub to: Option<Timestamp>,
    pub intensity: RainIntensity,
    pub attribution: String,
}

/// The words for rates of rain, after the glossary of the American Meteorological Society.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainIntensity {
    VeryLight,
    Light,
    Moderate,
    Heavy,
    Violent,
}

impl RainIntensity {
    /// Nothing below the least rain that counts.
    pub fn of(mm_per_hour: f64) -> Option<RainIntensity> {
        Some(match mm_per_hour {
            rate if rate >= 50.0 => RainIntensity::Violent,
            rate if rate >= 7.6 => RainIntensity::Heavy,
            rate if rate >= 2.5 => RainIntensity::Moderate,
            rate if rate >= 0.4 => RainIntensity::Light,
            rate if rate >= LEAST_MM_PER_HOUR => RainIntensity::VeryLight,
            _ => return None,
        })
    }

    pub fn as_str(self) -> &'static str {
        match self {
            RainIntensity::VeryLight => "very_light",
            RainIntensity::Light => "light",
            RainIntensity::Moderate => "moderate",
            RainIntensity::Heavy => "heavy",
            RainIntensity::Violent => "violent",
        }
    }
}
