//! A coarse grid of forecasts: what the weather fetches for a whole region at once, and the map draws.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use anyhow::{Context, ensure};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

use crate::geo::coordinates::Coordinates;

const REGION_HEIGHT: f64 = 10.0;
const REGION_WIDTH: f64 = 15.0;
const REGION_ROWS: u8 = 18;
const REGION_COLUMNS: u8 = 24;
/// Points on each side of a region: 139 km apart from north to south. Those on an edge belong to the next region as well.
pub const SIDE: usize = 9;
pub const POINTS: usize = SIDE * SIDE;
const LAST: f64 = (SIDE - 1) as f64;
/// How far around a place its map is filled, in degrees of latitude and longitude.
const AROUND: (f64, f64) = (3.0, 6.0);
const HOUR_SECONDS: i64 = 3600;

/// A part of the Earth whose forecasts are fetched in one call: 10° of latitude and 15° of longitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region {
    /// From the south pole.
    row: u8,
    /// From the date line to the east.
    column: u8,
}

impl Region {
    pub fn at(position: Coordinates) -> Region {
        let row = ((position.latitude + 90.0) / REGION_HEIGHT).floor().clamp(0.0, f64::from(REGION_ROWS - 1));
        let column = ((position.longitude + 180.0) / REGION_WIDTH).floor().rem_euclid(f64::from(REGION_COLUMNS));
        Region { row: row as u8, column: column as u8 }
    }

    /// The regions of the map around a place: one to four.
    pub fn around(place: Coordinates) -> Vec<Region> {
        let (north, east) = AROUND;
        Region::between(
            (place.latitude - north, place.latitude + north),
            (place.longitude - east, place.longitude + east),
        )
    }

    /// Those that a part of the map touches, given by its latitudes from the south and its longitudes from the west.
    pub fn between((south, north): (f64, f64), (west, east): (f64, f64)) -> Vec<Region> {
        let steps = |from: f64, to: f64, step: f64| {
            let count = ((to - from) / step).ceil().max(1.0) as u32;
            (0..=count).map(move |index| (from + f64::from(index) * step).min(to))
        };
        let mut found = BTreeSet::new();
        for latitude in steps(south, north, REGION_HEIGHT) {
            for longitude in steps(west, east, REGION_WIDTH) {
                found.insert(Region::at(Coordinates { latitude, longitude }));
            }
        }
        found.into_iter().collect()
    }

    /// The south-west corner.
    pub fn corner(self) -> Coordinates {
        Coordinates {
            latitude: f64::from(self.row) * REGION_HEIGHT - 90.0,
            longitude: f64::from(self.column) * REGION_WIDTH - 180.0,
        }
    }

    /// Row by row from the south-west.
    pub fn points(self) -> Vec<Coordinates> {
        let corner = self.corner();
        let part = |index: usize| index as f64 / LAST;
        (0..POINTS)
            .map(|point| Coordinates {
                latitude: corner.latitude + part(point / SIDE) * REGION_HEIGHT,
                longitude: corner.longitude + part(point % SIDE) * REGION_WIDTH,
            })
            .collect()
    }

    /// Where a position is among the points: columns from the west and rows from the south.
    fn place(self, position: Coordinates) -> (f64, f64) {
        let corner = self.corner();
        let east = (position.longitude - corner.longitude).rem_euclid(360.0);
        let north = position.latitude - corner.latitude;
        ((east / REGION_WIDTH * LAST).clamp(0.0, LAST), (north / REGION_HEIGHT * LAST).clamp(0.0, LAST))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridField {
    /// °C.
    Temperature,
    /// m/s.
    Wind,
    /// mm/h.
    Rain,
}

impl GridField {
    pub const ALL: [GridField; 3] = [GridField::Temperature, GridField::Wind, GridField::Rain];

    pub fn parse(text: &str) -> Option<GridField> {
        Some(match text {
            "temperature" => GridField::Temperature,
            "wind" => GridField::Wind,
            "rain" => GridField::Rain,
            _ => return None,
        })
    }
}

/// The forecasts of a region, hour by hour.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionGrid {
    pub fetched_at: Timestamp,
    pub first_hour: Timestamp,
    /// Tenths, by field, hour and point.
    values: Vec<i16>,
}

const UNKNOWN: i16 = i16::MIN;
const PACKED_VERSION: u8 = 1;
const ZSTD_LEVEL: i32 = 3;
/// More than any grid has.
const MAX_VALUES: usize = GridField::ALL.len() * POINTS * 100;

impl RegionGrid {
    pub fn new(
        fetched_at: Timestamp,
        first_hour: Timestamp,
        hours: usize,
        value: impl Fn(GridField, usize, usize) -> Option<f64>,
    ) -> RegionGrid {
        let tenths = |value: f64| (value * 10.0).round().clamp(f64::from(UNKNOWN + 1), f64::from(i16::MAX)) as i16;
        let mut values = Vec::with_capacity(GridField::ALL.len() * hours * POINTS);
        for field in GridField::ALL {
            for hour in 0..hours {
                values.extend((0..POINTS).map(|point| value(field, hour, point).map_or(UNKNOWN, tenths)));
            }
        }
        RegionGrid { fetched_at, first_hour, values }
    }

