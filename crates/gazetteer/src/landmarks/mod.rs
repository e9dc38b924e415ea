//! Landmarks: islands, mountains, airports, regions and districts, which people search for and which are no settlements.
//!
//! Their columns follow those of the places, so that a landmark is a place with a larger number. They have names of
//! their own, and are not part of the reverse look-up.

pub mod kind_words;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub use tables::{Landmark, committed};
pub use write::write;

use super::layout::partition_point;
use super::{Gazetteer, PlaceIndex};

/// What a landmark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LandmarkKind {
    Island = 0,
    Mountain = 1,
    Airport = 2,
    /// Known to visitors by this name, with or without borders: Tuscany, the Black Forest, Lake Garda.
    Region = 3,
    District = 4,
}

/// What the ids of landmarks begin with: an airport's IATA code follows, or a name from our own table.
pub const AIRPORT_ID_PREFIX: &str = "iata:";
pub const LANDMARK_ID_PREFIX: &str = "lm:";

impl LandmarkKind {
    fn from_byte(byte: u8) -> LandmarkKind {
        match byte {
            0 => LandmarkKind::Island,
            1 => LandmarkKind::Mountain,
            2 => LandmarkKind::Airport,
            3 => LandmarkKind::Region,
            _ => LandmarkKind::District,
        }
    }

    fn parse(word: &str) -> Option<LandmarkKind> {
        Some(match word {
            "island" => LandmarkKind::Island,
            "mountain" => LandmarkKind::Mountain,
            "airport" => LandmarkKind::Airport,
            "region" => LandmarkKind::Region,
            "district" => LandmarkKind::District,
            _ => return None,
        })
    }
}

impl Gazetteer {
    /// What a landmark is; a settlement is none.
    pub fn landmark_kind(&self, place: PlaceIndex) -> Option<LandmarkKind> {
        let row = (place.0 as usize).checked_sub(self.len())?;
        self.landmark_kinds.get(row).copied().map(LandmarkKind::from_byte)
    }

    /// The id of a landmark, with its prefix.
    pub fn landmark_id(&self, place: PlaceIndex) -> Option<&'static str> {
        self.landmark_kind(place).map(|_| self.texts.text(self.places.ids.get(place.0 as usize)))
    }

    /// The landmark with this id.
    pub fn find_landmark(&self, id: &str) -> Option<PlaceIndex> {
        let count = self.landmark_kinds.len();
        let place_at = |row: usize| PlaceIndex(self.landmarks_by_id.get(row));
        let row = partition_point(count, |row| self.landmark_id(place_at(row)).is_some_and(|known| known < id));
        (row < count && self.landmark_id(place_at(row)) == Some(id)).then(|| place_at(row))
    }

    /// All landmarks, largest first.
    pub fn landmarks(&self) -> impl Iterator<Item = PlaceIndex> {
        let first = self.len() as u32;
        (first..first + self.landmark_kinds.len() as u32).map(PlaceIndex)
    }
}
