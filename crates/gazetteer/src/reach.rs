//! The radius of a place: a large city is near even where its centre is not.

/// The share of its radius by which a place counts as nearer than it is: enough for a centre, too little for a border.
const FAVOURED_SHARE: f64 = 0.1;

/// The radius of a place with this population; its area grows with the population.
pub fn reach_km(population: u32) -> f64 {
    0.035 * f64::from(population.max(50)).powf(0.42)
}

/// By how many kilometres a place with this population counts as nearer than it is.
pub fn favour_km(population: u32) -> f32 {
    (reach_km(population) * FAVOURED_SHARE) as f32
}
