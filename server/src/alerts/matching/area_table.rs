//! The operator's table of area codes: a GeoJSON file whose features have a `code` and, unless it is MeteoAlarm's
//! `EMMA_ID`, the code's `type`; `aliases` are codes of other maps for the same area, as `NUTS3:FR101`.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

use super::area_index::AreaIndex;
use crate::alerts::model::area::{Area, Bounds, Polygon, map_of, typed_code};
use crate::alerts::model::outline::Outline;
use crate::alerts::sources::geojson::Geometry;
use crate::geo::coordinates::Coordinates;

const DEFAULT_TYPE: &str = "EMMA_ID";
/// Simplified borders are off by some hundred metres: within this distance a place is on both sides of one.
const BORDER_KM: f64 = 1.0;
/// A place outside of all areas, on a coast, is in the nearest one up to this distance.
const COAST_KM: f64 = 5.0;

#[derive(Default)]
pub struct AreaTable {
    areas: Vec<CodedArea>,
    /// Of the areas with the coast around them.
    index: AreaIndex,
    /// The codes whose shapes were read completely.
    codes: HashSet<String>,
    maps: HashSet<String>,
}

/// An area and its code in each map.
struct CodedArea {
    codes: Vec<String>,
    polygons: Vec<Polygon>,
}

impl AreaTable {
    pub fn read_file(path: &Path) -> anyhow::Result<AreaTable> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        AreaTable::read(&bytes).with_context(|| format!("{} is not a GeoJSON table of area codes", path.display()))
    }

    fn read(bytes: &[u8]) -> anyhow::Result<AreaTable> {
        #[derive(Deserialize)]
        struct File {
            features: Vec<Feature>,
        }
        #[derive(Deserialize)]
        struct Feature {
            properties: Properties,
            geometry: Geometry,
        }
        #[derive(Deserialize)]
        struct Properties {
            code: String,
            #[serde(rename = "type")]
            kind: Option<String>,
            #[serde(default)]
            aliases: Vec<String>,
        }
        let mut table = AreaTable::default();
        for Feature { properties, geometry } in serde_json::from_slice::<File>(bytes)?.features {
            let kind = properties.kind.as_deref().unwrap_or(DEFAULT_TYPE);
            let mut codes = vec![typed_code(kind, &properties.code)];
            for alias in &properties.aliases {
                let (kind, code) = alias.split_once(':').context("an alias without its type")?;
                codes.push(typed_code(kind, code));
            }
            let shapes = geometry.into_polygons();
            let drawn = shapes.len();
            let polygons: Vec<Polygon> = shapes.into_iter().filter_map(Polygon::new).collect();
            table.maps.extend(codes.iter().filter_map(|code| map_of(code)).map(str::to_owned));
            // One code may have several features; without one of its shapes it is not known where it ends.
            if polygons.len() == drawn {
                table.codes.extend(codes.iter().cloned());
            }
            table.areas.push(CodedArea { codes, polygons });
        }
        let bounds = |area: &CodedArea| -> Vec<Bounds> {
            area.polygons.iter().map(|polygon| polygon.bounds().grown(COAST_KM)).collect()
        };
        table.index = AreaIndex::of_bounds(table.areas.iter().map(bounds));
        Ok(table)
    }

    /// The codes of a place in all maps.
    pub fn codes_at(&self, at: Coordinates) -> Vec<String> {
        let candidates = self.index.candidates(at, &[]);
        codes_among(candidates.into_iter().map(|number| &self.areas[number]), at)
    }

    pub fn has_map(&self, map: &str) -> bool {
        self.maps.contains(map)
    }

    /// Whether an area names a code that the table does not have, although it has others of the same map: a place may be in
    /// it.
    pub fn lacks_code_of(&self, area: &Area) -> bool {
        let is_missing =
            |code: &String| map_of(code).is_some_and(|map| self.has_map(map)) && !self.codes.contains(code);
        area.undrawn_codes().iter().any(is_missing)
    }

    /// What can be drawn of an area: its shapes, and those of its codes.
    pub fn outline(&self, area: &Area) -> Outline {
        let codes = area.undrawn_codes();
        let is_named = |known: &&CodedArea| known.codes.iter().any(|code| codes.contains(code));
        let has_more = area.has_unknown_part || !codes.iter().all(|code| self.codes.contains(code));
        let coded = self.areas.iter().filter(is_named).flat_map(|known| &known.polygons);
        Outline::draw(area.polygons.iter().chain(coded), &area.circles, has_more)
    }
}

