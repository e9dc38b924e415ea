//! How certain a hazard is: whether the model runs support its level, or only some of them.

use jiff::tz::TimeZone;

use super::hazards::threshold;
use crate::alert::{Alert, Certainty, HazardKind};
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{Day, DayConfidence};

/// Sets the certainty of a hazard from the confidence of the day of its peak: likely if nine in ten model runs reach its
/// level, possible otherwise. Without confidence it stays unknown.
pub fn decide(alert: &mut Alert, days: &[Day], zone: &TimeZone) {
    let Some(hazard) = &alert.hazard else { return };
    let date = hazard.peak_at.to_zoned(zone.clone()).date();
    let day = days.iter().find(|day| day.date == date);
    let margin = day.and_then(|day| margin(hazard.kind, day, day.confidence.as_ref()?));
    let (Some(peak), Some(level), Some(margin)) = (hazard.peak, threshold(hazard.kind, alert.severity), margin) else {
        return;
    };
    let peak = if hazard.kind == HazardKind::Cold { -peak } else { peak };
    // A cloudburst has its level from a shorter sum than its peak.
    let is_reached = to_decimals(peak - margin, 1) >= level.min(peak);
    alert.certainty = Some(if is_reached { Certainty::Likely } else { Certainty::Possible });
}

/// By how much nine in ten model runs may stay below the forecast of the day.
fn margin(kind: HazardKind, day: &Day, confidence: &DayConfidence) -> Option<f64> {
    match kind {
        HazardKind::Wind => Some(day.wind_speed_10m_max? - confidence.wind_speed_10m_max?.p10),
        HazardKind::Rain => Some(day.precipitation_sum? - confidence.precipitation_sum.as_ref()?.p10),
        HazardKind::Heat => Some(day.temperature_2m_max? - confidence.temperature_2m_max?.p10),
        HazardKind::Cold => Some(confidence.temperature_2m_min?.p90 - day.temperature_2m_min?),
        // The ensemble says nothing about them.
        HazardKind::Gusts | HazardKind::Snow | HazardKind::Ice | HazardKind::Uv | HazardKind::Thunder => None,
    }
}
