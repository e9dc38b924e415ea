//! When rain or snow begins and ends: from the rows of the hours, sharpened by quarter hours.
//!
//! The rows lead, so that the sentence and the table below it can never disagree.

use jiff::{SignedDuration, Timestamp};

use super::classify_hour::is_snow;
use crate::weather::report::Minutely15;
use crate::weather::report::assemble::ShownHour;

/// How far ahead a beginning or an end is worth a sentence.
pub const LOOK_AHEAD: SignedDuration = SignedDuration::from_hours(12);
/// A quarter hour with less is dry: the hourly 0.1 mm, spread.
const WET_QUARTER_MM: f64 = 0.025;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Nowcast {
    /// It falls now and ends at a moment.
    Stops { at: Timestamp, snow: bool },
    /// It falls now and goes on for as long as is worth a sentence.
    Continues { until: Timestamp, snow: bool },
    /// It is dry now; it begins at a moment.
    Starts { at: Timestamp, snow: bool },
    /// Dry now and for the hours ahead.
    Dry,
}

/// `ahead` begins with the running hour; `wet_now` is what the page says about the present.
pub fn nowcast(ahead: &[&ShownHour], quarters: Option<&Minutely15>, now: Timestamp, wet_now: bool) -> Option<Nowcast> {
    let first = ahead.first()?;
    let horizon = now + LOOK_AHEAD;
    let snow_at = |hour: &ShownHour| hour.decided.is_some_and(|one| is_snow(one.decision.condition));
    if wet_now {
        // The running row may be called dry when the rest of it is: what counts is the row after.
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

/// The first quarter hour from which the rest of the stretch stays dry.
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
