//! How accurate the forecasts of a place have been: a tally of its record, and the report made from it.

pub(crate) mod calibration;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::ops::AddAssign;

use jiff::civil::Date;

use self::calibration::calibrate;
use crate::weather::model::accuracy::{DayValues, ForecastRecord, LEADS, MadeForecast, PERIOD_DAYS, RecordedDay};
use crate::weather::model::ensemble::Spread;
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{
    AccuracyDay, AccuracyReport, AccuracyValues, BandAccuracy, ComparedWith, LeadAccuracy, RainAccuracy, Reason,
    TemperatureAccuracy,
};

/// A mean over fewer days would be chance.
pub const MINIMUM_DAYS: u32 = 10;
/// From here a day is a wet day, in tenths of a millimetre.
const WET_TENTHS: i16 = 10;
const TWO_CELSIUS_TENTHS: u32 = 20;
/// 4 °F are 2.2 °C.
const FOUR_FAHRENHEIT_TENTHS: u32 = 22;

/// Sums over some forecasts with the same lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Days with any value to compare.
    pub days: u32,
    pub high: Errors,
    pub low: Errors,
    pub rain: RainAccuracy,
    pub band: BandCount,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Errors {
    pub days: u32,
    /// Sum of the differences without their sign, in tenths.
    pub absolute_tenths: u32,
    /// Sum of forecast minus result, in tenths.
    pub signed_tenths: i32,
    pub within_2_celsius: u32,
    pub within_4_fahrenheit: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BandCount {
    pub values: u32,
    pub inside: u32,
    pub inside_uncorrected: u32,
}

impl Tally {
    /// One day's forecast with one lead. Empty where forecast or result is missing.
    pub fn of_day(day: &RecordedDay, lead: usize) -> Tally {
        let mut tally = Tally::default();
        let (Some(truth), Some(forecast)) = (day.truth, day.forecasts[lead]) else { return tally };
        let values = forecast.values;
        tally.high.add(values.high, truth.high);
        tally.low.add(values.low, truth.low);
        tally.rain = rain(values.precipitation, truth.precipitation);
        let factor = forecast.factor.value();
        tally.band.add(values.high, forecast.high_spread, factor, truth.high);
        tally.band.add(values.low, forecast.low_spread, factor, truth.low);
        tally.days = u32::from(tally.high.days + tally.low.days + tally.rain.days > 0);
        tally
    }

    fn of_days(days: &[RecordedDay], lead: usize) -> Tally {
        let mut sum = Tally::default();
        days.iter().for_each(|day| sum += Tally::of_day(day, lead));
        sum
    }
}

impl Errors {
    fn add(&mut self, forecast: Option<i16>, truth: Option<i16>) {
        let (Some(forecast), Some(truth)) = (forecast, truth) else { return };
        let difference = i32::from(forecast) - i32::from(truth);
        self.days += 1;
        self.absolute_tenths += difference.unsigned_abs();
        self.signed_tenths += difference;
        self.within_2_celsius += u32::from(difference.unsigned_abs() <= TWO_CELSIUS_TENTHS);
        self.within_4_fahrenheit += u32::from(difference.unsigned_abs() <= FOUR_FAHRENHEIT_TENTHS);
    }
}

impl BandCount {
    fn add(&mut self, shown: Option<i16>, spread: Option<Spread>, factor: f64, truth: Option<i16>) {
        let (Some(shown), Some(spread), Some(truth)) = (shown, spread, truth) else { return };
        let is_inside = |factor: f64| {
            let difference = f64::from(truth) - f64::from(shown);
            // The edges as they are shown, in whole tenths.
            let below = (f64::from(spread.below_tenths) * factor).round();
            let above = (f64::from(spread.above_tenths) * factor).round();
            -below <= difference && difference <= above
        };
        self.values += 1;
        self.inside += u32::from(is_inside(factor));
        self.inside_uncorrected += u32::from(is_inside(1.0));
    }
}

fn rain(forecast: Option<i16>, truth: Option<i16>) -> RainAccuracy {
    let mut rain = RainAccuracy::default();
    let (Some(forecast), Some(truth)) = (forecast, truth) else { return rain };
    rain.days = 1;
    *match (forecast >= WET_TENTHS, truth >= WET_TENTHS) {
        (true, true) => &mut rain.hits,
        (false, true) => &mut rain.misses,
        (true, false) => &mut rain.false_alarms,
        (false, false) => &mut rain.correct_dry,
    } = 1;
    rain
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.days += other.days;
        for (errors, more) in [(&mut self.high, other.high), (&mut self.low, other.low)] {
            errors.days += more.days;
            errors.absolute_tenths += more.absolute_tenths;
            errors.signed_tenths += more.signed_tenths;
            errors.within_2_celsius += more.within_2_celsius;
            errors.within_4_fahrenheit += more.within_4_fahrenheit;
        }
        self.rain.days += other.rain.days;
        self.rain.hits += other.rain.hits;
        self.rain.misses += other.rain.misses;
        self.rain.false_alarms += other.rain.false_alarms;
        self.rain.correct_dry += other.rain.correct_dry;
        self.band.values += other.band.values;
        self.band.inside += other.band.inside;
        self.band.inside_uncorrected += other.band.inside_uncorrected;
    }
}

