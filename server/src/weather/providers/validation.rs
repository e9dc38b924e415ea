//! Values no weather can have are not facts: they are dropped, and an answer made of them is refused.

use std::ops::RangeInclusive;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::weather::model::forecast::{DaySums, Forecast, Hour};

const TEMPERATURE: RangeInclusive<f64> = -100.0..=70.0;
/// Steadman's and the heat index run further than the thermometer.
const APPARENT: RangeInclusive<f64> = -120.0..=90.0;
const PERCENT: RangeInclusive<f64> = 0.0..=100.0;
/// The wettest hour on record had 305 mm (Holt, Missouri, 1947).
const RAIN_PER_HOUR: RangeInclusive<f64> = 0.0..=400.0;
/// The wettest day on record had 1,825 mm (Foc-Foc, Réunion, 1966).
const RAIN_PER_DAY: RangeInclusive<f64> = 0.0..=2000.0;
const SNOW: RangeInclusive<f64> = 0.0..=300.0;
/// The strongest gust on record is 113 m/s (Barrow Island, 1996).
const WIND: RangeInclusive<f64> = 0.0..=150.0;
const DIRECTION: RangeInclusive<f64> = 0.0..=360.0;
/// Sea-level records are 870 hPa (Typhoon Tip) and 1,085 hPa (Tosontsengel).
const PRESSURE: RangeInclusive<f64> = 850.0..=1100.0;
const VISIBILITY: RangeInclusive<f64> = 0.0..=500_000.0;
/// The highest measured index is 43 (Licancabur, 2003).
const UV: RangeInclusive<f64> = 0.0..=45.0;

/// No forecast we ask for reaches further in either direction.
const AROUND: SignedDuration = SignedDuration::from_hours(30 * 24);

/// How much of an answer may be nonsense before none of it is believed.
const MOST_LIES: f64 = 0.02;

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The hours a person looks at first; an answer without them helps nobody.
const NEEDED_HOURS: usize = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    #[error("too many values no weather can have")]
    Lies,
    #[error("too few hours with a temperature")]
    Empty,
}

/// Drops times that no forecast is for: whoever adds an hour to the end of all time would fail.
pub fn near(mut forecast: Forecast, now: Timestamp) -> Forecast {
    let is_near = |time: Timestamp| (now - AROUND..now + AROUND).contains(&time);
    forecast.now = forecast.now.filter(|hour| is_near(hour.time));
    forecast.hours.retain(|hour| is_near(hour.time));
    forecast.quarters.retain(|quarter| is_near(quarter.time));
    let days = (now - AROUND).to_zoned(TimeZone::UTC).date()..(now + AROUND).to_zoned(TimeZone::UTC).date();
    forecast.days.retain(|day| days.contains(&day.date));
    forecast
}

/// Drops impossible values; refuses an answer that has many of them.
pub fn checked(mut forecast: Forecast) -> Result<Forecast, Doubt> {
    let mut tally = Tally::default();
    for hour in forecast.now.iter_mut().chain(forecast.hours.iter_mut()) {
        check_hour(hour, &mut tally);
    }
    for quarter in &mut forecast.quarters {
        tally.keep(&mut quarter.precipitation, RAIN_PER_HOUR);
    }
    for day in &mut forecast.days {
        check_day(day, &mut tally);
    }
    if tally.lies as f64 > MOST_LIES * tally.seen as f64 {
        return Err(Doubt::Lies);
    }
    Ok(forecast)
}

/// Whether the answer can carry a page from `start` on: half of the next day's hours have a temperature.
pub fn usable(forecast: &Forecast, start: Timestamp) -> Result<(), Doubt> {
    let day = start..start + DAY;
    let told = forecast.hours.iter().filter(|hour| day.contains(&hour.time) && hour.temperature.is_some()).count();
    if told >= NEEDED_HOURS { Ok(()) } else { Err(Doubt::Empty) }
}

