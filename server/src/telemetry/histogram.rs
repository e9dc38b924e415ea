//! How long something took, counted in buckets. Recording takes no lock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::telemetry::prometheus::Exposition;

pub struct Histogram {
    /// Upper bounds, in microseconds, ascending.
    ends: &'static [u64],
    /// The last one counts what exceeds all bounds.
    buckets: Box<[AtomicU64]>,
    microseconds: AtomicU64,
}

impl Histogram {
    pub fn new(ends: &'static [u64]) -> Histogram {
        let buckets = (0..=ends.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { ends, buckets, microseconds: AtomicU64::new(0) }
    }

    pub fn record(&self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.buckets[self.ends.partition_point(|end| *end < took)].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(took, Ordering::Relaxed);
    }

    /// The samples of the family `name`.
    pub fn expose(&self, name: &str, labels: &[(&str, &str)], text: &mut Exposition) {
        let mut so_far = 0;
        for (index, bucket) in self.buckets.iter().enumerate() {
            so_far += bucket.load(Ordering::Relaxed);
            let end = match self.ends.get(index) {
                Some(microseconds) => (*microseconds as f64 / 1e6).to_string(),
                None => "+Inf".to_owned(),
            };
            text.sample(&format!("{name}_bucket"), &[labels, &[("le", &end)]].concat(), so_far);
        }
        text.sample(&format!("{name}_sum"), labels, self.microseconds.load(Ordering::Relaxed) as f64 / 1e6);
        text.sample(&format!("{name}_count"), labels, so_far);
    }
}
