//! Position of the sun, sunrise and sunset on a local day, after NOAA's solar calculator (Meeus, Astronomical Algorithms, chapter 25).

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::weather::report::{Polar, Sun};

/// Altitude of the sun's centre at sunrise: 50 arc minutes below the horizon, by refraction and the sun's radius.
const HORIZON_DEGREES: f64 = -0.833;
const DAY_SECONDS: i64 = 86_400;

/// The sun over the local day `date`; sunrise and sunset are those inside that day.
pub fn sun_on(date: Date, zone: &TimeZone, latitude: f64, longitude: f64) -> Sun {
    let (start, end) = local_day(date, zone);
    let noon = solar_noon_between(start, end, longitude);
    let height = |second: i64| altitude(second, latitude, longitude) - HORIZON_DEGREES;

    // Between its lowest and its highest point the altitude is monotone, so there is at most one crossing.
    let mut cuts = vec![start];
    for extremum in [noon - DAY_SECONDS / 2, noon, noon + DAY_SECONDS / 2] {
        if extremum > start && extremum < end {
            cuts.push(extremum);
        }
    }
    cuts.push(end);

    let (mut sunrise, mut sunset, mut daylight) = (None, None, 0);
    for part in cuts.windows(2) {
        let (from, to) = (part[0], part[1]);
        let (low, high) = (height(from), height(to));
        if low <= 0.0 && high > 0.0 {
            let crossing = crossing(from, to, &height);
            sunrise.get_or_insert(crossing);
            daylight += to - crossing;
        } else if low > 0.0 && high <= 0.0 {
            let crossing = crossing(from, to, &height);
            sunset.get_or_insert(crossing);
            daylight += crossing - from;
        } else if low > 0.0 {
            daylight += to - from;
        }
    }
    let polar = match (sunrise, sunset) {
        (None, None) if height(noon) > 0.0 => Polar::Day,
        (None, None) => Polar::Night,
        _ => Polar::None,
    };
    Sun {
        sunrise: sunrise.map(timestamp),
        sunset: sunset.map(timestamp),
        solar_noon: timestamp(noon),
        daylight_seconds: u32::try_from(daylight).unwrap_or(0),
        polar,
    }
}

pub fn is_up(time: Timestamp, latitude: f64, longitude: f64) -> bool {
    altitude(time.as_second(), latitude, longitude) > HORIZON_DEGREES
}

/// First and last second of a local day; 23 or 25 hours apart when the clocks change.
pub fn local_day(date: Date, zone: &TimeZone) -> (i64, i64) {
    let midnight = |date: Date| {
        date.to_zoned(zone.clone()).map_or_else(
            |_| {
                date.to_datetime(jiff::civil::Time::midnight())
                    .to_zoned(TimeZone::UTC)
                    .map_or(0, |utc| utc.timestamp().as_second())
            },
            |zoned| zoned.timestamp().as_second(),
        )
    };
    (midnight(date), midnight(date.tomorrow().unwrap_or(date)))
}

/// Bisection to the second: the height is monotone between `from` and `to` and changes its sign there.
fn crossing(mut from: i64, mut to: i64, height: &impl Fn(i64) -> f64) -> i64 {
    let rising = height(from) <= 0.0;
    while to - from > 1 {
        let middle = from + (to - from) / 2;
        if (height(middle) <= 0.0) == rising { from = middle } else { to = middle }
    }
    to
}

/// The solar noon that lies in the local day, or the nearest one to its middle.
fn solar_noon_between(start: i64, end: i64, longitude: f64) -> i64 {
    let middle = start + (end - start) / 2;
    let (_, equation_of_time) = declination_and_equation(middle);
    let utc_seconds = 43_200.0 - longitude * 240.0 - equation_of_time * 60.0;
    let of_day = middle.div_euclid(DAY_SECONDS) * DAY_SECONDS + utc_seconds.round() as i64;
    [of_day - DAY_SECONDS, of_day, of_day + DAY_SECONDS]
        .into_iter()
        .min_by_key(|noon| (noon - middle).abs())
        .unwrap_or(of_day)
}

