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

use super::idle_timeout::{Patient, Visit, Visits};
use crate::app::router::Application;

pub struct Connection {
    pub application: Application,
    pub builder: Builder<TokioExecutor>,
    pub watcher: Watcher,
    pub peer: SocketAddr,
}

impl Connection {
    /// No `async` body here or in `talk`: it would keep a place for each thing it moves on, thousands of times over.
    pub fn serve(self, stream: TcpStream) -> impl Future<Output = ()> + Send {
        let visits = Arc::new(Visits::default());
        self.talk(patient(stream, &visits), visits)
    }

    /// The same, encrypted; the handshake, too, must not take long.
    pub async fn serve_encrypted(self, stream: TcpStream, acceptor: TlsAcceptor) {
        let visits = Arc::new(Visits::default());
        if let Ok(encrypted) = acceptor.accept(patient(stream, &visits)).await {
            Box::pin(self.talk(encrypted, visits)).await;
        }
    }

    fn talk(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        visits: Arc<Visits>,
    ) -> impl Future<Output = ()> + Send {
        let reception = Reception { application: self.application, peer: self.peer, visits };
        let connection = self.builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(reception));
        // A client that hangs up or sends nonsense is no event of ours.
        self.watcher.watch(connection.into_owned()).map(|_| ())
    }
}

fn patient(stream: TcpStream, visits: &Arc<Visits>) -> Patient<TcpStream> {
    // Without it the end of an answer in several pieces waits for the other side's acknowledgement.
    let _ = stream.set_nodelay(true);
    Patient::new(stream, Arc::clone(visits))
}

/// Takes each request of the connection in.
#[derive(Clone)]
struct Reception {
    application: Application,
    peer: SocketAddr,
    visits: Arc<Visits>,
}

impl<B> Service<Request<B>> for Reception
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Visiting<<Application as Service<Request<Body>>>::Future>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        Visiting { visit: Visits::begin(&self.visits), answer: self.application.call(request) }
    }
}

pin_project! {
    /// The answer on its way; the visit ends with it.
    struct Visiting<F> {
        #[pin]
        answer: F,
        visit: Visit,
    }
}

impl<F: Future> Future for Visiting<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.project().answer.poll(context)
    }
}
