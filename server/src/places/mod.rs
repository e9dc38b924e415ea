//! Places: search, autocomplete, details and reverse geocoding from the embedded index or Google.
