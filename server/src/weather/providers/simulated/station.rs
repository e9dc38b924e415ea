//! The simulated station near every simulated place.

use jiff::Timestamp;

use super::{HOUR, Simulated, SimulatedPlace, time};
use crate::weather::model::observation::StationReport;

/// About 6 km to the north.
const DEGREES_NORTH: f64 = 0.05;
const METRES_HIGHER: f64 = 12.0;
const ERROR_SALT: u64 = 210;

impl Simulated {
    /// Its report of the last half hour.
    pub fn station(self, latitude: f64, longitude: f64, elevation: Option<i16>, now: Timestamp) -> StationReport {
        let second = now.as_second().div_euclid(HOUR / 2) * (HOUR / 2);
        let place = SimulatedPlace::new(self, latitude, longitude, elevation, now.as_second());
        let error = 3.0 * (place.wave(ERROR_SALT, second, 3.0) - 0.5);
        StationReport {
            station: String::new(),
            latitude: (latitude + DEGREES_NORTH).min(90.0),
            longitude,
            elevation: (place.elevation() + METRES_HIGHER).round(),
            time: time(second),
            temperature: ((place.temperature(second) + error) * 10.0).round() / 10.0,
            needs_maintenance: false,
        }
    }
}
