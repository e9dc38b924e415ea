//! What searches need for landmarks: words that say what is meant ("airport New York"), and one result for one place.

use super::kind_words;
use crate::entries::Entries;
use crate::fold::fold;
use crate::hits::Hits;
use crate::regions::RegionFilter;
use crate::score::{self, NameKind};
use crate::sphere::distance_km;
use crate::{Gazetteer, NameLanguage, PlaceIndex};

/// An island or a region and a settlement of the same name are one result up to this distance.
const SAME_PLACE_KM: f64 = 25.0;

impl Gazetteer {
    /// Of a landmark and a settlement with the same name in the same place, only the better result: a list with both
    /// would show two equal lines.
    pub(crate) fn without_doubles(&self, places: Vec<PlaceIndex>) -> Vec<PlaceIndex> {
        let is_landmark = |place: PlaceIndex| self.landmark_kind(place).is_some();
        if !places.iter().any(|&place| is_landmark(place)) {
            return places;
        }
        let name = |place| fold(self.name(place, NameLanguage::English));
        let is_double = |one: PlaceIndex, other: PlaceIndex| {
            is_landmark(one) != is_landmark(other)
                && distance_km(self.position(one), self.position(other)) < SAME_PLACE_KM
                && name(one) == name(other)
        };
        let mut kept: Vec<PlaceIndex> = Vec::with_capacity(places.len());
        for place in places {
            if !kept.iter().any(|&better| is_double(better, place)) {
                kept.push(place);
            }
        }
        kept
    }

    /// The names of settlements and those of landmarks, which are searched alike.
    pub(crate) fn all_names(&self) -> [&Entries; 2] {
        [&self.entries, &self.landmark_entries]
    }

    /// Landmarks of the kind that the text has a word for, by the rest of the text.
    pub(crate) fn add_of_kind(
        &self,
        text: &str,
        filter: Option<&RegionFilter>,
        penalty: i32,
        near: Option<(f64, f64)>,
        hits: &mut Hits,
    ) {
        let Some((name, kind)) = kind_words::split(text) else { return };
        let entries = &self.landmark_entries;
        let range = entries.reach(name).range;
        if !hits.spend(range.len()) {
            return;
        }
        for entry in range {
            let place = entries.place(entry);
            let is_meant = self.landmark_kind(PlaceIndex(place)) == Some(kind)
                && filter.is_none_or(|filter| filter.allows(self.places.regions.get(place as usize)));
            if is_meant {
                let is_whole = entries.key(entry) == name.as_bytes();
                let worth = match entries.kind(entry) {
                    NameKind::City => score::city_of_kind_worth(is_whole),
                    other => other.worth(is_whole),
                };
                hits.add(place, self.weight(place) + worth - penalty + self.nearness(place, near));
            }
        }
    }
}
