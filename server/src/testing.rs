//! Genuine answers of outside services, where they are at hand; they are not ours to ship.

use std::path::Path;

/// One of the recordings beside the repository.
pub fn recording(path: &str) -> Option<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/fixtures");
    if !root.is_dir() {
        println!("skipped: ../shared absent (1 recording: {path})");
        return None;
    }
    let file = root.join(path);
    Some(std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}
