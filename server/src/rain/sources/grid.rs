//! A radar composite: a grid of squares in a projection, from which tiles are sampled.

use crate::geo::coordinates::Coordinates;
use crate::rain::model::class::NO_RADAR;
use crate::rain::model::mercator::{TILE_PIXELS, TileId};
use crate::rain::model::projections::{EqualArea, PolarStereographic};
use crate::rain::model::tile::Tile;

#[derive(Clone, Copy, Debug)]
pub enum Projection {
    PolarStereographic(PolarStereographic),
    EqualArea(EqualArea),
}

/// Rows from the north, columns from the west.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub projection: Projection,
    /// The north-west corner, in metres.
    pub corner: (f64, f64),
    pub pixel_metres: f64,
    pub width: usize,
    pub height: usize,
}

/// Projections are smooth: between points this many pixels apart, positions are interpolated.
const NODE_PIXELS: u32 = 16;
const NODES: usize = (TILE_PIXELS / NODE_PIXELS) as usize + 1;

impl Grid {
    pub fn len(&self) -> usize {
        self.width * self.height
    }

    pub fn covers(&self, position: Coordinates) -> bool {
        self.index(self.pixel(position)).is_some()
    }

    /// A tile of the map, from the classes of the grid.
    pub fn tile(&self, classes: &[u8], tile: TileId) -> Tile {
        let nodes: Vec<(f64, f64)> = (0..NODES * NODES)
            .map(|node| {
                let at = |index: usize| index as u32 * NODE_PIXELS;
                self.pixel(tile.pixel_centre(at(node % NODES), at(node / NODES)))
            })
            .collect();
        let mix = |first: (f64, f64), second: (f64, f64), share: f64| {
            (first.0 + (second.0 - first.0) * share, first.1 + (second.1 - first.1) * share)
        };
        Tile::from_fn(|x, y| {
            let (column, row) = ((x / NODE_PIXELS) as usize, (y / NODE_PIXELS) as usize);
            let share = |pixel: u32| f64::from(pixel % NODE_PIXELS) / f64::from(NODE_PIXELS);
            let node = |column: usize, row: usize| nodes[row * NODES + column];
            let upper = mix(node(column, row), node(column + 1, row), share(x));
            let lower = mix(node(column, row + 1), node(column + 1, row + 1), share(x));
            let index = self.index(mix(upper, lower, share(y)));
            index.and_then(|index| classes.get(index)).copied().unwrap_or(NO_RADAR)
        })
    }

    fn pixel(&self, position: Coordinates) -> (f64, f64) {
        let (east, north) = match self.projection {
            Projection::PolarStereographic(projection) => projection.project(position),
            Projection::EqualArea(projection) => projection.project(position),
        };
        ((east - self.corner.0) / self.pixel_metres, (self.corner.1 - north) / self.pixel_metres)
    }

    fn index(&self, (column, row): (f64, f64)) -> Option<usize> {
        let is_inside = (0.0..self.width as f64).contains(&column) && (0.0..self.height as f64).contains(&row);
        is_inside.then(|| row as usize * self.width + column as usize)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rain::model::class::DRY;
    use crate::rain::model::projections;

    fn germany() -> Grid {
        Grid {
            projection: Projection::PolarStereographic(projections::DWD),
            corner: (-500.0, 500.0),
            pixel_metres: 1000.0,
            width: 1100,
            height: 1200,
        }
    }

    fn at(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates::new(latitude, longitude).unwrap()
    }

    #[test]
    fn berlin_is_covered_and_madrid_is_not() {
        assert!(germany().covers(at(52.52, 13.41)));
        assert!(!germany().covers(at(40.42, -3.7)));
    }

    #[test]
    fn rain_at_a_place_is_in_the_pixel_of_the_place() {
        let grid = germany();
        for (latitude, longitude) in [(52.52, 13.41), (47.6, 10.2), (54.8, 9.4), (50.78, 6.08)] {
            let mut classes = vec![DRY; grid.len()];
            let (column, row) = grid.pixel(at(latitude, longitude));
            // Three kilometres, so that a pixel of the map cannot miss it.
            for (south, east) in (-1..=1).flat_map(|south| (-1..=1).map(move |east| (south, east))) {
                let index = (row as i64 + south) * 1100 + column as i64 + east;
                classes[index as usize] = 40;
            }
            let (tile, (x, y)) = TileId::at(at(latitude, longitude)).unwrap();
            let sampled = grid.tile(&classes, tile);
            assert_eq!(sampled.row(y as usize)[x as usize], 40, "{latitude}, {longitude}");
            let wet = sampled.bytes().iter().filter(|class| **class == 40).count();
            assert!((2..=9).contains(&wet), "{wet} pixels");
        }
    }

    #[test]
    fn outside_the_grid_there_is_no_radar() {
        let grid = germany();
        let (tile, _) = TileId::at(at(40.42, -3.7)).unwrap();
        assert_eq!(grid.tile(&vec![DRY; grid.len()], tile), Tile::filled(NO_RADAR));
    }
}
