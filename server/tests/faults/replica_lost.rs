//! One of two equal processes dies under load: the other keeps every acknowledged write and every session.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

#[tokio::test]
async fn killing_one_of_two_processes_under_load_loses_no_write_and_no_session() {
    if std::env::var("TEST_POSTGRES_URL").is_err() {
        println!("not run: two processes share a PostgreSQL, not a SQLite file");
        return;
    }
    let database = Arc::new(TestDatabase::fresh().await);
    for round in 1..=5 {
        let (one, two) = (
            Process::serve_on(database.clone(), &SETTINGS).await,
            Process::serve_on(database.clone(), &SETTINGS).await,
        );
        let at = addresses(&[&one.address, &two.address]);
        let stop = Arc::new(AtomicBool::new(false));
        let (running, mut acknowledged) = Writers::sign_up(&at).await.start(&at, &stop);
        for _ in 0..20 * round {
            acknowledged.recv().await;
        }
        one.kill().await;
        // The dead one still stands in the list, as in a proxy that has not noticed yet.
        for _ in 0..20 {
            acknowledged.recv().await;
        }
        stop.store(true, Relaxed);
        let writers = running.finish().await;
        *at.write().unwrap() = vec![two.address.clone()];
        writers.check(&at).await;
    }
}
