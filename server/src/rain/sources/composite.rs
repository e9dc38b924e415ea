//! Frames of a composite that is fetched: kept compressed, refreshed on request, once for all requests at the same time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::ensure;
use jiff::{SignedDuration, Timestamp};

use super::grid::Grid;
use crate::rain::model::class::NO_RADAR;
use crate::rain::model::mercator::TileId;
use crate::rain::model::tile::Tile;

/// Two hours are shown; a little more, so that a page can still load what it has just listed.
const SHOWN: SignedDuration = SignedDuration::from_hours(2);
const KEPT: SignedDuration = SignedDuration::from_mins(150);
const ZSTD_LEVEL: i32 = 3;

pub struct Composite {
    pub grid: Grid,
    frames: Mutex<BTreeMap<Timestamp, Vec<u8>>>,
}

impl Composite {
    pub fn new(grid: Grid) -> Composite {
        Composite { grid, frames: Mutex::default() }
    }

    /// Adds a frame with a class for every square of the grid, and forgets old ones.
    pub fn add(&self, measured_at: Timestamp, classes: &[u8], now: Timestamp) -> anyhow::Result<()> {
        ensure!(classes.len() == self.grid.len(), "a frame of another size");
        let packed = zstd::bulk::compress(classes, ZSTD_LEVEL)?;
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        frames.insert(measured_at, packed);
        frames.retain(|time, _| now.duration_since(*time) <= KEPT);
        Ok(())
    }

    /// The frames of the last two hours, oldest first.
    pub fn times(&self, now: Timestamp) -> Vec<Timestamp> {
        let frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        frames.keys().copied().filter(|time| now.duration_since(*time) <= SHOWN).collect()
    }

    pub fn has(&self, measured_at: Timestamp) -> bool {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&measured_at)
    }

    /// No radar where the frame is not kept any more.
    pub fn tile(&self, measured_at: Timestamp, tile: TileId) -> Tile {
        let packed = self.frames.lock().unwrap_or_else(PoisonError::into_inner).get(&measured_at).cloned();
        let classes = packed.and_then(|packed| zstd::bulk::decompress(&packed, self.grid.len()).ok());
        classes.map_or_else(|| Tile::filled(NO_RADAR), |classes| self.grid.tile(&classes, tile))
    }
}
