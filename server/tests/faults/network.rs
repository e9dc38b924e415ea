//! The network to PostgreSQL fails under load, in each way: no acknowledged write is lost, writing goes on, and a process whose
//! database fell silent still ends when it is asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use halcyon::settings::{DatabaseUrl, Secret};

use crate::server::Server;
use crate::support::database::TestDatabase;
use crate::support::database_proxy::Proxy;
use crate::writers::{Writers, addresses};

/// A request that waits for a silent host is given up after half a minute.
const RECOVERY: Duration = Duration::from_secs(60);
/// As `docs/operations.md` states, and a little for the process itself.
const SHUTDOWN: Duration = Duration::from_secs(45);
const FAULTS: [(&str, Fault); 4] = [
    ("connections end", Proxy::cut),
    ("a connection ends in an answer", |proxy| proxy.cut_after(40)),
    ("answers are late", Proxy::hold),
    ("the host falls silent", Proxy::freeze),
];

type Fault = fn(&Proxy);

#[tokio::test]
async fn a_faulty_network_under_load_loses_no_write_and_no_connection() {
    let database = TestDatabase::fresh().await;
    let DatabaseUrl::Postgres(address) = &database.url else {
        println!("not run: SQLite has no network");
        return;
    };
    let proxy = Proxy::start(address.expose()).await;
    let by_proxy = Arc::new(TestDatabase::by(DatabaseUrl::Postgres(Secret::new(proxy.url.clone()))));
    let server = Server::start(&by_proxy).await;
    let process = &server.process;
    let at = addresses(&[&process.address]);
    let mut writers = Writers::sign_up(&at).await;
    for (name, fault) in FAULTS {
        let stop = Arc::new(AtomicBool::new(false));
        let (running, mut acknowledged) = writers.start(&at, &stop);
        for _ in 0..20 {
            acknowledged.recv().await;
        }
        fault(&proxy);
        let live = reqwest::get(process.url("/health/live")).await.unwrap();
        assert_eq!(live.status(), 200, "{name}: a restart would not help");
        proxy.release();
        while acknowledged.try_recv().is_ok() {}
        let went_on = async {
            for _ in 0..20 {
                acknowledged.recv().await;
            }
        };
        tokio::time::timeout(RECOVERY, went_on).await.unwrap_or_else(|_| panic!("{name}: writing does not go on"));
        stop.store(true, Relaxed);
        writers = running.finish().await;
        writers.check(&at).await;
        server.check_pool(&writers).await;
    }
    proxy.freeze();
    process.terminate().await;
    let ended = tokio::time::timeout(SHUTDOWN, server.process.exit_code()).await;
    assert_eq!(ended.expect("the process ends"), 0);
}
