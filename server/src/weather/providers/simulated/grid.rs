//! The simulated weather of a region, for the map: the same values as in the reports of its places.

use jiff::{SignedDuration, Timestamp};

use super::{HOUR, Simulated, SimulatedPlace};
use crate::model_grid::{GridField, Region, RegionGrid, full_hour};

/// As much as the map shows.
const PAST_HOURS: i64 = 2;
const HOURS: usize = 15;

impl Simulated {
    pub fn grid(self, region: Region, now: Timestamp) -> RegionGrid {
        let first = full_hour(now) - SignedDuration::from_hours(PAST_HOURS);
        let places: Vec<SimulatedPlace> = region
            .points()
            .iter()
            .map(|point| SimulatedPlace::new(self, point.latitude, point.longitude, None, now.as_second()))
            .collect();
        RegionGrid::new(now, first, HOURS, |field, hour, point| {
            let (place, second) = (&places[point], first.as_second() + hour as i64 * HOUR);
            Some(match field {
                GridField::Temperature => place.temperature(second),
                GridField::Wind => place.wind(second),
                GridField::Rain => place.rain(second, HOUR),
            })
        })
    }
}
