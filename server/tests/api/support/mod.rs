//! What every test stands on: an application of its own, its own database, a clock that is moved by hand.

pub mod app;
pub mod database;
pub mod dump;
pub mod issuer;
pub mod persona;
pub mod process;

pub use app::TestApp;
