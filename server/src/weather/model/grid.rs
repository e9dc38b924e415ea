//! The grid on which weather is fetched and cached.

use crate::geo::elevation::Elevation;

/// A point in ten-thousandths of a degree: exact to compare, and the finest resolution a provider accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridPoint {
    pub latitude_e4: i32,
    pub longitude_e4: i32,
    /// Metres above sea level, rounded to a band; `None` leaves it to the provider's terrain model.
    pub elevation: Option<i16>,
}

const E4: f64 = 10_000.0;

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

    /// The nearest point of a coarser grid, for data that does not depend on the elevation of a place.
    pub fn on_grid(self, grid_degrees: f64) -> GridPoint {
        let nearest = GridPoint::nearest(self.latitude(), self.longitude(), grid_degrees);
        nearest.unwrap_or(GridPoint { elevation: None, ..self })
    }

    /// This point in the band of an elevation.
    pub fn at_elevation(self, elevation: Option<Elevation>) -> GridPoint {
        GridPoint { elevation: elevation.map(Elevation::band), ..self }
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
        let point = GridPoint::nearest(47.42, 10.98, 0.01).unwrap();
        let at = |metres| point.at_elevation(Elevation::new(metres));
        assert_eq!(at(2962.0), at(2940.0));
        assert_ne!(at(2962.0), at(720.0));
        assert_ne!(at(0.0), point, "the sea is not an unknown elevation");
    }

    #[test]
    fn a_log_names_a_place_no_finer_than_a_tenth_of_a_degree() {
        assert_eq!(GridPoint::nearest(52.5211, 13.4098, 0.01).unwrap().region(), "52.5,13.4");
    }
}
