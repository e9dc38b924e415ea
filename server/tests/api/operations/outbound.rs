//! The one HTTP client: never more questions at once than a service was granted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::{LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use futures_util::future::join_all;
use halcyon::clock::Clock;
use halcyon::outbound::{OutboundError, Redirects, RequestPolicy, Upstream};
use tokio::sync::Barrier;

const AT_ONCE: usize = 2;

/// Answers questions in pairs, and remembers how many stood inside at most.
struct Hall {
    inside: AtomicUsize,
    most: AtomicUsize,
    pairs: Barrier,
}

async fn enter(State(hall): State<Arc<Hall>>) -> &'static str {
    let inside = hall.inside.fetch_add(1, SeqCst) + 1;
    hall.most.fetch_max(inside, SeqCst);
    hall.pairs.wait().await;
    hall.inside.fetch_sub(1, SeqCst);
    "seen"
}

#[tokio::test]
async fn a_service_is_asked_by_so_many_at_once_and_no_more() {
    let hall = Arc::new(Hall { inside: 0.into(), most: 0.into(), pairs: Barrier::new(AT_ONCE) });
    let router = Router::new().route("/", get(enter)).with_state(hall.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });

    let limits = RequestPolicy { concurrency: AT_ONCE, ..RequestPolicy::default() };
    let upstream = Upstream::new("hall", "Halcyon/test", limits, Clock::System).unwrap();
    let ask = || upstream.get(url.clone(), HeaderMap::new(), |answer| Ok(answer.body));
    for fetched in join_all((0..8).map(|_| ask())).await {
        assert_eq!(fetched.result.unwrap(), "seen");
    }
    assert_eq!(hall.most.load(SeqCst), AT_ONCE);
}

#[tokio::test]
async fn a_service_that_asks_for_more_patience_than_there_is_time_gets_none() {
    let busy = || async { (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, u64::MAX.to_string())]) };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", get(busy))).await });
    let upstream = Upstream::new("busy", "Halcyon/test", RequestPolicy::default(), Clock::System).unwrap();
    let fetched = upstream.get(url, HeaderMap::new(), |answer| Ok(answer.body)).await;
    assert_eq!((fetched.attempts, fetched.result.is_err()), (1, true));
}

#[tokio::test]
async fn waiting_for_one_of_our_slots_is_no_failure_of_the_service() {
    let silent = Router::new().route("/", get(std::future::pending::<&'static str>));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move { axum::serve(listener, silent).await });
    let limits = RequestPolicy {
        concurrency: 1,
        attempts: 1,
        attempt: Duration::from_millis(250),
        deadline: Duration::from_millis(300),
        ..RequestPolicy::default()
    };
    let upstream = Upstream::new("one-slot", "Halcyon/test", limits, Clock::System).unwrap();
    let ask = || upstream.get(url.clone(), HeaderMap::new(), |answer| Ok(answer.body));
    let results = join_all((0..6).map(|_| ask())).await;
    let timed_out = results.iter().filter(|fetched| matches!(fetched.result, Err(OutboundError::Timeout))).count();
    let waited = results.iter().filter(|fetched| matches!(fetched.result, Err(OutboundError::Busy))).count();
    assert_eq!((timed_out, waited), (1, 5), "only one had the time of an attempt");
    assert!(!upstream.is_open());
}

#[tokio::test]
async fn a_redirect_to_another_address_is_not_followed() {
    let elsewhere = Arc::new(AtomicUsize::new(0));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = format!("http://{}/latest/meta-data", listener.local_addr().unwrap());
    let count = elsewhere.clone();
    let other = Router::new().fallback(move || {
        count.fetch_add(1, SeqCst);
        async { "secret" }
    });
    tokio::spawn(async move { axum::serve(listener, other).await });

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: url::Url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
    let redirect = Router::new().fallback(move || {
        let target = target.clone();
        async move { (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, target)]) }
    });
    tokio::spawn(async move { axum::serve(listener, redirect).await });
    for redirects in [Redirects::Never, Redirects::SameHost] {
        let limits = RequestPolicy { redirects, ..RequestPolicy::default() };
        let upstream = Upstream::new("moved", "Halcyon/test", limits, Clock::System).unwrap();
        let read = |answer: halcyon::outbound::Answer| Ok(answer.status);
        let asked = upstream.get(url.clone(), HeaderMap::new(), read).await;
        assert_eq!(asked.result.unwrap(), StatusCode::TEMPORARY_REDIRECT);
        let posted = upstream.post_form(url.clone(), HeaderMap::new(), &[("client_secret", "hunter2")], read).await;
        assert_eq!(posted.result.unwrap(), StatusCode::TEMPORARY_REDIRECT);
    }
    assert_eq!(elsewhere.load(SeqCst), 0);
}

#[tokio::test]
async fn calls_failures_and_an_open_breaker_show_in_the_metrics() {
    let limits = RequestPolicy { attempts: 1, ..RequestPolicy::default() };
    let upstream = Upstream::new("nobody-there", "Halcyon/test", limits, Clock::System).unwrap();
    let url: url::Url = "http://127.0.0.1:1/".parse().unwrap();
    for _ in 0..5 {
        assert!(upstream.get(url.clone(), HeaderMap::new(), |answer| Ok(answer.body)).await.result.is_err());
    }
    let mut text = halcyon::telemetry::prometheus::Exposition::default();
    halcyon::outbound::expose(&mut text);
    let text = text.into_text();
    for line in [
        r#"halcyon_upstream_calls_total{upstream="nobody-there",outcome="failed"} 3"#,
        r#"halcyon_upstream_calls_total{upstream="nobody-there",outcome="short_circuited"} 2"#,
        r#"halcyon_upstream_breaker_open{upstream="nobody-there"} 1"#,
    ] {
        assert!(text.lines().any(|known| known == line), "{line} is not in\n{text}");
    }
}
