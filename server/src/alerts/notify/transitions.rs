//! Compares the alerts in force at a place with the last-notified state: new, updated, escalated, extended, cancelled, all
//! clear.

use uuid::Uuid;

use crate::alert::{Alert, HazardKind, HeightLimits, Severity};
use crate::alerts::matching::same_event::Event;
use crate::alerts::model::event::NotificationEvent;

/// A forecast moves a little every hour: a hazard that lasts only a little longer is not notified.
const MIN_EXTENSION_MILLISECONDS: i64 = 3 * 3_600_000;
/// An all clear may be held until quiet hours end; after this time it is no longer useful.
const MAX_ALL_CLEAR_DELAY_MILLISECONDS: i64 = 24 * 3_600_000;

/// An alert in force at a place now.
#[derive(Clone, Debug, PartialEq)]
pub struct CurrentAlert {
    pub identity: String,
    pub revision: i64,
    pub severity: Severity,
    /// Above severe.
    pub is_extreme: bool,
    pub ends_at: i64,
    /// From when on it may break quiet hours, in unix milliseconds; `None` if it never does.
    pub interrupts_from: Option<i64>,
    /// Another alert in force says the same: it is not notified, and it is not over either.
    pub is_suppressed: bool,
    /// Identities of the same event from other feeds.
    pub twins: Vec<String>,
    /// To find out whether it is the same event as an alert that has ended; `None` for a hazard.
    pub event: Option<Event>,
    /// `None` if it applies at every height.
    pub height_limits: Option<HeightLimits>,
    pub content: AlertContent,
}

/// What a notification shows.
#[derive(Clone, Debug, PartialEq)]
pub enum AlertContent {
    Issued(Uuid),
    /// A computed hazard, as JSON.
    Hazard(String),
    /// The alert was deleted since.
    Deleted,
}

impl AlertContent {
    pub fn hazard_kind(&self) -> Option<HazardKind> {
        let AlertContent::Hazard(json) = self else { return None };
        serde_json::from_str::<Alert>(json).ok()?.hazard.map(|hazard| hazard.kind)
    }
}

/// What a user was last notified of about an alert.
#[derive(Clone, Debug, PartialEq)]
pub struct LastNotified {
    pub identity: String,
    pub revision: i64,
    pub severity: Severity,
    pub is_extreme: bool,
    /// The highest severity of all notifications about it.
    pub max_severity: Severity,
    pub ends_at: i64,
    pub notification_id: Uuid,
    /// If it has ended and other alerts are in force: what it was about.
    pub event: Option<Event>,
    pub content: AlertContent,
}

/// A change of the last-notified state.
#[derive(Clone, Debug, PartialEq)]
pub enum Transition {
    Notify(NotificationEvent, CurrentAlert),
    /// Update the state without a notification.
    UpdateState(CurrentAlert),
    /// Another feed has the event that the user was notified of: its alert takes the place of the first one.
    ReplaceState(LastNotified, CurrentAlert),
    /// The alert is over: delete the state without a notification.
    DeleteState(String),
}

pub fn transitions(current: &[CurrentAlert], notified: &[LastNotified], now: i64) -> Vec<Transition> {
    let mut transitions: Vec<Transition> = current
        .iter()
        .filter(|current| !current.is_suppressed)
        .filter_map(|current| match notified.iter().find(|last| last.identity == current.identity) {
            Some(last) => transition(current, last),
            None => Some(match notified.iter().find(|last| current.is_same_event(last)) {
                Some(last) if last.severity >= current.severity => current.replace(last),
                _ => Transition::Notify(NotificationEvent::New, current.clone()),
            }),
        })
        .collect();
    let is_replaced = |last: &LastNotified| {
        let is_it = |transition: &Transition| matches!(transition, Transition::ReplaceState(from, _) if from == last);
        transitions.iter().any(is_it)
    };
    let mut over: Vec<&LastNotified> = notified
        .iter()
        .filter(|last| !current.iter().any(|current| current.identity == last.identity) && !is_replaced(last))
        .collect();
    over.sort_by_key(|last| std::cmp::Reverse(last.severity));
    let mut is_all_clear_due = current.is_empty();
    for last in over {
        let is_recent = now - last.ends_at < MAX_ALL_CLEAR_DELAY_MILLISECONDS;
        transitions.push(if current.iter().any(|current| current.is_same_event(last)) {
            // Only one copy has ended; the user knows of the other.
            Transition::DeleteState(last.identity.clone())
        } else if last.ends_at > now {
            Transition::Notify(NotificationEvent::Cancelled, last.to_current())
        } else if is_all_clear_due && is_recent && last.severity > Severity::Info {
            // One all clear is enough when several alerts ended; for the lowest severity it would be noise.
            is_all_clear_due = false;
            Transition::Notify(NotificationEvent::AllClear, last.to_current())
        } else {
            Transition::DeleteState(last.identity.clone())
        });
    }
    transitions
}

