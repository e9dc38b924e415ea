//! Killed repeatedly during writes: no acknowledged write and no session is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

/// `FAULT_KILLS` asks for fewer, to try the suite.
const KILLS: usize = 200;

#[tokio::test]
async fn what_was_acknowledged_survives_two_hundred_kills_under_writes() {
    let kills = std::env::var("FAULT_KILLS").map_or(KILLS, |count| count.parse().unwrap());
    let database = Arc::new(TestDatabase::fresh().await);
    let mut process = Process::serve_on(database.clone(), &SETTINGS).await;
    let at = addresses(&[&process.address]);
    let mut writers = Writers::sign_up(&at).await;
    for round in 0..kills {
        let stop = Arc::new(AtomicBool::new(false));
        let (running, mut acknowledged) = writers.start(&at, &stop);
        // Not always at the same moment of a write.
        for _ in 0..=round % 8 {
            acknowledged.recv().await;
        }
        process.kill().await;
        stop.store(true, Relaxed);
        writers = running.finish().await;
        process = Process::serve_on(database.clone(), &SETTINGS).await;
        *at.write().unwrap() = vec![process.address.clone()];
        writers.check(&at).await;
    }
    assert!(writers.acknowledged_writes() >= kills, "each round had its writes");
    println!("{kills} kills, {} acknowledged writes, none lost", writers.acknowledged_writes());
}
