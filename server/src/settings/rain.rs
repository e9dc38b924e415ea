//! Where the rain of the map comes from.

use url::Url;

use super::reader::Reader;
use super::{SourceId, WeatherSettings};

#[derive(Clone, Debug)]
pub struct RainSettings {
    /// In order of preference; none: no map.
    pub sources: Vec<RainSourceId>,
    pub cache_mb: u64,
    pub opera_url: Url,
    pub bright_sky_url: Url,
    /// In the User-Agent.
    pub contact: String,
    pub simulated_seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RainSourceId {
    BrightSky,
    Opera,
    Simulated,
}

const SOURCES: &[(&str, RainSourceId)] =
    &[("bright-sky", RainSourceId::BrightSky), ("opera", RainSourceId::Opera), ("simulated", RainSourceId::Simulated)];
const NONE: &str = "none";

impl RainSourceId {
    pub fn as_str(self) -> &'static str {
        SOURCES.iter().find(|(_, source)| *source == self).map_or("", |(name, _)| name)
    }

    pub fn parse(text: &str) -> Option<RainSourceId> {
        SOURCES.iter().find(|(name, _)| *name == text).map(|(_, source)| *source)
    }
}

pub fn read(reader: &mut Reader, weather: &WeatherSettings) -> RainSettings {
    let cache_mb = reader.number("HALCYON_RAIN_CACHE_MB", 8, 1_048_576);
    let sources = match reader.text("HALCYON_RAIN_SOURCES").as_deref() {
        Some(NONE) => Vec::new(),
        // Where simulated weather may be shown, so may simulated rain.
        None if weather.sources.contains(&SourceId::Simulated) => vec![RainSourceId::Simulated],
        _ => reader.list("HALCYON_RAIN_SOURCES", "bright-sky, opera or simulated, or none alone", RainSourceId::parse),
    };
    RainSettings {
        sources,
        cache_mb,
        opera_url: reader.url("HALCYON_OPERA_URL"),
        bright_sky_url: reader.url("HALCYON_BRIGHT_SKY_URL"),
        contact: weather.contact.clone(),
        simulated_seed: weather.simulated_seed,
    }
}
