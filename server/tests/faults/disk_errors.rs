//! The disk reports errors when data is to be made durable: no write is acknowledged then, and none of before is lost.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::crew::{Crew, SETTINGS, addresses};
use crate::support::database::TestDatabase;
use crate::support::process::Process;

/// Every fsync of the process fails with EIO from now on, until this ends.
async fn fail_syncs(process: &Process) -> Child {
    let id = process.id().to_string();
    let inject = ["-f", "-e", "inject=fsync,fdatasync:error=EIO", "-o", "/dev/null", "-p", &id];
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
    if std::env::var("TEST_POSTGRES_URL").is_ok() || std::env::var("TEST_STRACE").is_err() {
        println!("not run: TEST_STRACE is not set, or the database is another process");
        return;
    }
    let database = Arc::new(TestDatabase::fresh().await);
    let process = Process::serve_on(database.clone(), &SETTINGS).await;
    let at = addresses(&[&process.address]);
    let stop = Arc::new(AtomicBool::new(false));
    let (work, mut promises) = Crew::sign_up(&at).await.work(&at, &stop);
    for _ in 0..20 {
        promises.recv().await;
    }
    let strace = fail_syncs(&process).await;
    let message =
        serde_json::json!({"name": "Ada", "email": "ada@example.org", "subject": "Disk", "message": "Broken"});
    for _ in 0..5 {
        let request = reqwest::Client::new().post(process.url("/api/contact")).header("sec-fetch-site", "same-origin");
        let answer = request.json(&message).send().await.unwrap();
        assert_eq!(answer.status(), 503, "{}", answer.text().await.unwrap());
    }
    let weather = process.url("/api/weather?latitude=52.52&longitude=13.41");
    assert_eq!(reqwest::get(weather).await.unwrap().status(), 200, "forecasts go on");
    end(strace).await;

    while promises.try_recv().is_ok() {}
    for _ in 0..20 {
        promises.recv().await;
    }
    stop.store(true, Relaxed);
    let crew = work.finish().await;
    crew.check(&at).await;
    process.kill().await;
    let again = Process::serve_on(database, &SETTINGS).await;
    crew.check(&addresses(&[&again.address])).await;
}
