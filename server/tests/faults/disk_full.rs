//! The disk is full: writes are refused with a reason, reads go on, and with room again all is as before.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde_json::Value;

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

/// Takes all the room there is left.
fn fill(file: &Path) {
    let mut filler = File::create(file).unwrap();
    for size in [4096, 1] {
        while filler.write_all(&vec![7; size]).is_ok() {}
    }
}

#[tokio::test]
async fn a_full_disk_refuses_writes_and_loses_nothing() {
    // A folder on a file system of a few megabytes, for this test alone.
    let Ok(folder) = std::env::var("TEST_SMALL_DISK") else {
        println!("not run: TEST_SMALL_DISK names no small file system");
        return;
    };
    let folder = Path::new(&folder);
    let database = Arc::new(TestDatabase::at(&folder.join("halcyon.db")));
    let process = Process::serve_on(database.clone(), &SETTINGS).await;
    let at = addresses(&[&process.address]);
    let writers = Writers::sign_up(&at).await;

    let filler = folder.join("filler");
    let stop = Arc::new(AtomicBool::new(false));
    let (running, mut acknowledged) = writers.start(&at, &stop);
    for _ in 0..20 {
        acknowledged.recv().await;
    }
    fill(&filler);
    let refused = refused_write(&process).await;
    assert_eq!(refused["code"], "unavailable", "{refused}");
    for path in ["/health/live", "/api/weather?latitude=52.52&longitude=13.41"] {
        assert_eq!(reqwest::get(process.url(path)).await.unwrap().status(), 200, "{path}");
    }

    fs::remove_file(&filler).unwrap();
    while acknowledged.try_recv().is_ok() {}
    for _ in 0..20 {
        acknowledged.recv().await;
    }
    stop.store(true, Relaxed);
    let writers = running.finish().await;
    writers.check(&at).await;

    // And after a kill, from the file alone.
    process.kill().await;
    let again = Process::serve_on(database, &SETTINGS).await;
    writers.check(&addresses(&[&again.address])).await;
}

/// Writes until the first refusal: SQLite may still have room in its own files.
async fn refused_write(process: &Process) -> Value {
    let client = reqwest::Client::new();
    for number in 0..10_000 {
        let message = serde_json::json!({"name": "Ada", "email": format!("ada{number}@example.org"), "subject": "Room",
                                         "message": "x".repeat(2000)});
        let request = client.post(process.url("/api/contact")).header("sec-fetch-site", "same-origin").json(&message);
        let answer = request.send().await.unwrap();
        if !answer.status().is_success() {
            assert_eq!(answer.status(), 503, "{}", answer.text().await.unwrap());
            return answer.json().await.unwrap();
        }
    }
    panic!("the disk was never full");
}
