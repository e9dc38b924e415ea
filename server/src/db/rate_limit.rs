//! How often somebody may try: counters in the database, shared by all processes and kept over restarts.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::db::Db;
use crate::error::AppError;
use crate::on_db;
use crate::settings::Settings;

/// So many hits in a window; from then on a wait that grows with every further hit.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub name: &'static str,
    pub free_hits: i64,
    pub window: Duration,
    pub first_wait: Duration,
    pub longest_wait: Duration,
}

#[derive(Clone)]
pub struct RateLimiter {
    db: Db,
    clock: Clock,
    is_on: bool,
}

impl RateLimiter {
    pub fn new(settings: &Settings, db: Db, clock: Clock) -> RateLimiter {
        RateLimiter { db, clock, is_on: settings.rate_limits }
    }

    /// Refuses while a wait is running.
    pub async fn check(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        if !self.is_on {
            return Ok(());
        }
        let now = self.clock.now().as_millisecond();
        let blocked_until: Option<i64> = on_db!(self.db.reader(), pool => {
            sqlx::query_scalar("select blocked_until from rate_limits where name = $1").bind(key(rule, who)).fetch_optional(pool).await
        })?;
        match blocked_until {
            // A longer wait than the longest was begun before the clock was set back: it is over.
            Some(until) if until > now && until - now <= rule.longest_wait.as_millis() as i64 => {
                Err(AppError::TooMany { retry_after_seconds: (until - now) as u64 / 1000 + 1 })
            }
            _ => Ok(()),
        }
    }

    /// Counts a hit; the wait begins once the free ones are used up.
    pub async fn count(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        if !self.is_on {
            return Ok(());
        }
        let now = self.clock.now().as_millisecond();
        let window_ends = now + rule.window.as_millis() as i64;
        let name = key(rule, who);
        let hits: i64 = on_db!(self.db.writer(), pool => sqlx::query_scalar(
            "insert into rate_limits (name, hits, window_ends_at, blocked_until) values ($1, 1, $2, 0)
             on conflict (name) do update set
                 hits = case when rate_limits.window_ends_at < $3 then 1 else rate_limits.hits + 1 end,
                 window_ends_at = case when rate_limits.window_ends_at < $3 then $2 else rate_limits.window_ends_at end
             returning hits",
        )
        .bind(&name)
        .bind(window_ends)
        .bind(now)
        .fetch_one(pool)
        .await)?;
        if let Some(wait) = rule.wait_after(hits) {
            on_db!(self.db.writer(), pool => {
                sqlx::query("update rate_limits set blocked_until = $2 where name = $1").bind(&name).bind(now + wait).execute(pool).await.map(|_| ())
            })?;
        }
        Ok(())
    }

    /// Counts first and refuses when that was one too many: for calls that cost something each time.
    pub async fn check_and_count(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        self.check(rule, who).await?;
        self.count(rule, who).await
    }

    pub async fn forget(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        on_db!(self.db.writer(), pool => {
            sqlx::query("delete from rate_limits where name = $1").bind(key(rule, who)).execute(pool).await.map(|_| ())
        })?;
        Ok(())
    }
}

impl Rule {
    /// So many an hour; then a minute's wait that grows to a quarter of an hour.
    pub const fn an_hour(name: &'static str, free_hits: i64) -> Rule {
        Rule {
            name,
            free_hits,
            window: Duration::from_secs(3600),
            first_wait: Duration::from_secs(60),
            longest_wait: Duration::from_secs(900),
        }
    }

    /// Doubles with each hit past the free ones, up to the longest wait; in milliseconds.
    fn wait_after(&self, hits: i64) -> Option<i64> {
        let excess = hits - self.free_hits;
        let doublings = u32::try_from(excess).ok()?.min(20);
        let wait = self.first_wait.as_millis() as i64 * (1_i64 << doublings);
        Some(wait.min(self.longest_wait.as_millis() as i64))
    }
}

/// A hash, so that no address of a person or a machine stands in the table.
fn key(rule: &Rule, who: &str) -> String {
    let hash = Sha256::digest(format!("{}:{who}", rule.name).as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_begin_after_the_free_hits_and_double_up_to_the_longest() {
        let minute = Duration::from_secs(60);
        let rule = Rule { name: "login", free_hits: 3, window: minute, first_wait: minute, longest_wait: 15 * minute };
        let waits: Vec<Option<i64>> = (1..=8).map(|hits| rule.wait_after(hits).map(|wait| wait / 60_000)).collect();
        assert_eq!(waits, [None, None, Some(1), Some(2), Some(4), Some(8), Some(15), Some(15)]);
    }
}
