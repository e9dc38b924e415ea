//! MGI / Austria Lambert (EPSG:31287), in which GeoSphere Austria draws its areas, to longitude and latitude.

/// Bessel 1841.
const BESSEL_AXIS: f64 = 6_377_397.155;
const BESSEL_FLATTENING: f64 = 1.0 / 299.152_812_8;
const WGS84_AXIS: f64 = 6_378_137.0;
const WGS84_FLATTENING: f64 = 1.0 / 298.257_223_563;
/// The two standard parallels, the origin, and where it lies, in degrees and metres.
const PARALLELS: (f64, f64) = (46.0, 49.0);
const ORIGIN: (f64, f64) = (13.333_333_333_333_3, 47.5);
const FALSE_ORIGIN: (f64, f64) = (400_000.0, 400_000.0);
/// From the Austrian to the worldwide datum: metres, seconds of arc, and parts per million.
const SHIFT: [f64; 3] = [577.326, 90.129, 463.919];
const ROTATION: [f64; 3] = [5.137, 1.474, 5.297];
const SCALE: f64 = 2.4232e-6;
const ITERATIONS: usize = 8;

/// Longitude and latitude of a point given in metres.
pub fn to_degrees((east, north): (f64, f64)) -> (f64, f64) {
    let (longitude, latitude) = to_bessel(east, north);
    let moved = shift(to_space(longitude, latitude));
    let (longitude, latitude) = from_space(moved);
    (longitude.to_degrees(), latitude.to_degrees())
}

fn eccentricity_squared(flattening: f64) -> f64 {
    flattening * (2.0 - flattening)
}

/// The inverse of the conformal conic projection, in radians.
fn to_bessel(east: f64, north: f64) -> (f64, f64) {
    let eccentricity = eccentricity_squared(BESSEL_FLATTENING).sqrt();
    let scale = |latitude: f64| latitude.cos() / (1.0 - (eccentricity * latitude.sin()).powi(2)).sqrt();
    let conformal = |latitude: f64| {
        let along = eccentricity * latitude.sin();
        (std::f64::consts::FRAC_PI_4 - latitude / 2.0).tan() / ((1.0 - along) / (1.0 + along)).powf(eccentricity / 2.0)
    };
    let (first, second) = (PARALLELS.0.to_radians(), PARALLELS.1.to_radians());
    let cone = (scale(first).ln() - scale(second).ln()) / (conformal(first).ln() - conformal(second).ln());
    let factor = scale(first) / (cone * conformal(first).powf(cone));
    let radius = |latitude: f64| BESSEL_AXIS * factor * conformal(latitude).powf(cone);
    let (x, y) = (east - FALSE_ORIGIN.0, radius(ORIGIN.1.to_radians()) - (north - FALSE_ORIGIN.1));
    let tangent = (x.hypot(y) / (BESSEL_AXIS * factor)).powf(1.0 / cone);
    let mut latitude = std::f64::consts::FRAC_PI_2 - 2.0 * tangent.atan();
    for _ in 0..ITERATIONS {
        let along = eccentricity * latitude.sin();
        let stretched = tangent * ((1.0 - along) / (1.0 + along)).powf(eccentricity / 2.0);
        latitude = std::f64::consts::FRAC_PI_2 - 2.0 * stretched.atan();
    }
    (x.atan2(y) / cone + ORIGIN.0.to_radians(), latitude)
}

/// On the ellipsoid's surface.
fn to_space(longitude: f64, latitude: f64) -> [f64; 3] {
    let squared = eccentricity_squared(BESSEL_FLATTENING);
    let normal = BESSEL_AXIS / (1.0 - squared * latitude.sin().powi(2)).sqrt();
    [
        normal * latitude.cos() * longitude.cos(),
        normal * latitude.cos() * longitude.sin(),
        normal * (1.0 - squared) * latitude.sin(),
    ]
}

fn shift([x, y, z]: [f64; 3]) -> [f64; 3] {
    let [about_x, about_y, about_z] = ROTATION.map(|seconds| (seconds / 3600.0).to_radians());
    let scale = 1.0 + SCALE;
    [
        SHIFT[0] + scale * (x - about_z * y + about_y * z),
        SHIFT[1] + scale * (about_z * x + y - about_x * z),
        SHIFT[2] + scale * (-about_y * x + about_x * y + z),
    ]
}

fn from_space([x, y, z]: [f64; 3]) -> (f64, f64) {
    let squared = eccentricity_squared(WGS84_FLATTENING);
    let from_axis = x.hypot(y);
    let mut latitude = (z / (from_axis * (1.0 - squared))).atan();
    for _ in 0..ITERATIONS {
        let normal = WGS84_AXIS / (1.0 - squared * latitude.sin().powi(2)).sqrt();
        latitude = (z + squared * normal * latitude.sin()).atan2(from_axis);
    }
    (y.atan2(x), latitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calculated with PROJ 9 (`+proj=lcc +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232`).
    #[test]
    fn points_lie_where_proj_puts_them() {
        for (metres, (longitude, latitude)) in [
            ((625_000.0, 483_000.0), (16.361_285_056, 48.206_841_241)),
            ((252_000.0, 375_000.0), (11.376_405_853, 47.257_719_085)),
            ((113_000.0, 403_000.0), (9.523_239_284, 47.463_046_615)),
            ((565_000.0, 355_000.0), (15.506_025_865, 47.073_891_293)),
        ] {
            let found = to_degrees(metres);
            let distance = (found.0 - longitude).abs().max((found.1 - latitude).abs());
            assert!(distance < 1e-6, "{metres:?} is {found:?}");
        }
    }
}
