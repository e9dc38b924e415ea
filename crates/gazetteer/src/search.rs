//! Search by name: exact prefixes first, then a region as a filter, words in any order, and misspelt names.

use super::entries::{BEST_COUNT, Entries, Reached};
use super::fold::fold;
use super::hits::Hits;
use super::landmarks::LandmarkKind;
use super::postal_codes;
use super::query::Query;
use super::regions::RegionFilter;
use super::score::{self, DOUBTFUL, NameKind, ONLY_A_REGION, UNFINISHED_REGION};
use super::sphere::distance_km;
use super::{Gazetteer, NameLanguage, PlaceIndex};

/// With coordinates, this many entries are scored one by one; larger sets use the precomputed results.
const MAX_WEIGHED_ENTRIES: usize = 2_000;
/// Two or three letters are read as a region code only together with a name.
const MAX_CODE_LETTERS: usize = 3;
/// In addresses from abroad, German postal codes are written as D-10115.
const GERMAN_CODE_PREFIX: &str = "d";
const NAME_LANGUAGES: [NameLanguage; 3] = [NameLanguage::English, NameLanguage::German, NameLanguage::Turkish];

impl Gazetteer {
    /// The places that the text typed so far may mean, most likely first.
    pub fn search(&self, typed: &str, near: Option<(f64, f64)>, limit: usize) -> Vec<PlaceIndex> {
        let query = Query::parse(typed);
        if query.text().is_empty() {
            return Vec::new();
        }
        let mut hits = Hits::new(limit.min(BEST_COUNT));
        if self.add_postal_code(&query, near, &mut hits) {
            return hits.into_places();
        }
        self.add_beginnings(query.text(), near, &mut hits);
        let is_several_words = query.text().contains(' ');
        if is_several_words {
            self.add_in_region(&query, near, &mut hits);
        }
        if is_several_words && hits.len() == 0 {
            self.add_words_in_any_order(&query, &mut hits);
        }
        let is_doubtful = hits.best_score().is_none_or(|score| score < DOUBTFUL);
        // A region such as Tuscany is one point of it; its towns are better answers for most.
        let is_region = hits.best_place().is_some_and(|place| self.landmark_kind(place) == Some(LandmarkKind::Region));
        let is_listed =
            hits.len() < limit && (is_doubtful || is_region) && self.add_places_of_region(&query, &mut hits);
        if is_doubtful && hits.len() < limit && !is_listed {
            self.add_misspelt(&query, &mut hits);
        }
        self.without_doubles(hits.into_places())
    }

    /// The places of a postal code, if the text has one; other words must name the place, its region or its country.
    fn add_postal_code(&self, query: &Query, near: Option<(f64, f64)>, hits: &mut Hits) -> bool {
        let words = query.words();
        let Some(at) = words.iter().position(|word| postal_codes::is_code(word)) else { return false };
        let others = [&words[..at], &words[at + 1..]].concat();
        let filter = self.words.read(&others, true);
        let is_meant = |place: PlaceIndex| {
            let is_in_region =
                || filter.as_ref().is_some_and(|filter| filter.allows(self.places.regions.get(place.0 as usize)));
            others.is_empty()
                || others == [GERMAN_CODE_PREFIX]
                || is_in_region()
                || NAME_LANGUAGES
                    .iter()
                    .any(|&language| fold(self.name(place, language)).starts_with(&others.join(" ")))
        };
        for place in
            postal_codes::places_with(words[at]).filter_map(|id| self.find(id)).filter(|&place| is_meant(place))
        {
            hits.add(place.0, self.weight(place.0) + NameKind::Own.worth(true) + self.nearness(place.0, near));
        }
        hits.len() > 0
    }

    /// Names that begin with the text.
    fn add_beginnings(&self, text: &str, near: Option<(f64, f64)>, hits: &mut Hits) {
        for names in self.all_names() {
            let Reached { range, best } = names.reach(text);
            match best {
                Some(list) if near.is_none() || range.len() > MAX_WEIGHED_ENTRIES => {
                    for (place, score) in names.best_places(list) {
                        hits.add(place, score + self.nearness(place, near));
                    }
                }
                _ => {
                    for entry in range {
                        let place = names.place(entry);
                        hits.add(place, self.worth(names, entry, text) + self.nearness(place, near));
                    }
                }
            }
        }
        self.add_of_kind(text, None, 0, near, hits);
    }

