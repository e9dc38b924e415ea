//! Which dates are unusually hot or cold for their place. Heat that is usual there is no news (decision 0097).

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::HOUR;
use crate::alert::{HazardKind, Severity};
use crate::weather::analysis::feels_like::wind_chill_of;
use crate::weather::astronomy::sun::local_day;
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::model::normals::{Normal, Normals};
use crate::weather::model::rounding::{round_hour, to_decimals};

/// The dates of a forecast that are known as a whole, compared with what is usual for them.
///
/// The values of a whole date decide, however much of it has passed: nothing ends or weakens because time passes. A source
/// that does not send the past may have lost the hottest hour of today, so such a date is not compared.
pub struct Climate(Vec<ComparedDate>);

struct ComparedDate {
    starts: Timestamp,
    ends: Timestamp,
    is_hot: bool,
    is_cold: bool,
}

impl Climate {
    /// Of the dates between two times. Without normals no date is compared.
    pub fn new(forecast: &Forecast, normals: Option<&Normals>, from: Timestamp, until: Timestamp) -> Climate {
        let Some(normals) = normals else { return Climate(Vec::new()) };
        let zone = TimeZone::get(&forecast.timezone).unwrap_or(TimeZone::UTC);
        let first = from.to_zoned(zone.clone()).date();
        let dates = std::iter::successors(Some(first), |date| date.tomorrow().ok());
        let days = dates.map_while(|date| {
            let (starts, ends) = local_day(date, &zone);
            Some((date, Timestamp::from_second(starts).ok()?, Timestamp::from_second(ends).ok()?))
        });
        let compared = days.take_while(|(_, starts, _)| *starts < until).filter_map(|(date, starts, ends)| {
            compare(&forecast.hours, starts, ends, &normals.on(date, forecast.elevation)?)
        });
        Climate(compared.collect())
    }

    /// Whether a value past its threshold counts at this time. What is severe always does: climate hides no danger.
    pub fn counts(&self, kind: HazardKind, severity: Severity, time: Timestamp) -> bool {
        if !depends_on_climate(kind) || severity == Severity::Severe {
            return true;
        }
        let date = self.0.iter().find(|date| (date.starts..date.ends).contains(&time));
        date.is_none_or(|date| if kind == HazardKind::Heat { date.is_hot } else { date.is_cold })
    }
}

/// UV would too, but its source has no normals.
pub fn depends_on_climate(kind: HazardKind) -> bool {
    matches!(kind, HazardKind::Heat | HazardKind::Cold)
}

/// `None` if an hour of the date has no temperature.
fn compare(hours: &[Hour], starts: Timestamp, ends: Timestamp, usual: &Normal) -> Option<ComparedDate> {
    let on_date = hours.iter().filter(|hour| (starts..ends).contains(&hour.time)).map(round_hour);
    let known: Vec<Hour> = on_date.filter(|hour| hour.temperature.is_some()).collect();
    let length = SignedDuration::from_secs(HOUR.as_secs() * i64::try_from(known.len()).ok()?);
    if length < ends.duration_since(starts) {
        return None;
    }
    let high = known.iter().filter_map(|hour| hour.temperature).reduce(f64::max)?;
    // Wind makes a day unusual that is not by its temperature alone, while humidity is part of a warm climate.
    let felt_low = known.iter().filter_map(wind_chill_of).reduce(f64::min)?;
    Some(ComparedDate {
        starts,
        ends,
        is_hot: high >= to_decimals(usual.high.p90, 1),
        is_cold: felt_low <= to_decimals(usual.low.p10, 1),
    })
}
