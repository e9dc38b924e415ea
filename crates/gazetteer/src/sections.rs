//! The sections of an index in order: shared by the reader, the builder and the decompression at compile time.

/// Changes whenever the meaning of a section changes.
pub const MAGIC: [u8; 8] = *b"HALGAZ02";

/// The sections in file order.
#[derive(Clone, Copy, Debug)]
pub enum Section {
    /// Display texts, each preceded by one byte of length.
    Texts,
    /// Folded names, each preceded by one byte of length, sorted.
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
    /// Metres above sea level, signed.
    Elevations,
    /// Places ordered by id. Derived.
    ById,
    /// Four columns in one: place, English, German and Turkish name, sorted by place.
    Localized,
    /// Two columns in one: district, city, sorted by district.
    Districts,
    Zones,
    /// Two letters, then the three names as text offsets.
    Countries,
    /// Country, code and three names, by country; the first region of a country is the one without a name.
    Regions,
    /// Text offset, first region, end of regions: how users write a region or country, sorted.
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
    /// Ten places per list, for the prefixes with many entries.
    BestPlaces,
    // The balanced tree over points on the sphere; the points, four numbers each, are derived.
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

/// An elevation that is not known: lower than any place on Earth.
pub const NO_ELEVATION: i16 = i16::MIN;

/// Coordinates are stored with five decimals of a degree: about a metre.
pub const UNITS_PER_DEGREE: f64 = 100_000.0;

/// Marks an entry with the same name as the previous one.
pub const SAME_KEY: u32 = 1 << 31;
