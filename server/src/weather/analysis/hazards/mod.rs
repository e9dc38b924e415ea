//! Hazards in the forecast of the next two days.
//!
//! A hazard is a span of hours above its threshold, short breaks included. `docs/alerts.md` explains the thresholds.

mod climate;
mod spans;
mod thresholds;
mod values;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use jiff::{SignedDuration, Timestamp};

use self::climate::Climate;
use self::spans::{alert, merge_wind, spans};
use self::thresholds::THRESHOLDS;
use super::now::Now;
use crate::alert::Alert;
use crate::weather::model::conditions::Condition;
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::model::normals::Normals;
use crate::weather::model::rounding::round_hour;

pub use self::climate::depends_on_climate;
pub use self::thresholds::threshold;

/// Hazards forecast further ahead would be withdrawn too often.
const HORIZON: SignedDuration = SignedDuration::from_hours(48);
const HOUR: SignedDuration = SignedDuration::from_hours(1);
/// Hours that have passed are read as far back as the longest sum: time alone must not weaken an event.
const LOOK_BACK: SignedDuration = SignedDuration::from_hours(24);

/// The hazards of the next two days that have not ended: every span of every kind; wind and gusts are one. The running
/// hour is judged by the present as the report shows it, so that no notification contradicts the headline.
/// Heat and cold below the severe level count on dates that are unusual; without `normals` the thresholds alone decide.
pub fn detect(forecast: &Forecast, present: Option<&Now>, normals: Option<&Normals>, now: Timestamp) -> Vec<Alert> {
    let (from, until) = (now - LOOK_BACK, now + HORIZON);
    let as_shown = |hour: Hour| match present {
        Some(present) if hour.time <= now && hour.time + HOUR > now => with_present(hour, present),
        _ => hour,
    };
    // Rounded first, so that a hazard and the numbers beside it are on the same side of a threshold.
    let hours: Vec<Hour> = forecast
        .hours
        .iter()
        .filter(|hour| hour.time + HOUR > from && hour.time < until)
        .map(|hour| as_shown(round_hour(hour)))
        .collect();
    let climate = Climate::new(forecast, normals, from - HOUR, until);
    let all = THRESHOLDS.iter().flat_map(|thresholds| spans(thresholds, &hours, &climate)).collect();
    merge_wind(all).into_iter().filter(|span| span.ends > now).map(alert).collect()
}

/// A thunderstorm or ice of this moment counts although the forecast of the hour has none: the headline names it.
fn with_present(hour: Hour, present: &Now) -> Hour {
    use Condition::{FreezingDrizzle, FreezingRain, Hail, SevereThunderstorm, Thunderstorm};
    let shown = present.in_hour(&hour);
    let condition = present.classification.map(|one| one.condition);
    match condition {
        Some(Thunderstorm | SevereThunderstorm | Hail | FreezingDrizzle | FreezingRain) => {
            Hour { sky: present.hour.sky.or(hour.sky), code: present.hour.code, probability: None, ..shown }
        }
        _ => shown,
    }
}
