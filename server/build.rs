//! Decompresses the committed place index, computes its derived sections and adds the landmarks, so that the binary can
//! use it in place.

use std::path::Path;
use std::{env, fs};

const COMPRESSED: &str = "../crates/gazetteer/data/places.index.zst";

fn main() {
    println!("cargo::rerun-if-changed={COMPRESSED}");
    let compressed = fs::File::open(COMPRESSED).expect("places.index.zst is part of the repository");
    let stored = zstd::decode_all(compressed).expect("places.index.zst is intact");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let index = Path::new(&folder).join("places.index");
    let landmarks = gazetteer::landmarks::committed().expect("the tables of landmarks can be read");
    let complete = gazetteer::complete(&stored, &landmarks).expect("the index and the landmarks fit together");
    fs::write(index, complete).expect("OUT_DIR can be written");
}
