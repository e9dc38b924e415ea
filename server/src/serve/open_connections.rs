//! Bounds how many connections are open, below the limit on open files: without a descriptor left, no one could connect until
//! an idle connection times out. Above the bound, those that have waited longest for a request are closed first.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Resource, getrlimit};
use tokio::time::Instant;

use super::in_flight::InFlight;

/// Descriptors for the database, files, and calls to external services.
const RESERVED: usize = 512;
/// One search for idle connections closes this part of all of them, so that the search is not needed for each newcomer.
const CLOSED_AT_ONCE: usize = 64;
const LOG_INTERVAL: Duration = Duration::from_secs(1);

pub struct OpenConnections {
    max: usize,
    next: AtomicUsize,
    open: Mutex<HashMap<usize, Arc<InFlight>>>,
    logged: Mutex<Option<Instant>>,
}

/// One open connection; it ends with this value.
pub struct OpenConnection {
    all: Arc<OpenConnections>,
    number: usize,
}

impl OpenConnections {
    /// As many as the limit of the process on open files allows.
    pub fn within_limit() -> OpenConnections {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        OpenConnections::new(max_connections(usize::try_from(files).unwrap_or(usize::MAX)))
    }

    fn new(max: usize) -> OpenConnections {
        OpenConnections { max, next: AtomicUsize::new(0), open: Mutex::default(), logged: Mutex::new(None) }
    }

    /// Adds a connection. Where there are too many, some that wait for a request are told to close.
    pub fn add(self: &Arc<Self>, connection: &Arc<InFlight>) -> OpenConnection {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        if open.len() >= self.max {
            let closed = close_idle(&open, (self.max / CLOSED_AT_ONCE).max(1));
            self.log(open.len(), closed);
        }
        open.insert(number, Arc::clone(connection));
        OpenConnection { all: Arc::clone(self), number }
    }

    /// Whether no more should be accepted for now: those that were told to close have not done so yet, or all are busy.
    pub fn is_full(&self) -> bool {
        self.open().len() >= self.max.saturating_add(self.max / CLOSED_AT_ONCE).saturating_add(1)
    }

    /// At most once a second: clients decide how often this happens.
    fn log(&self, open: usize, closed: usize) {
        let now = Instant::now();
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.is_none_or(|at| now >= at + LOG_INTERVAL) {
            *logged = Some(now);
            tracing::warn!(open, closed, "too many connections for the limit on open files: idle ones are closed");
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<usize, Arc<InFlight>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.all.open().remove(&self.number);
    }
}

/// Half of a small limit stays for everything else.
fn max_connections(files: usize) -> usize {
    (files - RESERVED.min(files / 2)).max(1)
}

/// Closes the connections that have waited longest; returns how many.
fn close_idle(open: &HashMap<usize, Arc<InFlight>>, count: usize) -> usize {
    let mut idle: Vec<(i64, &Arc<InFlight>)> =
        open.values().filter_map(|connection| Some((connection.idle_since()?, connection))).collect();
    if idle.len() > count {
        idle.select_nth_unstable_by_key(count, |(since, _)| *since);
        idle.truncate(count);
    }
    idle.iter().for_each(|(_, connection)| connection.close());
    idle.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn idle() -> Arc<InFlight> {
        let connection = Arc::new(InFlight::default());
        connection.begin_wait(Instant::now());
        tokio::time::advance(Duration::from_millis(1)).await;
        connection
    }

    #[test]
    fn a_reserve_of_the_open_files_is_kept() {
        assert_eq!([128, 1_024, 65_536].map(max_connections), [64, 512, 65_024]);
        assert_eq!([0, 1].map(max_connections), [1, 1]);
    }

    #[tokio::test(start_paused = true)]
    async fn the_connection_that_has_waited_longest_is_closed_and_a_busy_one_never() {
        let open = Arc::new(OpenConnections::new(3));
        let busy = idle().await;
        let guard = InFlight::begin(&busy);
        let (first, second, third) = (idle().await, idle().await, idle().await);
        let mut held: Vec<OpenConnection> = [&second, &busy, &first].map(|connection| open.add(connection)).into();
        assert!(!first.is_closed(), "there is room");
        held.push(open.add(&third));
        assert_eq!([&busy, &first, &second, &third].map(|one| one.is_closed()), [false, true, false, false]);

        held.remove(2);
        held.push(open.add(&idle().await));
        assert!(second.is_closed() && !third.is_closed() && !busy.is_closed());
        drop(guard);
    }

    #[tokio::test(start_paused = true)]
    async fn none_is_accepted_while_all_are_busy() {
        let open = Arc::new(OpenConnections::new(2));
        let busy = || {
            let connection = Arc::new(InFlight::default());
            (InFlight::begin(&connection), open.add(&connection))
        };
        let _two = (busy(), busy());
        assert!(!open.is_full(), "one more may come while idle ones close");
        let third = busy();
        assert!(open.is_full());
        drop(third);
        assert!(!open.is_full());
    }
}
