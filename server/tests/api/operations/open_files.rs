//! More connections than the process may have open files: newcomers are answered, and who has waited longest makes room.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::database::TestDatabase;
use crate::support::process::Process;

/// Half of them are for connections.
const OPEN_FILES: usize = 128;
/// Far less than the time after which idle connections are closed.
const LIMIT: Duration = Duration::from_secs(20);

/// Sends a request and stays; false if the connection was closed.
async fn ask(stream: &mut TcpStream) -> bool {
    let _ = stream.write_all(b"GET /health/live HTTP/1.1\r\nhost: idle\r\n\r\n").await;
    let mut answer = [0; 1024];
    let read = tokio::time::timeout(LIMIT, stream.read(&mut answer)).await.expect("an answer or an end");
    read.is_ok_and(|length| answer[..length].starts_with(b"HTTP/1.1 200"))
}

#[tokio::test]
async fn idle_connections_make_room_for_newcomers_before_no_file_can_be_opened() {
    let limit = format!("--nofile={OPEN_FILES}");
    let database = Arc::new(TestDatabase::fresh().await);
    let process = Process::serve_under(&["/usr/bin/prlimit", &limit], database, &[]).await;
    let mut idle = Vec::new();
    for number in 0..2 * OPEN_FILES {
        let mut stream = TcpStream::connect(&process.address).await.unwrap();
        assert!(ask(&mut stream).await, "connection {number} is answered");
        idle.push(stream);
    }
    assert!(!ask(&mut idle[0]).await, "the first has waited longest");
    assert!(ask(idle.last_mut().unwrap()).await, "the last is still open");
    let files = std::fs::read_dir(format!("/proc/{}/fd", process.id())).unwrap().count();
    assert!(files < OPEN_FILES, "{files} of {OPEN_FILES} files are open: a reserve is kept");
}
