//! The thresholds of the insights and their sources. `docs/weather.md` explains them.

use jiff::SignedDuration;

use super::classify_hour;
use crate::weather::report::{Citation, Parameter};

#[derive(Debug, Clone, Copy)]
pub struct Threshold {
    pub value: f64,
    /// Makes the value a typed parameter.
    pub unit: fn(f64) -> Parameter,
    pub citation: Citation,
}

const fn threshold(value: f64, unit: fn(f64) -> Parameter, citation: Citation) -> Threshold {
    Threshold { value, unit, citation }
}

pub const TEMPERATURE_SWING: Threshold = threshold(10.0, Parameter::TemperatureDifference, Citation::Ours);
pub const TREND: Threshold = threshold(4.0, Parameter::TemperatureDifference, Citation::Ours);
/// Today's high is compared with the mean of the date if it is also among the highest or lowest tenth.
pub const UNUSUAL: Threshold = threshold(2.0, Parameter::TemperatureDifference, Citation::Era5Normals);
pub const YESTERDAY: Threshold = threshold(4.0, Parameter::TemperatureDifference, Citation::Ours);
pub const FEELS_LIKE: Threshold = threshold(4.0, Parameter::TemperatureDifference, Citation::Ours);
/// "Extreme caution": 90 °F.
pub const HEAT: Threshold = threshold(32.0, Parameter::Temperature, Citation::NwsHeatIndex);

pub const LIKELY_RAIN: Threshold = threshold(classify_hour::LIKELY_PERCENT, Parameter::Percent, Citation::Ours);
pub const WET_HOUR: Threshold =
    threshold(classify_hour::WET_HOUR_MM, Parameter::PrecipitationRate, Citation::OpenMeteoWetHour);
pub const DRY_DAYS: Threshold = threshold(3.0, |days| Parameter::Count(days as u32), Citation::Ours);

/// Beaufort 6, "strong breeze", and 8, "gale".
pub const STRONG_WIND: Threshold = threshold(10.8, Parameter::Speed, Citation::WmoBeaufort);
pub const GALE: Threshold = threshold(17.2, Parameter::Speed, Citation::WmoBeaufort);
/// 46 mph.
pub const GUSTS: Threshold = threshold(20.6, Parameter::Speed, Citation::NwsWindAdvisory);

pub const UV_MODERATE: Threshold = threshold(3.0, Parameter::Index, Citation::WhoUvIndex);
pub const UV_HIGH: Threshold = threshold(6.0, Parameter::Index, Citation::WhoUvIndex);
pub const UV_VERY_HIGH: Threshold = threshold(8.0, Parameter::Index, Citation::WhoUvIndex);
pub const UV_EXTREME: Threshold = threshold(11.0, Parameter::Index, Citation::WhoUvIndex);

/// The index above which air is "poor" in Europe, and "unhealthy" for everyone in the USA.
pub const POOR_AIR: Threshold = threshold(60.0, Parameter::Index, Citation::EeaAirQuality);
pub const POOR_AIR_US: Threshold = threshold(150.0, Parameter::Index, Citation::EpaAirQuality);
/// The index up to which air is "good" or "fair", in the USA "good" or "moderate".
pub const FAIR_AIR: Threshold = threshold(40.0, Parameter::Index, Citation::EeaAirQuality);
pub const FAIR_AIR_US: Threshold = threshold(100.0, Parameter::Index, Citation::EpaAirQuality);

/// The dew point from which air is perceived as muggy.
pub const MUGGY: Threshold = threshold(18.0, Parameter::Temperature, Citation::Ours);
pub const DRY_AIR: Threshold = threshold(30.0, Parameter::Percent, Citation::Ours);

/// Forecasts of minutes age fast.
pub const NOWCAST_MAX_AGE: SignedDuration = SignedDuration::from_mins(60);
pub const RAIN_STARTS_SOON: SignedDuration = SignedDuration::from_hours(2);
