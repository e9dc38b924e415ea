//! Runs a background job again and again until the process stops, and counts how its runs end.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use futures_util::FutureExt;
use tokio::sync::watch;

use crate::telemetry::prometheus::{Exposition, MetricKind};

/// A run that takes longer is given up and begun again: one that waits for a connection whose server fell silent would
/// never end. What it had claimed is claimed again when the lease expires.
const RUN_LIMIT: Duration = Duration::from_secs(600);

/// Whether the process stops: then no run begins any more, and the running ones are finished.
#[derive(Clone)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    /// It is requested by sending `true`.
    pub fn channel() -> (watch::Sender<bool>, Stop) {
        let (sender, receiver) = watch::channel(false);
        (sender, Stop(receiver))
    }

    /// Is never requested.
    pub fn never() -> Stop {
        Stop::channel().1
    }

    pub fn is_requested(&self) -> bool {
        *self.0.borrow()
    }

    async fn requested(&self) {
        let mut receiver = self.0.clone();
        if receiver.wait_for(|is_requested| *is_requested).await.is_err() {
            // The sender is gone: it will never be requested.
            std::future::pending::<()>().await;
        }
    }

    /// True if the pause was over before the process stops.
    pub async fn pause(&self, pause: Duration) -> bool {
        tokio::select! {
            () = self.requested() => false,
            () = tokio::time::sleep(pause) => true,
        }
    }
}

/// How the runs of each job ended, in this process.
#[derive(Clone, Default)]
pub struct JobRuns(Arc<Mutex<BTreeMap<String, Ended>>>);

#[derive(Default)]
struct Ended {
    /// Counts in the order of [`OUTCOMES`].
    outcomes: [u64; OUTCOMES.len()],
    last_success: Option<SystemTime>,
}

const DONE: usize = 0;
const OUTCOMES: [&str; 4] = ["done", "failed", "panicked", "timed_out"];

impl JobRuns {
    fn count(&self, job: &str, outcome: usize) {
        let mut runs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = runs.entry(job.to_owned()).or_default();
        ended.outcomes[outcome] += 1;
        if outcome == DONE {
            ended.last_success = Some(SystemTime::now());
        }
    }

    pub fn expose(&self, text: &mut Exposition) {
        const RUNS: &str = "halcyon_job_runs_total";
        const LAST_SUCCESS: &str = "halcyon_job_last_success_timestamp_seconds";
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.family(RUNS, MetricKind::Counter, "Runs of background jobs by outcome");
        for (job, ended) in jobs.iter() {
            for (outcome, count) in OUTCOMES.iter().zip(ended.outcomes) {
                // `job` is the label that Prometheus itself gives to what it scrapes.
                text.sample(RUNS, &[("job_name", job), ("outcome", outcome)], count);
            }
        }
        text.family(LAST_SUCCESS, MetricKind::Gauge, "When a background job last succeeded, in seconds since 1970");
        for (job, ended) in jobs.iter() {
            let since_1970 = ended.last_success.and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
            if let Some(since_1970) = since_1970 {
                text.sample(LAST_SUCCESS, &[("job_name", job)], since_1970.as_secs());
            }
        }
    }
}

pub struct JobLoop<'a> {
    pub stop: &'a Stop,
    pub runs: &'a JobRuns,
}

impl JobLoop<'_> {
    /// With a pause before each run. A failure or panic is logged and never ends the loop.
    pub async fn every<Job: Future<Output = anyhow::Result<()>>>(
        &self,
        pause: Duration,
        name: &str,
        job: impl Fn() -> Job,
    ) {
        while self.stop.pause(pause).await {
            self.run_once(name, job()).await;
        }
    }

    pub async fn run_once(&self, name: &str, job: impl Future<Output = anyhow::Result<()>>) {
        let outcome = match tokio::time::timeout(RUN_LIMIT, AssertUnwindSafe(job).catch_unwind()).await {
            Ok(Ok(Ok(()))) => DONE,
            Ok(Ok(Err(error))) => {
                tracing::warn!(job = name, "background job failed: {error:#}");
                1
            }
            Ok(Err(_)) => {
                tracing::error!(job = name, "background job panicked");
                2
            }
            Err(_) => {
                tracing::error!(job = name, "background job took too long and was given up");
                3
            }
        };
        self.runs.count(name, outcome);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_fails_panics_or_hangs_runs_again_and_is_counted() {
        let runs = Cell::new(0);
        let counted = JobRuns::default();
        let job = async || {
            runs.set(runs.get() + 1);
            match runs.get() {
                1 => anyhow::bail!("a failure on purpose"),
                2 => panic!("a panic on purpose"),
                3 => std::future::pending().await,
                _ => Ok(()),
            }
        };
        let (_sender, stop) = Stop::channel();
        let loops = JobLoop { stop: &stop, runs: &counted };
        let loops = loops.every(Duration::from_secs(1), "test", job);
        let limit = RUN_LIMIT + Duration::from_millis(4500);
        assert!(tokio::time::timeout(limit, loops).await.is_err(), "it never ends");
        assert_eq!(runs.get(), 4);
        let mut text = Exposition::default();
        counted.expose(&mut text);
        let text = text.into_text();
        for outcome in ["done", "failed", "panicked", "timed_out"] {
            let line = format!("halcyon_job_runs_total{{job_name=\"test\",outcome=\"{outcome}\"}} 1\n");
            assert!(text.contains(&line), "{text}");
        }
        assert!(text.contains("\nhalcyon_job_last_success_timestamp_seconds{job_name=\"test\"} 1"), "{text}");
    }

    #[tokio::test]
    async fn the_time_of_the_last_success_is_exposed_and_a_failure_is_none() {
        const SAMPLE: &str = "halcyon_job_last_success_timestamp_seconds";
        let seconds = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let (stop, runs) = (Stop::never(), JobRuns::default());
        let jobs = JobLoop { stop: &stop, runs: &runs };
        let before = seconds();
        jobs.run_once("good", async { Ok(()) }).await;
        jobs.run_once("good", async { anyhow::bail!("a failure on purpose") }).await;
        jobs.run_once("bad", async { anyhow::bail!("a failure on purpose") }).await;
        let mut text = Exposition::default();
        runs.expose(&mut text);
        let text = text.into_text();
        let at = |job: &str| {
            let sample = format!("{SAMPLE}{{job_name=\"{job}\"}} ");
            text.lines().find_map(|line| line.strip_prefix(&sample)?.parse::<u64>().ok())
        };
        assert!(at("good").is_some_and(|at| (before..=seconds()).contains(&at)), "{text}");
        assert_eq!(at("bad"), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_lets_the_running_job_finish_and_begins_no_other() {
        let (sender, stop) = Stop::channel();
        let (began, finished) = (Cell::new(0), Cell::new(0));
        let job = async || {
            began.set(began.get() + 1);
            sender.send_replace(true);
            tokio::time::sleep(Duration::from_secs(30)).await;
            finished.set(finished.get() + 1);
            Ok(())
        };
        let loops = JobLoop { stop: &stop, runs: &JobRuns::default() };
        loops.every(Duration::from_secs(1), "test", job).await;
        assert_eq!((began.get(), finished.get()), (1, 1));
    }
}
