//! Web Mercator (EPSG:3857): coordinates, tiles and pixels.

use std::f64::consts::PI;

use crate::geo::coordinates::Coordinates;

/// The side of a tile, in pixels.
pub const TILE_PIXELS: u32 = 256;
/// The zoom level at which rain is kept: 2.4 km per pixel at the equator, 1.6 km at 50°. Others are derived from it.
pub const NATIVE_ZOOM: u8 = 6;
/// The farthest zoom level with tiles.
pub const MIN_ZOOM: u8 = 4;
/// Where the square map ends: atan(sinh(π)).
const MAX_LATITUDE: f64 = 85.051_128_779_806_6;
const EQUATOR_KM: f64 = 40_075.016_685_578_5;

/// East and south of the north-west corner of the map, each from 0 to 1; nothing near the poles, which it does not show.
pub fn to_world(position: Coordinates) -> Option<(f64, f64)> {
    if position.latitude.abs() > MAX_LATITUDE {
        return None;
    }
    let x = (position.longitude + 180.0) / 360.0;
    let y = (1.0 - position.latitude.to_radians().tan().asinh() / PI) / 2.0;
    Some((x.rem_euclid(1.0), y.clamp(0.0, 1.0)))
}

pub fn from_world((x, y): (f64, f64)) -> Coordinates {
    Coordinates { latitude: latitude_at(y), longitude: x.rem_euclid(1.0) * 360.0 - 180.0 }
}

/// The latitude of a line of the map, from 0 in the north to 1 in the south.
pub fn latitude_at(y: f64) -> f64 {
    (PI * (1.0 - 2.0 * y)).sinh().atan().to_degrees()
}

/// The side of a pixel on the ground.
pub fn km_per_pixel(latitude: f64, zoom: u8) -> f64 {
    EQUATOR_KM * latitude.to_radians().cos() / f64::from(TILE_PIXELS << zoom)
}

/// A tile that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId {
    pub zoom: u8,
    pub x: u32,
    pub y: u32,
}

impl TileId {
    /// A tile of a zoom level that rain has.
    pub fn new(zoom: u8, x: u32, y: u32) -> Option<TileId> {
        let exists = (MIN_ZOOM..=NATIVE_ZOOM).contains(&zoom) && x < 1 << zoom && y < 1 << zoom;
        exists.then_some(TileId { zoom, x, y })
    }

    /// The native tile of a position, and where in it the position is, in pixels.
    pub fn at(position: Coordinates) -> Option<(TileId, (f64, f64))> {
        let (x, y) = to_world(position)?;
        let tiles = f64::from(1_u32 << NATIVE_ZOOM);
        let index = |part: f64| ((part * tiles) as u32).min((1 << NATIVE_ZOOM) - 1);
        let tile = TileId { zoom: NATIVE_ZOOM, x: index(x), y: index(y) };
        let pixel = |part: f64, index: u32| (part * tiles - f64::from(index)) * f64::from(TILE_PIXELS);
        Some((tile, (pixel(x, tile.x), pixel(y, tile.y))))
    }

    /// Across the date line to the east and west; nothing beyond the poles.
    pub fn neighbour(self, east: i32, south: i32) -> Option<TileId> {
        let count = 1_i32 << self.zoom;
        let y = self.y as i32 + south;
        let x = (self.x as i32 + east).rem_euclid(count);
        (0..count).contains(&y).then_some(TileId { zoom: self.zoom, x: x as u32, y: y as u32 })
    }

