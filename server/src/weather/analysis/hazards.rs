//! Hazards in the forecast of the next two days.
//!
//! A hazard is a span of hours above its threshold, short breaks included. `docs/warnings.md` explains the thresholds.

use jiff::{SignedDuration, Timestamp};

use super::feels_like::apparent_temperature;
use crate::alert::{Alert, AlertOrigin, Hazard, HazardKind, Severity};
use crate::weather::model::forecast::{Forecast, Hour};

/// Hazards forecast further ahead would be withdrawn too often.
const HORIZON: SignedDuration = SignedDuration::from_hours(48);
/// Hours below the threshold that do not end a hazard.
const SHORT_BREAK: SignedDuration = SignedDuration::from_hours(3);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY_HOURS: usize = 24;
/// Only hours with at least this probability count towards the precipitation of a day.
const LIKELY_PERCENT: f64 = 50.0;

/// The values from which a hazard has each severity; `None` if it never has it.
struct HazardThresholds {
    kind: HazardKind,
    info: Option<f64>,
    moderate: Option<f64>,
    severe: Option<f64>,
    value: fn(&[Hour], usize) -> Option<f64>,
}

/// Cold counts downwards, so its values are negated.
const THRESHOLDS: [HazardThresholds; 9] = [
    // Beaufort 8, 9 and 11.
    HazardThresholds {
        kind: HazardKind::Wind,
        info: Some(17.2),
        moderate: Some(20.8),
        severe: Some(28.5),
        value: |hours, index| hours[index].wind,
    },
    // NWS wind advisory, high wind warning; 33 m/s is hurricane force.
    HazardThresholds {
        kind: HazardKind::Gusts,
        info: Some(20.6),
        moderate: Some(25.9),
        severe: Some(33.0),
        value: |hours, index| hours[index].gusts,
    },
    HazardThresholds {
        kind: HazardKind::Rain,
        info: Some(30.0),
        moderate: Some(50.0),
        severe: Some(80.0),
        value: rain_in_24_hours,
    },
    HazardThresholds {
        kind: HazardKind::Snow,
        info: Some(5.0),
        moderate: Some(15.0),
        severe: Some(30.0),
        value: snow_in_24_hours,
    },
    HazardThresholds { kind: HazardKind::Ice, info: None, moderate: Some(1.0), severe: Some(2.0), value: ice },
    // NWS heat index: extreme caution, danger; 46 °C felt is half-way to extreme danger.
    HazardThresholds {
        kind: HazardKind::Heat,
        info: Some(32.0),
        moderate: Some(39.0),
        severe: Some(46.0),
        value: |hours, index| felt(&hours[index]),
    },
    // Environment Canada: frostbite possible within 30 minutes, within 10 minutes.
    HazardThresholds {
        kind: HazardKind::Cold,
        info: Some(20.0),
        moderate: Some(28.0),
        severe: Some(40.0),
        value: |hours, index| felt(&hours[index]).map(|felt| -felt),
    },
    // WHO: very high, extreme.
    HazardThresholds {
        kind: HazardKind::Uv,
        info: Some(8.0),
        moderate: Some(11.0),
        severe: None,
        value: |hours, index| hours[index].uv,
    },
    HazardThresholds {
        kind: HazardKind::Thunder,
        info: Some(1.0),
        moderate: Some(2.0),
        severe: Some(3.0),
        value: thunder,
    },
];

/// The hazards that have not ended; at most one of each kind.
pub fn detect(forecast: &Forecast, now: Timestamp) -> Vec<Alert> {
    let ahead: Vec<Hour> =
        forecast.hours.iter().filter(|hour| hour.time + HOUR > now && hour.time < now + HORIZON).cloned().collect();
    THRESHOLDS.iter().filter_map(|thresholds| first_span(thresholds, &ahead)).map(alert).collect()
}

struct HazardSpan {
    kind: HazardKind,
    severity: Severity,
    starts: Timestamp,
    ends: Timestamp,
    peak: f64,
    peak_at: Timestamp,
}

