//! Finds the areas that a place may be in, without testing each of them: by squares of one degree, and by codes.

use std::collections::HashMap;
use std::hash::Hash;

use crate::alerts::model::area::{Area, Bounds};
use crate::geo::coordinates::Coordinates;

/// An area over more squares is a candidate everywhere: a list entry for each of them would cost more than its test.
const MAX_TILES: i32 = 2_000;
const FULL_CIRCLE: i32 = 360;

/// The south-west corner of a square of one degree.
type Tile = (i32, i32);

#[derive(Debug, Default)]
pub struct AreaIndex {
    tiles: HashMap<Tile, Vec<usize>>,
    codes: HashMap<String, Vec<usize>>,
    everywhere: Vec<usize>,
}

impl AreaIndex {
    /// Areas are known by their place in the list.
    pub fn new<'a>(areas: impl IntoIterator<Item = &'a Area>) -> AreaIndex {
        let mut index = AreaIndex::default();
        for (number, area) in areas.into_iter().enumerate() {
            for bounds in area.bounds() {
                index.add_bounds(number, bounds);
            }
            for code in area.undrawn_codes().iter().chain(area.code_groups.iter().flatten()) {
                add(&mut index.codes, code.clone(), number);
            }
        }
        index
    }

    /// The same of areas without codes, by the bounds of their parts.
    pub fn of_bounds<Parts: IntoIterator<Item = Bounds>>(areas: impl IntoIterator<Item = Parts>) -> AreaIndex {
        let mut index = AreaIndex::default();
        for (number, parts) in areas.into_iter().enumerate() {
            parts.into_iter().for_each(|bounds| index.add_bounds(number, bounds));
        }
        index
    }

    /// Whether no area needs the codes of a place.
    pub fn is_drawn(&self) -> bool {
        self.codes.is_empty()
    }

    /// In the order of the list: every area that contains the place or has one of its codes, and some others.
    pub fn candidates(&self, at: Coordinates, codes: &[String]) -> Vec<usize> {
        let drawn = self.tiles.get(&tile_of(at)).into_iter().flatten();
        let coded = codes.iter().filter_map(|code| self.codes.get(code)).flatten();
        let mut found: Vec<usize> = drawn.chain(coded).chain(&self.everywhere).copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn add_bounds(&mut self, number: usize, bounds: Bounds) {
        let first = |degrees: f64| degrees.floor() as i32;
        let (south, north) = (first(bounds.south), first(bounds.north));
        let (west, east) = (first(bounds.west), first(bounds.east).min(first(bounds.west) + FULL_CIRCLE - 1));
        if (north - south + 1) * (east - west + 1) > MAX_TILES {
            self.everywhere.push(number);
            return;
        }
        for latitude in south..=north {
            for longitude in west..=east {
                add(&mut self.tiles, (latitude, on_globe(longitude)), number);
            }
        }
    }
}

fn add<K: Eq + Hash>(lists: &mut HashMap<K, Vec<usize>>, key: K, number: usize) {
    let list = lists.entry(key).or_default();
    if list.last() != Some(&number) {
        list.push(number);
    }
}

fn tile_of(at: Coordinates) -> Tile {
    (at.latitude.floor() as i32, on_globe(at.longitude.floor() as i32))
}

/// The same meridian from -180 to 179: an area across the date line may use either value.
fn on_globe(longitude: i32) -> i32 {
    (longitude + FULL_CIRCLE / 2).rem_euclid(FULL_CIRCLE) - FULL_CIRCLE / 2
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::alerts::model::area::{AreaMatch, Circle, Polygon};

    fn random_area(random: &mut SmallRng) -> Area {
        let (longitude, latitude) = (random.random_range(-180.0..180.0), random.random_range(-90.0..90.0));
        let size: f64 = [0.01, 0.5, 4.0, 60.0][random.random_range(0..4)];
        let mut area = Area::default();
        if random.random_bool(0.6) {
            let corners = [(0.0, 0.0), (size, 0.0), (size, size), (size / 2.0, size * 0.7), (0.0, size)];
            let ring = corners.map(|(east, north): (f64, f64)| (longitude + east, (latitude + north).min(90.0)));
            area.polygons.extend(Polygon::new(vec![ring.to_vec()]));
        }
        if random.random_bool(0.3) {
            area.circles.push(Circle { longitude, latitude, radius_km: size * 60.0 });
        }
        if random.random_bool(0.4) {
            area.add_coded_part(vec![format!("EMMA_ID:{}", random.random_range(0..20))]);
        }
        if area.is_drawn() { area.with_sorted_codes() } else { Area { codes: area.undrawn.clone(), ..area } }
    }

    #[test]
    fn the_index_finds_what_testing_every_area_finds() {
        let mut random = SmallRng::seed_from_u64(7);
        let areas: Vec<Area> = (0..400).map(|_| random_area(&mut random)).collect();
        let index = AreaIndex::new(&areas);
        let (mut found, mut tested) = (0, 0);
        for _ in 0..5_000 {
            let (latitude, longitude) = (random.random_range(-90.0..=90.0), random.random_range(-180.0..=180.0));
            let at = Coordinates::new(latitude, longitude).unwrap();
            let codes: Vec<String> = (0..2).map(|_| format!("EMMA_ID:{}", random.random_range(0..20))).collect();
            let contains = |number: &usize| areas[*number].matches(at, Some(&codes)) == AreaMatch::Inside;
            let every: Vec<usize> = (0..areas.len()).filter(contains).collect();
            let candidates = index.candidates(at, &codes);
            tested += candidates.len();
            assert_eq!(candidates.into_iter().filter(contains).collect::<Vec<_>>(), every, "{at:?} {codes:?}");
            found += every.len();
        }
        assert!(found > 10_000, "the places are in areas: {found}");
        assert!(tested < 5_000 * areas.len() / 4, "most areas are not tested: {tested}");
    }

    #[test]
    fn areas_across_the_date_line_and_around_a_pole_are_found() {
        let ring = |west: f64, east: f64| vec![(west, -10.0), (east, -10.0), (east, 10.0), (west, 10.0)];
        let across =
            |west, east| Area { polygons: vec![Polygon::new(vec![ring(west, east)]).unwrap()], ..Area::default() };
        let pole =
            Area { circles: vec![Circle { longitude: 20.0, latitude: 89.5, radius_km: 300.0 }], ..Area::default() };
        let areas = [across(175.0, 185.0), across(-185.0, -175.0), pole];
        let index = AreaIndex::new(&areas);
        let candidates = |latitude, longitude| index.candidates(Coordinates::new(latitude, longitude).unwrap(), &[]);
        for longitude in [175.5, 179.99, 180.0, -180.0, -179.5, -175.01] {
            assert_eq!(candidates(0.0, longitude), [0, 1], "{longitude}");
        }
        for longitude in [-160.0, -20.0, 20.0, 160.0] {
            assert_eq!(candidates(89.0, longitude), [2], "{longitude}");
        }
        assert!(candidates(0.0, 100.0).is_empty());
    }
}
