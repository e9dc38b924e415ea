//! Hazards in the forecast of the next two days.
//!
//! A hazard is a span of hours above its threshold, short breaks included. `docs/alerts.md` explains the thresholds.

use jiff::{SignedDuration, Timestamp};

use super::classify_hour::{HEAVY_RAIN, SEVERE_GUSTS, SNOW_CM_PER_MM};
use super::feels_like::{heat_index_of, wind_chill_of};
use super::now::Now;
use super::precipitation_type::precipitation_kind;
use crate::alert::{Alert, AlertOrigin, Hazard, HazardKind, Severity};
use crate::weather::model::conditions::{Condition, PrecipitationKind, Sky, ThunderKind};
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::model::rounding::round_hour;

/// Hazards forecast further ahead would be withdrawn too often.
const HORIZON: SignedDuration = SignedDuration::from_hours(48);
/// Hours below the threshold that do not end a hazard.
const SHORT_BREAK: SignedDuration = SignedDuration::from_hours(3);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const DAY_HOURS: usize = 24;
/// Hours that have passed are read as far back as the longest sum: time alone must not weaken an event.
const LOOK_BACK: SignedDuration = SignedDuration::from_hours(24);
/// Rain of 1 and 6 hours from which it is moderate and severe, after the German weather service (mm).
const SHORT_RAIN: [(usize, f64, f64); 2] = [(1, 15.0, 25.0), (6, 20.0, 35.0)];
/// Only hours with at least this probability count towards the precipitation of a day.
const LIKELY_PERCENT: f64 = 50.0;

/// The values from which a hazard has each severity; `None` if it never has it.
struct HazardThresholds {
    kind: HazardKind,
    info: Option<f64>,
    moderate: Option<f64>,
    severe: Option<f64>,
    value: fn(&[Hour], usize) -> Option<f64>,
    /// Where `value` is a sum over many hours: what falls in one, which decides when the hazard is at its worst.
    in_one_hour: Option<fn(&Hour) -> Option<f64>>,
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
        in_one_hour: None,
    },
    // NWS wind advisory, high wind warning; 33 m/s is hurricane force.
    HazardThresholds {
        kind: HazardKind::Gusts,
        info: Some(20.6),
        moderate: Some(25.9),
        severe: Some(33.0),
        value: |hours, index| hours[index].gusts,
        in_one_hour: None,
    },
    HazardThresholds {
        kind: HazardKind::Rain,
        info: Some(30.0),
        moderate: Some(50.0),
        severe: Some(80.0),
        value: rain_in_24_hours,
        in_one_hour: Some(|hour| hour.precipitation),
    },
    HazardThresholds {
        kind: HazardKind::Snow,
        info: Some(5.0),
        moderate: Some(15.0),
        severe: Some(30.0),
        value: snow_in_24_hours,
        in_one_hour: Some(snow_depth),
    },
    HazardThresholds {
        kind: HazardKind::Ice,
        info: None,
        moderate: Some(1.0),
        severe: Some(2.0),
        value: ice,
        in_one_hour: None,
    },
    // NWS heat index: extreme caution, danger; 46 °C is half-way to extreme danger.
    HazardThresholds {
        kind: HazardKind::Heat,
        info: Some(32.0),
        moderate: Some(39.0),
        severe: Some(46.0),
        value: |hours, index| heat_index_of(&hours[index]),
        in_one_hour: None,
    },
    // Environment Canada's wind chill: frostbite possible within 30 minutes, within 10 minutes.
    HazardThresholds {
        kind: HazardKind::Cold,
        info: Some(20.0),
        moderate: Some(28.0),
        severe: Some(40.0),
        value: |hours, index| wind_chill_of(&hours[index]).map(|chill| -chill),
        in_one_hour: None,
    },
    // WHO: very high, extreme.
    HazardThresholds {
        kind: HazardKind::Uv,
        info: Some(8.0),
        moderate: Some(11.0),
        severe: None,
        // The categories are defined for whole numbers.
        value: |hours, index| hours[index].uv.map(f64::round),
        in_one_hour: None,
    },
    HazardThresholds {
        kind: HazardKind::Thunder,
        info: Some(1.0),
        moderate: Some(2.0),
        severe: Some(3.0),
        value: thunder,
        in_one_hour: None,
    },
];

