//! Threads for rendering, one per core. Rendering takes milliseconds of CPU time and megabytes of memory, so it runs outside
//! the request threads. The runtime's own pool starts and ends threads as it needs them, and each that ends leaves partly
//! used pages in the allocator: with 50,000 places these were a quarter of the memory.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::Context;
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

pub struct RenderPool {
    jobs: mpsc::Sender<Job>,
}

impl RenderPool {
    /// The threads end with the pool.
    pub fn start() -> anyhow::Result<RenderPool> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new().name("render".to_owned()).spawn(move || {
                while let Some(job) = next(&waiting) {
                    job();
                }
            })?;
        }
        Ok(RenderPool { jobs })
    }

    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let (sender, receiver) = oneshot::channel();
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(&*panic)));
            // A request that was cancelled does not wait for its result.
            let _ = sender.send(result);
        };
        self.jobs.send(Box::new(job)).ok().context("the threads for rendering have ended")?;
        receiver.await.context("a report was not rendered")?
    }
}

fn next(waiting: &Mutex<mpsc::Receiver<Job>>) -> Option<Job> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn panicked(panic: &(dyn Any + Send)) -> anyhow::Error {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    anyhow::anyhow!("rendering panicked: {text}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_an_error_and_the_threads_go_on() {
        let pool = RenderPool::start().unwrap();
        for _ in 0..100 {
            let failed = pool.run::<()>(|| panic!("a missing value")).await.unwrap_err();
            assert_eq!(failed.to_string(), "rendering panicked: a missing value");
        }
        assert_eq!(pool.run(|| Ok(7)).await.unwrap(), 7);
    }
}
