//! The elevation of a place, from what GeoNames knows about it: a surveyed value, a terrain model, or both.

use super::source::Place;
use crate::sphere::distance_km;

/// The Dead Sea and Mount Everest, with a margin. GeoNames writes -9999 where its terrain model has no value.
const ON_EARTH: std::ops::RangeInclusive<i16> = -500..=9000;
/// Surveyed values that differ by more are mostly feet, or those of another place of the same name.
const MAX_DIFFERENCE: i16 = 50;
/// The values come from another edition of GeoNames: a place that has moved since may be at another height.
const MAX_DISTANCE_KM: f64 = 1.0;

pub struct FoundElevation {
    at: (f64, f64),
    surveyed: Option<i16>,
    terrain: Option<i16>,
}

impl FoundElevation {
    /// Id, latitude, longitude, surveyed elevation, terrain model; the last two may be empty.
    pub fn parse(row: &[&str]) -> anyhow::Result<(u32, FoundElevation)> {
        let metres = |text: &str| -> anyhow::Result<Option<i16>> {
            let metres = if text.is_empty() { None } else { i16::try_from(text.parse::<i32>()?).ok() };
            Ok(metres.filter(|metres| ON_EARTH.contains(metres)))
        };
        let found = FoundElevation {
            at: (row[1].parse()?, row[2].parse()?),
            surveyed: metres(row[3])?,
            terrain: metres(row[4])?,
        };
        Ok((row[0].parse()?, found))
    }

    /// The surveyed value, else the terrain model's. Where the two disagree neither is known to be right, and the weather
    /// provider's own terrain model is the better answer.
    pub fn of(&self, place: &Place) -> Option<i16> {
        if distance_km(self.at, (place.latitude, place.longitude)) > MAX_DISTANCE_KM {
            return None;
        }
        match (self.surveyed, self.terrain) {
            (Some(surveyed), Some(terrain)) if surveyed.abs_diff(terrain) > MAX_DIFFERENCE.unsigned_abs() => None,
            (surveyed, terrain) => surveyed.or(terrain),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::builder::tests::small_world_with_elevations;

    const PLACES: [crate::builder::tests::Row; 1] = [(7, "Passau", "", 48.57, 13.46, "DE", "02", 50_000)];

    fn elevation(row: &str) -> Option<i16> {
        let world = small_world_with_elevations(&PLACES, &format!("header\n{row}\n"));
        world.elevation(world.find(7).unwrap())
    }

    // [C8]
    #[test]
    fn the_surveyed_elevation_comes_first_and_the_terrain_model_second() {
        assert_eq!(elevation("7\t48.57\t13.46\t312\t305"), Some(312));
        assert_eq!(elevation("7\t48.57\t13.46\t\t305"), Some(305));
        assert_eq!(elevation("7\t48.57\t13.46\t312\t-9999"), Some(312));
        assert_eq!(elevation("7\t48.57\t13.46\t-86\t-81"), Some(-86));
    }

    #[test]
    fn an_elevation_that_cannot_be_trusted_is_none() {
        assert_eq!(elevation("7\t48.57\t13.46\t\t-9999"), None);
        assert_eq!(elevation("8\t48.57\t13.46\t312\t305"), None, "another place");
        assert_eq!(elevation("7\t48.57\t13.46\t1024\t312"), None, "feet beside metres");
        assert_eq!(elevation("7\t48.59\t13.46\t312\t305"), None, "the place was two kilometres away then");
        assert_eq!(elevation("7\t48.57\t13.46\t9001\t"), None, "no place on Earth");
    }
}
