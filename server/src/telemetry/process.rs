//! The process as the system sees it, under the names every Prometheus client uses. Linux only; absent elsewhere.

use std::fs;

use crate::telemetry::prometheus::{Exposition, MetricKind};

const CLOCK_TICKS_A_SECOND: f64 = 100.0;

pub fn expose(text: &mut Exposition) {
    if let Some(bytes) = resident_bytes() {
        text.gauge("process_resident_memory_bytes", "Memory in use", bytes);
    }
    if let Some(seconds) = cpu_seconds() {
        text.family("process_cpu_seconds_total", MetricKind::Counter, "CPU time, user and system");
        text.sample("process_cpu_seconds_total", &[], seconds);
    }
    if let Ok(handles) = fs::read_dir("/proc/self/fd") {
        text.gauge("process_open_fds", "Open files and connections", handles.count());
    }
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn cpu_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / CLOCK_TICKS_A_SECOND)
}