fn transition(current: &CurrentAlert, last: &LastNotified) -> Option<Transition> {
    if current.revision <= last.revision {
        return None;
    }
    let is_hazard = matches!(current.content, AlertContent::Hazard(_));
    let extension = current.ends_at - last.ends_at;
    let is_extended = if is_hazard { extension >= MIN_EXTENSION_MILLISECONDS } else { extension > 0 };
    if (current.severity, current.is_extreme) > (last.severity, last.is_extreme) {
        Some(Transition::Notify(NotificationEvent::Escalated, current.clone()))
    } else if is_extended {
        Some(Transition::Notify(NotificationEvent::Extended, current.clone()))
    } else if is_hazard && extension > 0 {
        // The state keeps the old end, so that several small extensions add up to one that is notified.
        None
    } else if is_hazard || current.severity == Severity::Info {
        Some(Transition::UpdateState(current.clone()))
    } else {
        Some(Transition::Notify(NotificationEvent::Updated, current.clone()))
    }
}

impl CurrentAlert {
    /// Whether the user was notified of the same event when another feed had it.
    fn is_same_event(&self, last: &LastNotified) -> bool {
        let events = self.event.as_ref().zip(last.event.as_ref());
        self.twins.contains(&last.identity) || events.is_some_and(|(own, notified)| own.is_same(notified))
    }

    /// The severity that the user knows stays, so that a less severe copy does not count as a change.
    fn replace(&self, last: &LastNotified) -> Transition {
        let (severity, is_extreme) = (last.severity, last.is_extreme);
        Transition::ReplaceState(last.clone(), CurrentAlert { severity, is_extreme, ..self.clone() })
    }
}

