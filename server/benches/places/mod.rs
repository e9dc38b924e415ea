//! How fast places are found, against the limits, compared with SQLite's full-text search on the same names.

mod full_text;
mod http;
mod workload;

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::load::note_miss;

const PACKED: &[u8] = include_bytes!("../../../crates/gazetteer/data/places.index.zst");

pub fn measure() {
    let opened = Instant::now();
    let gazetteer = halcyon::places::embedded_gazetteer().unwrap();
    black_box(gazetteer.search("ab", None, 5));
    let ready = opened.elapsed();

    println!("places: {} places, {} names", gazetteer.len(), gazetteer.names().count());
    at_most("index in the repository, MB", PACKED.len() as f64 / 1e6, 14.0);
    at_most("index in the binary, MB", halcyon::places::embedded_size() as f64 / 1e6, 45.0);
    at_most("time until ready, ms", ready.as_secs_f64() * 1e3, 50.0);

    let prefixes = workload::prefixes(&gazetteer);
    let search = |text: &String| gazetteer.search(text, None, 5).len();
    at_least("prefixes typed letter by letter, per second", per_second(&prefixes, search), 100_000.0);
    let misspelt = workload::misspelt();
    let names: Vec<String> = misspelt.iter().map(|row| row.typed.clone()).collect();
    at_least("misspelt names, per second", per_second(&names, search), 3_000.0);
    let found = misspelt.iter().filter(|row| row.is_found(&gazetteer)).count();
    at_least("misspelt names found in the first five, of 30", found as f64 * 30.0 / misspelt.len() as f64, 29.0);
    let hardest = workload::hardest();
    at_least("hostile texts, per second", per_second(&hardest, search), 3_000.0);
    let points = workload::points(&gazetteer);
    let locate = |point: &(f64, f64, String)| gazetteer.locate(point.0, point.1, &point.2);
    at_least("coordinates named, per second", per_second(&points, locate), 500_000.0);

    let runtime = tokio::runtime::Runtime::new().unwrap();
    let full_text = runtime.block_on(full_text::per_second(&gazetteer, &prefixes));
    println!("{:<52} {full_text:>12.0}   (for comparison)", "SQLite FTS5, the same prefixes, per second");

    let ratio = runtime.block_on(http::cost_beside_a_bare_handler(&prefixes));
    at_most("autocomplete over HTTP, CPU compared with bare", ratio, 3.0);
}

/// Repeats the whole workload for at least a second.
fn per_second<T, R>(workload: &[T], mut work: impl FnMut(&T) -> R) -> f64 {
    let (started, mut done) = (Instant::now(), 0);
    while started.elapsed() < Duration::from_secs(1) {
        workload.iter().for_each(|item| drop(black_box(work(black_box(item)))));
        done += workload.len();
    }
    done as f64 / started.elapsed().as_secs_f64()
}

fn at_least(what: &str, measured: f64, limit: f64) {
    print(what, measured, "at least", limit, measured >= limit);
}

fn at_most(what: &str, measured: f64, limit: f64) {
    print(what, measured, "at most", limit, measured <= limit);
}

fn print(what: &str, measured: f64, word: &str, limit: f64, holds: bool) {
    let digits = if limit < 1_000.0 { 2 } else { 0 };
    let verdict = if holds { "" } else { "   MISSED" };
    println!("{what:<52} {measured:>12.digits$}   {word} {limit}{verdict}");
    if !holds {
        note_miss(format!("{what}: {measured:.digits$} ({word} {limit})"));
    }
}
