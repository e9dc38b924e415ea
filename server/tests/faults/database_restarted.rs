//! PostgreSQL is restarted under load: the service recovers by itself, and keeps every acknowledged write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

/// Everything works again so soon after the database does.
const RECOVERY: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_restart_of_the_database_under_load_is_survived_within_ten_seconds() {
    // A command that restarts the server of TEST_POSTGRES_URL.
    let Ok(restart) = std::env::var("TEST_POSTGRES_RESTART") else {
        println!("not run: TEST_POSTGRES_RESTART names no command");
        return;
    };
    let database = Arc::new(TestDatabase::fresh().await);
    let process = Process::serve_on(database, &SETTINGS).await;
    let at = addresses(&[&process.address]);
    let mut writers = Writers::sign_up(&at).await;
    for _ in 0..3 {
        let stop = Arc::new(AtomicBool::new(false));
        let (running, mut acknowledged) = writers.start(&at, &stop);
        for _ in 0..20 {
            acknowledged.recv().await;
        }
        let restarted = tokio::process::Command::new("sh").args(["-c", &restart]).status().await.unwrap();
        assert!(restarted.success());
        while acknowledged.try_recv().is_ok() {}
        let began = Instant::now();
        for _ in 0..20 {
            acknowledged.recv().await;
        }
        assert!(began.elapsed() < RECOVERY, "recovered after {:?}", began.elapsed());
        stop.store(true, Relaxed);
        writers = running.finish().await;
        writers.check(&at).await;
    }
}
