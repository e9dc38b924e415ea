//! An answer worth keeping: the forecast with its origin, packed small for memory and database.

use jiff::{SignedDuration, Timestamp};

use super::forecast::{Forecast, Quarter};
use super::rounding::{round_hour, to_decimals};
use crate::settings::SourceId;

/// Older answers are not shown any more.
pub const SERVABLE_FOR: SignedDuration = SignedDuration::from_hours(24);
/// Packs a tenth smaller than the faster levels: fifty thousand places are to fit in a gibibyte.
const ZSTD_LEVEL: i32 = 15;

#[derive(Debug, Clone)]
pub struct Kept {
    pub source: SourceId,
    pub fetched_at: Timestamp,
    pub fresh_until: Timestamp,
    /// The source's own words, to be sent back when asking whether anything changed.
    pub last_modified: Option<String>,
    pub forecast: Forecast,
}

impl Kept {
    pub fn is_servable(&self, now: Timestamp) -> bool {
        is_servable(self.fetched_at, now)
    }
}

pub fn is_servable(fetched_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(fetched_at) < SERVABLE_FOR
}

/// Rounded as it will be shown: digits nobody sees would be most of what is kept.
pub fn pack(forecast: &Forecast) -> anyhow::Result<Vec<u8>> {
    let quarter = |quarter: &Quarter| Quarter {
        time: quarter.time,
        precipitation: quarter.precipitation.map(|amount| to_decimals(amount, 2)),
    };
    let shown = Forecast {
        timezone: forecast.timezone.clone(),
        elevation: forecast.elevation,
        now: forecast.now.as_ref().map(round_hour),
        hours: forecast.hours.iter().map(round_hour).collect(),
        quarters: forecast.quarters.iter().map(quarter).collect(),
        days: forecast.days.clone(),
    };
    Ok(zstd::bulk::compress(&serde_json::to_vec(&shown)?, ZSTD_LEVEL)?)
}

pub fn unpack(packed: &[u8]) -> anyhow::Result<Forecast> {
    // A forecast is far below this; a damaged row must not ask for all memory.
    const MOST_BYTES: usize = 4 * 1024 * 1024;
    Ok(serde_json::from_slice(&zstd::bulk::decompress(packed, MOST_BYTES)?)?)
}
