//! The ranking: the score of a result, in tenths of a doubling of population.
//!
//! Everything is added up with population in one score, so that a hamlet that matches slightly better never hides a
//! city, and a city that matches much worse never hides a town that was typed in full.

/// The kind of a name, the most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum NameKind {
    /// The name itself, or its name in one of our languages.
    Own = 0,
    /// Another recorded name: an exonym or a former name.
    Alternate = 1,
    /// The airport code of a city, such as SAW.
    Code = 2,
    /// An automatic transliteration.
    Transliterated = 3,
    /// A later word of the name.
    Inner = 4,
    /// The IATA code of an airport, such as JFK.
    AirportCode = 5,
    /// The city that an airport serves.
    City = 6,
}

impl NameKind {
    pub fn from_bits(bits: u32) -> NameKind {
        match bits {
            0 => NameKind::Own,
            1 => NameKind::Alternate,
            2 => NameKind::Code,
            3 => NameKind::Transliterated,
            4 => NameKind::Inner,
            5 => NameKind::AirportCode,
            _ => NameKind::City,
        }
    }

    /// What a match adds to the score of the place. An exact primary name is worth as much as a population thirty times as
    /// large; a prefix of a little-known name subtracts.
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
            (NameKind::AirportCode, true) => 40,
            (NameKind::AirportCode, false) => -120,
            (NameKind::City, true) => -90,
            (NameKind::City, false) => -120,
        }
    }

    /// The same for a misspelt name, complete or not.
    pub fn misspelt_worth(self, is_whole: bool) -> i32 {
        let bonus = if is_whole { WHOLE_MISSPELT_NAME } else { 0 };
        match self {
            NameKind::Own => bonus,
            NameKind::Alternate => bonus - 15,
            NameKind::Code | NameKind::AirportCode | NameKind::City => -120,
            NameKind::Transliterated => bonus - 45,
            NameKind::Inner => bonus - 50,
        }
    }
}

/// The same for the city of an airport if an airport is asked for.
pub fn city_of_kind_worth(is_whole: bool) -> i32 {
    if is_whole { 30 } else { 0 }
}

/// An exact name is weaker evidence if it is misspelt.
const WHOLE_MISSPELT_NAME: i32 = 20;
/// Few people get the first letter wrong.
pub const WRONG_FIRST_LETTER: i32 = 20;
/// A region that is still being typed may turn out to be another one.
pub const UNFINISHED_REGION: i32 = 10;
/// The name of a region or country says little about which of its places is meant.
pub const ONLY_A_REGION: i32 = 60;
/// Below this score, a handful of exact results may as well be a typing error.
pub const DOUBTFUL: i32 = 100;
/// If a name one error away has this score, the search ends: names two errors away are not meant.
pub const CONVINCING: i32 = 110;
/// Misspelt results this far behind the best are noise.
pub const FUZZY_SPREAD: i32 = 60;

/// A nearby place scores like one sixteen times as large elsewhere.
const NEXT_DOOR: f64 = 40.0;
/// The distance at which half of that bonus is left.
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

/// Proximity decides between places of similar size; far away the difference no longer matters.
pub fn nearness(distance_km: f64) -> i32 {
    (NEXT_DOOR / (1.0 + distance_km / NEAR_KM)).round() as i32
}
