//! An issued alert as the database stores it: its content and its area, compressed.

use serde::{Deserialize, Serialize};

use super::area::Area;
use crate::alert::Alert;

/// Alerts are repetitive text; this level compresses one in well under a millisecond.
const ZSTD_LEVEL: i32 = 9;
/// Far more than any alert; a damaged row must not allocate all memory.
const MAX_BYTES: usize = 8 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredAlert {
    pub alert: Alert,
    pub area: Area,
}

impl StoredAlert {
    pub fn pack(&self) -> anyhow::Result<Vec<u8>> {
        Ok(zstd::bulk::compress(&serde_json::to_vec(self)?, ZSTD_LEVEL)?)
    }

    pub fn unpack(packed: &[u8]) -> anyhow::Result<StoredAlert> {
        Ok(serde_json::from_slice(&zstd::bulk::decompress(packed, MAX_BYTES)?)?)
    }
}
