//! Checks the forecasts of due cells for hazards.

use std::collections::{BTreeSet, HashMap};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use jiff::{SignedDuration, Timestamp};

use super::cell_hazard::{CellHazard, continue_hazards};
use super::cells::list_elevations;
use super::lease::{self, CellJob, CellLeases, CheckedCell, LeasedCell};
use crate::alert::FoundHazards;
use crate::alerts::model::cell::Cell;
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::elevation::{Elevation, Site};

/// Cells per forecast request.
const BATCH: usize = 100;
/// Requests at the same time: a check mostly waits, for the provider and for the database.
const BATCHES_AT_ONCE: usize = 4;
const FREQUENT_INTERVAL: SignedDuration = SignedDuration::from_mins(15);
const SPARING_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// After a check for which no forecast could be had.
const RETRY_AFTER: SignedDuration = SignedDuration::from_mins(10);

/// Checks all due cells, those with most users first, until a forecast cannot be had: once for each elevation band in
/// which the cell has places, because a hut and the village below it have different weather. `find_hazards` returns
/// `None` for a site without a forecast.
pub async fn check_hazards<Found>(
    db: &Db,
    clock: &Clock,
    is_frequent: bool,
    find_hazards: impl Fn(Vec<Site>) -> Found,
) -> anyhow::Result<()>
where
    Found: Future<Output = Vec<Option<FoundHazards>>>,
{
    let interval = if is_frequent { FREQUENT_INTERVAL } else { SPARING_INTERVAL };
    let mut leases = CellLeases::new(CellJob::HazardCheck);
    let mut running = FuturesUnordered::new();
    let (mut is_over, mut result) = (false, Ok(()));
    loop {
        while !is_over && running.len() < BATCHES_AT_ONCE {
            let now = clock.now();
            match leases.claim(db, BATCH, now.as_millisecond()).await {
                Ok(leased) if leased.is_empty() => is_over = true,
                Ok(leased) => running.push(check_batch(db, leased, now, interval, &find_hazards)),
                Err(error) => (is_over, result) = (true, Err(error.into())),
            }
        }
        // What has begun is finished, also after an error: its forecasts are paid for.
        match running.next().await {
            None => return result,
            Some(Ok(is_complete)) => is_over |= !is_complete,
            Some(Err(error)) => (is_over, result) = (true, result.and(Err(error))),
        }
    }
}

/// Whether every cell could be checked.
async fn check_batch<Found>(
    db: &Db,
    leased: Vec<LeasedCell>,
    now: Timestamp,
    interval: SignedDuration,
    find_hazards: &impl Fn(Vec<Site>) -> Found,
) -> anyhow::Result<bool>
where
    Found: Future<Output = Vec<Option<FoundHazards>>>,
{
    let bands = list_bands(db, &leased).await?;
    let sites =
        leased.iter().zip(&bands).flat_map(|(leased, bands)| bands.iter().map(move |band| site(leased.cell, *band)));
    let mut found = find_hazards(sites.collect()).await.into_iter();
    let (mut checked, mut unchecked): (Vec<CheckedCell>, Vec<LeasedCell>) = (Vec::new(), Vec::new());
    for (leased, bands) in leased.into_iter().zip(bands) {
        let in_bands: Vec<_> = bands.into_iter().map(|band| (band, found.next().flatten())).collect();
        match in_bands.into_iter().map(|(band, found)| Some((band, found?))).collect::<Option<Vec<_>>>() {
            Some(in_bands) => checked.push(compare(leased, in_bands, now)?),
            None => unchecked.push(leased),
        }
    }
    lease::finish_hazard_checks(db, &checked, (now + interval).as_millisecond(), now.as_millisecond()).await?;
    lease::postpone_hazard_checks(db, &unchecked, (now + RETRY_AFTER).as_millisecond()).await?;
    Ok(unchecked.is_empty())
}

/// The elevation bands in which each cell has places, lowest first.
async fn list_bands(db: &Db, leased: &[LeasedCell]) -> Result<Vec<Vec<Option<i16>>>, sqlx::Error> {
    let cells: Vec<Cell> = leased.iter().map(|leased| leased.cell).collect();
    let mut by_cell: HashMap<Cell, BTreeSet<Option<i16>>> = HashMap::new();
    for row in list_elevations(db, &cells).await? {
        by_cell.entry(row.cell).or_default().insert(band_of(row.elevation));
    }
    // A cell whose last place was deleted meanwhile is checked once more.
    Ok(cells.iter().map(|cell| by_cell.remove(cell).map_or(vec![None], |bands| bands.into_iter().collect())).collect())
}

/// The band of a stored elevation.
pub fn band_of(metres: Option<i64>) -> Option<i16> {
    metres.and_then(|metres| Elevation::new(metres as f64)).map(Elevation::band)
}

fn site(cell: Cell, band: Option<i16>) -> Site {
    let elevation = band.and_then(|metres| Elevation::new(f64::from(metres)));
    Site { coordinates: cell.coordinates(), elevation }
}

/// `found` has the hazards of each elevation band.
fn compare(leased: LeasedCell, found: Vec<(Option<i16>, FoundHazards)>, now: Timestamp) -> anyhow::Result<CheckedCell> {
    let before: Vec<CellHazard> = serde_json::from_str(&leased.hazards).unwrap_or_default();
    let in_band = |(band, found): (Option<i16>, FoundHazards)| {
        let known: Vec<CellHazard> = before.iter().filter(|hazard| hazard.elevation == band).cloned().collect();
        continue_hazards(&known, found, now).into_iter().map(move |hazard| CellHazard { elevation: band, ..hazard })
    };
    let after: Vec<CellHazard> = found.into_iter().flat_map(in_band).collect();
    let hazards = if after == before { None } else { Some(serde_json::to_string(&after)?) };
    Ok(CheckedCell { leased, hazards })
}