/// The first span of hours above the threshold, across short breaks.
fn first_span(thresholds: &HazardThresholds, hours: &[Hour]) -> Option<HazardSpan> {
    let mut span: Option<HazardSpan> = None;
    for (index, hour) in hours.iter().enumerate() {
        let reached = (thresholds.value)(hours, index).and_then(|value| Some((value, thresholds.severity(value)?)));
        let Some((value, severity)) = reached else {
            if span.as_ref().is_some_and(|span| hour.time >= span.ends + SHORT_BREAK) {
                break;
            }
            continue;
        };
        match &mut span {
            Some(span) => {
                span.ends = hour.time + HOUR;
                span.severity = span.severity.max(severity);
                if value > span.peak {
                    (span.peak, span.peak_at) = (value, hour.time);
                }
            }
            None => {
                let (starts, ends) = (hour.time, hour.time + HOUR);
                span =
                    Some(HazardSpan { kind: thresholds.kind, severity, starts, ends, peak: value, peak_at: hour.time });
            }
        }
    }
    span
}

impl HazardThresholds {
    fn severity(&self, value: f64) -> Option<Severity> {
        let reaches = |threshold: Option<f64>| threshold.is_some_and(|threshold| value >= threshold);
        if reaches(self.severe) {
            Some(Severity::Severe)
        } else if reaches(self.moderate) {
            Some(Severity::Moderate)
        } else if reaches(self.info) {
            Some(Severity::Info)
        } else {
            None
        }
    }
}

fn alert(span: HazardSpan) -> Alert {
    let peak = match span.kind {
        HazardKind::Ice | HazardKind::Thunder => None,
        HazardKind::Cold => Some(-span.peak),
        _ => Some(span.peak),
    };
    Alert {
        id: format!("halcyon-{}-{}", span.kind.as_str(), span.starts.as_second()),
        origin: AlertOrigin::Computed,
        severity: span.severity,
        cap_severity: None,
        texts: Vec::new(),
        hazard: Some(Hazard {
            kind: span.kind,
            peak: peak.map(|peak| (peak * 10.0).round() / 10.0),
            peak_at: span.peak_at,
        }),
        issuer: None,
        attribution: None,
        sent_at: None,
        starts_at: span.starts,
        ends_at: span.ends,
        url: None,
    }
}

fn felt(hour: &Hour) -> Option<f64> {
    hour.apparent.or_else(|| Some(apparent_temperature(hour.temperature?, hour.humidity?, hour.wind?)))
}

fn is_likely(hour: &Hour) -> bool {
    hour.probability.is_none_or(|percent| percent >= LIKELY_PERCENT)
}

/// The highest sum of any 24 hours that contain this one; `None` for a dry hour.
fn max_sum_in_24_hours(hours: &[Hour], index: usize, amount: fn(&Hour) -> Option<f64>, wet: f64) -> Option<f64> {
    amount(&hours[index]).filter(|here| *here >= wet)?;
    let from = |start: usize| -> f64 {
        hours[start..].iter().take(DAY_HOURS).filter(|hour| is_likely(hour)).filter_map(amount).sum()
    };
    (index.saturating_sub(DAY_HOURS - 1)..=index).map(from).max_by(f64::total_cmp)
}

fn rain_in_24_hours(hours: &[Hour], index: usize) -> Option<f64> {
    let liquid = |hour: &Hour| hour.precipitation.filter(|_| hour.snowfall.unwrap_or(0.0) < 0.1);
    max_sum_in_24_hours(hours, index, liquid, 0.5)
}

fn snow_in_24_hours(hours: &[Hour], index: usize) -> Option<f64> {
    max_sum_in_24_hours(hours, index, |hour| hour.snowfall, 0.1)
}

/// Freezing rain or drizzle by WMO code: light 1, heavy 2.
fn ice(hours: &[Hour], index: usize) -> Option<f64> {
    match hours[index].code? {
        56 | 66 => Some(1.0),
        57 | 67 => Some(2.0),
        _ => None,
    }
}

