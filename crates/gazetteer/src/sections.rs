//! The sections of an index, in their order: shared by the reader, the builder and the unpacking at compile time.

/// Changes whenever the meaning of a section does.
pub const MAGIC: [u8; 8] = *b"HALGAZ01";

/// The sections in the order in which they stand in the file.
#[derive(Clone, Copy, Debug)]
pub enum Section {
    /// Display texts, each after one byte of length.
    Texts,
    /// Folded names, each after one byte of length, in sorted order.
    Keys,
    // Places, largest first.
    PlaceIds,
    Latitudes,
    Longitudes,
    Populations,
    Weights,
    PlaceRegions,
    PlaceZones,
    PlaceNames,
    /// Places in the order of their ids. Derived.
    ById,
    /// Four columns in one: place, English, German and Turkish name, by place.
    Localized,
    /// Two columns in one: district, city, by district.
    Districts,
    Zones,
    /// Two letters, then the three names as text offsets.
    Countries,
    /// Country, code and three names, by country; the first region of a country is the one without a name.
    Regions,
    /// Text offset, first region, end of regions: what people write for a region or country, sorted.
    RegionWords,
    // Entries: one folded name of one place, sorted by name; the offsets of the names are derived.
    EntryKeys,
    EntryPlaces,
    // The trie over the entries.
    NodeLetters,
    NodeStarts,
    NodeEnds,
    NodeChildren,
    NodeChildCounts,
    NodeWeights,
    NodeBest,
    /// Ten places a list, for the prefixes with many entries.
    BestPlaces,
    // The balanced tree over positions on the sphere; the points, four numbers each, are derived.
    Points,
    PointPlaces,
    SplitAxes,
    SplitValues,
    Favours,
}

pub const SECTION_COUNT: usize = Section::Favours as usize + 1;
pub const HEADER_LEN: usize = MAGIC.len() + SECTION_COUNT * 8;

/// No text, no list, no city.
pub const NONE: u32 = u32::MAX;

/// Positions are kept to five decimals of a degree: about a metre.
pub const UNITS_PER_DEGREE: f64 = 100_000.0;

/// Marks an entry whose name is that of the entry before.
pub const SAME_KEY: u32 = 1 << 31;
