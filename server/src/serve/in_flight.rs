//! The requests of one connection that are in flight, and since when it has waited for the next one.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::Waker;

use futures_util::task::AtomicWaker;
use tokio::time::Instant;

/// Instants are stored as nanoseconds since this one; tests have clocks of their own, which may be before it.
static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);
const NOT_WAITING: i64 = i64::MIN;

pub struct InFlight {
    running: AtomicUsize,
    begun: AtomicUsize,
    waiting_since: AtomicI64,
    is_closed: AtomicBool,
    waker: AtomicWaker,
}

impl Default for InFlight {
    fn default() -> InFlight {
        InFlight {
            running: AtomicUsize::new(0),
            begun: AtomicUsize::new(0),
            waiting_since: AtomicI64::new(NOT_WAITING),
            is_closed: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        }
    }
}

/// Counts one request as in flight until it is dropped.
pub struct InFlightGuard(Arc<InFlight>);

impl InFlight {
    pub fn begin(in_flight: &Arc<InFlight>) -> InFlightGuard {
        in_flight.running.fetch_add(1, Ordering::Relaxed);
        in_flight.begun.fetch_add(1, Ordering::Relaxed);
        in_flight.waiting_since.store(NOT_WAITING, Ordering::Relaxed);
        InFlightGuard(Arc::clone(in_flight))
    }

    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed) > 0
    }

    pub fn begun(&self) -> usize {
        self.begun.load(Ordering::Relaxed)
    }

    /// The connection waits for its first request.
    pub fn begin_wait(&self, now: Instant) {
        let _ = self.waiting_since.compare_exchange(NOT_WAITING, stored(now), Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The client goes on reading a long response.
    pub fn begin_wait_again(&self, now: Instant) {
        self.waiting_since.store(stored(now), Ordering::Relaxed);
    }

    /// As a number that grows with time; `None` while a request is in flight.
    pub fn idle_since(&self) -> Option<i64> {
        let since = self.waiting_since.load(Ordering::Relaxed);
        (since != NOT_WAITING && !self.is_running() && !self.is_closed()).then_some(since)
    }

    /// Ends the connection at its next read.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        self.waker.wake();
    }

    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Registers the task to wake when it is closed while it waits.
    pub fn wake_on_close(&self, waker: &Waker) {
        self.waker.register(waker);
    }
}

/// The wait begins here and not at the next read, which may be seconds later: hyper reads again when it is woken.
impl Drop for InFlightGuard {
    fn drop(&mut self) {
        if self.0.running.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.begin_wait_again(Instant::now());
        }
    }
}

fn stored(at: Instant) -> i64 {
    match at.checked_duration_since(*EPOCH) {
        Some(after) => after.as_nanos() as i64,
        None => -(EPOCH.duration_since(at).as_nanos() as i64),
    }
}
