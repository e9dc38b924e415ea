//! Where weather comes from, how long it counts as fresh, and how often may be asked.

use std::time::Duration;

use url::Url;

use super::reader::{self, Reader};
use super::{Mode, Secret};

#[derive(Clone, Debug)]
pub struct WeatherSettings {
    pub sources: Vec<SourceId>,
    pub fresh: Duration,
    pub grid_degrees: f64,
    pub daily_quota: Option<u32>,
    /// Whether ensembles are fetched.
    pub has_confidence: bool,
    /// Whether the normals of 1991 to 2020 are fetched.
    pub has_normals: bool,
    /// Whether forecasts are recorded and compared with what the weather was.
    pub has_accuracy: bool,
    /// Whether measurements of stations are fetched.
    pub has_measured: bool,
    pub has_air: bool,
    /// Whether forecasts of whole regions are fetched for the map.
    pub has_map: bool,
    pub metar_url: Url,
    pub cache_mb: u64,
    pub open_meteo_url: Url,
    pub open_meteo_key: Option<Secret>,
    pub met_norway_url: Url,
    pub contact: String,
    pub simulated_seed: u64,
    pub simulated_scenario: Option<Scenario>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceId {
    OpenMeteo,
    MetNorway,
    Simulated,
}

/// A named kind of simulated weather, for demonstrations and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    Calm,
    RainStopping,
    HeatWave,
    Blizzard,
    SevereStorm,
    Frost,
}

const SOURCES: &[(&str, SourceId)] =
    &[("open-meteo", SourceId::OpenMeteo), ("met-norway", SourceId::MetNorway), ("simulated", SourceId::Simulated)];

const SCENARIOS: &[(&str, Scenario)] = &[
    ("calm", Scenario::Calm),
    ("rain-stopping", Scenario::RainStopping),
    ("heat-wave", Scenario::HeatWave),
    ("blizzard", Scenario::Blizzard),
    ("severe-storm", Scenario::SevereStorm),
    ("frost", Scenario::Frost),
];

const ON_OFF: &[(&str, bool)] = &[("on", true), ("off", false)];

/// Below the free host's 10,000 weighted calls a day, with room for a miscount.
const FREE_DAILY_QUOTA: u32 = 9_000;

pub fn read(reader: &mut Reader, mode: Mode, support: &str) -> WeatherSettings {
    let sources = reader.list("HALCYON_WEATHER_SOURCES", "open-meteo, met-norway or simulated", |text| {
        SOURCES.iter().find(|(name, _)| *name == text).map(|(_, source)| *source)
    });
    let open_meteo_key = reader.secret("HALCYON_OPEN_METEO_KEY");
    let (host, budget) = match open_meteo_key {
        Some(_) => ("https://customer-api.open-meteo.com", None),
        None => ("https://api.open-meteo.com", Some(FREE_DAILY_QUOTA)),
    };
    WeatherSettings {
        sources: match (sources.is_empty(), mode) {
            (false, _) => sources,
            (true, Mode::Development) => vec![SourceId::OpenMeteo, SourceId::MetNorway, SourceId::Simulated],
            (true, Mode::Production) => vec![SourceId::OpenMeteo, SourceId::MetNorway],
        },
        fresh: Duration::from_secs(reader.number("HALCYON_WEATHER_FRESH_SECONDS", 1, 86_400)),
        grid_degrees: reader
            .parse("HALCYON_WEATHER_GRID_DEGREES", "a number from 0.01 to 1", |text| {
                text.parse::<f64>().ok().filter(|degrees| (0.01..=1.0).contains(degrees))
            })
            .unwrap_or(0.01),
        daily_quota: match reader.text("HALCYON_WEATHER_DAILY_QUOTA") {
            None => budget,
            Some(_) => reader.parse("HALCYON_WEATHER_DAILY_QUOTA", "a whole number of calls", |text| text.parse().ok()),
        },
        has_confidence: reader.choice("HALCYON_WEATHER_CONFIDENCE", ON_OFF).unwrap_or(true),
        has_normals: reader.choice("HALCYON_WEATHER_NORMALS", ON_OFF).unwrap_or(true),
        has_accuracy: reader.choice("HALCYON_WEATHER_ACCURACY", ON_OFF).unwrap_or(true),
        has_measured: reader.choice("HALCYON_WEATHER_MEASURED", ON_OFF).unwrap_or(true),
        has_air: reader.choice("HALCYON_WEATHER_AIR", ON_OFF).unwrap_or(true),
        has_map: reader.choice("HALCYON_WEATHER_MAP", ON_OFF).unwrap_or(true),
        metar_url: reader.url("HALCYON_METAR_URL"),
        cache_mb: reader.number("HALCYON_WEATHER_CACHE_MB", 1, 1_048_576),
        open_meteo_url: match reader.text("HALCYON_OPEN_METEO_URL") {
            None => reader::url_of(host),
            Some(_) => reader.url("HALCYON_OPEN_METEO_URL"),
        },
        open_meteo_key,
        met_norway_url: reader.url("HALCYON_MET_NORWAY_URL"),
        contact: reader.text("HALCYON_CONTACT").unwrap_or_else(|| support.to_owned()),
        simulated_seed: reader.number("HALCYON_SIMULATED_SEED", 0, u64::MAX),
        simulated_scenario: reader.choice("HALCYON_SIMULATED_SCENARIO", SCENARIOS),
    }
}
