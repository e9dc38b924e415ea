//! The fifteen days of a report: each with its numbers, its four periods, its sun and its moon.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Band, DayConfidence, Reason, Section};
use crate::weather::model::conditions::{Condition, Icon};

#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct Daily {
    /// Fifteen days, the first is today in the place's own time zone.
    pub days: Vec<Day>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Day {
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// Null for a day with data; the reason for a day without, whose numbers are then all null.
    #[schema(required = true)]
    pub unavailable: Option<Reason>,
    #[schema(required = true)]
    pub condition: Option<Condition>,
    #[schema(required = true)]
    pub icon: Option<Icon>,
    #[schema(required = true)]
    pub temperature_2m_max: Option<f64>,
    #[schema(required = true)]
    pub temperature_2m_mean: Option<f64>,
    #[schema(required = true)]
    pub temperature_2m_min: Option<f64>,
    #[schema(required = true)]
    pub apparent_temperature_max: Option<f64>,
    #[schema(required = true)]
    pub apparent_temperature_min: Option<f64>,
    #[schema(required = true)]
    pub precipitation_sum: Option<f64>,
    #[schema(required = true)]
    pub precipitation_probability_max: Option<f64>,
    /// Centimetres.
    #[schema(required = true)]
    pub snowfall_sum: Option<f64>,
    #[schema(required = true)]
    pub wind_speed_10m_max: Option<f64>,
    #[schema(required = true)]
    pub wind_gusts_10m_max: Option<f64>,
    #[schema(required = true)]
    pub wind_direction_10m_dominant: Option<f64>,
    #[schema(required = true)]
    pub uv_index_max: Option<f64>,
    /// How certain the numbers are; null where it is not known.
    #[schema(required = true)]
    pub confidence: Option<DayConfidence>,
    /// What is usual for the date; null where it is not known.
    #[schema(required = true)]
    pub normal: Option<DayNormal>,
    pub sun: Sun,
    pub moon: Moon,
    pub periods: Section<Periods>,
}

/// What is usual for a date: 1991 to 2020, from a reanalysis with cells of 9 to 25 km. Coasts, valleys and cities differ
/// from it by some degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct DayNormal {
    pub temperature_2m_max: f64,
    pub temperature_2m_min: f64,
    /// Ten of a hundred highs are lower than `p10`, ten higher than `p90`.
    pub temperature_2m_max_band: Band,
    /// Percent of days with at least 1 mm.
    pub wet_days: f64,
}

/// The day before today.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Yesterday {
    pub temperature_2m_max: f64,
    pub temperature_2m_min: f64,
}

/// The sun over one local day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Sun {
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub sunrise: Option<Timestamp>,
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub sunset: Option<Timestamp>,
    /// When the sun is highest.
    #[schema(value_type = String, format = DateTime)]
    pub solar_noon: Timestamp,
    pub daylight_seconds: u32,
    pub polar: Polar,
}

/// Whether the sun stays up or down for the whole day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Polar {
    None,
    Day,
    Night,
}

/// The moon at local noon.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Moon {
    /// 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter.
    pub phase: f64,
    pub name: MoonPhase,
    /// Lit share of the disc, 0 to 1.
    pub illumination: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoonPhase {
    New,
    WaxingCrescent,
    FirstQuarter,
    WaxingGibbous,
    Full,
    WaningGibbous,
    LastQuarter,
    WaningCrescent,
}

/// Morning 06–12, day 12–18, evening 18–22, night 22–06 of the next day, local time.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Periods {
    pub morning: Section<Period>,
    pub day: Section<Period>,
    pub evening: Section<Period>,
    pub night: Section<Period>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Period {
    pub condition: Condition,
    /// By the sun, not by the clock: any daylight for a morning or day, all of it in daylight for an evening or night.
    pub is_day: bool,
    pub icon: Icon,
    #[schema(required = true)]
    pub temperature_2m_max: Option<f64>,
    #[schema(required = true)]
    pub temperature_2m_min: Option<f64>,
    #[schema(required = true)]
    pub precipitation_sum: Option<f64>,
    #[schema(required = true)]
    pub precipitation_probability_max: Option<f64>,
    #[schema(required = true)]
    pub wind_speed_10m_max: Option<f64>,
}
