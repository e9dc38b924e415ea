//! The threads that hash passwords: one for each core, and behind everybody else, so that a rush of logins
//! takes only what the weather leaves.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use tokio::sync::oneshot;

/// The least weight the system knows: such a thread gives way at once to one that serves requests.
const LAST_IN_LINE: i32 = 19;

type Work = Box<dyn FnOnce() + Send>;

#[derive(Clone)]
pub struct Hashers {
    queue: Sender<Work>,
}

impl Hashers {
    /// The threads end with the last copy of this.
    pub fn start() -> anyhow::Result<Hashers> {
        let (queue, works) = channel();
        let works = Arc::new(Mutex::new(works));
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let works = Arc::clone(&works);
            thread::Builder::new().name("hasher".to_owned()).spawn(move || attend(&works))?;
        }
        Ok(Hashers { queue })
    }

    /// Waits for its turn; work whose caller has gone is not begun.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let (tell, told) = oneshot::channel();
        let work = move || {
            if !tell.is_closed() {
                // Nobody may be waiting any more.
                let _ = tell.send(work());
            }
        };
        self.queue.send(Box::new(work)).ok().context("the hashers have ended")?;
        Ok(told.await?)
    }
}

fn attend(works: &Mutex<Receiver<Work>>) {
    // On a system that refuses, they stand in line with the others.
    let _ = rustix::process::setpriority_process(None, LAST_IN_LINE);
    loop {
        let next = works.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // A panic in one password must not take the thread from the others; its caller sees the dropped answer.
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
        assert_eq!(nice, Ok(LAST_IN_LINE));
    }
}
