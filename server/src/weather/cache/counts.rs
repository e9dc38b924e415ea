//! Counts how reports were served: fresh or stale from the cache, or awaited.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::telemetry::prometheus::{Exposition, MetricKind};

#[derive(Default)]
pub struct ServedCounts {
    pub fresh: Counter,
    pub old: Counter,
    pub awaited: Counter,
}

#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl ServedCounts {
    pub fn expose(&self, text: &mut Exposition) {
        const NAME: &str = "halcyon_weather_reports_total";
        let meaning = "Forecasts given: fresh or old from the cache, or awaited from a source or the database";
        text.family(NAME, MetricKind::Counter, meaning);
        for (origin, counter) in [("fresh", &self.fresh), ("old", &self.old), ("awaited", &self.awaited)] {
            text.sample(NAME, &[("from", origin)], counter.0.load(Ordering::Relaxed));
        }
    }
}
