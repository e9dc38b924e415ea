//! A forecast in one shape for all providers: metric, UTC, `None` for unknown values.
//!
//! An hour describes the hour that begins at its time, including its precipitation.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::conditions::Sky;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// IANA name of the place's time zone.
    pub timezone: String,
    /// Metres above sea level.
    pub elevation: Option<f64>,
    /// The provider's own current conditions.
    pub now: Option<Hour>,
    /// Ascending, without duplicates.
    pub hours: Vec<Hour>,
    /// Ascending; each describes the quarter hour that begins at its time.
    pub quarters: Vec<QuarterHour>,
    /// Whole days if the provider sends them: used where hours are missing.
    pub days: Vec<DayAggregates>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hour {
    pub time: Timestamp,
    pub sky: Option<Sky>,
    /// WMO code as the provider sent it.
    pub code: Option<u8>,
    pub temperature: Option<f64>,
    pub temperature_p10: Option<f64>,
    pub temperature_p90: Option<f64>,
    pub apparent: Option<f64>,
    pub humidity: Option<f64>,
    pub dew_point: Option<f64>,
    pub precipitation: Option<f64>,
    pub probability: Option<f64>,
    /// Centimetres.
    pub snowfall: Option<f64>,
    pub cloud: Option<f64>,
    pub pressure: Option<f64>,
    pub visibility: Option<f64>,
    pub wind: Option<f64>,
    pub gusts: Option<f64>,
    pub direction: Option<f64>,
    pub uv: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct QuarterHour {
    pub time: Timestamp,
    pub precipitation: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DayAggregates {
    pub date: Date,
    pub cloud: Option<f64>,
    pub temperature_max: Option<f64>,
    pub temperature_min: Option<f64>,
    pub temperature_mean: Option<f64>,
    pub apparent_max: Option<f64>,
    pub apparent_min: Option<f64>,
    pub precipitation: Option<f64>,
    pub probability: Option<f64>,
    pub snowfall: Option<f64>,
    pub wind: Option<f64>,
    pub gusts: Option<f64>,
    pub direction: Option<f64>,
    pub uv: Option<f64>,
}

impl Hour {
    /// This hour with its missing values taken from another.
    pub fn or_values_of(self, other: &Hour) -> Hour {
        Hour {
            time: self.time,
            sky: self.sky.or(other.sky),
            code: self.code.or(other.code),
            temperature: self.temperature.or(other.temperature),
            temperature_p10: self.temperature_p10.or(other.temperature_p10),
            temperature_p90: self.temperature_p90.or(other.temperature_p90),
            apparent: self.apparent.or(other.apparent),
            humidity: self.humidity.or(other.humidity),
            dew_point: self.dew_point.or(other.dew_point),
            precipitation: self.precipitation.or(other.precipitation),
            probability: self.probability.or(other.probability),
            snowfall: self.snowfall.or(other.snowfall),
            cloud: self.cloud.or(other.cloud),
            pressure: self.pressure.or(other.pressure),
            visibility: self.visibility.or(other.visibility),
            wind: self.wind.or(other.wind),
            gusts: self.gusts.or(other.gusts),
            direction: self.direction.or(other.direction),
            uv: self.uv.or(other.uv),
        }
    }
}
