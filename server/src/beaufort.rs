//! The Beaufort scale of wind (WMO No. 306, code table 1100).

/// Lower bounds of the forces 1 to 12, m/s.
const LOWER_BOUNDS: [f64; 12] = [0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7];

pub fn beaufort(speed: f64) -> u8 {
    LOWER_BOUNDS.iter().filter(|from| speed >= **from).count() as u8
}
