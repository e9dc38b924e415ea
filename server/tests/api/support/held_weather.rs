//! Weather that a job gets only when the test lets it: what happens meanwhile is between its reads and its writes.

use std::pin::pin;
use std::sync::Arc;

use halcyon::outlook::FindOutlooks;
use tokio::sync::{Notify, Semaphore};

pub struct HeldWeather {
    pub find: FindOutlooks,
    is_asked: Arc<Notify>,
    released: Arc<Semaphore>,
}

impl HeldWeather {
    /// The weather of `find`, held back.
    pub fn new(find: FindOutlooks) -> HeldWeather {
        let (is_asked, released) = (Arc::new(Notify::new()), Arc::new(Semaphore::new(0)));
        let (asked, gate) = (is_asked.clone(), released.clone());
        let held: FindOutlooks = Arc::new(move |sites, is_job| {
            let (found, asked, gate) = (find(sites, is_job), asked.clone(), gate.clone());
            Box::pin(async move {
                let found = found.await;
                asked.notify_one();
                let _open = gate.acquire().await.unwrap();
                found
            })
        });
        HeldWeather { find: held, is_asked, released }
    }

    /// Runs a job to its end; `meanwhile` happens while it waits for the weather.
    pub async fn run(&self, job: impl Future<Output = anyhow::Result<usize>>, meanwhile: impl Future<Output = ()>) {
        let mut job = pin!(job);
        tokio::select! {
            _ = &mut job => panic!("the job ended without asking for the weather"),
            () = self.is_asked.notified() => {}
        }
        meanwhile.await;
        self.released.add_permits(1);
        job.await.unwrap();
    }
}
