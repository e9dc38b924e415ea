//! When precipitation starts and stops: by the hours, refined by quarter hours.
//!
//! The hours decide first, so that the sentence never contradicts the hourly table.

use jiff::{SignedDuration, Timestamp};

use super::classify_hour::is_snow;
use super::hour::HourView;
use crate::weather::report::Minutely15;

/// How far ahead a start or an end is mentioned.
pub const LOOK_AHEAD: SignedDuration = SignedDuration::from_hours(12);
/// A quarter of the 0.1 mm that make an hour wet.
const WET_QUARTER_MM: f64 = 0.025;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nowcast {
    /// Precipitation stops at this time.
    Stops { at: Timestamp, snow: bool },
    /// Precipitation lasts beyond the period that is looked at.
    Continues { until: Timestamp, snow: bool },
    /// It is dry now; precipitation starts at this time.
    Starts { at: Timestamp, snow: bool },
    /// Dry now and for the hours ahead.
    Dry,
}

/// `ahead` begins with the running hour; `wet_now` is whether the current conditions are wet.
pub fn nowcast(ahead: &[&HourView], quarters: Option<&Minutely15>, now: Timestamp, wet_now: bool) -> Option<Nowcast> {
    let first = ahead.first()?;
    let horizon = now + LOOK_AHEAD;
    let snow_at = |hour: &HourView| hour.classified.is_some_and(|one| is_snow(one.classification.condition));
    if wet_now {
        // The running hour may count as dry when its rest is dry: the hours after it decide.
        let wet_after = ahead.iter().skip(1).take_while(|hour| hour.is_wet() && hour.hour.time < horizon).last();
        let last = wet_after.unwrap_or(first);
        let snow = snow_at(last);
        if last.ends() >= horizon {
            return Some(Nowcast::Continues { until: last.ends(), snow });
        }
        let at = dry_quarter_in(quarters, last.hour.time.max(now), last.ends()).unwrap_or(last.ends());
        return Some(Nowcast::Stops { at, snow });
    }
    let next = ahead.iter().find(|hour| hour.is_wet());
    Some(match next {
        Some(hour) if hour.hour.time < horizon => {
            let from = hour.hour.time.max(now);
            let at = wet_quarter_in(quarters, from, hour.ends()).unwrap_or(from).max(now);
            Nowcast::Starts { at, snow: snow_at(hour) }
        }
        _ => Nowcast::Dry,
    })
}

/// The first quarter hour from which the rest of the period stays dry.
fn dry_quarter_in(quarters: Option<&Minutely15>, from: Timestamp, to: Timestamp) -> Option<Timestamp> {
    let inside = within(quarters?, from, to);
    let last_wet = inside.iter().rposition(|(_, amount)| *amount >= WET_QUARTER_MM)?;
    inside.get(last_wet + 1).map(|(time, _)| *time)
}

fn wet_quarter_in(quarters: Option<&Minutely15>, from: Timestamp, to: Timestamp) -> Option<Timestamp> {
    within(quarters?, from, to).iter().find(|(_, amount)| *amount >= WET_QUARTER_MM).map(|(time, _)| *time)
}

fn within(quarters: &Minutely15, from: Timestamp, to: Timestamp) -> Vec<(Timestamp, f64)> {
    let runs_at = |time: Timestamp| time + SignedDuration::from_mins(15) > from;
    quarters
        .time
        .iter()
        .zip(&quarters.precipitation)
        .filter(|(time, _)| runs_at(**time) && **time < to)
        .filter_map(|(time, amount)| amount.map(|amount| (*time, amount)))
        .collect()
}
