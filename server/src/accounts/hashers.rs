//! Threads that hash passwords: one per core, at the lowest priority, so that a burst of logins does not slow down
//! weather requests.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use tokio::sync::oneshot;

/// The highest nice value: these threads yield to those that serve requests.
const LOWEST_PRIORITY: i32 = 19;

type Work = Box<dyn FnOnce() + Send>;

#[derive(Clone)]
pub struct Hashers {
    queue: Sender<Work>,
}

impl Hashers {
    /// The threads end when the last clone is dropped.
    pub fn start() -> anyhow::Result<Hashers> {
        let (queue, works) = channel();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let works = Arc::clone(&works);
            thread::Builder::new().name("hasher".to_owned()).spawn(move || attend(&works))?;
        }
        Ok(Hashers { queue })
    }

    /// Queues the work; skipped if the caller has gone by the time it would start.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let (tx, rx) = oneshot::channel();
        let work = move || {
            if !tx.is_closed() {
                // The receiver may be gone.
                let _ = tx.send(work());
            }
        };
        self.queue.send(Box::new(work)).ok().context("the hashers have ended")?;
        Ok(rx.await?)
    }
}

fn attend(works: &Mutex<Receiver<Work>>) {
    // If the system refuses, they run at normal priority.
    let _ = rustix::process::setpriority_process(None, LOWEST_PRIORITY);
    loop {
        let next = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // A panic must not end the thread; the caller sees the dropped channel.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_and_a_panic_ends_only_its_own() {
        let hashers = Hashers::start().unwrap();
        for _ in 0..8 {
            assert!(hashers.run(|| panic!("on purpose")).await.map(|(): ()| ()).is_err());
        }
        assert_eq!(hashers.run(|| 2 + 2).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn hashing_stands_last_in_line() {
        let hashers = Hashers::start().unwrap();
        let nice = hashers.run(|| rustix::process::getpriority_process(None)).await.unwrap();
        assert_eq!(nice, Ok(LOWEST_PRIORITY));
    }
}
