//! The forecast model on the map: frames by the hour, and tiles between the points of its grids.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;

use super::frames::EncodedTile;
use super::model::class;
use super::model::frame::NotAFrame;
use super::model::mercator::{TILE_PIXELS, TileId};
use super::model::tile::Tile;
use super::report::{ModelMap, RainAttribution, RainFrame, RainFrameKind, RainKind, RainZoom};
use crate::clock::Clock;
use crate::error::AppError;
use crate::geo::coordinates::Coordinates;
use crate::model_grid::{CreditedGrid, Effort, FindGrids, GridField, Region, RegionGrid, full_hour};

const PAST_HOURS: i64 = 2;
const HOURS_AHEAD: i64 = 12;
/// Values lie far apart and are smooth between: positions are computed for every eighth pixel.
const NODE_PIXELS: u32 = 8;
const NODES: usize = (TILE_PIXELS / NODE_PIXELS) as usize + 1;
const CACHED_TILES: u64 = 2000;
/// A region that is fetched appears in tiles that had been made without it after this long.
const TILES_KEPT: Duration = Duration::from_secs(60);

/// The byte of a tile for a value, from 1: 0 is no value.
const TEMPERATURE_OFFSET: f64 = 100.0;
const WIND_OFFSET: f64 = 1.0;

/// The hour that a frame shows, and when its forecast was fetched: a newer forecast has other addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForecastFrameId {
    hour: Timestamp,
    fetched_at: Timestamp,
}

impl fmt::Display for ForecastFrameId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.hour.as_second(), self.fetched_at.as_second())
    }
}

impl FromStr for ForecastFrameId {
    type Err = NotAFrame;

    fn from_str(text: &str) -> Result<ForecastFrameId, NotAFrame> {
        let time = |text: &str| {
            let second: i64 = text.parse().ok().filter(|second| *second >= 0).ok_or(NotAFrame)?;
            Timestamp::from_second(second).map_err(|_| NotAFrame)
        };
        let (hour, fetched_at) = text.split_once('-').ok_or(NotAFrame)?;
        let frame = ForecastFrameId { hour: time(hour)?, fetched_at: time(fetched_at)? };
        // One spelling each, so that one tile is not kept under several addresses.
        if frame.hour == full_hour(frame.hour) && frame.to_string() == text { Ok(frame) } else { Err(NotAFrame) }
    }
}

pub struct ForecastMap {
    find_grids: FindGrids,
    clock: Clock,
    tiles: Cache<(GridField, ForecastFrameId, TileId), EncodedTile>,
}

impl ForecastMap {
    pub fn new(find_grids: FindGrids, clock: Clock) -> ForecastMap {
        let tiles = Cache::builder().max_capacity(CACHED_TILES).time_to_live(TILES_KEPT).build();
        ForecastMap { find_grids, clock, tiles }
    }

    /// The frames around a place. Its regions are fetched; others are only shown if they are known.
    pub async fn frames(&self, place: Coordinates, effort: Effort, zoom: RainZoom) -> ModelMap {
        let regions = Region::around(place);
        let own = regions.iter().position(|region| *region == Region::at(place));
        let mut grids = (self.find_grids)(regions, effort).await;
        let nothing =
            ModelMap { kind: RainKind::None, attribution: Vec::new(), fetched_at: None, frames: Vec::new(), zoom };
        let Some(CreditedGrid { grid, is_simulated, attribution, url }) =
            own.and_then(|own| grids.get_mut(own).and_then(Option::take))
        else {
            return nothing;
        };
        let frames = frames(&grid, self.clock.now());
        if frames.is_empty() {
            return nothing;
        }
        ModelMap {
            kind: if is_simulated { RainKind::Simulated } else { RainKind::Model },
            attribution: if is_simulated { Vec::new() } else { vec![RainAttribution { name: attribution, url }] },
            fetched_at: Some(grid.fetched_at),
            frames,
            zoom,
        }
    }

