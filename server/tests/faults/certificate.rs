//! The certificate is renewed again and again while new connections arrive: every one of them is answered.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use futures_util::future::join_all;

use crate::support::process::Process;
use crate::writers::SETTINGS;

const RENEWALS: usize = 20;
const CLIENTS: usize = 8;
/// Connections between two renewals.
const ANSWERS: usize = 10;
const LIMIT: Duration = Duration::from_secs(60);

fn renew(folder: &Path) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    // One after the other, as programs that renew certificates do: in between they do not belong together.
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
}

#[tokio::test]
async fn renewals_under_load_refuse_no_connection() {
    let folder = tempfile::tempdir().unwrap();
    renew(folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (certificate, key) = (path("cert.pem"), path("key.pem"));
    let files = [("HALCYON_TLS_CERT", certificate.as_str()), ("HALCYON_TLS_KEY", key.as_str())];
    let settings: Vec<(&str, &str)> = SETTINGS.into_iter().chain(files).collect();
    let process = Process::serve(&settings).await;
    let url = format!("https://{}/health/live", process.address);
    let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let connect = async |_| {
        // Which certificate it is does not matter here, and each request is a connection of its own.
        let client = reqwest::Client::builder().tls_danger_accept_invalid_certs(true).pool_max_idle_per_host(0);
        let client = client.build().unwrap();
        while !stop.load(Relaxed) {
            let answer = client.get(&url).send().await.expect("every connection is answered");
            assert_eq!(answer.status(), 200);
            answered.fetch_add(1, Relaxed);
        }
    };
    let renewals = async {
        for _ in 0..RENEWALS {
            renew(folder.path());
            process.signal("HUP").await;
            let before = answered.load(Relaxed);
            while answered.load(Relaxed) < before + ANSWERS {
                tokio::task::yield_now().await;
            }
        }
        stop.store(true, Relaxed);
    };
    let load = async { tokio::join!(join_all((0..CLIENTS).map(connect)), renewals) };
    tokio::time::timeout(LIMIT, load).await.expect("connections go on");
}
