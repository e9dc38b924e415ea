//! A position on Earth, where it comes from, and when two of them are the same place.

use gazetteer::landmarks::{AIRPORT_ID_PREFIX, LANDMARK_ID_PREFIX};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// In range, and a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinates {
    pub latitude: f64,
    pub longitude: f64,
}

/// Who said where it is; what may be kept depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GeoSource {
    Device,
    Gazetteer,
    /// Coordinates may be kept for thirty days, texts not at all (docs/places.md).
    Google,
}

impl GeoSource {
    /// The source of a place that names none: our own place ids are recognised by their prefixes.
    pub fn of(place_id: Option<&str>) -> GeoSource {
        if place_id.is_some_and(is_gazetteer_id) { GeoSource::Gazetteer } else { GeoSource::Device }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            GeoSource::Device => "device",
            GeoSource::Gazetteer => "gazetteer",
            GeoSource::Google => "google",
        }
    }
}

/// As stored; an unknown value counts as a device position.
impl From<String> for GeoSource {
    fn from(word: String) -> GeoSource {
        match word.as_str() {
            "google" => GeoSource::Google,
            "gazetteer" => GeoSource::Gazetteer,
            _ => GeoSource::Device,
        }
    }
}

/// What the ids of our settlements begin with; the GeoNames number follows.
pub const GEONAMES_ID_PREFIX: &str = "gn:";

/// Whether this is the id of a place of our own index: a settlement, an airport or another landmark.
pub fn is_gazetteer_id(place_id: &str) -> bool {
    [GEONAMES_ID_PREFIX, AIRPORT_ID_PREFIX, LANDMARK_ID_PREFIX].iter().any(|prefix| place_id.starts_with(prefix))
}

/// Two positions closer than this in both directions are the same place: 0.01 degree.
const SAME_PLACE_MICRODEGREES: i64 = 10_000;
const FULL_CIRCLE_MICRODEGREES: i64 = 360_000_000;

impl Coordinates {
    pub fn new(latitude: f64, longitude: f64) -> Option<Coordinates> {
        // A comparison with NaN fails, so only real numbers pass.
        let is_on_earth = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        is_on_earth.then_some(Coordinates { latitude, longitude })
    }

    pub fn parse(latitude: &str, longitude: &str) -> Option<Coordinates> {
        Coordinates::new(latitude.trim().parse().ok()?, longitude.trim().parse().ok()?)
    }

    /// Counted in whole millionths of a degree, because 52.53 - 52.52 is a little under 0.01 in binary.
    pub fn is_same_place(self, other: Coordinates) -> bool {
        let north_south = (microdegrees(self.latitude) - microdegrees(other.latitude)).abs();
        let east_west = (microdegrees(self.longitude) - microdegrees(other.longitude)).abs();
        let around_the_date_line = east_west.min(FULL_CIRCLE_MICRODEGREES - east_west);
        north_south < SAME_PLACE_MICRODEGREES && around_the_date_line < SAME_PLACE_MICRODEGREES
    }
}

fn microdegrees(degrees: f64) -> i64 {
    (degrees * 1e6).round() as i64
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates::new(latitude, longitude).unwrap()
    }

    // [R5.06]
    #[test]
    fn under_a_hundredth_of_a_degree_in_both_directions_is_the_same_place() {
        let cases = [
            ((52.52, 13.405), (52.5299, 13.4149), true),
            ((52.52, 13.405), (52.53, 13.405), false),
            ((52.52, 13.405), (52.52, 13.415), false),
            ((52.52, 13.405), (52.5199, 13.42), false),
            ((-17.0, 179.996), (-17.0, -179.997), true),
            ((-17.0, 179.99), (-17.0, -179.99), false),
            ((0.0, 180.0), (0.0, -180.0), true),
            ((0.004, -0.004), (-0.004, 0.004), true),
        ];
        for ((a, b), (c, d), expected) in cases {
            assert_eq!(at(a, b).is_same_place(at(c, d)), expected, "{a},{b} and {c},{d}");
        }
    }

    #[test]
    fn a_place_without_a_source_is_ours_by_the_beginning_of_its_id() {
        for id in ["gn:2950159", "iata:JFK", "lm:zugspitze"] {
            assert_eq!(GeoSource::of(Some(id)), GeoSource::Gazetteer, "{id}");
        }
        for id in [Some("ChIJAVkDPzdOqEcRcDteW0YgIQQ"), Some("JFK"), None] {
            assert_eq!(GeoSource::of(id), GeoSource::Device, "{id:?}");
        }
    }

    #[test]
    fn what_is_not_on_earth_is_no_position() {
        for (latitude, longitude) in [(90.001, 0.0), (0.0, -180.001), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            assert_eq!(Coordinates::new(latitude, longitude), None);
        }
    }

    proptest! {
        #[test]
        fn being_the_same_place_goes_both_ways(
            a in -90.0_f64..=90.0, b in -180.0_f64..=180.0, north in -0.02_f64..0.02, east in -0.02_f64..0.02,
        ) {
            let there = at((a + north).clamp(-90.0, 90.0), (b + east).clamp(-180.0, 180.0));
            prop_assert_eq!(at(a, b).is_same_place(there), there.is_same_place(at(a, b)));
        }
    }
}
