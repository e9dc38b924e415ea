//! Reads the body of a request before anything is done for it, so that a client that sends slowly holds nothing but its
//! connection.

use std::collections::HashMap;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::Version;
use axum::http::header::{CONNECTION, CONTENT_LENGTH};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bytes::BytesMut;
use tokio::time::Instant;

use super::client_address::counted;
use crate::error::AppError;

/// The largest body that is accepted.
pub const BODY_LIMIT_BYTES: usize = 256 * 1024;
/// For the first byte, and for a body that arrives too slowly.
const GRACE: Duration = Duration::from_secs(3);
/// Every kilobyte that has arrived allows for one more second.
const MIN_BYTES_PER_SECOND: u32 = 1024;
const DEADLINE: Duration = Duration::from_secs(20);
/// Bodies per client address that have not arrived completely.
const MAX_UNFINISHED: usize = 64;
/// How long a body may take before it counts as unfinished.
const UNCOUNTED: Duration = Duration::from_millis(500);
const RETRY_AFTER_SECONDS: u64 = 2;

/// The unfinished bodies of every client address.
#[derive(Default)]
pub struct UnfinishedBodies(Mutex<HashMap<String, usize>>);

/// Counts one body as unfinished until it is dropped.
struct Unfinished {
    bodies: Arc<UnfinishedBodies>,
    address: String,
}

impl UnfinishedBodies {
    /// `None` when the address has too many.
    fn begin(self: &Arc<Self>, address: String) -> Option<Unfinished> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address.clone()).or_default();
        if *count >= MAX_UNFINISHED {
            return None;
        }
        *count += 1;
        Some(Unfinished { bodies: Arc::clone(self), address })
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut counts = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// The same request with its whole body in memory. The handler then never waits for the client.
pub async fn read_body(
    request: Request,
    client: Option<IpAddr>,
    bodies: Arc<UnfinishedBodies>,
) -> Result<Request, AppError> {
    let mut reading = pin!(read_whole(request));
    // A body that arrives at once is never refused, however many others of its address are unfinished.
    if let Ok(read) = tokio::time::timeout(UNCOUNTED, reading.as_mut()).await {
        return read;
    }
    let unfinished = bodies.begin(client.map(counted).unwrap_or_default());
    let _unfinished = unfinished.ok_or(AppError::Overloaded { retry_after_seconds: RETRY_AFTER_SECONDS })?;
    reading.await
}

async fn read_whole(request: Request) -> Result<Request, AppError> {
    if announced_length(request.headers()).is_some_and(|length| length > BODY_LIMIT_BYTES as u64) {
        return Err(AppError::TooLarge);
    }
    let (head, mut body) = request.into_parts();
    let (began, mut bytes) = (Instant::now(), BytesMut::new());
    loop {
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let frame = match tokio::time::timeout_at(began + time_for(bytes.len()), next).await {
            Ok(Some(frame)) => frame.map_err(|_| AppError::Malformed)?,
            Ok(None) => break,
            Err(_) => return Err(AppError::SlowBody),
        };
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > BODY_LIMIT_BYTES {
            return Err(AppError::TooLarge);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Request::from_parts(head, Body::from(bytes.freeze())))
}

/// The time a client has for its body, by how much of it has arrived: a minimum rate and a deadline in one.
fn time_for(received: usize) -> Duration {
    let earned = Duration::from_secs(received as u64) / MIN_BYTES_PER_SECOND;
    (GRACE + earned).min(DEADLINE)
}

fn announced_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The rest of the body is not read, so that the connection cannot be used again: a client must know (RFC 9112, 9.6).
pub fn announce_close(response: &mut Response, version: Version) {
    if version < Version::HTTP_2 {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{StreamExt, stream};

    use super::*;

    fn trickle(piece: &'static [u8], pause: Duration) -> Body {
        Body::from_stream(stream::iter(0..1_000_000).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, Infallible>(piece)
        }))
    }

    async fn read(body: Body) -> (Result<Request, AppError>, u64) {
        let began = Instant::now();
        let request = Request::post("/").body(body).unwrap();
        let read = read_body(request, Some("192.0.2.1".parse().unwrap()), Arc::default()).await;
        (read, began.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_or_comes_byte_by_byte_is_given_up_after_three_seconds() {
        let (read_nothing, seconds) = read(Body::from_stream(stream::pending::<Result<&[u8], Infallible>>())).await;
        assert!(matches!(read_nothing, Err(AppError::SlowBody)));
        assert_eq!(seconds, 3);
        let (read_bytes, seconds) = read(trickle(b"x", Duration::from_millis(100))).await;
        assert!(matches!(read_bytes, Err(AppError::SlowBody)));
        assert_eq!(seconds, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_line_may_finish_and_has_an_end_all_the_same() {
        let slow = stream::iter(0..10).then(|_| async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok::<_, Infallible>(vec![0_u8; 1200])
        });
        let (request, seconds) = read(Body::from_stream(slow)).await;
        assert_eq!(seconds, 10);
        let body = axum::body::to_bytes(request.unwrap().into_body(), usize::MAX).await.unwrap();
        assert_eq!(body.len(), 12_000);
        let (endless, seconds) = read(trickle(&[0; 4096], Duration::from_millis(900))).await;
        assert!(matches!(endless, Err(AppError::SlowBody)));
        assert_eq!(seconds, 20);
    }

    #[tokio::test]
    async fn an_address_has_so_many_unfinished_bodies_and_no_more() {
        let bodies: Arc<UnfinishedBodies> = Arc::default();
        let held: Vec<_> = (0..MAX_UNFINISHED).map(|_| bodies.begin("192.0.2.1".to_owned()).unwrap()).collect();
        assert!(bodies.begin("192.0.2.1".to_owned()).is_none());
        assert!(bodies.begin("192.0.2.2".to_owned()).is_some());
        drop(held);
        assert!(bodies.0.lock().unwrap().is_empty());
    }
}
