//! The alerts in force, cached in memory: which of them apply at a place, and how well the place is covered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::area_index::AreaIndex;
use super::area_table::AreaTable;
use super::queries::{self, Version};
use super::same_event;
use super::zones::Zone;
use crate::alert::{Alert, Alerts, Coverage, IssuedAlerts};
use crate::alerts::model::area::{Area, AreaMatch};
use crate::alerts::model::stored::StoredAlert;
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::coordinates::Coordinates;

/// How old the cached list may be before it is compared with the database.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(20);
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

/// The cached list of alerts in force, reloaded from the database when it is too old. Clones share the list.
#[derive(Clone)]
pub struct ActiveAlerts {
    db: Db,
    clock: Clock,
    feeds: Arc<[FeedCoverage]>,
    table: Arc<AreaTable>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    cached: ArcSwap<ActiveList>,
    reloading: Mutex<()>,
    /// Of the newest list.
    edition: AtomicU64,
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

impl ActiveAlerts {
    pub fn new(db: Db, clock: Clock, feeds: Vec<FeedCoverage>, table: Arc<AreaTable>) -> ActiveAlerts {
        ActiveAlerts { db, clock, feeds: feeds.into(), table, shared: Arc::default() }
    }

    /// The same list with other connections to the database.
    pub fn with_db(&self, db: Db) -> ActiveAlerts {
        ActiveAlerts { db, ..self.clone() }
    }

    pub fn feed_names(&self) -> Vec<String> {
        self.feeds.iter().map(|feed| feed.name.clone()).collect()
    }

    /// The number of the cached list; `None` when it is too old and has to be reloaded.
    pub fn edition(&self, now: Timestamp) -> Option<u64> {
        let list = self.shared.cached.load();
        list.is_younger_than(MAX_AGE, now).then_some(list.edition)
    }

    /// The list for a page, at most some seconds old; an older one if the database cannot be read.
    pub async fn recent(&self) -> Arc<ActiveList> {
        self.load(MAX_AGE).await.unwrap_or_else(|error| {
            tracing::warn!("active alerts could not be read: {error:#}");
            self.shared.cached.load_full()
        })
    }

    /// The list as the database has it now.
    pub async fn latest(&self) -> Result<Arc<ActiveList>, sqlx::Error> {
        self.load(SignedDuration::ZERO).await
    }

    async fn load(&self, max_age: SignedDuration) -> Result<Arc<ActiveList>, sqlx::Error> {
        let is_young = |list: &ActiveList| list.is_younger_than(max_age, self.clock.now());
        let list = self.shared.cached.load_full();
        if is_young(&list) {
            return Ok(list);
        }
        let _guard = self.shared.reloading.lock().await;
        // Another task may have reloaded it meanwhile.
        let list = self.shared.cached.load_full();
        if is_young(&list) {
            return Ok(list);
        }
        let list = Arc::new(self.reload(&list).await?);
        self.shared.cached.store(Arc::clone(&list));
        Ok(list)
    }

    async fn reload(&self, before: &ActiveList) -> Result<ActiveList, sqlx::Error> {
        let now = self.clock.now();
        let version = queries::find_version(&self.db, now.as_millisecond()).await?;
        let progress = queries::list_feed_progress(&self.db).await?;
        let (alerts, index, damaged) = if before.version == Some(version) {
            (before.alerts.clone(), before.index.clone(), before.damaged.clone())
        } else {
            let rows = queries::list_open(&self.db, now.as_millisecond()).await?;
            let (mut alerts, mut damaged) = (Vec::new(), Vec::new());
            for row in rows {
                match ActiveAlert::unpack(row, &self.table) {
                    Ok(alert) => alerts.push(alert),
                    Err(feed) => damaged.push(feed),
                }
            }
            let index = AreaIndex::new(alerts.iter().map(|active| &active.area));
            (alerts.into(), Arc::new(index), damaged.into())
        };
        let feeds = self.feeds.iter().map(|feed| {
            let progress = progress.get(&feed.name).copied().unwrap_or_default();
            let damaged = damaged.iter().filter(|damaged| **damaged == feed.name).count();
            let unread = progress.unfollowed_links + progress.unread_messages;
            FeedState {
                updated_at: progress.updated_at(),
                unread: u32::try_from(unread).unwrap_or(u32::MAX).saturating_add(damaged as u32),
                feed: feed.clone(),
            }
        });
        let feeds = feeds.collect();
        let edition = self.shared.edition.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(ActiveList { alerts, index, damaged, feeds, version: Some(version), loaded_at: now, edition })
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
