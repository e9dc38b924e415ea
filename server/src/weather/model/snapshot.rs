//! A forecast with its provider and its freshness, as it is cached and stored.

use jiff::{SignedDuration, Timestamp};

use super::forecast::Forecast;
use crate::settings::SourceId;

/// Older forecasts are not shown.
pub const MAX_SERVABLE_AGE: SignedDuration = SignedDuration::from_hours(24);

#[derive(Debug, Clone)]
pub struct ForecastSnapshot {
    pub source: SourceId,
    pub fetched_at: Timestamp,
    pub fresh_until: Timestamp,
    /// The provider's `Last-Modified`, sent back as `If-Modified-Since`.
    pub last_modified: Option<String>,
    pub forecast: Forecast,
}

impl ForecastSnapshot {
    pub fn is_servable(&self, now: Timestamp) -> bool {
        is_servable(self.fetched_at, now)
    }
}

pub fn is_servable(fetched_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(fetched_at) < MAX_SERVABLE_AGE
}
