//! Keeps each hazard's identity from check to check, and decides when it has ended.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::alert::{Alert, FoundHazards, HazardKind};

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

/// The hazards of a cell after a check.
pub fn continue_hazards(before: &[CellHazard], found: FoundHazards, now: Timestamp) -> Vec<CellHazard> {
    merge(before, with_lasting(before, found, now), now)
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

/// What was found, and the hours of heat and cold that were found before and are past their threshold as they were then.
/// Normals that become known meanwhile, or a forecast that is a tenth of a degree less unusual, cancel nothing.
fn with_lasting(before: &[CellHazard], found: FoundHazards, now: Timestamp) -> Vec<Alert> {
    let FoundHazards { mut alerts, by_thresholds_alone } = found;
    for known in before.iter().map(|hazard| &hazard.alert).filter(|known| known.ends_at > now) {
        for lasting in by_thresholds_alone.iter().filter_map(|alert| common_hours(known, alert)) {
            let touches = |alert: &&mut Alert| {
                kind(alert) == kind(&lasting)
                    && alert.starts_at <= lasting.ends_at
                    && lasting.starts_at <= alert.ends_at
            };
            match alerts.iter_mut().find(touches) {
                Some(alert) => {
                    let (starts_at, ends_at) =
                        (alert.starts_at.min(lasting.starts_at), alert.ends_at.max(lasting.ends_at));
                    if lasting.severity > alert.severity {
                        *alert = lasting;
                    }
                    (alert.starts_at, alert.ends_at) = (starts_at, ends_at);
                }
                None => alerts.push(lasting),
            }
        }
    }
    alerts
}

/// The hours of a known hazard that the forecast still has, no more severe than it was.
fn common_hours(known: &Alert, found: &Alert) -> Option<Alert> {
    let (starts_at, ends_at) = (known.starts_at.max(found.starts_at), known.ends_at.min(found.ends_at));
    let peaks_within = found.hazard.as_ref().is_some_and(|hazard| (starts_at..ends_at).contains(&hazard.peak_at));
    (kind(known) == kind(found) && starts_at < ends_at).then(|| Alert {
        severity: known.severity.min(found.severity),
        hazard: if peaks_within { found.hazard.clone() } else { known.hazard.clone() },
        starts_at,
        ends_at,
        ..known.clone()
    })
}

/// Wind and gusts are one hazard: a newer forecast may name it after the other.
fn kind(alert: &Alert) -> Option<HazardKind> {
    alert.hazard.as_ref().map(|hazard| hazard.kind.switch())
}

fn is_same_hazard(before: &Alert, found: &Alert) -> bool {
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

    fn heat(severity: Severity, from: i64, until: i64) -> Alert {
        Alert {
            id: format!("halcyon-heat-{from}"),
            hazard: Some(Hazard { kind: HazardKind::Heat, peak: Some(40.0), peak_at: at(from) }),
            ..gusts(severity, from, until)
        }
    }

    /// Where the normals are known: what is unusual, and what is past the threshold.
    fn found<const N: usize, const M: usize>(alerts: [Alert; N], by_thresholds_alone: [Alert; M]) -> FoundHazards {
        FoundHazards { alerts: alerts.into(), by_thresholds_alone: by_thresholds_alone.into() }
    }

    #[test]
    fn heat_that_was_notified_is_not_withdrawn_by_normals_that_arrive() {
        let mut known = continue_hazards(&[], found([heat(Severity::Moderate, 12, 18)], []), at(0));
        let first = known.clone();
        for hour in 1..18 {
            known = continue_hazards(&known, found([], [heat(Severity::Moderate, 10, 20)]), at(hour));
            assert_eq!(summary(&known), summary(&first), "at {hour}");
            assert_eq!((known[0].alert.severity, known[0].alert.ends_at), (Severity::Moderate, at(18)), "at {hour}");
        }
        assert_eq!(continue_hazards(&known, found([], [heat(Severity::Moderate, 10, 20)]), at(18)), [], "it is over");
        let cooler = continue_hazards(&first, found([], []), at(1));
        assert_eq!(continue_hazards(&cooler, found([], []), at(2)), [], "the forecast has no heat any more");
    }

    #[test]
    fn usual_heat_alone_is_no_hazard_and_does_not_make_one_worse() {
        let usual = heat(Severity::Moderate, 6, 40);
        assert_eq!(continue_hazards(&[], found([], [usual.clone()]), at(0)), []);
        let first = continue_hazards(&[], found([heat(Severity::Info, 12, 18)], [usual.clone()]), at(0));
        let later = continue_hazards(&first, found([], [usual]), at(1));
        assert_eq!((later[0].alert.severity, later[0].revision), (Severity::Info, first[0].revision));
    }

    #[test]
    fn normals_that_arrive_do_not_shorten_heat() {
        let first = continue_hazards(&[], found([heat(Severity::Info, 12, 40)], []), at(0));
        let by_thresholds = heat(Severity::Info, 12, 40);
        let later = continue_hazards(&first, found([heat(Severity::Info, 12, 24)], [by_thresholds]), at(1));
        assert_eq!((later.len(), later[0].alert.ends_at, later[0].revision), (1, at(40), first[0].revision));
        let weaker = continue_hazards(&first, found([], [heat(Severity::Info, 14, 30)]), at(1));
        assert_eq!((weaker[0].alert.starts_at, weaker[0].alert.ends_at), (at(14), at(30)), "as the forecast has it");
    }

    #[test]
    fn a_hazard_that_has_begun_keeps_its_start() {
        let first = merge(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let later = merge(&first, vec![gusts(Severity::Info, 15, 18)], at(15));
        assert_eq!(later[0].alert.starts_at, at(12));
    }
}
