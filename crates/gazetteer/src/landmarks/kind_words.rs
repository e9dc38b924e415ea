//! Words that say what is meant, before or after a name: "Flughafen München", "Heathrow airport", "Rodos adası".

use super::LandmarkKind;
use super::LandmarkKind::{Airport, Island, Mountain};

/// Folded, in the languages in which users type them.
const WORDS: [(&str, LandmarkKind); 39] = [
    ("airport", Airport),
    ("intl", Airport),
    ("international", Airport),
    ("flughafen", Airport),
    ("airfield", Airport),
    ("havalimani", Airport),
    ("havaalani", Airport),
    ("hava", Airport),
    ("limani", Airport),
    ("uluslararasi", Airport),
    ("aeroport", Airport),
    ("aeroporto", Airport),
    ("aeropuerto", Airport),
    ("island", Island),
    ("islands", Island),
    ("isle", Island),
    ("isles", Island),
    ("of", Island),
    ("insel", Island),
    ("inseln", Island),
    ("ada", Island),
    ("adasi", Island),
    ("adalari", Island),
    ("isla", Island),
    ("islas", Island),
    ("ile", Island),
    ("isola", Island),
    ("mountain", Mountain),
    ("mount", Mountain),
    ("mt", Mountain),
    ("berg", Mountain),
    ("dagi", Mountain),
    ("dag", Mountain),
    ("peak", Mountain),
    ("pico", Mountain),
    ("pic", Mountain),
    ("piz", Mountain),
    ("monte", Mountain),
    ("mont", Mountain),
];

/// A shorter prefix of a word says too little.
const MIN_UNFINISHED_LETTERS: usize = 3;

/// A folded text without the words of one kind at either end; the last word may be incomplete.
pub fn split(text: &str) -> Option<(&str, LandmarkKind)> {
    let (first, last) = (text.split(' ').next()?, text.rsplit(' ').next()?);
    let kind = kind_of(last).or_else(|| kind_of(first)).or_else(|| begun(last))?;
    let name = without(text, kind);
    let name = match name.rsplit_once(' ') {
        Some((rest, word)) if begun(word) == Some(kind) => rest,
        _ => name,
    };
    (name != text && !name.is_empty()).then_some((name, kind))
}

/// The text without the words of this kind at either end.
pub fn without(text: &str, kind: LandmarkKind) -> &str {
    let mut rest = text;
    loop {
        let shorter = match (rest.split_once(' '), rest.rsplit_once(' ')) {
            (_, Some((before, word))) if kind_of(word) == Some(kind) => before,
            (Some((word, after)), _) if kind_of(word) == Some(kind) => after,
            _ => return rest,
        };
        rest = shorter;
    }
}

pub fn kind_of(word: &str) -> Option<LandmarkKind> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind)
}

fn begun(word: &str) -> Option<LandmarkKind> {
    let is_long = word.chars().count() >= MIN_UNFINISHED_LETTERS;
    WORDS.iter().find(|(known, _)| is_long && known.starts_with(word)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn the_words_of_a_kind_are_found_at_either_end() {
        let cases = [
            ("flughafen munchen", Some(("munchen", Airport))),
            ("london heathrow airport", Some(("london heathrow", Airport))),
            ("john f kennedy international airport", Some(("john f kennedy", Airport))),
            ("istanbul hava limani", Some(("istanbul", Airport))),
            ("heathrow airp", Some(("heathrow", Airport))),
            ("isle of wight", Some(("wight", Island))),
            ("mount everest", Some(("everest", Mountain))),
            ("airport", None),
            ("heathrow ai", None),
            ("sanibel", None),
        ];
        for (typed, expected) in cases {
            assert_eq!(split(typed), expected, "{typed}");
        }
    }

    #[test]
    fn the_words_are_folded() {
        assert!(WORDS.iter().all(|(word, _)| fold(word) == *word));
    }
}
