//! Insights on the wire: a sentence key with typed parameters, and the why behind it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::weather::model::conditions::Condition;

#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
pub struct Insights {
    /// Most important first.
    pub items: Vec<Insight>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Insight {
    pub kind: InsightKind,
    /// Key of the text, under `shared.insights.sentences`.
    pub sentence: Sentence,
    #[schema(value_type = BTreeMap<String, Parameter>)]
    pub parameters: Parameters,
    /// 0 to 100.
    pub importance: u8,
    pub why: Explanation,
}

/// One sentence for the next hours.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Summary {
    /// Key of the text, under `shared.insights.sentences`.
    pub sentence: Sentence,
    #[schema(value_type = BTreeMap<String, Parameter>)]
    pub parameters: Parameters,
}

/// How an insight came about, for the reader who asks. The rule's text stands under
/// `shared.insights.rules.<kind>`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Explanation {
    pub rule: InsightKind,
    pub threshold: Parameter,
    /// The numbers the rule looked at.
    #[schema(value_type = BTreeMap<String, Parameter>)]
    pub values: Parameters,
    pub citation: Citation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InsightKind {
    TemperatureSwing,
    PrecipitationChance,
    WindAdvisory,
    HumidityLevel,
    UvIndex,
    Trend,
    FeelsLikeChange,
    RainStopping,
}

/// Every sentence an insight or the summary can be told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sentence {
    TemperatureRises,
    TemperatureFalls,
    RainLikelyToday,
    RainLikelyTomorrow,
    SnowLikelyToday,
    SnowLikelyTomorrow,
    RainExpectedToday,
    RainExpectedTomorrow,
    SnowExpectedToday,
    SnowExpectedTomorrow,
    DryDays,
    WindStrong,
    WindStrongTomorrow,
    WindGale,
    WindGaleTomorrow,
    WindGusts,
    WindGustsTomorrow,
    AirMuggy,
    AirDry,
    UvModerate,
    UvHigh,
    UvVeryHigh,
    UvExtreme,
    TrendWarmer,
    TrendColder,
    FeelsWarmer,
    FeelsColder,
    HeatStress,
    HeatStressTomorrow,
    RainStops,
    RainContinues,
    RainStarts,
    SummarySame,
    SummaryChange,
    SummaryRainStops,
    SummaryRainStarts,
    SummarySnowStops,
    SummarySnowStarts,
}

/// Values by name, as the sentence's placeholders call them.
pub type Parameters = BTreeMap<String, Parameter>;

/// A value with its meaning, metric; the page chooses unit and format.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum Parameter {
    /// °C.
    Temperature(f64),
    /// A difference in °C: has no zero point, so Fahrenheit only scales it.
    TemperatureDifference(f64),
    /// m/s.
    Speed(f64),
    /// mm.
    Precipitation(f64),
    /// mm/h.
    PrecipitationRate(f64),
    /// cm.
    Snowfall(f64),
    /// 0 to 100.
    Percent(f64),
    /// UV index.
    Index(f64),
    Count(u32),
    Beaufort(u8),
    Condition(Condition),
    #[schema(value_type = String, format = DateTime)]
    Time(Timestamp),
}

/// Where a threshold comes from; its text stands under `shared.insights.citations`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Citation {
    WhoUvIndex,
    WmoBeaufort,
    NwsWindAdvisory,
    NwsHeatIndex,
    OpenMeteoWetHour,
    Ours,
}
