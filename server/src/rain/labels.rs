//! The names on the map: the largest towns of each tile, in the user's language.

use std::sync::Arc;

use moka::future::Cache;

use super::base::BaseMap;
use super::model::mercator::{from_world, latitude_at};
use crate::geo::town::{Bounds, ListTowns, Town};
use crate::i18n::Language;

/// As many as a screen can show without overlap.
const TOWNS_PER_TILE: usize = 14;
/// All tiles of the far level and some thousand of the near one.
const CACHED_TILES: u64 = 2000;

pub struct Labels {
    list_towns: ListTowns,
    cached: Cache<(Language, u8, u32, u32), Arc<Vec<Town>>>,
}

impl Labels {
    pub fn new(list_towns: ListTowns) -> Labels {
        Labels { list_towns, cached: Cache::new(CACHED_TILES) }
    }

    /// Nothing if there can be no such tile.
    pub async fn tile(&self, language: Language, zoom: u8, x: u32, y: u32) -> Option<Arc<Vec<Town>>> {
        if !BaseMap::is_tile(zoom, x, y) {
            return None;
        }
        let key = (language, zoom, x, y);
        // A millisecond at most, once.
        let list = async { Arc::new((self.list_towns)(bounds(zoom, x, y), language, TOWNS_PER_TILE)) };
        Some(self.cached.get_with(key, list).await)
    }
}

fn bounds(zoom: u8, x: u32, y: u32) -> Bounds {
    let part = |index: u32| f64::from(index) / f64::from(1_u32 << zoom);
    Bounds {
        south: latitude_at(part(y + 1)),
        west: from_world((part(x), 0.5)).longitude,
        north: latitude_at(part(y)),
        // Not across the date line: the last tile ends at 180°.
        east: part(x + 1) * 360.0 - 180.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_its_bounds() {
        // OpenStreetMap's 4/8/5 is the eastern half of central Europe.
        let found = bounds(4, 8, 5);
        assert!((found.west, found.east) == (0.0, 22.5));
        assert!((found.north - 55.776_573).abs() < 1e-6 && (found.south - 40.979_898).abs() < 1e-6, "{found:?}");
        assert!(bounds(6, 63, 0).east == 180.0);
    }
}
