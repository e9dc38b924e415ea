//! The simulated climate: what the simulated weather varies around.

use super::{Simulated, SimulatedPlace};
use crate::weather::model::normals::{ANCHORS, Anchor, Distribution, Normals, tenths};

/// The mean of the passing fronts.
const MEAN_FRONT: f64 = 0.5;
const DAY: i64 = 86_400;

impl Simulated {
    /// The normals of a place, without its scenario: a heat wave is unusual.
    pub fn normals(self, latitude: f64, longitude: f64) -> Normals {
        let simulated = Simulated { scenario: None, ..self };
        let place = SimulatedPlace::new(simulated, latitude, longitude, Some(0), 0);
        // By trial: the weather varies less near the equator.
        let deviation = 0.8 + (0.3 + latitude.abs() / 60.0).min(1.3);
        let anchor = |index: usize| {
            let second = index as i64 * 10 * DAY + DAY / 2;
            let daily = (4.5 + 3.0 * (1.0 - MEAN_FRONT)) * (0.3 + 0.7 * latitude.to_radians().cos());
            let mean = place.climate(second) - 2.5 * MEAN_FRONT;
            let high = distribution(mean + daily, deviation);
            let low = distribution(mean - daily, deviation);
            Anchor { high, low, wet_share: tenths(45.0), mean_precipitation: tenths(2.5) }
        };
        Normals { elevation: Some(0), anchors: (0..ANCHORS).map(anchor).collect() }
    }
}

fn distribution(mean: f64, deviation: f64) -> Distribution {
    // Of a normal distribution: 1.2816 and 2.0537 standard deviations.
    let at = |deviations: f64| tenths(mean + deviations * deviation);
    Distribution { mean: tenths(mean), p2: at(-2.0537), p10: at(-1.2816), p90: at(1.2816), p98: at(2.0537) }
}
