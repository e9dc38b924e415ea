//! What every test stands on: an application of its own, its own database, a clock that is moved by hand.

pub mod app;
pub mod database;
pub mod dump;
pub mod feeds;
pub mod issuer;
pub mod persona;
pub mod process;
pub mod push_service;

pub use app::TestApp;

/// Lets a future go one step, as far as it can without waiting.
pub fn poll_once<T>(future: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> std::task::Poll<T> {
    future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
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
