//! Looking at forecasts for cells with somebody to tell, and keeping our own notices steady from look to look.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::cells::{self, Checked};
use super::lease::{Taken, Turn, Turns};
use crate::alert::Alert;
use crate::alerts::service::Warnings;
use crate::geo::coordinates::Coordinates;

/// Places of one call.
const BATCH: usize = 100;
const EAGER: SignedDuration = SignedDuration::from_mins(15);
const SPARING: SignedDuration = SignedDuration::from_hours(1);
/// When nobody could be asked.
const AGAIN_AFTER: SignedDuration = SignedDuration::from_mins(10);
/// The same hazard, though the forecast moved it.
const SAME_HAZARD: SignedDuration = SignedDuration::from_hours(6);

/// One of our notices at a cell, from look to look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellHazard {
    pub alert: Alert,
    /// Grows whenever its severity or end changes. It begins with the second it was found in, so that a hazard that was
    /// taken back and comes again is another notice, and told again.
    pub revision: i64,
    /// The last look did not find it: one more, and it is taken back.
    pub is_missed: bool,
}

/// Looks at every cell whose turn has come, those with most people first, until nobody answers or the budget is short.
pub async fn check_all<Looked>(
    warnings: &Warnings,
    is_eager: bool,
    look: impl Fn(Vec<Coordinates>) -> Looked,
) -> anyhow::Result<()>
where
    Looked: Future<Output = Vec<Option<Vec<Alert>>>>,
{
    let mut turns = Turns::of(Turn::Forecast);
    loop {
        let now = warnings.clock.now();
        let taken = turns.take(&warnings.db, BATCH, now.as_millisecond()).await?;
        if taken.is_empty() {
            return Ok(());
        }
        let found = look(taken.iter().map(|taken| taken.cell.position()).collect()).await;
        let (mut checked, mut unanswered): (Vec<Checked>, Vec<Taken>) = (Vec::new(), Vec::new());
        for (taken, found) in taken.into_iter().zip(found) {
            match found {
                Some(alerts) => checked.push(compare(taken, alerts, now)),
                None => unanswered.push(taken),
            }
        }
        let next = now + if is_eager { EAGER } else { SPARING };
        cells::finish_forecasts(&warnings.db, &checked, next.as_millisecond(), now.as_millisecond()).await?;
        cells::postpone_forecasts(&warnings.db, &unanswered, (now + AGAIN_AFTER).as_millisecond()).await?;
        if !unanswered.is_empty() {
            return Ok(());
        }
    }
}

fn compare(taken: Taken, found: Vec<Alert>, now: Timestamp) -> Checked {
    let before: Vec<CellHazard> = serde_json::from_str(&taken.hazards).unwrap_or_default();
    let after = continued(&before, found, now);
    let hazards = (after != before).then(|| serde_json::to_string(&after).unwrap_or_default());
    Checked { taken, hazards }
}

/// A hazard keeps its identity while the forecast moves it about; one that vanishes is kept for one more look.
fn continued(before: &[CellHazard], found: Vec<Alert>, now: Timestamp) -> Vec<CellHazard> {
    let is_continued = |before: &Alert, found: &Alert| {
        let kind = |alert: &Alert| alert.hazard.as_ref().map(|hazards| hazards.kind);
        kind(before) == kind(found)
            && found.starts_at <= before.ends_at + SAME_HAZARD
            && before.starts_at <= found.ends_at + SAME_HAZARD
    };
    let mut after: Vec<CellHazard> = Vec::new();
    for alert in found {
        after.push(match before.iter().find(|before| is_continued(&before.alert, &alert)) {
            None => CellHazard { alert, revision: now.as_second(), is_missed: false },
            Some(known) => {
                let is_same = known.alert.severity == alert.severity && known.alert.ends_at == alert.ends_at;
                let revision = known.revision + i64::from(!is_same);
                // It has begun when it was first told to begin: hours that have passed are no longer in the forecast.
                let starts_at = if known.alert.starts_at <= now { known.alert.starts_at } else { alert.starts_at };
                let alert = Alert { id: known.alert.id.clone(), starts_at, ..alert };
                CellHazard { alert, revision, is_missed: false }
            }
        });
    }
    let is_found = |notice: &CellHazard| after.iter().any(|after| after.alert.id == notice.alert.id);
    let missed: Vec<CellHazard> = before
        .iter()
        .filter(|notice| !notice.is_missed && notice.alert.ends_at > now && !is_found(notice))
        .map(|notice| CellHazard { is_missed: true, ..notice.clone() })
        .collect();
    after.extend(missed);
    after
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
            origin: AlertOrigin::Computed,
            severity,
            cap_severity: None,
            texts: Vec::new(),
            hazard: Some(Hazard { kind: HazardKind::Gusts, peak: Some(25.0), peak_at: at(from) }),
            issuer: None,
            attribution: None,
            sent_at: None,
            starts_at: at(from),
            ends_at: at(until),
            url: None,
        }
    }

    /// Each with how often it changed since midnight, if it was found then.
    fn told(notices: &[CellHazard]) -> Vec<(&str, i64, bool)> {
        let changes = |notice: &CellHazard| notice.revision - at(0).as_second();
        notices.iter().map(|notice| (notice.alert.id.as_str(), changes(notice), notice.is_missed)).collect()
    }

    #[test]
    fn a_hazard_keeps_its_name_while_the_forecast_moves_it() {
        let first = continued(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        assert_eq!(told(&first), [("halcyon-gusts-12", 0, false)]);
        assert_eq!(
            told(&continued(&first, vec![gusts(Severity::Info, 13, 18)], at(1))),
            [("halcyon-gusts-12", 0, false)]
        );
        let longer = continued(&first, vec![gusts(Severity::Moderate, 14, 22)], at(1));
        assert_eq!(told(&longer), [("halcyon-gusts-12", 1, false)]);
        let tomorrow = continued(&first, vec![gusts(Severity::Info, 40, 44)], at(1));
        assert_eq!(told(&tomorrow)[0], ("halcyon-gusts-40", 3600, false));
    }

    #[test]
    fn one_look_that_does_not_find_it_takes_nothing_back() {
        let first = continued(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let missed = continued(&first, vec![], at(1));
        assert_eq!(told(&missed), [("halcyon-gusts-12", 0, true)]);
        assert_eq!(told(&continued(&missed, vec![], at(2))), []);
        assert_eq!(
            told(&continued(&missed, vec![gusts(Severity::Info, 12, 18)], at(2))),
            [("halcyon-gusts-12", 0, false)]
        );
        assert_eq!(told(&continued(&first, vec![], at(18))), [], "it is over, not missed");
    }

    #[test]
    fn what_was_taken_back_and_comes_again_has_a_higher_revision() {
        let first = continued(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let again = continued(&[], vec![gusts(Severity::Info, 12, 18)], at(3));
        assert_eq!(first[0].alert.id, again[0].alert.id);
        assert!(again[0].revision > first[0].revision);
    }

    #[test]
    fn what_has_begun_keeps_its_beginning() {
        let first = continued(&[], vec![gusts(Severity::Info, 12, 18)], at(0));
        let later = continued(&first, vec![gusts(Severity::Info, 15, 18)], at(15));
        assert_eq!(later[0].alert.starts_at, at(12));
    }
}
