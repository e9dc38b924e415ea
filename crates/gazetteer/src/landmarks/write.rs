//! Appends the landmarks to an index, at compile time.

use std::collections::HashMap;

use anyhow::Context;

use super::{AIRPORT_ID_PREFIX, Landmark, LandmarkKind, kind_words};
use crate::Gazetteer;
use crate::builder::names::{Entry, MAX_KEY_BYTES, later_words, write_entries};
use crate::builder::trie;
use crate::builder::writer::Writer;
use crate::fold::fold;
use crate::score::{NameKind, population_weight};
use crate::sections::{LANDMARK_NAMES, NO_ELEVATION, NONE, Section, UNITS_PER_DEGREE};

/// `places` is the index of the settlements: a landmark is in the region of the nearest one of its country.
pub fn write(landmarks: &[Landmark], places: &Gazetteer, writer: &mut Writer) -> anyhow::Result<()> {
    let first = places.len() as u32;
    let mut entries = Vec::new();
    for (place, landmark) in (first..).zip(landmarks) {
        write_row(landmark, places, writer).with_context(|| landmark.id.clone())?;
        write_names(place, landmark, writer)?;
        let names = names_of(landmark).into_iter();
        entries.extend(names.map(|(key, kind)| Entry { key, place, kind }));
    }
    let mut by_id: Vec<u32> = (0..landmarks.len() as u32).collect();
    by_id.sort_unstable_by_key(|&row| &landmarks[row as usize].id);
    by_id.into_iter().for_each(|row| writer.u32(Section::LandmarksById, first + row));
    write_entries(&mut entries, &LANDMARK_NAMES, writer)?;
    trie::write(&entries, |place| landmarks[(place - first) as usize].size, &LANDMARK_NAMES, writer);
    Ok(())
}

fn write_row(landmark: &Landmark, places: &Gazetteer, writer: &mut Writer) -> anyhow::Result<()> {
    let at = (landmark.latitude, landmark.longitude);
    let region = places.region_number_at(at, &landmark.country).context("its country is not in the index")?;
    let id = writer.text(&landmark.id)?;
    writer.u32(Section::PlaceIds, id);
    writer.u32(Section::Latitudes, (landmark.latitude * UNITS_PER_DEGREE).round() as i32 as u32);
    writer.u32(Section::Longitudes, (landmark.longitude * UNITS_PER_DEGREE).round() as i32 as u32);
    writer.u32(Section::Populations, landmark.size);
    writer.u8(Section::Weights, population_weight(landmark.size));
    writer.u16(Section::PlaceRegions, region);
    writer.u16(Section::Elevations, landmark.elevation.unwrap_or(NO_ELEVATION).cast_unsigned());
    writer.u8(Section::LandmarkKinds, landmark.kind as u8);
    let name = writer.text(&landmark.names[0])?;
    writer.u32(Section::PlaceNames, name);
    Ok(())
}

/// Rows of this column are sorted by place, and landmarks are the last places.
fn write_names(place: u32, landmark: &Landmark, writer: &mut Writer) -> anyhow::Result<()> {
    if landmark.names.iter().all(|name| *name == landmark.names[0]) {
        return Ok(());
    }
    writer.u32(Section::Localized, place);
    for name in &landmark.names {
        let text = if *name == landmark.names[0] { NONE } else { writer.text(name)? };
        writer.u32(Section::Localized, text);
    }
    Ok(())
}

/// Each folded name once, with the most reliable kind of name the landmark has for it.
fn names_of(landmark: &Landmark) -> HashMap<String, NameKind> {
    let mut names: HashMap<String, NameKind> = HashMap::new();
    let mut add = |key: &str, kind: NameKind| {
        if !key.is_empty() && key.len() <= MAX_KEY_BYTES {
            let known = names.entry(key.to_owned()).or_insert(kind);
            *known = kind.min(*known);
        }
    };
    for name in landmark.names.iter().chain(&landmark.other_names) {
        let folded = fold(name);
        let bare = kind_words::without(&folded, landmark.kind);
        add(&folded, NameKind::Own);
        // "Ararat" is less of a name than "Mount Ararat"; without "airport", the name of an airport is its name.
        add(bare, if landmark.kind == LandmarkKind::Airport { NameKind::Own } else { NameKind::Alternate });
        later_words(bare).for_each(|rest| add(rest, NameKind::Inner));
    }
    if let Some(code) = landmark.id.strip_prefix(AIRPORT_ID_PREFIX) {
        add(&fold(code), NameKind::AirportCode);
    }
    landmark.city_names.iter().for_each(|city| add(&fold(city), NameKind::City));
    names
}
