//! Spans of hours past a threshold, and the alerts made from them.

use jiff::{SignedDuration, Timestamp};

use super::HOUR;
use super::climate::Climate;
use super::thresholds::HazardThresholds;
use super::values::short_rain;
use crate::alert::{Alert, AlertOrigin, Hazard, HazardKind, Severity};
use crate::weather::model::forecast::Hour;

/// Hours below the threshold that do not end a hazard.
const SHORT_BREAK: SignedDuration = SignedDuration::from_hours(3);

pub struct HazardSpan {
    kind: HazardKind,
    severity: Severity,
    starts: Timestamp,
    pub ends: Timestamp,
    peak: f64,
    peak_at: Timestamp,
    /// What the hour of the peak has, to find a higher one.
    in_peak_hour: f64,
}

/// The spans of hours above the threshold that count in this climate, across short breaks.
pub fn spans(thresholds: &HazardThresholds, hours: &[Hour], climate: &Climate) -> Vec<HazardSpan> {
    let mut spans: Vec<HazardSpan> = Vec::new();
    for (index, hour) in hours.iter().enumerate() {
        let Some(value) = (thresholds.value)(hours, index) else { continue };
        let in_short_time = if thresholds.kind == HazardKind::Rain { short_rain(hours, index) } else { None };
        let Some(severity) = thresholds.severity(value).max(in_short_time) else { continue };
        if !climate.counts(thresholds.kind, severity, hour.time) {
            continue;
        }
        let in_this_hour = thresholds.in_one_hour.map_or(Some(value), |amount| amount(hour)).unwrap_or(0.0);
        match spans.last_mut() {
            Some(span) if hour.time < span.ends + SHORT_BREAK => {
                span.ends = hour.time + HOUR;
                span.severity = span.severity.max(severity);
                span.peak = span.peak.max(value);
                if in_this_hour > span.in_peak_hour {
                    (span.in_peak_hour, span.peak_at) = (in_this_hour, hour.time);
                }
            }
            _ => spans.push(HazardSpan {
                kind: thresholds.kind,
                severity,
                starts: hour.time,
                ends: hour.time + HOUR,
                peak: value,
                peak_at: hour.time,
                in_peak_hour: in_this_hour,
            }),
        }
    }
    spans
}

/// Spans of wind and of gusts that overlap are one storm, named after the more severe.
pub fn merge_wind(spans: Vec<HazardSpan>) -> Vec<HazardSpan> {
    let is_wind = |span: &HazardSpan| matches!(span.kind, HazardKind::Wind | HazardKind::Gusts);
    let (mut windy, mut merged): (Vec<HazardSpan>, Vec<HazardSpan>) = spans.into_iter().partition(is_wind);
    windy.sort_by_key(|span| span.starts);
    let mut storms: Vec<HazardSpan> = Vec::new();
    for span in windy {
        match storms.last_mut() {
            Some(storm) if span.starts < storm.ends + SHORT_BREAK => {
                let (starts, ends) = (storm.starts, storm.ends.max(span.ends));
                // Gusts are what does the damage.
                if (span.severity, span.kind) > (storm.severity, storm.kind) {
                    *storm = span;
                }
                (storm.starts, storm.ends) = (starts, ends);
            }
            _ => storms.push(span),
        }
    }
    storms.append(&mut merged);
    storms
}

pub fn alert(span: HazardSpan) -> Alert {
    let peak = match span.kind {
        HazardKind::Ice | HazardKind::Thunder => None,
        HazardKind::Cold => Some(-span.peak),
        _ => Some(span.peak),
    };
    let peak = peak.map(|peak| (peak * 10.0).round() / 10.0);
    Alert {
        id: format!("halcyon-{}-{}", span.kind.as_str(), span.starts.as_second()),
        hazard: Some(Hazard { kind: span.kind, peak, peak_at: span.peak_at }),
        family: Some(span.kind.family()),
        ..Alert::new(AlertOrigin::Computed, span.severity, span.starts, span.ends)
    }
}
