//! Which characters of a suggestion match what was typed.

use super::answers::Substring;
use gazetteer::fold::{Traced, fold, fold_traced};

/// What was typed, folded once for all suggestions.
pub struct Typed(String);

/// The marked parts of a suggestion and of the name it begins with.
pub struct Marks {
    pub whole: Vec<Substring>,
    pub name: Vec<Substring>,
}

impl Typed {
    pub fn new(typed: &str) -> Typed {
        Typed(fold(typed))
    }

    /// What matches in a text, and in its first `name_letters` characters alone.
    pub fn marks(&self, text: &str, name_letters: u32) -> Marks {
        let traced = fold_traced(text);
        Marks {
            whole: self.matches(&traced, &traced.text),
            name: self.matches(&traced, traced.beginning(name_letters)),
        }
    }

    /// The typed words where they begin a word of the text, in Unicode characters, in order and without overlap.
    fn matches(&self, traced: &Traced, text: &str) -> Vec<Substring> {
        if self.0.is_empty() {
            return Vec::new();
        }
        if let Some(whole) = find_at_word(traced, text, &self.0, 0) {
            return vec![whole.0];
        }
        let mut found: Vec<Substring> = Vec::new();
        for word in self.0.split(' ') {
            let mut from = 0;
            while let Some((part, next)) = find_at_word(traced, text, word, from) {
                let is_free = |other: &Substring| {
                    other.offset + other.length <= part.offset || part.offset + part.length <= other.offset
                };
                if found.iter().all(is_free) {
                    found.push(part);
                    break;
                }
                from = next;
            }
        }
        found.sort_by_key(|part| part.offset);
        found
    }
}

/// The first place at or after the byte `from` where the word begins a word, and the byte to go on from.
fn find_at_word(traced: &Traced, text: &str, word: &str, from: usize) -> Option<(Substring, usize)> {
    let is_word_start = |at: usize| at == 0 || text.as_bytes()[at - 1] == b' ';
    let mut from = from;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(word)).map(|offset| from + offset) {
        let next = at + text[at..].chars().next().map_or(1, char::len_utf8);
        if is_word_start(at) {
            let (first, last) = (traced.origins[at], traced.origins[at + word.len() - 1]);
            return Some((Substring { offset: first, length: last - first + 1 }, next));
        }
        from = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matches(text: &str, typed: &str) -> Vec<Substring> {
        Typed::new(typed).marks(text, u32::MAX).whole
    }

    fn parts(text: &str, typed: &str) -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        let cut =
            |part: Substring| letters[part.offset as usize..(part.offset + part.length) as usize].iter().collect();
        matches(text, typed).into_iter().map(cut).collect()
    }

    #[test]
    fn matches_are_counted_in_unicode_characters() {
        assert_eq!(parts("Şırnak, Türkiye", "sirn"), ["Şırn"]);
        assert_eq!(parts("İnegöl, Bursa, Türkiye", "inegol"), ["İnegöl"]);
        assert_eq!(parts("Gießen, Hessen, Deutschland", "giess"), ["Gieß"]);
        assert_eq!(parts("𝔑aumburg", "naum"), ["𝔑aum"]);
        assert_eq!(matches("𐐀 Naumburg", "naum"), [Substring { offset: 2, length: 4 }]);
    }

    #[test]
    fn words_in_any_order_are_each_marked() {
        assert_eq!(parts("Lima, Ohio, United States", "ohio lima"), ["Lima", "Ohio"]);
        assert_eq!(parts("Lima, Ohio, United States", "peru"), Vec::<String>::new());
    }

    #[test]
    fn the_name_is_marked_by_itself() {
        let marks = Typed::new("ohio").marks("Lima, Ohio, United States", 4);
        assert_eq!((marks.name.len(), marks.whole), (0, vec![Substring { offset: 6, length: 4 }]));
        let marks = Typed::new("lima ohio").marks("Lima, Ohio, United States", 4);
        assert_eq!(marks.name, [Substring { offset: 0, length: 4 }]);
    }

    proptest! {
        #[test]
        fn matches_lie_inside_the_text(text in any::<String>(), typed in any::<String>(), name in 0..40u32) {
            let count = text.chars().count() as u32;
            let marks = Typed::new(&typed).marks(&text, name.min(count));
            for part in &marks.whole {
                prop_assert!(part.length > 0 && part.offset + part.length <= count);
            }
            for part in &marks.name {
                prop_assert!(part.length > 0 && part.offset + part.length <= name.min(count));
            }
        }
    }
}
