//! The alerts in force, cached in memory: which of them apply at a place, and how well the place is covered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use uuid::Uuid;

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

/// The cached list of alerts in force, reloaded from the database when it is too old.
pub struct ActiveAlerts {
    db: Db,
    clock: Clock,
    feeds: Vec<FeedCoverage>,
    cached: ArcSwap<ActiveList>,
    reloading: Mutex<()>,
    next_edition: AtomicU64,
}

/// The alerts in force when the database was last read.
#[derive(Default)]
pub struct ActiveList {
    /// Shared with the previous list while nothing changes.
    pub alerts: Arc<[ActiveAlert]>,
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
    pub fn new(db: Db, clock: Clock, feeds: Vec<FeedCoverage>) -> ActiveAlerts {
        ActiveAlerts {
            db,
            clock,
            feeds,
            cached: ArcSwap::default(),
            reloading: Mutex::default(),
            next_edition: AtomicU64::new(1),
        }
    }

    /// The number of the cached list; `None` when it is too old and has to be reloaded.
    pub fn edition(&self, now: Timestamp) -> Option<u64> {
        let list = self.cached.load();
        list.is_younger_than(MAX_AGE, now).then_some(list.edition)
    }

    /// The list for a page, at most some seconds old; an older one if the database cannot be read.
    pub async fn recent(&self) -> Arc<ActiveList> {
        self.load(MAX_AGE).await.unwrap_or_else(|error| {
            tracing::warn!("active alerts could not be read: {error:#}");
            self.cached.load_full()
        })
    }

    /// The list as the database has it now.
    pub async fn latest(&self) -> Result<Arc<ActiveList>, sqlx::Error> {
        self.load(SignedDuration::ZERO).await
    }

    async fn load(&self, max_age: SignedDuration) -> Result<Arc<ActiveList>, sqlx::Error> {
        let is_young = |list: &ActiveList| list.is_younger_than(max_age, self.clock.now());
        let list = self.cached.load_full();
        if is_young(&list) {
            return Ok(list);
        }
        let _guard = self.reloading.lock().await;
        // Another task may have reloaded it meanwhile.
        let list = self.cached.load_full();
        if is_young(&list) {
            return Ok(list);
        }
        let list = Arc::new(self.reload(&list).await?);
        self.cached.store(Arc::clone(&list));
        Ok(list)
    }

