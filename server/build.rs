//! Unpacks and completes the committed place index, so that the binary holds it ready for use.

use std::path::Path;
use std::{env, fs};

/// The few files of the index that both the server and this program need.
#[allow(dead_code)]
#[path = "src/places/gazetteer"]
mod gazetteer {
    pub mod complete;
    mod reach;
    mod sections;
    mod sphere;
}

const PACKED: &str = "gazetteer/places.index.zst";

fn main() {
    println!("cargo::rerun-if-changed={PACKED}");
    let packed = fs::File::open(PACKED).expect("gazetteer/places.index.zst is part of the repository");
    let stored = zstd::decode_all(packed).expect("gazetteer/places.index.zst is intact");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let index = Path::new(&folder).join("places.index");
    fs::write(index, gazetteer::complete::complete(&stored)).expect("OUT_DIR can be written");
}
