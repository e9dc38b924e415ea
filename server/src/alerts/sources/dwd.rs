//! The German weather service: everything in force as CAP messages in one ZIP archive.

use super::cap::{self, Profile};
use super::{List, zip};

const ATTRIBUTION: &str = "Quelle: Deutscher Wetterdienst";
pub const PROFILE: Profile =
    Profile { attribution: Some(ATTRIBUTION), default_language: Some("de-DE"), is_german_service: true };

/// An error if it is no archive or nothing in it can be read; other broken messages are named.
pub fn read(archive: &[u8]) -> anyhow::Result<List> {
    let files = zip::read(archive)?;
    let total = files.len();
    let mut list = List::default();
    for file in files {
        let content = file.content.ok_or_else(|| anyhow::anyhow!("a damaged file"));
        match content.and_then(|content| cap::read(&content, None, &PROFILE)) {
            Ok(messages) => list.messages.extend(messages),
            Err(error) => {
                tracing::warn!("a message of the German weather service cannot be read: {error:#}");
                let name = file.name.rsplit('/').next().unwrap_or_default();
                list.unreadable.push(PROFILE.identifier(name.trim_end_matches(".xml")));
            }
        }
    }
    let failed = list.unreadable.len();
    anyhow::ensure!(failed == 0 || failed < total, "none of {total} messages can be read");
    Ok(list)
}
