//! How accurate the forecasts of a place have been over the past thirty days, on the wire.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::Reason;

/// How accurate the forecasts of one place have been.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AccuracyReport {
    /// Null, or why nothing is known: `not_ready` for a place whose forecasts are not recorded yet, `switched_off`.
    #[schema(required = true)]
    pub unavailable: Option<Reason>,
    pub compared_with: ComparedWith,
    /// Length of the period in days; it ends with yesterday.
    pub period_days: u8,
    /// Fewer days are not summed up: the numbers of a lead are then null.
    pub minimum_days: u8,
    /// By how many days ahead the forecasts were made: one, three and five.
    pub leads: Vec<LeadAccuracy>,
    /// The days that are known, oldest first.
    pub days: Vec<AccuracyDay>,
}

/// What the forecasts are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparedWith {
    /// What the model runs of the day itself had: not measured, so forecasts look somewhat better than they were.
    Analysis,
    /// Simulated weather, compared with itself.
    Simulation,
}

/// All forecasts made the same number of days ahead.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LeadAccuracy {
    pub days_ahead: u8,
    /// How many days have both a forecast and a result.
    pub days: u32,
    /// Null with too few days, like the others.
    #[schema(required = true)]
    pub high: Option<TemperatureAccuracy>,
    #[schema(required = true)]
    pub low: Option<TemperatureAccuracy>,
    #[schema(required = true)]
    pub rain: Option<RainAccuracy>,
    /// Null also where the forecasts had no band.
    #[schema(required = true)]
    pub band: Option<BandAccuracy>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct TemperatureAccuracy {
    pub days: u32,
    /// Mean of the differences without their sign, °C.
    pub mean_error: f64,
    /// Mean of forecast minus result, °C: positive where forecasts were too warm.
    pub bias: f64,
    /// Days on which the forecast was at most 2 °C off.
    pub within_2_celsius: u32,
    /// Days on which the forecast was at most 4 °F off.
    pub within_4_fahrenheit: u32,
}

/// Days with at least 1 mm count as rain, forecast and result alike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RainAccuracy {
    pub days: u32,
    /// Forecast, and it rained.
    pub hits: u32,
    /// Not forecast, and it rained.
    pub misses: u32,
    /// Forecast, and it stayed dry.
    pub false_alarms: u32,
    /// Not forecast, and it stayed dry.
    pub correct_dry: u32,
}

/// How often highs and lows fell inside the band of the forecast, which should be four times in five.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct BandAccuracy {
    /// Highs and lows with a band.
    pub values: u32,
    /// Of them, inside the band that was shown.
    pub inside: u32,
    /// Of them, inside the band of the ensemble before our correction.
    pub inside_uncorrected: u32,
    /// By how much bands are widened (above 1) or narrowed from now on.
    pub factor: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct AccuracyDay {
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    /// What it was.
    pub result: AccuracyValues,
    /// What was forecast, in the order of `leads`; null where no forecast was kept.
    pub forecasts: Vec<Option<AccuracyValues>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct AccuracyValues {
    #[schema(required = true)]
    pub temperature_2m_max: Option<f64>,
    #[schema(required = true)]
    pub temperature_2m_min: Option<f64>,
    #[schema(required = true)]
    pub precipitation_sum: Option<f64>,
}
