//! Quota of calls to Google: per client address, and in total per day. Past it, the index is used.

use std::net::IpAddr;
use std::time::Duration;

use crate::db::rate_limit::{RateLimiter, Rule};
use crate::http::client_address::counted;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);
const HOUR: Duration = Duration::from_secs(3600);

/// Suggestions come with every letter typed.
const SUGGESTIONS: [Rule; 2] = [
    by_address("google-places-suggestions", 60, MINUTE, MINUTE),
    by_address("google-places-suggestions-day", 2_000, DAY, HOUR),
];
/// Details, geocoding and reverse geocoding together.
const LOOKUPS: [Rule; 2] =
    [by_address("google-places-lookups", 60, MINUTE, MINUTE), by_address("google-places-lookups-day", 500, DAY, HOUR)];

const fn by_address(name: &'static str, free_attempts: i64, window: Duration, wait: Duration) -> Rule {
    Rule { name, free_attempts, window, first_wait: wait, max_wait: wait }
}

/// Counters in the database, so that all processes together stay below the cap.
#[derive(Clone)]
pub struct Allowance {
    counters: RateLimiter,
    calls: Rule,
}

impl Allowance {
    pub fn new(counters: RateLimiter, calls_a_day: u32) -> Allowance {
        let calls = Rule {
            name: "google-places-day",
            free_attempts: i64::from(calls_a_day),
            window: DAY,
            first_wait: HOUR,
            max_wait: DAY,
        };
        Allowance { counters, calls }
    }

    /// Counts one suggestion for this address; if counting fails, Google is not called.
    pub async fn has_suggestion(&self, client: Option<IpAddr>) -> bool {
        self.has(&SUGGESTIONS, client).await
    }

    /// Counts one paid lookup for this address. Background jobs have no address, only the total of the day.
    pub async fn has_lookup(&self, client: Option<IpAddr>) -> bool {
        self.has(&LOOKUPS, client).await
    }

    /// One more call of the day.
    pub async fn has_call(&self) -> bool {
        self.calls.free_attempts > 0 && self.counters.check_and_count(&self.calls, "all").await.is_ok()
    }

    async fn has(&self, rules: &[Rule], client: Option<IpAddr>) -> bool {
        let Some(who) = client.map(counted) else { return true };
        for rule in rules {
            if self.counters.check_and_count(rule, &who).await.is_err() {
                return false;
            }
        }
        true
    }
}
