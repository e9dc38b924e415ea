//! How far a place reaches: a large city is near even where its centre is not.

/// How much of its reach a place is favoured by against its neighbours: enough for a centre, too little for a border.
const FAVOURED_SHARE: f64 = 0.1;

/// How far a place of this size reaches from its centre, as area grows with population.
pub fn reach_km(population: u32) -> f64 {
    0.035 * f64::from(population.max(50)).powf(0.42)
}

/// By how many kilometres a place of this size counts as nearer than it is.
pub fn favour_km(population: u32) -> f32 {
    (reach_km(population) * FAVOURED_SHARE) as f32
}