/// A thunderstorm by WMO code: plain 1, with hail 2, with heavy hail or severe gusts 3.
fn thunder(hours: &[Hour], index: usize) -> Option<f64> {
    let hour = &hours[index];
    let strong = hour.gusts.is_some_and(|gusts| gusts >= 25.9);
    match hour.code? {
        95 if !is_likely(hour) => None,
        99 => Some(3.0),
        95 | 96 if strong => Some(3.0),
        96 => Some(2.0),
        95 => Some(1.0),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const START: &str = "2026-01-10T00:00:00Z";

    fn hours(change: impl Fn(usize, &mut Hour)) -> Forecast {
        let start: Timestamp = START.parse().unwrap();
        let hour = |index: usize| {
            let time = start + SignedDuration::from_hours(index as i64);
            let mut hour =
                Hour { time, apparent: Some(10.0), precipitation: Some(0.0), snowfall: Some(0.0), ..Hour::default() };
            change(index, &mut hour);
            hour
        };
        Forecast { hours: (0..72).map(hour).collect(), ..Forecast::default() }
    }

    fn detected(change: impl Fn(usize, &mut Hour)) -> Vec<(HazardKind, Severity, Option<f64>, i64, i64)> {
        let start: Timestamp = START.parse().unwrap();
        let hours_in = |time: Timestamp| time.duration_since(start).as_hours();
        detect(&hours(change), start)
            .iter()
            .map(|alert| {
                let hazard = alert.hazard.clone().unwrap();
                (hazard.kind, alert.severity, hazard.peak, hours_in(alert.starts_at), hours_in(alert.ends_at))
            })
            .collect()
    }

    #[test]
    fn a_calm_forecast_has_no_hazards() {
        assert_eq!(detected(|_, _| {}), []);
    }

    #[test]
    fn each_kind_has_its_thresholds() {
        use HazardKind::*;
        use Severity::*;
        let at_five = |change: fn(&mut Hour)| {
            detected(move |index, hour| {
                if index == 5 {
                    change(hour)
                }
            })
        };
        assert_eq!(at_five(|hour| hour.wind = Some(17.1)), []);
        assert_eq!(at_five(|hour| hour.wind = Some(17.2)), [(Wind, Info, Some(17.2), 5, 6)]);
        assert_eq!(at_five(|hour| hour.wind = Some(20.8)), [(Wind, Moderate, Some(20.8), 5, 6)]);
        assert_eq!(at_five(|hour| hour.gusts = Some(33.0)), [(Gusts, Severe, Some(33.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.apparent = Some(39.0)), [(Heat, Moderate, Some(39.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.apparent = Some(-28.0)), [(Cold, Moderate, Some(-28.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.uv = Some(11.0)), [(Uv, Moderate, Some(11.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.code = Some(67)), [(Ice, Severe, None, 5, 6)]);
        assert_eq!(at_five(|hour| hour.code = Some(96)), [(Thunder, Moderate, None, 5, 6)]);
        assert_eq!(at_five(|hour| hour.snowfall = Some(15.0)), [(Snow, Moderate, Some(15.0), 5, 6)]);
    }

    #[test]
    fn rain_counts_by_the_sum_of_24_hours_and_only_when_it_is_likely() {
        let steady = |index: usize, hour: &mut Hour| {
            if (6..16).contains(&index) {
                hour.precipitation = Some(5.5);
            }
        };
        assert_eq!(detected(steady), [(HazardKind::Rain, Severity::Moderate, Some(55.0), 6, 16)]);
        let unlikely = |index: usize, hour: &mut Hour| {
            steady(index, hour);
            hour.probability = Some(20.0);
        };
        assert_eq!(detected(unlikely), []);
    }

    #[test]
    fn a_short_break_does_not_end_a_hazard_and_a_long_one_does() {
        let windy = |hours: &'static [usize]| {
            detected(move |index, hour| {
                if hours.contains(&index) {
                    hour.gusts = Some(22.0)
                }
            })
        };
        assert_eq!(windy(&[4, 6, 9]), [(HazardKind::Gusts, Severity::Info, Some(22.0), 4, 10)]);
        assert_eq!(windy(&[4, 12]), [(HazardKind::Gusts, Severity::Info, Some(22.0), 4, 5)]);
    }

    #[test]
    fn hazards_in_the_past_or_beyond_two_days_are_not_reported() {
        let now: Timestamp = "2026-01-10T12:00:00Z".parse().unwrap();
        let forecast = hours(|index, hour| {
            if index == 10 || index == 61 {
                hour.wind = Some(30.0)
            }
        });
        assert_eq!(detect(&forecast, now), []);
    }
}
