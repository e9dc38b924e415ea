//! Metres above sea level, and a place with them: 300 m are 2 °C, and snow instead of rain.

use std::sync::Arc;

use super::coordinates::Coordinates;

/// The Dead Sea and Mount Everest, with a margin.
const ON_EARTH: std::ops::RangeInclusive<f64> = -500.0..=9000.0;
/// What a request with another value is answered.
pub const NOT_ON_EARTH: &str = "must be metres above sea level, -500 to 9000";
/// Forecasts are shared by bands of 100 m in the lowlands and of 50 m above, where 50 m are a third of a degree.
const LOWLAND_METRES: f64 = 300.0;
const LOWLAND_BAND: f64 = 100.0;
const BAND: f64 = 50.0;

/// Whole metres above sea level, on Earth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Elevation(i16);

impl Elevation {
    /// `None` for what is no number, or not on Earth.
    pub fn new(metres: f64) -> Option<Elevation> {
        ON_EARTH.contains(&metres).then(|| Elevation(metres.round() as i16))
    }

    pub fn parse(text: &str) -> Option<Elevation> {
        Elevation::new(text.trim().parse().ok()?)
    }

    pub fn metres(self) -> i16 {
        self.0
    }

    /// The middle of its band: places in one band get the same forecast.
    pub fn band(self) -> i16 {
        let metres = f64::from(self.0);
        let width = if metres.abs() < LOWLAND_METRES { LOWLAND_BAND } else { BAND };
        ((metres / width).round() * width) as i16
    }
}

/// As a row has it.
impl From<Elevation> for i64 {
    fn from(elevation: Elevation) -> i64 {
        i64::from(elevation.0)
    }
}

/// A point on Earth whose weather is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    pub coordinates: Coordinates,
    /// `None` leaves it to the provider's terrain model.
    pub elevation: Option<Elevation>,
}

impl From<Coordinates> for Site {
    fn from(coordinates: Coordinates) -> Site {
        Site { coordinates, elevation: None }
    }
}

/// The elevation of a place with one of our ids, if it is at this position: a function of the places, which `app` hands
/// to other slices.
pub type FindElevation = Arc<dyn Fn(&str, Coordinates) -> Option<Elevation> + Send + Sync>;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    // [C8]
    #[test]
    fn an_elevation_is_a_finite_number_of_metres_on_earth() {
        for (text, expected) in [("1609", Some(1609)), (" -57 ", Some(-57)), ("2961.6", Some(2962)), ("0", Some(0))] {
            assert_eq!(Elevation::parse(text).map(Elevation::metres), expected, "{text}");
        }
        for text in ["", "high", "NaN", "inf", "-501", "9001", "1e9", "12 m"] {
            assert_eq!(Elevation::parse(text), None, "{text}");
        }
        assert_eq!((Elevation::new(-500.0).unwrap().metres(), Elevation::new(9000.0).unwrap().metres()), (-500, 9000));
    }

    #[test]
    fn bands_are_narrower_in_the_mountains() {
        let band = |metres: f64| Elevation::new(metres).unwrap().band();
        assert_eq!((band(38.0), band(149.0), band(151.0), band(-57.0)), (0, 100, 200, -100));
        assert_eq!((band(2962.0), band(2940.0), band(720.0), band(330.0)), (2950, 2950, 700, 350));
    }
}
