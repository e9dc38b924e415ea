//! The maps in which radar composites are drawn: metres east and north of their origin, for coordinates.

use crate::geo::coordinates::Coordinates;

/// WGS 84.
const AXIS: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// A plane seen from the north pole, true to scale at 60° N, as Germany's composite has it.
#[derive(Clone, Copy, Debug)]
pub struct PolarStereographic {
    pub central_longitude: f64,
    pub true_latitude: f64,
    pub false_origin: (f64, f64),
}

/// Germany's composite of 1200 × 1100 kilometres. Its north-west corner is at 500 m west and 500 m north of the origin.
pub const DWD: PolarStereographic = PolarStereographic {
    central_longitude: 10.0,
    true_latitude: 60.0,
    false_origin: (543_196.835_217_764, 3_622_588.861_931_002),
};

impl PolarStereographic {
    /// Metres east and north.
    pub fn project(&self, position: Coordinates) -> (f64, f64) {
        let eccentricity = eccentricity_squared().sqrt();
        let from_pole = |latitude: f64| {
            let along = eccentricity * latitude.sin();
            let tangent = (std::f64::consts::FRAC_PI_4 - latitude / 2.0).tan();
            tangent / ((1.0 - along) / (1.0 + along)).powf(eccentricity / 2.0)
        };
        let scale = self.true_latitude.to_radians();
        let radius = AXIS * parallel(scale) * from_pole(position.latitude.to_radians()) / from_pole(scale);
        let angle = (position.longitude - self.central_longitude).to_radians();
        (self.false_origin.0 + radius * angle.sin(), self.false_origin.1 - radius * angle.cos())
    }
}

/// A plane on which areas keep their size, as Europe's composite has it.
#[derive(Clone, Copy, Debug)]
pub struct EqualArea {
    pub centre: Coordinates,
    pub false_origin: (f64, f64),
}

/// Europe's composite of 3800 × 4400 kilometres. The origin is its north-west corner.
pub const OPERA: EqualArea =
    EqualArea { centre: Coordinates { latitude: 55.0, longitude: 10.0 }, false_origin: (1_950_000.0, -2_100_000.0) };

impl EqualArea {
    /// Metres east and north.
    pub fn project(&self, position: Coordinates) -> (f64, f64) {
        let pole = authalic(std::f64::consts::FRAC_PI_2);
        let sphere = AXIS * (pole / 2.0).sqrt();
        let centre = self.centre.latitude.to_radians();
        let (centre_sine, centre_cosine) = (authalic(centre) / pole).asin().sin_cos();
        let stretch = AXIS * parallel(centre) / (sphere * centre_cosine);
        let (sine, cosine) = (authalic(position.latitude.to_radians()) / pole).asin().sin_cos();
        let (east, toward) = (position.longitude - self.centre.longitude).to_radians().sin_cos();
        let distance = sphere * (2.0 / (1.0 + centre_sine * sine + centre_cosine * cosine * toward)).sqrt();
        let x = distance * stretch * cosine * east;
        let y = distance / stretch * (centre_cosine * sine - centre_sine * cosine * toward);
        (self.false_origin.0 + x, self.false_origin.1 + y)
    }
}

fn eccentricity_squared() -> f64 {
    FLATTENING * (2.0 - FLATTENING)
}

/// The radius of a circle of latitude, relative to the axis.
fn parallel(latitude: f64) -> f64 {
    latitude.cos() / (1.0 - eccentricity_squared() * latitude.sin().powi(2)).sqrt()
}

/// Proportional to the area between the equator and a latitude (q of Snyder 1987, equation 3-12).
fn authalic(latitude: f64) -> f64 {
    let squared = eccentricity_squared();
    let eccentricity = squared.sqrt();
    let sine = latitude.sin();
    let along = eccentricity * sine;
    (1.0 - squared) * (sine / (1.0 - along * along) - ((1.0 - along) / (1.0 + along)).ln() / (2.0 * eccentricity))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn distance(found: (f64, f64), expected: (f64, f64)) -> f64 {
        (found.0 - expected.0).hypot(found.1 - expected.1)
    }

    /// The corners that the German Weather Service publishes for its grid of 1 km.
    #[test]
    fn the_corners_of_germany_lie_within_100_metres() {
        for ((latitude, longitude), metres) in [
            ((55.862_087_11, 1.463_301_51), (-500.0, 500.0)),
            ((55.845_438_56, 18.731_616_45), (1_099_500.0, 500.0)),
            ((45.684_605_78, 16.580_869_35), (1_099_500.0, -1_199_500.0)),
            ((45.696_425_38, 3.566_994_635), (-500.0, -1_199_500.0)),
        ] {
            let found = DWD.project(Coordinates::new(latitude, longitude).unwrap());
            assert!(distance(found, metres) < 100.0, "{found:?} instead of {metres:?}");
        }
    }

    /// The corners in the files of OPERA's composites.
    #[test]
    fn the_corners_of_europe_lie_within_100_metres() {
        for ((latitude, longitude), metres) in [
            ((67.022_832_758, -39.535_786_413), (0.0, 0.0)),
            ((67.621_037_103, 57.811_964_750), (3_800_000.0, 0.0)),
            ((31.746_215_319, -10.434_576_839), (0.0, -4_400_000.0)),
            ((31.987_650_278, 29.421_038_636), (3_800_000.0, -4_400_000.0)),
        ] {
            let found = OPERA.project(Coordinates::new(latitude, longitude).unwrap());
            assert!(distance(found, metres) < 100.0, "{found:?} instead of {metres:?}");
        }
        let centre = OPERA.project(Coordinates::new(55.0, 10.0).unwrap());
        assert!(distance(centre, (1_950_000.0, -2_100_000.0)) < 0.001);
    }
}
