//! Air quality: what the authorities advise while it is poor, when it becomes poor, and the hours that are good for
//! being outside.

use jiff::{SignedDuration, Timestamp};

use super::thresholds::{self, Threshold};
use super::view::{AirOutlook, ForecastView, parameters};
use super::{HourView, insight};
use crate::air::EuropeanLevel;
use crate::weather::analysis::classify_hour::POSSIBLE_PERCENT;
use crate::weather::report::{Insight, InsightKind, Parameter, Sentence};

const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// Poor air that comes later than this may still change.
const SOON: SignedDuration = SignedDuration::from_hours(12);
/// Fewer hours are no choice.
const MIN_OUTDOOR_HOURS: usize = 2;
/// Warm and cold enough to make a run a strain (felt °C, our choice).
const OUTDOOR_TEMPERATURES: std::ops::RangeInclusive<f64> = -5.0..=25.0;

/// The advice is that of the European Environment Agency for its bands from "poor" on, to everyone and to sensitive
/// groups; the agency of the USA gives the same in other words.
pub(super) fn air_quality(view: &ForecastView) -> Option<Insight> {
    let air = view.air.as_ref()?;
    let rule = if air.is_us { thresholds::POOR_AIR_US } else { thresholds::POOR_AIR };
    let (first, level) = *air.levels.iter().find(|(_, level)| *level >= EuropeanLevel::Poor)?;
    let values = |time: Timestamp| parameters([("time", Parameter::Time(time))]);
    if first > view.now {
        let is_soon = first.duration_since(view.now) <= SOON;
        return is_soon.then(|| insight(InsightKind::AirQuality, Sentence::AirGetsPoor, values(first), 72, rule));
    }
    let (sentence, importance) = match level {
        EuropeanLevel::ExtremelyPoor => (Sentence::AirExtremelyPoor, 94),
        EuropeanLevel::VeryPoor => (Sentence::AirVeryPoor, 89),
        _ => (Sentence::AirPoor, 83),
    };
    Some(insight(InsightKind::AirQuality, sentence, values(poor_until(air, first)), importance, rule))
}

/// The end of the hours in a row that are poor or worse.
fn poor_until(air: &AirOutlook, first: Timestamp) -> Timestamp {
    let mut end = first;
    for (time, _) in air.levels.iter().filter(|(time, level)| *time >= first && *level >= EuropeanLevel::Poor) {
        if *time != end {
            break;
        }
        end = *time + HOUR;
    }
    end
}

/// The longest row of today's remaining hours of daylight with good or fair air, no rain and no heat. Only where there is
/// a choice: at least a third of the daylight is not like that.
pub(super) fn outdoor_hours(view: &ForecastView) -> Option<Insight> {
    let air = view.air.as_ref()?;
    let rule: Threshold = if air.is_us { thresholds::FAIR_AIR_US } else { thresholds::FAIR_AIR };
    let light: Vec<&HourView> =
        view.ahead.iter().copied().filter(|one| one.is_day && view.is_today(one.hour.time)).collect();
    let is_good = |one: &&HourView| is_good_outside(one, air.level_at(one.hour.time));
    let good = light.iter().copied().filter(|one| is_good(one)).count();
    if good * 3 > light.len() * 2 {
        return None;
    }
    let rows = light.chunk_by(|one, other| is_good(one) == is_good(other) && one.ends() == other.hour.time);
    // The first of equal ones.
    let best = rows.filter(|row| is_good(&row[0])).rev().max_by_key(|row| row.len())?;
    let (first, last) = (best.first()?, best.last()?);
    (best.len() >= MIN_OUTDOOR_HOURS).then(|| {
        let values =
            parameters([("time", Parameter::Time(view.time_of(first))), ("until", Parameter::Time(last.step_ends()))]);
        insight(InsightKind::OutdoorHours, Sentence::OutdoorHours, values, 38, rule)
    })
}

fn is_good_outside(one: &HourView, level: Option<EuropeanLevel>) -> bool {
    level.is_some_and(|level| level <= EuropeanLevel::Fair)
        && !one.is_wet()
        && one.hour.probability.is_none_or(|percent| percent < POSSIBLE_PERCENT)
        && one.hour.apparent.is_some_and(|celsius| OUTDOOR_TEMPERATURES.contains(&celsius))
        && one.hour.wind.is_none_or(|wind| wind < thresholds::STRONG_WIND.value)
}
