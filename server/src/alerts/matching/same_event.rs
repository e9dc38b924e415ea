//! The same event from two feeds: an authority's own feed and MeteoAlarm's copy are one alert with two sources.

use super::active::ActiveAlert;
use crate::alert::{Alert, AlertSource};

/// Whether two alerts, which both apply at a place, are the same event: from two feeds, about one family, with at most one
/// step between their severities, and at the same time for at least half of the shorter one.
pub fn is_same_event(one: &ActiveAlert, other: &ActiveAlert) -> bool {
    let (first, second) = (&one.alert, &other.alert);
    let overlap = first.ends_at.min(second.ends_at).duration_since(first.starts_at.max(second.starts_at));
    let length = |alert: &Alert| alert.ends_at.duration_since(alert.starts_at);
    one.feed != other.feed
        && first.family.is_some()
        && first.family == second.family
        && (first.severity as i8 - second.severity as i8).abs() <= 1
        && overlap * 2 >= length(first).min(length(second))
}

/// Of one event in two feeds, whether the second is the one that is shown: first-hand before copies.
pub fn is_preferred(other: &ActiveAlert, to: &ActiveAlert) -> bool {
    let rank = |active: &ActiveAlert| (active.feed.contains("meteoalarm"), active.feed.clone());
    rank(other) < rank(to)
}

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
