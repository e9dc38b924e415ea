//! The value from which each kind of hazard has each severity. `docs/alerts.md` names their sources.

use super::values::{ice, rain_in_24_hours, snow_depth, snow_in_24_hours, thunder};
use crate::alert::{HazardKind, Severity};
use crate::weather::analysis::feels_like::{heat_index_of, wind_chill_of};
use crate::weather::model::forecast::Hour;

/// The values from which a hazard has each severity; `None` if it never has it.
pub struct HazardThresholds {
    pub kind: HazardKind,
    pub info: Option<f64>,
    pub moderate: Option<f64>,
    pub severe: Option<f64>,
    pub value: fn(&[Hour], usize) -> Option<f64>,
    /// Where `value` is a sum over many hours: what falls in one, which decides when the hazard is at its worst.
    pub in_one_hour: Option<fn(&Hour) -> Option<f64>>,
}

/// Cold counts downwards, so its values are negated.
pub const THRESHOLDS: [HazardThresholds; 9] = [
    // Beaufort 8, 9 and 11.
    HazardThresholds {
        kind: HazardKind::Wind,
        info: Some(17.2),
        moderate: Some(20.8),
        severe: Some(28.5),
        value: |hours, index| hours[index].wind,
        in_one_hour: None,
    },
    // NWS wind advisory, high wind warning; 33 m/s is hurricane force.
    HazardThresholds {
        kind: HazardKind::Gusts,
        info: Some(20.6),
        moderate: Some(25.9),
        severe: Some(33.0),
        value: |hours, index| hours[index].gusts,
        in_one_hour: None,
    },
    HazardThresholds {
        kind: HazardKind::Rain,
        info: Some(30.0),
        moderate: Some(50.0),
        severe: Some(80.0),
        value: rain_in_24_hours,
        in_one_hour: Some(|hour| hour.precipitation),
    },
    HazardThresholds {
        kind: HazardKind::Snow,
        info: Some(5.0),
        moderate: Some(15.0),
        severe: Some(30.0),
        value: snow_in_24_hours,
        in_one_hour: Some(snow_depth),
    },
    HazardThresholds {
        kind: HazardKind::Ice,
        info: None,
        moderate: Some(1.0),
        severe: Some(2.0),
        value: ice,
        in_one_hour: None,
    },
    // NWS heat index: extreme caution, danger; 46 °C is half-way to extreme danger.
    HazardThresholds {
        kind: HazardKind::Heat,
        info: Some(32.0),
        moderate: Some(39.0),
        severe: Some(46.0),
        value: |hours, index| heat_index_of(&hours[index]),
        in_one_hour: None,
    },
    // Environment Canada's wind chill: frostbite possible within 30 minutes, within 10 minutes.
    HazardThresholds {
        kind: HazardKind::Cold,
        info: Some(20.0),
        moderate: Some(28.0),
        severe: Some(40.0),
        value: |hours, index| wind_chill_of(&hours[index]).map(|chill| -chill),
        in_one_hour: None,
    },
    // WHO: very high. Never more than information: in the tropics even "extreme" is reached on most days, and there are no
    // normals of UV to compare with.
    HazardThresholds {
        kind: HazardKind::Uv,
        info: Some(8.0),
        moderate: None,
        severe: None,
        // The categories are defined for whole numbers.
        value: |hours, index| hours[index].uv.map(f64::round),
        in_one_hour: None,
    },
    HazardThresholds {
        kind: HazardKind::Thunder,
        info: Some(1.0),
        moderate: Some(2.0),
        severe: Some(3.0),
        value: thunder,
        in_one_hour: None,
    },
];

/// The value from which a hazard has this severity, in the direction in which it counts: cold counts downwards.
pub fn threshold(kind: HazardKind, severity: Severity) -> Option<f64> {
    let thresholds = THRESHOLDS.iter().find(|thresholds| thresholds.kind == kind)?;
    match severity {
        Severity::Info => thresholds.info,
        Severity::Moderate => thresholds.moderate,
        Severity::Severe => thresholds.severe,
    }
}

impl HazardThresholds {
    pub fn severity(&self, value: f64) -> Option<Severity> {
        let reaches = |threshold: Option<f64>| threshold.is_some_and(|threshold| value >= threshold);
        if reaches(self.severe) {
            Some(Severity::Severe)
        } else if reaches(self.moderate) {
            Some(Severity::Moderate)
        } else if reaches(self.info) {
            Some(Severity::Info)
        } else {
            None
        }
    }
}
