//! Land and borders of the map, cut into tiles by `web/build/baseMap.mjs` from Natural Earth, which is in the public domain.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::encoding::hex;

/// The number of tiles; for each its key, offset and length; then the tiles, compressed with Brotli.
static PACK: &[u8] = include_bytes!("base_map.bin");
const HEAD_BYTES: usize = 4;
const ENTRY_BYTES: usize = 12;
/// The zoom levels that there are.
const ZOOMS: [u8; 2] = [4, 6];

/// In the address of tiles, which never change: another file is another version.
static VERSION: LazyLock<String> = LazyLock::new(|| hex(&Sha256::digest(PACK)[..6]));

pub struct BaseMap {
    pub version: &'static str,
}

impl BaseMap {
    pub fn new() -> BaseMap {
        BaseMap { version: &VERSION }
    }

    /// Whether there can be such a tile.
    pub fn is_tile(zoom: u8, x: u32, y: u32) -> bool {
        ZOOMS.contains(&zoom) && x < 1 << zoom && y < 1 << zoom
    }

    /// A tile, compressed; nothing where there is only water.
    pub fn tile(&self, zoom: u8, x: u32, y: u32) -> Option<&'static [u8]> {
        let key = u32::from(zoom) << 24 | x << 16 | y << 8;
        let count = number(0)? as usize;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            let entry = HEAD_BYTES + middle * ENTRY_BYTES;
            match number(entry)?.cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let (offset, length) = (number(entry + 4)? as usize, number(entry + 8)? as usize);
                    return PACK.get(offset..offset + length);
                }
            }
        }
        None
    }
}

fn number(offset: usize) -> Option<u32> {
    let bytes = PACK.get(offset..offset + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::geo::coordinates::Coordinates;
    use crate::rain::model::mercator::TileId;

    struct Numbers<'a>(std::slice::Iter<'a, u8>);

    impl Numbers<'_> {
        fn unsigned(&mut self) -> u32 {
            let mut value = 0;
            for shift in (0..).step_by(7) {
                let byte = *self.0.next().unwrap();
                value |= u32::from(byte & 127) << shift;
                if byte < 128 {
                    break;
                }
            }
            value
        }

        fn signed(&mut self) -> i32 {
            let folded = self.unsigned();
            (folded >> 1) as i32 ^ -((folded & 1) as i32)
        }

        fn shapes(&mut self) -> Vec<Vec<(i32, i32)>> {
            (0..self.unsigned())
                .map(|_| {
                    let mut last = (0, 0);
                    (0..self.unsigned())
                        .map(|_| {
                            last = (last.0 + self.signed(), last.1 + self.signed());
                            last
                        })
                        .collect()
                })
                .collect()
        }
    }

    /// Rings and lines.
    type Shapes = Vec<Vec<(i32, i32)>>;

    fn shapes(zoom: u8, x: u32, y: u32) -> Option<(Shapes, Shapes)> {
        let mut bytes = Vec::new();
        brotli::Decompressor::new(BaseMap::new().tile(zoom, x, y)?, 4096).read_to_end(&mut bytes).unwrap();
        let mut numbers = Numbers(bytes.iter());
        let shapes = (numbers.shapes(), numbers.shapes());
        assert_eq!(numbers.0.next(), None);
        Some(shapes)
    }

    /// By the number of edges to the east.
    fn is_land(latitude: f64, longitude: f64) -> bool {
        let (tile, (x, y)) = TileId::at(Coordinates::new(latitude, longitude).unwrap()).unwrap();
        let (x, y) = (x * 16.0, y * 16.0);
        let Some((rings, _)) = shapes(6, tile.x, tile.y) else { return false };
        let crossings = rings.iter().flat_map(|ring| {
            ring.iter().zip(ring.iter().cycle().skip(1)).filter(|((x1, y1), (x2, y2))| {
                let (y1, y2) = (f64::from(*y1), f64::from(*y2));
                let at = f64::from(*x1) + (y - y1) / (y2 - y1) * f64::from(x2 - x1);
                (y1 > y) != (y2 > y) && x < at
            })
        });
        crossings.count() % 2 == 1
    }

    #[test]
    fn cities_are_on_land_and_seas_are_not() {
        for (latitude, longitude) in [
            (52.52, 13.41),
            (39.93, 32.86),
            (-1.29, 36.82),
            (64.14, -21.9),
            (-41.29, 174.76),
            (39.74, -104.99),
            (61.5, 105.0),
            // East of the date line, and around the south pole.
            (66.2, -173.5),
            (-80.0, 0.0),
        ] {
            assert!(is_land(latitude, longitude), "{latitude}, {longitude}");
        }
        for (latitude, longitude) in [
            (55.5, 3.0),
            (0.0, -30.0),
            (42.0, 51.0),
            (35.0, 18.0),
            (-30.0, 179.9),
            (75.0, -179.9),
            (68.0, 0.0),
            (-60.0, 0.0),
        ] {
            assert!(!is_land(latitude, longitude), "{latitude}, {longitude}");
        }
    }

    #[test]
    fn germany_has_borders_and_the_ocean_has_no_tile() {
        let (tile, _) = TileId::at(Coordinates::new(50.78, 6.08).unwrap()).unwrap();
        assert!(!shapes(6, tile.x, tile.y).unwrap().1.is_empty());
        assert!(!shapes(4, tile.x / 4, tile.y / 4).unwrap().1.is_empty());
        assert_eq!(BaseMap::new().tile(6, 27, 36), None);
    }

    #[test]
    fn every_tile_can_be_read() {
        let mut count = 0;
        for zoom in ZOOMS {
            for index in 0..1_u32 << (2 * zoom) {
                let (x, y) = (index >> zoom, index & ((1 << zoom) - 1));
                let Some((rings, lines)) = shapes(zoom, x, y) else { continue };
                count += 1;
                let points = rings.iter().chain(&lines).flatten();
                assert!(points.clone().all(|(x, y)| (-33..=4129).contains(x) && (-33..=4129).contains(y)));
            }
        }
        assert_eq!(count, number(0).unwrap());
    }
}
