//! Checks the forecasts of due cells for hazards, and keeps each hazard's identity from check to check.

use std::collections::{BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::cells::list_elevations;
use super::lease::{self, CellJob, CellLeases, CheckedCell, LeasedCell};
use crate::alert::{Alert, HazardKind};
use crate::alerts::model::cell::Cell;
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::elevation::{Elevation, Site};

/// Cells per forecast request.
const BATCH: usize = 100;
const FREQUENT_INTERVAL: SignedDuration = SignedDuration::from_mins(15);
const SPARING_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// After a check for which no forecast could be had.
const RETRY_AFTER: SignedDuration = SignedDuration::from_mins(10);
/// Two findings of one kind that lie no further apart are the same hazard, moved by a newer forecast.
const MAX_SHIFT: SignedDuration = SignedDuration::from_hours(6);

/// A hazard at a cell, as it is stored between checks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellHazard {
    pub alert: Alert,
    /// Grows whenever the severity or the end changes. It starts with the second in which the hazard was found, so that a
    /// hazard that was withdrawn and found again has a higher revision and is notified again.
    pub revision: i64,
    /// The last check did not find it: if the next does not either, it is withdrawn.
    pub is_missed: bool,
    /// The elevation band of the places it applies to; `None` for those whose elevation is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<i16>,
}

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
    Found: Future<Output = Vec<Option<Vec<Alert>>>>,
{
    let interval = if is_frequent { FREQUENT_INTERVAL } else { SPARING_INTERVAL };
    let mut leases = CellLeases::new(CellJob::HazardCheck);
    loop {
        let now = clock.now();
        let leased = leases.claim(db, BATCH, now.as_millisecond()).await?;
        if leased.is_empty() {
            return Ok(());
        }
        let bands = list_bands(db, &leased).await?;
        let sites = leased
            .iter()
            .zip(&bands)
            .flat_map(|(leased, bands)| bands.iter().map(move |band| site(leased.cell, *band)));
        let mut found = find_hazards(sites.collect()).await.into_iter();
        let (mut checked, mut unchecked): (Vec<CheckedCell>, Vec<LeasedCell>) = (Vec::new(), Vec::new());
        for (leased, bands) in leased.into_iter().zip(bands) {
            let in_bands: Vec<_> = bands.into_iter().map(|band| (band, found.next().flatten())).collect();
            match in_bands.into_iter().map(|(band, alerts)| Some((band, alerts?))).collect::<Option<Vec<_>>>() {
                Some(in_bands) => checked.push(compare(leased, in_bands, now)?),
                None => unchecked.push(leased),
            }
        }
        lease::finish_hazard_checks(db, &checked, (now + interval).as_millisecond(), now.as_millisecond()).await?;
        lease::postpone_hazard_checks(db, &unchecked, (now + RETRY_AFTER).as_millisecond()).await?;
        if !unchecked.is_empty() {
            return Ok(());
        }
    }
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

/// `found` has the alerts of each elevation band.
fn compare(leased: LeasedCell, found: Vec<(Option<i16>, Vec<Alert>)>, now: Timestamp) -> anyhow::Result<CheckedCell> {
    let before: Vec<CellHazard> = serde_json::from_str(&leased.hazards).unwrap_or_default();
    let in_band = |(band, alerts): (Option<i16>, Vec<Alert>)| {
        let known: Vec<CellHazard> = before.iter().filter(|hazard| hazard.elevation == band).cloned().collect();
        merge(&known, alerts, now).into_iter().map(move |hazard| CellHazard { elevation: band, ..hazard })
    };
    let after: Vec<CellHazard> = found.into_iter().flat_map(in_band).collect();
    let hazards = if after == before { None } else { Some(serde_json::to_string(&after)?) };
    Ok(CheckedCell { leased, hazards })
}

/// A hazard keeps its id while forecasts move it; one that is no longer found is kept for one more check. One that has
/// begun is not weakened, and one that is a sum of hours ends at its end: hours that have passed may no longer be in the
/// forecast.
fn merge(before: &[CellHazard], found: Vec<Alert>, now: Timestamp) -> Vec<CellHazard> {
    let mut after: Vec<CellHazard> = Vec::new();
    for alert in found {
        let is_free = |known: &&CellHazard| !after.iter().any(|after| after.alert.id == known.alert.id);
        let same = before.iter().filter(|known| is_same_hazard(&known.alert, &alert)).filter(is_free);
        let nearest = same.min_by_key(|known| known.alert.starts_at.duration_since(alert.starts_at).abs());
        after.push(match nearest {
            None => CellHazard { alert, revision: now.as_second(), is_missed: false, elevation: None },
            Some(known) => known.continued_by(alert, now),
        });
    }
    let is_found = |hazard: &CellHazard| after.iter().any(|after| after.alert.id == hazard.alert.id);
    let missed: Vec<CellHazard> = before
        .iter()
        .filter(|hazard| hazard.alert.ends_at > now && !is_found(hazard))
        .filter_map(|hazard| match (hazard.has_begun(now) && hazard.is_sum(), hazard.is_missed) {
            (true, _) => Some(hazard.clone()),
            (false, false) => Some(CellHazard { is_missed: true, ..hazard.clone() }),
            (false, true) => None,
        })
        .collect();
    after.extend(missed);
    after
}

/// Wind and gusts are one hazard: a newer forecast may name it after the other.
fn is_same_hazard(before: &Alert, found: &Alert) -> bool {
    let kind = |alert: &Alert| alert.hazard.as_ref().map(|hazard| hazard.kind.switch());
    kind(before) == kind(found)
        && found.starts_at <= before.ends_at + MAX_SHIFT
        && before.starts_at <= found.ends_at + MAX_SHIFT
}

impl CellHazard {
    /// Whether hours that have passed count towards it.
    fn is_sum(&self) -> bool {
        let kind = self.alert.hazard.as_ref().map(|hazard| hazard.kind);
        matches!(kind, Some(HazardKind::Rain | HazardKind::Snow))
    }

    fn has_begun(&self, now: Timestamp) -> bool {
        self.alert.starts_at <= now
    }

    fn continued_by(&self, found: Alert, now: Timestamp) -> CellHazard {
        let mut alert = Alert { id: self.alert.id.clone(), ..found };
        if self.has_begun(now) {
            alert.starts_at = self.alert.starts_at;
            if self.alert.severity > alert.severity {
                (alert.severity, alert.hazard) = (self.alert.severity, self.alert.hazard.clone());
            }
        }
        let is_unchanged = self.alert.severity == alert.severity && self.alert.ends_at == alert.ends_at;
        let revision = self.revision + i64::from(!is_unchanged);
        CellHazard { alert, revision, is_missed: false, elevation: self.elevation }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alert::{AlertOrigin, Hazard, HazardKind, Severity};

    fn at(hour: i64) -> Timestamp {
        "2026-11-15T00:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hour)
    }

    fn gusts(severity: Severity, from: i64, until: i64) -> Alert {
        Alert {
            id: format!("halcyon-gusts-{from}"),
            hazard: Some(Hazard { kind: HazardKind::Gusts, peak: Some(25.0), peak_at: at(from) }),
            ..Alert::new(AlertOrigin::Computed, severity, at(from), at(until))
        }
    }

    /// Id, number of changes since midnight if it was found then, and whether it is missed.
    fn summary(hazards: &[CellHazard]) -> Vec<(&str, i64, bool)> {
        let changes = |hazard: &CellHazard| hazard.revision - at(0).as_second();
        hazards.iter().map(|hazard| (hazard.alert.id.as_str(), changes(hazard), hazard.is_missed)).collect()
    }

    #[test]
    fn a_hazard_keeps_its_id_while_the_forecast_moves_it() {
        let first = merge(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        assert_eq!(summary(&first), [("halcyon-gusts-12", 0, false)]);
        assert_eq!(
            summary(&merge(&first, vec![gusts(Severity::Info, 13, 18)], at(1))),
            [("halcyon-gusts-12", 0, false)]
        );
        let longer = merge(&first, vec![gusts(Severity::Moderate, 14, 22)], at(1));
        assert_eq!(summary(&longer), [("halcyon-gusts-12", 1, false)]);
        let tomorrow = merge(&first, vec![gusts(Severity::Info, 40, 44)], at(1));
        assert_eq!(summary(&tomorrow)[0], ("halcyon-gusts-40", 3600, false));
    }

    #[test]
    fn a_hazard_is_withdrawn_only_after_two_checks_that_do_not_find_it() {
        let first = merge(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let missed = merge(&first, vec![], at(1));
        assert_eq!(summary(&missed), [("halcyon-gusts-12", 0, true)]);
        assert_eq!(summary(&merge(&missed, vec![], at(2))), []);
        assert_eq!(
            summary(&merge(&missed, vec![gusts(Severity::Info, 12, 18)], at(2))),
            [("halcyon-gusts-12", 0, false)]
        );
        assert_eq!(summary(&merge(&first, vec![], at(18))), [], "it is over, not missed");
    }

    #[test]
    fn a_hazard_found_again_after_its_withdrawal_has_a_higher_revision() {
        let first = merge(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let again = merge(&[], vec![gusts(Severity::Info, 12, 18)], at(3));
        assert_eq!(first[0].alert.id, again[0].alert.id);
        assert!(again[0].revision > first[0].revision);
    }

    #[test]
    fn rain_that_has_begun_ends_at_its_end_and_no_hazard_that_has_is_weakened() {
        let first = merge(&[], vec![gusts(Severity::Severe, 12, 18)], at(0));
        let mut known = first.clone();
        known[0].alert.hazard = Some(Hazard { kind: HazardKind::Rain, peak: Some(55.0), peak_at: at(12) });
        for hour in 12..18 {
            known = merge(&known, vec![], at(hour));
            assert_eq!(summary(&known), [("halcyon-gusts-12", 0, false)], "at {hour}");
        }
        assert_eq!(summary(&merge(&known, vec![], at(18))), []);
        let weaker = merge(&first, vec![gusts(Severity::Info, 15, 18)], at(15));
        assert_eq!((weaker[0].alert.severity, weaker[0].revision), (Severity::Severe, first[0].revision));
    }

    #[test]
    fn two_hazards_of_one_kind_keep_their_own_ids() {
        let first = merge(&[], vec![gusts(Severity::Info, 12, 14), gusts(Severity::Severe, 18, 22)], at(0));
        let moved = merge(&first, vec![gusts(Severity::Info, 13, 15), gusts(Severity::Severe, 19, 23)], at(1));
        assert_eq!(summary(&moved), [("halcyon-gusts-12", 1, false), ("halcyon-gusts-18", 1, false)]);
    }

    #[test]
    fn a_hazard_that_has_begun_keeps_its_start() {
        let first = merge(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let later = merge(&first, vec![gusts(Severity::Info, 15, 18)], at(15));
        assert_eq!(later[0].alert.starts_at, at(12));
    }
}