    pub fn hours(&self) -> usize {
        self.values.len() / GridField::ALL.len() / POINTS
    }

    pub fn has_hour(&self, hour: Timestamp) -> bool {
        self.index(hour).is_some()
    }

    fn index(&self, hour: Timestamp) -> Option<usize> {
        let seconds = hour.duration_since(self.first_hour).as_secs();
        let index = usize::try_from(seconds / HOUR_SECONDS).ok().filter(|_| seconds % HOUR_SECONDS == 0)?;
        (index < self.hours()).then_some(index)
    }

    /// Between the four points around a position in the region; nothing where one of them is not known.
    pub fn value(&self, field: GridField, hour: Timestamp, region: Region, position: Coordinates) -> Option<f64> {
        let hour = self.index(hour)?;
        let (x, y) = region.place(position);
        let (left, lower) = ((x as usize).min(SIDE - 2), (y as usize).min(SIDE - 2));
        let (east, north) = (x - left as f64, y - lower as f64);
        let start = (field as usize * self.hours() + hour) * POINTS;
        let at = |column: usize, row: usize| {
            let tenths = self.values[start + row * SIDE + column];
            (tenths != UNKNOWN).then(|| f64::from(tenths) / 10.0)
        };
        let mix = |first: f64, second: f64, share: f64| first + (second - first) * share;
        let south = mix(at(left, lower)?, at(left + 1, lower)?, east);
        let northern = mix(at(left, lower + 1)?, at(left + 1, lower + 1)?, east);
        Some(mix(south, northern, north))
    }

    /// As it is stored; the time of its fetch is kept beside it.
    pub fn pack(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = vec![PACKED_VERSION];
        bytes.extend(self.first_hour.as_second().to_le_bytes());
        bytes.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
        Ok(zstd::bulk::compress(&bytes, ZSTD_LEVEL)?)
    }

    pub fn unpack(fetched_at: Timestamp, packed: &[u8]) -> anyhow::Result<RegionGrid> {
        let bytes = zstd::bulk::decompress(packed, 16 + 2 * MAX_VALUES)?;
        let (header, values) = bytes.split_at_checked(9).context("too short")?;
        ensure!(header[0] == PACKED_VERSION, "of another version");
        let second = i64::from_le_bytes(header[1..].try_into()?);
        let values: Vec<i16> = values.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        ensure!(!values.is_empty() && values.len().is_multiple_of(GridField::ALL.len() * POINTS), "of another size");
        Ok(RegionGrid { fetched_at, first_hour: Timestamp::from_second(second)?, values })
    }
}

/// A grid and who it is by.
#[derive(Clone, Debug)]
pub struct CreditedGrid {
    pub grid: Arc<RegionGrid>,
    pub is_simulated: bool,
    /// Who must be named, and their address.
    pub attribution: String,
    pub url: Option<String>,
}

/// Whether grids may be fetched.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// For a client whose refreshes are limited by its address.
    Fetch(Option<IpAddr>),
    /// What this process or another has fetched already.
    Known,
}

/// The grids of some regions, in their order; `None` where there is none.
pub type FindGrids = Arc<dyn Fn(Vec<Region>, Effort) -> BoxFuture<'static, Vec<Option<CreditedGrid>>> + Send + Sync>;