    /// Names that begin with some of the words, in the region given by the others.
    fn add_in_region(&self, query: &Query, near: Option<(f64, f64)>, hits: &mut Hits) {
        for (name, filter) in self.named_regions(query) {
            let penalty = if filter.is_unfinished { UNFINISHED_REGION } else { 0 };
            for names in self.all_names() {
                let range = names.reach(&name).range;
                if !hits.spend(range.len()) {
                    return;
                }
                for entry in range {
                    let place = names.place(entry);
                    if filter.allows(self.places.regions.get(place as usize)) {
                        hits.add(place, self.worth(names, entry, &name) - penalty + self.nearness(place, near));
                    }
                }
            }
            self.add_of_kind(&name, Some(&filter), penalty, near, hits);
        }
    }

    /// Names whose first word is one of those typed and whose other words begin with the rest.
    fn add_words_in_any_order(&self, query: &Query, hits: &mut Hits) {
        let words = query.words();
        for (index, leader) in words.iter().enumerate() {
            let others = words.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, word)| *word);
            for names in self.all_names() {
                let range = names.reach(&format!("{leader} ")).range;
                if !hits.spend(range.len()) {
                    return;
                }
                for entry in range {
                    let key = names.key(entry);
                    if others.clone().all(|word| has_word(key, word.as_bytes())) {
                        hits.add(names.place(entry), self.worth(names, entry, query.text()));
                    }
                }
            }
        }
    }

    /// The largest places of a region or country if only that was typed; returns whether it was one.
    fn add_places_of_region(&self, query: &Query, hits: &mut Hits) -> bool {
        let is_code = query.text().chars().count() <= MAX_CODE_LETTERS;
        let Some(filter) = self.words.read(&query.words(), false).filter(|_| !is_code) else { return false };
        let places = (0..self.len() as u32).filter(|&place| filter.allows(self.places.regions.get(place as usize)));
        places.take(BEST_COUNT).for_each(|place| hits.add(place, self.weight(place) - ONLY_A_REGION));
        true
    }

    /// Names one or two errors away, also in combination with a region.
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

    /// The score of an entry for this prefix.
    fn worth(&self, names: &Entries, entry: usize, typed: &str) -> i32 {
        let is_whole = names.key(entry) == typed.as_bytes();
        self.weight(names.place(entry)) + names.kind(entry).worth(is_whole)
    }

    pub(crate) fn nearness(&self, place: u32, near: Option<(f64, f64)>) -> i32 {
        near.map_or(0, |here| score::nearness(distance_km(here, self.position(PlaceIndex(place)))))
    }
}

