//! How certain a day is: bands that eight of ten model runs stay within, probabilities, and words for both.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// Where the confidence of the days comes from.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Confidence {
    /// When the ensemble was fetched.
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
    /// Attribution required by the licence.
    pub attribution: String,
    #[schema(required = true)]
    pub url: Option<String>,
}

/// Null for what the ensemble does not know.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct DayConfidence {
    #[schema(required = true)]
    pub temperature_2m_max: Option<Band>,
    #[schema(required = true)]
    pub temperature_2m_min: Option<Band>,
    #[schema(required = true)]
    pub precipitation_sum: Option<PrecipitationBand>,
    #[schema(required = true)]
    pub wind_speed_10m_max: Option<Band>,
    /// Key of the text, under `web.weather.confidence.temperature`.
    #[schema(required = true)]
    pub temperature: Option<TemperatureOutlook>,
    /// Key of the text, under `web.weather.confidence.rain`.
    #[schema(required = true)]
    pub rain: Option<RainOutlook>,
}

/// Ten of a hundred model runs are below `p10` and ten above `p90`. The number of the forecast lies within.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Band {
    pub p10: f64,
    pub p90: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PrecipitationBand {
    pub p10: f64,
    pub p50: f64,
    pub p90: f64,
    /// By amount, ascending.
    pub chances: Vec<AmountChance>,
}

/// The probability of at least this amount at some time of the day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct AmountChance {
    /// Millimetres.
    pub amount: f64,
    /// 5 to 95, in steps of five: an ensemble rules nothing out.
    pub probability: f64,
}

/// How far the highs of the model runs are apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TemperatureOutlook {
    Certain,
    Uncertain,
    VeryUncertain,
}

/// What the model runs agree on about precipitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainOutlook {
    Dry,
    Unlikely,
    Possible,
    Likely,
    LikelyAmountUncertain,
    Certain,
    CertainAmountUncertain,
}
