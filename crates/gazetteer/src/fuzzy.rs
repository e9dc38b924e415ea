//! Misspelt names: the best places whose name begins within one or two typing errors of the query.
//!
//! A best-first search of the trie. Every node knows the highest score below it, so the search continues where the best
//! result can still be, and stops when no remaining node can improve the results: most of the index is never visited.

use std::collections::BinaryHeap;

use super::Gazetteer;
use super::entries::{Entries, Node, ROOT};
use super::hits::Hits;
use super::regions::RegionFilter;
use super::score::{CONVINCING, FUZZY_SPREAD, WRONG_FIRST_LETTER, misspelling};

const MIN_LETTERS: usize = 4;
const MIN_LETTERS_FOR_TWO: usize = 6;
/// Longer queries are cut here: the rest says little about which place is meant.
const MAX_LETTERS: usize = 24;
/// The maximum number of steps of one search; typical ones need about a hundred.
const MAX_STEPS: usize = 150;
/// The cost of a step, in names examined.
const STEP_EFFORT: usize = 20;
/// Among the names of landmarks, which are few; with a region a step costs as much as any other.
const MAX_LANDMARK_STEPS: usize = 30;

/// The names to search, and the work that may be spent on them.
struct SearchedNames<'a> {
    names: &'a Entries,
    max_steps: usize,
    step_effort: usize,
}

/// How far to go, and which places count.
#[derive(Clone, Copy)]
struct Tolerance<'a> {
    max_slips: u8,
    filter: Option<&'a RegionFilter>,
    penalty: i32,
}

impl Gazetteer {
    /// Two errors are tolerated only if no name begins with the query.
    pub(super) fn add_fuzzy(&self, typed: &str, filter: Option<&RegionFilter>, penalty: i32, hits: &mut Hits) {
        let letters: Vec<char> = typed.chars().take(MAX_LETTERS).collect();
        if letters.len() < MIN_LETTERS {
            return;
        }
        let is_begun = hits.len() > 0;
        self.walk_all(&letters, Tolerance { max_slips: 1, filter, penalty }, hits);
        let is_found = hits.best_score().is_some_and(|score| score >= CONVINCING);
        if !is_begun && !is_found && letters.len() >= MIN_LETTERS_FOR_TWO {
            self.walk_all(&letters, Tolerance { max_slips: 2, filter, penalty }, hits);
        }
    }

    /// Landmarks first: the search for settlements may use up the remaining work.
    fn walk_all(&self, letters: &[char], tolerance: Tolerance, hits: &mut Hits) {
        let landmarks = SearchedNames {
            names: &self.landmark_entries,
            max_steps: MAX_LANDMARK_STEPS,
            step_effort: if tolerance.filter.is_some() { STEP_EFFORT } else { 0 },
        };
        let settlements = SearchedNames { names: &self.entries, max_steps: MAX_STEPS, step_effort: STEP_EFFORT };
        self.walk(&landmarks, letters, tolerance, hits);
        self.walk(&settlements, letters, tolerance, hits);
    }

    fn walk(&self, searched: &SearchedNames, letters: &[char], tolerance: Tolerance, hits: &mut Hits) {
        let Tolerance { max_slips, filter, penalty } = tolerance;
        let frontier = BinaryHeap::with_capacity(256);
        let mut walk = Walk { gazetteer: self, entries: searched.names, letters, limit: max_slips, floor: 0, frontier };
        walk.push_node(ROOT, Slips::start(), 0);
        for _ in 0..searched.max_steps {
            if !hits.spend(searched.step_effort) {
                return;
            }
            let spread = hits.best_score().map(|best| best - FUZZY_SPREAD);
            walk.floor = hits.worst_kept().max(spread).unwrap_or_default() + penalty;
            let Some(step) = walk.frontier.pop().filter(|step| step.bound >= walk.floor) else { return };
            match step.target {
                Target::Node(node, depth) => walk.open(node, step.slips, depth),
                Target::Place(place) => {
                    if filter.is_none_or(|filter| filter.allows(self.places.regions.get(place as usize))) {
                        hits.add(place, step.bound - penalty);
                    }
                }
            }
        }
    }
}

struct Walk<'a> {
    gazetteer: &'a Gazetteer,
    entries: &'a Entries,
    letters: &'a [char],
    limit: u8,
    /// The minimum score that still matters.
    floor: i32,
    frontier: BinaryHeap<Step>,
}

