//! One connection: every request on it goes to the application, with the address it came from.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use futures_util::FutureExt;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::Watcher;
use hyper_util::service::TowerToHyperService;
use pin_project_lite::pin_project;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tower::Service;

use super::idle_timeout::IdleTimeoutStream;
use super::in_flight::{InFlight, InFlightGuard};
use super::open_connections::OpenConnection;
use super::unfinished_heads::{UnfinishedHead, UnfinishedHeads};
use crate::app::router::Application;

pub struct Connection {
    pub application: Application,
    pub builder: Builder<TokioExecutor>,
    pub watcher: Watcher,
    pub peer: SocketAddr,
    pub heads: Arc<UnfinishedHeads>,
    pub in_flight: Arc<InFlight>,
    pub open: OpenConnection,
}

impl Connection {
    /// Not an `async fn`, nor is `serve_http`: that would store every moved local in the future, times 10,000 connections.
    pub fn serve(self, stream: TcpStream) -> impl Future<Output = ()> + Send {
        let stream = self.with_idle_timeout(stream);
        self.serve_http(stream)
    }

    /// The same over TLS; the handshake is under the idle time-out, too.
    pub async fn serve_encrypted(self, stream: TcpStream, acceptor: TlsAcceptor) {
        if let Ok(encrypted) = acceptor.accept(self.with_idle_timeout(stream)).await {
            Box::pin(self.serve_http(encrypted)).await;
        }
    }

    fn serve_http(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ) -> impl Future<Output = ()> + Send {
        let service = ConnectionService { application: self.application, peer: self.peer, in_flight: self.in_flight };
        let connection = self.builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        // Clients that hang up or send garbage are normal: nothing to log.
        let open = self.open;
        self.watcher.watch(connection.into_owned()).map(move |_| drop(open))
    }

    fn with_idle_timeout(&self, stream: TcpStream) -> IdleTimeoutStream<TcpStream> {
        // Nagle's algorithm would delay the last segment of a response until the client acknowledges the others.
        let _ = stream.set_nodelay(true);
        IdleTimeoutStream::new(stream, Arc::clone(&self.in_flight), UnfinishedHead::new(Arc::clone(&self.heads)))
    }
}

/// Hands each request of the connection to the application and counts it as in flight.
#[derive(Clone)]
struct ConnectionService {
    application: Application,
    peer: SocketAddr,
    in_flight: Arc<InFlight>,
}

impl<B> Service<Request<B>> for ConnectionService
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = TrackedFuture<<Application as Service<Request<Body>>>::Future>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        TrackedFuture { guard: InFlight::begin(&self.in_flight), answer: self.application.call(request) }
    }
}

pin_project! {
    /// The response future; dropping it ends the in-flight count.
    struct TrackedFuture<F> {
        #[pin]
        answer: F,
        guard: InFlightGuard,
    }
}

impl<F: Future> Future for TrackedFuture<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.project().answer.poll(context)
    }
}
