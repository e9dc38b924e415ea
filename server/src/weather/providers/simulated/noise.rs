//! Deterministic smooth noise for the simulation.

/// 0 to 1 at a point of space and time; neighbours differ little (value noise, four dimensions).
pub fn noise(seed: u64, salt: u64, [x, y, z]: [f64; 3], moment: f64) -> f64 {
    blend(mix(seed ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)), &[x, y, z, moment])
}

/// Between the values at both ends of the cell on the first axis, which are blended on the other axes in the same way.
fn blend(hash: u64, point: &[f64]) -> f64 {
    let Some((value, others)) = point.split_first() else {
        return (hash >> 11) as f64 / (1u64 << 53) as f64;
    };
    let floor = value.floor();
    let near = blend(mix(hash ^ floor as i64 as u64), others);
    let far = blend(mix(hash ^ (floor as i64 + 1) as u64), others);
    near + (far - near) * fade(value - floor)
}

/// Smoothstep on 0 to 1.
pub fn fade(value: f64) -> f64 {
    let value = value.clamp(0.0, 1.0);
    value * value * (3.0 - 2.0 * value)
}

/// The finaliser of SplitMix64: every input bit reaches every output bit.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
