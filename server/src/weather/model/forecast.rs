//! A forecast in one shape for all providers: metric, UTC, `None` for unknown values.
//!
//! An hour describes the hour that begins at its time, including its precipitation.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::conditions::Sky;

pub const QUARTER: SignedDuration = SignedDuration::from_mins(15);

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
    /// The quarter hours are a curve through the hours: nothing about minutes may be concluded from them.
    pub quarters_interpolated: bool,
    /// What is known about several hours at once, by time.
    pub spans: Vec<Span>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Hour {
    pub time: Timestamp,
    #[serde(skip)]
    pub step: StepHours,
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

/// What a source says about several hours at once.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub time: Timestamp,
    pub hours: u8,
    pub temperature_max: Option<f64>,
    pub temperature_min: Option<f64>,
    /// Of precipitation in the whole span, where the hours have none of their own.
    pub probability: Option<f64>,
}

impl Span {
    /// Its begin and its end in Unix seconds.
    pub fn seconds(&self) -> std::ops::Range<i64> {
        let start = self.time.as_second();
        start..start + i64::from(self.hours) * 3600
    }
}

/// The hours that one value of the source covers: its amount is divided evenly among them, its other values are a curve
/// through them. Steps begin at multiples of their length in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepHours(pub u8);

impl Default for StepHours {
    fn default() -> StepHours {
        StepHours(1)
    }
}

impl Hour {
    /// This hour with its missing values taken from another.
    pub fn or_values_of(self, other: &Hour) -> Hour {
        Hour {
            time: self.time,
            step: self.step,
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
