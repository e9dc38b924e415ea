//! The mixed load of a storm at a fixed rate: 70 % weather, 15 % search, 10 % locations, 5 % writes.
//!
//! Each request has a scheduled time from which its latency counts, so that a slow response also counts for those that
//! had to wait behind it.

use std::time::Duration;

use tokio::time::Instant;

use super::replica::{Forecasts, Replica};
use crate::accounts::people::People;
use crate::load::{Cpu, Limit, Line, beside};

const RATE: f64 = 3_500.0;
const LINES: usize = 64;
const SECONDS: u64 = 20;
const PLACES: usize = 400;
const LETTERS: [&str; 8] = ["ber", "mün", "istan", "new y", "par", "lond", "izm", "ham"];

pub struct Mix {
    requests: Vec<String>,
}

impl Mix {
    pub fn of(people: &People) -> Mix {
        let get = |path: String| format!("GET {path} HTTP/1.1\r\nhost: bench\r\naccept-encoding: br\r\n\r\n");
        let weather = |index: usize| {
            let place = index % PLACES;
            let (latitude, longitude) = (-60.0 + place as f64 * 0.3, (place % 179) as f64);
            get(format!("/api/weather?latitude={latitude:.2}&longitude={longitude:.2}"))
        };
        let search = |index: usize| {
            get(format!("/api/google-places/autocomplete?input={}", encoded(LETTERS[index % LETTERS.len()])))
        };
        let (reads, writes) = (people.requests("/api/locations"), people.searches());
        let requests = (0..PLACES * 20).map(|index| match index % 20 {
            0..14 => weather(index / 20 * 14 + index % 20),
            14..17 => search(index),
            17 | 18 => reads[index % reads.len()].clone(),
            _ => writes[index % writes.len()].clone(),
        });
        Mix { requests: requests.collect() }
    }

    pub async fn run(&self, name: &str, servers: &[&Replica]) {
        for server in servers {
            // Warm up with every request once: a storm hits a service that is already running.
            self.play(&[*server], Duration::from_secs(5), RATE / 4.0).await;
        }
        let forecasts = Forecasts::of(servers).await;
        let cpu: Vec<Cpu> = servers.iter().map(|server| server.server.cpu()).collect();
        let mut latencies = self.play(servers, Duration::from_secs(SECONDS), RATE).await;
        let spent: Duration = servers.iter().zip(&cpu).map(|(server, before)| server.server.cpu().since(before)).sum();
        latencies.sort_unstable();
        let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        let memory: u64 = servers.iter().map(|server| server.server.resident_bytes()).sum();
        println!("\nmixed load on {name}, {LINES} connections, {SECONDS} s");
        println!(
            "  p50 {:.2} ms, CPU {:.2} cores, memory {} MiB",
            at(0.5),
            spent.as_secs_f64() / SECONDS as f64,
            memory >> 20
        );
        beside("requests/s", latencies.len() as f64 / SECONDS as f64, "", Limit::AtLeast(RATE * 0.99));
        beside("p99", at(0.99), "ms", Limit::AtMost(50.0));
        let share = Forecasts::of(servers).await.cached_since(&forecasts);
        beside("forecasts from the cache", 100.0 * share, "%", Limit::AtLeast(99.0));
    }

    async fn play(&self, servers: &[&Replica], long: Duration, rate: f64) -> Vec<Duration> {
        let (began, pause) = (Instant::now(), Duration::from_secs_f64(LINES as f64 / rate));
        let tasks: Vec<_> = (0..LINES)
            .map(|number| {
                let mut requests = self.requests.clone();
                requests.rotate_left(number * self.requests.len() / LINES + number);
                let line = servers[number % servers.len()].server.line();
                let first = began + pause.mul_f64(number as f64 / LINES as f64);
                tokio::spawn(by_the_plan(line, requests, first, pause, began + long))
            })
            .collect();
        let mut latencies = Vec::new();
        for task in tasks {
            latencies.extend(task.await.expect("a line that holds"));
        }
        latencies
    }
}

async fn by_the_plan(
    line: Line,
    requests: Vec<String>,
    first: Instant,
    pause: Duration,
    end: Instant,
) -> Vec<Duration> {
    let mut line = line.open().await;
    let (mut latencies, mut planned) = (Vec::new(), first);
    for request in requests.iter().cycle() {
        if planned >= end || Instant::now() >= end + Duration::from_secs(1) {
            break;
        }
        tokio::time::sleep_until(planned).await;
        line.ask(request).await;
        latencies.push(planned.elapsed());
        planned += pause;
    }
    latencies
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