/// The report of a place on a day of its time zone.
pub fn report(record: &ForecastRecord, today: Date, compared_with: ComparedWith) -> AccuracyReport {
    let period = record.period(today);
    let calibration = calibrate(record, today);
    let leads = LEADS.iter().enumerate().map(|(index, days_ahead)| {
        let tally = Tally::of_days(period, index);
        let band = BandAccuracy {
            values: tally.band.values,
            inside: tally.band.inside,
            inside_uncorrected: tally.band.inside_uncorrected,
            factor: to_decimals(calibration.0[index].value(), 2),
        };
        LeadAccuracy {
            days_ahead: *days_ahead,
            days: tally.days,
            high: temperature(tally.high),
            low: temperature(tally.low),
            rain: Some(tally.rain).filter(|rain| rain.days >= MINIMUM_DAYS),
            band: Some(band).filter(|band| band.values >= MINIMUM_DAYS),
        }
    });
    let days: Vec<AccuracyDay> = period.iter().filter_map(shown_day).collect();
    AccuracyReport {
        unavailable: days.is_empty().then_some(Reason::NotReady),
        days,
        leads: leads.collect(),
        ..unavailable(Reason::NotReady, compared_with)
    }
}

/// The report of a place about which nothing is known.
pub fn unavailable(reason: Reason, compared_with: ComparedWith) -> AccuracyReport {
    AccuracyReport {
        unavailable: Some(reason),
        compared_with,
        period_days: u8::try_from(PERIOD_DAYS).unwrap_or(u8::MAX),
        minimum_days: u8::try_from(MINIMUM_DAYS).unwrap_or(u8::MAX),
        leads: Vec::new(),
        days: Vec::new(),
    }
}

fn temperature(errors: Errors) -> Option<TemperatureAccuracy> {
    if errors.days < MINIMUM_DAYS {
        return None;
    }
    let mean = |tenths: f64| to_decimals(tenths / 10.0 / f64::from(errors.days), 1);
    Some(TemperatureAccuracy {
        days: errors.days,
        mean_error: mean(f64::from(errors.absolute_tenths)),
        bias: mean(f64::from(errors.signed_tenths)),
        within_2_celsius: errors.within_2_celsius,
        within_4_fahrenheit: errors.within_4_fahrenheit,
    })
}

/// A day with a result and at least one forecast.
fn shown_day(day: &RecordedDay) -> Option<AccuracyDay> {
    if day.forecasts.iter().all(Option::is_none) {
        return None;
    }
    let shown_forecast = |forecast: &Option<MadeForecast>| forecast.map(|forecast| shown_values(forecast.values));
    Some(AccuracyDay {
        date: day.date,
        result: shown_values(day.truth?),
        forecasts: day.forecasts.iter().map(shown_forecast).collect(),
    })
}

fn shown_values(values: DayValues) -> AccuracyValues {
    let number = |tenths: Option<i16>| tenths.map(|tenths| f64::from(tenths) / 10.0);
    AccuracyValues {
        temperature_2m_max: number(values.high),
        temperature_2m_min: number(values.low),
        precipitation_sum: number(values.precipitation),
    }
}
