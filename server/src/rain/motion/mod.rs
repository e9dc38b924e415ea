//! How rain moves: estimated from three pictures, and continued for an hour.

mod matching;
mod nowcast;
mod picture;
mod vectors;

pub use nowcast::Nowcast;
pub use vectors::Vectors;

#[cfg(test)]
pub mod generated;
