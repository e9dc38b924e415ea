//! Points on the sphere: Cartesian coordinates for the tree, great-circle distance for results.

pub const EARTH_RADIUS_KM: f64 = 6371.0;

/// Coordinates as a point in space, in kilometres from the centre of the Earth: continuous at ±180° and at the poles.
pub fn to_space(latitude: f64, longitude: f64) -> [f32; 3] {
    let (latitude, longitude) = (latitude.to_radians(), longitude.to_radians());
    [
        (latitude.cos() * longitude.cos() * EARTH_RADIUS_KM) as f32,
        (latitude.cos() * longitude.sin() * EARTH_RADIUS_KM) as f32,
        (latitude.sin() * EARTH_RADIUS_KM) as f32,
    ]
}

/// Great-circle distance (haversine, which is accurate enough for short distances too).
pub fn distance_km(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (lat_a, lat_b) = (a.0.to_radians(), b.0.to_radians());
    let half_lat = ((lat_b - lat_a) / 2.0).sin();
    let half_lon = ((b.1 - a.1).to_radians() / 2.0).sin();
    let h = half_lat * half_lat + lat_a.cos() * lat_b.cos() * half_lon * half_lon;
    2.0 * EARTH_RADIUS_KM * h.clamp(0.0, 1.0).sqrt().asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_match_known_ones() {
        // A quarter of a meridian, and one degree on the equator, of a sphere of 6371 km.
        assert!((distance_km((0.0, 0.0), (90.0, 0.0)) - 10_007.5).abs() < 0.1);
        assert!((distance_km((0.0, 179.5), (0.0, -179.5)) - 111.195).abs() < 0.01);
        assert!(distance_km((-90.0, 12.0), (-90.0, -170.0)) < 1e-6);
    }

    #[test]
    fn the_date_line_and_the_poles_are_no_seam_in_space() {
        let gap = |a: [f32; 3], b: [f32; 3]| (0..3).map(|axis| (a[axis] - b[axis]).abs()).fold(0.0, f32::max);
        assert!(gap(to_space(10.0, 180.0), to_space(10.0, -180.0)) < 0.01);
        assert!(gap(to_space(90.0, 0.0), to_space(90.0, 123.0)) < 0.01);
    }
}
