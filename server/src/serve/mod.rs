//! Listens, serves, and on SIGTERM or SIGINT lets every request in flight finish.

mod connection;
mod idle_timeout;
mod in_flight;
mod notify;
mod open_connections;
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
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::app::doctor::Finding;
use crate::app::job_loop::Stop;
use crate::app::metrics;
use crate::app::router::{Application, router};
use crate::clock::Clock;
use crate::http::edge::MAX_HEAD_BYTES;
use crate::settings::Settings;
use crate::telemetry::certificate;
use connection::Connection;
use in_flight::InFlight;
use open_connections::OpenConnections;
use tls::Certificate;
use unfinished_heads::UnfinishedHeads;

/// Longer than any request may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(35);
/// Pause after a failed accept, for example when no file descriptor is left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// Pause while idle connections close, or all of too many are busy.
const FULL_PAUSE: Duration = Duration::from_millis(10);
const HTTP2_PING: Duration = Duration::from_secs(20);

/// Serves until SIGTERM or SIGINT; `announce` is called with the address once it is bound.
pub async fn serve(app: App, announce: impl FnOnce(SocketAddr)) -> anyhow::Result<()> {
    let listen = app.settings.listen;
    let tls = app.settings.tls.as_ref().map(Certificate::load).transpose()?;
    let db = app.db.clone();
    let application = router(app.clone())?;
    let listener = bind(listen).await?;
    let metrics = serve_metrics(&app, &application).await?;
    let (stop_worker, stop) = Stop::channel();
    let mut worker = tokio::spawn(crate::app::worker::run(app, stop));
    let server = Server {
        application,
        builder: builder(tls.is_some()),
        tls,
        watched: GracefulShutdown::new(),
        heads: Arc::default(),
        open: Arc::new(OpenConnections::within_limit()),
    };
    // Before anything says that the server is ready: an unhandled signal ends the process at once.
    let mut signals = Signals::handle()?;
    announce(listener.local_addr()?);
    notify::notify("READY=1");
    let (watched, for_watchdog) = (db.clone(), db.clone());
    let watch = tokio::spawn(async move { watched.watch_pools().await });
    let watchdog = tokio::spawn(notify::keep_watchdog(move || !for_watchdog.is_stuck()));

    tokio::select! {
        () = server.accept(&listener) => {}
        () = server.keep_certificate(&mut signals.hang_up) => {}
        () = stop_signal(&mut signals.terminate, &mut signals.interrupt) => {}
    }
    notify::notify("STOPPING=1");
    tracing::info!("stopping: waiting for requests in flight");
    drop(listener);
    // What is being sent is finished, so that it is not sent twice after the restart.
    stop_worker.send_replace(true);
    let finished = futures_util::future::join(server.watched.shutdown(), &mut worker);
    if tokio::time::timeout(SHUTDOWN_GRACE, finished).await.is_err() {
        tracing::warn!("some requests or background jobs did not finish in time");
    }
    server.application.flush_spans().await;
    worker.abort();
    watchdog.abort();
    watch.abort();
    metrics.inspect(JoinHandle::abort);
    db.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Whether the certificate can be used; nothing where there is none.
pub fn examine_certificate(settings: &Settings) -> Option<Finding> {
    let files = settings.tls.as_ref()?;
    Some(match Certificate::load(files).and_then(|_| certificate::expiry(files)) {
        Ok(expiry) if expiry <= Clock::System.now() => Finding::Wrong {
            what: format!("certificate: it ended on {}", expiry.strftime("%Y-%m-%d")),
            fix: "Renew it; the new file is read within a minute.",
        },
        Ok(_) => Finding::Fine("the certificate and its key can be used".to_owned()),
        Err(error) => Finding::Wrong {
            what: format!("certificate: {error:#}"),
            fix: "Set HALCYON_TLS_CERT to the PEM file of the chain and HALCYON_TLS_KEY to that of its key.",
        },
    })
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
    tls: Option<Certificate>,
    watched: GracefulShutdown,
    heads: Arc<UnfinishedHeads>,
    open: Arc<OpenConnections>,
}

impl Server {
    async fn accept(&self, listener: &TcpListener) {
        loop {
            while self.open.is_full() {
                tokio::time::sleep(FULL_PAUSE).await;
            }
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

    /// Reads the certificate again on SIGHUP and when its files change. Runs until the process ends, so that SIGHUP never
    /// ends it.
    async fn keep_certificate(&self, hang_up: &mut Signal) {
        let on_signal = async {
            while hang_up.recv().await.is_some() {
                match &self.tls {
                    Some(certificate) => certificate.reload(),
                    None => tracing::info!("SIGHUP: there is no certificate to read again"),
                }
            }
        };
        match &self.tls {
            Some(certificate) => tokio::join!(on_signal, certificate.reload_changes()).0,
            None => on_signal.await,
        }
    }

    fn spawn_connection(&self, stream: TcpStream, peer: SocketAddr) {
        let in_flight = Arc::new(InFlight::default());
        let connection = Connection {
            open: self.open.add(&in_flight),
            in_flight,
            application: self.application.clone(),
            builder: self.builder.clone(),
            watcher: self.watched.watcher(),
            peer,
            heads: Arc::clone(&self.heads),
        };
        match &self.tls {
            Some(certificate) => tokio::spawn(connection.serve_encrypted(stream, certificate.acceptor())),
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

/// The signals that the server handles, from the moment this exists.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

impl Signals {
    fn handle() -> io::Result<Signals> {
        Ok(Signals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }
}

async fn stop_signal(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