    async fn reload(&self, before: &ActiveList) -> Result<ActiveList, sqlx::Error> {
        let now = self.clock.now();
        let version = queries::find_version(&self.db, now.as_millisecond()).await?;
        let progress = queries::list_feed_progress(&self.db).await?;
        let (alerts, damaged): (Arc<[ActiveAlert]>, Arc<[String]>) = if before.version == Some(version) {
            (before.alerts.clone(), before.damaged.clone())
        } else {
            let rows = queries::list_open(&self.db, now.as_millisecond()).await?;
            let (mut alerts, mut damaged) = (Vec::new(), Vec::new());
            for row in rows {
                match ActiveAlert::unpack(row) {
                    Ok(alert) => alerts.push(alert),
                    Err(feed) => damaged.push(feed),
                }
            }
            (alerts.into(), damaged.into())
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
        let edition = self.next_edition.fetch_add(1, Ordering::Relaxed);
        Ok(ActiveList { alerts, damaged, feeds, version: Some(version), loaded_at: now, edition })
    }
}

impl ActiveAlert {
    /// A damaged row is logged and its feed returned, so that the others are still shown.
    fn unpack(row: queries::OpenRow) -> Result<ActiveAlert, String> {
        match StoredAlert::unpack(&row.content) {
            Ok(StoredAlert { alert, area }) => {
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
        for active in self.alerts.iter().filter(|active| active.alert.ends_at > now) {
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

    /// What a page shows for a place.
    pub fn for_location(&self, place: Coordinates, zone: &Zone, now: Timestamp) -> IssuedAlerts {
        let items = same_event::join(&self.matching(place, zone, now));
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
        let alerts = Alerts { coverage, updated_at, unread: (unread > 0).then_some(unread), items, unmatched };
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
mod tests {
    use super::*;
    use crate::alert::{AlertOrigin, CapSeverity};
    use crate::alerts::model::area::Polygon;

    const NOW: &str = "2026-11-15T12:00:00Z";

    fn now() -> Timestamp {
        NOW.parse().unwrap()
    }

    fn active(identity: &str, revision: i64, area: Area) -> ActiveAlert {
        let ends_at = now() + SignedDuration::from_hours(revision);
        let alert = Alert {
            id: identity.to_owned(),
            cap_severity: Some(CapSeverity::Severe),
            ..Alert::new(AlertOrigin::Issued, CapSeverity::Severe.to_severity(), now(), ends_at)
        };
        ActiveAlert { id: Uuid::new_v4(), feed: "dwd".to_owned(), revision, area, alert: Arc::new(alert) }
    }

    fn drawn() -> Area {
        let ring = vec![(13.0, 52.0), (14.0, 52.0), (14.0, 53.0), (13.0, 53.0)];
        Area { polygons: vec![Polygon::new(vec![ring]).unwrap()], ..Area::default() }
    }

    fn coded() -> Area {
        Area { codes: vec!["EMMA_ID:DE001".to_owned()], ..Area::default() }
    }

    fn germany(updated_minutes_ago: i64, alerts: Vec<ActiveAlert>) -> ActiveList {
        let updated_at = Some(now() - SignedDuration::from_mins(updated_minutes_ago));
        with_feed(FeedState { feed: german_feed(), updated_at, unread: 0 }, alerts)
    }

    fn german_feed() -> FeedCoverage {
        let outdated_after = SignedDuration::from_mins(20);
        FeedCoverage { name: "dwd".to_owned(), countries: vec!["DE".to_owned()], outdated_after }
    }

    fn with_feed(feed: FeedState, alerts: Vec<ActiveAlert>) -> ActiveList {
        ActiveList { alerts: alerts.into(), feeds: vec![feed], ..ActiveList::default() }
    }

    fn summary(list: &ActiveList, country: &str) -> (Coverage, usize, usize) {
        let zone = Zone { country: Some(country.to_owned()), codes: Some(Vec::new()) };
        let alerts = list.for_location(Coordinates::new(52.52, 13.41).unwrap(), &zone, now()).alerts;
        (alerts.coverage, alerts.items.len(), alerts.unmatched.len())
    }

    #[test]
    fn no_alerts_no_service_and_an_outdated_feed_are_three_different_answers() {
        assert_eq!(summary(&germany(1, vec![]), "DE"), (Coverage::Covered, 0, 0));
        assert_eq!(summary(&germany(1, vec![]), "TR"), (Coverage::NoService, 0, 0));
        assert_eq!(summary(&germany(30, vec![]), "DE"), (Coverage::Outdated, 0, 0));
        let list = germany(30, vec![]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let updated_at = list.for_location(Coordinates::new(52.52, 13.41).unwrap(), &zone, now()).alerts.updated_at;
        assert_eq!(updated_at, Some("2026-11-15T11:30:00Z".parse().unwrap()));
    }

    #[test]
    fn a_feed_that_never_answered_or_has_unread_messages_does_not_cover_a_place() {
        let never = with_feed(FeedState { feed: german_feed(), updated_at: None, unread: 0 }, vec![]);
        assert_eq!(summary(&never, "DE"), (Coverage::Outdated, 0, 0));
        let unread = with_feed(FeedState { feed: german_feed(), updated_at: Some(now()), unread: 2 }, vec![]);
        assert_eq!(summary(&unread, "DE"), (Coverage::Incomplete, 0, 0));
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let alerts = unread.for_location(Coordinates::new(52.52, 13.41).unwrap(), &zone, now()).alerts;
        assert_eq!((alerts.unread, alerts.updated_at), (Some(2), None));
    }

    #[test]
    fn an_alert_that_cannot_be_matched_is_listed_separately() {
        assert_eq!(summary(&germany(1, vec![active("a", 1, coded())]), "DE"), (Coverage::Unmatched, 0, 1));
        assert_eq!(summary(&germany(1, vec![active("a", 1, drawn())]), "DE"), (Coverage::Covered, 1, 0));
        assert_eq!(summary(&germany(1, vec![active("a", 1, coded())]), "FR"), (Coverage::NoService, 0, 0));
    }

    #[test]
    fn of_several_messages_about_one_event_the_last_revision_counts() {
        let list = germany(1, vec![active("a", 1, drawn()), active("a", 3, drawn()), active("a", 2, drawn())]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let found = list.matching(Coordinates::new(52.52, 13.41).unwrap(), &zone, now());
        assert_eq!(found.iter().map(|active| active.revision).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn the_same_event_from_two_feeds_is_one_alert_with_two_sources() {
        let of = |feed: &str, identity: &str, family| {
            let mut active = active(identity, 2, drawn());
            let alert = Alert { family: Some(family), issuer: Some(feed.to_owned()), ..(*active.alert).clone() };
            (active.feed, active.alert) = (feed.to_owned(), Arc::new(alert));
            active
        };
        use crate::alert::AlertFamily::{Rain, Wind};
        let (copy, own) = (of("meteoalarm-DE", "a", Wind), of("dwd", "b", Wind));
        let list = germany(1, vec![copy, own, of("meteoalarm-DE", "c", Rain), of("dwd", "d", Wind)]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let items = list.for_location(Coordinates::new(52.52, 13.41).unwrap(), &zone, now()).alerts.items;
        let shown: Vec<(&str, usize)> = items.iter().map(|alert| (alert.id.as_str(), alert.also_from.len())).collect();
        // Two alerts of one feed are never joined.
        assert_eq!(shown, [("b", 1), ("c", 0), ("d", 1)]);
    }

    #[test]
    fn an_alert_that_has_ended_does_not_match() {
        let list = germany(1, vec![active("a", 1, drawn())]);
        let zone = Zone { country: Some("DE".to_owned()), codes: None };
        let later = now() + SignedDuration::from_hours(1);
        assert_eq!(list.matching(Coordinates::new(52.52, 13.41).unwrap(), &zone, later).len(), 0);
    }
}
