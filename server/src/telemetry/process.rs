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
    if let Some(limit) = rustix::process::getrlimit(rustix::process::Resource::Nofile).current {
        text.gauge("process_max_fds", "How many files and connections may be open", limit);
    }
    if let Some(seconds) = start_seconds() {
        text.gauge("process_start_time_seconds", "When the process started, in seconds since 1970", seconds);
    }
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn cpu_seconds() -> Option<f64> {
    Some(stat_seconds(11)? + stat_seconds(12)?)
}

/// The start of the system, and how long after it the process started.
fn start_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let boot = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
    Some(boot.parse::<f64>().ok()? + stat_seconds(19)?)
}

/// A time of proc(5)'s `stat`, by its index after the name of the program.
fn stat_seconds(index: usize) -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name, in brackets, may hold anything.
    let ticks = stat.rsplit_once(')')?.1.split_whitespace().nth(index)?;
    Some(ticks.parse::<f64>().ok()? / CLOCK_TICKS_A_SECOND)
}