fn has_word(key: &[u8], beginning: &[u8]) -> bool {
    key.split(|&byte| byte == b' ').any(|word| word.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use crate::Gazetteer;
    use crate::NameLanguage;
    use crate::builder::tests::{COMMITTED, Row, small_world};

    const WORLD: [Row; 7] = [
        (1, "Greifenberg", "Altname|GRB", 48.0, 11.0, "DE", "02", 900_000),
        (2, "Sandheim an der Au", "", 49.0, 11.0, "DE", "02", 80_000),
        (3, "Greifendorf", "", 50.0, 10.0, "DE", "02", 40_000),
        (4, "Sandheim", "", 40.0, -82.0, "US", "OH", 30_000),
        (5, "Altnamedorf", "", 50.5, 10.0, "DE", "", 20_000),
        (6, "Greif", "", 50.2, 10.0, "DE", "02", 5_000),
        (7, "Lindau", "", 47.5, 9.7, "DE", "02", 500),
    ];

    fn found(world: &Gazetteer, typed: &str) -> Vec<u32> {
        world.search(typed, None, 5).into_iter().map(|place| world.geoname_id(place)).collect()
    }

    #[test]
    fn a_whole_name_counts_against_larger_places_but_not_against_far_larger_ones() {
        let world = small_world(&WORLD);
        assert_eq!(found(&world, "greif"), [1, 6, 3], "a hamlet in full, a city in part, a town in part");
        assert_eq!(found(&world, "sandheim"), [4, 2]);
    }

    #[test]
    fn another_name_counts_when_it_is_whole() {
        let world = small_world(&WORLD);
        assert_eq!(found(&world, "altname"), [1, 5]);
        assert_eq!(found(&world, "grb"), [1]);
        assert!(!found(&world, "gr").is_empty());
    }

    #[test]
    fn a_region_or_country_filters_in_any_language_and_order() {
        let world = small_world(&WORLD);
        for typed in ["sandheim ohio", "ohio sandheim", "Sandheim, OH", "sandheim usa", "sandheim vereinigte staaten"] {
            assert_eq!(found(&world, typed), [4], "{typed}");
        }
        for typed in ["sandheim bayern", "sandheim bavyera", "almanya sandheim", "sandheim bayern deutschland"] {
            assert_eq!(found(&world, typed), [2], "{typed}");
        }
        assert_eq!(found(&world, "sandheim deu"), [2], "a code, or the beginning of a name");
    }

    #[test]
    fn a_region_alone_gives_its_largest_places() {
        assert_eq!(found(&small_world(&WORLD), "bavaria"), [1, 2, 3, 6, 7]);
    }

    #[test]
    fn words_of_a_name_may_stand_in_any_order() {
        assert_eq!(found(&small_world(&WORLD), "au sandheim"), [2]);
    }

    #[test]
    fn one_or_two_slips_are_forgiven_in_longer_names() {
        let world = small_world(&WORLD);
        for typed in
            ["greifenbreg", "griefenberg", "greifnberg", "greiffenberg", "greifenburg", "grefenbreg", "greifnbr"]
        {
            assert_eq!(found(&world, typed).first(), Some(&1), "{typed}");
        }
        assert_eq!(found(&world, "lintau"), [7]);
        assert_eq!(found(&world, "gre"), [1, 3, 6], "no typing error to correct");
        assert!(found(&world, "xyz").is_empty(), "too short to guess");
        assert_eq!(found(&world, "griefenberg bayern").first(), Some(&1), "with its region");
    }

    #[test]
    fn nearness_decides_between_places_alike() {
        let world = small_world(&WORLD);
        let near = |here| world.search("sandheim", Some(here), 1).first().map(|&place| world.country_code(place));
        assert_eq!(near((40.1, -82.1)), Some("US"));
        let alike = small_world(&[
            (1, "Neudorf", "", 50.0, 9.0, "DE", "", 2_000),
            (2, "Neudorf", "", 52.0, 13.0, "DE", "", 1_900),
        ]);
        let nearest = |here| alike.search("neudorf", Some(here), 1).first().map(|&place| alike.geoname_id(place));
        assert_eq!((nearest((50.0, 9.1)), nearest((52.0, 13.1))), (Some(1), Some(2)));
    }

    #[test]
    fn a_name_is_given_in_the_asked_language() {
        // From our own list of exonyms.
        let world = small_world(&[(2910831, "Hannover", "", 52.4, 9.7, "DE", "02", 500_000)]);
        let place = world.find(2910831);
        let name = |language| place.map(|place| (world.name(place, language), world.region(place, language)));
        assert_eq!(name(NameLanguage::English), Some(("Hanover", Some("Bavaria"))));
        assert_eq!(name(NameLanguage::German), Some(("Hannover", Some("Bayern"))));
        assert_eq!(name(NameLanguage::Turkish), Some(("Hannover", Some("Bavyera"))));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn whatever_is_typed_gives_a_few_places_each_once(
            typed in prop_oneof![any::<String>(), "[a-z]{1,12}( [a-z]{1,8}){0,4}", "[а-яα-ω一-龠]{1,12}"],
            here in proptest::option::of((-90.0..=90.0f64, -180.0..=180.0f64)),
            limit in 0..=12usize,
        ) {
            let places = COMMITTED.search(&typed, here, limit);
            prop_assert!(places.len() <= limit);
            let distinct: HashSet<_> = places.iter().collect();
            prop_assert_eq!(distinct.len(), places.len());
        }
    }
}
