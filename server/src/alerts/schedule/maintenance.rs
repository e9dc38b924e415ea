//! The watch's smaller turns: which cells there are, which zones they lie in, what may be forgotten.

use jiff::SignedDuration;

use super::cells;
use crate::alerts::ingest::queries;
use crate::alerts::notifications::queries::delete_old_notifications;
use crate::alerts::service::Warnings;

const EVERY: SignedDuration = SignedDuration::from_secs(60);
/// Cells whose zones are not known, and how many of them may cost a question a minute.
const UNZONED_AT_ONCE: i64 = 2_000;
const MOST_QUESTIONS: usize = 120;

/// Counts people and places anew, once a minute among all processes.
pub async fn sync_cells(warnings: &Warnings) -> anyhow::Result<()> {
    if is_our_turn(warnings, "cells").await? {
        cells::sync(&warnings.db, warnings.clock.now().as_millisecond()).await?;
    }
    Ok(())
}

/// Asks the zones of cells that have none yet; a place elsewhere on Earth has none to ask for.
pub async fn learn_zones(warnings: &Warnings) -> anyhow::Result<()> {
    if !warnings.zones.has_zones() || !is_our_turn(warnings, "zones").await? {
        return Ok(());
    }
    let (american, elsewhere): (Vec<_>, Vec<_>) = cells::list_unzoned(&warnings.db, UNZONED_AT_ONCE)
        .await?
        .into_iter()
        .partition(|cell| warnings.zones.is_american(*cell));
    queries::insert_without_zones(&warnings.db, &elsewhere, warnings.clock.now().as_millisecond()).await?;
    for cell in american.into_iter().take(MOST_QUESTIONS) {
        warnings.zones.at(cell).await;
    }
    Ok(())
}

pub async fn watched_cells(warnings: &Warnings) -> anyhow::Result<i64> {
    Ok(cells::find_watch(&warnings.db, 0).await?.cells)
}

/// Removes what has had its time.
pub async fn tidy(warnings: &Warnings) -> anyhow::Result<()> {
    let now = warnings.clock.now().as_millisecond();
    delete_old_notifications(&warnings.db, now).await?;
    Ok(queries::delete_old(&warnings.db, now).await?)
}

/// A turn taken by one process for a minute, by the same rows as the feeds'.
async fn is_our_turn(warnings: &Warnings, name: &str) -> anyhow::Result<bool> {
    let now = warnings.clock.now();
    let next = (now + EVERY).as_millisecond();
    Ok(queries::claim_feed(&warnings.db, name, now.as_millisecond(), next).await?.is_some())
}
