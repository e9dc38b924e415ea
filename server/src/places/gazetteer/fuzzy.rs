//! Misspelt names: the best places within one or two slips of the beginning of a name.
//!
//! A best-first walk over the trie. Every node knows the weightiest name below it, so the walk always continues where
//! the best answer can still be, and stops as soon as nothing left can matter: most of the index is never looked at.

use std::collections::BinaryHeap;

use super::Gazetteer;
use super::entries::{Node, ROOT};
use super::regions::RegionFilter;
use super::score::{FUZZY_SPREAD, WHOLE_MISSPELT_NAME, WRONG_FIRST_LETTER, misspelling};
use super::search::Hits;

const MIN_LETTERS: usize = 4;
const MIN_LETTERS_FOR_TWO: usize = 6;
/// What follows says little about which place is meant.
const MAX_LETTERS: usize = 24;
/// A bound on the work for any query; typical ones need a few hundred steps.
const MAX_STEPS: usize = 4_000;

const WIDTH: usize = MAX_LETTERS + 1;
/// Beyond any distance that is accepted.
const FAR: u8 = 3;

impl Gazetteer {
    pub(super) fn add_fuzzy(&self, typed: &str, filter: Option<&RegionFilter>, penalty: i32, hits: &mut Hits) {
        let letters: Vec<char> = typed.chars().take(MAX_LETTERS).collect();
        if letters.len() < MIN_LETTERS {
            return;
        }
        let limit = if letters.len() < MIN_LETTERS_FOR_TWO { 1 } else { 2 };
        let mut walk = Walk { gazetteer: self, letters, limit, frontier: BinaryHeap::with_capacity(256) };
        walk.push_node(ROOT, Slips::start(limit), 0);
        let mut best = hits.best_score();
        for _ in 0..MAX_STEPS {
            let Some(step) = walk.frontier.pop() else { break };
            let floor = hits.worst_kept().max(best.map(|best| best - FUZZY_SPREAD));
            if floor.is_some_and(|floor| step.bound < floor) {
                break;
            }
            match step.target {
                Target::Node(node, depth) => walk.open(node, step.slips, depth),
                Target::Place(place) => {
                    if filter.is_none_or(|filter| filter.allows(self.places.regions.get(place as usize))) {
                        hits.add(place, step.bound - penalty);
                        best = best.max(Some(step.bound));
                    }
                }
            }
        }
    }
}

struct Walk<'a> {
    gazetteer: &'a Gazetteer,
    letters: Vec<char>,
    limit: u8,
    frontier: BinaryHeap<Step>,
}

/// Where the walk may go next, and the best it could find there.
struct Step {
    bound: i32,
    target: Target,
    slips: Slips,
}

#[derive(Clone, Copy)]
enum Target {
    Node(Node, u8),
    Place(u32),
}

impl Walk<'_> {
    fn push_node(&mut self, node: Node, slips: Slips, depth: u8) {
        let bound = self.gazetteer.entries.weight(node) - slips.cost() + WHOLE_MISSPELT_NAME;
        self.frontier.push(Step { bound, target: Target::Node(node, depth), slips });
    }

    /// Looks one letter further: at the nodes below, and at the few entries that have none.
    fn open(&mut self, node: Node, slips: Slips, depth: u8) {
        let entries = &self.gazetteer.entries;
        let range = entries.range(node);
        let mut loose_from = range.start;
        for child in entries.children(node) {
            let covered = entries.range(child);
            self.weigh_entries(loose_from..covered.start, slips, depth);
            loose_from = covered.end;
            let letter = entries.letter(child);
            if self.is_same_script(letter) {
                let further = slips.after(&self.letters, letter, depth, self.limit);
                if further.least() <= self.limit {
                    self.push_node(child, further, depth.saturating_add(1));
                }
            }
        }
        self.weigh_entries(loose_from..range.end, slips, depth);
    }

    fn weigh_entries(&mut self, range: std::ops::Range<usize>, slips: Slips, depth: u8) {
        let entries = &self.gazetteer.entries;
        for entry in range {
            let key = std::str::from_utf8(entries.key(entry)).unwrap_or_default();
            let mut slips = slips;
            let mut at = depth;
            for letter in key.chars().skip(usize::from(depth)) {
                if slips.least() > self.limit || usize::from(at) > self.letters.len() + 2 {
                    break;
                }
                slips = slips.after(&self.letters, letter, at, self.limit);
                at = at.saturating_add(1);
            }
            if slips.accepted <= self.limit {
                let is_whole = slips.at_end(self.letters.len()) == slips.accepted;
                let place = entries.place(entry);
                let bound = self.gazetteer.weight(place) - entries.kind(entry).penalty() - slips.accepted_cost()
                    + if is_whole { WHOLE_MISSPELT_NAME } else { 0 };
                self.frontier.push(Step { bound, target: Target::Place(place), slips });
            }
        }
    }

    /// Nobody slips from one script into another.
    fn is_same_script(&self, letter: char) -> bool {
        letter.is_ascii() == self.letters[0].is_ascii()
    }
}

