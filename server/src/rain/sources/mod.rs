//! Where rain comes from. Every source is turned into the same tiles.

mod bright_sky;
mod composite;
mod geotiff;
mod grid;
mod opera;
mod radar_server;
mod simulated;

use jiff::Timestamp;

use super::model::mercator::TileId;
use super::model::tile::Tile;
use super::report::{RainAttribution, RainKind};
use crate::clock::Clock;
use crate::geo::coordinates::Coordinates;
use crate::rainfall::SimulatedRate;
use crate::settings::{RainSettings, RainSourceId};
use bright_sky::BrightSky;
use composite::Composite;
use opera::Opera;
use simulated::Simulated;

pub enum Source {
    BrightSky(BrightSky),
    Opera(Opera),
    Simulated(Simulated),
}

impl Source {
    pub fn new(
        id: RainSourceId,
        settings: &RainSettings,
        clock: &Clock,
        simulated_rate: &SimulatedRate,
    ) -> anyhow::Result<Source> {
        let (contact, clock) = (&settings.contact, clock.clone());
        Ok(match id {
            RainSourceId::BrightSky => {
                Source::BrightSky(BrightSky::new(settings.bright_sky_url.clone(), contact, clock)?)
            }
            RainSourceId::Opera => Source::Opera(Opera::new(settings.opera_url.clone(), contact, clock)?),
            RainSourceId::Simulated => {
                Source::Simulated(Simulated::new(settings.simulated_seed, simulated_rate.clone()))
            }
        })
    }

    pub fn id(&self) -> RainSourceId {
        match self {
            Source::BrightSky(_) => RainSourceId::BrightSky,
            Source::Opera(_) => RainSourceId::Opera,
            Source::Simulated(_) => RainSourceId::Simulated,
        }
    }

    pub fn kind(&self) -> RainKind {
        match self {
            Source::BrightSky(_) | Source::Opera(_) => RainKind::Radar,
            Source::Simulated(_) => RainKind::Simulated,
        }
    }

    pub fn attribution(&self) -> Vec<RainAttribution> {
        let credit = |name: &str, url: &str| vec![RainAttribution { name: name.to_owned(), url: Some(url.to_owned()) }];
        match self {
            Source::BrightSky(_) => credit("Deutscher Wetterdienst", "https://www.dwd.de/"),
            Source::Opera(_) => credit("EUMETNET OPERA", "https://www.eumetnet.eu/"),
            Source::Simulated(_) => Vec::new(),
        }
    }

    pub fn covers(&self, position: Coordinates) -> bool {
        self.composite().is_none_or(|composite| composite.grid.covers(position))
    }

    /// Fetches what is missing.
    pub async fn refresh(&self, now: Timestamp) {
        match self {
            Source::BrightSky(source) => source.refresh(now).await,
            Source::Opera(source) => source.refresh(now).await,
            Source::Simulated(_) => {}
        }
    }

    /// When its frames were measured, oldest first.
    pub fn times(&self, now: Timestamp) -> Vec<Timestamp> {
        self.composite().map_or_else(|| simulated::times(now), |composite| composite.times(now))
    }

    /// Whether it has a frame, also one that is no longer shown.
    pub fn has(&self, measured_at: Timestamp, now: Timestamp) -> bool {
        self.composite().map_or_else(|| simulated::has(measured_at, now), |composite| composite.has(measured_at))
    }

    /// A native tile of a frame that it has.
    pub fn tile(&self, measured_at: Timestamp, tile: TileId) -> Tile {
        match self {
            Source::BrightSky(BrightSky { composite, .. }) | Source::Opera(Opera { composite, .. }) => {
                composite.tile(measured_at, tile)
            }
            Source::Simulated(source) => source.tile(measured_at, tile),
        }
    }

    /// The frames of a source that is fetched.
    fn composite(&self) -> Option<&Composite> {
        match self {
            Source::BrightSky(source) => Some(&source.composite),
            Source::Opera(source) => Some(&source.composite),
            Source::Simulated(_) => None,
        }
    }
}
