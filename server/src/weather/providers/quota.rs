//! The daily budget of weighted calls: never exceeded, people before watchers, freshness stretches.

use std::time::Duration;

use jiff::Timestamp;

use crate::db::Db;
use crate::settings::SourceId;
use crate::weather::cache::queries;

const DAY_SECONDS: i64 = 86_400;
/// The last part of the day's budget is for people: watchers leave it alone.
const FOR_PEOPLE: f64 = 0.2;
const LONGEST_STRETCH: f64 = 8.0;

/// Who wants the weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Somebody looks at a page.
    Person,
    /// A job looks after a place for somebody who is not there now.
    Watcher,
}

/// Counts in the database, so that restarts forget nothing and replicas share one budget.
#[derive(Clone)]
pub struct Budget {
    db: Db,
    source: SourceId,
    limit_tenths: Option<u32>,
}

/// Taken in advance for the most attempts a call may make; what was not used is given back.
#[derive(Debug)]
pub struct Reservation {
    day: i64,
    tenths_per_attempt: u32,
    attempts: u32,
    /// How much longer an answer stays fresh when the budget runs short.
    pub stretch: f64,
}

impl Budget {
    pub fn new(db: Db, source: SourceId, daily_calls: Option<u32>) -> Budget {
        Budget { db, source, limit_tenths: daily_calls.map(|calls| calls.saturating_mul(10)) }
    }

    /// `None` when the day's budget does not allow another call, or cannot be counted.
    pub async fn reserve(&self, tenths: u32, attempts: u32, purpose: Purpose, now: Timestamp) -> Option<Reservation> {
        let day = now.as_second().div_euclid(DAY_SECONDS);
        let reservation = Reservation { day, tenths_per_attempt: tenths, attempts, stretch: 1.0 };
        let Some(limit) = self.limit_tenths else { return Some(reservation) };
        let allowed = match purpose {
            Purpose::Person => f64::from(limit),
            Purpose::Watcher => f64::from(limit) * (1.0 - FOR_PEOPLE) * share_of_the_day(now),
        };
        let wanted = i64::from(tenths) * i64::from(attempts);
        match queries::reserve_budget(&self.db, self.source, day, wanted, allowed as i64).await {
            Ok(Some(spent)) => {
                Some(Reservation { stretch: stretch(spent as f64, f64::from(limit), now), ..reservation })
            }
            Ok(None) => None,
            Err(error) => {
                // Not counting could exceed the limit: another source is asked instead.
                tracing::warn!(%error, "the weather budget cannot be counted");
                None
            }
        }
    }

    /// How many calls of so many tenths watchers may make a day; `None` without a limit.
    pub fn for_watchers(&self, tenths: u32) -> Option<i64> {
        let limit = f64::from(self.limit_tenths?) * (1.0 - FOR_PEOPLE);
        Some((limit / f64::from(tenths.max(1))) as i64)
    }

    pub async fn settle(&self, reservation: &Reservation, attempts_used: u32) {
        let unused = reservation.attempts.saturating_sub(attempts_used);
        if self.limit_tenths.is_none() || unused == 0 {
            return;
        }
        let tenths = i64::from(unused) * i64::from(reservation.tenths_per_attempt);
        if let Err(error) = queries::refund_budget(&self.db, self.source, reservation.day, tenths).await {
            tracing::warn!(%error, "unused weather calls could not be given back");
        }
    }

    /// How the day stands for somebody who wants a call of so many tenths; `None` without a limit.
    pub async fn state(&self, wanted_tenths: u32, now: Timestamp) -> Option<BudgetState> {
        let limit = self.limit_tenths?;
        let day = now.as_second().div_euclid(DAY_SECONDS);
        let spent = u32::try_from(queries::find_spent(&self.db, self.source, day).await.ok()?).unwrap_or(0);
        Some(BudgetState {
            spent: spent / 10,
            allowed: limit / 10,
            rationing: if spent.saturating_add(wanted_tenths) > limit {
                Rationing::Spent
            } else if stretch(f64::from(spent), f64::from(limit), now) > 1.0 {
                Rationing::Short
            } else {
                Rationing::None
            },
        })
    }
}

/// Calls spent today, calls allowed a day, and what that means for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetState {
    pub spent: u32,
    pub allowed: u32,
    pub rationing: Rationing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rationing {
    None,
    /// Reports stay fresh for longer, so that the rest lasts until midnight.
    Short,
    /// The next call does not fit any more.
    Spent,
}

/// Watchers never sleep and would spend the whole day's share in its first hours: they get it hour by hour.
fn share_of_the_day(now: Timestamp) -> f64 {
    let hours_begun = now.as_second().rem_euclid(DAY_SECONDS) / 3600 + 1;
    hours_begun as f64 / 24.0
}

/// 1 while the budget lasts at an even pace to midnight (UTC, when the provider counts anew);
/// beyond that so much longer that the rest lasts.
fn stretch(spent: f64, limit: f64, now: Timestamp) -> f64 {
    let day_left = 1.0 - now.as_second().rem_euclid(DAY_SECONDS) as f64 / DAY_SECONDS as f64;
    let budget_left = ((limit - spent) / limit).max(0.001);
    // A small head start: the first calls of a day are no sign of need.
    if spent < 0.1 * limit { 1.0 } else { (day_left / budget_left).clamp(1.0, LONGEST_STRETCH) }
}

pub fn stretched(fresh: Duration, stretch: f64) -> Duration {
    fresh.mul_f64(stretch)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn freshness_stretches_when_the_budget_runs_ahead_of_the_day() {
        let noon = at("2026-05-01T12:00:00Z");
        assert_eq!(stretch(500.0, 1000.0, noon), 1.0);
        assert_eq!(stretch(750.0, 1000.0, noon), 2.0);
        assert_eq!(stretch(1000.0, 1000.0, noon), LONGEST_STRETCH);
        assert_eq!(stretch(50.0, 1000.0, at("2026-05-01T00:01:00Z")), 1.0);
    }
}
