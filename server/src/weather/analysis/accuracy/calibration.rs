//! Corrects the width of the bands of a place by how often the weather fell inside them (decision 0098).
//!
//! For every past high and low: how many times the spread of its side the weather was away from the forecast. Eight of
//! ten of these ratios are below the factor that would have made the band right. With few of them it is drawn towards 1.

use jiff::civil::Date;

use crate::weather::model::accuracy::{Calibration, Factor, ForecastRecord, LEADS, RecordedDay};
use crate::weather::model::ensemble::{Spread, quantile};

/// The share of results that a band from the 10th to the 90th percentile should contain.
const SHARE_INSIDE: f64 = 0.8;
/// With so many highs and lows the correction is half of what they say (on a scale of ratios).
const PRIOR_VALUES: f64 = 5.0;
const LEAST: f64 = 0.5;
const MOST: f64 = 3.0;

/// The corrections of bands shown on a day, from the thirty days before it.
pub fn calibrate(record: &ForecastRecord, today: Date) -> Calibration {
    let days = record.period(today);
    let mut factors = [Factor::default(); LEADS.len()];
    for (lead, factor) in factors.iter_mut().enumerate() {
        *factor = Factor::new(correction(days, lead));
    }
    Calibration(factors)
}

fn correction(days: &[RecordedDay], lead: usize) -> f64 {
    let mut ratios = Vec::with_capacity(2 * days.len());
    for day in days {
        let (Some(truth), Some(forecast)) = (day.truth, day.forecasts[lead]) else { continue };
        ratios.extend(ratio(forecast.values.high, forecast.high_spread, truth.high));
        ratios.extend(ratio(forecast.values.low, forecast.low_spread, truth.low));
    }
    ratios.sort_by(f64::total_cmp);
    let Some(wanted) = quantile(&ratios, SHARE_INSIDE) else { return 1.0 };
    let count = ratios.len() as f64;
    wanted.clamp(LEAST, MOST).powf(count / (count + PRIOR_VALUES))
}

fn ratio(shown: Option<i16>, spread: Option<Spread>, truth: Option<i16>) -> Option<f64> {
    let (difference, spread) = (f64::from(truth?) - f64::from(shown?), spread?);
    let width = if difference < 0.0 { spread.below_tenths } else { spread.above_tenths };
    Some(difference.abs() / f64::from(width.max(1)))
}
