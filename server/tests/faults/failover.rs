//! The primary of three PostgreSQL servers fails under load, in each way that a machine or its network can: no acknowledged
//! write is lost, no call fails with 500, writing goes on within thirty seconds, and no connection stays unusable.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, sleep, timeout_at};

use crate::server::Server;
use crate::support::database::TestDatabase;
use crate::writers::{Writers, addresses};

/// The longest time without an acknowledged write, from the fault to the repaired cluster.
const RECOVERY: Duration = Duration::from_secs(30);
/// Longer than the primary's lease in etcd, so that a primary that depends on it would have stepped down.
const WITHOUT_ETCD: Duration = Duration::from_secs(40);

/// `scripts/patroni` and the folder of its cluster.
struct Cluster {
    script: String,
    folder: String,
}

impl Cluster {
    fn find() -> Option<Cluster> {
        let (Ok(script), Ok(folder)) = (std::env::var("TEST_PATRONI"), std::env::var("TEST_PATRONI_FOLDER")) else {
            println!("not run: TEST_PATRONI and TEST_PATRONI_FOLDER name no cluster");
            return None;
        };
        Some(Cluster { script, folder })
    }

    async fn run(&self, command: &str) {
        let status = tokio::process::Command::new(&self.script).args([command, &self.folder]).status().await.unwrap();
        assert!(status.success(), "{command}");
    }
}

/// Watches the acknowledged writes.
struct Progress {
    acknowledged: UnboundedReceiver<()>,
    last: Instant,
    longest: Duration,
}

impl Progress {
    fn new(acknowledged: UnboundedReceiver<()>) -> Progress {
        Progress { acknowledged, last: Instant::now(), longest: Duration::ZERO }
    }

    async fn next(&mut self) {
        let in_time = timeout_at(self.last + RECOVERY, self.acknowledged.recv()).await;
        let got = in_time.unwrap_or_else(|_| panic!("no write was acknowledged for {RECOVERY:?}"));
        assert!(got.is_some(), "every client has ended");
        self.note();
    }

    fn note(&mut self) {
        self.longest = self.longest.max(self.last.elapsed());
        self.last = Instant::now();
    }

    async fn writes(&mut self, count: usize) {
        for _ in 0..count {
            self.next().await;
        }
    }

    async fn during(&mut self, step: impl Future<Output = ()>) {
        tokio::pin!(step);
        loop {
            tokio::select! {
                () = &mut step => return,
                () = self.next() => {}
            }
        }
    }

    /// The writes counted next are later ones. The time without any goes on: a fault may last as long as its command.
    fn forget_earlier(&mut self) {
        while self.acknowledged.try_recv().is_ok() {
            self.note();
        }
    }
}

/// What happens to the primary, for how long, and what repairs it.
struct Fault {
    begin: &'static str,
    lasts: Duration,
    repair: Option<&'static str>,
}

impl Fault {
    fn until_recovery(begin: &'static str, repair: Option<&'static str>) -> Fault {
        Fault { begin, lasts: Duration::ZERO, repair }
    }
}

async fn survive(fault: Fault) {
    let Some(cluster) = Cluster::find() else { return };
    cluster.run("wait").await;
    let database = Arc::new(TestDatabase::fresh().await);
    let servers = [Server::start(&database).await, Server::start(&database).await];
    let at = addresses(&[&servers[0].process.address, &servers[1].process.address]);
    let stop = Arc::new(AtomicBool::new(false));
    let (running, acknowledged) = Writers::sign_up(&at).await.start(&at, &stop);
    let mut progress = Progress::new(acknowledged);
    progress.writes(40).await;

    progress.during(cluster.run(fault.begin)).await;
    progress.forget_earlier();
    progress.writes(40).await;
    progress.during(sleep(fault.lasts)).await;
    if let Some(repair) = fault.repair {
        progress.during(cluster.run(repair)).await;
    }
    progress.during(cluster.run("wait")).await;
    progress.writes(40).await;

    stop.store(true, Relaxed);
    let writers = running.finish().await;
    writers.check(&at).await;
    for server in &servers {
        server.check_pool(&writers).await;
    }
    println!(
        "{}: {} writes, at most {:.1} s without one",
        fault.begin,
        writers.acknowledged_writes(),
        progress.longest.as_secs_f64()
    );
}

#[tokio::test(start_paused = true)]
async fn the_time_without_a_write_includes_the_command_that_begins_the_fault() {
    let (sender, acknowledged) = unbounded_channel();
    let mut progress = Progress::new(acknowledged);
    sender.send(()).unwrap();
    progress.during(sleep(Duration::from_secs(20))).await;
    progress.forget_earlier();
    let next = async {
        sleep(Duration::from_secs(5)).await;
        sender.send(()).unwrap();
    };
    tokio::join!(progress.writes(1), next);
    assert_eq!(progress.longest, Duration::from_secs(25));
}

#[tokio::test]
async fn a_killed_primary_process_is_replaced_without_a_lost_write() {
    survive(Fault::until_recovery("kill-server", None)).await;
}

#[tokio::test]
async fn a_lost_machine_is_replaced_without_a_lost_write() {
    survive(Fault::until_recovery("kill-machine", Some("revive"))).await;
}

#[tokio::test]
async fn a_primary_that_stops_and_wakes_up_later_takes_no_write() {
    survive(Fault::until_recovery("freeze", Some("thaw"))).await;
}

#[tokio::test]
async fn a_primary_that_is_cut_off_takes_no_write() {
    survive(Fault::until_recovery("cut", Some("join"))).await;
}

#[tokio::test]
async fn a_planned_switchover_loses_no_write() {
    survive(Fault::until_recovery("switchover", None)).await;
}

#[tokio::test]
async fn writing_goes_on_without_etcd() {
    survive(Fault { begin: "kill-etcd", lasts: WITHOUT_ETCD, repair: Some("start-etcd") }).await;
}
