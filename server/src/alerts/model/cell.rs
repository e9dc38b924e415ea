//! A cell: a hundredth of a degree of latitude and longitude, checked once for all users who saved a place in it.

use sqlx::FromRow;

use crate::geo::coordinates::Coordinates;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, FromRow)]
pub struct Cell {
    pub latitude_e2: i64,
    pub longitude_e2: i64,
}

impl Cell {
    pub fn from_coordinates(coordinates: Coordinates) -> Cell {
        let hundredths = |degrees: f64| (degrees * 100.0).round() as i64;
        Cell { latitude_e2: hundredths(coordinates.latitude), longitude_e2: hundredths(coordinates.longitude) }
    }

    /// The centre of the cell.
    pub fn coordinates(self) -> Coordinates {
        Coordinates { latitude: self.latitude_e2 as f64 / 100.0, longitude: self.longitude_e2 as f64 / 100.0 }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn places_within_half_a_hundredth_of_a_degree_share_a_cell() {
        let cell = |latitude, longitude| Cell::from_coordinates(Coordinates::new(latitude, longitude).unwrap());
        assert_eq!(cell(52.5211, 13.4098), cell(52.5196, 13.4132));
        assert_eq!(cell(52.5211, 13.4098), Cell { latitude_e2: 5252, longitude_e2: 1341 });
        assert_eq!(cell(-33.87, 151.21).coordinates(), Coordinates { latitude: -33.87, longitude: 151.21 });
    }
}
