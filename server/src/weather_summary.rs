//! The part of a weather report that is rendered into an HTML page: produced by `weather`, shown by `html`.

use jiff::Timestamp;

/// The weather of one place for a page that is about to be sent.
pub struct PageWeather {
    /// The whole report, sent along with the page as inert JSON.
    pub report_json: Vec<u8>,
    /// `None` when the current temperature is unknown: the page then explains why.
    pub summary: Option<WeatherSummary>,
}

/// The values of the first paint, metric.
#[derive(Clone, Debug, PartialEq)]
pub struct WeatherSummary {
    pub latitude: f64,
    /// IANA name of the place's time zone.
    pub timezone: Box<str>,
    pub is_simulated: bool,
    pub fetched_at: Option<Timestamp>,
    pub is_day: bool,
    pub temperature: f64,
    pub apparent_temperature: Option<f64>,
    /// Key of the text, under `shared.conditions`.
    pub condition: Option<&'static str>,
    pub high: Option<f64>,
    pub low: Option<f64>,
    /// Today's; `None` when the days are unknown.
    pub solar_noon: Option<Timestamp>,
    pub sentence: Option<SummarySentence>,
}

/// The sentence about the next hours, with the values of its placeholders.
#[derive(Clone, Debug, PartialEq)]
pub struct SummarySentence {
    /// Key of the text, under `shared.insights.sentences`.
    pub key: &'static str,
    pub condition: Option<&'static str>,
    pub next_condition: Option<&'static str>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub time: Option<Timestamp>,
    /// When precipitation returns after a break.
    pub again: Option<Timestamp>,
}

// Every cached place holds one in memory.
const _: () = assert!(size_of::<WeatherSummary>() <= 300);
