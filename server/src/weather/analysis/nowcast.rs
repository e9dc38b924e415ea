//! When precipitation starts, pauses and stops: by the hours, refined by the source's own quarter hours.
//!
//! The hours decide first, so that the sentence never contradicts the hourly table.

use jiff::{SignedDuration, Timestamp};

use super::classify_hour::{WET_HOUR_MM, is_snow};
use super::hour::HourView;
use crate::weather::model::forecast::{QUARTER, QuarterHour};

/// How far ahead a start or an end is mentioned.
pub const LOOK_AHEAD: SignedDuration = SignedDuration::from_hours(12);
/// A quarter of the 0.1 mm that make an hour wet.
const WET_QUARTER_MM: f64 = 0.025;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nowcast {
    /// Precipitation stops at this time and does not return in the period that is looked at.
    Stops { at: Timestamp, snow: bool },
    /// Precipitation is interrupted.
    Pauses { at: Timestamp, again_at: Timestamp, snow: bool },
    /// Precipitation lasts beyond the period that is looked at.
    Continues { until: Timestamp, snow: bool },
    /// It is dry now; precipitation is likely before the running hour ends.
    Soon { snow: bool },
    /// It is dry now; precipitation starts at this time.
    Starts { at: Timestamp, snow: bool },
    /// Dry now and for the hours ahead.
    Dry,
}

/// A part of an hour in which it is either wet or dry.
#[derive(Debug, Clone, Copy)]
struct Slot {
    from: Timestamp,
    to: Timestamp,
    wet: bool,
    snow: bool,
}

/// `ahead` begins with the running hour; `wet_now` is whether something falls now. Empty `quarters` are unknown.
pub fn nowcast(ahead: &[&HourView], quarters: &[QuarterHour], now: Timestamp, wet_now: bool) -> Option<Nowcast> {
    let first = ahead.first()?;
    let horizon = now + LOOK_AHEAD;
    let slots: Vec<Slot> = ahead
        .iter()
        .take_while(|hour| hour.hour.time < horizon)
        .flat_map(|hour| slots_of(hour, quarters, now, wet_now))
        .collect();
    let last = slots.last()?;
    if wet_now {
        let Some(end) = slots.iter().position(|slot| !slot.wet) else {
            return Some(Nowcast::Continues { until: last.to, snow: last.snow });
        };
        let (at, snow) = (slots[end].from, slots[end.saturating_sub(1)].snow);
        return Some(match slots[end..].iter().find(|slot| slot.wet) {
            Some(again) => Nowcast::Pauses { at, again_at: again.from, snow },
            None => Nowcast::Stops { at, snow },
        });
    }
    if is_likely_without_amount(first) && first.contains(now) {
        return Some(Nowcast::Soon { snow: snows(first) });
    }
    Some(match slots.iter().find(|slot| slot.wet) {
        Some(slot) => Nowcast::Starts { at: slot.from, snow: slot.snow },
        None => Nowcast::Dry,
    })
}

fn slots_of(hour: &HourView, quarters: &[QuarterHour], now: Timestamp, wet_now: bool) -> Vec<Slot> {
    let from = hour.hour.time.max(now);
    let is_running = hour.contains(now);
    let slot = |from: Timestamp, to: Timestamp, wet: bool| Slot { from, to, wet, snow: snows(hour) };
    let inside: Vec<(Timestamp, f64)> = quarters
        .iter()
        .filter(|quarter| quarter.time + QUARTER > from && quarter.time < hour.ends())
        .filter_map(|quarter| Some((quarter.time, quarter.precipitation?)))
        .collect();
    let is_wet = |amount: f64| amount >= WET_QUARTER_MM;
    let is_complete = inside.len() as i64 * QUARTER.as_secs() >= hour.ends().duration_since(from).as_secs();
    // A later hour may be wet by its probability alone: then its quarter hours cannot say when.
    if !is_complete || !(is_running || hour.is_wet() && inside.iter().any(|(_, amount)| is_wet(*amount))) {
        let wet = if is_running { wet_now } else { hour.is_wet() };
        return vec![slot(hour.step_begins().max(now), hour.step_ends(), wet)];
    }
    inside
        .into_iter()
        .map(|(time, amount)| {
            let wet = if time <= now { wet_now } else { hour.is_wet() && is_wet(amount) };
            slot(time.max(now), time + QUARTER, wet)
        })
        .collect()
}

fn is_likely_without_amount(hour: &HourView) -> bool {
    hour.is_wet() && hour.hour.precipitation.is_none_or(|amount| amount < WET_HOUR_MM)
}

fn snows(hour: &HourView) -> bool {
    hour.classified.is_some_and(|one| is_snow(one.classification.condition))
}
