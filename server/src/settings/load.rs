//! Concurrency limits by class of call, and how long a request waits for a slot.

use std::time::Duration;

use super::reader::Reader;

#[derive(Clone, Copy, Debug)]
pub struct LoadSettings {
    pub weather: usize,
    pub read: usize,
    pub auth: usize,
    pub write: usize,
    /// How long a request waits for a slot before it is sent away.
    pub queue: Duration,
}

pub fn read(reader: &mut Reader) -> LoadSettings {
    LoadSettings {
        weather: reader.number("HALCYON_WEATHER_SLOTS", 1, MAX_SLOTS),
        read: reader.number("HALCYON_READ_SLOTS", 1, MAX_SLOTS),
        auth: reader.number("HALCYON_AUTH_SLOTS", 1, MAX_SLOTS),
        write: reader.number("HALCYON_WRITE_SLOTS", 1, MAX_SLOTS),
        queue: Duration::from_millis(reader.number("HALCYON_QUEUE_MILLISECONDS", 0, 20_000)),
    }
}

const MAX_SLOTS: usize = 1_000_000;
