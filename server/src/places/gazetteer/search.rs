//! Search by name: exact beginnings first, then a region as the filter, words in any order, and misspelt names.

use super::entries::{BEST_COUNT, Reached};
use super::query::Query;
use super::regions::RegionFilter;
use super::score::{self, DOUBTFUL, ONLY_A_REGION, UNFINISHED_REGION};
use super::sphere::distance_km;
use super::{Gazetteer, PlaceIndex};

/// With a position, this many entries are weighed one by one; more are taken from the ready answers.
const MAX_WEIGHED_ENTRIES: usize = 2_000;
/// Two or three letters are a region's code only beside a name.
const MAX_CODE_LETTERS: usize = 3;

/// An answer and its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub place: u32,
    pub score: i32,
}

/// The best answers so far, each place once.
pub struct Hits {
    hits: Vec<Hit>,
    limit: usize,
}

impl Hits {
    pub fn new(limit: usize) -> Hits {
        Hits { hits: Vec::with_capacity(limit + 1), limit }
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

    /// The score an answer must beat to be kept.
    pub fn worst_kept(&self) -> Option<i32> {
        if self.hits.len() == self.limit { self.hits.last().map(|hit| hit.score) } else { None }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Hit> {
        self.hits.iter()
    }

    fn into_places(self) -> Vec<PlaceIndex> {
        self.hits.into_iter().map(|hit| PlaceIndex(hit.place)).collect()
    }
}

impl Gazetteer {
    /// The places a person may mean by what was typed so far, the likeliest first.
    pub fn search(&self, typed: &str, near: Option<(f64, f64)>, limit: usize) -> Vec<PlaceIndex> {
        let query = Query::parse(typed);
        if query.text().is_empty() {
            return Vec::new();
        }
        let mut hits = Hits::new(limit.min(BEST_COUNT));
        self.add_beginnings(query.text(), near, &mut hits);
        let is_several_words = query.text().contains(' ');
        if is_several_words {
            self.add_in_region(&query, near, &mut hits);
        }
        if is_several_words && hits.len() == 0 {
            self.add_words_in_any_order(&query, &mut hits);
        }
        let is_doubtful = hits.best_score().is_none_or(|score| score < DOUBTFUL);
        if is_doubtful && hits.len() < limit && !self.add_places_of_region(&query, &mut hits) {
            self.add_misspelt(&query, &mut hits);
        }
        hits.into_places()
    }

    /// Names that begin with the text.
    fn add_beginnings(&self, text: &str, near: Option<(f64, f64)>, hits: &mut Hits) {
        let Reached { range, best } = self.entries.reach(text);
        match best {
            Some(list) if near.is_none() || range.len() > MAX_WEIGHED_ENTRIES => {
                for (place, score) in self.entries.best_places(list) {
                    hits.add(place, score + self.nearness(place, near));
                }
            }
            _ => {
                for entry in range {
                    let place = self.entries.place(entry);
                    hits.add(place, self.worth(entry, text) + self.nearness(place, near));
                }
            }
        }
    }

    /// Names that begin with some of the words, in the region that the others name.
    fn add_in_region(&self, query: &Query, near: Option<(f64, f64)>, hits: &mut Hits) {
        for (name, filter) in self.named_regions(query) {
            let penalty = if filter.is_unfinished { UNFINISHED_REGION } else { 0 };
            for entry in self.entries.reach(&name).range {
                let place = self.entries.place(entry);
                if filter.allows(self.places.regions.get(place as usize)) {
                    hits.add(place, self.worth(entry, &name) - penalty + self.nearness(place, near));
                }
            }
        }
    }

    /// Names whose first word is one of those typed and whose other words begin with the rest.
    fn add_words_in_any_order(&self, query: &Query, hits: &mut Hits) {
        let words = query.words();
        for (index, leader) in words.iter().enumerate() {
            let others = words.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, word)| *word);
            for entry in self.entries.reach(&format!("{leader} ")).range {
                let key = self.entries.key(entry);
                if others.clone().all(|word| has_word(key, word.as_bytes())) {
                    hits.add(self.entries.place(entry), self.worth(entry, query.text()));
                }
            }
        }
    }

    /// The largest places of a region or country that was named alone; tells whether it was one.
    fn add_places_of_region(&self, query: &Query, hits: &mut Hits) -> bool {
        let is_code = query.text().chars().count() <= MAX_CODE_LETTERS;
        let Some(filter) = self.words.read(&query.words(), false).filter(|_| !is_code) else { return false };
        let places = (0..self.len() as u32).filter(|&place| filter.allows(self.places.regions.get(place as usize)));
        places.take(BEST_COUNT).for_each(|place| hits.add(place, self.weight(place) - ONLY_A_REGION));
        true
    }

    /// Names one or two slips away, also with a region beside them.
    fn add_misspelt(&self, query: &Query, hits: &mut Hits) {
        self.add_fuzzy(query.text(), None, 0, hits);
        for (name, filter) in self.named_regions(query) {
            let penalty = if filter.is_unfinished { UNFINISHED_REGION } else { 0 };
            self.add_fuzzy(&name, Some(&filter), penalty, hits);
        }
    }

    fn named_regions(&self, query: &Query) -> Vec<(String, RegionFilter)> {
        let readings = query.readings().into_iter();
        readings
            .filter_map(|reading| Some((reading.name, self.words.read(&reading.region, reading.region_is_last)?)))
            .collect()
    }

    /// What an entry is worth to somebody who typed this beginning of it.
    fn worth(&self, entry: usize, typed: &str) -> i32 {
        let is_whole = self.entries.key(entry) == typed.as_bytes();
        self.weight(self.entries.place(entry)) + self.entries.kind(entry).worth(is_whole)
    }

    fn nearness(&self, place: u32, near: Option<(f64, f64)>) -> i32 {
        near.map_or(0, |here| score::nearness(distance_km(here, self.position(PlaceIndex(place)))))
    }
}

fn has_word(key: &[u8], beginning: &[u8]) -> bool {
    key.split(|&byte| byte == b' ').any(|word| word.starts_with(beginning))
}
