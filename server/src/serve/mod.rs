//! Listens, serves, and on SIGTERM or SIGINT lets every request in flight finish.

mod connection;
mod idle_timeout;
mod tls;
mod unfinished_heads;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::app::metrics;
use crate::app::router::{Application, router};
use crate::http::edge::MAX_HEAD_BYTES;
use connection::Connection;
use unfinished_heads::UnfinishedHeads;

/// Longer than any request may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(35);
/// Pause after a failed accept, for example when no file descriptor is left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
const HTTP2_PING: Duration = Duration::from_secs(20);

/// Serves until SIGTERM or SIGINT; `announce` is called with the address once it is bound.
pub async fn serve(app: App, announce: impl FnOnce(SocketAddr)) -> anyhow::Result<()> {
    let listen = app.settings.listen;
    let tls = app.settings.tls.as_ref().map(tls::acceptor).transpose()?;
    let db = app.db.clone();
    let application = router(app.clone())?;
    let listener = bind(listen).await?;
    let metrics = serve_metrics(&app, &application).await?;
    let worker = tokio::spawn(crate::app::worker::run(app));
    let server = Server {
        application,
        builder: builder(tls.is_some()),
        tls,
        watched: GracefulShutdown::new(),
        heads: Arc::default(),
    };
    announce(listener.local_addr()?);

    tokio::select! {
        () = server.accept(&listener) => {}
        signal = stop_signal() => signal?,
    }
    tracing::info!("stopping: waiting for requests in flight");
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_GRACE, server.watched.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
    worker.abort();
    metrics.inspect(JoinHandle::abort);
    db.close().await;
    tracing::info!("stopped");
    Ok(())
}

async fn bind(listen: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))
}

/// Serves the metrics on their own listener, if one is configured, until the process ends.
async fn serve_metrics(app: &App, application: &Application) -> anyhow::Result<Option<JoinHandle<()>>> {
    let Some(listen) = app.settings.metrics_listen else { return Ok(None) };
    let listener = bind(listen).await?;
    tracing::info!("metrics are at http://{}/metrics", listener.local_addr()?);
    let router = metrics::router(app.clone(), application.clone());
    Ok(Some(tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "metrics listener failed");
        }
    })))
}

struct Server {
    application: Application,
    builder: Builder<TokioExecutor>,
    tls: Option<tokio_rustls::TlsAcceptor>,
    watched: GracefulShutdown,
    heads: Arc<UnfinishedHeads>,
}

impl Server {
    async fn accept(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.spawn_connection(stream, peer),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn spawn_connection(&self, stream: TcpStream, peer: SocketAddr) {
        let connection = Connection {
            application: self.application.clone(),
            builder: self.builder.clone(),
            watcher: self.watched.watcher(),
            peer,
            heads: Arc::clone(&self.heads),
        };
        match &self.tls {
            Some(acceptor) => tokio::spawn(connection.serve_encrypted(stream, acceptor.clone())),
            None => tokio::spawn(connection.serve(stream)),
        };
    }
}

fn builder(uses_tls: bool) -> Builder<TokioExecutor> {
    let builder = Builder::new(TokioExecutor::new());
    // Browsers use HTTP/2 only over TLS; detecting it on plain connections would double each connection's buffer.
    let mut builder = if uses_tls { builder } else { builder.http1_only() };
    // The idle time-out covers request heads, at less cost than a timer per request.
    builder.http1().header_read_timeout(None).max_buf_size(MAX_HEAD_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(Some(HTTP2_PING))
        .max_header_list_size(MAX_HEAD_BYTES as u32);
    builder
}

/// The client went away before it was accepted: not a fault of the listener.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn stop_signal() -> io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
