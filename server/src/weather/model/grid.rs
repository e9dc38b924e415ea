//! The grid on which weather is fetched and cached.

/// A point in ten-thousandths of a degree: exact to compare, and the finest resolution a provider accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridPoint {
    pub latitude_e4: i32,
    pub longitude_e4: i32,
    /// Metres above sea level, rounded to a band; `None` leaves it to the provider's terrain model.
    pub elevation: Option<i16>,
}

const E4: f64 = 10_000.0;
/// The Dead Sea and Mount Everest.
pub const ELEVATIONS: std::ops::RangeInclusive<f64> = -430.0..=8850.0;
/// Heights are rounded to 100 m in the lowlands and to 50 m above, where 50 m are a third of a degree.
const LOWLAND_METRES: f64 = 300.0;
const LOWLAND_BAND: f64 = 100.0;
const BAND: f64 = 50.0;

impl GridPoint {
    /// `None` for coordinates that are not on Earth.
    pub fn nearest(latitude: f64, longitude: f64, grid_degrees: f64) -> Option<GridPoint> {
        if !(-90.0..=90.0).contains(&latitude) || !(-180.0..=180.0).contains(&longitude) {
            return None;
        }
        let step = |degrees: f64| ((degrees / grid_degrees).round() * grid_degrees * E4).round() as i32;
        let longitude_e4 = step(longitude).clamp(-180 * E4 as i32, 180 * E4 as i32);
        Some(GridPoint {
            latitude_e4: step(latitude).clamp(-90 * E4 as i32, 90 * E4 as i32),
            // 180° and −180° are the same meridian.
            longitude_e4: if longitude_e4 == 180 * E4 as i32 { -longitude_e4 } else { longitude_e4 },
            elevation: None,
        })
    }

    /// This point at a height in metres.
    pub fn at_elevation(self, metres: Option<f64>) -> GridPoint {
        let band = |metres: &f64| if metres.abs() < LOWLAND_METRES { LOWLAND_BAND } else { BAND };
        let rounded = |metres: f64| ((metres / band(&metres)).round() * band(&metres)) as i16;
        GridPoint { elevation: metres.filter(|metres| ELEVATIONS.contains(metres)).map(rounded), ..self }
    }

    pub fn latitude(self) -> f64 {
        f64::from(self.latitude_e4) / E4
    }

    pub fn longitude(self) -> f64 {
        f64::from(self.longitude_e4) / E4
    }

    /// For logs: rounded to a tenth of a degree, which identifies a region but no home.
    pub fn region(self) -> String {
        format!("{:.1},{:.1}", self.latitude(), self.longitude())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_a_point_and_both_sides_of_the_date_line_are_one() {
        let near = |latitude, longitude| GridPoint::nearest(latitude, longitude, 0.01).unwrap();
        assert_eq!(near(52.5211, 13.4098), near(52.5196, 13.4132));
        assert_eq!((near(52.5211, 13.4098).latitude(), near(52.5211, 13.4098).longitude()), (52.52, 13.41));
        assert_eq!(near(0.0, 180.0), near(0.0, -180.0));
        assert_eq!(near(-0.001, 0.001), near(0.001, -0.001));
    }

    #[test]
    fn coordinates_outside_the_earth_have_no_point() {
        for (latitude, longitude) in [(90.1, 0.0), (0.0, 180.1), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            assert_eq!(GridPoint::nearest(latitude, longitude, 0.01), None);
        }
    }

    #[test]
    fn heights_of_one_band_share_a_point() {
        let at = |metres| GridPoint::nearest(47.42, 10.98, 0.01).unwrap().at_elevation(Some(metres));
        assert_eq!(at(2962.0), at(2940.0));
        assert_ne!(at(2962.0), at(720.0));
        assert_eq!((at(2962.0).elevation, at(720.0).elevation, at(38.0).elevation), (Some(2950), Some(700), Some(0)));
        assert_eq!(at(9000.0).elevation, None, "no place on Earth is that high");
    }

    #[test]
    fn a_log_names_a_place_no_finer_than_a_tenth_of_a_degree() {
        assert_eq!(GridPoint::nearest(52.5211, 13.4098, 0.01).unwrap().region(), "52.5,13.4");
    }
}
