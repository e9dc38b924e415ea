//! The warnings of a place for whoever asks, and what all parts of the watch share.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Mutex;

use super::ingest::poll::Feed;
use super::ingest::queries::{self, Version};
use super::matching::active::{FeedState, InForce, InForceWarning};
use super::matching::area_table;
use super::matching::zones::Zones;
use super::model::stored::Stored;
use super::schedule::cells::Cell;
use crate::alert::{AlertLookup, Coverage, IssuedAlerts, NoAlertService};
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::address::Describe;
use crate::geo::coordinates::Coordinates;
use crate::settings::Settings;

/// How old the list in memory may be before the database is asked whether it changed.
const LOOKED_UP_EVERY: SignedDuration = SignedDuration::from_secs(20);

/// Shared by handlers and workers; cheap to clone.
#[derive(Clone)]
pub struct Warnings(Arc<Inner>);

pub struct Inner {
    pub db: Db,
    pub clock: Clock,
    pub feeds: Vec<Feed>,
    pub zones: Zones,
    loaded: ArcSwap<Loaded>,
    loading: Mutex<()>,
    editions: AtomicU64,
}

/// The list as it was when the database was last asked.
pub struct Loaded {
    pub in_force: InForce,
    version: Option<Version>,
    looked_at: Timestamp,
    /// Another number, perhaps another content.
    edition: u64,
}

impl std::ops::Deref for Warnings {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Warnings {
    pub fn new(settings: &Settings, db: Db, clock: Clock, describe: Describe) -> anyhow::Result<Warnings> {
        let user_agent = format!("Halcyon/{} {}", env!("CARGO_PKG_VERSION"), settings.weather.contact);
        let areas = match &settings.alerts.cap_areas {
            Some(path) => area_table::read_file(path)?,
            None => Vec::new(),
        };
        let nws = settings.alerts.nws_url.as_ref();
        let loaded =
            Loaded { in_force: InForce::default(), version: None, looked_at: Timestamp::UNIX_EPOCH, edition: 0 };
        Ok(Warnings(Arc::new(Inner {
            feeds: Feed::all(&settings.alerts, &user_agent, &clock)?,
            zones: Zones::new(db.clone(), clock.clone(), describe, nws, &user_agent, areas)?,
            loaded: ArcSwap::from_pointee(loaded),
            loading: Mutex::default(),
            editions: AtomicU64::new(1),
            db,
            clock,
        })))
    }

    async fn issued(&self, cell: Cell) -> Arc<IssuedAlerts> {
        let now = self.clock.now();
        let loaded = match self.refreshed(LOOKED_UP_EVERY).await {
            Ok(loaded) => loaded,
            Err(error) => {
                tracing::warn!("warnings could not be read: {error:#}");
                self.loaded.load_full()
            }
        };
        let zone = self.zones.at(cell).await;
        let mut issued = loaded.in_force.issued(cell.position(), &zone, now);
        // A place whose zones could not be asked for is looked up again.
        issued.edition = Some(loaded.edition).filter(|_| issued.alerts.coverage != Coverage::Unmatched);
        Arc::new(issued)
    }

    /// The list, looked up in the database when it is older than so long.
    pub async fn refreshed(&self, at_most: SignedDuration) -> anyhow::Result<Arc<Loaded>> {
        let is_young = |loaded: &Loaded| loaded.is_young(self.clock.now(), at_most);
        let loaded = self.loaded.load_full();
        if is_young(&loaded) {
            return Ok(loaded);
        }
        let _turn = self.loading.lock().await;
        let loaded = self.loaded.load_full();
        if is_young(&loaded) {
            return Ok(loaded);
        }
        let fresh = Arc::new(self.load(&loaded).await?);
        self.loaded.store(Arc::clone(&fresh));
        Ok(fresh)
    }

    async fn load(&self, before: &Loaded) -> anyhow::Result<Loaded> {
        let now = self.clock.now();
        let version = queries::find_version(&self.db, now.as_millisecond()).await?;
        let rows = queries::list_feeds(&self.db).await?;
        let state = |feed: &Feed| FeedState {
            name: feed.name.clone(),
            countries: feed.countries.clone(),
            updated_at: rows
                .iter()
                .find(|row| row.name == feed.name)
                .and_then(|row| Timestamp::from_millisecond(row.updated_at?).ok()),
        };
        let warnings = if before.version == Some(version) {
            before.in_force.warnings.clone()
        } else {
            let rows = queries::list_open(&self.db, now.as_millisecond()).await?;
            rows.into_iter().filter_map(in_force).collect()
        };
        let in_force = InForce { warnings, feeds: self.feeds.iter().map(state).collect() };
        let edition = self.editions.fetch_add(1, Ordering::Relaxed);
        Ok(Loaded { in_force, version: Some(version), looked_at: now, edition })
    }
}

impl AlertLookup for Warnings {
    fn edition(&self, now: Timestamp) -> Option<u64> {
        if self.feeds.is_empty() {
            return NoAlertService.edition(now);
        }
        let loaded = self.loaded.load();
        loaded.is_young(now, LOOKED_UP_EVERY).then_some(loaded.edition)
    }

    fn issued_at(&self, position: Coordinates) -> BoxFuture<'_, Arc<IssuedAlerts>> {
        if self.feeds.is_empty() {
            return Box::pin(async { Arc::new(IssuedAlerts::none()) });
        }
        Box::pin(self.issued(Cell::of(position)))
    }
}

impl Loaded {
    fn is_young(&self, now: Timestamp, at_most: SignedDuration) -> bool {
        let age = now.duration_since(self.looked_at);
        age < at_most && age >= SignedDuration::ZERO
    }
}

/// A row that cannot be read is logged and left out: the others must not wait for it.
fn in_force(row: queries::OpenRow) -> Option<InForceWarning> {
    let Stored { alert, area } = Stored::unpack(&row.content)
        .inspect_err(|error| tracing::error!("a stored warning cannot be read: {error:#}"))
        .ok()?;
    Some(InForceWarning { id: row.id, feed: row.feed, revision: row.revision, area, alert: Arc::new(alert) })
}

/// The zone's name at a cell, for local times.
pub fn timezone_of(position: Coordinates) -> jiff::tz::TimeZone {
    let name = crate::geo::timezone::timezone_at(position.latitude, position.longitude);
    jiff::tz::TimeZone::get(&name).unwrap_or(jiff::tz::TimeZone::UTC)
}
