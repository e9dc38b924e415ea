//! The alerts in force, cached in memory: which of them apply at a place, and how well the place is covered.

mod cached;

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use uuid::Uuid;

pub use self::cached::ActiveAlerts;

use super::area_index::AreaIndex;
use super::area_table::AreaTable;
use super::queries::{self, Version};
use super::same_event;
use super::zones::Zone;
use crate::alert::{Alert, Alerts, Coverage, IssuedAlerts};
use crate::alerts::model::area::{Area, AreaMatch};
use crate::alerts::model::stored::StoredAlert;
use crate::geo::coordinates::Coordinates;

/// Alerts that cannot be matched are listed, the most severe first, but not a country's whole list.
const MAX_UNMATCHED: usize = 20;

/// A feed's name, the countries it covers, and when it no longer does.
#[derive(Clone, Debug)]
pub struct FeedCoverage {
    pub name: String,
    pub countries: Vec<String>,
    /// Without an answer for longer it is outdated.
    pub outdated_after: SignedDuration,
}

/// The alerts in force when the database was last read.
#[derive(Default)]
pub struct ActiveList {
    /// Shared with the previous list while nothing changes.
    pub alerts: Arc<[ActiveAlert]>,
    /// Of their areas.
    index: Arc<AreaIndex>,
    /// The feeds of stored alerts that are damaged, one entry each.
    damaged: Arc<[String]>,
    feeds: Vec<FeedState>,
    version: Option<Version>,
    loaded_at: Timestamp,
    /// Increases with every reload; the content is unchanged while it stays the same.
    pub edition: u64,
}

#[derive(Clone)]
pub struct ActiveAlert {
    pub id: Uuid,
    pub feed: String,
    pub revision: i64,
    pub area: Area,
    pub alert: Arc<Alert>,
}

struct FeedState {
    feed: FeedCoverage,
    updated_at: Option<Timestamp>,
    /// Messages and links that could not be read, and stored alerts that are damaged.
    unread: u32,
}

impl FeedState {
    fn is_outdated(&self, now: Timestamp) -> bool {
        self.updated_at.is_none_or(|updated_at| now.duration_since(updated_at) > self.feed.outdated_after)
    }
}

impl ActiveAlert {
    /// A damaged row is logged and its feed returned, so that the others are still shown.
    fn unpack(row: queries::OpenRow, table: &AreaTable) -> Result<ActiveAlert, String> {
        match StoredAlert::unpack(&row.content) {
            Ok(StoredAlert { alert, mut area }) => {
                area.has_unknown_part |= table.lacks_code_of(&area);
                Ok(ActiveAlert { id: row.id, feed: row.feed, revision: row.revision, area, alert: Arc::new(alert) })
            }
            Err(error) => {
                tracing::error!(id = %row.id, "a stored alert cannot be read: {error:#}");
                Err(row.feed)
            }
        }
    }
}

impl ActiveList {
    fn is_younger_than(&self, max_age: SignedDuration, now: Timestamp) -> bool {
        let age = now.duration_since(self.loaded_at);
        age < max_age && age >= SignedDuration::ZERO
    }

    /// The alerts that apply at a place, one of each event: of several messages about it, the last revision.
    pub fn matching<'a>(&'a self, place: Coordinates, zone: &Zone, now: Timestamp) -> Vec<&'a ActiveAlert> {
        let mut found: Vec<&ActiveAlert> = Vec::new();
        let candidates = self.index.candidates(place, zone.codes.as_deref().unwrap_or_default());
        let candidates = candidates.into_iter().map(|number| &self.alerts[number]);
        for active in candidates.filter(|active| active.alert.ends_at > now) {
            if active.area.matches(place, zone.codes.as_deref()) != AreaMatch::Inside {
                continue;
            }
            match found.iter_mut().find(|known| known.alert.id == active.alert.id) {
                Some(known) if known.revision < active.revision => *known = active,
                Some(_) => {}
                None => found.push(active),
            }
        }
        found
    }

    /// What a page shows for a place, whose elevation may not be known.
    pub fn for_location(
        &self,
        place: Coordinates,
        elevation: Option<f64>,
        zone: &Zone,
        now: Timestamp,
    ) -> IssuedAlerts {
        let found = self.matching(place, zone, now);
        // A copy has the limits of its original, although it may not name them.
        let is_elsewhere = |active: &ActiveAlert| {
            let is_original = |other: &ActiveAlert| {
                same_event::is_same_event(active, other) && same_event::is_preferred(other, active)
            };
            let original = found.iter().find(|other| is_original(other) && !other.alert.applies_at(elevation));
            !active.alert.applies_at(elevation) || original.is_some()
        };
        let (elsewhere, here): (Vec<&ActiveAlert>, Vec<&ActiveAlert>) =
            found.iter().copied().partition(|active| is_elsewhere(active));
        let (items, other_heights) = (same_event::join(&here), same_event::join(&elsewhere));
        let feeds: Vec<&FeedState> = self.feeds_covering(zone).collect();
        let unmatched = self.unmatched(place, zone, now);
        let outdated = feeds.iter().filter(|feed| feed.is_outdated(now));
        // `None` is less than any time: a feed that never answered counts most.
        let updated_at = outdated.clone().map(|feed| feed.updated_at).min().flatten();
        let unread = feeds.iter().fold(0, |sum: u32, feed| sum.saturating_add(feed.unread));
        let coverage = if feeds.is_empty() {
            Coverage::NoService
        } else if outdated.count() > 0 {
            Coverage::Outdated
        } else if unread > 0 {
            Coverage::Incomplete
        } else if !unmatched.is_empty() {
            Coverage::Unmatched
        } else {
            Coverage::Covered
        };
        let unread = (unread > 0).then_some(unread);
        let no_service_reason = None;
        let alerts = Alerts { coverage, no_service_reason, updated_at, unread, items, unmatched, other_heights };
        IssuedAlerts { version: version(&alerts), edition: None, alerts }
    }

    fn feeds_covering<'a>(&'a self, zone: &'a Zone) -> impl Iterator<Item = &'a FeedState> {
        // Near a border the nearest place may be in another country than the zones.
        let has_american_zone = zone.codes.iter().flatten().any(|code| code.starts_with("UGC:"));
        self.feeds.iter().filter(move |state| {
            let covers = |country: &str| state.feed.countries.iter().any(|covered| covered == country);
            zone.country.as_deref().is_some_and(covers) || (has_american_zone && covers("US"))
        })
    }

    fn unmatched(&self, place: Coordinates, zone: &Zone, now: Timestamp) -> Vec<Alert> {
        let feeds: Vec<&str> = self.feeds_covering(zone).map(|state| state.feed.name.as_str()).collect();
        let mut found: Vec<&ActiveAlert> = self
            .alerts
            .iter()
            .filter(|active| feeds.contains(&active.feed.as_str()) && active.alert.ends_at > now)
            .filter(|active| active.area.matches(place, zone.codes.as_deref()) == AreaMatch::Unknown)
            .collect();
        found.sort_by_key(|active| (std::cmp::Reverse(active.alert.cap_severity), active.alert.starts_at));
        found.iter().take(MAX_UNMATCHED).map(|active| (*active.alert).clone()).collect()
    }
}

/// A hash of what is shown, so that a report is rendered again exactly when it changes.
fn version(alerts: &Alerts) -> u64 {
    // Serialising these types cannot fail: they have no maps with other keys than strings.
    let shown = serde_json::to_vec(alerts).unwrap_or_default();
    let digest = Sha256::digest(&shown);
    digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
