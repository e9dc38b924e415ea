//! Places: search, autocomplete, details and reverse geocoding from the embedded index or Google.

pub mod fold;
pub mod gazetteer;
pub mod language;
