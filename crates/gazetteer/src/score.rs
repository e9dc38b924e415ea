//! The one ranking: how much an answer is worth, in tenths of a doubling of population.
//!
//! Everything is weighed against population on one scale, so that a hamlet that matches a little better never hides a
//! city, and a city that matches much worse never hides the town somebody spelt out.

/// How a place comes by a name, the best claim first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum NameKind {
    /// The name itself, or its name in one of our languages.
    Own = 0,
    /// Another name on record: an exonym or a former name.
    Alternate = 1,
    /// An airport's code, such as SAW.
    Code = 2,
    /// A machine's transliteration.
    Transliterated = 3,
    /// A later word of the name.
    Inner = 4,
}

impl NameKind {
    pub fn from_bits(bits: u32) -> NameKind {
        match bits {
            0 => NameKind::Own,
            1 => NameKind::Alternate,
            2 => NameKind::Code,
            3 => NameKind::Transliterated,
            _ => NameKind::Inner,
        }
    }

    /// What a match adds to the weight of the place. A whole name of its own is worth a place thirty times as large;
    /// the beginning of a name that few know is worth less than nothing.
    pub fn worth(self, is_whole: bool) -> i32 {
        match (self, is_whole) {
            (NameKind::Own, true) => 50,
            (NameKind::Own, false) => 0,
            (NameKind::Alternate, true) => 35,
            (NameKind::Alternate, false) => -40,
            (NameKind::Code, true) => 5,
            (NameKind::Code, false) => -120,
            (NameKind::Transliterated, true) => 5,
            (NameKind::Transliterated, false) => -70,
            (NameKind::Inner, _) => -50,
        }
    }

    /// The same for a misspelt name, whole or not.
    pub fn misspelt_worth(self, is_whole: bool) -> i32 {
        let bonus = if is_whole { WHOLE_MISSPELT_NAME } else { 0 };
        match self {
            NameKind::Own => bonus,
            NameKind::Alternate => bonus - 15,
            NameKind::Code => -120,
            NameKind::Transliterated => bonus - 45,
            NameKind::Inner => bonus - 50,
        }
    }
}

/// A whole name is weaker evidence when it is misspelt.
const WHOLE_MISSPELT_NAME: i32 = 20;
/// Few people get the first letter wrong.
pub const WRONG_FIRST_LETTER: i32 = 20;
/// A region still being typed may be another one.
pub const UNFINISHED_REGION: i32 = 10;
/// The name of a region or country says little about which of its places is meant.
pub const ONLY_A_REGION: i32 = 60;
/// Below this, a handful of exact answers may as well be somebody's typing error.
pub const DOUBTFUL: i32 = 100;
/// A name one slip away that is worth this much ends the search: nobody means something two slips away.
pub const CONVINCING: i32 = 110;
/// Misspelt answers this far behind the best are noise.
pub const FUZZY_SPREAD: i32 = 60;

/// A place next door is worth one sixteen times as large elsewhere.
const NEXT_DOOR: f64 = 40.0;
/// Where half of that is left.
const NEAR_KM: f64 = 50.0;

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

/// Nearness decides between places of like size; far away it no longer matters which is nearer.
pub fn nearness(distance_km: f64) -> i32 {
    (NEXT_DOOR / (1.0 + distance_km / NEAR_KM)).round() as i32
}
