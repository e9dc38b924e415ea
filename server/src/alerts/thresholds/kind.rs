//! The kinds of thresholds and which numbers they take.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ThresholdKind {
    /// Frost in the coming night; without a number.
    Frost,
    /// Wind over so many m/s.
    Wind,
    /// Rain before this hour of the day, 1 to 24.
    RainBefore,
    /// Hotter than so many °C.
    Heat,
    /// A UV index over this.
    Uv,
    /// The first snow of a winter; without a number.
    FirstSnow,
}

impl ThresholdKind {
    pub const ALL: [ThresholdKind; 6] = [
        ThresholdKind::Frost,
        ThresholdKind::Wind,
        ThresholdKind::RainBefore,
        ThresholdKind::Heat,
        ThresholdKind::Uv,
        ThresholdKind::FirstSnow,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            ThresholdKind::Frost => "frost",
            ThresholdKind::Wind => "wind",
            ThresholdKind::RainBefore => "rain_before",
            ThresholdKind::Heat => "heat",
            ThresholdKind::Uv => "uv",
            ThresholdKind::FirstSnow => "first_snow",
        }
    }

    /// `None` for a kind of another version.
    pub fn parse(name: &str) -> Option<ThresholdKind> {
        ThresholdKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The numbers that make sense; `None` for a kind without one.
    pub fn range(self) -> Option<RangeInclusive<f64>> {
        match self {
            ThresholdKind::Frost | ThresholdKind::FirstSnow => None,
            ThresholdKind::Wind => Some(1.0..=60.0),
            ThresholdKind::RainBefore => Some(1.0..=24.0),
            ThresholdKind::Heat => Some(-10.0..=55.0),
            ThresholdKind::Uv => Some(1.0..=15.0),
        }
    }

    pub fn accepts(self, value: Option<f64>) -> bool {
        match (self.range(), value) {
            (None, None) => true,
            (Some(range), Some(value)) => {
                range.contains(&value) && (self != ThresholdKind::RainBefore || value.fract() == 0.0)
            }
            _ => false,
        }
    }
}
