//! Frames in memory: tiles of every zoom level, and the hour ahead. Each is made once, however many ask for it at the same
//! time, and the memory for all of them is limited.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;
use tokio::sync::Semaphore;

use super::model::class;
use super::model::field::Field;
use super::model::frame::FrameId;
use super::model::mercator::{NATIVE_ZOOM, TILE_PIXELS, TileId};
use super::model::tile::{TILE_BYTES, Tile};
use super::motion::{Nowcast, Vectors};
use super::sources::Source;
use crate::clock::Clock;
use crate::rainfall::SimulatedRate;
use crate::settings::RainSettings;

/// How far back the pictures that show motion are at least, and at most.
const EARLIER_MINUTES: [i64; 2] = [10, 20];
const MAX_EARLIER_MINUTES: i64 = 40;
const BROTLI_QUALITY: u32 = 5;
const BROTLI_WINDOW: u32 = 16;
/// What an entry costs besides its content.
const ENTRY_BYTES: usize = 200;

/// A tile as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodedTile {
    Dry,
    Brotli(Bytes),
}

impl EncodedTile {
    /// With fewer values than the tile has, for its size.
    pub fn of(tile: &Tile, kept: impl Fn(u8) -> u8) -> anyhow::Result<EncodedTile> {
        if tile.is_dry() {
            return Ok(EncodedTile::Dry);
        }
        let bytes: Vec<u8> = tile.bytes().iter().map(|byte| kept(*byte)).collect();
        let mut brotli = Vec::new();
        brotli::CompressorWriter::new(&mut brotli, 4096, BROTLI_QUALITY, BROTLI_WINDOW).write_all(&bytes)?;
        Ok(EncodedTile::Brotli(Bytes::copy_from_slice(&brotli)))
    }

    /// Nothing if it is dry everywhere.
    pub fn brotli(self) -> Option<Bytes> {
        match self {
            EncodedTile::Dry => None,
            EncodedTile::Brotli(bytes) => Some(bytes),
        }
    }

    fn size_bytes(&self) -> usize {
        match self {
            EncodedTile::Dry => 0,
            EncodedTile::Brotli(bytes) => bytes.len(),
        }
    }
}

type NativeKey = (usize, Timestamp, TileId);
type EncodedKey = (usize, FrameId, TileId);

pub struct Frames {
    sources: Arc<[Source]>,
    native: Cache<NativeKey, Arc<Tile>>,
    nowcasts: Cache<NativeKey, Arc<Nowcast>>,
    /// Small, and expensive to find: kept longer than the nowcasts.
    velocities: Cache<NativeKey, Arc<Vectors>>,
    encoded: Cache<EncodedKey, EncodedTile>,
    /// As many computations at once as there are cores.
    workers: Semaphore,
}

