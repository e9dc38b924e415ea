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
    // Landmarks, all derived. Their other columns follow those of the places; their ids are text offsets.
    LandmarkKinds,
    /// Landmarks ordered by id.
    LandmarksById,
    // The names of landmarks, as those of places.
    LandmarkKeys,
    LandmarkEntryKeys,
    LandmarkEntryPlaces,
    LandmarkNodeLetters,
    LandmarkNodeStarts,
    LandmarkNodeEnds,
    LandmarkNodeChildren,
    LandmarkNodeChildCounts,
    LandmarkNodeWeights,
    LandmarkNodeBest,
    LandmarkBestPlaces,
}

/// The sections of the committed index; those after them are computed at compile time.
pub const STORED_SECTION_COUNT: usize = Section::Favours as usize + 1;
pub const SECTION_COUNT: usize = Section::LandmarkBestPlaces as usize + 1;
pub const HEADER_LEN: usize = header_len(SECTION_COUNT);

pub const fn header_len(sections: usize) -> usize {
    MAGIC.len() + sections * 8
}

/// The sections of one set of names: sorted entries and the trie over them.
pub struct NameSections {
    pub keys: Section,
    pub entry_keys: Section,
    pub entry_places: Section,
    pub letters: Section,
    pub starts: Section,
    pub ends: Section,
    pub children: Section,
    pub child_counts: Section,
    pub weights: Section,
    pub best: Section,
    pub best_places: Section,
}

pub const PLACE_NAMES: NameSections = NameSections {
    keys: Section::Keys,
    entry_keys: Section::EntryKeys,
    entry_places: Section::EntryPlaces,
    letters: Section::NodeLetters,
    starts: Section::NodeStarts,
    ends: Section::NodeEnds,
    children: Section::NodeChildren,
    child_counts: Section::NodeChildCounts,
    weights: Section::NodeWeights,
    best: Section::NodeBest,
    best_places: Section::BestPlaces,
};

pub const LANDMARK_NAMES: NameSections = NameSections {
    keys: Section::LandmarkKeys,
    entry_keys: Section::LandmarkEntryKeys,
    entry_places: Section::LandmarkEntryPlaces,
    letters: Section::LandmarkNodeLetters,
    starts: Section::LandmarkNodeStarts,
    ends: Section::LandmarkNodeEnds,
    children: Section::LandmarkNodeChildren,
    child_counts: Section::LandmarkNodeChildCounts,
    weights: Section::LandmarkNodeWeights,
    best: Section::LandmarkNodeBest,
    best_places: Section::LandmarkBestPlaces,
};

/// No text, no list, no city.
pub const NONE: u32 = u32::MAX;

/// An elevation that is not known: lower than any place on Earth.
pub const NO_ELEVATION: i16 = i16::MIN;

/// Coordinates are stored with five decimals of a degree: about a metre.
pub const UNITS_PER_DEGREE: f64 = 100_000.0;

/// Marks an entry with the same name as the previous one.
pub const SAME_KEY: u32 = 1 << 31;
