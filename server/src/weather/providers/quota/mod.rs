//! The provider's daily quota of weighted calls: never exceeded, with a reserve for interactive requests.

mod queries;

use jiff::Timestamp;

use crate::db::Db;

const DAY_SECONDS: i64 = 86_400;
/// The share of the quota that background jobs leave to interactive requests.
const INTERACTIVE_SHARE: f64 = 0.2;
const MAX_FRESHNESS_FACTOR: f64 = 8.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// A visitor is waiting for the answer.
    Interactive,
    /// A background job checks the place.
    Background,
}

/// Counted in the database: it survives restarts, and replicas share it.
#[derive(Clone)]
pub struct Quota {
    db: Db,
    /// Whose calls are counted.
    source: &'static str,
    limit_tenths: Option<u32>,
}

/// Made in advance for the maximum number of attempts; unused attempts are released afterwards.
#[derive(Debug)]
pub struct Reservation {
    day: i64,
    tenths_per_attempt: u32,
    attempts: u32,
    /// How much longer a forecast stays fresh because the quota runs low; 1 is normal.
    pub freshness_factor: f64,
}

impl Quota {
    pub fn new(db: Db, source: &'static str, daily_calls: Option<u32>) -> Quota {
        Quota { db, source, limit_tenths: daily_calls.map(|calls| calls.saturating_mul(10)) }
    }

    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> Quota {
        Quota { db: db.clone(), ..self.clone() }
    }

    /// `None` when the day's quota does not allow another call or the database is unavailable.
    pub async fn reserve(&self, tenths: u32, attempts: u32, priority: Priority, now: Timestamp) -> Option<Reservation> {
        let day = now.as_second().div_euclid(DAY_SECONDS);
        let reservation = Reservation { day, tenths_per_attempt: tenths, attempts, freshness_factor: 1.0 };
        let Some(limit) = self.limit_tenths else { return Some(reservation) };
        let allowed = match priority {
            Priority::Interactive => f64::from(limit),
            Priority::Background => f64::from(limit) * (1.0 - INTERACTIVE_SHARE) * elapsed_share_of_day(now),
        };
        let wanted = i64::from(tenths) * i64::from(attempts);
        match queries::reserve(&self.db, self.source, day, wanted, allowed as i64).await {
            Ok(Some(spent)) => Some(Reservation {
                freshness_factor: freshness_factor(spent as f64, f64::from(limit), now),
                ..reservation
            }),
            Ok(None) => None,
            Err(error) => {
                // An uncounted call could exceed the limit: the next provider is used instead.
                tracing::warn!(%error, "weather quota could not be reserved");
                None
            }
        }
    }

    /// How many background calls of the given weight fit into a day; `None` without a limit.
    pub fn background_calls_per_day(&self, tenths: u32) -> Option<i64> {
        let limit = f64::from(self.limit_tenths?) * (1.0 - INTERACTIVE_SHARE);
        Some((limit / f64::from(tenths.max(1))) as i64)
    }

    /// Returns the reserved attempts that were not made.
    pub async fn release_unused(&self, reservation: &Reservation, attempts_used: u32) {
        let unused = reservation.attempts.saturating_sub(attempts_used);
        if self.limit_tenths.is_none() || unused == 0 {
            return;
        }
        let tenths = i64::from(unused) * i64::from(reservation.tenths_per_attempt);
        if let Err(error) = queries::refund(&self.db, self.source, reservation.day, tenths).await {
            tracing::warn!(%error, "unused weather quota could not be released");
        }
    }

    /// Today's usage, judged for a next call of the given weight; `None` without a limit.
    pub async fn usage(&self, wanted_tenths: u32, now: Timestamp) -> Option<QuotaUsage> {
        let limit = self.limit_tenths?;
        let day = now.as_second().div_euclid(DAY_SECONDS);
        let spent = u32::try_from(queries::find_spent(&self.db, self.source, day).await.ok()?).unwrap_or(0);
        let state = if spent.saturating_add(wanted_tenths) > limit {
            QuotaState::Exhausted
        } else if freshness_factor(f64::from(spent), f64::from(limit), now) > 1.0 {
            QuotaState::Low
        } else {
            QuotaState::Sufficient
        };
        Some(QuotaUsage { spent: spent / 10, allowed: limit / 10, state })
    }
}

/// Calls made today and calls allowed per day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaUsage {
    pub spent: u32,
    pub allowed: u32,
    pub state: QuotaState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotaState {
    Sufficient,
    /// Reports stay fresh for longer, so that the rest lasts until midnight.
    Low,
    /// The next call does not fit.
    Exhausted,
}

/// Background jobs run all day and would spend their share in the first hours: it is released hour by hour.
fn elapsed_share_of_day(now: Timestamp) -> f64 {
    let hours_begun = now.as_second().rem_euclid(DAY_SECONDS) / 3600 + 1;
    hours_begun as f64 / 24.0
}

/// 1 while the quota lasts until midnight UTC, when the provider resets it, at an even pace; otherwise as much longer as
/// is needed to make the rest last.
fn freshness_factor(spent: f64, limit: f64, now: Timestamp) -> f64 {
    let day_left = 1.0 - now.as_second().rem_euclid(DAY_SECONDS) as f64 / DAY_SECONDS as f64;
    let quota_left = ((limit - spent) / limit).max(0.001);
    // The first calls of a day are no sign of a shortage.
    if spent < 0.1 * limit { 1.0 } else { (day_left / quota_left).clamp(1.0, MAX_FRESHNESS_FACTOR) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn reports_stay_fresh_for_longer_when_the_quota_runs_ahead_of_the_day() {
        let noon = "2026-05-01T12:00:00Z".parse().unwrap();
        assert_eq!(freshness_factor(500.0, 1000.0, noon), 1.0);
        assert_eq!(freshness_factor(750.0, 1000.0, noon), 2.0);
        assert_eq!(freshness_factor(1000.0, 1000.0, noon), MAX_FRESHNESS_FACTOR);
        assert_eq!(freshness_factor(50.0, 1000.0, "2026-05-01T00:01:00Z".parse().unwrap()), 1.0);
    }
}
