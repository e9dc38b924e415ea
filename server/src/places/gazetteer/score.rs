//! The one ranking: how much an answer is worth, in tenths of a doubling of population.
//!
//! Everything is weighed against population on one scale, so that a hamlet that matches a little better never hides a
//! city, and a city that matches much worse never hides the town somebody spelt out.

/// How a place comes by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum NameKind {
    /// The name itself, or its name in one of our languages.
    Own = 0,
    /// Another name on record: an exonym, a former name, an airport's code.
    Alternate = 1,
    /// A machine's transliteration.
    Transliterated = 2,
    /// A later word of the name.
    Inner = 3,
}

impl NameKind {
    pub fn from_bits(bits: u32) -> NameKind {
        match bits {
            0 => NameKind::Own,
            1 => NameKind::Alternate,
            2 => NameKind::Transliterated,
            _ => NameKind::Inner,
        }
    }

    pub fn penalty(self) -> i32 {
        match self {
            NameKind::Own => 0,
            NameKind::Alternate => 15,
            NameKind::Transliterated => 45,
            NameKind::Inner => 50,
        }
    }
}

/// A whole name typed out is worth a place thirty times as large.
pub const WHOLE_NAME: i32 = 50;
/// The same for a misspelt name, which is weaker evidence.
pub const WHOLE_MISSPELT_NAME: i32 = 20;
/// Few people get the first letter wrong.
pub const WRONG_FIRST_LETTER: i32 = 20;
/// A region still being typed may be another one.
pub const UNFINISHED_REGION: i32 = 10;
/// Below this, a handful of exact answers may as well be somebody's typing error.
pub const DOUBTFUL: i32 = 160;
/// Misspelt answers this far behind the best are noise.
pub const FUZZY_SPREAD: i32 = 60;

const NEAR_BONUS: f64 = 30.0;
const NEAR_REACH_KM: f64 = 500.0;

/// Ten times the binary logarithm of the population.
pub fn population_weight(population: u32) -> u8 {
    (f64::from(population.saturating_add(1)).log2() * 10.0).round() as u8
}

pub fn misspelling(distance: u8) -> i32 {
    match distance {
        0 => 0,
        1 => 50,
        _ => 110,
    }
}

/// Nearness decides between places of like size: it falls to nothing at 500 km.
pub fn nearness(distance_km: f64) -> i32 {
    ((1.0 - distance_km / NEAR_REACH_KM).max(0.0) * NEAR_BONUS).round() as i32
}

/// How far a place of this size reaches from its centre, as area grows with population.
pub fn reach_km(population: u32) -> f64 {
    0.035 * f64::from(population.max(50)).powf(0.42)
}
