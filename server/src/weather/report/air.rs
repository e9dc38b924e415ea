//! Air quality and pollen: the present and the days, and the hours in an answer of their own.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::Section;
use crate::air::{EuropeanLevel, PollenLevel, Species, UsLevel};
use crate::weather::model::air::Pollutant;

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AirQuality {
    /// When the data was fetched.
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
    /// Attributions required by the licences; empty for simulated air.
    pub attributions: Vec<AirAttribution>,
    /// The index that the authorities of the place use.
    pub index: AirIndexKind,
    pub current: AirNow,
    /// From today on, as far as the source goes.
    pub days: Vec<AirDay>,
    /// Unavailable where the model has no pollen, which is everywhere outside Europe.
    pub pollen: Section<Pollen>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AirAttribution {
    pub text: String,
    pub url: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AirIndexKind {
    European,
    Us,
}

/// The running hour.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AirNow {
    #[schema(required = true)]
    pub european: Option<EuropeanIndex>,
    #[schema(required = true)]
    pub us: Option<UsIndex>,
    pub pollutants: Vec<PollutantNow>,
    /// Desert dust, μg/m³.
    #[schema(required = true)]
    pub dust: Option<f64>,
    /// Particles from wildfires, μg/m³; null outside Europe.
    #[schema(required = true)]
    pub smoke: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct EuropeanIndex {
    pub value: u32,
    pub level: EuropeanLevel,
    /// The pollutant with the highest index.
    pub main: Pollutant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsIndex {
    pub value: u32,
    pub level: UsLevel,
    pub main: Pollutant,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct PollutantNow {
    pub pollutant: Pollutant,
    /// μg/m³.
    pub concentration: f64,
    /// By the bands of the European index.
    pub european: EuropeanLevel,
    /// By the breakpoints of the US index; null until the hours that it averages are known.
    #[schema(required = true)]
    pub us: Option<UsLevel>,
}

/// The worst hour of a day; null unless three in four of its hours are known.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AirDay {
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    #[schema(required = true)]
    pub european: Option<EuropeanIndex>,
    #[schema(required = true)]
    pub us: Option<UsIndex>,
    /// The start of the hour with the highest European index.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub worst_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Pollen {
    pub days: Vec<PollenDay>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PollenDay {
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// Without those that are zero on every day.
    pub species: Vec<SpeciesDay>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct SpeciesDay {
    pub species: Species,
    /// By the mean of the day, as MeteoSwiss classifies it.
    pub level: PollenLevel,
    /// Grains per m³.
    pub mean: f64,
    /// The start of the hour with the most.
    #[schema(value_type = String, format = DateTime)]
    pub worst_at: Timestamp,
    /// From now on, the end of the first hours in a row with a high or very high concentration; null if there are none.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub high_until: Option<Timestamp>,
}

/// Air quality and pollen of a place, hour by hour.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AirReport {
    /// As the weather report has it.
    pub air: Section<AirQuality>,
    /// From the running hour to the end of the data; empty while the air is unavailable.
    pub hours: Vec<AirHour>,
    pub simulated: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AirHour {
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    #[schema(required = true)]
    pub european: Option<EuropeanIndex>,
    #[schema(required = true)]
    pub us: Option<UsIndex>,
    pub pollutants: Concentrations,
    /// Desert dust, μg/m³.
    #[schema(required = true)]
    pub dust: Option<f64>,
    /// Particles from wildfires, μg/m³; null outside Europe.
    #[schema(required = true)]
    pub smoke: Option<f64>,
    pub pollen: Grains,
}

/// μg/m³; null where the source has no value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Concentrations {
    #[schema(required = true)]
    pub pm2_5: Option<f64>,
    #[schema(required = true)]
    pub pm10: Option<f64>,
    #[schema(required = true)]
    pub nitrogen_dioxide: Option<f64>,
    #[schema(required = true)]
    pub ozone: Option<f64>,
    #[schema(required = true)]
    pub sulphur_dioxide: Option<f64>,
}

/// Grains per m³; null outside Europe, zero out of season.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Grains {
    #[schema(required = true)]
    pub alder: Option<f64>,
    #[schema(required = true)]
    pub birch: Option<f64>,
    #[schema(required = true)]
    pub grass: Option<f64>,
    #[schema(required = true)]
    pub mugwort: Option<f64>,
    #[schema(required = true)]
    pub olive: Option<f64>,
    #[schema(required = true)]
    pub ragweed: Option<f64>,
}
