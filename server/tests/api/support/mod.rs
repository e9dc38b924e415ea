//! What tests share: an application with its own database and a manual clock, personas, and stand-ins for services.

pub mod app;
pub mod authenticator;
pub mod authenticator_app;
pub mod browser;
pub mod database;
pub mod database_proxy;
pub mod dump;
pub mod feeds;
pub mod held_weather;
pub mod issuer;
pub mod mail_server;
pub mod mosquitto;
pub mod persona;
pub mod picture;
pub mod process;
pub mod push_service;

pub use app::TestApp;

/// Settings as the application and a process take them.
pub fn borrowed<'a>(settings: &'a [(&'a str, String)]) -> Vec<(&'a str, &'a str)> {
    settings.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// Polls a future once.
pub fn poll_once<T>(future: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> std::task::Poll<T> {
    future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
}

/// Polls a future until a condition is met, which must happen before the future ends and within 20 seconds.
pub async fn poll_until<T>(work: &mut std::pin::Pin<Box<impl Future<Output = T>>>, is_met: impl Fn() -> bool) {
    poll_for(work, std::time::Duration::from_secs(20), &is_met).await;
    assert!(is_met(), "the condition is never met");
}

/// Polls a future until a condition is met or the time is over.
pub async fn poll_for<T>(
    work: &mut std::pin::Pin<Box<impl Future<Output = T>>>,
    max_time: std::time::Duration,
    is_met: impl Fn() -> bool,
) {
    let began = std::time::Instant::now();
    while !is_met() && began.elapsed() < max_time {
        assert!(poll_once(work).is_pending(), "the future ended before the condition was met");
        tokio::task::yield_now().await;
    }
}

/// Advances the timers of the runtime, as `TestApp::advance` advances the clock.
pub async fn advance_timers(time: std::time::Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// Polls a future a number of times and drops it, which stops it as a killed process does: at whatever it was waiting for,
/// with its transaction rolled back.
pub async fn cancel_after<T>(steps: usize, work: impl Future<Output = T>) {
    let mut work = Box::pin(work);
    for _ in 0..steps {
        if poll_once(&mut work).is_ready() {
            break;
        }
        tokio::task::yield_now().await;
    }
}

/// Runs a future until it has been woken a number of times, and leaves it where it then waits. Returns whether it has ended.
pub async fn run_steps<T>(steps: usize, work: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> bool {
    let mut left = steps;
    std::future::poll_fn(|context| {
        if left == 0 {
            return std::task::Poll::Ready(false);
        }
        left -= 1;
        work.as_mut().poll(context).map(|_| true)
    })
    .await
}
