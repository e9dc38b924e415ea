//! Listens, serves, and on a signal lets every request in flight finish.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use axum_server::Handle;
use axum_server::tls_rustls::RustlsConfig;
use hyper_util::rt::TokioTimer;
use tokio::signal::unix::{SignalKind, signal};

use crate::app::App;
use crate::router::router;
use crate::settings::TlsFiles;

/// A sender that has not finished its headers by then is cut off.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than any request may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(35);

/// Serves until SIGTERM or SIGINT; `announce` is told the address once it is bound.
pub async fn serve(app: App, announce: impl FnOnce(SocketAddr)) -> anyhow::Result<()> {
    let listen = app.settings.listen;
    let tls = match &app.settings.tls {
        Some(files) => Some(load_tls(files).await?),
        None => None,
    };
    let db = app.db.clone();
    let worker = tokio::spawn(crate::worker::run(app.clone()));
    let service = router(app)?.into_make_service_with_connect_info::<SocketAddr>();
    let listener = std::net::TcpListener::bind(listen).with_context(|| format!("cannot listen on {listen}"))?;
    listener.set_nonblocking(true)?;
    announce(listener.local_addr()?);

    let handle = Handle::new();
    tokio::spawn(stop_on_signal(handle.clone()));
    match tls {
        Some(config) => {
            let mut server = axum_server::from_tcp_rustls(listener, config)?.handle(handle);
            set_timeouts(server.http_builder());
            server.serve(service).await?;
        }
        None => {
            let mut server = axum_server::from_tcp(listener)?.handle(handle);
            set_timeouts(server.http_builder());
            server.serve(service).await?;
        }
    }
    worker.abort();
    db.close().await;
    tracing::info!("stopped");
    Ok(())
}

fn set_timeouts(builder: &mut hyper_util::server::conn::auto::Builder<hyper_util::rt::TokioExecutor>) {
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(Some(Duration::from_secs(20)));
}

async fn load_tls(files: &TlsFiles) -> anyhow::Result<RustlsConfig> {
    RustlsConfig::from_pem_file(&files.certificate, &files.key)
        .await
        .with_context(|| format!("cannot read {} and {}", files.certificate.display(), files.key.display()))
}

async fn stop_on_signal(handle: Handle<SocketAddr>) {
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping: requests in flight may finish");
    handle.graceful_shutdown(Some(SHUTDOWN_GRACE));
}
