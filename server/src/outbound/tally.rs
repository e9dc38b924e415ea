//! How often each outside service was asked and what became of it.
//!
//! The one list of the process rather than of an `App`: every slice makes its own clients, some only when they are first
//! needed, and passing a list through all of them would serve only the metrics (docs/decisions/0070).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Inner, OutboundError};
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// Calls of one service, by what became of them.
#[derive(Default)]
pub struct Calls {
    answered: AtomicU64,
    failed: AtomicU64,
    /// Not asked, because the breaker was open.
    spared: AtomicU64,
    /// Ended while waiting for one of our own slots.
    queue_timeout: AtomicU64,
    milliseconds: AtomicU64,
}

impl Calls {
    pub fn count<T>(&self, result: &Result<T, OutboundError>, took: std::time::Duration) {
        let counter = match result {
            Ok(_) | Err(OutboundError::Refused(_) | OutboundError::Throttled(_)) => &self.answered,
            Err(OutboundError::Open) => &self.spared,
            Err(OutboundError::Busy) => &self.queue_timeout,
            Err(_) => &self.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        self.milliseconds.fetch_add(took.as_millis() as u64, Ordering::Relaxed);
    }
}

#[derive(Default)]
struct Service {
    calls: Arc<Calls>,
    clients: Vec<Weak<Inner>>,
}

static SERVICES: Mutex<BTreeMap<&'static str, Service>> = Mutex::new(BTreeMap::new());

pub fn calls_of(name: &'static str) -> Arc<Calls> {
    Arc::clone(&SERVICES.lock().unwrap_or_else(PoisonError::into_inner).entry(name).or_default().calls)
}

pub fn enlist(name: &'static str, client: &Arc<Inner>) {
    let mut services = SERVICES.lock().unwrap_or_else(PoisonError::into_inner);
    let clients = &mut services.entry(name).or_default().clients;
    clients.retain(|known| known.strong_count() > 0);
    clients.push(Arc::downgrade(client));
}

pub fn expose(text: &mut Exposition) {
    const CALLS: &str = "halcyon_upstream_calls_total";
    const SECONDS: &str = "halcyon_upstream_seconds_total";
    const OPEN: &str = "halcyon_upstream_breaker_open";
    let services = SERVICES.lock().unwrap_or_else(PoisonError::into_inner);
    text.family(
        CALLS,
        MetricKind::Counter,
        "Calls of outside services by outcome; spared: not made, the breaker was open",
    );
    for (name, service) in services.iter() {
        let calls = &service.calls;
        for (outcome, counter) in [
            ("answered", &calls.answered),
            ("failed", &calls.failed),
            ("short_circuited", &calls.spared),
            ("queue_timeout", &calls.queue_timeout),
        ] {
            text.sample(CALLS, &[("upstream", name), ("outcome", outcome)], counter.load(Ordering::Relaxed));
        }
    }
    text.family(SECONDS, MetricKind::Counter, "Time spent waiting for outside services");
    for (name, service) in services.iter() {
        let seconds = service.calls.milliseconds.load(Ordering::Relaxed) as f64 / 1e3;
        text.sample(SECONDS, &[("upstream", name)], seconds);
    }
    text.family(OPEN, MetricKind::Gauge, "Whether a service is left alone because it failed too often: 1 or 0");
    for (name, service) in services.iter() {
        let is_open =
            |client: &Weak<Inner>| client.upgrade().is_some_and(|client| client.breaker.is_open(client.clock.now()));
        text.sample(OPEN, &[("upstream", name)], u8::from(service.clients.iter().any(is_open)));
    }
}
