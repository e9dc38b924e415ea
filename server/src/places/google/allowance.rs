//! Quota of calls to Google: per client address and minute, and in total per day. Past it, the index is used.

use std::net::IpAddr;
use std::time::Duration;

use crate::db::rate_limit::{RateLimiter, Rule};
use crate::http::client_address::counted;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);
/// Enough for fast typing.
const SUGGESTIONS_A_MINUTE: i64 = 60;

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
            first_wait: Duration::from_secs(3600),
            max_wait: DAY,
        };
        Allowance { counters, calls }
    }

    /// Counts one suggestion for this address; if counting fails, Google is not called.
    pub async fn has_suggestion(&self, client: Option<IpAddr>) -> bool {
        const SUGGESTIONS: Rule = Rule {
            name: "google-places-suggestions",
            free_attempts: SUGGESTIONS_A_MINUTE,
            window: MINUTE,
            first_wait: MINUTE,
            max_wait: MINUTE,
        };
        match client {
            Some(client) => self.counters.check_and_count(&SUGGESTIONS, &counted(client)).await.is_ok(),
            None => true,
        }
    }

    /// One more call of the day.
    pub async fn has_call(&self) -> bool {
        self.calls.free_attempts > 0 && self.counters.check_and_count(&self.calls, "all").await.is_ok()
    }
}
