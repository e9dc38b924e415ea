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

/// Returns no row during a back-off. A remaining wait above the maximum means that the clock was set back: it is ignored.
/// Parameters: name, end of a new window, now, free attempts, first wait, longest wait, doublings up to the longest wait.
const COUNT: &str = "insert into rate_limits (name, hits, window_ends_at, blocked_until)
     values ($1, 1, $2, case when $4 <= 1 then $3 + $5 else 0 end)
     on conflict (name) do update set
         hits = case when rate_limits.window_ends_at < $3 then 1 else rate_limits.hits + 1 end,
         window_ends_at = case when rate_limits.window_ends_at < $3 then $2 else rate_limits.window_ends_at end,
         blocked_until = case
             when (case when rate_limits.window_ends_at < $3 then 1 else rate_limits.hits + 1 end) < $4 then 0
             when (case when rate_limits.window_ends_at < $3 then 1 else rate_limits.hits + 1 end) - $4 >= $7 then $3 + $6
             else $3 + ($5 << cast((case when rate_limits.window_ends_at < $3 then 1 else rate_limits.hits + 1 end) - $4 as integer))
         end
     where rate_limits.blocked_until <= $3 or rate_limits.blocked_until > $3 + $6
     returning hits";

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

    /// Counts an attempt, or refuses it during a back-off. One statement does both: of a parallel burst no more attempts
    /// pass than the rule allows. The attempt that uses up the free ones starts the back-off.
    pub async fn check_and_count(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        if !self.is_on {
            return Ok(());
        }
        let (name, now) = (key(rule, who), self.clock.now().as_millisecond());
        let counted: Option<i64> = on_db!(self.db.writer(), pool => sqlx::query_scalar(COUNT)
            .bind(&name)
            .bind(now + millis(rule.window))
            .bind(now)
            .bind(rule.free_attempts)
            .bind(millis(rule.first_wait))
            .bind(millis(rule.max_wait))
            .bind(rule.doublings())
            .fetch_optional(pool)
            .await)?;
        match counted {
            Some(_) => Ok(()),
            None => Err(AppError::TooMany { retry_after_seconds: self.remaining_wait(&name, now).await? }),
        }
    }

    /// Takes back an attempt that turned out not to count, and the back-off it started.
    pub async fn give_back(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        if !self.is_on {
            return Ok(());
        }
        on_db!(self.db.writer(), pool => {
            sqlx::query("update rate_limits set hits = hits - 1, blocked_until = 0 where name = $1 and hits > 0")
                .bind(key(rule, who))
                .execute(pool)
                .await
                .map(|_| ())
        })?;
        Ok(())
    }

    async fn remaining_wait(&self, name: &str, now: i64) -> Result<u64, AppError> {
        let blocked_until: Option<i64> = on_db!(self.db.reader(), pool => {
            sqlx::query_scalar("select blocked_until from rate_limits where name = $1").bind(name).fetch_optional(pool).await
        })?;
        let remaining = blocked_until.map_or(0, |until| (until - now).max(0));
        Ok(remaining as u64 / 1000 + 1)
    }

    pub async fn forget(&self, rule: &Rule, who: &str) -> Result<(), AppError> {
        if !self.is_on {
            return Ok(());
        }
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

    /// For an address that many users may share: a back-off of at most a minute, so that one of them delays the others
    /// but never locks them out.
    pub const fn shared(name: &'static str, free_attempts: i64) -> Rule {
        Rule {
            name,
            free_attempts,
            window: Duration::from_secs(3600),
            first_wait: Duration::from_secs(15),
            max_wait: Duration::from_secs(60),
        }
    }

    /// How often the first wait is doubled until it reaches the longest one.
    fn doublings(&self) -> i64 {
        let doubled = |count: &i64| millis(self.first_wait).saturating_mul(1 << count) >= millis(self.max_wait);
        (0..20).find(doubled).unwrap_or(20)
    }
}

fn millis(duration: Duration) -> i64 {
    duration.as_millis() as i64
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
    fn a_wait_of_one_minute_reaches_fifteen_after_four_doublings() {
        assert_eq!(Rule::an_hour("login", 3).doublings(), 4, "1, 2, 4, 8, then 15 minutes");
        assert_eq!(Rule::shared("login", 3).doublings(), 2, "15, 30, then 60 seconds");
    }
}
