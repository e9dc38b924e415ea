//! Requests on the wire: slow bodies, long heads, and connections that go on after a refusal.

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::persona::PASSWORD;
use crate::support::process::Process;

async fn connect(process: &Process, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&process.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Everything the server sends until it closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).to_lowercase()
}

fn post(path: &str, length: usize, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

#[tokio::test]
async fn half_sent_bodies_take_no_slot_and_are_given_up() {
    let process = Process::serve(&[]).await;
    let client = reqwest::Client::new();
    let user = json!({"email": "ada@example.org", "password": PASSWORD});
    assert_eq!(client.post(process.url("/api/auth/register")).json(&user).send().await.unwrap().status(), 201);

    // More than the slots for accounts and other writes together.
    let login = post("/api/auth/login", 60, "{");
    let contact = post("/api/contact", 60, "{");
    let texts = (0..500).map(|number| if number % 2 == 0 { &login } else { &contact });
    let mut slow = join_all(texts.map(|text| connect(&process, text))).await;
    let answer = client.post(process.url("/api/auth/login")).json(&user).send().await.unwrap();
    assert_eq!(answer.status(), 200, "a complete request is answered");

    for text in join_all(slow.iter_mut().map(read_to_end)).await {
        assert!(text.starts_with("http/1.1 408") || text.starts_with("http/1.1 503"), "{text}");
        assert!(text.contains("connection: close"), "{text}");
    }
    assert_eq!(client.post(process.url("/api/auth/login")).json(&user).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_connection_can_be_used_again_after_its_request_was_refused() {
    let process = Process::serve(&[]).await;
    let body = json!({"name": "Home", "latitude": 52.52, "longitude": 13.41, "note": "x".repeat(100_000)}).to_string();
    let refused = post("/api/locations", body.len(), &body);
    let next = "GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let mut stream = connect(&process, &format!("{refused}{next}")).await;
    let text = read_to_end(&mut stream).await;
    let statuses: Vec<&str> = text.split("http/1.1 ").skip(1).filter_map(|answer| answer.lines().next()).collect();
    assert_eq!(statuses, ["401 unauthorized", "200 ok"], "{text}");
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_and_the_close_is_announced() {
    let process = Process::serve(&[]).await;
    let text = read_to_end(&mut connect(&process, &post("/api/contact", 300_000, "{")).await).await;
    assert!(text.starts_with("http/1.1 413") && text.contains("connection: close"), "{text}");
    let chunked =
        "POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunk = format!("8000\r\n{}\r\n", "x".repeat(0x8000));
    let mut stream = connect(&process, &format!("{chunked}{}", chunk.repeat(9))).await;
    let text = read_to_end(&mut stream).await;
    assert!(text.starts_with("http/1.1 413") && text.contains("connection: close"), "{text}");
}

#[tokio::test]
async fn a_head_may_have_32_kilobytes() {
    let process = Process::serve(&[]).await;
    let head = |length: usize| {
        format!("GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: {}\r\n\r\n", "a".repeat(length))
    };
    let text = read_to_end(&mut connect(&process, &head(24_000)).await).await;
    assert!(text.starts_with("http/1.1 200"), "{text}");
    let text = read_to_end(&mut connect(&process, &head(40_000)).await).await;
    assert!(text.starts_with("http/1.1 431"), "{text}");
}
