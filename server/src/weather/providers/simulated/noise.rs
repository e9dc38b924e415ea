//! Deterministic smooth noise for the simulation.

/// 0 to 1 at a point of space and time; neighbours differ little (value noise, four dimensions).
pub fn noise(seed: u64, salt: u64, space: [f64; 3], moment: f64) -> f64 {
    let point = [space[0], space[1], space[2], moment];
    let cell = point.map(f64::floor);
    let within: Vec<f64> = point.iter().zip(cell).map(|(value, floor)| fade(value - floor)).collect();
    let mut total = 0.0;
    for corner in 0..16u32 {
        let mut weight = 1.0;
        let mut hash = mix(seed ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for axis in 0..4 {
            let far = corner >> axis & 1 == 1;
            weight *= if far { within[axis] } else { 1.0 - within[axis] };
            hash = mix(hash ^ (cell[axis] as i64 + i64::from(far)) as u64);
        }
        total += weight * (hash >> 11) as f64 / (1u64 << 53) as f64;
    }
    total
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
