//! The names of air quality and pollen that weather, preferences and notifications share.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The bands of the European Environment Agency of 2024.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EuropeanLevel {
    Good,
    Fair,
    Moderate,
    Poor,
    VeryPoor,
    ExtremelyPoor,
}

/// The categories of the US Environmental Protection Agency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UsLevel {
    Good,
    Moderate,
    UnhealthySensitive,
    Unhealthy,
    VeryUnhealthy,
    Hazardous,
}

impl EuropeanLevel {
    pub fn as_str(self) -> &'static str {
        match self {
            EuropeanLevel::Good => "good",
            EuropeanLevel::Fair => "fair",
            EuropeanLevel::Moderate => "moderate",
            EuropeanLevel::Poor => "poor",
            EuropeanLevel::VeryPoor => "very_poor",
            EuropeanLevel::ExtremelyPoor => "extremely_poor",
        }
    }

    /// The category with the same rank: both scales have six.
    pub fn in_us_terms(self) -> UsLevel {
        match self {
            EuropeanLevel::Good => UsLevel::Good,
            EuropeanLevel::Fair => UsLevel::Moderate,
            EuropeanLevel::Moderate => UsLevel::UnhealthySensitive,
            EuropeanLevel::Poor => UsLevel::Unhealthy,
            EuropeanLevel::VeryPoor => UsLevel::VeryUnhealthy,
            EuropeanLevel::ExtremelyPoor => UsLevel::Hazardous,
        }
    }
}

impl UsLevel {
    pub fn as_str(self) -> &'static str {
        match self {
            UsLevel::Good => "good",
            UsLevel::Moderate => "moderate",
            UsLevel::UnhealthySensitive => "unhealthy_sensitive",
            UsLevel::Unhealthy => "unhealthy",
            UsLevel::VeryUnhealthy => "very_unhealthy",
            UsLevel::Hazardous => "hazardous",
        }
    }

    /// The band with the same rank.
    pub fn in_european_terms(self) -> EuropeanLevel {
        match self {
            UsLevel::Good => EuropeanLevel::Good,
            UsLevel::Moderate => EuropeanLevel::Fair,
            UsLevel::UnhealthySensitive => EuropeanLevel::Moderate,
            UsLevel::Unhealthy => EuropeanLevel::Poor,
            UsLevel::VeryUnhealthy => EuropeanLevel::VeryPoor,
            UsLevel::Hazardous => EuropeanLevel::ExtremelyPoor,
        }
    }
}

/// A plant whose pollen is forecast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Species {
    Alder,
    Birch,
    Grass,
    Mugwort,
    Olive,
    Ragweed,
}

impl Species {
    pub const ALL: [Species; 6] =
        [Species::Alder, Species::Birch, Species::Grass, Species::Mugwort, Species::Olive, Species::Ragweed];

    pub fn as_str(self) -> &'static str {
        match self {
            Species::Alder => "alder",
            Species::Birch => "birch",
            Species::Grass => "grass",
            Species::Mugwort => "mugwort",
            Species::Olive => "olive",
            Species::Ragweed => "ragweed",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PollenLevel {
    None,
    Low,
    Moderate,
    High,
    VeryHigh,
}

impl PollenLevel {
    pub fn as_str(self) -> &'static str {
        match self {
            PollenLevel::None => "none",
            PollenLevel::Low => "low",
            PollenLevel::Moderate => "moderate",
            PollenLevel::High => "high",
            PollenLevel::VeryHigh => "very_high",
        }
    }
}

/// The air of a place today, as far as notifications need it.
#[derive(Debug, Clone, PartialEq)]
pub struct AirToday {
    /// Of the place.
    pub date: Date,
    /// When the local day ends.
    pub ends_at: Timestamp,
    /// The worst hour of the rest of the day.
    pub index: Option<WorstHour>,
    /// Whether the US index is used at the place.
    pub is_us: bool,
    pub pollen: Vec<(Species, PollenLevel)>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstHour {
    /// At a place with the US index, the band with the same rank.
    pub level: EuropeanLevel,
    pub at: Timestamp,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_six_levels_of_both_indices_correspond_and_keep_their_names() {
        let pairs = [
            ("good", "good"),
            ("fair", "moderate"),
            ("moderate", "unhealthy_sensitive"),
            ("poor", "unhealthy"),
            ("very_poor", "very_unhealthy"),
            ("extremely_poor", "hazardous"),
        ];
        for (european, us) in pairs {
            let level: EuropeanLevel = serde_json::from_value(european.into()).unwrap();
            assert_eq!((level.as_str(), level.in_us_terms().as_str()), (european, us));
            assert_eq!(level.in_us_terms().in_european_terms(), level);
            assert_eq!(serde_json::to_value(level.in_us_terms()).unwrap(), us);
        }
    }
}
