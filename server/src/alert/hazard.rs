//! What an alert is about, and hazards computed from the forecast.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Alert;

/// What an alert is about, the same for all authorities and for hazards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AlertFamily {
    Wind,
    Thunderstorm,
    /// Rain, floods and landslides.
    Rain,
    SnowIce,
    /// Heat and ultraviolet radiation.
    Heat,
    Cold,
    Fog,
    Avalanche,
    /// Waves, surges and everything else at sea.
    Coast,
    Fire,
    /// Dust, smoke and air quality.
    Air,
}

/// A hazard computed from the forecast; its texts are under `shared.hazards.<kind>`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Hazard {
    pub kind: HazardKind,
    /// The most severe value: m/s for wind and gusts, mm in 24 hours for rain, cm in 24 hours for snow, felt °C for heat
    /// and cold, the index for UV; null for ice and thunder.
    #[schema(required)]
    pub peak: Option<f64>,
    /// When the peak is reached.
    #[schema(value_type = String, format = DateTime)]
    pub peak_at: Timestamp,
}

/// The hazards of one place, as one look at its forecast finds them.
#[derive(Clone, Debug, Default)]
pub struct FoundHazards {
    pub alerts: Vec<Alert>,
    /// Heat and cold past their thresholds whether or not they are unusual for the place: no notification is sent, but
    /// what was notified lasts while they do. Empty where the climate is not known.
    pub by_thresholds_alone: Vec<Alert>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HazardKind {
    Wind,
    Gusts,
    Rain,
    Snow,
    Ice,
    Heat,
    Cold,
    Uv,
    Thunder,
}

impl HazardKind {
    /// The kind under which it is switched off: wind and gusts are one hazard.
    pub fn switch(self) -> HazardKind {
        if self == HazardKind::Gusts { HazardKind::Wind } else { self }
    }

    pub fn family(self) -> AlertFamily {
        match self {
            HazardKind::Wind | HazardKind::Gusts => AlertFamily::Wind,
            HazardKind::Rain => AlertFamily::Rain,
            HazardKind::Snow | HazardKind::Ice => AlertFamily::SnowIce,
            HazardKind::Heat | HazardKind::Uv => AlertFamily::Heat,
            HazardKind::Cold => AlertFamily::Cold,
            HazardKind::Thunder => AlertFamily::Thunderstorm,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            HazardKind::Wind => "wind",
            HazardKind::Gusts => "gusts",
            HazardKind::Rain => "rain",
            HazardKind::Snow => "snow",
            HazardKind::Ice => "ice",
            HazardKind::Heat => "heat",
            HazardKind::Cold => "cold",
            HazardKind::Uv => "uv",
            HazardKind::Thunder => "thunder",
        }
    }
}