fn check_hour(hour: &mut Hour, tally: &mut Tally) {
    tally.keep(&mut hour.temperature, TEMPERATURE);
    tally.keep(&mut hour.temperature_p10, TEMPERATURE);
    tally.keep(&mut hour.temperature_p90, TEMPERATURE);
    tally.keep(&mut hour.apparent, APPARENT);
    tally.keep(&mut hour.humidity, PERCENT);
    tally.keep(&mut hour.dew_point, TEMPERATURE);
    tally.keep(&mut hour.precipitation, RAIN_PER_HOUR);
    tally.keep(&mut hour.probability, PERCENT);
    tally.keep(&mut hour.snowfall, SNOW);
    tally.keep(&mut hour.cloud, PERCENT);
    tally.keep(&mut hour.pressure, PRESSURE);
    tally.keep(&mut hour.visibility, VISIBILITY);
    tally.keep(&mut hour.wind, WIND);
    tally.keep(&mut hour.gusts, WIND);
    tally.keep(&mut hour.direction, DIRECTION);
    tally.keep(&mut hour.uv, UV);
}

fn check_day(day: &mut DaySums, tally: &mut Tally) {
    tally.keep(&mut day.temperature_max, TEMPERATURE);
    tally.keep(&mut day.temperature_min, TEMPERATURE);
    tally.keep(&mut day.temperature_mean, TEMPERATURE);
    tally.keep(&mut day.apparent_max, APPARENT);
    tally.keep(&mut day.apparent_min, APPARENT);
    tally.keep(&mut day.precipitation, RAIN_PER_DAY);
    tally.keep(&mut day.probability, PERCENT);
    tally.keep(&mut day.snowfall, SNOW);
    tally.keep(&mut day.wind, WIND);
    tally.keep(&mut day.gusts, WIND);
    tally.keep(&mut day.direction, DIRECTION);
    tally.keep(&mut day.uv, UV);
}

#[derive(Default)]
struct Tally {
    seen: usize,
    lies: usize,
}

impl Tally {
    fn keep(&mut self, value: &mut Option<f64>, range: RangeInclusive<f64>) {
        if let Some(number) = *value {
            self.seen += 1;
            if !range.contains(&number) {
                self.lies += 1;
                *value = None;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn forecast(temperatures: impl IntoIterator<Item = Option<f64>>) -> Forecast {
        let hours = temperatures
            .into_iter()
            .enumerate()
            .map(|(index, temperature)| Hour {
                time: jiff::Timestamp::from_second(index as i64 * 3600).unwrap(),
                temperature,
                ..Hour::default()
            })
            .collect();
        Forecast { hours, ..Forecast::default() }
    }

    #[test]
    fn a_single_impossible_value_becomes_unknown() {
        let mut temperatures = vec![Some(10.0); 100];
        temperatures[3] = Some(999.0);
        let forecast = checked(forecast(temperatures)).unwrap();
        assert_eq!(forecast.hours[3].temperature, None);
        assert_eq!(forecast.hours[4].temperature, Some(10.0));
    }

    #[test]
    fn an_answer_full_of_impossible_values_is_refused() {
        assert_eq!(checked(forecast(vec![Some(-273.0); 100])), Err(Doubt::Lies));
        assert_eq!(checked(forecast(vec![Some(f64::NAN); 100])), Err(Doubt::Lies));
    }

    #[test]
    fn an_answer_without_the_next_hours_is_not_usable() {
        let epoch = jiff::Timestamp::UNIX_EPOCH;
        assert_eq!(usable(&forecast(vec![None; 24]), epoch), Err(Doubt::Empty));
        assert_eq!(usable(&forecast((0..24).map(|hour| (hour % 2 == 0).then_some(8.0))), epoch), Ok(()));
        let two_days_before = epoch - SignedDuration::from_hours(48);
        assert_eq!(usable(&forecast(vec![Some(8.0); 24]), two_days_before), Err(Doubt::Empty), "it begins too late");
    }
}
