//! A stream that times out when the client sends no request, or does not read the response.
//!
//! One lazy timer per connection: a timer per request would cost as much as serving a cached forecast.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::in_flight::InFlight;
use super::unfinished_heads::UnfinishedHead;

/// For the handshake and the first request.
const FIRST_REQUEST: Duration = Duration::from_secs(10);
/// For the next request on a connection that is kept open.
const NEXT_REQUEST: Duration = Duration::from_secs(75);
/// For the client to read any byte of a response.
const WRITE_PROGRESS: Duration = Duration::from_secs(30);
/// How often a waiting connection is checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

pub struct IdleTimeoutStream<S> {
    stream: S,
    in_flight: Arc<InFlight>,
    head: UnfinishedHead,
    /// Since when the connection has waited for a request.
    waiting: Option<Instant>,
    /// Since when the client has read nothing.
    stuck: Option<Instant>,
    /// Reset only when it fires, not for each wait: it may fire too early.
    timer: Pin<Box<Sleep>>,
    is_set: bool,
}

impl<S> IdleTimeoutStream<S> {
    pub fn new(stream: S, in_flight: Arc<InFlight>, head: UnfinishedHead) -> IdleTimeoutStream<S> {
        let timer = Box::pin(tokio::time::sleep(CHECK_INTERVAL));
        IdleTimeoutStream { stream, in_flight, head, waiting: None, stuck: None, timer, is_set: false }
    }

    /// Schedules a wake-up, or times out when `since` is too long ago.
    fn wait(&mut self, since: Instant, time_limit: Duration, context: &mut Context<'_>) -> Poll<io::Error> {
        while !self.is_set || self.timer.is_elapsed() {
            let now = Instant::now();
            if now >= since + time_limit {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            self.timer.as_mut().reset((since + time_limit).min(now + CHECK_INTERVAL));
            self.is_set = true;
            if self.timer.as_mut().poll(context).is_pending() {
                break;
            }
        }
        Poll::Pending
    }

    fn begin_wait(&mut self) -> Instant {
        if let Some(since) = self.waiting {
            return since;
        }
        let now = Instant::now();
        self.waiting = Some(now);
        self.in_flight.begin_wait(now);
        now
    }

    /// Records whether a write made progress.
    fn write_polled<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            if self.stuck.take().is_some() {
                self.in_flight.begin_wait_again(Instant::now());
            }
            return written;
        }
        let since = *self.stuck.get_or_insert_with(Instant::now);
        self.wait(since, WRITE_PROGRESS, context).map(Err)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for IdleTimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let begun = self.in_flight.begun();
        self.head.observe(begun);
        if read.is_ready() {
            let length = buffer.filled().len() - before;
            let is_accepted = self.in_flight.is_running() || self.head.grow(length);
            return if is_accepted { read } else { Poll::Ready(Err(io::ErrorKind::OutOfMemory.into())) };
        }
        // First the waker: it may be closed in between, or after the request, without another read before.
        self.in_flight.wake_on_close(context.waker());
        if self.in_flight.is_running() {
            self.waiting = None;
            return Poll::Pending;
        }
        let since = self.begin_wait();
        if self.in_flight.is_closed() {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        let time_limit = if begun == 0 { FIRST_REQUEST } else { NEXT_REQUEST };
        self.wait(since, time_limit, context).map(Err)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for IdleTimeoutStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.write_polled(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.write_polled(written, context)
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

    fn connection() -> (DuplexStream, IdleTimeoutStream<DuplexStream>, Arc<InFlight>) {
        let (client, server) = duplex(16);
        let in_flight = Arc::new(InFlight::default());
        let head = UnfinishedHead::new(Arc::default());
        (client, IdleTimeoutStream::new(server, Arc::clone(&in_flight), head), in_flight)
    }

    async fn read_until_given_up(server: &mut IdleTimeoutStream<DuplexStream>) -> Duration {
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
        let (_client, mut server, in_flight) = connection();
        drop(InFlight::begin(&in_flight));
        assert_eq!(seconds(read_until_given_up(&mut server).await), 75);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_waits_can_be_closed_and_one_with_a_request_after_it() {
        let (_client, mut server, in_flight) = connection();
        let reading = tokio::spawn(async move { server.read_u8().await.unwrap_err().kind() });
        tokio::task::yield_now().await;
        let began = Instant::now();
        in_flight.close();
        assert_eq!(reading.await.unwrap(), io::ErrorKind::ConnectionAborted);
        assert_eq!(began.elapsed(), Duration::ZERO, "it is woken");

        let (_client, mut server, in_flight) = connection();
        let guard = InFlight::begin(&in_flight);
        in_flight.close();
        assert!(tokio::time::timeout(NEXT_REQUEST, server.read_u8()).await.is_err(), "the request goes on");
        drop(guard);
        assert_eq!(server.read_u8().await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_is_not_timed_out_while_the_server_is_slow() {
        let (_client, mut server, in_flight) = connection();
        let guard = InFlight::begin(&in_flight);
        let waited = tokio::time::timeout(Duration::from_secs(600), server.read_u8()).await;
        assert!(waited.is_err(), "still open");
        drop(guard);
        assert_eq!(seconds(read_until_given_up(&mut server).await), 75);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up_after_thirty_seconds() {
        let (_client, mut server, in_flight) = connection();
        let _visit = InFlight::begin(&in_flight);
        let began = Instant::now();
        let error = server.write_all(&[0; 64]).await.unwrap_err();
        assert_eq!((error.kind(), seconds(began.elapsed())), (io::ErrorKind::TimedOut, 30));
    }
}
