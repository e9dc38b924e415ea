//! Regions and countries as the second part of a query: how users write them, and which places they select.

use super::layout::{Section, Sections, Texts, U32s, partition_point};

/// Numbers per row: code, English, German, Turkish.
pub const COUNTRY_WIDTH: usize = 4;
/// Country, code, English, German, Turkish.
pub const REGION_WIDTH: usize = 5;
/// Text, first region, end of regions.
const WORD_WIDTH: usize = 3;

/// A shorter prefix of a region name is too ambiguous.
const MIN_UNFINISHED_LETTERS: usize = 3;
/// Few regions match one text; a common prefix such as "new" is not worth more.
const MAX_RANGES: usize = 24;

#[derive(Clone, Copy)]
pub struct RegionWords {
    texts: Texts,
    rows: U32s,
}

/// The regions a text can mean ("georgia" is a country and a state), as ranges of region numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionFilter {
    ranges: Vec<(u16, u16)>,
    pub is_unfinished: bool,
}

impl RegionFilter {
    #[inline]
    pub fn allows(&self, region: u16) -> bool {
        self.ranges.iter().any(|&(start, end)| start <= region && region < end)
    }

    fn intersect(&self, other: &RegionFilter) -> Option<RegionFilter> {
        let pairs = self.ranges.iter().flat_map(|a| other.ranges.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
        let ranges: Vec<_> = pairs.filter(|(start, end)| start < end).collect();
        let is_unfinished = self.is_unfinished || other.is_unfinished;
        (!ranges.is_empty()).then_some(RegionFilter { ranges, is_unfinished })
    }
}

impl RegionWords {
    pub fn new(sections: &Sections) -> RegionWords {
        RegionWords { texts: sections.texts(Section::Texts), rows: sections.u32s(Section::RegionWords) }
    }

    /// Reads folded words as a region, a country, or a region and its country in either order.
    pub fn read(&self, words: &[&str], may_be_unfinished: bool) -> Option<RegionFilter> {
        self.read_one(&words.join(" "), may_be_unfinished).or_else(|| {
            (1..words.len()).find_map(|split| {
                let first = self.read_one(&words[..split].join(" "), false)?;
                first.intersect(&self.read_one(&words[split..].join(" "), may_be_unfinished)?)
            })
        })
    }

    fn read_one(&self, text: &str, may_be_unfinished: bool) -> Option<RegionFilter> {
        let count = self.rows.len() / WORD_WIDTH;
        let start = partition_point(count, |row| self.word(row) < text.as_bytes());
        let whole = self.ranges(start, |word| word == text.as_bytes());
        if !whole.is_empty() {
            return Some(RegionFilter { ranges: whole, is_unfinished: false });
        }
        if !may_be_unfinished || text.chars().count() < MIN_UNFINISHED_LETTERS {
            return None;
        }
        let begun = self.ranges(start, |word| word.starts_with(text.as_bytes()));
        (!begun.is_empty()).then_some(RegionFilter { ranges: begun, is_unfinished: true })
    }

    fn ranges(&self, start: usize, fits: impl Fn(&[u8]) -> bool) -> Vec<(u16, u16)> {
        let rows = start..self.rows.len() / WORD_WIDTH;
        let region = |row: usize, column: usize| self.rows.get(row * WORD_WIDTH + column) as u16;
        rows.take_while(|&row| fits(self.word(row)))
            .map(|row| (region(row, 1), region(row, 2)))
            .take(MAX_RANGES)
            .collect()
    }

    fn word(&self, row: usize) -> &'static [u8] {
        self.texts.bytes(self.rows.get(row * WORD_WIDTH))
    }
}
