//! Regular jobs around the pipeline: syncing cells, looking up zones, and deleting expired rows.

use jiff::SignedDuration;

use super::ingest;
use super::matching::mark_without_zones;
use super::matching::zones::Zones;
use super::notifications;
use super::schedule::cells;
use crate::clock::Clock;
use crate::db::Db;
use crate::db::lease::claim_job;

/// How often each job runs, among all processes.
const INTERVAL: SignedDuration = SignedDuration::from_secs(60);
/// How often all places are counted instead of those that changed. Until then the cell of a deleted place keeps its count.
const RECOUNT_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// A change may be visible so long after its time: its transaction lasted, or the clock of its process is slow.
const MAX_DELAY: SignedDuration = SignedDuration::from_mins(10);
/// Cells without zones that one run handles, and how many of them it may look up at the weather service.
const MAX_CELLS: i64 = 2_000;
const MAX_LOOKUPS: usize = 120;

/// Brings the cells in step with the places that changed since the last run, and counts them.
pub async fn sync_cells(db: &Db, clock: &Clock) -> anyhow::Result<()> {
    if !claim(db, clock, "cells").await? {
        return Ok(());
    }
    let now = clock.now();
    let recounted_until = (now + RECOUNT_INTERVAL).as_millisecond();
    let is_recount_due = claim_job(db, "cell recount", now.as_millisecond(), recounted_until).await?;
    let since = match is_recount_due {
        true => None,
        false => cells::find_counted_at(db).await?.map(|at| at - MAX_DELAY.as_millis() as i64),
    };
    cells::sync_cells(db, since, now.as_millisecond()).await?;
    cells::store_counts(db, now.as_millisecond()).await
}

/// Cells far from US territory have no zones to look up.
pub async fn look_up_zones(db: &Db, clock: &Clock, zones: &Zones) -> anyhow::Result<()> {
    if !zones.has_service() || !claim(db, clock, "zones").await? {
        return Ok(());
    }
    let cells = cells::list_cells_without_zones(db, MAX_CELLS).await?;
    let (in_us, elsewhere): (Vec<_>, Vec<_>) = cells.into_iter().partition(|cell| zones.is_near_us_territory(*cell));
    mark_without_zones(db, &elsewhere, clock.now().as_millisecond()).await?;
    for cell in in_us.into_iter().take(MAX_LOOKUPS) {
        zones.look_up(cell).await;
    }
    Ok(())
}

pub async fn delete_expired(db: &Db, clock: &Clock) -> anyhow::Result<()> {
    let now = clock.now().as_millisecond();
    notifications::queries::delete_expired(db, now).await?;
    Ok(ingest::queries::delete_expired(db, now).await?)
}

async fn claim(db: &Db, clock: &Clock, job: &str) -> Result<bool, sqlx::Error> {
    let now = clock.now();
    claim_job(db, job, now.as_millisecond(), (now + INTERVAL).as_millisecond()).await
}
