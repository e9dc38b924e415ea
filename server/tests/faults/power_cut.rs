//! The power fails under load: of what the server wrote, only what it had made durable is left, and of the rest nothing or any
//! part. SIGKILL does not show this, because the system still writes what the process has written.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use halcyon::db::Db;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::crew::{Crew, SETTINGS, addresses};
use crate::disk_log::{Lost, Recorder};
use crate::support::database::TestDatabase;
use crate::support::process::Process;

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
    let crew = Crew::sign_up(&at).await;
    let recorder = Recorder::start(&process, &file, folder.path().join("log")).await;
    let stop = Arc::new(AtomicBool::new(false));
    let (work, mut promises) = crew.work(&at, &stop);
    for _ in 0..WRITES {
        promises.recv().await;
    }
    process.kill().await;
    stop.store(true, Relaxed);
    let crew = work.finish().await;
    let recording = recorder.finish().await;
    assert!(recording.durable() >= WRITES, "{} durable changes were recorded", recording.durable());

    let mut random = SmallRng::seed_from_u64(1);
    for number in 0..REMAINS {
        let remains = folder.path().join(number.to_string());
        std::fs::create_dir(&remains).unwrap();
        recording.restore(&remains, if number == 0 { Lost::All } else { Lost::Some(&mut random) });
        check(&crew, &remains.join("halcyon.db")).await;
    }
    println!("{} durable changes, {} that were not", recording.durable(), recording.lost());
}

async fn check(crew: &Crew, file: &Path) {
    let database = Arc::new(TestDatabase::at(file));
    Db::connect(&database.url).await.unwrap().examine().await.expect("the file is sound");
    let again = Process::serve_on(database, &SETTINGS).await;
    crew.check(&addresses(&[&again.address])).await;
}
