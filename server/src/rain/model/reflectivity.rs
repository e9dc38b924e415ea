//! Radar reflectivity and rates of rain, by Marshall and Palmer: Z = 200 · R^1.6.

const FACTOR: f64 = 200.0;
const EXPONENT: f64 = 1.6;
/// Hail reflects more than any rain: above this, 75 mm/h, more reflectivity does not mean more rain.
const MAX_DBZ: f64 = 53.0;

/// Millimetres per hour.
pub fn rate_of_dbz(dbz: f64) -> f64 {
    (10_f64.powf(dbz.min(MAX_DBZ) / 10.0) / FACTOR).powf(1.0 / EXPONENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the US National Weather Service has the same relation; these are its values to three digits.
    #[test]
    fn reflectivity_and_rate_agree_within_one_percent() {
        for (dbz, rate) in [
            (10.0, 0.1538),
            (15.0, 0.3157),
            (20.0, 0.6484),
            (25.0, 1.331),
            (30.0, 2.734),
            (35.0, 5.615),
            (40.0, 11.53),
            (45.0, 23.68),
            (50.0, 48.62),
        ] {
            assert!((rate_of_dbz(dbz) / rate - 1.0).abs() < 0.01, "{dbz} dBZ is {}", rate_of_dbz(dbz));
            let back = 10.0 * (FACTOR * rate_of_dbz(dbz).powf(EXPONENT)).log10();
            assert!((back - dbz).abs() < 1e-9);
        }
    }

    #[test]
    fn hail_does_not_count_as_more_rain() {
        assert!((rate_of_dbz(70.0) - 74.9).abs() < 0.5);
    }
}
