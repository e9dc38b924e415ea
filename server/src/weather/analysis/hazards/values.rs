//! What an hour counts as for each kind of hazard: sums of precipitation, ice and thunder.

use crate::alert::Severity;
use crate::weather::analysis::classify_hour::{HEAVY_RAIN, SEVERE_GUSTS, SNOW_CM_PER_MM};
use crate::weather::analysis::precipitation_type::precipitation_kind;
use crate::weather::model::conditions::{PrecipitationKind, Sky, ThunderKind};
use crate::weather::model::forecast::Hour;

const DAY_HOURS: usize = 24;
/// Rain of 1 and 6 hours from which it is moderate and severe, after the German weather service (mm).
const SHORT_RAIN: [(usize, f64, f64); 2] = [(1, 15.0, 25.0), (6, 20.0, 35.0)];
/// Only hours with at least this probability count towards the precipitation of a day.
const LIKELY_PERCENT: f64 = 50.0;

fn is_likely(hour: &Hour) -> bool {
    hour.probability.is_none_or(|percent| percent >= LIKELY_PERCENT)
}

/// The highest sum of any so many hours that contain this one; `None` for a dry hour.
fn max_sum(hours: &[Hour], index: usize, length: usize, amount: fn(&Hour) -> Option<f64>, wet: f64) -> Option<f64> {
    amount(&hours[index]).filter(|here| *here >= wet)?;
    let from = |start: usize| -> f64 {
        hours[start..].iter().take(length).filter(|hour| is_likely(hour)).filter_map(amount).sum()
    };
    (index.saturating_sub(length - 1)..=index).map(from).max_by(f64::total_cmp)
}

fn liquid(hour: &Hour) -> Option<f64> {
    hour.precipitation.filter(|_| !is_snow(hour))
}

pub fn rain_in_24_hours(hours: &[Hour], index: usize) -> Option<f64> {
    max_sum(hours, index, DAY_HOURS, liquid, 0.5)
}

/// A cloudburst: the severity of what falls in one or six hours around this one.
pub fn short_rain(hours: &[Hour], index: usize) -> Option<Severity> {
    let of = |(length, moderate, severe): (usize, f64, f64)| {
        let sum = max_sum(hours, index, length, liquid, 0.5)?;
        let severity = if sum >= severe { Severity::Severe } else { Severity::Moderate };
        (sum >= moderate).then_some(severity)
    };
    SHORT_RAIN.into_iter().filter_map(of).max()
}

pub fn snow_in_24_hours(hours: &[Hour], index: usize) -> Option<f64> {
    max_sum(hours, index, DAY_HOURS, snow_depth, 0.1)
}

/// Centimetres; from the water where a source does not send snow.
pub fn snow_depth(hour: &Hour) -> Option<f64> {
    let from_water = || hour.precipitation.map(|amount| amount * SNOW_CM_PER_MM);
    if is_snow(hour) { hour.snowfall.filter(|depth| *depth > 0.0).or_else(from_water) } else { Some(0.0) }
}

fn is_snow(hour: &Hour) -> bool {
    matches!(precipitation_kind(hour), PrecipitationKind::Snow | PrecipitationKind::SnowShowers)
}

/// Freezing rain or drizzle: light 1, heavy 2, by the code or the amount.
pub fn ice(hours: &[Hour], index: usize) -> Option<f64> {
    use PrecipitationKind::{FreezingDrizzle, FreezingRain};
    let hour = &hours[index];
    let Some(Sky::Precipitation(FreezingDrizzle | FreezingRain)) = hour.sky else { return None };
    let is_heavy = matches!(hour.code, Some(57 | 67)) || hour.precipitation.is_some_and(|amount| amount >= HEAVY_RAIN);
    Some(if is_heavy { 2.0 } else { 1.0 })
}

/// A likely thunderstorm: plain 1, strong 2, with hail or severe gusts 3.
pub fn thunder(hours: &[Hour], index: usize) -> Option<f64> {
    let hour = &hours[index];
    let Some(Sky::Thunder(kind)) = hour.sky.filter(|_| is_likely(hour)) else { return None };
    let has_severe_gusts = hour.gusts.is_some_and(|gusts| gusts >= SEVERE_GUSTS);
    Some(match kind {
        _ if has_severe_gusts => 3.0,
        ThunderKind::WithHail => 3.0,
        ThunderKind::Strong => 2.0,
        ThunderKind::Plain => 1.0,
    })
}
