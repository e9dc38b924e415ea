//! Rain without any network: where it rains, and how much on average, is that of the simulated weather; showers move east through
//! it. Always the same for a time and place.

use jiff::{SignedDuration, Timestamp};

use crate::rain::model::class;
use crate::rain::model::mercator::{NATIVE_ZOOM, TILE_PIXELS, TileId};
use crate::rain::model::tile::Tile;
use crate::rainfall::SimulatedRate;

/// As of a radar: a picture every ten minutes, available some minutes later, kept for two hours and a little longer, so
/// that a page can still load what it has just listed.
const STEP_SECONDS: i64 = 600;
const DELAY: SignedDuration = SignedDuration::from_mins(3);
const FRAMES: i64 = 13;
const KEPT_FRAMES: i64 = 15;

/// Pixels per minute to the east and south: about 45 km/h at 50° of latitude.
const DRIFT: (f64, f64) = (0.46, -0.12);
/// Rain is computed at every second pixel and interpolated.
const NODE_PIXELS: u32 = 2;
const NODES: usize = (TILE_PIXELS / NODE_PIXELS) as usize + 1;
/// The simulated weather changes over hundreds of kilometres: it is computed at every eighth node, 25 km apart.
const WIDE_STEP: usize = 8;
const WIDE_NODES: usize = (NODES - 1) / WIDE_STEP + 1;
/// Where it rains in the simulated weather, it rains on the map: also between showers.
const LEAST_MM_PER_HOUR: f64 = 0.1;
/// Half of the least rain of the simulated weather: between a wet and a dry node the edge is in the middle.
const EDGE_MM_PER_HOUR: f64 = 0.06;

/// Noise of one size: pixels per cell and minutes until it is another. Cells divide the width of the map, so that it
/// continues across the date line.
struct Layer {
    number: u64,
    cell: f64,
    minutes: f64,
}

const CELLS: Layer = Layer { number: 3, cell: 32.0, minutes: 120.0 };
const GRAINS: Layer = Layer { number: 4, cell: 16.0, minutes: 60.0 };

pub struct Simulated {
    seed: u64,
    rate: SimulatedRate,
}

/// The times of the frames that are shown, oldest first.
pub fn times(now: Timestamp) -> Vec<Timestamp> {
    let newest = newest_second(now);
    let earlier = (0..FRAMES).rev().map(|frame| newest - frame * STEP_SECONDS);
    earlier.filter_map(|second| Timestamp::from_second(second).ok()).collect()
}

/// Whether a frame is one of ours and still kept.
pub fn has(measured_at: Timestamp, now: Timestamp) -> bool {
    let (second, newest) = (measured_at.as_second(), newest_second(now));
    second % STEP_SECONDS == 0
        && measured_at.subsec_nanosecond() == 0
        && (newest - (KEPT_FRAMES - 1) * STEP_SECONDS..=newest).contains(&second)
}

fn newest_second(now: Timestamp) -> i64 {
    (now - DELAY).as_second().div_euclid(STEP_SECONDS) * STEP_SECONDS
}

impl Simulated {
    pub fn new(seed: u64, rate: SimulatedRate) -> Simulated {
        Simulated { seed, rate }
    }

    pub fn tile(&self, measured_at: Timestamp, tile: TileId) -> Tile {
        let wide: Vec<f64> = (0..WIDE_NODES * WIDE_NODES)
            .map(|index| {
                let pixel = |node: usize| (node * WIDE_STEP) as u32 * NODE_PIXELS;
                (self.rate)(tile.pixel_centre(pixel(index % WIDE_NODES), pixel(index / WIDE_NODES)), measured_at)
            })
            .collect();
        if wide.iter().all(|rate| *rate < EDGE_MM_PER_HOUR) {
            return Tile::filled(class::DRY);
        }
        let minutes = measured_at.as_second() as f64 / 60.0;
        let origin = |index: u32| f64::from(index * TILE_PIXELS);
        let (left, top) = (origin(tile.x), origin(tile.y));
        let node = |index: usize| f64::from(index as u32 * NODE_PIXELS);
        let rates: Vec<f64> = (0..NODES * NODES)
            .map(|index| {
                let (column, row) = (index % NODES, index / NODES);
                self.textured(wide_at(&wide, column, row), left + node(column), top + node(row), minutes)
            })
            .collect();
        Tile::from_fn(|x, y| {
            let (column, row) = ((x / NODE_PIXELS) as usize, (y / NODE_PIXELS) as usize);
            let share = |pixel: u32| (f64::from(pixel % NODE_PIXELS) + 0.5) / f64::from(NODE_PIXELS);
            let at = |column: usize, row: usize| rates[row * NODES + column];
            let upper = mix(at(column, row), at(column + 1, row), share(x));
            let lower = mix(at(column, row + 1), at(column + 1, row + 1), share(x));
            class::from_rate(mix(upper, lower, share(y)))
        })
    }