/// The rows of the edit-distance table so far (insertion, deletion, replacement, neighbours swapped).
#[derive(Clone, Copy)]
struct Slips {
    row: [u8; WIDTH],
    before: [u8; WIDTH],
    last: char,
    is_first_wrong: bool,
    /// The least distance of the whole query to the letters so far, or a shorter beginning of them.
    accepted: u8,
}

impl Slips {
    fn start(limit: u8) -> Slips {
        let mut row = [FAR; WIDTH];
        for (index, cell) in row.iter_mut().enumerate().take(usize::from(limit) + 1) {
            *cell = index as u8;
        }
        Slips { row, before: [FAR; WIDTH], last: '\0', is_first_wrong: false, accepted: FAR }
    }

    /// The rows after one more letter of the name; only cells that can stay within the limit are worked out.
    fn after(&self, typed: &[char], letter: char, depth: u8, limit: u8) -> Slips {
        let at = usize::from(depth) + 1;
        let reach = usize::from(limit);
        let mut next = [FAR; WIDTH];
        if at <= reach {
            next[0] = at as u8;
        }
        let columns = at.saturating_sub(reach).max(1)..=(at + reach).min(typed.len());
        for column in columns {
            let is_same = typed[column - 1] == letter;
            let mut cell = (self.row[column - 1] + u8::from(!is_same)).min(self.row[column] + 1).min(next[column - 1] + 1);
            if column >= 2 && typed[column - 1] == self.last && typed[column - 2] == letter {
                cell = cell.min(self.before[column - 2] + 1);
            }
            next[column] = cell.min(FAR);
        }
        Slips {
            row: next,
            before: self.row,
            last: letter,
            is_first_wrong: if depth == 0 { letter != typed[0] } else { self.is_first_wrong },
            accepted: self.accepted.min(next[typed.len()]),
        }
    }

    fn least(&self) -> u8 {
        self.row.iter().copied().fold(self.accepted, u8::min)
    }

    fn at_end(&self, letters: usize) -> u8 {
        self.row[letters]
    }

    /// The least that these slips can still cost.
    fn cost(&self) -> i32 {
        misspelling(self.least()) + self.first_letter_cost()
    }

    fn accepted_cost(&self) -> i32 {
        misspelling(self.accepted) + self.first_letter_cost()
    }

    fn first_letter_cost(&self) -> i32 {
        if self.is_first_wrong { WRONG_FIRST_LETTER } else { 0 }
    }
}

impl Ord for Step {
    fn cmp(&self, other: &Step) -> std::cmp::Ordering {
        // Equal bounds are taken in the order of population, so that answers never depend on the walk.
        let key = |step: &Step| match step.target {
            Target::Node(node, _) => (step.bound, 1, std::cmp::Reverse(node.0)),
            Target::Place(place) => (step.bound, 0, std::cmp::Reverse(place)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Step {}