fn codes_among<'a>(areas: impl Iterator<Item = &'a CodedArea>, at: Coordinates) -> Vec<String> {
    let distance_to = |area: &'a CodedArea| {
        let near = area.polygons.iter().filter_map(|polygon| polygon.distance_km(at, COAST_KM));
        near.min_by(f64::total_cmp).map(|distance| (distance, area))
    };
    let distances: Vec<(f64, &CodedArea)> = areas.filter_map(distance_to).collect();
    let nearest = distances.iter().map(|(distance, _)| *distance).min_by(f64::total_cmp).unwrap_or(0.0);
    let found = distances.iter().filter(|(distance, _)| *distance <= BORDER_KM.max(nearest));
    let mut codes: Vec<String> = found.flat_map(|(_, area)| area.codes.iter().cloned()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};
    use serde_json::{Value, json};

    use super::*;
    use crate::alerts::model::area::AreaMatch;

    /// A square of half a degree, about 36 km wide at this latitude.
    fn feature(properties: Value, west: f64) -> Value {
        let (east, south, north) = (west + 0.5, 49.0, 49.5);
        let ring = json!([[west, south], [east, south], [east, north], [west, north], [west, south]]);
        json!({"type": "Feature", "properties": properties, "geometry": {"type": "Polygon", "coordinates": [ring]}})
    }

    fn table(features: &[Value]) -> AreaTable {
        AreaTable::read(json!({"type": "FeatureCollection", "features": features}).to_string().as_bytes()).unwrap()
    }

    fn two_areas() -> AreaTable {
        table(&[
            feature(json!({"code": "FR101", "aliases": ["NUTS3:FR718", "WARNCELL:103"]}), 2.0),
            feature(json!({"code": "FR102", "type": "EMMA_ID"}), 2.5),
        ])
    }

    fn codes_at(table: &AreaTable, latitude: f64, longitude: f64) -> Vec<String> {
        table.codes_at(Coordinates::new(latitude, longitude).unwrap())
    }

    #[test]
    fn a_place_has_the_codes_of_its_area_in_every_map() {
        let table = two_areas();
        assert_eq!(codes_at(&table, 49.2, 2.2), ["EMMA_ID:FR101", "NUTS3:FR718", "WARNCELLID:103"]);
        assert_eq!(codes_at(&table, 49.2, 2.8), ["EMMA_ID:FR102"]);
        assert!(AreaTable::read(b"{}").is_err());
        let without_type = feature(json!({"code": "FR101", "aliases": ["FR718"]}), 2.0);
        assert!(AreaTable::read(json!({"features": [without_type]}).to_string().as_bytes()).is_err());
    }

    #[test]
    fn a_place_at_a_border_is_on_both_sides_and_one_on_the_coast_in_the_nearest_area() {
        let table = two_areas();
        // A hundredth of a degree of longitude is 730 m here.
        assert!(codes_at(&table, 49.2, 2.49).contains(&"EMMA_ID:FR102".to_owned()));
        assert!(!codes_at(&table, 49.2, 2.48).contains(&"EMMA_ID:FR102".to_owned()));
        assert_eq!(codes_at(&table, 49.2, 3.06), ["EMMA_ID:FR102"], "4.4 km off the coast");
        assert_eq!(codes_at(&table, 49.2, 3.08), [] as [&str; 0], "5.8 km");
    }

    #[test]
    fn the_index_finds_the_codes_that_testing_every_area_finds() {
        let mut random = SmallRng::seed_from_u64(11);
        let features: Vec<Value> = (0..300)
            .map(|number| {
                let (west, south) = (random.random_range(-180.0..180.0), random.random_range(-90.0..89.0));
                let (width, height) = (random.random_range(0.01..12.0), random.random_range(0.01..1.0));
                let (east, north) = (west + width, south + height);
                let ring = [[west, south], [east, south], [east, north], [west, north], [west, south]];
                let geometry = json!({"type": "Polygon", "coordinates": [ring]});
                json!({"type": "Feature", "properties": {"code": format!("A{number}")}, "geometry": geometry})
            })
            .collect();
        let table = table(&features);
        let (mut found, mut tested) = (0, 0);
        for number in 0..3_000 {
            // Every second place is at the coast of an area.
            let corner = &features[number % features.len()]["geometry"]["coordinates"][0][number % 4];
            let near = |index: usize, random: &mut SmallRng| {
                corner[index].as_f64().unwrap() + random.random_range(-0.06..0.06)
            };
            let (longitude, latitude) = match number % 2 {
                0 => (near(0, &mut random), near(1, &mut random)),
                _ => (random.random_range(-180.0..=180.0), random.random_range(-90.0..=90.0)),
            };
            let on_globe = if longitude > 180.0 { longitude - 360.0 } else { longitude };
            let Some(at) = Coordinates::new(latitude, on_globe) else { continue };
            let codes = table.codes_at(at);
            assert_eq!(codes, codes_among(table.areas.iter(), at), "{at:?}");
            found += codes.len();
            tested += table.index.candidates(at, &[]).len();
        }
        assert!(found > 500, "the places are in areas or near them: {found}");
        assert!(tested < 3_000 * features.len() / 20, "most areas are not tested: {tested}");
    }

    #[test]
    fn an_area_whose_code_is_not_in_the_table_may_be_anywhere() {
        let table = two_areas();
        let area = |codes: &[&str]| {
            let codes = codes.iter().map(|code| (*code).to_owned()).collect();
            Area { codes, ..Area::default() }
        };
        assert!(!table.lacks_code_of(&area(&["EMMA_ID:FR101", "NUTS3:FR718"])));
        assert!(table.lacks_code_of(&area(&["EMMA_ID:FR101", "EMMA_ID:FR999"])));
        assert!(!table.lacks_code_of(&area(&["UGC:TXZ213"])), "a map of another source");
        let damaged = json!({"properties": {"code": "FR103"}, "geometry": {"type": "Polygon", "coordinates": [[[2, 49], [3, 49]]]}});
        let table = AreaTable::read(json!({"features": [damaged]}).to_string().as_bytes()).unwrap();
        assert!(table.lacks_code_of(&area(&["EMMA_ID:FR103"])));
    }

    #[test]
    fn the_outline_of_an_area_named_by_codes_is_that_of_the_table() {
        let table = two_areas();
        let area = Area { codes: vec!["EMMA_ID:FR102".to_owned()], ..Area::default() };
        let outline = table.outline(&area);
        assert_eq!(
            (outline.bounds.map(|bounds| (bounds.west, bounds.east)), outline.is_complete),
            (Some((2.5, 3.0)), true)
        );
        let unknown = Area { codes: vec!["EMMA_ID:FR999".to_owned()], ..Area::default() };
        assert!(!table.outline(&unknown).is_complete);
        assert_eq!(unknown.matches(Coordinates::new(49.2, 2.2).unwrap(), None), AreaMatch::Unknown);
    }
}
