//! Rate limits: counters in the database, shared by all processes and kept over restarts.

use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::db::Db;
use crate::encoding::hex;
use crate::error::AppError;
use crate::on_db;
use crate::settings::Settings;

/// Free attempts per window, then an exponential back-off.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub name: &'static str,
    pub free_attempts: i64,
    pub window: Duration,
    pub first_wait: Duration,
    pub max_wait: Duration,
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

    /// Fails during a back-off; counts nothing.
    pub async fn check(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        if !self.is_on {
            return Ok(());
        }
        let now = self.clock.now().as_millisecond();
        let blocked_until: Option<i64> = on_db!(self.db.reader(), pool => {
            sqlx::query_scalar("select blocked_until from rate_limits where name = $1").bind(key(rule, who)).fetch_optional(pool).await
        })?;
        match blocked_until {
            // A remaining wait above the maximum means that the clock was set back: ignore it.
            Some(until) if until > now && until - now <= rule.max_wait.as_millis() as i64 => {
                Err(AppError::TooMany { retry_after_seconds: (until - now) as u64 / 1000 + 1 })
            }
            _ => Ok(()),
        }
    }

    /// Counts an attempt; the back-off starts once the free ones are used up.
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

    /// For calls where every attempt counts, not only failed ones.
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
    /// A number of attempts per hour, then a back-off from one to fifteen minutes.
    pub const fn an_hour(name: &'static str, free_attempts: i64) -> Rule {
        Rule {
            name,
            free_attempts,
            window: Duration::from_secs(3600),
            first_wait: Duration::from_secs(60),
            max_wait: Duration::from_secs(900),
        }
    }

    /// Doubles with each attempt past the free ones, up to the maximum; in milliseconds.
    fn wait_after(&self, hits: i64) -> Option<i64> {
        let excess = hits - self.free_attempts;
        let doublings = u32::try_from(excess).ok()?.min(20);
        let wait = self.first_wait.as_millis() as i64 * (1_i64 << doublings);
        Some(wait.min(self.max_wait.as_millis() as i64))
    }
}

/// Hashed, so that the table contains no e-mail or network address.
fn key(rule: &Rule, who: &str) -> String {
    let hash = Sha256::digest(format!("{}:{who}", rule.name).as_bytes());
    hex(&hash[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_begin_after_the_free_hits_and_double_up_to_the_longest() {
        let minute = Duration::from_secs(60);
        let rule = Rule { name: "login", free_attempts: 3, window: minute, first_wait: minute, max_wait: 15 * minute };
        let waits: Vec<Option<i64>> = (1..=8).map(|hits| rule.wait_after(hits).map(|wait| wait / 60_000)).collect();
        assert_eq!(waits, [None, None, Some(1), Some(2), Some(4), Some(8), Some(15), Some(15)]);
    }
}
