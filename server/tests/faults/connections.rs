//! Ten thousand idle connections and five hundred slow senders do not delay new clients.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::process::Process;
use crate::writers::SETTINGS;

const IDLE: usize = 10_000;
const SLOW: usize = 500;
const MAX_WAIT: Duration = Duration::from_secs(1);
const MAX_BYTES: u64 = 300 * 1024 * 1024;

async fn serve_new_clients(process: &Process) {
    for _ in 0..5 {
        let began = Instant::now();
        let answer = reqwest::get(process.url("/api/weather?latitude=52.52&longitude=13.41")).await.unwrap();
        assert_eq!(answer.status(), 200);
        assert!(began.elapsed() < MAX_WAIT, "a new client waited {:?}", began.elapsed());
    }
}

/// A connection that has asked once and stays.
async fn open_and_stay(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /health/live HTTP/1.1\r\nhost: idle\r\n\r\n").await.unwrap();
    let mut answer = [0; 1024];
    let length = stream.read(&mut answer).await.unwrap();
    assert!(answer[..length].starts_with(b"HTTP/1.1 200"));
    stream
}

#[tokio::test]
async fn ten_thousand_idle_connections_delay_no_new_client_and_fit_into_300_megabytes() {
    let process = Process::serve(&SETTINGS).await;
    // Once, so that the first request's set-up is not measured.
    reqwest::get(process.url("/api/weather?latitude=52.52&longitude=13.41")).await.unwrap();
    let mut idle = Vec::new();
    while idle.len() < IDLE {
        idle.extend(join_all((0..100).map(|_| open_and_stay(&process.address))).await);
    }
    serve_new_clients(&process).await;
    let bytes = process.resident_bytes();
    assert!(bytes < MAX_BYTES, "{} MiB with {IDLE} connections", bytes / 1024 / 1024);
    println!("{IDLE} connections: {} MiB", bytes / 1024 / 1024);
}

#[tokio::test]
async fn slow_senders_are_disconnected_and_delay_no_one() {
    let process = Process::serve(&SETTINGS).await;
    reqwest::get(process.url("/api/weather?latitude=52.52&longitude=13.41")).await.unwrap();
    let slow = async || {
        let mut stream = TcpStream::connect(&process.address).await.unwrap();
        stream.write_all(b"POST /api/contact HTTP/1.1\r\nhost: slow\r\nx-half: a head that").await.unwrap();
        stream
    };
    let mut senders = join_all((0..SLOW).map(|_| slow())).await;
    serve_new_clients(&process).await;
    let disconnected = join_all(senders.iter_mut().map(|sender| async {
        let mut rest = Vec::new();
        tokio::time::timeout(Duration::from_secs(30), sender.read_to_end(&mut rest)).await.is_ok()
    }))
    .await;
    assert_eq!(disconnected.iter().filter(|is_closed| **is_closed).count(), SLOW);
}
