//! Countries and regions as rows, and the texts by which they are found.

use std::collections::HashMap;

use super::source::{Names, Place, Source};
use super::writer::Writer;
use crate::fold::fold;
use crate::sections::{NONE, Section};

/// Region numbers by country and code; an empty code is the country's region without a name.
pub struct RegionNumbers(HashMap<(String, String), u16>);

impl RegionNumbers {
    pub fn of(&self, place: &Place) -> u16 {
        let number = |code: &str| self.0.get(&(place.country.clone(), code.to_owned()));
        number(&place.region).or_else(|| number("")).copied().unwrap_or_default()
    }
}

/// Regions are sorted by country, so that a country is a range of them.
pub fn write(source: &Source, writer: &mut Writer) -> anyhow::Result<RegionNumbers> {
    let mut numbers = HashMap::new();
    let mut words: Vec<(String, u16, u16)> = Vec::new();
    let mut next: u16 = 0;
    for (index, country) in source.countries.iter().enumerate() {
        let code = writer.text(&country.code)?;
        writer.u32(Section::Countries, code);
        write_names(Section::Countries, &country.names, writer)?;

        let first = next;
        write_region(index, "", &Names::default(), writer)?;
        numbers.insert((country.code.clone(), String::new()), next);
        next += 1;
        for region in source.regions.iter().filter(|region| region.country == country.code) {
            write_region(index, written_code(&region.words), &region.names, writer)?;
            numbers.insert((country.code.clone(), region.code.clone()), next);
            let spellings = region.names.iter().chain(&region.words);
            words.extend(spellings.map(|word| (fold(word), next, next + 1)));
            next += 1;
        }
        let spellings = country.names.iter().chain(&country.words).chain([&country.code]);
        words.extend(spellings.map(|word| (fold(word), first, next)));
    }
    words.retain(|(word, ..)| !word.is_empty());
    words.sort();
    words.dedup();
    for (word, start, end) in words {
        let text = writer.text(&word)?;
        writer.u32(Section::RegionWords, text);
        writer.u32(Section::RegionWords, u32::from(start));
        writer.u32(Section::RegionWords, u32::from(end));
    }
    Ok(RegionNumbers(numbers))
}

fn write_region(country: usize, code: &str, names: &Names, writer: &mut Writer) -> anyhow::Result<()> {
    writer.u32(Section::Regions, country as u32);
    let code = writer.optional_text(code)?;
    writer.u32(Section::Regions, code);
    write_names(Section::Regions, names, writer)
}

/// Names in three languages; a missing one falls back to English.
fn write_names(section: Section, names: &Names, writer: &mut Writer) -> anyhow::Result<()> {
    let english = writer.optional_text(&names[0])?;
    for name in names {
        let text = writer.optional_text(name)?;
        writer.u32(section, if text == NONE { english } else { text });
    }
    Ok(())
}

/// The abbreviation among a region's texts.
fn written_code(words: &[String]) -> &str {
    let is_code = |word: &&String| word.len() <= 3 && word.chars().all(|letter| letter.is_ascii_uppercase());
    words.iter().find(is_code).map_or("", String::as_str)
}
