//! `halcyon gazetteer build`: makes the packed index from the GeoNames tables and our own lists.

mod districts;
mod names;
mod points;
mod regions;
mod source;
mod trie;
mod writer;

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::layout::Section;
use super::score::population_weight;
use source::Source;
use writer::Writer;

/// Positions are kept to five decimals: about a metre.
pub const UNITS_PER_DEGREE: f64 = 100_000.0;
/// The tree over positions has 2^14 leaves of about fourteen places.
pub const LEAF_BITS: u32 = 14;

const COMPRESSION_LEVEL: i32 = 22;
/// Lets the compressor see the whole index at once (2^26 bytes); the unpacker allows as much by itself.
const WINDOW_LOG: u32 = 26;

/// Reads the tables in `from` (see `server/gazetteer/README.md`) and writes the packed index to `to`.
pub fn build(from: &Path, to: &Path) -> anyhow::Result<()> {
    let index = index_bytes(&Source::read(from)?)?;
    let mut packer = zstd::Encoder::new(Vec::new(), COMPRESSION_LEVEL)?;
    packer.window_log(WINDOW_LOG)?;
    std::io::Write::write_all(&mut packer, &index)?;
    fs::write(to, packer.finish()?).with_context(|| format!("cannot write {}", to.display()))
}

/// The index as the binary holds it.
pub(super) fn index_bytes(source: &Source) -> anyhow::Result<Vec<u8>> {
    let mut writer = Writer::default();
    let regions = regions::write(source, &mut writer)?;
    write_places(source, &regions, &mut writer)?;
    let entries = names::write(source, &mut writer)?;
    trie::write(source, &entries, &mut writer);
    points::write(source, &mut writer);
    districts::write(source, &mut writer);
    writer.finish()
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
    }
    let mut by_id: Vec<u32> = (0..source.places.len() as u32).collect();
    by_id.sort_unstable_by_key(|&index| source.places[index as usize].id);
    by_id.into_iter().for_each(|index| writer.u32(Section::ById, index));
    Ok(())
}
