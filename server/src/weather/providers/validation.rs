//! Validation of a provider's forecast: impossible values are dropped, and a forecast with many of them is rejected.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};

use crate::weather::model::forecast::{Forecast, Hour};

const TEMPERATURE: RangeInclusive<f64> = -100.0..=70.0;
/// Steadman's and the heat index run further than the thermometer.
const APPARENT: RangeInclusive<f64> = -120.0..=90.0;
const PERCENT: RangeInclusive<f64> = 0.0..=100.0;
/// The wettest hour on record had 305 mm (Holt, Missouri, 1947).
const RAIN_PER_HOUR: RangeInclusive<f64> = 0.0..=400.0;
const SNOW: RangeInclusive<f64> = 0.0..=300.0;
/// The strongest gust on record is 113 m/s (Barrow Island, 1996).
const WIND: RangeInclusive<f64> = 0.0..=150.0;
const DIRECTION: RangeInclusive<f64> = 0.0..=360.0;
/// Sea-level records are 870 hPa (Typhoon Tip) and 1,085 hPa (Tosontsengel).
const PRESSURE: RangeInclusive<f64> = 850.0..=1100.0;
const VISIBILITY: RangeInclusive<f64> = 0.0..=500_000.0;
/// The highest measured index is 43 (Licancabur, 2003).
const UV: RangeInclusive<f64> = 0.0..=45.0;

/// No requested forecast extends further in either direction.
const MAX_DISTANCE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// With a higher share of implausible values the whole forecast is rejected.
const MAX_IMPLAUSIBLE_RATIO: f64 = 0.02;

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// Required among the next 24 hours, which users look at first.
const MIN_HOURS: usize = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ValidationError {
    #[error("too many implausible values")]
    Implausible,
    #[error("too few hours with a temperature")]
    TooFewHours,
}

/// The forecast without implausible values, or why it cannot be used at `now`.
pub fn validate(forecast: Forecast, now: Timestamp) -> Result<Forecast, ValidationError> {
    let forecast = drop_implausible(drop_distant_times(forecast, now))?;
    // The running hour counts, although it began before.
    require_next_day(&forecast, now - SignedDuration::from_hours(1))?;
    Ok(forecast)
}

/// Drops distant times, on which later date arithmetic could overflow.
fn drop_distant_times(mut forecast: Forecast, now: Timestamp) -> Forecast {
    let is_near = |time: Timestamp| (now - MAX_DISTANCE..now + MAX_DISTANCE).contains(&time);
    forecast.now = forecast.now.filter(|hour| is_near(hour.time));
    forecast.hours.retain(|hour| is_near(hour.time));
    forecast.quarters.retain(|quarter| is_near(quarter.time));
    forecast.spans.retain(|span| is_near(span.time));
    forecast
}

/// Drops impossible values; rejects a forecast with many of them.
pub fn drop_implausible(mut forecast: Forecast) -> Result<Forecast, ValidationError> {
    let mut tally = Tally::default();
    for hour in forecast.now.iter_mut().chain(forecast.hours.iter_mut()) {
        check_hour(hour, &mut tally);
    }
    for quarter in &mut forecast.quarters {
        tally.check(&mut quarter.precipitation, RAIN_PER_HOUR);
    }
    for span in &mut forecast.spans {
        tally.check(&mut span.temperature_max, TEMPERATURE);
        tally.check(&mut span.temperature_min, TEMPERATURE);
        tally.check(&mut span.probability, PERCENT);
    }
    if tally.implausible as f64 > MAX_IMPLAUSIBLE_RATIO * tally.seen as f64 {
        return Err(ValidationError::Implausible);
    }
    Ok(forecast)
}

/// At least half of the 24 hours from `start` must have a temperature.
pub fn require_next_day(forecast: &Forecast, start: Timestamp) -> Result<(), ValidationError> {
    let day = start..start + DAY;
    let known = forecast.hours.iter().filter(|hour| day.contains(&hour.time) && hour.temperature.is_some()).count();
    if known >= MIN_HOURS { Ok(()) } else { Err(ValidationError::TooFewHours) }
}

fn check_hour(hour: &mut Hour, tally: &mut Tally) {
    tally.check(&mut hour.temperature, TEMPERATURE);
    tally.check(&mut hour.temperature_p10, TEMPERATURE);
    tally.check(&mut hour.temperature_p90, TEMPERATURE);
    tally.check(&mut hour.apparent, APPARENT);
    tally.check(&mut hour.humidity, PERCENT);
    tally.check(&mut hour.dew_point, TEMPERATURE);
    tally.check(&mut hour.precipitation, RAIN_PER_HOUR);
    tally.check(&mut hour.probability, PERCENT);
    tally.check(&mut hour.snowfall, SNOW);
    tally.check(&mut hour.cloud, PERCENT);
    tally.check(&mut hour.pressure, PRESSURE);
    tally.check(&mut hour.visibility, VISIBILITY);
    tally.check(&mut hour.wind, WIND);
    tally.check(&mut hour.gusts, WIND);
    tally.check(&mut hour.direction, DIRECTION);
    tally.check(&mut hour.uv, UV);
}

#[derive(Default)]
struct Tally {
    seen: usize,
    implausible: usize,
}

impl Tally {
    fn check(&mut self, value: &mut Option<f64>, range: RangeInclusive<f64>) {
        if let Some(number) = *value {
            self.seen += 1;
            if !range.contains(&number) {
                self.implausible += 1;
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
        let forecast = drop_implausible(forecast(temperatures)).unwrap();
        assert_eq!(forecast.hours[3].temperature, None);
        assert_eq!(forecast.hours[4].temperature, Some(10.0));
    }

    #[test]
    fn a_forecast_full_of_impossible_values_is_rejected() {
        assert_eq!(drop_implausible(forecast(vec![Some(-273.0); 100])), Err(ValidationError::Implausible));
        assert_eq!(drop_implausible(forecast(vec![Some(f64::NAN); 100])), Err(ValidationError::Implausible));
    }

    #[test]
    fn a_forecast_without_the_next_hours_is_rejected() {
        let epoch = jiff::Timestamp::UNIX_EPOCH;
        assert_eq!(require_next_day(&forecast(vec![None; 24]), epoch), Err(ValidationError::TooFewHours));
        assert_eq!(require_next_day(&forecast((0..24).map(|hour| (hour % 2 == 0).then_some(8.0))), epoch), Ok(()));
        let two_days_before = epoch - SignedDuration::from_hours(48);
        assert_eq!(
            require_next_day(&forecast(vec![Some(8.0); 24]), two_days_before),
            Err(ValidationError::TooFewHours),
            "it begins too late"
        );
    }
}