    /// A mean rate as showers and what is between them, at a pixel of the native map.
    fn textured(&self, mean: f64, x: f64, y: f64, minutes: f64) -> f64 {
        if mean < EDGE_MM_PER_HOUR {
            return 0.0;
        }
        let (x, y) = (x - DRIFT.0 * minutes, y - DRIFT.1 * minutes);
        let noise = 0.7 * self.noise(&CELLS, x, y, minutes) + 0.3 * self.noise(&GRAINS, x, y, minutes);
        (mean * (2.0 * noise).powi(2)).max(LEAST_MM_PER_HOUR)
    }

    /// Smooth noise from 0 to 1.
    fn noise(&self, layer: &Layer, x: f64, y: f64, minutes: f64) -> f64 {
        let (x, y, time) = (x / layer.cell, y / layer.cell, minutes / layer.minutes);
        let (column, row, moment) = (x.floor(), y.floor(), time.floor());
        let (share_x, share_y) = (smooth(x - column), smooth(y - row));
        let period = (f64::from(TILE_PIXELS << NATIVE_ZOOM) / layer.cell) as i64;
        let at = |column: i64, row: i64, moment: i64| {
            random(self.seed, [layer.number, column.rem_euclid(period) as u64, row as u64, moment as u64])
        };
        let plane = |moment: i64| {
            let (column, row) = (column as i64, row as i64);
            let upper = mix(at(column, row, moment), at(column + 1, row, moment), share_x);
            let lower = mix(at(column, row + 1, moment), at(column + 1, row + 1, moment), share_x);
            mix(upper, lower, share_y)
        };
        mix(plane(moment as i64), plane(moment as i64 + 1), time - moment)
    }
}

/// Between the nodes of the simulated weather.
fn wide_at(wide: &[f64], column: usize, row: usize) -> f64 {
    let last = WIDE_NODES - 2;
    let (left, top) = ((column / WIDE_STEP).min(last), (row / WIDE_STEP).min(last));
    let share = |node: usize, first: usize| (node - first * WIDE_STEP) as f64 / WIDE_STEP as f64;
    let at = |column: usize, row: usize| wide[row * WIDE_NODES + column];
    let upper = mix(at(left, top), at(left + 1, top), share(column, left));
    let lower = mix(at(left, top + 1), at(left + 1, top + 1), share(column, left));
    mix(upper, lower, share(row, top))
}

fn mix(first: f64, second: f64, share: f64) -> f64 {
    first + (second - first) * share
}

