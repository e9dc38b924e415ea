//! The sorted arena of folded names, and the trie over it.

use std::ops::Range;

use super::layout::{NONE, Sections, Texts, U16s, U32s, partition_point};
use super::score::NameKind;
use super::sections::NameSections;

/// A prefix with more entries than this has its own node.
pub const MAX_LEAF_ENTRIES: usize = 8;
/// A prefix with more entries than this has precomputed results.
pub const MAX_SCANNED_ENTRIES: usize = 24;
/// The number of precomputed results; also the maximum that a caller can request.
pub const BEST_COUNT: usize = 10;

const KIND_SHIFT: u32 = 24;
const KIND_MASK: u32 = 0b111;
const PLACE_MASK: u32 = (1 << KIND_SHIFT) - 1;

const SCORE_SHIFT: u32 = 20;

/// A precomputed result: a place and its score, packed into one number.
pub fn pack_answer(place: u32, score: i32) -> u32 {
    place | (score.clamp(0, 0xffe) as u32) << SCORE_SHIFT
}

/// A place and the kind of its name, packed into one number.
pub fn pack_entry(place: u32, kind: NameKind) -> u32 {
    place | (kind as u32) << KIND_SHIFT
}

#[derive(Clone, Copy)]
pub struct Entries {
    keys: Texts,
    offsets: U32s,
    places: U32s,
    letters: U16s,
    starts: U32s,
    ends: U32s,
    children: U32s,
    child_counts: U16s,
    weights: &'static [u8],
    best: U32s,
    best_places: U32s,
}

/// A node of the trie: all entries that begin with the letters on the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(pub u32);

pub const ROOT: Node = Node(0);

/// The entries of a prefix.
pub struct Reached {
    pub range: Range<usize>,
    /// The precomputed results, if there are too many entries to scan.
    pub best: Option<usize>,
}

impl Entries {
    pub fn new(sections: &Sections, names: &NameSections) -> Entries {
        Entries {
            keys: sections.texts(names.keys),
            offsets: sections.u32s(names.entry_keys),
            places: sections.u32s(names.entry_places),
            letters: sections.u16s(names.letters),
            starts: sections.u32s(names.starts),
            ends: sections.u32s(names.ends),
            children: sections.u32s(names.children),
            child_counts: sections.u16s(names.child_counts),
            weights: sections.bytes(names.weights),
            best: sections.u32s(names.best),
            best_places: sections.u32s(names.best_places),
        }
    }

    #[inline]
    pub fn key(&self, entry: usize) -> &'static [u8] {
        self.keys.bytes(self.offsets.get(entry))
    }

    #[inline]
    pub fn place(&self, entry: usize) -> u32 {
        self.places.get(entry) & PLACE_MASK
    }

    #[inline]
    pub fn kind(&self, entry: usize) -> NameKind {
        NameKind::from_bits(self.places.get(entry) >> KIND_SHIFT & KIND_MASK)
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Follows the trie as far as it goes, then continues by binary search.
    pub fn reach(&self, prefix: &str) -> Reached {
        let mut node = ROOT;
        for letter in prefix.chars() {
            match self.child(node, letter) {
                Some(child) => node = child,
                None => return Reached { range: self.narrow(self.range(node), prefix.as_bytes()), best: None },
            }
        }
        let best = self.best.get(node.0 as usize);
        Reached { range: self.range(node), best: (best != NONE).then_some(best as usize) }
    }

    /// The precomputed results of a list with their scores, best first.
    pub fn best_places(&self, list: usize) -> impl Iterator<Item = (u32, i32)> + use<> {
        let answers = self.best_places;
        (list * BEST_COUNT..(list + 1) * BEST_COUNT)
            .map(move |row| answers.get(row))
            .take_while(|&answer| answer != NONE)
            .map(|answer| (answer & ((1 << SCORE_SHIFT) - 1), (answer >> SCORE_SHIFT) as i32))
    }

    pub fn range(&self, node: Node) -> Range<usize> {
        self.starts.get(node.0 as usize) as usize..self.ends.get(node.0 as usize) as usize
    }

    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + use<> {
        let first = self.children.get(node.0 as usize);
        (first..first + u32::from(self.child_counts.get(node.0 as usize))).map(Node)
    }

    pub fn letter(&self, node: Node) -> char {
        char::from_u32(u32::from(self.letters.get(node.0 as usize))).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The maximum score of a misspelt name below a node.
    pub fn weight(&self, node: Node) -> i32 {
        i32::from(self.weights[node.0 as usize])
    }

    fn child(&self, node: Node, letter: char) -> Option<Node> {
        let letter = u16::try_from(u32::from(letter)).ok()?;
        let first = self.children.get(node.0 as usize) as usize;
        let count = usize::from(self.child_counts.get(node.0 as usize));
        let index = first + partition_point(count, |index| self.letters.get(first + index) < letter);
        (index < first + count && self.letters.get(index) == letter).then_some(Node(index as u32))
    }

    fn narrow(&self, range: Range<usize>, prefix: &[u8]) -> Range<usize> {
        let start = range.start + partition_point(range.len(), |index| self.key(range.start + index) < prefix);
        let count = partition_point(range.end - start, |index| self.key(start + index).starts_with(prefix));
        start..start + count
    }
}
