//! The few values of a report that the first paint shows, read from its JSON.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

/// A section that the source could not give reads as one without values.
#[derive(Deserialize)]
pub struct Glance {
    pub place: GlancePlace,
    source: Option<Source>,
    pub current: Current,
    pub summary: Summary,
    daily: Daily,
}

#[derive(Deserialize)]
pub struct GlancePlace {
    pub latitude: f64,
    pub timezone: String,
}

#[derive(Deserialize)]
struct Source {
    simulated: bool,
}

#[derive(Deserialize)]
pub struct Current {
    pub temperature_2m: Option<f64>,
    pub apparent_temperature: Option<f64>,
    pub current_weather_condition: Option<String>,
    #[serde(default)]
    pub is_day: bool,
}

#[derive(Deserialize)]
pub struct Summary {
    pub sentence: Option<String>,
    #[serde(default)]
    pub parameters: BTreeMap<String, Parameter>,
}

#[derive(Deserialize)]
pub struct Parameter {
    #[serde(rename = "type")]
    pub kind: String,
    pub value: Value,
}

#[derive(Deserialize)]
struct Daily {
    #[serde(default)]
    days: Vec<Day>,
}

#[derive(Deserialize)]
pub struct Day {
    pub temperature_2m_min: Option<f64>,
    pub temperature_2m_max: Option<f64>,
    pub sun: Sun,
}

#[derive(Deserialize)]
pub struct Sun {
    pub solar_noon: Timestamp,
}

impl Glance {
    /// Made up: it must be marked wherever it is shown.
    pub fn is_simulated(&self) -> bool {
        self.source.as_ref().is_some_and(|source| source.simulated)
    }

    pub fn today(&self) -> Option<&Day> {
        self.daily.days.first()
    }
}

/// `None` where the present is not known: then the page itself says why.
pub fn read(report: &[u8]) -> Option<Glance> {
    let glance: Glance = serde_json::from_slice(report)
        .inspect_err(|error| tracing::warn!(%error, "a report cannot be read for the first paint"))
        .ok()?;
    glance.current.temperature_2m.is_some().then_some(glance)
}
