//! What simulated forecasts of the last month said, and what the simulated weather was.

use jiff::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{HOUR, Simulated, SimulatedPlace};
use crate::geo::timezone::timezone_at;
use crate::weather::analysis::accuracy::calibration::calibrate;
use crate::weather::astronomy::sun::local_day;
use crate::weather::model::accuracy::{DayValues, ForecastRecord, LEADS, MadeForecast, PERIOD_DAYS, tenths};
use crate::weather::model::ensemble::Spread;
use crate::weather::model::rounding::to_decimals;

/// When forecasts are recorded.
const EVENING_SECONDS: i64 = 18 * HOUR;

impl Simulated {
    /// The record of a place on a day, as if every evening's forecasts had been kept.
    pub fn record(self, latitude: f64, longitude: f64, elevation: Option<i16>, today: Date) -> ForecastRecord {
        let zone = TimeZone::get(&timezone_at(latitude, longitude)).unwrap_or(TimeZone::UTC);
        let on = |made_on: Date| {
            let evening = local_day(made_on, &zone).0 + EVENING_SECONDS;
            SimulatedPlace::new(self, latitude, longitude, elevation, evening)
        };
        let mut record = ForecastRecord::default();
        for ago in (1..=PERIOD_DAYS).rev() {
            let Ok(date) = today.checked_sub(Span::new().days(ago)) else { continue };
            let (start, end) = local_day(date, &zone);
            for (index, lead) in LEADS.into_iter().enumerate() {
                let Ok(made_on) = date.checked_sub(Span::new().days(lead)) else { continue };
                let place = on(made_on);
                let (high, low) = place.band((start + end) / 2);
                let factor = calibrate(&record, made_on).0[index];
                let values = place.day(start, end);
                let made = MadeForecast { values, high_spread: Some(high), low_spread: Some(low), factor };
                let mut forecasts = [None; LEADS.len()];
                forecasts[index] = Some(made);
                record.add_forecasts(made_on, forecasts);
            }
            // The next evening knows the whole day.
            record.add_truth(date, on(date.tomorrow().unwrap_or(date)).day(start, end));
        }
        record
    }
}

impl SimulatedPlace {
    fn day(&self, start: i64, end: i64) -> DayValues {
        let first = (start + HOUR - 1).div_euclid(HOUR) * HOUR;
        let hours = || (first..end).step_by(HOUR as usize);
        let temperatures: Vec<i16> = hours().map(|second| tenths(to_decimals(self.temperature(second), 1))).collect();
        let sum: f64 = hours().map(|second| to_decimals(self.rain(second, HOUR), 2)).sum();
        DayValues {
            high: temperatures.iter().copied().max(),
            low: temperatures.iter().copied().min(),
            precipitation: Some(tenths(to_decimals(sum, 1))),
        }
    }

    /// The spreads of the high and of the low of a day.
    pub(super) fn band(&self, noon: i64) -> (Spread, Spread) {
        let spread = self.spread(noon);
        (Spread::new(spread, spread), Spread::new(0.8 * spread, 0.8 * spread))
    }
}
