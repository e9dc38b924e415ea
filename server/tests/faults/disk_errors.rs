//! The disk reports errors: no write is acknowledged that was not stored, none of before is lost, and nothing answers 500.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{Addresses, RunningWriters, SETTINGS, Writers, addresses};

/// These system calls of the process fail with EIO from now on, until this ends. SQLite alone reads and writes at positions.
async fn fail(process: &Process, calls: &str) -> Child {
    let id = process.id().to_string();
    let inject = ["-f", "-e", &format!("inject={calls}:error=EIO"), "-o", "/dev/null", "-p", &id];
    let mut strace = Command::new("strace").args(inject).stderr(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let mut said = BufReader::new(strace.stderr.take().unwrap()).lines();
    let first = said.next_line().await.unwrap().expect("strace attaches");
    assert!(first.contains("attached"), "{first}");
    tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
    strace
}

async fn end(mut strace: Child) {
    let id = strace.id().unwrap().to_string();
    assert!(Command::new("kill").arg(&id).status().await.unwrap().success());
    strace.wait().await.unwrap();
}

#[tokio::test]
async fn a_disk_that_cannot_make_data_durable_refuses_writes_and_loses_nothing() {
    refuses_writes_during("fsync,fdatasync").await;
}

#[tokio::test]
async fn a_disk_that_cannot_be_written_refuses_writes_and_loses_nothing() {
    refuses_writes_during("pwrite64").await;
}

async fn refuses_writes_during(calls: &str) {
    let Some(load) = Load::start().await else { return };
    let strace = fail(&load.process, calls).await;
    for _ in 0..5 {
        let answer = load.write().await;
        assert_eq!(answer.status(), 503, "{}", answer.text().await.unwrap());
    }
    assert_eq!(load.weather().await, 200, "forecasts go on");
    load.recover(strace).await;
}

/// What SQLite has in memory is still read; the rest is unavailable, and is no fault of ours.
#[tokio::test]
async fn a_disk_that_cannot_be_read_loses_nothing_and_fails_no_call_with_500() {
    let Some(load) = Load::start().await else { return };
    let strace = fail(&load.process, "pread64").await;
    for _ in 0..20 {
        let status = load.write().await.status();
        assert!(status == 200 || status == 503, "{status}");
    }
    assert_eq!(load.weather().await, 200, "forecasts go on");
    load.recover(strace).await;
}

/// A server and clients that save places without a pause.
struct Load {
    process: Process,
    database: Arc<TestDatabase>,
    at: Addresses,
    stop: Arc<AtomicBool>,
    running: RunningWriters,
    acknowledged: UnboundedReceiver<()>,
}

impl Load {
    async fn start() -> Option<Load> {
        if std::env::var("TEST_POSTGRES_URL").is_ok() || std::env::var("TEST_STRACE").is_err() {
            println!("not run: TEST_STRACE is not set, or the database is another process");
            return None;
        }
        let database = Arc::new(TestDatabase::fresh().await);
        let process = Process::serve_on(database.clone(), &SETTINGS).await;
        let at = addresses(&[&process.address]);
        let stop = Arc::new(AtomicBool::new(false));
        let (running, mut acknowledged) = Writers::sign_up(&at).await.start(&at, &stop);
        for _ in 0..20 {
            acknowledged.recv().await;
        }
        Some(Load { process, database, at, stop, running, acknowledged })
    }

    async fn write(&self) -> reqwest::Response {
        let message =
            serde_json::json!({"name": "Ada", "email": "ada@example.org", "subject": "Disk", "message": "Broken"});
        let request =
            reqwest::Client::new().post(self.process.url("/api/contact")).header("sec-fetch-site", "same-origin");
        request.json(&message).send().await.unwrap()
    }

    async fn weather(&self) -> u16 {
        let url = self.process.url("/api/weather?latitude=52.52&longitude=13.41");
        reqwest::get(url).await.unwrap().status().as_u16()
    }

    /// The fault ends: writing goes on, and every acknowledged write exists, also in the file alone.
    async fn recover(mut self, fault: Child) {
        end(fault).await;
        while self.acknowledged.try_recv().is_ok() {}
        for _ in 0..20 {
            self.acknowledged.recv().await;
        }
        self.stop.store(true, Relaxed);
        let writers = self.running.finish().await;
        writers.check(&self.at).await;
        self.process.kill().await;
        let again = Process::serve_on(self.database, &SETTINGS).await;
        writers.check(&addresses(&[&again.address])).await;
    }
}
