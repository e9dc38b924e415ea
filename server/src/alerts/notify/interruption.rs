//! From when on an alert may break quiet hours: only what is observed or likely, and begins soon.

use jiff::{SignedDuration, Timestamp};

use crate::alert::{Alert, Certainty, HazardKind, Severity, Urgency};

/// Early enough to prepare, late enough to be sure.
const LEAD: SignedDuration = SignedDuration::from_hours(3);
/// Sources whose `Future` means a watch or an early information. Others send the same word for everything.
const SOURCES_WITH_WATCHES: [&str; 3] = ["nws", "dwd", "eccc"];

/// An alert that an authority issued through a feed.
pub fn of_issued(alert: &Alert, feed: &str) -> Option<Timestamp> {
    let is_doubtful = matches!(alert.certainty, Some(Certainty::Possible | Certainty::Unlikely));
    let is_watch = alert.urgency == Some(Urgency::Future) && SOURCES_WITH_WATCHES.contains(&feed);
    if is_doubtful || is_watch { None } else { soon(alert) }
}

/// Heat, cold and radiation build up slowly: they can wait until the morning.
pub fn of_hazard(alert: &Alert) -> Option<Timestamp> {
    let kind = alert.hazard.as_ref().map(|hazard| hazard.kind)?;
    let is_slow = matches!(kind, HazardKind::Heat | HazardKind::Cold | HazardKind::Uv);
    if is_slow { None } else { soon(alert) }
}

fn soon(alert: &Alert) -> Option<Timestamp> {
    (alert.severity == Severity::Severe).then(|| alert.starts_at.checked_sub(LEAD).unwrap_or(Timestamp::MIN))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alert::{AlertOrigin, Hazard};

    fn alert(urgency: Urgency, certainty: Option<Certainty>) -> Alert {
        let starts_at: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let urgency = Some(urgency);
        Alert { urgency, certainty, ..Alert::new(AlertOrigin::Issued, Severity::Severe, starts_at, starts_at) }
    }

    #[test]
    fn only_what_is_observed_or_likely_interrupts_three_hours_before_it_begins() {
        let nine: Timestamp = "2026-11-15T09:00:00Z".parse().unwrap();
        let likely = Some(Certainty::Likely);
        assert_eq!(of_issued(&alert(Urgency::Immediate, likely), "dwd"), Some(nine));
        assert_eq!(of_issued(&alert(Urgency::Expected, Some(Certainty::Observed)), "nws"), Some(nine));
        assert_eq!(of_issued(&alert(Urgency::Expected, None), "nws"), Some(nine), "a warning without a word on it");
        assert_eq!(of_issued(&alert(Urgency::Future, Some(Certainty::Possible)), "nws"), None, "a watch");
        assert_eq!(of_issued(&alert(Urgency::Future, likely), "dwd"), None, "an early information");
        assert_eq!(of_issued(&alert(Urgency::Future, likely), "met-norway"), Some(nine), "it always says so");
        let moderate = Alert { severity: Severity::Moderate, ..alert(Urgency::Immediate, likely) };
        assert_eq!(of_issued(&moderate, "dwd"), None);
    }

    #[test]
    fn a_heat_hazard_waits_until_the_morning() {
        let hazard = |kind| {
            let hazard = Some(Hazard { kind, peak: None, peak_at: Timestamp::UNIX_EPOCH });
            of_hazard(&Alert { hazard, ..alert(Urgency::Expected, None) })
        };
        assert!(hazard(HazardKind::Gusts).is_some());
        assert_eq!(hazard(HazardKind::Heat), None);
    }
}
