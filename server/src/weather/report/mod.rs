//! The weather report on the wire: metric, UTC, null for unknown values.

mod accuracy;
mod air;
mod confidence;
mod day;
mod insight;
mod measured;
mod section;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

pub use accuracy::{
    AccuracyDay, AccuracyReport, AccuracyValues, BandAccuracy, ComparedWith, LeadAccuracy, RainAccuracy,
    TemperatureAccuracy,
};
pub use air::{
    AirAttribution, AirDay, AirHour, AirIndexKind, AirNow, AirQuality, AirReport, Concentrations, EuropeanIndex,
    Grains, Pollen, PollenDay, PollutantNow, SpeciesDay, UsIndex,
};
pub use confidence::{
    AmountChance, Band, Confidence, DayConfidence, PrecipitationBand, RainOutlook, TemperatureOutlook,
};
pub use day::{Daily, Day, DayNormal, Moon, MoonPhase, Period, Periods, Polar, Sun, Yesterday};
pub use insight::{Citation, Explanation, Insight, InsightKind, Insights, Parameter, Parameters, Sentence, Summary};
pub use measured::Measured;
pub use section::{Reason, Section, Unavailable};

use super::model::conditions::{Condition, Icon};
use crate::alert::Alerts;

/// Weather report of one place. All times are absolute (UTC).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WeatherReport {
    pub place: ReportPlace,
    /// Null when no source is available and nothing recent enough is cached.
    #[schema(required = true)]
    pub source: Option<ReportSource>,
    /// When the data was fetched from the source.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub fetched_at: Option<Timestamp>,
    /// Until then, another request returns the same forecast.
    #[schema(value_type = String, format = DateTime)]
    pub fresh_until: Timestamp,
    pub current: Section<Current>,
    /// What a station near the place measured, or why there is none.
    pub measured: Section<Measured>,
    /// One sentence that sums up the next hours.
    pub summary: Section<Summary>,
    pub hourly: Section<Hourly>,
    pub minutely_15: Section<Minutely15>,
    pub daily: Section<Daily>,
    /// Where the confidence of the days comes from, or why there is none.
    pub confidence: Section<Confidence>,
    /// As the forecasts of that day had it, not as measured; null unless nearly all of its hours are known.
    #[schema(required = true)]
    pub yesterday: Option<Yesterday>,
    pub insights: Section<Insights>,
    /// Air quality and pollen; its hours are at `/api/weather/air`.
    pub air: Section<AirQuality>,
    /// Issued alerts and computed hazards, and how well the place is covered.
    pub alerts: Alerts,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ReportPlace {
    /// The grid point of the forecast, which may differ slightly from the requested coordinates.
    pub latitude: f64,
    pub longitude: f64,
    /// IANA name of the place's time zone.
    #[schema(example = "Europe/Berlin")]
    pub timezone: String,
    /// Metres above sea level.
    #[schema(required = true)]
    pub elevation: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportSource {
    pub id: ReportSourceId,
    pub name: String,
    /// Attribution required by the licence.
    pub attribution: String,
    #[schema(required = true)]
    pub url: Option<String>,
    pub licence: String,
    /// True for simulated weather, which must be marked wherever it is shown.
    pub simulated: bool,
    /// What this source does not provide and others do.
    pub lacks: Vec<MissingData>,
}

/// Data that a source does not provide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissingData {
    /// The days after about the ninth.
    LaterDays,
    QuarterHours,
    Visibility,
    Snowfall,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReportSourceId {
    OpenMeteo,
    MetNorway,
    Simulated,
}

/// The weather now, in Open-Meteo's field names; wind in m/s, pressure in hPa, visibility in metres.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Current {
    /// The time of the values.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    #[schema(required = true)]
    pub temperature_2m: Option<f64>,
    /// Feels like.
    #[schema(required = true)]
    pub apparent_temperature: Option<f64>,
    #[schema(required = true)]
    pub relative_humidity_2m: Option<f64>,
    #[schema(required = true)]
    pub dew_point_2m: Option<f64>,
    /// Millimetres in the running hour.
    #[schema(required = true)]
    pub precipitation: Option<f64>,
    #[schema(required = true)]
    pub precipitation_probability: Option<f64>,
    /// WMO code as the source sent it.
    #[schema(required = true)]
    pub weather_code: Option<u8>,
    #[schema(required = true)]
    pub cloud_cover: Option<f64>,
    #[schema(required = true)]
    pub pressure_msl: Option<f64>,
    /// Change over the past three hours, hPa; null where the source does not know the past.
    #[schema(required = true)]
    pub pressure_trend: Option<f64>,
    #[schema(required = true)]
    pub visibility: Option<f64>,
    #[schema(required = true)]
    pub wind_speed_10m: Option<f64>,
    /// Degrees the wind blows from.
    #[schema(required = true)]
    pub wind_direction_10m: Option<f64>,
    #[schema(required = true)]
    pub wind_gusts_10m: Option<f64>,
    #[schema(required = true)]
    pub uv_index: Option<f64>,
    pub is_day: bool,
    #[schema(required = true)]
    pub current_weather_condition: Option<Condition>,
    #[schema(required = true)]
    pub icon: Option<Icon>,
}

/// Hour by hour from the start of today in the place's zone, as parallel arrays of one length.
///
/// Each entry describes the hour that begins at its `time`, including precipitation and its probability. The running
/// hour shows the condition, the temperature and the wind of `current`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct Hourly {
    #[schema(value_type = Vec<String>)]
    pub time: Vec<Timestamp>,
    /// Hours that one value of the source covers (1, 3 or 6). Longer steps begin at multiples of their length in UTC;
    /// their amounts are divided evenly among their hours.
    pub step_hours: Vec<u8>,
    pub temperature_2m: Vec<Option<f64>>,
    /// Ten of a hundred forecasts are colder than this.
    pub temperature_2m_p10: Vec<Option<f64>>,
    /// Ten of a hundred forecasts are warmer than this.
    pub temperature_2m_p90: Vec<Option<f64>>,
    pub apparent_temperature: Vec<Option<f64>>,
    pub precipitation: Vec<Option<f64>>,
    pub precipitation_probability: Vec<Option<f64>>,
    /// Centimetres of new snow.
    pub snowfall: Vec<Option<f64>>,
    pub wind_speed_10m: Vec<Option<f64>>,
    pub wind_gusts_10m: Vec<Option<f64>>,
    pub wind_direction_10m: Vec<Option<f64>>,
    pub relative_humidity_2m: Vec<Option<f64>>,
    pub dew_point_2m: Vec<Option<f64>>,
    pub pressure_msl: Vec<Option<f64>>,
    pub visibility: Vec<Option<f64>>,
    pub uv_index: Vec<Option<f64>>,
    pub cloud_cover: Vec<Option<f64>>,
    pub is_day: Vec<bool>,
    pub condition: Vec<Option<Condition>>,
    pub icon: Vec<Option<Icon>>,
}

/// Precipitation of the next hours in steps of 15 minutes; each entry describes the quarter hour that begins at its
/// `time`, in millimetres.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct Minutely15 {
    #[schema(value_type = Vec<String>)]
    pub time: Vec<Timestamp>,
    pub precipitation: Vec<Option<f64>>,
    /// True where the source has no quarter hours of its own: the values are a curve through its hours.
    pub interpolated: bool,
}
