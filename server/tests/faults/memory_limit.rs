//! The system allows the process little memory: a crowd that asks for many places, and senders of long heads and bodies, do
//! not end it.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::database::TestDatabase;
use crate::support::process::Process;
use crate::writers::{SETTINGS, Writers, addresses};

const PLACES: usize = 600;
const AT_ONCE: usize = 64;
const LONG_HEADS: usize = 1_500;
/// Less than a head may have, so that it is kept.
const HEAD_BYTES: usize = 30 * 1024;

#[tokio::test]
async fn a_crowd_does_not_end_a_process_with_little_memory() {
    // A control group with a limit, which the server joins.
    let Ok(group) = std::env::var("TEST_MEMORY_GROUP") else {
        println!("not run: TEST_MEMORY_GROUP names no control group");
        return;
    };
    let join = format!("echo $$ > {group}/cgroup.procs && exec \"$0\" \"$@\"");
    let database = Arc::new(TestDatabase::fresh().await);
    let settings: Vec<(&str, &str)> = SETTINGS.into_iter().chain([("HALCYON_WEATHER_CACHE_MB", "64")]).collect();
    let process = Process::serve_under(&["/bin/sh", "-c", &join], database, &settings).await;
    let at = addresses(&[&process.address]);
    let writers = Writers::sign_up(&at).await;

    let long_head = async || {
        let mut stream = TcpStream::connect(&process.address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: long\r\nx-long: ").await.unwrap();
        // Where too many are unfinished, the server ends the connection.
        let _ = stream.write_all(&[b'a'; HEAD_BYTES]).await;
        stream
    };
    let heads = join_all((0..LONG_HEADS).map(|_| long_head())).await;
    let client = reqwest::Client::new();
    let ask = async |number: usize| {
        let (latitude, longitude) = (-60.0 + (number % 120) as f64, -170.0 + (number / 120) as f64 * 3.0);
        let path = format!("/api/weather?latitude={latitude:.2}&longitude={longitude:.2}");
        let status = client.get(process.url(&path)).send().await.expect("the process lives").status();
        assert!(status == 200 || status == 503, "{status}");
    };
    stream::iter(0..PLACES).map(ask).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
    println!("{} MiB after {PLACES} places", process.resident_bytes() / 1024 / 1024);
    drop(heads);
    writers.check(&at).await;
}
