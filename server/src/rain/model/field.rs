//! Rain classes around a place: several tiles as one array.

use super::class::NO_RADAR;
use super::mercator::TILE_PIXELS;
use super::tile::Tile;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub width: usize,
    pub height: usize,
    classes: Vec<u8>,
}

impl Field {
    #[cfg(test)]
    pub fn from_fn(width: usize, height: usize, mut class: impl FnMut(usize, usize) -> u8) -> Field {
        let classes = (0..width * height).map(|index| class(index % width, index / width)).collect();
        Field { width, height, classes }
    }

    /// A tile with its eight neighbours, row by row from the north-west. Beyond the poles there is no radar.
    pub fn from_neighbourhood(tiles: &[Option<&Tile>; 9]) -> Field {
        const SIDE: usize = TILE_PIXELS as usize;
        let nothing = [NO_RADAR; SIDE];
        let mut classes = Vec::with_capacity(9 * SIDE * SIDE);
        for row in tiles.chunks_exact(3) {
            for y in 0..SIDE {
                for tile in row {
                    classes.extend_from_slice(tile.map_or(&nothing[..], |tile| tile.row(y)));
                }
            }
        }
        Field { width: 3 * SIDE, height: 3 * SIDE, classes }
    }

    /// No radar outside.
    pub fn class(&self, x: i32, y: i32) -> u8 {
        let is_inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        if is_inside { self.classes[y as usize * self.width + x as usize] } else { NO_RADAR }
    }

    pub fn size_bytes(&self) -> usize {
        self.classes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_beside_each_other() {
        let numbered: Vec<Tile> = (1..=6).map(Tile::filled).collect();
        let mut tiles = [None; 9];
        for (index, tile) in numbered.iter().enumerate() {
            tiles[index + 3] = Some(tile);
        }
        let field = Field::from_neighbourhood(&tiles);
        let corners = [(0, 0), (0, 256), (256, 256), (767, 511), (0, 512), (767, 767), (768, 0), (-1, 300)];
        let classes = corners.map(|(x, y)| field.class(x, y));
        assert_eq!(classes, [NO_RADAR, 1, 2, 3, 4, 6, NO_RADAR, NO_RADAR]);
    }
}
