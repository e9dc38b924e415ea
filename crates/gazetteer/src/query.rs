//! The query parser: the folded text of the user, and the ways to read it as a name and a region.

use crate::fold::fold;

/// Longer than any useful query; the rest cannot change the result.
const MAX_LETTERS: usize = 80;
/// With more words than this a query is prose, and is read as one name.
const MAX_WORDS: usize = 7;
/// A single letter with a region would match half the index.
const MIN_NAME_LETTERS: usize = 2;

pub struct Query {
    text: String,
}

/// One way to split the words.
pub struct Reading<'a> {
    pub name: String,
    pub region: Vec<&'a str>,
    /// The region is last, so it may be incomplete.
    pub region_is_last: bool,
}

impl Query {
    pub fn parse(typed: &str) -> Query {
        // A letter can fold to several; what is cut off here is far longer than any name.
        let start: String = typed.chars().take(MAX_LETTERS * 4).collect();
        Query { text: fold(&start).chars().take(MAX_LETTERS).collect::<String>().trim_end().to_owned() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn words(&self) -> Vec<&str> {
        self.text.split(' ').filter(|word| !word.is_empty()).collect()
    }

    /// Every way to read some words as a name and the others, before or after it, as a region.
    pub fn readings(&self) -> Vec<Reading<'_>> {
        let words = self.words();
        if words.len() > MAX_WORDS {
            return Vec::new();
        }
        let splits = 1..words.len();
        splits
            .flat_map(|split| {
                let (head, tail) = words.split_at(split);
                [(head, tail, true), (tail, head, false)]
            })
            .map(|(name, region, region_is_last)| Reading {
                name: name.join(" "),
                region: region.to_vec(),
                region_is_last,
            })
            .filter(|reading| reading.name.chars().count() >= MIN_NAME_LETTERS)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_query_is_read_with_its_region_after_and_before_the_name() {
        let query = Query::parse("Bad Homburg, Hessen");
        let readings: Vec<_> = query.readings().iter().map(|r| (r.name.clone(), r.region.join(" "))).collect();
        let expected = [
            ("bad", "homburg hessen"),
            ("homburg hessen", "bad"),
            ("bad homburg", "hessen"),
            ("hessen", "bad homburg"),
        ];
        assert_eq!(readings, expected.map(|(name, region)| (name.to_owned(), region.to_owned())));
    }

    #[test]
    fn prose_is_not_taken_apart() {
        assert!(Query::parse("what will the weather be like here tomorrow").readings().is_empty());
    }

    proptest! {
        #[test]
        fn any_text_parses_to_a_short_folded_query(typed in any::<String>()) {
            let query = Query::parse(&typed);
            prop_assert!(query.text().chars().count() <= MAX_LETTERS);
            prop_assert_eq!(fold(query.text()), query.text());
            for reading in query.readings() {
                prop_assert_eq!(reading.name.split(' ').count() + reading.region.len(), query.words().len());
            }
        }

    }

    proptest! {
        // Ten thousand characters each: a few such texts are as good a test as many.
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn the_longest_text_parses_too(typed in proptest::collection::vec(any::<char>(), 10_000)) {
            let typed: String = typed.into_iter().collect();
            prop_assert!(Query::parse(&typed).text().chars().count() <= MAX_LETTERS);
        }
    }
}