/// Degrees of the sun's centre above the horizon, without refraction.
pub fn altitude(second: i64, latitude: f64, longitude: f64) -> f64 {
    let (declination, equation_of_time) = declination_and_equation(second);
    let minutes = second.rem_euclid(DAY_SECONDS) as f64 / 60.0;
    let hour_angle = ((minutes + equation_of_time + 4.0 * longitude) / 4.0 - 180.0).to_radians();
    let latitude = latitude.to_radians();
    let sine = latitude.sin() * declination.sin() + latitude.cos() * declination.cos() * hour_angle.cos();
    sine.clamp(-1.0, 1.0).asin().to_degrees()
}

/// The sun's declination (radians) and the equation of time (minutes).
fn declination_and_equation(second: i64) -> (f64, f64) {
    let century = (second as f64 / DAY_SECONDS as f64 + 2_440_587.5 - 2_451_545.0) / 36_525.0;
    let mean_longitude = (280.466_46 + century * (36_000.769_83 + century * 0.0003032)).to_radians();
    let anomaly = (357.529_11 + century * (35_999.050_29 - 0.0001537 * century)).to_radians();
    let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century);
    let centre = anomaly.sin() * (1.914602 - century * (0.004817 + 0.000014 * century))
        + (2.0 * anomaly).sin() * (0.019993 - 0.000101 * century)
        + (3.0 * anomaly).sin() * 0.000289;
    let node = (125.04 - 1934.136 * century).to_radians();
    let apparent_longitude = mean_longitude + (centre - 0.00569 - 0.00478 * node.sin()).to_radians();
    let mean_tilt =
        23.0 + (26.0 + (21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))) / 60.0) / 60.0;
    let tilt = (mean_tilt + 0.00256 * node.cos()).to_radians();
    let declination = (tilt.sin() * apparent_longitude.sin()).asin();

    let y = (tilt / 2.0).tan().powi(2);
    let equation = y * (2.0 * mean_longitude).sin() - 2.0 * eccentricity * anomaly.sin()
        + 4.0 * eccentricity * y * anomaly.sin() * (2.0 * mean_longitude).cos()
        - 0.5 * y * y * (4.0 * mean_longitude).sin()
        - 1.25 * eccentricity * eccentricity * (2.0 * anomaly).sin();
    (declination, 4.0 * equation.to_degrees())
}

fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    const TABLE: &str = include_str!("../../../tests/fixtures/sun_times.csv");

    fn seconds_apart(ours: Option<Timestamp>, theirs: &str) -> Option<i64> {
        match (ours, theirs) {
            (None, "") => Some(0),
            (Some(ours), theirs) if !theirs.is_empty() => {
                let theirs: Timestamp = theirs.parse().unwrap();
                Some((ours.as_second() - theirs.as_second()).abs())
            }
            _ => None,
        }
    }

    // [R3.18]
    #[test]
    fn sun_times_agree_with_an_independent_package_on_clock_change_days_and_across_the_date_line() {
        for row in TABLE.lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let (latitude, longitude) = (cells[1].parse::<f64>().unwrap(), cells[2].parse().unwrap());
            let zone = TimeZone::get(cells[3]).unwrap();
            let sun = sun_on(cells[4].parse().unwrap(), &zone, latitude, longitude);
            // Near the pole the sun grazes the horizon: a hundredth of a degree is minutes there.
            let allowed = if latitude.abs() < 60.0 { 90 } else { 300 };
            for (ours, theirs) in [(sun.sunrise, cells[5]), (sun.sunset, cells[6])] {
                let apart = seconds_apart(ours, theirs).unwrap_or_else(|| panic!("{row}: {sun:?}"));
                assert!(apart <= allowed, "{row}: {apart} s, {sun:?}");
            }
            if cells[5].is_empty() && cells[6].is_empty() {
                assert_eq!(sun.polar, if cells[7] == "1" { Polar::Day } else { Polar::Night }, "{row}");
            } else {
                assert_eq!(sun.polar, Polar::None, "{row}");
            }
        }
        assert_eq!(TABLE.lines().count(), 151);
    }

    #[test]
    fn daylight_is_the_time_between_sunrise_and_sunset() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let sun = sun_on("2026-03-29".parse().unwrap(), &zone, 52.52, 13.41);
        let between = sun.sunset.unwrap().as_second() - sun.sunrise.unwrap().as_second();
        assert_eq!(i64::from(sun.daylight_seconds), between);
        assert!(is_up(sun.solar_noon, 52.52, 13.41));
        assert!(!is_up(sun.sunset.unwrap() + SignedDuration::from_mins(5), 52.52, 13.41));
    }
}