impl Frames {
    pub fn new(settings: &RainSettings, clock: &Clock, simulated_rate: &SimulatedRate) -> anyhow::Result<Frames> {
        let bytes = settings.cache_mb * 1024 * 1024;
        let weight = |bytes: usize| u32::try_from(bytes + ENTRY_BYTES).unwrap_or(u32::MAX);
        let sources = settings.sources.iter().map(|id| Source::new(*id, settings, clock, simulated_rate));
        Ok(Frames {
            sources: sources.collect::<anyhow::Result<_>>()?,
            native: Cache::builder().max_capacity(bytes / 4).weigher(move |_, _| weight(TILE_BYTES)).build(),
            nowcasts: Cache::builder()
                .max_capacity(bytes / 2)
                .weigher(move |_, nowcast: &Arc<Nowcast>| weight(nowcast.size_bytes()))
                .build(),
            velocities: Cache::builder()
                .max_capacity(bytes / 8)
                .weigher(move |_, velocities: &Arc<Vectors>| weight(velocities.size_bytes()))
                .build(),
            encoded: Cache::builder()
                .max_capacity(bytes / 8)
                .weigher(move |_, tile: &EncodedTile| weight(tile.size_bytes()))
                .build(),
            workers: Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)),
        })
    }

    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// A tile of a frame that the source has, as it is sent.
    pub async fn encoded(&self, source: usize, frame: FrameId, tile: TileId) -> anyhow::Result<EncodedTile> {
        let key = (source, frame, tile);
        if let Some(encoded) = self.encoded.get(&key).await {
            return Ok(encoded);
        }
        let encode = async {
            let tile = Box::pin(self.tile(source, frame, tile)).await?;
            self.compute(move || EncodedTile::of(&tile, class::rounded)).await?
        };
        self.encoded.try_get_with(key, encode).await.map_err(shared)
    }

    async fn tile(&self, source: usize, frame: FrameId, tile: TileId) -> anyhow::Result<Arc<Tile>> {
        if tile.zoom < NATIVE_ZOOM {
            let mut children = Vec::with_capacity(4);
            for child in tile.children() {
                children.push(Box::pin(self.tile(source, frame, child)).await?);
            }
            let parent = move || -> Option<Tile> {
                let parts: [&Tile; 4] = children.iter().map(Arc::as_ref).collect::<Vec<_>>().try_into().ok()?;
                Some(Tile::from_children(parts))
            };
            return Ok(Arc::new(self.compute(parent).await?.context("a tile has four parts")?));
        }
        if frame.lead_minutes == 0 {
            return self.native(source, frame.measured_at, tile).await;
        }
        let nowcast = self.nowcast(source, frame.measured_at, tile).await?;
        let ahead = move || {
            let offset = TILE_PIXELS as i32;
            Tile::from_fn(|x, y| nowcast.class(x as i32 + offset, y as i32 + offset, frame.lead_minutes as f32))
        };
        Ok(Arc::new(self.compute(ahead).await?))
    }

    async fn native(&self, source: usize, measured_at: Timestamp, tile: TileId) -> anyhow::Result<Arc<Tile>> {
        let make = async {
            let sources = Arc::clone(&self.sources);
            self.compute(move || Arc::new(sources[source].tile(measured_at, tile))).await
        };
        self.native.try_get_with((source, measured_at, tile), make).await.map_err(shared)
    }

    /// The hour after a frame, for a tile and its neighbours: the tile begins at pixel 256.
    pub async fn nowcast(&self, source: usize, measured_at: Timestamp, tile: TileId) -> anyhow::Result<Arc<Nowcast>> {
        let make = async {
            let newest = self.neighbourhood(source, measured_at, tile).await?;
            let mut earlier = Vec::new();
            for time in earlier_times(&self.sources[source].times(measured_at), measured_at) {
                let minutes = measured_at.duration_since(time).as_secs_f32() / 60.0;
                earlier.push((self.neighbourhood(source, time, tile).await?, minutes));
            }
            let key = (source, measured_at, tile);
            let known = self.velocities.get(&key).await;
            let compute = move || match known {
                Some(velocities) => Nowcast::with_velocities(newest, earlier, velocities),
                None => Nowcast::new(newest, earlier),
            };
            let nowcast = Arc::new(self.compute(compute).await?);
            self.velocities.insert(key, Arc::clone(nowcast.velocities())).await;
            anyhow::Ok(nowcast)
        };
        self.nowcasts.try_get_with((source, measured_at, tile), make).await.map_err(shared)
    }

    async fn neighbourhood(&self, source: usize, measured_at: Timestamp, tile: TileId) -> anyhow::Result<Field> {
        let mut tiles = Vec::with_capacity(9);
        for (east, south) in (-1..=1).flat_map(|south| (-1..=1).map(move |east| (east, south))) {
            tiles.push(match tile.neighbour(east, south) {
                Some(neighbour) => Some(self.native(source, measured_at, neighbour).await?),
                None => None,
            });
        }
        let mut parts = [None; 9];
        for (part, tile) in parts.iter_mut().zip(&tiles) {
            *part = tile.as_deref();
        }
        Ok(Field::from_neighbourhood(&parts))
    }

    /// Off the request threads.
    async fn compute<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let _slot = self.workers.acquire().await?;
        Ok(tokio::task::spawn_blocking(work).await?)
    }
}

/// The youngest frames that are old enough to show motion.
fn earlier_times(times: &[Timestamp], measured_at: Timestamp) -> Vec<Timestamp> {
    let age = |time: &Timestamp| measured_at.duration_since(*time);
    let mut chosen: Vec<Timestamp> = EARLIER_MINUTES
        .into_iter()
        .filter_map(|minutes| {
            let is_right = |time: &&Timestamp| {
                (SignedDuration::from_mins(minutes)..=SignedDuration::from_mins(MAX_EARLIER_MINUTES))
                    .contains(&age(time))
            };
            times.iter().rev().find(is_right).copied()
        })
        .collect();
    chosen.dedup();
    chosen
}

/// All who waited for the same work get its error.
fn shared(error: Arc<anyhow::Error>) -> anyhow::Error {
    anyhow::anyhow!("{error:#}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn motion_is_seen_between_frames_ten_and_twenty_minutes_apart_or_as_near_to_that_as_there_are() {
        let at = |minute: i64| Timestamp::from_second(1_794_912_000 + 60 * minute).unwrap();
        let cases: [(&[i64], &[i64]); 5] = [
            (&[-30, -25, -20, -15, -10, -5, 0], &[-10, -20]),
            (&[-30, -20, -10, 0], &[-10, -20]),
            (&[-45, -30, -15, 0], &[-15, -30]),
            (&[-60, -25, 0], &[-25]),
            (&[-60, 0], &[]),
        ];
        for (frames, expected) in cases {
            let frames: Vec<Timestamp> = frames.iter().map(|minute| at(*minute)).collect();
            let expected: Vec<Timestamp> = expected.iter().map(|minute| at(*minute)).collect();
            assert_eq!(earlier_times(&frames, at(0)), expected);
        }
    }
}
