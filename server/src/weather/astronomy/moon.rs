//! The phase of the moon (Meeus, Astronomical Algorithms, chapters 47 and 48).

use jiff::Timestamp;

use crate::weather::report::{Moon, MoonPhase};

/// Half a day as a share of the synodic month: a named phase lasts one day.
const HALF_DAY: f64 = 0.5 / 29.530_588;

pub fn moon_at(time: Timestamp) -> Moon {
    let elongation = elongation_degrees(time).rem_euclid(360.0);
    let phase = elongation / 360.0;
    Moon {
        phase: round_to(phase, 1_000.0) % 1.0,
        name: name(phase),
        illumination: round_to((1.0 - elongation.to_radians().cos()) / 2.0, 100.0),
    }
}

fn name(phase: f64) -> MoonPhase {
    let near = |quarter: f64| (phase - quarter).abs() <= HALF_DAY;
    match phase {
        _ if near(0.0) || near(1.0) => MoonPhase::New,
        _ if near(0.25) => MoonPhase::FirstQuarter,
        _ if near(0.5) => MoonPhase::Full,
        _ if near(0.75) => MoonPhase::LastQuarter,
        _ if phase < 0.25 => MoonPhase::WaxingCrescent,
        _ if phase < 0.5 => MoonPhase::WaxingGibbous,
        _ if phase < 0.75 => MoonPhase::WaningGibbous,
        _ => MoonPhase::WaningCrescent,
    }
}

/// Elongation of the moon from the sun, with its largest periodic terms.
fn elongation_degrees(time: Timestamp) -> f64 {
    let century = (time.as_second() as f64 / 86_400.0 + 2_440_587.5 - 2_451_545.0) / 36_525.0;
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
    use super::*;

    #[test]
    fn phases_agree_with_an_independent_package() {
        for row in include_str!("../../../tests/fixtures/moon_phases.csv").lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let (phase, illumination) = (cells[1].parse::<f64>().unwrap(), cells[2].parse::<f64>().unwrap());
            let moon = moon_at(cells[0].parse().unwrap());
            let apart = (moon.phase - phase).abs();
            assert!(apart.min(1.0 - apart) < 0.004, "{row}: {moon:?}");
            assert!((moon.illumination - illumination).abs() < 0.02, "{row}: {moon:?}");
        }
    }

    /// Dates from the almanac: full moon 2026-01-03 10:03 UTC, new moon 2026-01-18 19:52 UTC,
    /// first quarter 2026-01-26 04:47 UTC.
    #[test]
    fn the_named_phases_fall_on_their_days() {
        for (time, expected) in [
            ("2026-01-03T12:00:00Z", MoonPhase::Full),
            ("2026-01-18T12:00:00Z", MoonPhase::New),
            ("2026-01-26T12:00:00Z", MoonPhase::FirstQuarter),
            ("2026-01-22T12:00:00Z", MoonPhase::WaxingCrescent),
            ("2026-01-30T00:00:00Z", MoonPhase::WaxingGibbous),
            ("2026-01-06T12:00:00Z", MoonPhase::WaningGibbous),
        ] {
            assert_eq!(moon_at(time.parse().unwrap()).name, expected, "{time}");
        }
    }
}
