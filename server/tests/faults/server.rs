//! A server whose connections to the database are observed.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers};

/// More than the connections of a pool.
const READS_AT_ONCE: usize = 200;
const POOL_CHECK: Duration = Duration::from_secs(20);

pub struct Server {
    pub process: Process,
    metrics: String,
}

impl Server {
    pub async fn start(database: &Arc<TestDatabase>) -> Server {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let settings: Vec<(&str, &str)> =
            SETTINGS.into_iter().chain([("HALCYON_METRICS_LISTEN", free.as_str())]).collect();
        let process = Process::serve_on(database.clone(), &settings).await;
        Server { process, metrics: format!("http://{free}/metrics") }
    }

    /// Many reads at once succeed, and every connection is idle afterwards: one that waits for a server which is gone would
    /// never be.
    pub async fn check_pool(&self, writers: &Writers) {
        writers.read_at_once(&self.process.address, READS_AT_ONCE).await;
        let idle = async { while !self.has_only_idle_connections().await {} };
        tokio::time::timeout(POOL_CHECK, idle).await.expect("every connection becomes idle again");
    }

    async fn has_only_idle_connections(&self) -> bool {
        let text = reqwest::get(&self.metrics).await.unwrap().text().await.unwrap();
        let sum = |name: &str| -> u64 {
            let samples =
                text.lines().filter(|line| line.starts_with(&format!("halcyon_database_connections_{name}{{")));
            samples.map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
        };
        sum("open") > 0 && sum("open") == sum("idle")
    }
}