/// The value from which a hazard has this severity, in the direction in which it counts: cold counts downwards.
pub fn threshold(kind: HazardKind, severity: Severity) -> Option<f64> {
    let thresholds = THRESHOLDS.iter().find(|thresholds| thresholds.kind == kind)?;
    match severity {
        Severity::Info => thresholds.info,
        Severity::Moderate => thresholds.moderate,
        Severity::Severe => thresholds.severe,
    }
}

/// The hazards of the next two days that have not ended: every span of every kind; wind and gusts are one. The running
/// hour is judged by the present as the report shows it, so that no notification contradicts the headline.
pub fn detect(forecast: &Forecast, present: Option<&Now>, now: Timestamp) -> Vec<Alert> {
    let as_shown = |hour: Hour| match present {
        Some(present) if hour.time <= now && hour.time + HOUR > now => with_present(hour, present),
        _ => hour,
    };
    // Rounded first, so that a hazard and the numbers beside it are on the same side of a threshold.
    let hours: Vec<Hour> = forecast
        .hours
        .iter()
        .filter(|hour| hour.time + HOUR > now - LOOK_BACK && hour.time < now + HORIZON)
        .map(|hour| as_shown(round_hour(hour)))
        .collect();
    let all = THRESHOLDS.iter().flat_map(|thresholds| spans(thresholds, &hours)).collect();
    merge_wind(all).into_iter().filter(|span| span.ends > now).map(alert).collect()
}

/// A thunderstorm or ice of this moment counts although the forecast of the hour has none: the headline names it.
fn with_present(hour: Hour, present: &Now) -> Hour {
    use Condition::{FreezingDrizzle, FreezingRain, Hail, SevereThunderstorm, Thunderstorm};
    let shown = present.in_hour(&hour);
    let condition = present.classification.map(|one| one.condition);
    match condition {
        Some(Thunderstorm | SevereThunderstorm | Hail | FreezingDrizzle | FreezingRain) => {
            Hour { sky: present.hour.sky.or(hour.sky), code: present.hour.code, probability: None, ..shown }
        }
        _ => shown,
    }
}

