//! One clock for all processes on one PostgreSQL. Leases, limits and sessions are stored as times of the process that wrote
//! them: one whose clock is minutes ahead would take what others still hold, and send it a second time (decision 0124).

use std::sync::atomic::Ordering;

use jiff::{SignedDuration, Timestamp};

use crate::clock::Clock;
use crate::db::{Db, Pool};

/// Differences that machines with a time service have, and that matter to nothing.
const TOLERANCE_MS: i64 = 2_000;
/// An answer that took longer says too little about the time.
const MAX_ROUND_TRIP: SignedDuration = SignedDuration::from_secs(1);

/// Corrects the clock of this process to that of the database, where they differ. A SQLite file has one process.
pub async fn follow(db: &Db, clock: &Clock) -> Result<(), sqlx::Error> {
    let (Pool::Postgres(pool), Clock::Shared(correction)) = (db.writer(), clock) else { return Ok(()) };
    let asked_at = Timestamp::now();
    let there: i64 = sqlx::query_scalar("select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)")
        .fetch_one(pool)
        .await?;
    let round_trip = Timestamp::now().duration_since(asked_at);
    let here = (asked_at + round_trip / 2).as_millisecond();
    let before = correction.load(Ordering::Relaxed);
    let Some(after) = next_correction(before, there - here, round_trip) else { return Ok(()) };
    correction.store(after, Ordering::Relaxed);
    tracing::warn!(
        seconds = after / 1000,
        "the clock of this machine differs from that of the database, which is used instead; check its time service"
    );
    Ok(())
}

/// `None` where the correction stays. A small change of the difference is an error of measurement.
fn next_correction(before: i64, difference: i64, round_trip: SignedDuration) -> Option<i64> {
    let after = if difference.abs() <= TOLERANCE_MS { 0 } else { difference };
    let is_known = (SignedDuration::ZERO..=MAX_ROUND_TRIP).contains(&round_trip);
    (is_known && (after - before).abs() > TOLERANCE_MS).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_difference_that_matters_is_corrected() {
        let quick = SignedDuration::from_millis(3);
        assert_eq!(next_correction(0, 1_900, quick), None);
        assert_eq!(next_correction(0, -180_000, quick), Some(-180_000));
        assert_eq!(next_correction(-180_000, -180_040, quick), None, "as before");
        assert_eq!(next_correction(-180_000, 300, quick), Some(0), "the machine was set right");
        assert_eq!(next_correction(0, 180_000, SignedDuration::from_secs(2)), None, "a slow answer");
        assert_eq!(next_correction(0, 180_000, SignedDuration::from_secs(-9)), None, "the clock was set meanwhile");
    }
}
