//! The service as an operator sees it: start, memory, ten thousand connections, and the mixed load of a storm on SQLite, on
//! PostgreSQL, and on two and four replicas.
//!
//! `TEST_POSTGRES_URL` names a PostgreSQL for all but the first.

mod mixed;
mod replica;

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::accounts::people::{People, fresh_postgres};
use crate::load::{Limit, Server, beside, median};
use mixed::Mix;
use replica::Replica;

const STARTS: usize = 11;
const PEOPLE: i64 = 10_000;
const CONNECTIONS: usize = 10_000;
const MEBIBYTE: f64 = 1024.0 * 1024.0;
const READY: &str = "GET /health/ready HTTP/1.1\r\nhost: bench\r\n\r\n";

pub async fn measure() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().display().to_string();
    let sqlite = format!("sqlite://{data}/service.db");
    let people = People::fill(&sqlite, &data, PEOPLE).await?;
    let environment = [("HALCYON_BENCH_DATABASE", sqlite.as_str()), ("HALCYON_BENCH_DATA", data.as_str())];

    println!("\nservice, SQLite with {PEOPLE} users");
    start(&environment).await;
    let replica = Replica::start(&environment);
    let halcyon = &replica.server;
    halcyon.ask(READY).await;
    beside("memory when idle", halcyon.resident_bytes() as f64 / MEBIBYTE, "MiB", Limit::AtMost(80.0));
    connections(halcyon).await;
    let mix = Mix::of(&people);
    mix.run("SQLite", &[&replica]).await;
    beside("memory after all tests", halcyon.resident_bytes() as f64 / MEBIBYTE, "MiB", Limit::AtMost(150.0));
    drop(replica);

    let Ok(server) = std::env::var("TEST_POSTGRES_URL") else {
        println!("\nPostgreSQL: not measured, TEST_POSTGRES_URL is not set");
        return Ok(());
    };
    let postgres = fresh_postgres(&server).await?;
    let people = People::fill(&postgres, &data, PEOPLE).await?;
    let environment = [("HALCYON_BENCH_DATABASE", postgres.as_str()), ("HALCYON_BENCH_DATA", data.as_str())];
    let mix = Mix::of(&people);
    let one = Replica::start(&environment);
    mix.run("PostgreSQL", &[&one]).await;
    let two = Replica::start(&environment);
    mix.run("PostgreSQL, two replicas", &[&one, &two]).await;
    let (three, four) = (Replica::start(&environment), Replica::start(&environment));
    mix.run("PostgreSQL, four replicas", &[&one, &two, &three, &four]).await;
    Ok(())
}

/// The time from the start of the process to its first response that it is ready.
async fn start(environment: &[(&str, &str)]) {
    let mut millis = Vec::new();
    for _ in 0..STARTS {
        let began = Instant::now();
        let server = Server::start("accounts", environment);
        let (head, _) = server.ask(READY).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        millis.push(began.elapsed().as_secs_f64() * 1e3);
    }
    beside("start to ready, median", median(millis), "ms", Limit::AtMost(100.0));
}

async fn connections(halcyon: &Server) {
    let mut open = Vec::new();
    while open.len() < CONNECTIONS {
        open.extend(join_all((0..200).map(|_| settle(&halcyon.address))).await);
    }
    let began = Instant::now();
    halcyon.ask(READY).await;
    let waited = began.elapsed();
    let bytes = halcyon.resident_bytes() as f64;
    beside(&format!("memory with {CONNECTIONS} connections"), bytes / MEBIBYTE, "MiB", Limit::AtMost(300.0));
    beside("response to a new connection", waited.as_secs_f64() * 1e3, "ms", Limit::AtMost(1000.0));
    drop(open);
    // The next measurements must not include these.
    tokio::time::sleep(Duration::from_secs(1)).await;
}

/// A connection that has sent one request and stays open.
async fn settle(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(b"GET /health/live HTTP/1.1\r\nhost: bench\r\n\r\n").await.expect("a request");
    let mut answer = [0; 1024];
    assert!(stream.read(&mut answer).await.expect("an answer") > 0);
    stream
}
