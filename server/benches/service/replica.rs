//! The application in a separate process with metrics enabled, as an operator would run it.

use std::net::TcpListener;

use crate::load::{METRICS, Server, ask_at};

pub struct Replica {
    pub server: Server,
    metrics: String,
}

impl Replica {
    pub fn start(environment: &[(&str, &str)]) -> Replica {
        let metrics = free_address();
        let environment = [environment, &[(METRICS, metrics.as_str())]].concat();
        Replica { server: Server::start("accounts", &environment), metrics }
    }
}

/// Bound and released: the system does not assign the port again so soon.
fn free_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").to_string()
}

/// Where forecasts have come from so far.
pub struct Forecasts {
    cached: f64,
    all: f64,
}

impl Forecasts {
    pub async fn of(replicas: &[&Replica]) -> Forecasts {
        let mut forecasts = Forecasts { cached: 0.0, all: 0.0 };
        for replica in replicas {
            let (_, text) = ask_at(&replica.metrics, "GET /metrics HTTP/1.1\r\nhost: bench\r\n\r\n").await;
            let text = String::from_utf8_lossy(&text);
            for line in text.lines().filter(|line| line.starts_with("halcyon_weather_reports_total{")) {
                let count = line.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0.0);
                forecasts.all += count;
                forecasts.cached += if line.contains("awaited") { 0.0 } else { count };
            }
        }
        forecasts
    }

    pub fn cached_since(&self, before: &Forecasts) -> f64 {
        (self.cached - before.cached) / (self.all - before.all)
    }
}
