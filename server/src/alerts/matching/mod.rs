//! Which alerts apply at a place: by drawn areas, area codes and zones.

pub(crate) mod active;
pub(crate) mod area_table;
pub(crate) mod zones;
