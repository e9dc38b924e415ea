//! A square of rain classes.

use super::class::{self, DRY};
use super::mercator::TILE_PIXELS;

const SIDE: usize = TILE_PIXELS as usize;
pub const TILE_BYTES: usize = SIDE * SIDE;

/// Row by row from the north-west.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile(Box<[u8]>);

impl Tile {
    pub fn filled(class: u8) -> Tile {
        Tile(vec![class; TILE_BYTES].into())
    }

    /// The class of every pixel, by column and row.
    pub fn from_fn(mut class: impl FnMut(u32, u32) -> u8) -> Tile {
        let mut tile = Tile::filled(DRY);
        for (index, pixel) in tile.0.iter_mut().enumerate() {
            *pixel = class((index % SIDE) as u32, (index / SIDE) as u32);
        }
        tile
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn row(&self, y: usize) -> &[u8] {
        &self.0[y * SIDE..(y + 1) * SIDE]
    }

    /// Dry everywhere, and radar everywhere.
    pub fn is_dry(&self) -> bool {
        self.0.iter().all(|class| *class == DRY)
    }

    /// The tile of the next farther zoom level, from its four parts in the order of `TileId::children`. Each pixel is the
    /// wettest of four: a small shower must not vanish on a wide map.
    pub fn from_children(children: [&Tile; 4]) -> Tile {
        const HALF: usize = SIDE / 2;
        Tile::from_fn(|x, y| {
            let (x, y) = (x as usize, y as usize);
            let child = children[usize::from(x >= HALF) + 2 * usize::from(y >= HALF)];
            let (left, top) = (x % HALF * 2, y % HALF * 2);
            let pixels = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)];
            let classes = pixels.map(|(x, y)| child.0[y * SIDE + x]);
            classes.into_iter().max_by_key(|class| class::amount(*class)).unwrap_or(DRY)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::{NO_RADAR, SNOW};
    use super::*;

    #[test]
    fn one_wet_pixel_survives_every_farther_zoom_level() {
        let dry = Tile::filled(DRY);
        let shower = Tile::from_fn(|x, y| if (x, y) == (201, 77) { 40 } else { DRY });
        let farther = Tile::from_children([&dry, &dry, &dry, &shower]);
        let farthest = Tile::from_children([&dry, &farther, &dry, &dry]);
        let wet = |tile: &Tile| -> Vec<usize> { (0..TILE_BYTES).filter(|pixel| tile.bytes()[*pixel] == 40).collect() };
        assert_eq!(wet(&farther), [(128 + 38) * SIDE + 128 + 100]);
        assert_eq!(wet(&farthest), [83 * SIDE + 128 + 114]);
    }

    #[test]
    fn snow_does_not_count_as_more_than_rain_and_radar_beats_no_radar() {
        let of = |class: u8| Tile::filled(class);
        let mixed = Tile::from_fn(|x, _| if x % 2 == 0 { SNOW | 10 } else { 30 });
        let edge = Tile::from_fn(|x, _| if x % 2 == 0 { NO_RADAR } else { DRY });
        let (dry, none) = (of(DRY), of(NO_RADAR));
        let parent = Tile::from_children([&mixed, &edge, &dry, &none]);
        let at = |x: usize, y: usize| parent.bytes()[y * SIDE + x];
        assert_eq!((at(0, 0), at(200, 0), at(0, 200), at(200, 200)), (30, DRY, DRY, NO_RADAR));
    }

    #[test]
    fn a_tile_without_radar_is_not_a_dry_one() {
        assert!(Tile::filled(DRY).is_dry());
        assert!(!Tile::filled(NO_RADAR).is_dry());
        assert!(!Tile::from_fn(|x, y| if (x, y) == (255, 255) { NO_RADAR } else { DRY }).is_dry());
    }
}
