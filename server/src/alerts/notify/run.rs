//! A notification run: for every due cell, compares the alerts in force with the last-notified states and writes
//! notifications to the outbox, each batch of cells in one transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use futures_util::{FutureExt, StreamExt, stream};
use jiff::{SignedDuration, Timestamp};

use super::interruption;
use super::planner::{DueCell, Plan, Planner};
use super::queries::{self, AlertRow, LastNotifiedRow};
use super::transitions::{AlertContent, CurrentAlert};
use super::writes;
use crate::alerts::matching::active::{ActiveAlert, ActiveAlerts};
use crate::alerts::matching::same_event::{self, Event};
use crate::alerts::matching::zones::Zones;
use crate::alerts::model::cell::Cell;
use crate::alerts::model::stored::StoredAlert;
use crate::alerts::schedule::cell_hazard::CellHazard;
use crate::alerts::schedule::cells::lock_cells;
use crate::alerts::schedule::lease::{self, CellJob, CellLeases, LeasedCell};
use crate::clock::Clock;
use crate::db::{Db, Tx};
use crate::in_transaction;

/// Cells that are claimed together: for each claim, the list of alerts is read again.
const BATCH: usize = 400;
/// Cells of one transaction.
const MAX_CELLS: usize = 100;
/// Users of one transaction, which holds their locks and has their preferences in memory; more only if one cell has more.
const MAX_USERS: i64 = 5_000;
const USERS_PER_STATEMENT: usize = 1_000;
/// While one waits for PostgreSQL, another is planned. SQLite has one writer.
const TRANSACTIONS_AT_ONCE: usize = 2;
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// Runs until no cell is due; returns how many notifications were written.
pub async fn notify_due_cells(db: &Db, clock: &Clock, zones: &Zones, active: &ActiveAlerts) -> anyhow::Result<usize> {
    let mut written = 0;
    let mut leases = CellLeases::new(CellJob::Notify);
    let feeds = active.feed_names();
    let at_once = if matches!(db, Db::Sqlite { .. }) { 1 } else { TRANSACTIONS_AT_ONCE };
    loop {
        let now = clock.now();
        let leased = leases.claim(db, BATCH, now.as_millisecond()).await?;
        if leased.is_empty() {
            return Ok(written);
        }
        // Read after the claim, so that the list contains the changes that made the cells due.
        let list = active.latest().await?;
        let mut batch = Vec::with_capacity(leased.len());
        let cells: Vec<Cell> = leased.iter().map(|leased| leased.cell).collect();
        for (leased, zone) in leased.into_iter().zip(zones.find_known(&cells).await?) {
            let found = list.matching(leased.cell.coordinates(), &zone, now);
            let (issued, hazards) = (current_issued(&found), current_hazards(&leased, &found, now)?);
            batch.push(DueCell { leased, issued, hazards });
        }
        let users: Vec<i64> = batch.iter().map(|due| due.leased.user_count).collect();
        let commits =
            split_by_users(&users).into_iter().map(|cells| commit_batch(db, &batch[cells], &feeds, now).boxed());
        let outcomes: Vec<anyhow::Result<usize>> = stream::iter(commits).buffer_unordered(at_once).collect().await;
        for outcome in outcomes {
            written += outcome?;
        }
    }
}

/// Neighbouring cells together, as long as they are not too many and do not have too many users.
fn split_by_users(users: &[i64]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut sum = 0;
    for (index, count) in users.iter().enumerate() {
        sum += count;
        match parts.last_mut() {
            Some(part) if sum <= MAX_USERS && part.len() < MAX_CELLS => part.end = index + 1,
            _ => {
                parts.push(index..index + 1);
                sum = *count;
            }
        }
    }
    parts
}

fn current_issued(found: &[&ActiveAlert]) -> Vec<CurrentAlert> {
    let current = |active: &&ActiveAlert| {
        let twins: Vec<&ActiveAlert> =
            found.iter().copied().filter(|other| same_event::is_same_event(active, other)).collect();
        CurrentAlert {
            identity: active.alert.id.clone(),
            revision: active.revision,
            severity: active.alert.severity,
            is_extreme: active.alert.is_extreme(),
            ends_at: active.alert.ends_at.as_millisecond(),
            interrupts_from: interruption::of_issued(&active.alert, &active.feed).map(Timestamp::as_millisecond),
            is_suppressed: twins.iter().any(|twin| same_event::is_preferred(twin, active)),
            twins: twins.iter().map(|twin| twin.alert.id.clone()).collect(),
            event: Event::of(&active.feed, &active.alert),
            height_limits: active.alert.height_limits,
            content: AlertContent::Issued(active.id),
        }
    };
    found.iter().map(current).collect()
}

