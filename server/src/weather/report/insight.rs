//! Insights on the wire: a sentence key with typed parameters and an explanation.

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

/// Why an insight is shown. The rule's text is under `shared.insights.rules.<kind>`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Explanation {
    pub rule: InsightKind,
    pub threshold: Parameter,
    /// The values the rule used.
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
    UnusualTemperature,
    YesterdayComparison,
    AirQuality,
    OutdoorHours,
}

/// Sentence of an insight or the summary.
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
    RainLikelyTodayRange,
    RainLikelyTomorrowRange,
    RainExpectedTodayRange,
    RainExpectedTomorrowRange,
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
    UvModerateNow,
    UvHigh,
    UvHighNow,
    UvVeryHigh,
    UvVeryHighNow,
    UvExtreme,
    UvExtremeNow,
    TrendWarmer,
    TrendColder,
    UsualWarmer,
    UsualColder,
    UnusuallyWarm,
    UnusuallyCold,
    YesterdayWarmer,
    YesterdayColder,
    AirPoor,
    AirVeryPoor,
    AirExtremelyPoor,
    AirGetsPoor,
    OutdoorHours,
    FeelsWarmer,
    FeelsColder,
    HeatStress,
    HeatStressTomorrow,
    RainStops,
    RainPauses,
    RainContinues,
    RainStarts,
    SummarySame,
    SummaryChange,
    SummaryRainStops,
    SummaryRainPauses,
    SummaryRainSoon,
    SummaryRainStarts,
    SummarySnowStops,
    SummarySnowPauses,
    SummarySnowSoon,
    SummarySnowStarts,
}

/// Values by the name of their placeholder.
pub type Parameters = BTreeMap<String, Parameter>;

/// A typed metric value; the client chooses unit and format.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum Parameter {
    /// °C.
    Temperature(f64),
    /// A difference in °C: converted to Fahrenheit by its scale only.
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
    /// UV or air quality index.
    Index(f64),
    Count(u32),
    Beaufort(u8),
    Condition(Condition),
    #[schema(value_type = String, format = DateTime)]
    Time(Timestamp),
}

/// Source of a threshold; its text is under `shared.insights.citations`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Citation {
    WhoUvIndex,
    WmoBeaufort,
    NwsWindAdvisory,
    NwsHeatIndex,
    OpenMeteoWetHour,
    Era5Normals,
    EeaAirQuality,
    EpaAirQuality,
    Ours,
}
