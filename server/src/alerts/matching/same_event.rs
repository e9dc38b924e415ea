//! The same event from two feeds: an authority's own feed and MeteoAlarm's copy are one alert with two sources.

use jiff::Timestamp;

use super::active::ActiveAlert;
use crate::alert::{Alert, AlertFamily, AlertSource, Severity};

/// What tells whether alerts of two feeds are about the same event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    feed: String,
    family: AlertFamily,
    severity: Severity,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

impl Event {
    /// `None` for what belongs to no family: it is never the same as something else.
    pub fn of(feed: &str, alert: &Alert) -> Option<Event> {
        let &Alert { severity, starts_at, ends_at, .. } = alert;
        Some(Event { feed: feed.to_owned(), family: alert.family?, severity, starts_at, ends_at })
    }

    /// Whether two alerts, which both apply at a place, are the same event: from two feeds, about one family, with at most
    /// one step between their severities, and at the same time for at least half of the shorter one.
    pub fn is_same(&self, other: &Event) -> bool {
        let overlap = self.ends_at.min(other.ends_at).duration_since(self.starts_at.max(other.starts_at));
        let length = |event: &Event| event.ends_at.duration_since(event.starts_at);
        self.feed != other.feed
            && self.family == other.family
            && (self.severity as i8 - other.severity as i8).abs() <= 1
            && overlap * 2 >= length(self).min(length(other))
    }
}

pub fn is_same_event(one: &ActiveAlert, other: &ActiveAlert) -> bool {
    // Almost all pairs differ in one of these; the rest needs more time.
    one.feed != other.feed
        && one.alert.family == other.alert.family
        && Event::of(&one.feed, &one.alert)
            .zip(Event::of(&other.feed, &other.alert))
            .is_some_and(|(one, other)| one.is_same(&other))
}

/// Of one event in two feeds, whether the first is the one that is shown: first-hand before copies.
pub fn is_preferred(other: &ActiveAlert, to: &ActiveAlert) -> bool {
    let is_copy = |feed: &str| COPIES.iter().any(|name| feed.contains(name));
    let rank = |active: &ActiveAlert| (is_copy(&active.feed), active.feed.clone());
    rank(other) < rank(to)
}

/// Feeds with these names in their own repeat what authorities have issued.
const COPIES: [&str; 2] = ["meteoalarm", "swic"];

/// One alert for each event, with its other sources.
pub fn join(found: &[&ActiveAlert]) -> Vec<Alert> {
    let twins = |active: &ActiveAlert| -> Vec<&ActiveAlert> {
        found.iter().copied().filter(|other| is_same_event(active, other)).collect()
    };
    let shown = found.iter().filter(|active| !twins(active).iter().any(|twin| is_preferred(twin, active)));
    shown
        .map(|active| {
            let source = |twin: &&ActiveAlert| AlertSource {
                issuer: twin.alert.issuer.clone(),
                attribution: twin.alert.attribution.clone(),
            };
            Alert { also_from: twins(active).iter().map(source).collect(), ..(*active.alert).clone() }
        })
        .collect()
}
