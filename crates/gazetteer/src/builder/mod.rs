//! `halcyon gazetteer build`: builds the compressed index from the GeoNames tables and our own lists.

pub mod airports;
mod districts;
mod elevations;
pub(crate) mod names;
mod points;
pub mod postal_codes;
mod regions;
pub(crate) mod source;
pub(crate) mod trie;
pub(crate) mod writer;

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use super::Gazetteer;
use super::complete::complete;
use super::score::population_weight;
use super::sections::{NO_ELEVATION, PLACE_NAMES, Section, UNITS_PER_DEGREE};
use source::Source;
use writer::Writer;

/// The tree over the points has 2^14 leaves of about fourteen places.
pub const LEAF_BITS: u32 = 14;

const COMPRESSION_LEVEL: i32 = 22;
/// Lets the compressor see the whole index at once (2^26 bytes); the decompressor allows as much by default.
const WINDOW_LOG: u32 = 26;

/// Reads the tables in `from` (see `crates/gazetteer/data/README.md`) and writes the compressed index to `to`.
pub fn build(from: &Path, to: &Path) -> anyhow::Result<()> {
    let source = Source::read(from)?;
    let stored = stored_index(&source)?;
    check(&source, &stored)?;
    let mut packer = zstd::Encoder::new(Vec::new(), COMPRESSION_LEVEL)?;
    packer.window_log(WINDOW_LOG)?;
    std::io::Write::write_all(&mut packer, &stored)?;
    fs::write(to, packer.finish()?).with_context(|| format!("cannot write {}", to.display()))
}

/// Completes the index as the compilation will and searches for the largest place, before anything is written.
fn check(source: &Source, stored: &[u8]) -> anyhow::Result<()> {
    let index = Gazetteer::open(complete(stored, &[])?.leak())?;
    let largest = source.places.first().context("no places")?;
    ensure!(index.find(largest.id).is_some(), "the index does not find {}", largest.name);
    Ok(())
}

/// The index as it is stored: without what `complete` computes.
fn stored_index(source: &Source) -> anyhow::Result<Vec<u8>> {
    let mut writer = Writer::default();
    let regions = regions::write(source, &mut writer)?;
    write_places(source, &regions, &mut writer)?;
    let entries = names::write(source, &mut writer)?;
    trie::write(&entries, |place| source.places[place as usize].population, &PLACE_NAMES, &mut writer);
    points::write(source, &mut writer);
    districts::write(source, &mut writer);
    Ok(writer.finish())
}

fn write_places(source: &Source, regions: &regions::RegionNumbers, writer: &mut Writer) -> anyhow::Result<()> {
    let mut zones: Vec<&str> = source.places.iter().map(|place| place.zone.as_str()).collect();
    zones.sort_unstable();
    zones.dedup();
    for zone in &zones {
        let offset = writer.text(zone)?;
        writer.u32(Section::Zones, offset);
    }
    for place in &source.places {
        writer.u32(Section::PlaceIds, place.id);
        writer.u32(Section::Latitudes, (place.latitude * UNITS_PER_DEGREE).round() as i32 as u32);
        writer.u32(Section::Longitudes, (place.longitude * UNITS_PER_DEGREE).round() as i32 as u32);
        writer.u32(Section::Populations, place.population);
        writer.u8(Section::Weights, population_weight(place.population));
        writer.u16(Section::PlaceRegions, regions.of(place));
        writer.u16(Section::PlaceZones, zones.partition_point(|zone| *zone < place.zone.as_str()) as u16);
        let name = writer.text(&place.name)?;
        writer.u32(Section::PlaceNames, name);
        let elevation = source.elevations.get(&place.id).and_then(|found| found.of(place));
        writer.u16(Section::Elevations, elevation.unwrap_or(NO_ELEVATION).cast_unsigned());
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::landmarks::Landmark;

    /// The committed index with the committed landmarks, as the server embeds it.
    pub static COMMITTED: LazyLock<Gazetteer> = LazyLock::new(|| {
        let stored = zstd::decode_all(include_bytes!("../../data/places.index.zst").as_slice()).unwrap();
        Gazetteer::open(complete(&stored, &crate::landmarks::committed().unwrap()).unwrap().leak()).unwrap()
    });

    /// Id, name, other names, latitude, longitude, country, region, population.
    pub type Row = (u32, &'static str, &'static str, f64, f64, &'static str, &'static str, u32);

    /// A small index for tests.
    pub fn small_world(places: &[Row]) -> Gazetteer {
        small_world_with_elevations(places, "header\n")
    }

    pub fn small_world_with_elevations(places: &[Row], elevations: &str) -> Gazetteer {
        world(places, elevations, &[])
    }

    pub fn small_world_with_landmarks(places: &[Row], landmarks: &[Landmark]) -> Gazetteer {
        world(places, "header\n", landmarks)
    }

    fn world(places: &[Row], elevations: &str, landmarks: &[Landmark]) -> Gazetteer {
        let header = "header\n".to_owned();
        let rows = places.iter().map(|(id, name, others, lat, lon, country, region, population)| {
            let zone = if *country == "US" { "America/New_York" } else { "Europe/Berlin" };
            format!("{id}\t{name}\t{name}\t{others}\t{lat}\t{lon}\t{country}\t{region}\t{population}\t{zone}\n")
        });
        let countries = "header\nDE\tDEU\tGermany\tDeutschland\tAlmanya\tEU\tBerlin\t1\t1\n\
                         US\tUSA\tUnited States\tVereinigte Staaten\tABD\tNA\tColumbus\t1\t2\n";
        let regions = "header\nDE\t02\tBavaria\nUS\tOH\tOhio\n";
        let places = header + &rows.collect::<String>();
        let source = Source::parse(&places, countries, regions, "header\n", elevations).unwrap();
        Gazetteer::open(complete(&stored_index(&source).unwrap(), landmarks).unwrap().leak()).unwrap()
    }

    #[test]
    fn an_index_of_one_place_works() {
        let world = small_world(&[(7, "Passau", "Batavis", 48.57, 13.46, "DE", "02", 50_000)]);
        let place = world.find(7).unwrap();
        assert_eq!(world.find(8), None);
        assert_eq!(world.search("pass", None, 5), [place]);
        assert_eq!(world.search("batavis bayern", None, 5), [place]);
        assert_eq!(world.search("batavis ohio", None, 5), []);
        assert_eq!(world.position(place), (48.57, 13.46));
        assert_eq!(world.locate(48.5, 13.4, "Europe/Berlin"), crate::Found::In(place));
    }

    #[test]
    fn an_index_without_places_finds_nothing() {
        let world = small_world(&[]);
        assert_eq!(world.search("anything", None, 5), []);
        assert_eq!(world.locate(0.0, 0.0, "Etc/GMT"), crate::Found::Nowhere);
    }
}
