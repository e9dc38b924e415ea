//! Provider names in the database, the logs and the outbound client.

use crate::settings::SourceId;

const NAMES: [(&str, SourceId); 3] =
    [("open-meteo", SourceId::OpenMeteo), ("met-norway", SourceId::MetNorway), ("simulated", SourceId::Simulated)];

pub fn provider_name(source: SourceId) -> &'static str {
    NAMES.iter().find(|(_, known)| *known == source).map_or("", |(name, _)| name)
}

pub fn provider_by_name(name: &str) -> Option<SourceId> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, source)| *source)
}
