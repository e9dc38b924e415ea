//! Limits per client address that are kept in memory, for calls that are too frequent to be counted in the database.
//!
//! Every process counts on its own, and a restart starts at zero.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use super::client_address::counted;
use crate::clock::Clock;
use crate::error::AppError;

/// At most this many calls per window; windows begin at multiples of their length.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    pub calls: u32,
    pub seconds: i64,
}

/// Addresses that are remembered; past them, those without a call in the current windows are forgotten, else all.
const MAX_ADDRESSES: usize = 50_000;

pub struct AddressLimit {
    /// The longest window comes last.
    allowed: &'static [Allowed],
    clock: Clock,
    counts: Mutex<HashMap<String, Vec<Count>>>,
}

/// The calls in one window.
#[derive(Clone, Copy, Default)]
struct Count {
    window: i64,
    calls: u32,
}

impl AddressLimit {
    pub fn new(allowed: &'static [Allowed], clock: Clock) -> AddressLimit {
        AddressLimit { allowed, clock, counts: Mutex::default() }
    }

    /// Counts a call, unless it exceeds one of the limits.
    pub fn count(&self, address: IpAddr) -> Result<(), AppError> {
        self.count_name(counted(address))
    }

    /// The same for something else that calls by its name.
    pub fn count_name(&self, name: String) -> Result<(), AppError> {
        let now = self.clock.now().as_second();
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= MAX_ADDRESSES {
            self.forget_old(&mut counts, now);
        }
        let counts = counts.entry(name).or_insert_with(|| vec![Count::default(); self.allowed.len()]);
        for (count, allowed) in counts.iter_mut().zip(self.allowed) {
            let window = now.div_euclid(allowed.seconds);
            if count.window != window {
                *count = Count { window, calls: 0 };
            }
            if count.calls >= allowed.calls {
                let retry_after = allowed.seconds - now.rem_euclid(allowed.seconds);
                return Err(AppError::TooMany { retry_after_seconds: retry_after.unsigned_abs() });
            }
        }
        counts.iter_mut().for_each(|count| count.calls += 1);
        Ok(())
    }

    fn forget_old(&self, counts: &mut HashMap<String, Vec<Count>>, now: i64) {
        let longest = self.allowed.last().map_or(1, |allowed| allowed.seconds);
        let window = now.div_euclid(longest);
        counts.retain(|_, counts| counts.last().is_some_and(|count| count.window == window));
        if counts.len() >= MAX_ADDRESSES {
            counts.clear();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    const ALLOWED: &[Allowed] = &[Allowed { calls: 2, seconds: 60 }, Allowed { calls: 3, seconds: 3600 }];

    fn limit() -> (AddressLimit, Clock) {
        let clock = Clock::manual("2026-11-15T12:00:20Z".parse().unwrap());
        (AddressLimit::new(ALLOWED, clock.clone()), clock)
    }

    fn wait(limit: &AddressLimit, address: &str) -> Option<u64> {
        match limit.count(address.parse().unwrap()) {
            Ok(()) => None,
            Err(AppError::TooMany { retry_after_seconds }) => Some(retry_after_seconds),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn each_window_has_its_own_limit_and_refused_calls_do_not_count() {
        let (limit, clock) = limit();
        assert_eq!((wait(&limit, "192.0.2.1"), wait(&limit, "192.0.2.1")), (None, None));
        assert_eq!(wait(&limit, "192.0.2.1"), Some(40), "until the minute is over");
        assert_eq!(wait(&limit, "192.0.2.2"), None, "another address");
        clock.advance(SignedDuration::from_secs(60));
        assert_eq!(wait(&limit, "192.0.2.1"), None);
        assert_eq!(wait(&limit, "192.0.2.1"), Some(3600 - 80), "until the hour is over");
        clock.advance(SignedDuration::from_hours(1));
        assert_eq!(wait(&limit, "192.0.2.1"), None);
    }

    #[test]
    fn the_number_of_remembered_addresses_is_limited() {
        let (limit, clock) = limit();
        for number in 0..MAX_ADDRESSES as u32 {
            limit.count(IpAddr::V4(number.into())).unwrap();
        }
        clock.advance(SignedDuration::from_hours(1));
        limit.count("192.0.2.1".parse().unwrap()).unwrap();
        assert_eq!(limit.counts.lock().unwrap().len(), 1);
    }
}
