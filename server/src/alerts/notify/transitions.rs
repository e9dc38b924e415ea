//! The life of a warning at a place, as its owner is told: new, updated, escalated, extended, cancelled, all clear.

use uuid::Uuid;

use crate::alert::Severity;
use crate::alerts::notifications::NotificationEvent;

/// A forecast moves a little every hour: only a longer stretch is news.
const WORTH_EXTENDING_MILLISECONDS: i64 = 3 * 3_600_000;
/// An all clear may wait for a night's quiet; after that nobody wonders any more.
const WORTH_CLEARING_MILLISECONDS: i64 = 24 * 3_600_000;

/// A warning that concerns a place now.
#[derive(Clone, Debug, PartialEq)]
pub struct Current {
    pub identity: String,
    pub revision: i64,
    pub severity: Severity,
    pub ends_at: i64,
    pub source: Source,
}

/// What a notice shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Issued(Uuid),
    /// Our own, as JSON.
    Computed(String),
    /// The message it told about is no longer kept.
    Gone,
}

/// What somebody was last told about a warning.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub identity: String,
    pub revision: i64,
    pub severity: Severity,
    /// The worst of all they were told about it.
    pub gravest: Severity,
    pub ends_at: i64,
    pub source: Source,
}

/// What is to happen to somebody's state.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Worth telling.
    Tell(NotificationEvent, Current),
    /// Not worth telling, but to be remembered.
    Remember(Current),
    /// Over, and not worth telling.
    Forget(String),
}

/// From what was told to what is true now.
pub fn changes(current: &[Current], told: &[Told], now: i64) -> Vec<Change> {
    let mut changes: Vec<Change> = current
        .iter()
        .filter_map(|current| match told.iter().find(|told| told.identity == current.identity) {
            None => Some(Change::Tell(NotificationEvent::New, current.clone())),
            Some(told) => progress(current, told),
        })
        .collect();
    let mut over: Vec<&Told> =
        told.iter().filter(|told| !current.iter().any(|current| current.identity == told.identity)).collect();
    over.sort_by_key(|told| std::cmp::Reverse(told.severity));
    let mut is_all_clear_due = current.is_empty();
    for told in over {
        let is_recent = now - told.ends_at < WORTH_CLEARING_MILLISECONDS;
        changes.push(match () {
            () if told.ends_at > now => Change::Tell(NotificationEvent::Cancelled, told.as_it_was()),
            // One all clear is enough, after the last of them; of a mere notice it would be noise.
            () if is_all_clear_due && is_recent && told.severity > Severity::Info => {
                is_all_clear_due = false;
                Change::Tell(NotificationEvent::AllClear, told.as_it_was())
            }
            () => Change::Forget(told.identity.clone()),
        });
    }
    changes
}

fn progress(current: &Current, told: &Told) -> Option<Change> {
    if current.revision <= told.revision {
        return None;
    }
    let is_ours = matches!(current.source, Source::Computed(_));
    let longer = current.ends_at - told.ends_at;
    let is_extended = if is_ours { longer >= WORTH_EXTENDING_MILLISECONDS } else { longer > 0 };
    Some(match () {
        () if current.severity > told.severity => Change::Tell(NotificationEvent::Escalated, current.clone()),
        () if is_extended => Change::Tell(NotificationEvent::Extended, current.clone()),
        () if is_ours && longer > 0 => return None,
        () if is_ours || current.severity == Severity::Info => Change::Remember(current.clone()),
        () => Change::Tell(NotificationEvent::Updated, current.clone()),
    })
}

