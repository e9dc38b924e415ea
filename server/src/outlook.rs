//! The part of a weather report that briefings and thresholds need: produced by `weather` from the report that the page
//! shows, used by `alerts`. Nothing is decided here again.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::air::{EuropeanLevel, PollenLevel, Species};
use crate::alert::Alert;
use crate::geo::elevation::Site;

/// The outlook of each place, in their order; `None` where no weather is available. The flag says whether a background
/// job asks, which leaves the provider's quota to requests.
pub type FindOutlooks = Arc<dyn Fn(Vec<Site>, bool) -> BoxFuture<'static, Vec<Option<Outlook>>> + Send + Sync>;

#[derive(Clone, Debug)]
pub struct Outlook {
    /// Of the place.
    pub zone: TimeZone,
    pub is_simulated: bool,
    /// When the data was fetched from its source.
    pub fetched_at: Timestamp,
    pub attribution: String,
    /// From today on.
    pub days: Vec<OutlookDay>,
    pub hours: Vec<OutlookHour>,
    /// The insights of the report, most important first.
    pub insights: Vec<OutlookInsight>,
    /// Issued alerts and hazards, most severe first.
    pub alerts: Vec<Alert>,
}

#[derive(Clone, Debug)]
pub struct OutlookDay {
    pub date: Date,
    /// Key of the text, under `shared.conditions`.
    pub condition: Option<&'static str>,
    pub high: Option<f64>,
    pub low: Option<f64>,
    /// The level of the worst hour by the index of the place.
    pub air: Option<AirLevel>,
    pub pollen: Vec<(Species, PollenLevel)>,
}

#[derive(Clone, Copy, Debug)]
pub struct AirLevel {
    /// At a place with the US index, the band with the same rank.
    pub level: EuropeanLevel,
    pub is_us: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct OutlookHour {
    pub time: Timestamp,
    pub temperature: Option<f64>,
    pub apparent: Option<f64>,
    /// m/s.
    pub wind: Option<f64>,
    pub uv: Option<f64>,
    /// By the condition that the report shows for the hour; `None` where it is unknown.
    pub sky: Option<SkyKind>,
}

/// What falls in an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkyKind {
    Dry,
    Rain,
    Snow,
    /// Sleet and freezing rain.
    Mixed,
}

/// An insight with its values.
#[derive(Clone, Debug)]
pub struct OutlookInsight {
    /// Key of the text, under `shared.insights.sentences`.
    pub key: String,
    pub about: InsightSubject,
    pub values: Vec<(String, OutlookValue)>,
}

/// What an insight is about, as far as briefings tell insights apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsightSubject {
    /// Unusual temperature, wind, radiation or heat.
    Unusual,
    Other,
}

/// A metric value.
#[derive(Clone, Copy, Debug)]
pub enum OutlookValue {
    Temperature(f64),
    TemperatureDifference(f64),
    Speed(f64),
    /// Everything else that is written without a unit of the user's choice.
    Number(f64),
    Time(Timestamp),
}