/// The full hour before a time.
pub fn full_hour(time: Timestamp) -> Timestamp {
    time - SignedDuration::from_secs(time.as_second().rem_euclid(HOUR_SECONDS))
        - SignedDuration::from_nanos(time.subsec_nanosecond().into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates { latitude, longitude }
    }

    fn noon() -> Timestamp {
        "2026-11-17T12:00:00Z".parse().unwrap()
    }

    /// Temperature is the latitude, wind a tenth of the longitude, and there is rain at the first point only.
    fn grid(region: Region) -> RegionGrid {
        let points = region.points();
        RegionGrid::new(noon(), noon(), 2, |field, hour, point| match field {
            GridField::Temperature => Some(points[point].latitude + hour as f64),
            GridField::Wind => (point != 40).then(|| (points[point].longitude / 10.0).abs()),
            GridField::Rain => Some(if point == 0 { 2.0 } else { 0.0 }),
        })
    }

    #[test]
    fn regions_reach_both_poles_and_the_date_line_is_not_an_edge() {
        assert_eq!(Region::at(at(52.52, 13.41)).corner(), at(50.0, 0.0));
        assert_eq!(Region::at(at(-33.9, -58.4)).corner(), at(-40.0, -60.0));
        assert_eq!(Region::at(at(90.0, 0.0)).corner(), at(80.0, 0.0), "the north pole");
        assert_eq!(Region::at(at(-90.0, 0.0)).corner(), at(-90.0, 0.0));
        assert_eq!(Region::at(at(0.0, 180.0)), Region::at(at(0.0, -180.0)));
        assert_eq!(Region::at(at(0.0, 190.0)), Region::at(at(0.0, -170.0)));
        let points = Region::at(at(52.52, 13.41)).points();
        assert_eq!((points.len(), points[0], points[80]), (81, at(50.0, 0.0), at(60.0, 15.0)));
    }

    #[test]
    fn a_place_has_the_regions_that_its_map_shows() {
        let corners = |place| Region::around(place).iter().map(|region| region.corner()).collect::<Vec<_>>();
        assert_eq!(corners(at(55.0, 7.5)), [at(50.0, 0.0)], "in the middle of one");
        assert_eq!(corners(at(52.52, 13.41)), [at(40.0, 0.0), at(40.0, 15.0), at(50.0, 0.0), at(50.0, 15.0)]);
        let fiji = corners(at(-15.0, 178.0));
        assert_eq!(fiji, [at(-20.0, -180.0), at(-20.0, 165.0)], "on both sides of the date line");
    }

    #[test]
    fn values_lie_between_those_of_the_points_around() {
        for (latitude, longitude) in [(52.52, 13.41), (50.0, 0.0), (59.99, 14.99), (-0.01, -179.99), (89.5, 179.0)] {
            let region = Region::at(at(latitude, longitude));
            let found = grid(region).value(GridField::Temperature, noon(), region, at(latitude, longitude)).unwrap();
            // Points are kept in tenths.
            assert!((found - latitude).abs() < 0.051, "{latitude}: {found}");
        }
        let region = Region::at(at(52.0, 3.0));
        let next =
            grid(region).value(GridField::Temperature, noon() + SignedDuration::from_hours(1), region, at(55.0, 3.0));
        assert!((next.unwrap() - 56.0).abs() < 0.051, "an hour later");
        // Half way to the next point, half of the rain.
        let rain = grid(region).value(GridField::Rain, noon(), region, at(50.0, 15.0 / 16.0)).unwrap();
        assert!((rain - 1.0).abs() < 0.01, "{rain}");
    }

    #[test]
    fn beside_an_unknown_point_and_outside_its_hours_nothing_is_known() {
        let region = Region::at(at(52.0, 3.0));
        let grid = grid(region);
        assert_eq!(grid.value(GridField::Wind, noon(), region, at(55.1, 7.6)), None);
        assert!(grid.value(GridField::Wind, noon(), region, at(51.0, 1.0)).is_some());
        for hours in [-1, 2] {
            let hour = noon() + SignedDuration::from_hours(hours);
            assert_eq!(grid.value(GridField::Temperature, hour, region, at(52.0, 3.0)), None, "{hours}");
        }
        assert!(!grid.has_hour(noon() + SignedDuration::from_mins(30)), "only full hours");
    }

    #[test]
    fn a_stored_grid_is_read_as_it_was_and_others_are_refused() {
        let grid = grid(Region::at(at(52.0, 3.0)));
        let packed = grid.pack().unwrap();
        assert_eq!(RegionGrid::unpack(noon(), &packed).unwrap(), grid);
        assert!(RegionGrid::unpack(noon(), &packed[..packed.len() - 4]).is_err());
        assert!(RegionGrid::unpack(noon(), &zstd::bulk::compress(&[2; 9 + 2 * 243], 3).unwrap()).is_err());
        assert!(RegionGrid::unpack(noon(), b"").is_err());
    }

    #[test]
    fn the_full_hour_is_that_before() {
        assert_eq!(full_hour("2026-11-17T12:59:59.9Z".parse().unwrap()), noon());
        assert_eq!(full_hour(noon()), noon());
    }
}