    /// A tile of a frame; nothing if it shows an hour that the map does not have.
    pub async fn tile(
        &self,
        field: GridField,
        frame: ForecastFrameId,
        tile: TileId,
    ) -> Result<Option<EncodedTile>, AppError> {
        let now = full_hour(self.clock.now());
        // An hour more, so that a page can still load what it has just listed.
        let shown = now - SignedDuration::from_hours(PAST_HOURS + 1)..=now + SignedDuration::from_hours(HOURS_AHEAD);
        if !shown.contains(&frame.hour) {
            return Ok(None);
        }
        let make = async {
            let regions = regions_of(tile);
            let found = (self.find_grids)(regions.clone(), Effort::Known).await;
            let grids: HashMap<Region, Arc<RegionGrid>> =
                regions.into_iter().zip(found).filter_map(|(region, grid)| Some((region, grid?.grid))).collect();
            tokio::task::spawn_blocking(move || {
                let kept: fn(u8) -> u8 = if field == GridField::Rain { class::rounded } else { |byte| byte };
                EncodedTile::of(&drawn(&grids, field, frame.hour, tile), kept)
            })
            .await?
        };
        let encoded = self.tiles.try_get_with((field, frame, tile), make).await;
        Ok(Some(encoded.map_err(|error| anyhow::anyhow!("{error:#}"))?))
    }
}

fn frames(grid: &RegionGrid, now: Timestamp) -> Vec<RainFrame> {
    let running = full_hour(now);
    (-PAST_HOURS..=HOURS_AHEAD)
        .map(|offset| running + SignedDuration::from_hours(offset))
        .filter(|hour| grid.has_hour(*hour))
        .map(|hour| RainFrame {
            time: hour,
            kind: if hour <= now { RainFrameKind::Past } else { RainFrameKind::Forecast },
            id: ForecastFrameId { hour, fetched_at: grid.fetched_at }.to_string(),
        })
        .collect()
}

fn regions_of(tile: TileId) -> Vec<Region> {
    let last = TILE_PIXELS - 1;
    let (north_west, south_east) = (tile.pixel_centre(0, 0), tile.pixel_centre(last, last));
    Region::between((south_east.latitude, north_west.latitude), (north_west.longitude, south_east.longitude))
}

fn drawn(grids: &HashMap<Region, Arc<RegionGrid>>, field: GridField, hour: Timestamp, tile: TileId) -> Tile {
    let value = |position: Coordinates| {
        let region = Region::at(position);
        grids.get(&region)?.value(field, hour, region, position)
    };
    // The last node is the first pixel of the next tile, whose region may not be known: the last pixel is as good.
    let pixel = |node: usize| (node as u32 * NODE_PIXELS).min(TILE_PIXELS - 1);
    let nodes: Vec<Option<f64>> =
        (0..NODES * NODES).map(|node| value(tile.pixel_centre(pixel(node % NODES), pixel(node / NODES)))).collect();
    let mix = |first: f64, second: f64, share: f64| first + (second - first) * share;
    let between = |x: u32, y: u32| -> Option<f64> {
        let (column, row) = ((x / NODE_PIXELS) as usize, (y / NODE_PIXELS) as usize);
        let share = |pixel: u32| f64::from(pixel % NODE_PIXELS) / f64::from(NODE_PIXELS);
        let at = |column: usize, row: usize| nodes[row * NODES + column];
        let upper = mix(at(column, row)?, at(column + 1, row)?, share(x));
        let lower = mix(at(column, row + 1)?, at(column + 1, row + 1)?, share(x));
        Some(mix(upper, lower, share(y)))
    };
    Tile::from_fn(|x, y| between(x, y).map_or(class::NO_RADAR, |value| byte_of(field, value)))
}

