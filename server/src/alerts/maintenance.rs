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
/// Cells without zones that one run handles, and how many of them it may look up at the weather service.
const MAX_CELLS: i64 = 2_000;
const MAX_LOOKUPS: usize = 120;

pub async fn sync_cells(db: &Db, clock: &Clock) -> anyhow::Result<()> {
    if claim(db, clock, "cells").await? {
        cells::sync_cells(db, clock.now().as_millisecond()).await?;
    }
    Ok(())
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
