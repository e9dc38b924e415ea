//! Every name of every place, folded and sorted: the entries of the search.

use std::collections::HashMap;

use super::source::{Place, Source};
use super::writer::Writer;
use crate::entries::pack_entry;
use crate::fold::fold;
use crate::score::NameKind;
use crate::sections::{NONE, NameSections, PLACE_NAMES, SAME_KEY, Section};

/// Places of at least this size are also found by the later words of their name.
const MIN_POPULATION_FOR_INNER_WORDS: u32 = 15_000;
/// Shorter words are articles and particles.
const MIN_INNER_LETTERS: usize = 4;
/// Longer names are never searched for; one byte holds the length.
pub const MAX_KEY_BYTES: usize = 255;

pub struct Entry {
    pub key: String,
    pub place: u32,
    pub kind: NameKind,
}

pub fn write(source: &Source, writer: &mut Writer) -> anyhow::Result<Vec<Entry>> {
    write_localized(source, writer)?;
    let mut entries = Vec::new();
    for (index, place) in (0u32..).zip(&source.places) {
        let names = names_of(place, source);
        entries.extend(names.into_iter().map(|(key, kind)| Entry { key, place: index, kind }));
    }
    write_entries(&mut entries, &PLACE_NAMES, writer)?;
    Ok(entries)
}

/// Sorts the entries and writes each name once.
pub fn write_entries(entries: &mut [Entry], names: &NameSections, writer: &mut Writer) -> anyhow::Result<()> {
    entries.sort_unstable_by(|a, b| (&a.key, a.place).cmp(&(&b.key, b.place)));
    for (index, entry) in entries.iter().enumerate() {
        let is_same = index > 0 && entries[index - 1].key == entry.key;
        if !is_same {
            writer.append_text(names.keys, &entry.key)?;
        }
        let mark = if is_same { SAME_KEY } else { 0 };
        writer.u32(names.entry_places, pack_entry(entry.place, entry.kind) | mark);
    }
    Ok(())
}

/// Each folded name once, with the most reliable kind of name the place has for it.
fn names_of(place: &Place, source: &Source) -> HashMap<String, NameKind> {
    let localized = source.localized.get(&place.id).into_iter().flatten();
    let own: Vec<&String> = [&place.name, &place.plain_name].into_iter().chain(localized).collect();
    let mut names: HashMap<String, NameKind> = HashMap::new();
    let mut add = |key: String, kind: NameKind| {
        if !key.is_empty() && key.len() <= MAX_KEY_BYTES {
            let known = names.entry(key).or_insert(kind);
            *known = kind.min(*known);
        }
    };
    own.iter().for_each(|name| add(fold(name), NameKind::Own));
    for name in &place.other_names {
        add(fold(name), kind_of(name));
    }
    if place.population >= MIN_POPULATION_FOR_INNER_WORDS {
        for name in own {
            later_words(&fold(name)).for_each(|rest| add(rest.to_owned(), NameKind::Inner));
        }
    }
    names
}

/// The folded name from each of its later words on.
pub fn later_words(folded: &str) -> impl Iterator<Item = &str> {
    let words = folded.match_indices(' ').map(|(space, _)| &folded[space + 1..]);
    words.filter(|rest| first_word_len(rest) >= MIN_INNER_LETTERS)
}

/// Real names begin with a capital letter; the gazetteer's own transliterations do not.
fn kind_of(other_name: &str) -> NameKind {
    if other_name.len() == 3 && other_name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        NameKind::Code
    } else if other_name.starts_with(|first: char| first.is_ascii_lowercase()) {
        NameKind::Transliterated
    } else {
        NameKind::Alternate
    }
}

fn first_word_len(text: &str) -> usize {
    text.split(' ').next().map_or(0, |word| word.chars().count())
}

fn write_localized(source: &Source, writer: &mut Writer) -> anyhow::Result<()> {
    for (index, place) in (0u32..).zip(&source.places) {
        let Some(names) = source.localized.get(&place.id) else { continue };
        writer.u32(Section::Localized, index);
        for name in names {
            let text = if *name == place.name { NONE } else { writer.optional_text(name)? };
            writer.u32(Section::Localized, text);
        }
    }
    Ok(())
}
