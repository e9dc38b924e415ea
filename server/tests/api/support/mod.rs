//! What every test stands on: an application of its own, its own database, a clock that is moved by hand.

pub mod app;
pub mod database;
pub mod dump;
pub mod feeds;
pub mod issuer;
pub mod mail_server;
pub mod persona;
pub mod process;
pub mod push_service;

pub use app::TestApp;

/// Lets a future go one step, as far as it can without waiting.
pub fn poll_once<T>(future: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> std::task::Poll<T> {
    future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
}

/// Lets work go on until something is so; it must neither end before nor take for ever.
pub async fn go_on_until<T>(work: &mut std::pin::Pin<Box<impl Future<Output = T>>>, is_so: impl Fn() -> bool) {
    go_on_for(work, std::time::Duration::from_secs(20), &is_so).await;
    assert!(is_so(), "it is never so");
}

/// The same for so long at most.
pub async fn go_on_for<T>(
    work: &mut std::pin::Pin<Box<impl Future<Output = T>>>,
    longest: std::time::Duration,
    is_so: impl Fn() -> bool,
) {
    let began = std::time::Instant::now();
    while !is_so() && began.elapsed() < longest {
        assert!(poll_once(work).is_pending(), "it has ended before");
        tokio::task::yield_now().await;
    }
}

/// Advances tokio's clock, as `TestApp::advance` advances the time of day: no test sleeps.
pub async fn pass(time: std::time::Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// Lets a piece of work go so many steps and drops it, which stops it as a killed process does: at whatever it was
/// waiting for, its transaction undone.
pub async fn die_after<T>(steps: usize, work: impl Future<Output = T>) {
    let mut work = Box::pin(work);
    for _ in 0..steps {
        if poll_once(&mut work).is_ready() {
            break;
        }
        tokio::task::yield_now().await;
    }
}