/// A node to visit next, with the best score that is possible there.
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
        let bound = self.entries.weight(node) - slips.cost();
        if bound >= self.floor {
            self.frontier.push(Step { bound, target: Target::Node(node, depth), slips });
        }
    }

    /// Advances by one letter: to the child nodes, and to the few entries that have none.
    fn open(&mut self, node: Node, slips: Slips, depth: u8) {
        let entries = self.entries;
        let range = entries.range(node);
        let mut loose_from = range.start;
        for child in entries.children(node) {
            let letter = entries.letter(child);
            let covered = entries.range(child);
            self.weigh_entries(loose_from..covered.start, slips, depth);
            loose_from = covered.end;
            if self.is_same_script(letter) {
                let further = slips.after(self.letters, letter, depth);
                if further.least() <= self.limit {
                    self.push_node(child, further, depth.saturating_add(1));
                }
            } else if letter > self.letters[0] {
                // Letters are sorted: nothing of this script follows.
                return;
            }
        }
        self.weigh_entries(loose_from..range.end, slips, depth);
    }

    fn weigh_entries(&mut self, range: std::ops::Range<usize>, slips: Slips, depth: u8) {
        let entries = self.entries;
        for entry in range {
            let place = entries.place(entry);
            let (weight, kind) = (self.gazetteer.weight(place), entries.kind(entry));
            if weight + kind.misspelt_worth(true) - slips.cost() < self.floor {
                continue;
            }
            if let Some((slips, is_whole)) = self.compare(entries.key(entry), slips, depth) {
                let bound = weight + kind.misspelt_worth(is_whole) - slips.accepted_cost();
                if bound >= self.floor {
                    self.frontier.push(Step { bound, target: Target::Place(place), slips });
                }
            }
        }
    }

    /// Follows one name to the end of the query; returns the errors, and whether the whole name was typed.
    fn compare(&self, key: &[u8], mut slips: Slips, depth: u8) -> Option<(Slips, bool)> {
        let key = std::str::from_utf8(key).unwrap_or_default();
        let mut at = depth;
        let mut rest = key.chars().skip(usize::from(depth));
        let mut is_whole = true;
        for letter in rest.by_ref() {
            if slips.open() > self.limit || !self.is_same_script(letter) {
                is_whole = false;
                break;
            }
            slips = slips.after(self.letters, letter, at);
            at = at.saturating_add(1);
        }
        let is_whole = is_whole && slips.at_end(self.letters.len(), at) == slips.accepted;
        (slips.accepted <= self.limit).then_some((slips, is_whole))
    }

    /// Typing errors do not cross scripts; letters of one script mostly share a block of 256.
    fn is_same_script(&self, letter: char) -> bool {
        letter == ' ' || u32::from(letter) >> 8 == u32::from(self.letters[0]) >> 8
    }
}

/// Cells of the edit-distance table on either side of the diagonal that can still matter.
const BAND: usize = 2;
/// Larger than any accepted distance.
const FAR: u8 = 3;

/// The last rows of the edit-distance table (insertion, deletion, replacement, transposition).
///
/// Only the band around the diagonal is stored: cell `i` after `n` letters of the name represents the first
/// `n + i - BAND` letters of the query.
#[derive(Clone, Copy)]
struct Slips {
    row: [u8; 2 * BAND + 1],
    before: [u8; 2 * BAND + 1],
    last: char,
    is_first_wrong: bool,
    /// The minimum distance of the whole query to the letters so far, or to a shorter prefix of them.
    accepted: u8,
}

impl Slips {
    fn start() -> Slips {
        Slips { row: [FAR, FAR, 0, 1, 2], before: [FAR; 5], last: '\0', is_first_wrong: false, accepted: FAR }
    }

    /// The rows after one more letter of the name.
    fn after(&self, typed: &[char], letter: char, depth: u8) -> Slips {
        let at = usize::from(depth) + 1;
        let mut next = [FAR; 2 * BAND + 1];
        for cell in 0..next.len() {
            let Some(column) = (at + cell).checked_sub(BAND).filter(|&column| column <= typed.len()) else { continue };
            if column == 0 {
                next[cell] = at.min(usize::from(FAR)) as u8;
                continue;
            }
            let mut least = self.row[cell] + u8::from(typed[column - 1] != letter);
            if cell < 2 * BAND {
                least = least.min(self.row[cell + 1] + 1);
            }
            if cell > 0 {
                least = least.min(next[cell - 1] + 1);
            }
            if column >= 2 && typed[column - 1] == self.last && typed[column - 2] == letter {
                least = least.min(self.before[cell] + 1);
            }
            next[cell] = least.min(FAR);
        }
        let mut slips = Slips { row: next, before: self.row, last: letter, ..*self };
        slips.accepted = self.accepted.min(slips.at_end(typed.len(), at as u8));
        if depth == 0 {
            slips.is_first_wrong = letter != typed[0];
        }
        slips
    }

    /// The distance of the whole query to all letters so far.
    fn at_end(&self, letters: usize, at: u8) -> u8 {
        (letters + BAND).checked_sub(usize::from(at)).and_then(|cell| self.row.get(cell)).copied().unwrap_or(FAR)
    }

    /// The minimum distance that is still possible with more letters.
    fn open(&self) -> u8 {
        self.row.iter().copied().fold(FAR, u8::min)
    }

    fn least(&self) -> u8 {
        self.open().min(self.accepted)
    }

    /// The minimum penalty for these errors.
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
        // Equal bounds are visited in order of population, so that results never depend on the search order.
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
