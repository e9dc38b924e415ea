//! What a source is called in the database, in logs and towards the outbound client.

use crate::settings::SourceId;

const NAMES: [(&str, SourceId); 3] =
    [("open-meteo", SourceId::OpenMeteo), ("met-norway", SourceId::MetNorway), ("simulated", SourceId::Simulated)];

pub fn name_of(source: SourceId) -> &'static str {
    NAMES.iter().find(|(_, known)| *known == source).map_or("", |(name, _)| name)
}

pub fn source_named(name: &str) -> Option<SourceId> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, source)| *source)
}
