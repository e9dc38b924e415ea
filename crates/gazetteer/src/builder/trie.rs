//! The trie over the sorted entries, with precomputed results for every prefix that has many.

use std::collections::VecDeque;
use std::ops::Range;

use super::names::Entry;
use super::writer::Writer;
use crate::entries::{BEST_COUNT, MAX_LEAF_ENTRIES, MAX_SCANNED_ENTRIES, pack_answer};
use crate::hits::Hits;
use crate::score::population_weight;
use crate::sections::{NONE, NameSections};

/// A node still to be written: nodes are numbered in queue order, so that siblings are adjacent.
struct Pending {
    letter: u16,
    range: Range<usize>,
    /// Length of the prefix in bytes.
    depth: usize,
}

/// `population` is that of a place by its number.
pub fn write(entries: &[Entry], population: impl Fn(u32) -> u32, names: &NameSections, writer: &mut Writer) {
    let weights: Vec<i32> = entries.iter().map(|entry| population_weight(population(entry.place)).into()).collect();
    let mut queue = VecDeque::from([Pending { letter: 0, range: 0..entries.len(), depth: 0 }]);
    let mut numbered: u32 = 1;
    let mut lists: u32 = 0;
    while let Some(node) = queue.pop_front() {
        let children = children(entries, &node);
        writer.u16(names.letters, node.letter);
        writer.u32(names.starts, node.range.start as u32);
        writer.u32(names.ends, node.range.end as u32);
        writer.u32(names.children, numbered);
        writer.u16(names.child_counts, children.len() as u16);
        let worth = |index: usize| weights[index] + entries[index].kind.misspelt_worth(true);
        let best = node.range.clone().map(worth).max().unwrap_or_default();
        writer.u8(names.weights, best.clamp(0, 255) as u8);
        if node.range.len() > MAX_SCANNED_ENTRIES {
            writer.u32(names.best, lists);
            write_best(entries, &weights, &node, names, writer);
            lists += 1;
        } else {
            writer.u32(names.best, NONE);
        }
        numbered += children.len() as u32;
        queue.extend(children);
    }
}

/// The next letters that many entries share. Letters beyond the basic plane are left to the search in the arena.
fn children(entries: &[Entry], node: &Pending) -> Vec<Pending> {
    let mut children = Vec::new();
    let mut start = node.range.start;
    while start < node.range.end {
        let Some(letter) = entries[start].key[node.depth..].chars().next() else {
            start += 1;
            continue;
        };
        let same = |entry: &Entry| entry.key[node.depth..].starts_with(letter);
        let end = start + entries[start..node.range.end].partition_point(same);
        if let (true, Ok(letter)) = (end - start > MAX_LEAF_ENTRIES, u16::try_from(u32::from(letter))) {
            let depth = node.depth + char::from_u32(u32::from(letter)).map_or(0, char::len_utf8);
            children.push(Pending { letter, range: start..end, depth });
        }
        start = end;
    }
    children
}

fn write_best(entries: &[Entry], weights: &[i32], node: &Pending, names: &NameSections, writer: &mut Writer) {
    let mut hits = Hits::new(BEST_COUNT);
    for index in node.range.clone() {
        let is_whole = entries[index].key.len() == node.depth;
        hits.add(entries[index].place, weights[index] + entries[index].kind.worth(is_whole));
    }
    let mut answers: Vec<u32> = hits.iter().map(|hit| pack_answer(hit.place, hit.score)).collect();
    answers.resize(BEST_COUNT, NONE);
    answers.into_iter().for_each(|answer| writer.u32(names.best_places, answer));
}
