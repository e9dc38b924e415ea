//! An answer worth keeping: the forecast with its origin.

use jiff::{SignedDuration, Timestamp};

use super::forecast::Forecast;
use crate::settings::SourceId;

/// Older answers are not shown any more.
pub const SERVABLE_FOR: SignedDuration = SignedDuration::from_hours(24);

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
