//! Reverse look-up: the place that people would name at given coordinates.
//!
//! The tree divides the sphere as points in space. Distance is weighted by population: it is measured to the edge of a
//! place, not to its centre. A place found inside a city then gets the name of the city.

use super::layout::{Section, Sections, U32s, partition_point};
use super::reach::{favour_km, reach_km};
use super::sphere::{distance_km, to_space};
use super::{Gazetteer, PlaceIndex};
use crate::builder::LEAF_BITS;

/// Numbers per row: three coordinates and the size bonus.
const POINT_WIDTH: usize = 4;

/// Up to here the name is given without a distance.
const PLAIN_KM: f64 = 15.0;
/// Beyond this distance the name of a place would be misleading.
const NEAR_KM: f64 = 200.0;

/// The result for coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Found {
    In(PlaceIndex),
    Near { place: PlaceIndex, distance_km: f64 },
    Nowhere,
}

#[derive(Clone, Copy)]
pub struct Points {
    rows: U32s,
    places: U32s,
    axes: &'static [u8],
    splits: U32s,
    favours: U32s,
}

impl Points {
    pub fn new(sections: &Sections) -> Points {
        Points {
            rows: sections.u32s(Section::Points),
            places: sections.u32s(Section::PointPlaces),
            axes: sections.bytes(Section::SplitAxes),
            splits: sections.u32s(Section::SplitValues),
            favours: sections.u32s(Section::Favours),
        }
    }

    /// The accepted place with the nearest edge within `max_km`, by straight lines through the Earth, which preserve the
    /// order of distances.
    pub fn nearest(&self, here: [f32; 3], max_km: f32, is_accepted: impl Fn(u32) -> bool) -> Option<u32> {
        let count = self.rows.len() / POINT_WIDTH;
        let leaves = 1usize << LEAF_BITS;
        let mut nearest = None;
        let mut least = max_km;
        let root = PendingNode { node: 1, offsets: [0.0; 3] };
        let mut pending = [root; LEAF_BITS as usize + 2];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let PendingNode { mut node, offsets } = pending[depth];
            if !is_closer(offsets, least + self.favours.float(node)) {
                continue;
            }
            while node < leaves {
                let axis = usize::from(self.axes[node]);
                let offset = here[axis] - self.splits.float(node);
                let near_side = usize::from(offset >= 0.0);
                let mut far = offsets;
                far[axis] = offset.abs().max(far[axis]);
                pending[depth] = PendingNode { node: 2 * node + (1 - near_side), offsets: far };
                depth += 1;
                node = 2 * node + near_side;
            }
            let leaf = node - leaves;
            for row in leaf_start(count, leaf)..leaf_start(count, leaf + 1) {
                let at = row * POINT_WIDTH;
                let offsets = [0, 1, 2].map(|axis| here[axis] - self.rows.float(at + axis));
                let bonus = self.rows.float(at + 3);
                if is_closer(offsets, least + bonus) && is_accepted(self.places.get(row)) {
                    least = squared(offsets).sqrt() - bonus;
                    nearest = Some(self.places.get(row));
                }
            }
        }
        nearest
    }
}

/// A part of the tree that is still to be searched, and how far it is away along each axis, at least.
#[derive(Clone, Copy)]
struct PendingNode {
    node: usize,
    offsets: [f32; 3],
}

fn squared([x, y, z]: [f32; 3]) -> f32 {
    x * x + y * y + z * z
}

/// Without a square root, which would be most of the work.
fn is_closer(offsets: [f32; 3], distance: f32) -> bool {
    distance > 0.0 && squared(offsets) < distance * distance
}

/// The first point of a leaf when `count` points are distributed evenly.
pub fn leaf_start(count: usize, leaf: usize) -> usize {
    (count * leaf) >> LEAF_BITS
}

impl Gazetteer {
    /// The result for these coordinates; latitude and longitude must be in range. The zone is the IANA time zone of the
    /// coordinates themselves.
    pub fn locate(&self, latitude: f64, longitude: f64, zone: &str) -> Found {
        let here = to_space(latitude, longitude);
        let Some(nearest) = self.points.nearest(here, f32::INFINITY, |_| true).map(PlaceIndex) else {
            return Found::Nowhere;
        };
        let distance_to = |place| distance_km((latitude, longitude), self.position(place));
        // No other place can be near enough either: it may be nearer only by what this one is favoured.
        if distance_to(nearest) > NEAR_KM + f64::from(favour_km(self.population(nearest))) + 1.0 {
            return Found::Nowhere;
        }
        let nearest = self.across_the_border(here, nearest, zone).unwrap_or(nearest);
        let distance = distance_to(nearest);
        if distance <= PLAIN_KM.max(reach_km(self.population(nearest))) {
            Found::In(self.city_of(nearest))
        } else if distance <= NEAR_KM {
            Found::Near { place: nearest, distance_km: distance }
        } else {
            Found::Nowhere
        }
    }

