//! The cost of an autocomplete over HTTP, in CPU time of the serving thread, compared with an empty handler.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;

use axum::extract::Request;
use axum::response::Response;
use axum::routing::get;
use axum::{Router, ServiceExt};
use halcyon::app::App;
use halcyon::app::router::router;
use halcyon::clock::Clock;
use halcyon::mail::mailer::Mailer;
use halcyon::settings::{DatabaseUrl, Settings};
use tower::Service;

const REQUESTS: usize = 20_000;

pub fn cost_beside_a_bare_handler(prefixes: &[String]) -> f64 {
    let paths: Vec<String> = prefixes.iter().take(REQUESTS).map(|typed| path(typed)).collect();
    let (app_cost, body_len) = cost(&paths, async || {
        let folder = tempfile::tempdir().unwrap();
        let mut settings =
            Settings::from_pairs(BTreeMap::new(), BTreeMap::from([("HALCYON_WEATHER_SOURCES", "simulated")])).unwrap();
        settings.database = DatabaseUrl::Sqlite(folder.path().join("bench.db"));
        let mailer = Mailer::memory("Halcyon <no-reply@halcyon.example>".parse().unwrap());
        router(App::start(settings, Clock::System, mailer).await.unwrap()).unwrap()
    });
    let body: &'static str = "x".repeat(body_len).leak();
    let (bare_cost, _) = cost(&paths, async || Router::new().route("/api/{*rest}", get(move || async move { body })));
    println!(
        "{:<52} {:>12.1}   µs (bare {:.1})",
        "autocomplete over HTTP, CPU per request",
        app_cost / 1e3,
        bare_cost / 1e3
    );
    app_cost / bare_cost
}

/// CPU time per request on the serving thread, in nanoseconds, and the mean length of the bodies.
fn cost<S>(paths: &[String], make: impl AsyncFnOnce() -> S + Send) -> (f64, usize)
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static,
{
    let (sender, receiver) = mpsc::channel::<(SocketAddr, String)>();
    thread::scope(|scope| {
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        scope.spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let router = make().await;
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                let thread = std::fs::read_link("/proc/thread-self").unwrap();
                sender.send((listener.local_addr().unwrap(), format!("/proc/{}/schedstat", thread.display()))).unwrap();
                let service = router.into_make_service_with_connect_info::<SocketAddr>();
                axum::serve(listener, service).with_graceful_shutdown(async { drop(stopped.await) }).await.unwrap();
            });
        });
        let (address, clock) = receiver.recv().unwrap();
        ask(address, &paths[..paths.len() / 10]);
        let before = cpu_nanoseconds(&clock);
        let bytes = ask(address, paths);
        let spent = cpu_nanoseconds(&clock) - before;
        drop(stop);
        (spent as f64 / paths.len() as f64, bytes / paths.len())
    })
}

/// Sends requests one after another over one connection; returns the total size of the bodies.
fn ask(address: SocketAddr, paths: &[String]) -> usize {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    let mut total = 0;
    let mut body = Vec::new();
    for path in paths {
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            answers.read_line(&mut line).unwrap();
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        body.resize(length, 0);
        answers.read_exact(&mut body).unwrap();
        total += length;
    }
    total
}

/// CPU time, which the kernel counts in nanoseconds.
fn cpu_nanoseconds(clock: &str) -> u64 {
    std::fs::read_to_string(clock).unwrap().split(' ').next().unwrap().parse().unwrap()
}

fn path(typed: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("input", typed).finish();
    format!("/api/google-places/autocomplete?{query}")
}
