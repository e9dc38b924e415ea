//! The best results of one search, and how much work it may still do.

use super::PlaceIndex;

/// A result and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub place: u32,
    pub score: i32,
}

/// How many names one query may examine, whatever was typed: about 300 µs of work.
const MAX_EFFORT: usize = 3_000;

/// The best results so far, each place once, and the remaining amount of work.
pub struct Hits {
    hits: Vec<Hit>,
    limit: usize,
    effort: usize,
}

impl Hits {
    pub fn new(limit: usize) -> Hits {
        Hits { hits: Vec::with_capacity(limit + 1), limit, effort: MAX_EFFORT }
    }

    /// Deducts from the remaining work; false if there is none left.
    pub fn spend(&mut self, effort: usize) -> bool {
        self.effort = self.effort.saturating_sub(effort);
        self.effort > 0
    }

    pub fn add(&mut self, place: u32, score: i32) {
        let is_better = |hit: &Hit| (hit.score, std::cmp::Reverse(hit.place)) > (score, std::cmp::Reverse(place));
        if self.hits.len() == self.limit && self.hits.last().is_some_and(is_better) {
            return;
        }
        if let Some(known) = self.hits.iter().position(|hit| hit.place == place) {
            if self.hits[known].score >= score {
                return;
            }
            self.hits.remove(known);
        }
        let at = self.hits.iter().position(|hit| !is_better(hit)).unwrap_or(self.hits.len());
        self.hits.insert(at, Hit { place, score });
        self.hits.truncate(self.limit);
    }

    pub fn len(&self) -> usize {
        self.hits.len()
    }

    pub fn best_score(&self) -> Option<i32> {
        self.hits.first().map(|hit| hit.score)
    }

    pub fn best_place(&self) -> Option<PlaceIndex> {
        self.hits.first().map(|hit| PlaceIndex(hit.place))
    }

    /// The score that a result must exceed to be kept.
    pub fn worst_kept(&self) -> Option<i32> {
        if self.hits.len() == self.limit { self.hits.last().map(|hit| hit.score) } else { None }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Hit> {
        self.hits.iter()
    }

    pub fn into_places(self) -> Vec<PlaceIndex> {
        self.hits.into_iter().map(|hit| PlaceIndex(hit.place)).collect()
    }
}
