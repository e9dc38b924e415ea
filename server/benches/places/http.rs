//! The cost of an autocomplete over HTTP, in CPU time of the server, compared with a handler that returns as many bytes.

use crate::load::{Server, median};

const CONNECTIONS: usize = 64;
const REQUESTS: usize = 40_000;
const ROUNDS: usize = 5;
const PREFIXES: usize = 1_000;

pub async fn cost_beside_a_bare_handler(prefixes: &[String]) -> f64 {
    let every = (prefixes.len() / PREFIXES).max(1);
    let requests: Vec<String> = prefixes.iter().step_by(every).map(|typed| request(typed)).collect();
    let halcyon = Server::start("weather", &[]);
    let mut bytes = 0;
    for request in &requests {
        bytes += halcyon.ask(request).await.1.len();
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), vec![b'x'; bytes / requests.len()]).unwrap();
    let bare = Server::start("weather-bare", &[("HALCYON_BENCH_BODY", &file.path().display().to_string())]);
    // In turns, so that a change of the machine's speed concerns both.
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(halcyon.load_each(&requests, 200, CONNECTIONS, REQUESTS).await.cpu_micros);
        theirs.push(bare.load_each(&requests, 200, CONNECTIONS, REQUESTS).await.cpu_micros);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("{:<52} {ours:>12.1}   µs (bare {theirs:.1})", "autocomplete over HTTP, CPU per request");
    ours / theirs
}

fn request(typed: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("input", typed).finish();
    format!("GET /api/google-places/autocomplete?{query} HTTP/1.1\r\nhost: bench\r\n\r\n")
}
