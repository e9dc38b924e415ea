//! What a source said, in one shape for all sources: metric, UTC, `None` for what is not known.
//!
//! An hour speaks about the hour that BEGINS at its time, its precipitation included.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::conditions::Sky;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// The place's zone, an IANA name.
    pub timezone: String,
    /// Metres above the sea.
    pub elevation: Option<f64>,
    /// The source's own statement about the present.
    pub now: Option<Hour>,
    /// Ascending, without doubles.
    pub hours: Vec<Hour>,
    /// Ascending; precipitation of the quarter hour that begins at its time.
    pub quarters: Vec<Quarter>,
    /// Whole days where the source sends them: used where hours are missing.
    pub days: Vec<DaySums>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hour {
    pub time: Timestamp,
    pub sky: Option<Sky>,
    /// WMO code as the source gave it.
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
pub struct Quarter {
    pub time: Timestamp,
    pub precipitation: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DaySums {
    pub date: Date,
    pub sky: Option<Sky>,
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
    /// This hour, with what it lacks taken from another.
    pub fn or_from(self, other: &Hour) -> Hour {
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
