//! Halcyon's own notices: hazards in the forecast of the next two days, by thresholds of ours.
//!
//! A hazard is a run of hours past its line, short breaks included. `docs/warnings.md` has the reasons of each number.

use jiff::{SignedDuration, Timestamp};

use super::feels_like::apparent_temperature;
use crate::alert::{Alert, AlertOrigin, Hazard, HazardKind, Severity};
use crate::weather::model::forecast::{Forecast, Hour};

/// Beyond two days a forecast of hazards would be withdrawn too often.
const HORIZON: SignedDuration = SignedDuration::from_hours(48);
/// Hours below the line that do not end a hazard.
const SHORT_BREAK: SignedDuration = SignedDuration::from_hours(3);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY_HOURS: usize = 24;
/// Sums are told from the chance that other rules call likely.
const LIKELY_PERCENT: f64 = 50.0;

/// From which value on a notice is given, and from which it is graver; a missing step is never reached.
struct Lines {
    kind: HazardKind,
    info: Option<f64>,
    moderate: Option<f64>,
    severe: Option<f64>,
    value: fn(&[Hour], usize) -> Option<f64>,
}

/// Cold counts downwards, so that its values are turned around.
const LINES: [Lines; 9] = [
    // Beaufort 8, 9 and 11.
    Lines {
        kind: HazardKind::Wind,
        info: Some(17.2),
        moderate: Some(20.8),
        severe: Some(28.5),
        value: |hours, at| hours[at].wind,
    },
    // NWS wind advisory, high wind warning; 33 m/s is hurricane force.
    Lines {
        kind: HazardKind::Gusts,
        info: Some(20.6),
        moderate: Some(25.9),
        severe: Some(33.0),
        value: |hours, at| hours[at].gusts,
    },
    Lines { kind: HazardKind::Rain, info: Some(30.0), moderate: Some(50.0), severe: Some(80.0), value: rain_of_a_day },
    Lines { kind: HazardKind::Snow, info: Some(5.0), moderate: Some(15.0), severe: Some(30.0), value: snow_of_a_day },
    Lines { kind: HazardKind::Ice, info: None, moderate: Some(1.0), severe: Some(2.0), value: ice },
    // NWS heat index: extreme caution, danger; 46 °C felt is half-way to extreme danger.
    Lines {
        kind: HazardKind::Heat,
        info: Some(32.0),
        moderate: Some(39.0),
        severe: Some(46.0),
        value: |hours, at| felt(&hours[at]),
    },
    // Environment Canada: frostbite possible within 30 minutes, within 10 minutes.
    Lines {
        kind: HazardKind::Cold,
        info: Some(20.0),
        moderate: Some(28.0),
        severe: Some(40.0),
        value: |hours, at| felt(&hours[at]).map(|felt| -felt),
    },
    // WHO: very high, extreme.
    Lines {
        kind: HazardKind::Uv,
        info: Some(8.0),
        moderate: Some(11.0),
        severe: None,
        value: |hours, at| hours[at].uv,
    },
    Lines { kind: HazardKind::Thunder, info: Some(1.0), moderate: Some(2.0), severe: Some(3.0), value: thunder },
];

/// Every hazard that is not over yet; a place has at most one of a kind at a time.
pub fn find(forecast: &Forecast, now: Timestamp) -> Vec<Alert> {
    let ahead: Vec<Hour> =
        forecast.hours.iter().filter(|hour| hour.time + HOUR > now && hour.time < now + HORIZON).cloned().collect();
    LINES.iter().filter_map(|lines| first_run(lines, &ahead)).map(alert).collect()
}

struct Run {
    kind: HazardKind,
    severity: Severity,
    starts: Timestamp,
    ends: Timestamp,
    peak: f64,
    peak_at: Timestamp,
}

/// The first stretch of hours past the line, over short breaks.
fn first_run(lines: &Lines, hours: &[Hour]) -> Option<Run> {
    let mut run: Option<Run> = None;
    for (at, hour) in hours.iter().enumerate() {
        let reached = (lines.value)(hours, at).and_then(|value| Some((value, lines.severity(value)?)));
        let Some((value, severity)) = reached else {
            if run.as_ref().is_some_and(|run| hour.time >= run.ends + SHORT_BREAK) {
                break;
            }
            continue;
        };
        match &mut run {
            Some(run) => {
                run.ends = hour.time + HOUR;
                run.severity = run.severity.max(severity);
                if value > run.peak {
                    (run.peak, run.peak_at) = (value, hour.time);
                }
            }
            None => {
                let (starts, ends) = (hour.time, hour.time + HOUR);
                run = Some(Run { kind: lines.kind, severity, starts, ends, peak: value, peak_at: hour.time });
            }
        }
    }
    run
}

impl Lines {
    fn severity(&self, value: f64) -> Option<Severity> {
        let reaches = |line: Option<f64>| line.is_some_and(|line| value >= line);
        match () {
            () if reaches(self.severe) => Some(Severity::Severe),
            () if reaches(self.moderate) => Some(Severity::Moderate),
            () if reaches(self.info) => Some(Severity::Info),
            () => None,
        }
    }
}

