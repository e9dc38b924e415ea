//! Which characters of a suggestion match what was typed.

use super::answers::Substring;
use super::fold::{Traced, fold, fold_traced};

/// The typed words where they begin a word of the text, in Unicode characters, in order and without overlap.
pub fn matches(text: &str, typed: &str) -> Vec<Substring> {
    let traced = fold_traced(text);
    let typed = fold(typed);
    if typed.is_empty() {
        return Vec::new();
    }
    if let Some(whole) = find_at_word(&traced, &typed, 0) {
        return vec![whole.0];
    }
    let mut found: Vec<Substring> = Vec::new();
    for word in typed.split(' ') {
        let mut from = 0;
        while let Some((part, next)) = find_at_word(&traced, word, from) {
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

/// The first place at or after the byte `from` where the word begins a word, and the byte to go on from.
fn find_at_word(traced: &Traced, word: &str, from: usize) -> Option<(Substring, usize)> {
    let text = &traced.text;
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

    proptest! {
        #[test]
        fn matches_lie_inside_the_text(text in any::<String>(), typed in any::<String>()) {
            let count = text.chars().count() as u32;
            for part in matches(&text, &typed) {
                prop_assert!(part.length > 0 && part.offset + part.length <= count);
            }
        }
    }
}