impl Told {
    fn as_it_was(&self) -> Current {
        Current {
            identity: self.identity.clone(),
            revision: self.revision,
            severity: self.severity,
            ends_at: self.ends_at,
            source: self.source.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn issued(revision: i64, severity: Severity, ends_in: i64) -> Current {
        let identity = "storm".to_owned();
        Current { identity, revision, severity, ends_at: ends_in * HOUR, source: Source::Issued(Uuid::nil()) }
    }

    fn ours(revision: i64, severity: Severity, ends_in: i64) -> Current {
        Current { source: Source::Computed("{}".to_owned()), ..issued(revision, severity, ends_in) }
    }

    fn told(current: &Current) -> Told {
        let Current { identity, revision, severity, ends_at, source } = current.clone();
        Told { identity, revision, severity, gravest: severity, ends_at, source }
    }

    fn event(before: &Current, after: Option<&Current>, now: i64) -> Option<NotificationEvent> {
        let current: Vec<Current> = after.cloned().into_iter().collect();
        changes(&current, &[told(before)], now).into_iter().find_map(|change| match change {
            Change::Tell(event, _) => Some(event),
            Change::Remember(_) | Change::Forget(_) => None,
        })
    }

    #[test]
    fn each_change_has_its_own_step() {
        use Severity::{Info, Moderate, Severe};
        let before = issued(1, Moderate, 10);
        assert_eq!(
            changes(std::slice::from_ref(&before), &[], 0),
            [Change::Tell(NotificationEvent::New, before.clone())]
        );
        assert_eq!(event(&before, Some(&before), 0), None);
        assert_eq!(event(&before, Some(&issued(2, Moderate, 10)), 0), Some(NotificationEvent::Updated));
        assert_eq!(event(&before, Some(&issued(2, Severe, 12)), 0), Some(NotificationEvent::Escalated));
        assert_eq!(event(&before, Some(&issued(2, Moderate, 12)), 0), Some(NotificationEvent::Extended));
        assert_eq!(event(&before, Some(&issued(2, Info, 10)), 0), None);
        assert_eq!(event(&before, None, 5 * HOUR), Some(NotificationEvent::Cancelled));
        assert_eq!(event(&before, None, 10 * HOUR), Some(NotificationEvent::AllClear));
    }

    #[test]
    fn an_older_message_never_undoes_a_newer_one() {
        assert_eq!(changes(&[issued(1, Severity::Severe, 20)], &[told(&issued(2, Severity::Moderate, 10))], 0), []);
    }

    #[test]
    fn a_forecast_that_moves_a_little_is_no_news() {
        use Severity::{Info, Moderate};
        let before = ours(1, Moderate, 10);
        assert_eq!(event(&before, Some(&ours(2, Moderate, 12)), 0), None);
        assert_eq!(event(&before, Some(&ours(2, Info, 10)), 0), None);
        assert_eq!(event(&before, Some(&ours(2, Moderate, 13)), 0), Some(NotificationEvent::Extended));
        // Little by little it grows to something worth telling.
        assert_eq!(changes(&[ours(2, Moderate, 12)], &[told(&before)], 0), []);
        // A shorter one is remembered, so that its end is known when it comes.
        assert_eq!(changes(&[ours(2, Moderate, 8)], &[told(&before)], 0), [Change::Remember(ours(2, Moderate, 8))]);
    }

    #[test]
    fn an_all_clear_that_comes_more_than_a_day_late_is_not_said() {
        let before = issued(1, Severity::Severe, 5);
        assert_eq!(event(&before, None, 28 * HOUR), Some(NotificationEvent::AllClear));
        assert_eq!(changes(&[], &[told(&before)], 29 * HOUR), [Change::Forget("storm".to_owned())]);
    }

    #[test]
    fn all_clear_is_said_once_and_only_when_nothing_is_left() {
        let grave = told(&issued(1, Severity::Severe, 5));
        let light = Told { identity: "wind".to_owned(), ..told(&issued(1, Severity::Moderate, 5)) };
        let said = changes(&[], &[light.clone(), grave.clone()], 6 * HOUR);
        assert_eq!(
            said,
            [
                Change::Tell(NotificationEvent::AllClear, issued(1, Severity::Severe, 5)),
                Change::Forget("wind".to_owned())
            ]
        );
        let other = Current { identity: "rain".to_owned(), ..issued(1, Severity::Info, 20) };
        let said = changes(std::slice::from_ref(&other), &[grave], 6 * HOUR);
        assert_eq!(said, [Change::Tell(NotificationEvent::New, other), Change::Forget("storm".to_owned())]);
    }
}
