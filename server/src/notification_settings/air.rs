//! What a user has set about air quality and pollen: the index they prefer, what they are sensitive to, and from when on
//! they are notified.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::air::{EuropeanLevel, PollenLevel, Species};

/// The index that the page shows; `auto` is the one that the authorities of the place use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AirIndexChoice {
    #[default]
    Auto,
    European,
    Us,
}

/// From which level of pollen on the user is notified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PollenFloor {
    Moderate,
    #[default]
    High,
    VeryHigh,
}

impl From<PollenFloor> for PollenLevel {
    fn from(floor: PollenFloor) -> PollenLevel {
        match floor {
            PollenFloor::Moderate => PollenLevel::Moderate,
            PollenFloor::High => PollenLevel::High,
            PollenFloor::VeryHigh => PollenLevel::VeryHigh,
        }
    }
}

/// The group of the preferences document, with only the keys the user has set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AirPreferences {
    /// Whether sensitivities may be stored on the server; otherwise they stay in the browser. Off by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sync: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<AirIndexChoice>,
    /// Only accepted while `sync` is on; switching that off deletes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitivities: Option<Vec<Species>>,
    /// Whether the user is notified, by default not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notify: Option<bool>,
    /// From which level of the index on, by default poor. At places with the US index, the level with the same rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index_level: Option<EuropeanLevel>,
    /// From which level of a species on that the user is sensitive to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pollen_level: Option<PollenFloor>,
}

/// The settings in effect: what the user has set, with defaults for the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct AirNotifications {
    pub is_enabled: bool,
    pub min_index: EuropeanLevel,
    pub min_pollen: PollenLevel,
    pub sensitivities: Vec<Species>,
}

impl Default for AirNotifications {
    fn default() -> AirNotifications {
        AirNotifications::resolve(&AirPreferences::default())
    }
}

impl AirNotifications {
    /// A switch that is stored but unreadable is off, as by default.
    pub(super) fn resolve(stored: &AirPreferences) -> AirNotifications {
        AirNotifications {
            is_enabled: stored.notify.unwrap_or(false),
            min_index: stored.index_level.unwrap_or(EuropeanLevel::Poor),
            min_pollen: stored.pollen_level.unwrap_or_default().into(),
            sensitivities: stored.sensitivities.clone().unwrap_or_default(),
        }
    }
}
