//! Thresholds, spans and sums of hazards.

mod climate;

use jiff::{SignedDuration, Timestamp};

use super::detect;
use crate::alert::{HazardKind, Severity};
use crate::weather::model::conditions::Sky;
use crate::weather::model::forecast::{Forecast, Hour};

const START: &str = "2026-01-10T00:00:00Z";

fn hours(change: impl Fn(usize, &mut Hour)) -> Forecast {
    let start: Timestamp = START.parse().unwrap();
    let hour = |index: usize| {
        let time = start + SignedDuration::from_hours(index as i64);
        let mut hour =
            Hour { time, temperature: Some(10.0), precipitation: Some(0.0), snowfall: Some(0.0), ..Hour::default() };
        change(index, &mut hour);
        hour
    };
    Forecast { hours: (0..72).map(hour).collect(), ..Forecast::default() }
}

fn detected(change: impl Fn(usize, &mut Hour)) -> Vec<(HazardKind, Severity, Option<f64>, i64, i64)> {
    let start: Timestamp = START.parse().unwrap();
    let hours_in = |time: Timestamp| time.duration_since(start).as_hours();
    detect(&hours(change), None, None, start)
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
    assert_eq!(at_five(|hour| hour.uv = Some(7.6)), [(Uv, Info, Some(8.0), 5, 6)]);
    assert_eq!(at_five(|hour| hour.wind = Some(17.2)), [(Wind, Info, Some(17.2), 5, 6)]);
    assert_eq!(at_five(|hour| hour.wind = Some(20.8)), [(Wind, Moderate, Some(20.8), 5, 6)]);
    assert_eq!(at_five(|hour| hour.gusts = Some(33.0)), [(Gusts, Severe, Some(33.0), 5, 6)]);
    assert_eq!(at_five(|hour| hour.temperature = Some(39.0)), [(Heat, Moderate, Some(39.0), 5, 6)]);
    assert_eq!(at_five(|hour| hour.temperature = Some(-28.0)), [(Cold, Moderate, Some(-28.0), 5, 6)]);
    // Review finding B6: where it is reached every day, it is not notified every day.
    assert_eq!(at_five(|hour| hour.uv = Some(13.0)), [(Uv, Info, Some(13.0), 5, 6)]);
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
    let hazard = detect(&forecast, None, None, start)[0].hazard.clone().unwrap();
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
        for before in detect(&forecast, None, None, at(now)).iter().filter(|alert| alert.ends_at > at(now + 1)) {
            let after = detect(&forecast, None, None, at(now + 1));
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
    assert_eq!(detect(&forecast, None, None, now), []);
}
