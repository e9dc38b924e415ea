//! Completes an index: computes the sections that are not stored because they follow from the others.
//!
//! Runs at compile time, so that the repository holds a third less and the binary still parses nothing.

use super::Gazetteer;
use super::builder::writer::Writer;
use super::landmarks::{self, Landmark};
use super::reach::favour_km;
use super::sections::{
    LANDMARK_NAMES, MAGIC, NameSections, PLACE_NAMES, SAME_KEY, SECTION_COUNT, STORED_SECTION_COUNT, Section,
    UNITS_PER_DEGREE, header_len,
};
use super::sphere::to_space;

/// Takes an index without its derived sections and returns the complete one, with the landmarks.
pub fn complete(stored: &[u8], landmarks: &[Landmark]) -> anyhow::Result<Vec<u8>> {
    let mut sections: Vec<Vec<u8>> = (0..STORED_SECTION_COUNT).map(|number| section(stored, number).to_vec()).collect();
    sections.resize(SECTION_COUNT, Vec::new());
    sections[Section::ById as usize] = to_bytes(by_id(&numbers(&sections, Section::PlaceIds)));
    derive_entry_keys(&mut sections, &PLACE_NAMES);
    sections[Section::Points as usize] = to_bytes(points(&sections));

    // Leaked, because an index refers to its bytes for ever; the build script ends soon after.
    let places = Gazetteer::open(join(&sections).leak())?;
    let mut writer = Writer::continuing(sections);
    landmarks::write(landmarks, &places, &mut writer)?;
    sections = writer.into_sections();
    derive_entry_keys(&mut sections, &LANDMARK_NAMES);
    Ok(join(&sections))
}

/// Writes the header and the sections after it.
pub fn join(sections: &[Vec<u8>]) -> Vec<u8> {
    let mut index = Vec::from(MAGIC);
    let mut start = header_len(sections.len()) as u32;
    for section in sections {
        let end = start + section.len() as u32;
        index.extend(start.to_le_bytes());
        index.extend(end.to_le_bytes());
        start = end;
    }
    sections.iter().for_each(|section| index.extend(section));
    index
}

fn by_id(ids: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..ids.len() as u32).collect();
    order.sort_unstable_by_key(|&place| ids[place as usize]);
    order
}

/// The offset of each entry's name: after the previous one, unless it is the same name.
fn derive_entry_keys(sections: &mut [Vec<u8>], names: &NameSections) {
    let keys = &sections[names.keys as usize];
    let mut next = 0;
    let mut current = 0;
    let advance = |entry: u32| {
        if entry & SAME_KEY == 0 {
            current = next;
            next += 1 + u32::from(keys[current as usize]);
        }
        current
    };
    let offsets = numbers(sections, names.entry_places).into_iter().map(advance).collect();
    sections[names.entry_keys as usize] = to_bytes(offsets);
}

/// Three coordinates and the size bonus of every place, in tree order.
fn points(sections: &[Vec<u8>]) -> Vec<u32> {
    let latitudes = numbers(sections, Section::Latitudes);
    let longitudes = numbers(sections, Section::Longitudes);
    let populations = numbers(sections, Section::Populations);
    let degrees = |units: u32| f64::from(units as i32) / UNITS_PER_DEGREE;
    let point = |place: u32| {
        let place = place as usize;
        let [x, y, z] = to_space(degrees(latitudes[place]), degrees(longitudes[place]));
        [x, y, z, favour_km(populations[place])].map(f32::to_bits)
    };
    numbers(sections, Section::PointPlaces).into_iter().flat_map(point).collect()
}

fn section(index: &[u8], number: usize) -> &[u8] {
    let bounds = &index[MAGIC.len() + number * 8..];
    let bound = |at: usize| u32::from_le_bytes([bounds[at], bounds[at + 1], bounds[at + 2], bounds[at + 3]]) as usize;
    &index[bound(0)..bound(4)]
}

fn numbers(sections: &[Vec<u8>], number: Section) -> Vec<u32> {
    sections[number as usize].as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect()
}

fn to_bytes(numbers: Vec<u32>) -> Vec<u8> {
    numbers.into_iter().flat_map(u32::to_le_bytes).collect()
}