fn smooth(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

/// A number from 0 to 1 that looks random, by the mixing steps of SplitMix64.
fn random(seed: u64, parts: [u64; 4]) -> f64 {
    let mixed = parts.iter().fold(seed ^ 0x9e37_79b9_7f4a_7c15, |state, part| {
        let mut state = (state ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        state ^ (state >> 31)
    });
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geo::coordinates::Coordinates;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn tile(x: u32, y: u32) -> TileId {
        TileId::new(NATIVE_ZOOM, x, y).unwrap()
    }

    /// It rains west of a longitude, everywhere else it is dry.
    fn west_of(longitude: f64) -> SimulatedRate {
        Arc::new(move |place: Coordinates, _| if place.longitude < longitude { 1.5 } else { 0.0 })
    }

    fn everywhere(rate: f64) -> SimulatedRate {
        Arc::new(move |_, _| rate)
    }

    #[test]
    fn a_time_and_place_always_have_the_same_rain_and_a_seed_has_its_own() {
        let time = at("2026-11-17T12:00:00Z");
        let first = Simulated::new(1, everywhere(2.0)).tile(time, tile(34, 20));
        assert_eq!(first, Simulated::new(1, everywhere(2.0)).tile(time, tile(34, 20)));
        assert_ne!(first, Simulated::new(2, everywhere(2.0)).tile(time, tile(34, 20)));
    }

    #[test]
    fn it_rains_where_the_simulated_weather_has_rain_and_nowhere_else() {
        let time = at("2026-11-17T12:00:00Z");
        // The tile is from 11.25° to 16.875° east: the middle is at 14.06°, and the weather is known every sixteenth pixel.
        let rain = Simulated::new(7, west_of(14.0625)).tile(time, tile(34, 20));
        for y in 0..256 {
            assert!(rain.row(y)[..112].iter().all(|class| class::is_wet(*class)), "row {y}");
            assert!(rain.row(y)[144..].iter().all(|class| *class == class::DRY), "row {y}");
        }
        assert!(Simulated::new(7, everywhere(0.0)).tile(time, tile(34, 20)).is_dry());
        let drizzle = Simulated::new(7, everywhere(0.12)).tile(time, tile(34, 20));
        assert!(
            drizzle.bytes().iter().all(|class| class::is_wet(*class)),
            "the least rain is not lost between showers"
        );
    }

    /// The rate of the simulated weather is what the quarter hours of a report are made of.
    #[test]
    fn the_map_is_wet_where_the_simulated_weather_is_and_dry_where_it_is_dry_all_around() {
        let settings = crate::settings::Settings::from_pairs(Default::default(), [("HALCYON_LOG", "info")]).unwrap();
        let rate = crate::weather::simulated_rate(&settings.weather);
        let (source, time) = (Simulated::new(7, rate.clone()), at("2026-11-17T12:00:00Z"));
        let (mut wet, mut dry) = (0, 0);
        for index in 0..120_i32 {
            let (latitude, longitude) = (-55.0 + f64::from(index % 12) * 10.1, -170.0 + f64::from(index / 12) * 35.3);
            let place = Coordinates::new(latitude, longitude).unwrap();
            let (tile, (x, y)) = TileId::at(place).unwrap();
            let is_wet = class::is_wet(source.tile(time, tile).row(y as usize)[x as usize]);
            // The weather is known every 16 pixels, up to half a degree apart.
            let around = [(0.0, 0.0), (0.6, 0.6), (0.6, -0.6), (-0.6, 0.6), (-0.6, -0.6)];
            let rates = around.map(|(north, east)| {
                rate(Coordinates { latitude: latitude + north, longitude: longitude + east }, time)
            });
            if rates.iter().all(|rate| *rate > 0.0) {
                assert!(is_wet, "{latitude}, {longitude}: {rates:?}");
                wet += 1;
            } else if rates.iter().all(|rate| *rate == 0.0) {
                assert!(!is_wet, "{latitude}, {longitude}: {rates:?}");
                dry += 1;
            }
        }
        assert!(wet >= 5 && dry >= 20, "{wet} wet places and {dry} dry ones");
    }

    #[test]
    fn showers_have_the_mean_rate_of_the_weather_within_a_third() {
        let rain = Simulated::new(7, everywhere(3.0)).tile(at("2026-11-17T12:00:00Z"), tile(34, 20));
        let sum: f64 = rain.bytes().iter().filter_map(|class| class::to_rate(*class)).sum();
        let mean = sum / rain.bytes().len() as f64;
        assert!((2.0..4.0).contains(&mean), "{mean} mm/h");
    }

    #[test]
    fn showers_continue_into_neighbouring_tiles_and_across_the_date_line() {
        let source = Simulated::new(7, everywhere(3.0));
        let time = at("2026-11-17T12:00:00Z");
        for (west, east) in [(33, 34), (63, 0)] {
            let (west, east) = (source.tile(time, tile(west, 20)), source.tile(time, tile(east, 20)));
            let steps = (0..256).map(|y| west.row(y)[255].abs_diff(east.row(y)[0]));
            assert!(steps.max().unwrap() <= 4, "neighbouring pixels differ by little");
        }
    }

    #[test]
    fn frames_are_ten_minutes_apart_and_the_newest_is_a_few_minutes_old() {
        let now = at("2026-11-17T12:12:59Z");
        let times = times(now);
        assert_eq!((times.len(), times[0], times[12]), (13, at("2026-11-17T10:00:00Z"), at("2026-11-17T12:00:00Z")));
        let known = ["2026-11-17T12:00:00Z", "2026-11-17T09:40:00Z"];
        assert!(known.iter().all(|time| has(at(time), now)));
        let unknown =
            ["2026-11-17T12:10:00Z", "2026-11-17T09:30:00Z", "2026-11-17T11:55:00Z", "2026-11-17T12:00:00.5Z"];
        assert!(unknown.iter().all(|time| !has(at(time), now)));
    }
}