fn alert(run: Run) -> Alert {
    let peak = match run.kind {
        HazardKind::Ice | HazardKind::Thunder => None,
        HazardKind::Cold => Some(-run.peak),
        _ => Some(run.peak),
    };
    Alert {
        id: format!("halcyon-{}-{}", run.kind.as_str(), run.starts.as_second()),
        origin: AlertOrigin::Computed,
        severity: run.severity,
        cap_severity: None,
        texts: Vec::new(),
        hazard: Some(Hazard {
            kind: run.kind,
            peak: peak.map(|peak| (peak * 10.0).round() / 10.0),
            peak_at: run.peak_at,
        }),
        issuer: None,
        attribution: None,
        sent_at: None,
        starts_at: run.starts,
        ends_at: run.ends,
        url: None,
    }
}

fn felt(hour: &Hour) -> Option<f64> {
    hour.apparent.or_else(|| Some(apparent_temperature(hour.temperature?, hour.humidity?, hour.wind?)))
}

fn is_likely(hour: &Hour) -> bool {
    hour.probability.is_none_or(|percent| percent >= LIKELY_PERCENT)
}

/// The most that falls in any 24 hours around this one; a dry hour is no part of it.
fn sum_of_a_day(hours: &[Hour], at: usize, amount: fn(&Hour) -> Option<f64>, wet: f64) -> Option<f64> {
    amount(&hours[at]).filter(|here| *here >= wet)?;
    let from = |start: usize| -> f64 {
        hours[start..].iter().take(DAY_HOURS).filter(|hour| is_likely(hour)).filter_map(amount).sum()
    };
    (at.saturating_sub(DAY_HOURS - 1)..=at).map(from).max_by(f64::total_cmp)
}

fn rain_of_a_day(hours: &[Hour], at: usize) -> Option<f64> {
    let liquid = |hour: &Hour| hour.precipitation.filter(|_| hour.snowfall.unwrap_or(0.0) < 0.1);
    sum_of_a_day(hours, at, liquid, 0.5)
}

fn snow_of_a_day(hours: &[Hour], at: usize) -> Option<f64> {
    sum_of_a_day(hours, at, |hour| hour.snowfall, 0.1)
}

/// Freezing rain or drizzle by the WMO code: light 1, heavy 2.
fn ice(hours: &[Hour], at: usize) -> Option<f64> {
    match hours[at].code? {
        56 | 66 => Some(1.0),
        57 | 67 => Some(2.0),
        _ => None,
    }
}

/// A thunderstorm by the WMO code: plain 1, with hail 2, with heavy hail or gusts of a severe one 3.
fn thunder(hours: &[Hour], at: usize) -> Option<f64> {
    let hour = &hours[at];
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

    fn found(change: impl Fn(usize, &mut Hour)) -> Vec<(HazardKind, Severity, Option<f64>, i64, i64)> {
        let start: Timestamp = START.parse().unwrap();
        let hours_in = |time: Timestamp| time.duration_since(start).as_hours();
        find(&hours(change), start)
            .iter()
            .map(|alert| {
                let computed = alert.hazard.clone().unwrap();
                (computed.kind, alert.severity, computed.peak, hours_in(alert.starts_at), hours_in(alert.ends_at))
            })
            .collect()
    }

    #[test]
    fn a_quiet_forecast_gives_no_notice() {
        assert_eq!(found(|_, _| {}), []);
    }

    #[test]
    fn each_kind_has_its_line_and_its_steps() {
        use HazardKind::*;
        use Severity::*;
        let at_five = |change: fn(&mut Hour)| {
            found(move |index, hour| {
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
    fn rain_is_told_by_the_sum_of_a_day_and_only_when_it_is_likely() {
        let steady = |index: usize, hour: &mut Hour| {
            if (6..16).contains(&index) {
                hour.precipitation = Some(5.5);
            }
        };
        assert_eq!(found(steady), [(HazardKind::Rain, Severity::Moderate, Some(55.0), 6, 16)]);
        let unlikely = |index: usize, hour: &mut Hour| {
            steady(index, hour);
            hour.probability = Some(20.0);
        };
        assert_eq!(found(unlikely), []);
    }

    #[test]
    fn a_short_break_does_not_end_a_hazard_and_a_long_one_does() {
        let windy = |hours: &'static [usize]| {
            found(move |index, hour| {
                if hours.contains(&index) {
                    hour.gusts = Some(22.0)
                }
            })
        };
        assert_eq!(windy(&[4, 6, 9]), [(HazardKind::Gusts, Severity::Info, Some(22.0), 4, 10)]);
        assert_eq!(windy(&[4, 12]), [(HazardKind::Gusts, Severity::Info, Some(22.0), 4, 5)]);
    }

    #[test]
    fn what_is_over_or_more_than_two_days_away_is_not_told() {
        let now: Timestamp = "2026-01-10T12:00:00Z".parse().unwrap();
        let forecast = hours(|index, hour| {
            if index == 10 || index == 61 {
                hour.wind = Some(30.0)
            }
        });
        assert_eq!(find(&forecast, now), []);
    }
}
