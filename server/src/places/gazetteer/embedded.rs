//! The bytes of the index inside the binary; pages that no query touches are never loaded.

pub static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/places.index"));
