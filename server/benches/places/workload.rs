//! Realistic queries: large places more often than small ones, letter by letter, and sometimes misspelt.

use gazetteer::fold::fold;
use gazetteer::{Gazetteer, PlaceIndex};
use halcyon::geo::timezone::timezone_at;
use halcyon::i18n::Language;

const TABLE: &str = include_str!("../../tests/places_table/queries.tsv");
const SEARCHES: usize = 2_000;
const POSITIONS: usize = 50_000;

pub struct Misspelt {
    pub typed: String,
    name: &'static str,
    country: &'static str,
}

impl Misspelt {
    pub fn is_found(&self, gazetteer: &Gazetteer) -> bool {
        gazetteer.search(&self.typed, None, 5).into_iter().any(|place| {
            fold(gazetteer.name(place, Language::English)) == fold(self.name)
                && gazetteer.country_code(place) == self.country
        })
    }
}

/// The misspelt names from the table of the tests.
pub fn misspelt() -> Vec<Misspelt> {
    let rows = TABLE.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row.get(1) == Some(&"typo"))
        .map(|row| Misspelt { typed: row[0].to_owned(), name: row[2], country: row[3] })
        .collect()
}

/// Every prefix of at least two letters of names chosen by population, alternating between the three languages.
pub fn prefixes(gazetteer: &Gazetteer) -> Vec<String> {
    let places: Vec<PlaceIndex> = gazetteer.places().collect();
    let mut sums: Vec<u64> = Vec::with_capacity(places.len());
    for &place in &places {
        sums.push(sums.last().unwrap_or(&0) + u64::from(gazetteer.population(place)));
    }
    let mut chance = Chance(7);
    let languages = [Language::English, Language::German, Language::Turkish];
    let mut prefixes = Vec::new();
    for search in 0..SEARCHES {
        let drawn = chance.next() % sums[sums.len() - 1];
        let place = places[sums.partition_point(|&sum| sum <= drawn)];
        let letters: Vec<char> = gazetteer.name(place, languages[search % 3]).chars().collect();
        prefixes.extend((2..=letters.len()).map(|typed| letters[..typed].iter().collect::<String>()));
    }
    prefixes
}

/// Texts meant to be slow: no such place, many words, everything at once.
pub fn hardest() -> Vec<String> {
    let mut texts = vec![
        "zxqjkvbw".to_owned(),
        "sa a in us".to_owned(),
        "san san san san san san san".to_owned(),
        "new a b c d e f".to_owned(),
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".to_owned(),
        "санктпетербургскаяя".to_owned(),
        "東京都千代田区丸の内一丁目".to_owned(),
        "' or 1=1; --".to_owned(),
        "\u{202e}\u{200f}gnol".to_owned(),
    ];
    texts.push("la ".repeat(3_000));
    texts.push("é".repeat(10_000));
    texts
}

/// Half of them near a town, half anywhere on the globe; each with its time zone.
pub fn points(gazetteer: &Gazetteer) -> Vec<(f64, f64, String)> {
    let places: Vec<PlaceIndex> = gazetteer.places().collect();
    let mut chance = Chance(11);
    let mut points = Vec::new();
    for index in 0..POSITIONS {
        let (latitude, longitude) = if index % 2 == 0 {
            let (latitude, longitude) = gazetteer.position(places[chance.next() as usize % places.len()]);
            ((latitude + chance.fraction() * 0.1).min(90.0), longitude)
        } else {
            ((chance.fraction() * 2.0 - 1.0).asin().to_degrees(), chance.fraction() * 360.0 - 180.0)
        };
        points.push((latitude, longitude, timezone_at(latitude, longitude)));
    }
    points
}

/// The same pseudo-random numbers in every run (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
