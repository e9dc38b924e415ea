//! A warning as it is kept: what people read and the area it holds for, packed small.

use serde::{Deserialize, Serialize};

use super::area::Area;
use crate::alert::Alert;

/// Warnings repeat themselves; this level packs one in well under a millisecond.
const ZSTD_LEVEL: i32 = 9;
/// A warning is far below this; a damaged row must not ask for all memory.
const MOST_BYTES: usize = 8 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stored {
    pub alert: Alert,
    pub area: Area,
}

impl Stored {
    pub fn pack(&self) -> anyhow::Result<Vec<u8>> {
        Ok(zstd::bulk::compress(&serde_json::to_vec(self)?, ZSTD_LEVEL)?)
    }

    pub fn unpack(packed: &[u8]) -> anyhow::Result<Stored> {
        Ok(serde_json::from_slice(&zstd::bulk::decompress(packed, MOST_BYTES)?)?)
    }
}
