//! Unpacks the committed place index, so that the binary holds it ready for use.

use std::path::Path;
use std::{env, fs};

const PACKED: &str = "gazetteer/places.index.zst";

fn main() {
    println!("cargo::rerun-if-changed={PACKED}");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let packed = fs::File::open(PACKED).expect("gazetteer/places.index.zst is part of the repository");
    let mut unpacked = fs::File::create(Path::new(&folder).join("places.index")).expect("OUT_DIR can be written");
    zstd::stream::copy_decode(packed, &mut unpacked).expect("gazetteer/places.index.zst is intact");
}