    /// The nearest place of the other country, if the time zone of the coordinates shows that the nearest place lies
    /// across a border: the index has points, time zones have outlines, which follow borders.
    fn across_the_border(&self, here: [f32; 3], nearest: PlaceIndex, zone: &str) -> Option<PlaceIndex> {
        if self.time_zone(nearest) == Some(zone) {
            return None;
        }
        let zone = self.zone_number(zone)?;
        let is_in_zone = |place: u32| self.places.zones.get(place as usize) == zone;
        let in_zone = self.points.nearest(here, NEAR_KM as f32, is_in_zone).map(PlaceIndex)?;
        (self.country_row(in_zone) != self.country_row(nearest)).then_some(in_zone)
    }

    fn zone_number(&self, zone: &str) -> Option<u16> {
        let name = |number: usize| self.texts.text(self.zones.get(number));
        let number = partition_point(self.zones.len(), |number| name(number) < zone);
        (number < self.zones.len() && name(number) == zone).then_some(number as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::tests::small_world;
    use proptest::prelude::*;

    fn name(world: &Gazetteer, latitude: f64, longitude: f64) -> String {
        match world.locate(latitude, longitude, "Etc/UTC") {
            Found::In(place) => world.geoname_id(place).to_string(),
            Found::Near { place, distance_km } => format!("{distance_km:.0} km from {}", world.geoname_id(place)),
            Found::Nowhere => "nowhere".to_owned(),
        }
    }

    #[test]
    fn a_district_is_called_by_its_city_and_a_neighbour_by_its_own_name() {
        let world = small_world(&[
            (1, "City", "", 50.00, 10.00, "DE", "02", 1_500_000),
            (2, "Twin", "", 50.05, 10.00, "DE", "02", 900_000),
            (3, "Quarter", "", 50.02, 10.02, "DE", "02", 90_000),
            (4, "Over the border", "", 49.98, 10.02, "US", "OH", 90_000),
            (5, "Next town", "", 50.00, 10.25, "DE", "02", 90_000),
        ]);
        assert_eq!(name(&world, 50.021, 10.021), "1");
        assert_eq!(name(&world, 50.051, 10.001), "2");
        assert_eq!(name(&world, 49.979, 10.021), "4");
        assert_eq!(name(&world, 50.001, 10.249), "5");
    }

    #[test]
    fn a_town_on_a_border_river_is_named_on_its_own_bank() {
        let world = small_world(&[
            (1, "Large", "", 50.00, 10.00, "US", "OH", 700_000),
            (2, "Small", "", 49.97, 10.00, "DE", "02", 200_000),
        ]);
        let found = |zone| match world.locate(49.985, 10.0, zone) {
            Found::In(place) => world.geoname_id(place),
            other => panic!("{other:?}"),
        };
        assert_eq!(found("America/New_York"), 1);
        assert_eq!(found("Europe/Berlin"), 2);
        assert_eq!(found("Etc/GMT+2"), 1, "a zone without places decides nothing");
    }

    #[test]
    fn far_from_any_place_the_distance_is_told_and_then_nothing() {
        let world = small_world(&[(1, "Harbour", "", 0.0, 179.9, "DE", "", 5_000)]);
        assert_eq!(name(&world, 0.1, 179.9), "1");
        // A tenth of a degree each side of the date line, and one more: degrees of 111.2 km.
        assert_eq!(name(&world, 0.0, -179.1), "111 km from 1");
        assert_eq!(name(&world, 0.0, -177.0), "nowhere");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The tree gives the same result as a scan of all places.
        #[test]
        fn the_tree_agrees_with_a_plain_search(latitude in -90.0..=90.0f64, longitude in -180.0..=180.0f64, seed in any::<u64>()) {
            let spread = |index: u64, range: f64| {
                let mixed = (seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd134_2543_de82_ef95);
                ((mixed >> 11) as f64 / (1u64 << 53) as f64 * 2.0 - 1.0) * range
            };
            let rows: Vec<_> = (0..60u32)
                .map(|id| {
                    let at = |offset, range| spread(u64::from(id) * 2 + offset, range);
                    (id + 1, "Place", "", at(0, 90.0), at(1, 180.0), "DE", "", 1_000)
                })
                .collect();
            let world = small_world(&rows);
            let distance = |place| distance_km((latitude, longitude), world.position(place));
            let nearest = world.places().map(distance).fold(f64::INFINITY, f64::min);
            match world.locate(latitude, longitude, "Etc/UTC") {
                Found::In(place) | Found::Near { place, .. } => prop_assert!(distance(place) - nearest < 0.01),
                Found::Nowhere => prop_assert!(nearest > 199.0),
            }
        }
    }
}
