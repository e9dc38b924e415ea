//! A stream that gives up on a client that keeps us waiting: for its request, or to take our answer.
//!
//! One lazy timer for the whole connection. A timer for each request would cost as much as a cached forecast.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// For the handshake and the first request.
const FIRST_REQUEST: Duration = Duration::from_secs(10);
/// For the next request on a connection that is kept open.
const NEXT_REQUEST: Duration = Duration::from_secs(75);
/// For the client to take any byte of an answer.
const TAKEN: Duration = Duration::from_secs(30);
/// How often a waiting connection is looked at.
const STEP: Duration = Duration::from_secs(10);

/// The requests of one connection that are being answered.
#[derive(Default)]
pub struct Visits {
    running: AtomicUsize,
    begun: AtomicUsize,
}

/// Ends when it is dropped.
pub struct Visit(Arc<Visits>);

impl Visits {
    pub fn begin(visits: &Arc<Visits>) -> Visit {
        visits.running.fetch_add(1, Ordering::Relaxed);
        visits.begun.store(1, Ordering::Relaxed);
        Visit(Arc::clone(visits))
    }

    fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed) > 0
    }

    fn patience(&self) -> Duration {
        if self.begun.load(Ordering::Relaxed) == 0 { FIRST_REQUEST } else { NEXT_REQUEST }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

pub struct Patient<S> {
    stream: S,
    visits: Arc<Visits>,
    /// Since when we wait for a request.
    waiting: Option<Instant>,
    /// Since when the client takes nothing.
    stuck: Option<Instant>,
    /// Rings too early rather than being set for each wait.
    alarm: Pin<Box<Sleep>>,
    is_set: bool,
}

impl<S> Patient<S> {
    pub fn new(stream: S, visits: Arc<Visits>) -> Patient<S> {
        let alarm = Box::pin(tokio::time::sleep(STEP));
        Patient { stream, visits, waiting: None, stuck: None, alarm, is_set: false }
    }

    /// Asks to be woken, or gives up when `since` is too long ago.
    fn wait(&mut self, since: Instant, patience: Duration, context: &mut Context<'_>) -> Poll<io::Error> {
        while !self.is_set || self.alarm.is_elapsed() {
            let now = Instant::now();
            if now >= since + patience {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            self.alarm.as_mut().reset((since + patience).min(now + STEP));
            self.is_set = true;
            if self.alarm.as_mut().poll(context).is_pending() {
                break;
            }
        }
        Poll::Pending
    }

    /// A write went on, or did not.
    fn taken<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            (self.waiting, self.stuck) = (None, None);
            return written;
        }
        let since = *self.stuck.get_or_insert_with(Instant::now);
        self.wait(since, TAKEN, context).map(Err)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            return read;
        }
        if self.visits.is_running() {
            self.waiting = None;
            return Poll::Pending;
        }
        let since = *self.waiting.get_or_insert_with(Instant::now);
        let patience = self.visits.patience();
        self.wait(since, patience, context).map(Err)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.taken(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.taken(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    fn connection() -> (DuplexStream, Patient<DuplexStream>, Arc<Visits>) {
        let (client, server) = duplex(16);
        let visits = Arc::new(Visits::default());
        (client, Patient::new(server, Arc::clone(&visits)), visits)
    }

    async fn read_until_given_up(server: &mut Patient<DuplexStream>) -> Duration {
        let began = Instant::now();
        let error = server.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        began.elapsed()
    }

    fn seconds(waited: Duration) -> u64 {
        waited.as_millis().div_ceil(1000) as u64
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_its_first_request_byte_by_byte_is_given_up_after_ten_seconds() {
        let (mut client, mut server, _) = connection();
        tokio::spawn(async move {
            loop {
                client.write_all(b"x").await.unwrap();
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        // The last byte may come in the same moment.
        assert!((10..=11).contains(&seconds(read_until_given_up(&mut server).await)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_without_a_next_request_is_kept_for_75_seconds() {
        let (_client, mut server, visits) = connection();
        drop(Visits::begin(&visits));
        assert_eq!(seconds(read_until_given_up(&mut server).await), 75);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_given_up_while_we_are_the_slow_one() {
        let (_client, mut server, visits) = connection();
        let visit = Visits::begin(&visits);
        let waited = tokio::time::timeout(Duration::from_secs(600), server.read_u8()).await;
        assert!(waited.is_err(), "still open");
        drop(visit);
        assert_eq!(seconds(read_until_given_up(&mut server).await), 75);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up_after_thirty_seconds() {
        let (_client, mut server, visits) = connection();
        let _visit = Visits::begin(&visits);
        let began = Instant::now();
        let error = server.write_all(&[0; 64]).await.unwrap_err();
        assert_eq!((error.kind(), seconds(began.elapsed())), (io::ErrorKind::TimedOut, 30));
    }
}
