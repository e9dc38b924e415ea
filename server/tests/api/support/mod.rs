//! What every test stands on: an application of its own, its own database, a clock that is moved by hand.

pub mod app;
pub mod database;
pub mod dump;
pub mod feeds;
pub mod issuer;
pub mod persona;
pub mod process;

pub use app::TestApp;

/// Lets a future go one step, as far as it can without waiting.
pub fn poll_once<T>(future: &mut std::pin::Pin<Box<impl Future<Output = T>>>) -> std::task::Poll<T> {
    future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()))
}
