//! How long notifications waited in the outbox until they were sent.

use std::time::Duration;

use super::DELIVERY_KINDS;
use crate::telemetry::histogram::Histogram;
use crate::telemetry::prometheus::{Exposition, MetricKind};

const SECOND: u64 = 1_000_000;
/// In microseconds. Two minutes is the objective of docs/operations.md.
const BUCKETS: [u64; 10] = [
    SECOND,
    5 * SECOND,
    15 * SECOND,
    30 * SECOND,
    60 * SECOND,
    120 * SECOND,
    300 * SECOND,
    900 * SECOND,
    3_600 * SECOND,
    14_400 * SECOND,
];

/// One histogram for each of [`DELIVERY_KINDS`].
pub struct Delays([Histogram; DELIVERY_KINDS.len()]);

impl Default for Delays {
    fn default() -> Delays {
        Delays(DELIVERY_KINDS.map(|_| Histogram::new(&BUCKETS)))
    }
}

impl Delays {
    pub fn record(&self, kind: &str, delay: Duration) {
        if let Some(index) = DELIVERY_KINDS.iter().position(|known| *known == kind) {
            self.0[index].record(delay);
        }
    }

    pub fn expose(&self, text: &mut Exposition) {
        const NAME: &str = "halcyon_notification_delay_seconds";
        let meaning = "Time from the decision to notify until the notification was sent, in this process";
        text.family(NAME, MetricKind::Histogram, meaning);
        for (kind, histogram) in DELIVERY_KINDS.iter().zip(&self.0) {
            let channel = kind.trim_start_matches("notification_");
            histogram.expose(NAME, &[("channel", channel)], text);
        }
    }
}
