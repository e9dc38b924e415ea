//! How fine Open-Meteo's data is in time: it always sends hours and quarter hours, whatever its models have.

use jiff::Timestamp;

use crate::weather::model::forecast::{Forecast, StepHours};

const HOUR: i64 = 3600;
/// From these hours on, counted from the request, the models have steps of three and six hours. Safe for every run of
/// ECMWF IFS (90 and 144 hours), ICON (78) and GFS (120), which are up to twelve hours old when they are used.
const THREE_HOURS_FROM: i64 = 72;
const SIX_HOURS_FROM: i64 = 138;

/// The forecast with the source's own step at each hour.
pub fn with_steps(mut forecast: Forecast, requested_at: Timestamp) -> Forecast {
    let [three, six] = [(THREE_HOURS_FROM, 3), (SIX_HOURS_FROM, 6)].map(|(lead, step)| {
        // A step is never cut in two: the coarser ones begin with the next whole one.
        let (from, length) = (requested_at.as_second() + lead * HOUR, step * HOUR);
        (from + length - 1).div_euclid(length) * length
    });
    for hour in &mut forecast.hours {
        let second = hour.time.as_second();
        hour.step = StepHours(match second {
            _ if second >= six => 6,
            _ if second >= three => 3,
            _ => 1,
        });
    }
    forecast
}

/// A region by its southern, northern, western and eastern border.
struct Region(f64, f64, f64, f64);

impl Region {
    fn contains(&self, latitude: f64, longitude: f64) -> bool {
        (self.0..=self.1).contains(&latitude) && (self.2..=self.3).contains(&longitude)
    }
}

/// Models with quarter hours of their own: ICON-D2, AROME and the inner part of HRRR.
const NATIVE: [Region; 3] =
    [Region(43.18, 54.9, -3.94, 20.34), Region(42.10, 51.32, -6.18, 8.35), Region(25.0, 50.0, -124.0, -67.0)];
/// Within them, models without quarter hours come first: KNMI around the Netherlands, UKMO around the British Isles.
const INTERPOLATED: [Region; 2] = [Region(49.35, 53.79, 2.19, 7.66), Region(49.35, 61.0, -12.0, 2.19)];

/// Whether the quarter hours at a place are computed by a model. Elsewhere they are a curve through the hours.
pub fn has_own_quarters(latitude: f64, longitude: f64) -> bool {
    let is_in = |regions: &[Region]| regions.iter().any(|region| region.contains(latitude, longitude));
    is_in(&NATIVE) && !is_in(&INTERPOLATED)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::weather::model::forecast::Hour;

    #[test]
    fn quarter_hours_are_interpolated_outside_the_models_that_have_them() {
        for (place, latitude, longitude, expected) in [
            ("Berlin", 52.52, 13.41, true),
            ("Zürich", 47.37, 8.54, true),
            ("Toulouse", 43.6, 1.44, true),
            ("Denver", 39.74, -104.98, true),
            ("Cologne, in the region of the Dutch model", 50.94, 6.96, false),
            ("London", 51.51, -0.13, false),
            ("Oslo", 59.91, 10.75, false),
            ("Istanbul", 41.01, 28.98, false),
            ("Delhi", 28.61, 77.21, false),
            ("Sydney", -33.87, 151.21, false),
            ("Honolulu", 21.31, -157.86, false),
        ] {
            assert_eq!(has_own_quarters(latitude, longitude), expected, "{place}");
        }
    }

    #[test]
    fn steps_of_three_and_six_hours_are_whole() {
        let requested_at: Timestamp = "2026-11-15T13:20:00Z".parse().unwrap();
        let first = requested_at.as_second() - 20 * 60;
        let hours = (0..384)
            .map(|index| Hour { time: Timestamp::from_second(first + index * HOUR).unwrap(), ..Hour::default() });
        let forecast = with_steps(Forecast { hours: hours.collect(), ..Forecast::default() }, requested_at);
        let count = |step: u8| forecast.hours.iter().filter(|hour| hour.step == StepHours(step)).count();
        // 72 h 20 min ahead is 13:20: the next step of three hours begins at 15:00. 138 h ahead is 07:20, then 12:00.
        assert_eq!((count(1), count(3), count(6)), (74, 69, 241));
        let begins =
            |step: u8| forecast.hours.iter().find(|hour| hour.step == StepHours(step)).unwrap().time.to_string();
        assert_eq!((begins(3).as_str(), begins(6).as_str()), ("2026-11-18T15:00:00Z", "2026-11-21T12:00:00Z"));
    }
}
