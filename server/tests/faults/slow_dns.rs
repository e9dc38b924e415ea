//! The resolver of names does not answer: forecasts come from the next provider, and nothing else waits.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

/// Nothing else uses it.
const RESOLVER: &str = "127.0.0.77:53";
const REQUESTS: usize = 100;
/// Longer than any request may take.
const LIMIT: Duration = Duration::from_secs(35);

#[tokio::test]
async fn without_a_resolver_forecasts_come_from_the_next_provider_and_nothing_else_waits() {
    // A mount namespace gives the server a resolver of its own.
    let (Ok(_), Ok(_silent)) = (std::env::var("TEST_NAMESPACES"), std::net::UdpSocket::bind(RESOLVER)) else {
        println!("not run: TEST_NAMESPACES is not set, or the port of the resolver is taken");
        return;
    };
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "nameserver {}", RESOLVER.split(':').next().unwrap()).unwrap();
    let path = file.path().to_str().unwrap();
    let mount = format!("mount --bind {path} /etc/resolv.conf && exec \"$0\" \"$@\"");
    let providers = [
        ("HALCYON_WEATHER_SOURCES", "open-meteo,simulated"),
        ("HALCYON_OPEN_METEO_URL", "http://weather.slow-names.example.org"),
        ("HALCYON_WEATHER_CONFIDENCE", "off"),
        ("HALCYON_WEATHER_AIR", "off"),
        ("HALCYON_WEATHER_MEASURED", "off"),
        ("PATH", "/usr/bin:/bin"),
    ];
    let settings: Vec<(&str, &str)> = SETTINGS.into_iter().chain(providers).collect();
    let database = Arc::new(TestDatabase::fresh().await);
    let wrapper = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", &mount];
    let process = Process::serve_under(&wrapper, database, &settings).await;

    let client = reqwest::Client::new();
    let ask = async |number: usize| {
        let path = format!("/api/weather?latitude={}.5&longitude=10", number % 80);
        client.get(process.url(&path)).send().await.unwrap().status()
    };
    let at = addresses(&[&process.address]);
    let people = async {
        let writers = Writers::sign_up(&at).await;
        writers.check(&at).await;
    };
    let all = async { tokio::join!(join_all((0..REQUESTS).map(ask)), people) };
    let (statuses, ()) = tokio::time::timeout(LIMIT, all).await.expect("nothing waits for names");
    assert!(statuses.iter().all(|status| *status == 200), "{statuses:?}");
}
