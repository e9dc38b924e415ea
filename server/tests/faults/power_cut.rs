//! The power fails under load: of what the server wrote, only what it had made durable is left, and of the rest nothing or any
//! part. SIGKILL does not show this, because the system still writes what the process has written.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use halcyon::db::Db;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::disk_log::{Lost, Recorder};
use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

const WRITES: usize = 60;
/// Different remains of the same power cut.
const REMAINS: u64 = 4;

#[tokio::test]
async fn what_was_acknowledged_survives_a_power_cut() {
    if std::env::var("TEST_POSTGRES_URL").is_ok() || std::env::var("TEST_STRACE").is_err() {
        println!("not run: TEST_STRACE is not set, or the database is another process");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("halcyon.db");
    let process = Process::serve_on(Arc::new(TestDatabase::at(&file)), &SETTINGS).await;
    let at = addresses(&[&process.address]);
    let writers = Writers::sign_up(&at).await;
    let recorder = Recorder::start(&process, &file, folder.path().join("log")).await;
    let stop = Arc::new(AtomicBool::new(false));
    let (running, mut acknowledged) = writers.start(&at, &stop);
    for _ in 0..WRITES {
        acknowledged.recv().await;
    }
    process.kill().await;
    stop.store(true, Relaxed);
    let writers = running.finish().await;
    let recording = recorder.finish().await;
    assert!(recording.durable() >= WRITES, "{} durable changes were recorded", recording.durable());

    let mut random = SmallRng::seed_from_u64(1);
    for number in 0..REMAINS {
        let remains = folder.path().join(number.to_string());
        std::fs::create_dir(&remains).unwrap();
        recording.restore(&remains, if number == 0 { Lost::All } else { Lost::Some(&mut random) });
        check(&writers, &remains.join("halcyon.db")).await;
    }
    println!("{} durable changes, {} that were not", recording.durable(), recording.lost());
}

async fn check(writers: &Writers, file: &Path) {
    let database = Arc::new(TestDatabase::at(file));
    Db::connect(&database.url).await.unwrap().examine().await.expect("the file is sound");
    let again = Process::serve_on(database, &SETTINGS).await;
    writers.check(&addresses(&[&again.address])).await;
}
