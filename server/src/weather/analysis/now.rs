//! The weather of this moment: one decision, shared by the headline, the hour column "now", the summary, the insights and
//! the hazards with their notifications.

use jiff::{SignedDuration, Timestamp};

use super::classify_hour::{Classification, SNOW_CM_PER_MM, Surroundings, classify, is_falling};
use super::hour::{HourView, ReportContext, with_apparent_temperature};
use super::thresholds::NOWCAST_MAX_AGE;
use crate::weather::astronomy::sun;
use crate::weather::model::conditions::Sky;
use crate::weather::model::forecast::{Forecast, Hour, QUARTER, QuarterHour};
use crate::weather::model::rounding::{round_hour, to_decimals};

/// Older current conditions of the provider are replaced by the forecast of the running hour.
const MAX_CURRENT_AGE: SignedDuration = SignedDuration::from_mins(60);
const QUARTERS_PER_HOUR: f64 = 4.0;

/// The present conditions.
#[derive(Debug, Clone)]
pub struct Now {
    /// The values of this moment. Amounts and probabilities are those of the running hour.
    pub hour: Hour,
    pub is_day: bool,
    pub classification: Option<Classification>,
}

impl Now {
    pub fn is_wet(&self) -> bool {
        self.classification.is_some_and(|one| one.wet)
    }

    /// The running hour with the values of this moment. What describes the whole hour stays: amounts, probabilities,
    /// maxima and means.
    pub fn in_hour(&self, own: &Hour) -> Hour {
        Hour {
            time: own.time,
            step: own.step,
            sky: own.sky,
            code: own.code,
            temperature_p10: own.temperature_p10,
            temperature_p90: own.temperature_p90,
            precipitation: own.precipitation,
            probability: own.probability,
            snowfall: own.snowfall,
            gusts: own.gusts.map(|gusts| gusts.max(self.hour.wind.unwrap_or(0.0))),
            uv: own.uv,
            ..self.hour.clone()
        }
    }
}

/// The provider's current conditions if they are recent, completed from the running hour; otherwise the running hour.
/// Whether something falls is decided by the amount of the running quarter hour, where the source has quarter hours.
pub fn decide(forecast: &Forecast, hours: &[HourView], context: &ReportContext, now: Timestamp) -> Option<Now> {
    let running = hours.iter().find(|one| one.contains(now));
    let is_air_hazy = running.is_some_and(|one| one.is_air_hazy);
    let running = running.map(|one| &one.hour);
    let recent = forecast
        .now
        .as_ref()
        .filter(|own| own.temperature.is_some() && now.duration_since(own.time).abs() <= MAX_CURRENT_AGE);
    let mut hour = match (recent, running) {
        (Some(own), Some(running)) => with_apparent_temperature(round_hour(&own.clone().or_values_of(running))),
        (Some(own), None) => with_apparent_temperature(round_hour(own)),
        (None, Some(running)) if running.temperature.is_some() => running.clone(),
        _ => return None,
    };
    let quarter = usable_quarters(forecast, context, now).iter().find(|quarter| quarter.contains(now));
    let rate = quarter.and_then(|quarter| quarter.precipitation).map(|amount| amount * QUARTERS_PER_HOUR);
    let present = match rate {
        Some(rate) => Hour {
            precipitation: Some(to_decimals(rate, 2)),
            snowfall: hour.snowfall.map(|depth| if depth > 0.0 { rate * SNOW_CM_PER_MM } else { 0.0 }),
            ..hour.clone()
        },
        None => hour.clone(),
    };
    let wet = is_falling(&present);
    hour.sky = sky(recent.and_then(|own| own.sky), running.and_then(|running| running.sky), wet);
    let is_day = sun::is_up(now, context.latitude, context.longitude);
    let around = Surroundings { is_day, is_air_hazy };
    let classification = classify(&Hour { sky: hour.sky, ..present }, around, wet);
    Some(Now { hour, is_day, classification })
}

/// The quarter hours that may be used for statements about minutes: the source's own, and not too old.
pub fn usable_quarters<'a>(forecast: &'a Forecast, context: &ReportContext, now: Timestamp) -> &'a [QuarterHour] {
    let is_recent = now.duration_since(context.fetched_at) <= NOWCAST_MAX_AGE;
    if is_recent && !forecast.quarters_interpolated { &forecast.quarters } else { &[] }
}

/// The amount decides whether something falls; the code says only what. The code of the running hour describes the whole
/// of it, so a wet one counts only while something falls.
fn sky(own: Option<Sky>, running: Option<Sky>, wet: bool) -> Option<Sky> {
    match (own, running) {
        (Some(own), Some(running)) if wet && !own.is_wet() && running.is_wet() => Some(running),
        (Some(own), _) => Some(own),
        (None, running) => running.filter(|sky| wet || !sky.is_wet()),
    }
}

impl HourView {
    /// Shows the present values in the running hour, so that the column "now" and the headline agree.
    pub fn show_present(&mut self, now: &Now) {
        self.hour = now.in_hour(&self.hour);
        self.is_day = now.is_day;
        self.condition = now.classification.map(|one| one.condition);
    }
}

impl QuarterHour {
    pub fn contains(&self, time: Timestamp) -> bool {
        self.time <= time && self.time + QUARTER > time
    }
}
