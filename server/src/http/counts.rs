//! Request metrics by route, method and status, with a latency histogram.
//!
//! All counters are preallocated atomics: counting a request allocates nothing and takes no lock.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::Method;

use super::routes::Routes;
use crate::telemetry::histogram::Histogram;
use crate::telemetry::prometheus::{Exposition, MetricKind};

const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "DELETE", "other"];
/// Upper bounds of the histogram's buckets.
const BUCKETS_MICROSECONDS: [u64; 12] =
    [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 2_500_000, 10_000_000];
const FIRST_STATUS: u16 = 100;
const STATUSES: usize = 500;

const REQUESTS: &str = "halcyon_requests_total";
const SECONDS: &str = "halcyon_request_seconds";

pub struct RequestCounts {
    /// By route and method; made at the first request of its kind.
    calls: Vec<OnceLock<Box<CallCounts>>>,
}

struct CallCounts {
    statuses: [AtomicU64; STATUSES],
    times: Histogram,
}

impl RequestCounts {
    pub fn new(routes: &Routes) -> RequestCounts {
        RequestCounts { calls: (0..routes.len() * METHODS.len()).map(|_| OnceLock::new()).collect() }
    }

    pub fn count(&self, route: usize, method: &Method, status: u16, took: Duration) {
        let Some(call) = self.calls.get(route * METHODS.len() + number_of(method)) else { return };
        let call = call.get_or_init(CallCounts::boxed);
        if let Some(counter) = call.statuses.get(usize::from(status.saturating_sub(FIRST_STATUS))) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        call.times.record(took);
    }

    pub fn expose(&self, routes: &Routes, text: &mut Exposition) {
        text.family(REQUESTS, MetricKind::Counter, "Requests answered, by the pattern of the call, method and status");
        for (route, method, call) in self.used(routes) {
            for (index, counter) in call.statuses.iter().enumerate() {
                let count = counter.load(Ordering::Relaxed);
                if count > 0 {
                    let status = (index + usize::from(FIRST_STATUS)).to_string();
                    text.sample(REQUESTS, &[("route", route), ("method", method), ("status", &status)], count);
                }
            }
        }
        text.family(SECONDS, MetricKind::Histogram, "Time from a request's head to its answer's head");
        for (route, method, call) in self.used(routes) {
            call.times.expose(SECONDS, &[("route", route), ("method", method)], text);
        }
    }

    fn used<'a>(&'a self, routes: &'a Routes) -> impl Iterator<Item = (&'a str, &'static str, &'a CallCounts)> {
        self.calls.iter().enumerate().filter_map(|(index, call)| {
            Some((routes.pattern(index / METHODS.len()), METHODS[index % METHODS.len()], &**call.get()?))
        })
    }
}

impl CallCounts {
    fn boxed() -> Box<CallCounts> {
        Box::new(CallCounts {
            statuses: [const { AtomicU64::new(0) }; STATUSES],
            times: Histogram::new(&BUCKETS_MICROSECONDS),
        })
    }
}

fn number_of(method: &Method) -> usize {
    match *method {
        Method::GET => 0,
        Method::HEAD => 1,
        Method::POST => 2,
        Method::PUT => 3,
        Method::DELETE => 4,
        _ => 5,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_by_pattern_method_and_status_and_fall_into_every_bucket_above_their_time() {
        let routes = Routes::new(["/api/locations/{id}".to_owned()]).unwrap();
        let counts = RequestCounts::new(&routes);
        let route = routes.number_of("/api/locations/7f");
        counts.count(route, &Method::PUT, 200, Duration::from_micros(700));
        counts.count(route, &Method::PUT, 409, Duration::from_secs(60));
        let mut text = Exposition::default();
        counts.expose(&routes, &mut text);
        let text = text.into_text();
        let has = |line: &str| assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
        has(r#"halcyon_requests_total{route="/api/locations/{id}",method="PUT",status="200"} 1"#);
        has(r#"halcyon_requests_total{route="/api/locations/{id}",method="PUT",status="409"} 1"#);
        has(r#"halcyon_request_seconds_bucket{route="/api/locations/{id}",method="PUT",le="0.0005"} 0"#);
        has(r#"halcyon_request_seconds_bucket{route="/api/locations/{id}",method="PUT",le="0.001"} 1"#);
        has(r#"halcyon_request_seconds_bucket{route="/api/locations/{id}",method="PUT",le="10"} 1"#);
        has(r#"halcyon_request_seconds_bucket{route="/api/locations/{id}",method="PUT",le="+Inf"} 2"#);
        has(r#"halcyon_request_seconds_sum{route="/api/locations/{id}",method="PUT"} 60.0007"#);
        has(r#"halcyon_request_seconds_count{route="/api/locations/{id}",method="PUT"} 2"#);
        assert!(!text.contains("GET"), "what was never asked takes no room");
    }
}
