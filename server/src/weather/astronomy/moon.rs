//! The phase of the moon (Meeus, Astronomical Algorithms, chapters 47 and 48).

use crate::weather::report::{Moon, MoonPhase};

/// The moon of a local day that begins and ends at these unix seconds: its phase at noon, and the name of the phase. New
/// moon, the quarters and full moon are moments: the day in which one falls has its name.
pub fn moon_on(start: i64, end: i64) -> Moon {
    let elongation = elongation_degrees(start + (end - start) / 2).rem_euclid(360.0);
    Moon {
        phase: round_to(elongation / 360.0, 1_000.0) % 1.0,
        name: name(quarters_passed(start), quarters_passed(end)),
        illumination: round_to((1.0 - elongation.to_radians().cos()) / 2.0, 100.0),
    }
}

/// How many quarters of a revolution the moon has passed since the epoch.
fn quarters_passed(second: i64) -> i64 {
    (elongation_degrees(second) / 90.0).floor() as i64
}

fn name(at_start: i64, at_end: i64) -> MoonPhase {
    let has_crossed = at_end > at_start;
    match (at_end.rem_euclid(4), has_crossed) {
        (0, true) => MoonPhase::New,
        (1, true) => MoonPhase::FirstQuarter,
        (2, true) => MoonPhase::Full,
        (_, true) => MoonPhase::LastQuarter,
        (0, false) => MoonPhase::WaxingCrescent,
        (1, false) => MoonPhase::WaxingGibbous,
        (2, false) => MoonPhase::WaningGibbous,
        (_, false) => MoonPhase::WaningCrescent,
    }
}

/// Elongation of the moon from the sun, with its largest periodic terms; it grows by 360 with every lunation.
fn elongation_degrees(second: i64) -> f64 {
    let century = (second as f64 / 86_400.0 + 2_440_587.5 - 2_451_545.0) / 36_525.0;
    let mean = (297.850_192_1 + 445_267.111_403_4 * century).to_radians();
    let sun = (357.529_109_2 + 35_999.050_290_9 * century).to_radians();
    let moon = (134.963_396_4 + 477_198.867_505_5 * century).to_radians();
    mean.to_degrees() + 6.289 * moon.sin() - 2.100 * sun.sin()
        + 1.274 * (2.0 * mean - moon).sin()
        + 0.658 * (2.0 * mean).sin()
        + 0.214 * (2.0 * moon).sin()
        + 0.110 * mean.sin()
}

fn round_to(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashMap;

    use jiff::tz::TimeZone;
    use jiff::{Timestamp, civil::Date};

    use super::*;
    use crate::weather::astronomy::sun::local_day;

    const HALF_DAY: i64 = 43_200;

    #[test]
    fn phases_agree_with_an_independent_package() {
        for row in include_str!("../../../tests/fixtures/moon_phases.csv").lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let (phase, illumination) = (cells[1].parse::<f64>().unwrap(), cells[2].parse::<f64>().unwrap());
            let noon = cells[0].parse::<Timestamp>().unwrap().as_second();
            let moon = moon_on(noon - HALF_DAY, noon + HALF_DAY);
            let apart = (moon.phase - phase).abs();
            assert!(apart.min(1.0 - apart) < 0.004, "{row}: {moon:?}");
            assert!((moon.illumination - illumination).abs() < 0.02, "{row}: {moon:?}");
        }
    }

    fn name_on(date: &str, zone: &str) -> MoonPhase {
        let (start, end) = local_day(date.parse().unwrap(), &TimeZone::get(zone).unwrap());
        moon_on(start, end).name
    }

    /// Times from the almanac: full moon 2026-01-03 10:03, new moon 2026-01-18 19:52, first quarter 2026-01-26 04:47, full
    /// moon 2026-02-01 22:09, new moon 2026-06-15 02:54, all UTC.
    #[test]
    fn a_phase_is_named_on_the_local_day_of_its_moment() {
        for (date, zone, expected) in [
            ("2026-01-03", "UTC", MoonPhase::Full),
            ("2026-01-18", "UTC", MoonPhase::New),
            ("2026-01-26", "UTC", MoonPhase::FirstQuarter),
            ("2026-01-22", "UTC", MoonPhase::WaxingCrescent),
            ("2026-01-30", "UTC", MoonPhase::WaxingGibbous),
            ("2026-01-06", "UTC", MoonPhase::WaningGibbous),
            ("2026-02-01", "Europe/Berlin", MoonPhase::Full),
            ("2026-02-02", "Europe/Istanbul", MoonPhase::Full),
            ("2026-02-01", "Europe/Istanbul", MoonPhase::WaxingGibbous),
            ("2026-06-14", "America/New_York", MoonPhase::New),
            ("2026-06-15", "America/New_York", MoonPhase::WaxingCrescent),
        ] {
            assert_eq!(name_on(date, zone), expected, "{date} {zone}");
        }
    }

    #[test]
    fn every_lunation_has_one_day_of_each_phase() {
        for zone in ["Europe/Berlin", "Europe/Istanbul", "America/New_York", "Pacific/Auckland"] {
            let zone = TimeZone::get(zone).unwrap();
            let mut days: HashMap<(i64, &str), u32> = HashMap::new();
            let mut date: Date = "2026-01-01".parse().unwrap();
            while date.year() < 2029 {
                let (start, end) = local_day(date, &zone);
                let lunation = (elongation_degrees(end) / 360.0).floor() as i64;
                let name = match moon_on(start, end).name {
                    MoonPhase::New => "new",
                    MoonPhase::FirstQuarter => "first quarter",
                    MoonPhase::Full => "full",
                    MoonPhase::LastQuarter => "last quarter",
                    _ => "between",
                };
                *days.entry((lunation, name)).or_default() += 1;
                date = date.tomorrow().unwrap();
            }
            let complete = days.keys().map(|(lunation, _)| *lunation).collect::<std::collections::BTreeSet<_>>();
            let (first, last) = (*complete.first().unwrap(), *complete.last().unwrap());
            for lunation in first + 1..last {
                for name in ["new", "first quarter", "full", "last quarter"] {
                    assert_eq!(days.get(&(lunation, name)), Some(&1), "{name} of lunation {lunation}");
                }
            }
        }
    }
}