impl LastNotified {
    fn to_current(&self) -> CurrentAlert {
        CurrentAlert {
            identity: self.identity.clone(),
            revision: self.revision,
            severity: self.severity,
            is_extreme: self.is_extreme,
            ends_at: self.ends_at,
            interrupts_from: None,
            is_suppressed: false,
            twins: Vec::new(),
            event: None,
            height_limits: None,
            content: self.content.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::alert::{AlertFamily, AlertOrigin};

    const HOUR: i64 = 3_600_000;

    fn issued(revision: i64, severity: Severity, ends_in: i64) -> CurrentAlert {
        let identity = "storm".to_owned();
        CurrentAlert {
            identity,
            revision,
            severity,
            is_extreme: false,
            ends_at: ends_in * HOUR,
            interrupts_from: None,
            is_suppressed: false,
            twins: Vec::new(),
            event: None,
            height_limits: None,
            content: AlertContent::Issued(Uuid::nil()),
        }
    }

    fn hazard(revision: i64, severity: Severity, ends_in: i64) -> CurrentAlert {
        CurrentAlert { content: AlertContent::Hazard("{}".to_owned()), ..issued(revision, severity, ends_in) }
    }

    fn notified(current: &CurrentAlert) -> LastNotified {
        let CurrentAlert { identity, revision, severity, ends_at, content, .. } = current.clone();
        let (notification_id, event) = (Uuid::nil(), current.event.clone());
        let (max_severity, is_extreme) = (severity, current.is_extreme);
        LastNotified {
            identity,
            revision,
            severity,
            is_extreme,
            max_severity,
            ends_at,
            notification_id,
            event,
            content,
        }
    }

    fn event(before: &CurrentAlert, after: Option<&CurrentAlert>, now: i64) -> Option<NotificationEvent> {
        let current: Vec<CurrentAlert> = after.cloned().into_iter().collect();
        transitions(&current, &[notified(before)], now).into_iter().find_map(|transition| match transition {
            Transition::Notify(event, _) => Some(event),
            _ => None,
        })
    }

    #[test]
    fn each_change_has_its_own_event() {
        use Severity::{Info, Moderate, Severe};
        let before = issued(1, Moderate, 10);
        assert_eq!(
            transitions(std::slice::from_ref(&before), &[], 0),
            [Transition::Notify(NotificationEvent::New, before.clone())]
        );
        assert_eq!(event(&before, Some(&before), 0), None);
        assert_eq!(event(&before, Some(&issued(2, Moderate, 10)), 0), Some(NotificationEvent::Updated));
        assert_eq!(event(&before, Some(&issued(2, Severe, 12)), 0), Some(NotificationEvent::Escalated));
        assert_eq!(event(&before, Some(&issued(2, Moderate, 12)), 0), Some(NotificationEvent::Extended));
        assert_eq!(event(&before, Some(&issued(2, Info, 10)), 0), None);
        let extreme = |revision| CurrentAlert { is_extreme: true, ..issued(revision, Severe, 10) };
        assert_eq!(event(&issued(1, Severe, 10), Some(&extreme(2)), 0), Some(NotificationEvent::Escalated));
        assert_eq!(event(&extreme(1), Some(&issued(2, Severe, 10)), 0), Some(NotificationEvent::Updated));
        assert_eq!(event(&before, None, 5 * HOUR), Some(NotificationEvent::Cancelled));
        assert_eq!(event(&before, None, 10 * HOUR), Some(NotificationEvent::AllClear));
    }

    #[test]
    fn what_another_alert_says_already_is_neither_notified_nor_over() {
        let suppressed = CurrentAlert { is_suppressed: true, ..hazard(1, Severity::Severe, 10) };
        assert_eq!(transitions(std::slice::from_ref(&suppressed), &[], 0), []);
        assert_eq!(transitions(&[suppressed], &[notified(&hazard(1, Severity::Severe, 10))], 0), []);
    }

    #[test]
    fn an_event_that_was_notified_from_another_feed_is_notified_again_only_if_it_is_more_severe() {
        let copy = notified(&CurrentAlert { identity: "copy".to_owned(), ..issued(1, Severity::Moderate, 10) });
        let still =
            CurrentAlert { identity: "copy".to_owned(), is_suppressed: true, ..issued(1, Severity::Moderate, 10) };
        let own = |severity| CurrentAlert { twins: vec!["copy".to_owned()], ..issued(1, severity, 10) };
        assert_eq!(
            transitions(&[own(Severity::Moderate), still.clone()], std::slice::from_ref(&copy), 0),
            [Transition::ReplaceState(copy.clone(), own(Severity::Moderate))]
        );
        let severe = own(Severity::Severe);
        let expected = [Transition::Notify(NotificationEvent::New, severe.clone())];
        assert_eq!(transitions(&[severe, still], &[copy], 0), expected);
    }

    fn from_feed(feed: &str, severity: Severity, ends_in: i64) -> CurrentAlert {
        let ends_at = Timestamp::from_millisecond(ends_in * HOUR).unwrap_or_default();
        let alert = Alert {
            family: Some(AlertFamily::Wind),
            ..Alert::new(AlertOrigin::Issued, severity, Timestamp::UNIX_EPOCH, ends_at)
        };
        CurrentAlert { identity: feed.to_owned(), event: Event::of(feed, &alert), ..issued(1, severity, ends_in) }
    }

    #[test]
    fn the_end_of_one_copy_is_no_end_while_the_other_is_in_force() {
        use Severity::{Moderate, Severe};
        for (notified_from, other) in [("dwd", "meteoalarm-DE"), ("meteoalarm-DE", "dwd")] {
            let last = notified(&from_feed(notified_from, Severe, 10));
            // Whether the other copy says the same, is less severe, or lasts longer than the one that has ended.
            for (severity, ends_in, now) in [(Severe, 10, 0), (Moderate, 8, 0), (Severe, 14, 11)] {
                let left = from_feed(other, severity, ends_in);
                assert_eq!(
                    transitions(std::slice::from_ref(&left), std::slice::from_ref(&last), now * HOUR),
                    [Transition::ReplaceState(last.clone(), CurrentAlert { severity: Severe, ..left })]
                );
            }
        }
        // A more severe copy is news, and the user is not notified of an end with it.
        let last = notified(&from_feed("dwd", Moderate, 10));
        let severe = from_feed("meteoalarm-DE", Severe, 10);
        assert_eq!(
            transitions(std::slice::from_ref(&severe), std::slice::from_ref(&last), 0),
            [Transition::Notify(NotificationEvent::New, severe.clone()), Transition::DeleteState("dwd".to_owned())]
        );
        // Another event, or another alert of the same feed, is not a copy.
        let later = CurrentAlert { identity: "other".to_owned(), ..from_feed("dwd", Moderate, 10) };
        let expected = [
            Transition::Notify(NotificationEvent::New, later.clone()),
            Transition::Notify(NotificationEvent::Cancelled, last.to_current()),
        ];
        assert_eq!(transitions(&[later], &[last], 0), expected);
    }

    #[test]
    fn an_older_revision_changes_nothing() {
        assert_eq!(
            transitions(&[issued(1, Severity::Severe, 20)], &[notified(&issued(2, Severity::Moderate, 10))], 0),
            []
        );
    }

    #[test]
    fn a_hazard_that_moves_a_little_is_not_notified() {
        use Severity::{Info, Moderate};
        let before = hazard(1, Moderate, 10);
        assert_eq!(event(&before, Some(&hazard(2, Moderate, 12)), 0), None);
        assert_eq!(event(&before, Some(&hazard(2, Info, 10)), 0), None);
        assert_eq!(event(&before, Some(&hazard(2, Moderate, 13)), 0), Some(NotificationEvent::Extended));
        // The state keeps the old end, so that small extensions add up.
        assert_eq!(transitions(&[hazard(2, Moderate, 12)], &[notified(&before)], 0), []);
        // A shorter one updates the state, so that its end is known.
        assert_eq!(
            transitions(&[hazard(2, Moderate, 8)], &[notified(&before)], 0),
            [Transition::UpdateState(hazard(2, Moderate, 8))]
        );
    }

    #[test]
    fn an_all_clear_more_than_a_day_late_is_not_sent() {
        let before = issued(1, Severity::Severe, 5);
        assert_eq!(event(&before, None, 28 * HOUR), Some(NotificationEvent::AllClear));
        assert_eq!(transitions(&[], &[notified(&before)], 29 * HOUR), [Transition::DeleteState("storm".to_owned())]);
    }

    #[test]
    fn one_all_clear_is_sent_when_no_alert_is_left() {
        let severe = notified(&issued(1, Severity::Severe, 5));
        let moderate = LastNotified { identity: "wind".to_owned(), ..notified(&issued(1, Severity::Moderate, 5)) };
        let result = transitions(&[], &[moderate.clone(), severe.clone()], 6 * HOUR);
        assert_eq!(
            result,
            [
                Transition::Notify(NotificationEvent::AllClear, issued(1, Severity::Severe, 5)),
                Transition::DeleteState("wind".to_owned())
            ]
        );
        let other = CurrentAlert { identity: "rain".to_owned(), ..issued(1, Severity::Info, 20) };
        let result = transitions(std::slice::from_ref(&other), &[severe], 6 * HOUR);
        assert_eq!(
            result,
            [Transition::Notify(NotificationEvent::New, other), Transition::DeleteState("storm".to_owned())]
        );
    }
}