fn byte_of(field: GridField, value: f64) -> u8 {
    let whole = |value: f64| value.round().clamp(1.0, 255.0) as u8;
    match field {
        GridField::Rain => class::from_rate(value),
        GridField::Temperature => whole(value + TEMPERATURE_OFFSET),
        GridField::Wind => whole(value + WIND_OFFSET),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rain::model::mercator::NATIVE_ZOOM;

    fn noon() -> Timestamp {
        "2026-11-17T12:00:00Z".parse().unwrap()
    }

    fn at(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates::new(latitude, longitude).unwrap()
    }

    /// Temperature is the latitude, wind the distance from the equator in tens of degrees, rain 2.5 mm/h.
    fn grid_of(region: Region) -> Arc<RegionGrid> {
        let points = region.points();
        Arc::new(RegionGrid::new(noon(), noon(), 1, |field, _, point| match field {
            GridField::Temperature => Some(points[point].latitude),
            GridField::Wind => Some(points[point].latitude.abs() / 10.0),
            GridField::Rain => Some(2.5),
        }))
    }

    fn grids(regions: &[Region]) -> HashMap<Region, Arc<RegionGrid>> {
        regions.iter().map(|region| (*region, grid_of(*region))).collect()
    }

    #[test]
    fn a_pixel_has_the_value_of_its_position_also_at_the_date_line_and_far_north() {
        for place in [at(52.52, 13.41), at(0.2, -0.2), at(-17.0, 179.99), at(-17.0, -179.99), at(84.0, 30.0)] {
            let (tile, (x, y)) = TileId::at(place).unwrap();
            let grids = grids(&regions_of(tile));
            let at = |field| drawn(&grids, field, noon(), tile).row(y as usize)[x as usize];
            let degrees = f64::from(at(GridField::Temperature)) - 100.0;
            assert!((degrees - place.latitude).abs() <= 0.6, "{degrees} at {place:?}");
            assert_eq!(at(GridField::Wind), (place.latitude.abs() / 10.0 + 1.0).round() as u8, "{place:?}");
            assert_eq!(at(GridField::Rain), class::from_rate(2.5));
        }
    }

    #[test]
    fn a_tile_of_each_zoom_level_knows_its_regions() {
        // Western Europe, 0° to 22.5° east: two regions from west to east, and the parallels 50° and 40° between.
        let regions = regions_of(TileId::new(4, 8, 5).unwrap());
        let corners: Vec<(f64, f64)> =
            regions.iter().map(|region| (region.corner().latitude, region.corner().longitude)).collect();
        assert_eq!(corners, [(40.0, 0.0), (40.0, 15.0), (50.0, 0.0), (50.0, 15.0)]);
        assert_eq!(regions_of(TileId::new(NATIVE_ZOOM, 32, 31).unwrap()).len(), 1);
    }

    #[test]
    fn where_a_region_is_not_known_there_is_no_value() {
        // 11.25° to 16.875° east: the regions meet at 15°, two thirds from the west.
        let (tile, _) = TileId::at(at(52.52, 13.41)).unwrap();
        let west = Region::at(at(52.52, 13.41));
        let drawn = drawn(&grids(&[west]), GridField::Temperature, noon(), tile);
        assert!(drawn.row(200)[..160].iter().all(|byte| *byte != 0));
        assert!(drawn.row(200)[172..].iter().all(|byte| *byte == 0));
        let another_hour =
            super::drawn(&grids(&[west]), GridField::Temperature, noon() + SignedDuration::from_hours(1), tile);
        assert_eq!(another_hour, Tile::filled(0));
    }

    #[test]
    fn frames_are_hours_and_have_one_spelling() {
        let frames = frames(&grid_of(Region::at(at(52.0, 13.0))), noon() + SignedDuration::from_mins(20));
        assert_eq!((frames.len(), frames[0].time, frames[0].kind), (1, noon(), RainFrameKind::Past));
        let id: ForecastFrameId = frames[0].id.parse().unwrap();
        assert_eq!(id.to_string(), frames[0].id);
        let other =
            ["", "1794916800", "1794916801-1794916800", "01794916800-1794916800", "1794916800-x", "1794916800--5"];
        for text in other {
            assert!(text.parse::<ForecastFrameId>().is_err(), "{text}");
        }
    }

    #[test]
    fn extreme_values_keep_a_byte_of_their_own() {
        assert_eq!(byte_of(GridField::Temperature, -89.0), 11);
        assert_eq!(byte_of(GridField::Temperature, -120.0), 1, "never no value");
        assert_eq!((byte_of(GridField::Wind, 0.0), byte_of(GridField::Wind, 300.0)), (1, 255));
    }
}