    /// The four tiles of the next zoom level: north-west, north-east, south-west, south-east.
    pub fn children(self) -> [TileId; 4] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(east, south)| TileId {
            zoom: self.zoom + 1,
            x: 2 * self.x + east,
            y: 2 * self.y + south,
        })
    }

    /// The coordinates of the centre of a pixel.
    pub fn pixel_centre(self, x: u32, y: u32) -> Coordinates {
        let pixels = f64::from(TILE_PIXELS << self.zoom);
        let part = |tile: u32, pixel: u32| (f64::from(tile * TILE_PIXELS + pixel) + 0.5) / pixels;
        from_world((part(self.x, x), part(self.y, y)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates::new(latitude, longitude).unwrap()
    }

    /// Northings of EPSG:3857 as PROJ gives them, and half the map's width.
    #[test]
    fn latitudes_lie_where_proj_puts_them() {
        const HALF: f64 = 20_037_508.342_789_244;
        for (latitude, northing) in [
            (0.0, 0.0),
            (45.0, 5_621_521.486_192),
            (60.0, 8_399_737.889_818),
            (-30.0, -3_503_549.843_504),
            (85.0, 19_971_868.880_409),
            (-85.0, -19_971_868.880_409),
        ] {
            let (_, y) = to_world(at(latitude, 0.0)).unwrap();
            assert!(((0.5 - y) * 2.0 * HALF - northing).abs() < 0.001, "{latitude}");
        }
    }

    /// The bounds of 10/486/332 in the documentation of mercantile.
    #[test]
    fn a_tile_ends_where_other_maps_end_it() {
        let line = |row: u32| latitude_at(f64::from(row) / 1024.0);
        assert!((line(332) - 53.330_872_983_017_05).abs() < 1e-9 && (line(333) - 53.120_405_283_106_57).abs() < 1e-9);
        let west = from_world((486.0 / 1024.0, 0.5)).longitude;
        assert!((west + 9.140_625).abs() < 1e-12);
    }

    /// The numbers of OpenStreetMap's tiles: 10/550/335 is the centre of Berlin.
    #[test]
    fn tiles_have_the_numbers_of_other_maps() {
        let (tile, (x, y)) = TileId::at(at(52.52, 13.405)).unwrap();
        assert_eq!((tile.x, tile.y), (550 >> 4, 335 >> 4));
        assert_eq!((x as u32 / 16, y as u32 / 16), (550 & 15, 335 & 15));
    }

    #[test]
    fn a_pixel_is_2446_metres_at_the_equator_and_half_of_it_at_60_degrees() {
        assert!((km_per_pixel(0.0, 6) - 2.445_984_905).abs() < 1e-6);
        assert!((km_per_pixel(60.0, 6) - 2.445_984_905 / 2.0).abs() < 1e-6);
    }

    #[test]
    fn the_poles_are_not_on_the_map_and_its_edges_are() {
        assert_eq!(to_world(at(90.0, 0.0)), None);
        assert_eq!(to_world(at(-85.06, 0.0)), None);
        let (top, _) = TileId::at(at(85.051, -180.0)).unwrap();
        let (bottom, _) = TileId::at(at(-85.051, 179.999_999)).unwrap();
        assert_eq!(((top.x, top.y), (bottom.x, bottom.y)), ((0, 0), (63, 63)));
        assert_eq!((top.neighbour(0, -1), bottom.neighbour(0, 1)), (None, None));
        let (equator, pixel) = TileId::at(at(0.0, 0.0)).unwrap();
        assert_eq!((equator.x, equator.y, pixel), (32, 32, (0.0, 0.0)));
    }

    #[test]
    fn the_map_continues_across_the_date_line() {
        let (east, _) = TileId::at(at(-17.0, 180.0)).unwrap();
        let (west, _) = TileId::at(at(-17.0, -180.0)).unwrap();
        assert_eq!(east, west, "both longitudes are the same line");
        let (fiji, _) = TileId::at(at(-17.0, 179.9)).unwrap();
        assert_eq!(fiji.neighbour(1, 0), Some(west));
        assert_eq!(west.neighbour(-1, 0), Some(fiji));
    }

    #[test]
    fn only_tiles_that_exist_can_be_named() {
        assert!(TileId::new(6, 63, 63).is_some());
        for (zoom, x, y) in [(3, 0, 0), (7, 0, 0), (6, 64, 0), (4, 0, 16)] {
            assert_eq!(TileId::new(zoom, x, y), None, "{zoom}/{x}/{y}");
        }
    }

    proptest! {
        #[test]
        fn a_position_lies_in_its_pixel(latitude in -85.0_f64..85.0, longitude in -180.0_f64..180.0) {
            let (tile, (x, y)) = TileId::at(at(latitude, longitude)).unwrap();
            let centre = tile.pixel_centre(x as u32, y as u32);
            let half_a_pixel = 360.0 / f64::from(TILE_PIXELS << NATIVE_ZOOM) / 2.0 + 1e-9;
            prop_assert!((centre.longitude - longitude).abs() <= half_a_pixel);
            // Pixels are lower in degrees towards the poles.
            prop_assert!((centre.latitude - latitude).abs() <= half_a_pixel);
        }

        #[test]
        fn the_way_back_leads_to_the_same_position(latitude in -85.0_f64..85.0, longitude in -179.99_f64..179.99) {
            let back = from_world(to_world(at(latitude, longitude)).unwrap());
            prop_assert!((back.latitude - latitude).abs() < 1e-9 && (back.longitude - longitude).abs() < 1e-9);
        }
    }
}