/// Spans of wind and of gusts that overlap are one storm, named after the more severe.
fn merge_wind(spans: Vec<HazardSpan>) -> Vec<HazardSpan> {
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

struct HazardSpan {
    kind: HazardKind,
    severity: Severity,
    starts: Timestamp,
    ends: Timestamp,
    peak: f64,
    peak_at: Timestamp,
    /// What the hour of the peak has, to find a higher one.
    in_peak_hour: f64,
}

/// The spans of hours above the threshold, across short breaks.
fn spans(thresholds: &HazardThresholds, hours: &[Hour]) -> Vec<HazardSpan> {
    let mut spans: Vec<HazardSpan> = Vec::new();
    for (index, hour) in hours.iter().enumerate() {
        let Some(value) = (thresholds.value)(hours, index) else { continue };
        let in_short_time = if thresholds.kind == HazardKind::Rain { short_rain(hours, index) } else { None };
        let Some(severity) = thresholds.severity(value).max(in_short_time) else { continue };
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
    let peak = peak.map(|peak| (peak * 10.0).round() / 10.0);
    Alert {
        id: format!("halcyon-{}-{}", span.kind.as_str(), span.starts.as_second()),
        hazard: Some(Hazard { kind: span.kind, peak, peak_at: span.peak_at }),
        family: Some(span.kind.family()),
        ..Alert::new(AlertOrigin::Computed, span.severity, span.starts, span.ends)
    }
}

fn is_likely(hour: &Hour) -> bool {
    hour.probability.is_none_or(|percent| percent >= LIKELY_PERCENT)
}

/// The highest sum of any so many hours that contain this one; `None` for a dry hour.
fn max_sum(hours: &[Hour], index: usize, length: usize, amount: fn(&Hour) -> Option<f64>, wet: f64) -> Option<f64> {
    amount(&hours[index]).filter(|here| *here >= wet)?;
    let from = |start: usize| -> f64 {
        hours[start..].iter().take(length).filter(|hour| is_likely(hour)).filter_map(amount).sum()
    };
    (index.saturating_sub(length - 1)..=index).map(from).max_by(f64::total_cmp)
}

fn liquid(hour: &Hour) -> Option<f64> {
    hour.precipitation.filter(|_| !is_snow(hour))
}

fn rain_in_24_hours(hours: &[Hour], index: usize) -> Option<f64> {
    max_sum(hours, index, DAY_HOURS, liquid, 0.5)
}

/// A cloudburst: the severity of what falls in one or six hours around this one.
fn short_rain(hours: &[Hour], index: usize) -> Option<Severity> {
    let of = |(length, moderate, severe): (usize, f64, f64)| {
        let sum = max_sum(hours, index, length, liquid, 0.5)?;
        let severity = if sum >= severe { Severity::Severe } else { Severity::Moderate };
        (sum >= moderate).then_some(severity)
    };
    SHORT_RAIN.into_iter().filter_map(of).max()
}

fn snow_in_24_hours(hours: &[Hour], index: usize) -> Option<f64> {
    max_sum(hours, index, DAY_HOURS, snow_depth, 0.1)
}

/// Centimetres; from the water where a source does not send snow.
fn snow_depth(hour: &Hour) -> Option<f64> {
    let from_water = || hour.precipitation.map(|amount| amount * SNOW_CM_PER_MM);
    if is_snow(hour) { hour.snowfall.filter(|depth| *depth > 0.0).or_else(from_water) } else { Some(0.0) }
}

fn is_snow(hour: &Hour) -> bool {
    matches!(precipitation_kind(hour), PrecipitationKind::Snow | PrecipitationKind::SnowShowers)
}

/// Freezing rain or drizzle: light 1, heavy 2, by the code or the amount.
fn ice(hours: &[Hour], index: usize) -> Option<f64> {
    use PrecipitationKind::{FreezingDrizzle, FreezingRain};
    let hour = &hours[index];
    let Some(Sky::Precipitation(FreezingDrizzle | FreezingRain)) = hour.sky else { return None };
    let is_heavy = matches!(hour.code, Some(57 | 67)) || hour.precipitation.is_some_and(|amount| amount >= HEAVY_RAIN);
    Some(if is_heavy { 2.0 } else { 1.0 })
}

/// A likely thunderstorm: plain 1, strong 2, with hail or severe gusts 3.
fn thunder(hours: &[Hour], index: usize) -> Option<f64> {
    let hour = &hours[index];
    let Some(Sky::Thunder(kind)) = hour.sky.filter(|_| is_likely(hour)) else { return None };
    let has_severe_gusts = hour.gusts.is_some_and(|gusts| gusts >= SEVERE_GUSTS);
    Some(match kind {
        _ if has_severe_gusts => 3.0,
        ThunderKind::WithHail => 3.0,
        ThunderKind::Strong => 2.0,
        ThunderKind::Plain => 1.0,
    })
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
            let mut hour = Hour {
                time,
                temperature: Some(10.0),
                precipitation: Some(0.0),
                snowfall: Some(0.0),
                ..Hour::default()
            };
            change(index, &mut hour);
            hour
        };
        Forecast { hours: (0..72).map(hour).collect(), ..Forecast::default() }
    }

    fn detected(change: impl Fn(usize, &mut Hour)) -> Vec<(HazardKind, Severity, Option<f64>, i64, i64)> {
        let start: Timestamp = START.parse().unwrap();
        let hours_in = |time: Timestamp| time.duration_since(start).as_hours();
        detect(&hours(change), None, start)
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
        assert_eq!(at_five(|hour| hour.wind = Some(17.16)), [(Wind, Info, Some(17.2), 5, 6)]);
        assert_eq!(at_five(|hour| hour.uv = Some(10.6)), [(Uv, Moderate, Some(11.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.wind = Some(17.2)), [(Wind, Info, Some(17.2), 5, 6)]);
        assert_eq!(at_five(|hour| hour.wind = Some(20.8)), [(Wind, Moderate, Some(20.8), 5, 6)]);
        assert_eq!(at_five(|hour| hour.gusts = Some(33.0)), [(Gusts, Severe, Some(33.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.temperature = Some(39.0)), [(Heat, Moderate, Some(39.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.temperature = Some(-28.0)), [(Cold, Moderate, Some(-28.0), 5, 6)]);
        assert_eq!(at_five(|hour| hour.uv = Some(11.0)), [(Uv, Moderate, Some(11.0), 5, 6)]);
        assert_eq!(at_five(|hour| set_code(hour, 67)), [(Ice, Severe, None, 5, 6)]);
        assert_eq!(at_five(|hour| set_code(hour, 96)), [(Thunder, Moderate, None, 5, 6)]);
        assert_eq!(at_five(|hour| set_code(hour, 99)), [(Thunder, Severe, None, 5, 6)]);
        assert_eq!(
            at_five(|hour| {
                (hour.temperature, hour.precipitation, hour.snowfall) = (Some(-2.0), Some(21.0), Some(15.0));
            }),
            [(Snow, Moderate, Some(15.0), 5, 6)]
        );
    }

    fn set_code(hour: &mut Hour, code: u8) {
        (hour.code, hour.sky) = (Some(code), Sky::from_wmo(code));
    }

    #[test]
    fn an_unlikely_thunderstorm_is_no_hazard_whatever_its_strength() {
        for code in [95, 96, 99] {
            let unlikely = detected(|index, hour| {
                if index == 5 {
                    set_code(hour, code);
                    hour.probability = Some(20.0);
                }
            });
            assert_eq!(unlikely, [], "{code}");
        }
    }

    #[test]
    fn snow_from_a_source_that_sends_only_water_is_snow() {
        let snowy = |index: usize, hour: &mut Hour| {
            if (6..16).contains(&index) {
                (hour.precipitation, hour.snowfall) = (Some(3.5), None);
                (hour.temperature, hour.humidity) = (Some(-4.0), Some(90.0));
                hour.sky = Sky::from_met_symbol("heavysnow");
            }
        };
        // 35 mm of water at 0.7 cm/mm.
        assert_eq!(detected(snowy), [(HazardKind::Snow, Severity::Moderate, Some(24.5), 6, 16)]);
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
    fn heat_and_cold_are_judged_by_the_index_that_the_threshold_is_defined_for() {
        let at_five = |celsius: f64, humidity: f64, wind: f64| {
            detected(move |index, hour| {
                if index == 5 {
                    (hour.temperature, hour.humidity, hour.wind) = (Some(celsius), Some(humidity), Some(wind));
                }
            })
            .first()
            .map(|(kind, severity, ..)| (*kind, *severity))
        };
        // Heat index 45.7 and 44.4, wind chill −40.2 and −25.
        assert_eq!(at_five(33.0, 75.0, 5.0), Some((HazardKind::Heat, Severity::Moderate)));
        assert_eq!(at_five(32.0, 80.0, 6.0), Some((HazardKind::Heat, Severity::Moderate)));
        assert_eq!(at_five(-25.0, 70.0, 10.0), Some((HazardKind::Cold, Severity::Severe)));
        assert_eq!(at_five(-25.0, 70.0, 0.0), Some((HazardKind::Cold, Severity::Info)));
        assert_eq!(at_five(-16.0, 70.0, 1.0), None);
    }

    #[test]
    fn rain_peaks_in_its_wettest_hour() {
        let start: Timestamp = START.parse().unwrap();
        let forecast = hours(|index, hour| match index {
            17 => hour.precipitation = Some(20.0),
            6..20 => hour.precipitation = Some(1.0),
            _ => {}
        });
        let hazard = detect(&forecast, None, start)[0].hazard.clone().unwrap();
        assert_eq!((hazard.peak, hazard.peak_at), (Some(33.0), start + SignedDuration::from_hours(17)));
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
        let gusts = |from, until| (HazardKind::Gusts, Severity::Info, Some(22.0), from, until);
        assert_eq!(windy(&[4, 12]), [gusts(4, 5), gusts(12, 13)]);
    }

    #[test]
    fn a_minor_hazard_does_not_hide_a_severe_one_after_it() {
        let found = detected(|index, hour| match index {
            4 => hour.gusts = Some(21.0),
            30 => hour.gusts = Some(40.0),
            _ => {}
        });
        use HazardKind::Gusts;
        let expected = [(Gusts, Severity::Info, Some(21.0), 4, 5), (Gusts, Severity::Severe, Some(40.0), 30, 31)];
        assert_eq!(found, expected);
    }

    #[test]
    fn wind_and_gusts_of_one_storm_are_one_hazard() {
        let found = detected(|index, hour| {
            if (4..8).contains(&index) {
                (hour.wind, hour.gusts) = (Some(18.0), Some(26.0));
            }
        });
        assert_eq!(found, [(HazardKind::Gusts, Severity::Moderate, Some(26.0), 4, 8)]);
    }

    /// DWD: heavy rain from 15 mm in an hour or 20 mm in six, very heavy from 25 and 35 (wettergefahren.de).
    #[test]
    fn a_cloudburst_is_severe_although_the_day_is_not() {
        let rain = |amounts: &'static [(usize, f64)]| {
            detected(move |index, hour| {
                if let Some((_, amount)) = amounts.iter().find(|(at, _)| *at == index) {
                    hour.precipitation = Some(*amount);
                }
            })
            .first()
            .map(|(kind, severity, ..)| (*kind, *severity))
        };
        assert_eq!(rain(&[(5, 14.9)]), None);
        assert_eq!(rain(&[(5, 15.0)]), Some((HazardKind::Rain, Severity::Moderate)));
        assert_eq!(rain(&[(5, 25.0)]), Some((HazardKind::Rain, Severity::Severe)));
        assert_eq!(rain(&[(5, 10.0), (10, 10.0)]), Some((HazardKind::Rain, Severity::Moderate)));
        assert_eq!(rain(&[(5, 10.0), (11, 10.0)]), None, "seven hours");
        assert_eq!(rain(&[(5, 12.0), (7, 12.0), (9, 12.0)]), Some((HazardKind::Rain, Severity::Severe)));
    }

    #[test]
    fn no_hazard_ends_or_weakens_because_time_passes() {
        let start: Timestamp = START.parse().unwrap();
        let forecast = hours(|index, hour| match index {
            6..16 => hour.precipitation = Some(5.5),
            20 => hour.gusts = Some(34.0),
            24..30 => (hour.wind, hour.gusts) = (Some(21.0), Some(24.0)),
            _ => {}
        });
        let at = |hour: i64| start + SignedDuration::from_hours(hour);
        for now in 0..40 {
            for before in detect(&forecast, None, at(now)).iter().filter(|alert| alert.ends_at > at(now + 1)) {
                let after = detect(&forecast, None, at(now + 1));
                assert!(after.contains(before), "at {now}: {before:?}");
            }
        }
    }

    #[test]
    fn hazards_in_the_past_or_beyond_two_days_are_not_reported() {
        let now: Timestamp = "2026-01-10T12:00:00Z".parse().unwrap();
        let forecast = hours(|index, hour| {
            if index == 10 || index == 61 {
                hour.wind = Some(30.0)
            }
        });
        assert_eq!(detect(&forecast, None, now), []);
    }
}