/// The hazards with the elevation band of their places. One that an authority has issued an alert about is not notified.
fn current_hazards(
    leased: &LeasedCell,
    issued: &[&ActiveAlert],
    now: Timestamp,
) -> serde_json::Result<Vec<(Option<i16>, CurrentAlert)>> {
    let hazards: Vec<CellHazard> = serde_json::from_str(&leased.hazards).unwrap_or_default();
    let current = |CellHazard { alert, revision, elevation, .. }: CellHazard| {
        let band = elevation.map(|metres| format!(",{metres}")).unwrap_or_default();
        let current = CurrentAlert {
            // The same hazard at another cell or elevation is another event.
            identity: format!("{}@{},{}{band}", alert.id, leased.cell.latitude_e2, leased.cell.longitude_e2),
            revision,
            severity: alert.severity,
            is_extreme: false,
            ends_at: alert.ends_at.as_millisecond(),
            interrupts_from: interruption::of_hazard(&alert).map(Timestamp::as_millisecond),
            is_suppressed: issued.iter().any(|issued| alert.is_covered_by(&issued.alert, now)),
            twins: Vec::new(),
            event: None,
            height_limits: None,
            content: AlertContent::Hazard(serde_json::to_string(&alert)?),
        };
        Ok((elevation, current))
    };
    hazards.into_iter().filter(|hazard| hazard.alert.ends_at > now).map(current).collect()
}

/// What the alerts were about that users were notified of and that are no longer in force, if another feed may have the
/// same event.
async fn list_ended(
    tx: &mut Tx,
    batch: &[DueCell],
    states: &[LastNotifiedRow],
    feeds: &[String],
) -> Result<HashMap<String, Event>, sqlx::Error> {
    let current = || batch.iter().flat_map(DueCell::current);
    if feeds.is_empty() || current().all(|current| current.event.is_none()) {
        return Ok(HashMap::new());
    }
    let in_force: HashSet<&str> = current().map(|current| current.identity.as_str()).collect();
    let ended = states.iter().filter(|state| !in_force.contains(state.identity.as_str()));
    let identities: BTreeSet<&str> = ended.map(|state| state.identity.as_str()).collect();
    let rows = queries::list_alerts(tx, feeds, &identities.into_iter().collect::<Vec<_>>()).await?;
    let event = |row: AlertRow| {
        let stored = StoredAlert::unpack(&row.content).ok()?;
        Some((row.identity, Event::of(&row.feed, &stored.alert)?))
    };
    Ok(rows.into_iter().filter_map(event).collect())
}

/// Atomic: after a crash nothing is committed and the cells become due again when their lease expires.
async fn commit_batch(db: &Db, batch: &[DueCell], feeds: &[String], now: Timestamp) -> anyhow::Result<usize> {
    let cells: Vec<Cell> = batch.iter().map(|due| due.leased.cell).collect();
    let milliseconds = now.as_millisecond();
    let leased_until = batch.first().map_or(0, |due| due.leased.leased_until);
    in_transaction!(db, tx => {
        let mut written = 0;
        let mut plan = Plan::default();
        // Most cells have no alert: the users of such a batch need not be locked and read.
        let has_alerts = batch.iter().any(|due| due.current().next().is_some());
        if has_alerts || !queries::list_last_notified(tx, &cells).await?.is_empty() {
            queries::lock_users(tx, &cells).await?;
            // Under the lock: of a cell that became due meanwhile, another process may know more and may have notified its
            // users already. What is not in our older list would count as cancelled.
            let held = lease::list_held(tx, &cells, leased_until).await?;
            let (mut states, mut locations) = (Vec::new(), Vec::new());
            if !held.is_empty() {
                states = queries::list_last_notified(tx, &held).await?;
                locations = queries::list_locations(tx, &held).await?;
            }
            let ended = list_ended(tx, batch, &states, feeds).await?;
            let mut planner = Planner::new(batch, states, ended, locations, now);
            for users in planner.users().chunks(USERS_PER_STATEMENT) {
                let since = (now - RECENT).as_millisecond();
                let recent = queries::list_recent(tx, users, since).await?;
                let devices = queries::list_devices(tx, users).await?;
                planner.add_history(recent, devices);
            }
            plan = planner.plan()?;
            written = writes::insert_notifications(tx, &plan.notifications, milliseconds).await?;
            writes::upsert_states(tx, &plan.state_updates, milliseconds).await?;
            writes::delete_states(tx, &plan.deleted_states).await?;
        }
        let mut by_time: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        for due in batch {
            by_time.entry(plan.next_due_at(due, now)).or_default().push(due.leased.cell);
        }
        lock_cells(tx, &cells).await?;
        for (next_at, cells) in by_time {
            lease::finish_notify(tx, &cells, leased_until, next_at).await?;
        }
        Ok(written)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_many_users_are_committed_apart() {
        assert!(split_by_users(&[]).is_empty());
        assert_eq!(split_by_users(&[1; 100]), std::slice::from_ref(&(0..100)));
        assert_eq!(split_by_users(&[1; 250]), [0..100, 100..200, 200..250]);
        assert_eq!(split_by_users(&[20_000, 3_000, 2_000, 1, 4_999, 5_000]), [0..1, 1..3, 3..5, 5..6]);
    }
}
