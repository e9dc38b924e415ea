//! Refreshes entries from the providers and the database.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use jiff::{SignedDuration, Timestamp};

use super::supplements::PendingSupplements;
use super::{Inner, RETRY_AFTER, Weather};
use crate::weather::cache::entry::CacheEntry;
use crate::weather::cache::queries;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::snapshot::{ForecastSnapshot, MAX_SERVABLE_AGE};
use crate::weather::providers::is_live;
use crate::weather::providers::quota::Priority;

/// Old snapshots are deleted each time this many have been stored.
const CLEANUP_EVERY: u32 = 256;

/// Longer than a provider may take to answer.
const REFRESH_LEASE: SignedDuration = SignedDuration::from_secs(15);
/// When to look again for the forecast that another process is fetching.
const OTHER_PROCESS_WAIT: SignedDuration = SignedDuration::from_secs(3);

/// A running refresh that any number of requests can await; `None` when no report could be made.
pub(super) type Refresh = Shared<BoxFuture<'static, Option<Arc<CacheEntry>>>>;

impl Weather {
    pub(super) async fn refresh_or_unavailable(
        &self,
        point: GridPoint,
        old: Option<Arc<CacheEntry>>,
        priority: Priority,
    ) -> anyhow::Result<Arc<CacheEntry>> {
        match self.refresh(point, old, priority).await {
            Some(entry) => Ok(entry),
            None => {
                let issued = self.0.issued_alerts(point).await;
                Ok(Arc::new(CacheEntry::unavailable(point, self.now() + RETRY_AFTER, &issued)?))
            }
        }
    }

    pub(super) fn is_refreshing(&self, point: GridPoint) -> bool {
        self.0.refreshing.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&point)
    }

    /// Joins the refresh that runs for this point, or starts one that continues even if its caller goes away.
    pub(super) fn refresh(&self, point: GridPoint, old: Option<Arc<CacheEntry>>, priority: Priority) -> Refresh {
        let mut refreshing = self.0.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = refreshing.get(&point) {
            return running.clone();
        }
        let inner = Arc::clone(&self.0);
        let task = tokio::spawn(async move {
            let _guard = RefreshGuard { inner: &inner, point };
            match inner.fetch_entry(point, old, priority).await {
                Ok(entry) => {
                    inner.put(&entry, |_| true).await;
                    Some(entry)
                }
                Err(error) => {
                    tracing::error!(%error, region = point.region(), "weather refresh failed");
                    None
                }
            }
        });
        let refresh = task.map(|joined| joined.ok().flatten()).boxed().shared();
        refreshing.insert(point, refresh.clone());
        refresh
    }
}

/// Removes the finished refresh from the map, even if it panicked.
struct RefreshGuard<'a> {
    inner: &'a Inner,
    point: GridPoint,
}

impl Drop for RefreshGuard<'_> {
    fn drop(&mut self) {
        self.inner.refreshing.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.point);
    }
}

impl Inner {
    async fn fetch_entry(
        &self,
        point: GridPoint,
        old: Option<Arc<CacheEntry>>,
        priority: Priority,
    ) -> anyhow::Result<Arc<CacheEntry>> {
        let now = self.clock.now();
        let stored = self.find_snapshot(point).await;
        let is_stored = stored.is_some();
        let previous = newest(old.and_then(|entry| entry.snapshot()), stored);
        if let Some(known) = previous.as_ref().filter(|known| now < known.fresh_until && known.is_servable(now)) {
            // Another replica has just fetched it.
            return self.new_entry(point, Some(known.clone()), now, now, self.start_supplements(point, priority)).await;
        }
        let servable = previous.as_ref().filter(|previous| is_stored && previous.is_servable(now));
        if let Some(servable) = servable
            && self.is_claimed_elsewhere(point, now).await
        {
            let shown = ForecastSnapshot { fresh_until: now + OTHER_PROCESS_WAIT, ..servable.clone() };
            return self.new_entry(point, Some(shown), now, now, self.start_supplements(point, priority)).await;
        }
        let supplements = self.start_supplements(point, priority);
        let fetched = self.providers.fetch(point, previous.as_ref(), priority, now).await;
        if let Some(snapshot) = fetched.as_ref().filter(|snapshot| is_live(snapshot.source)) {
            self.store(point, snapshot, now).await;
        }
        let retry_at = self.clock.now() + RETRY_AFTER;
        let best = fetched.or_else(|| {
            let servable = previous.filter(|previous| previous.is_servable(now));
            servable.map(|previous| ForecastSnapshot { fresh_until: retry_at, ..previous })
        });
        self.new_entry(point, best, self.clock.now(), retry_at, supplements).await
    }

    /// Whether another process is fetching the forecast. All of them become due at the same moment.
    async fn is_claimed_elsewhere(&self, point: GridPoint, now: Timestamp) -> bool {
        match queries::claim_refresh(&self.db, point, now, now + REFRESH_LEASE).await {
            Ok(is_claimed) => !is_claimed,
            Err(error) => {
                tracing::warn!(%error, "refresh could not be claimed");
                false
            }
        }
    }

    async fn new_entry(
        &self,
        point: GridPoint,
        snapshot: Option<ForecastSnapshot>,
        now: Timestamp,
        retry_at: Timestamp,
        supplements: PendingSupplements,
    ) -> anyhow::Result<Arc<CacheEntry>> {
        let issued = self.issued_alerts(point).await;
        let supplements = self.finish_supplements(point, snapshot.as_ref(), supplements, now).await;
        let entry = self.render_pool.run(move || match snapshot {
            Some(snapshot) => CacheEntry::new(point, snapshot, supplements, &issued, now),
            None => CacheEntry::unavailable(point, retry_at, &issued),
        });
        Ok(Arc::new(entry.await?))
    }

    pub(super) async fn load_stored(&self, point: GridPoint, now: Timestamp) -> Option<Arc<CacheEntry>> {
        let snapshot = self.find_snapshot(point).await.filter(|snapshot| snapshot.is_servable(now))?;
        let supplements = self.start_supplements(point, Priority::Background);
        self.new_entry(point, Some(snapshot), now, now, supplements).await.ok()
    }

    /// A snapshot that cannot be read is fetched again.
    pub(super) async fn find_snapshot(&self, point: GridPoint) -> Option<ForecastSnapshot> {
        queries::find_snapshot(&self.db, point)
            .await
            .inspect_err(|error| tracing::warn!(%error, "stored forecast could not be read"))
            .ok()
            .flatten()
    }

    pub(super) async fn store(&self, point: GridPoint, snapshot: &ForecastSnapshot, now: Timestamp) {
        if let Err(error) = queries::upsert_snapshot(&self.db, point, snapshot).await {
            tracing::warn!(%error, "forecast could not be stored");
        }
        let count = self.stored_count.fetch_add(1, Ordering::Relaxed);
        if count.is_multiple_of(CLEANUP_EVERY)
            && let Err(error) = queries::delete_snapshots_before(&self.db, now - MAX_SERVABLE_AGE).await
        {
            tracing::warn!(%error, "old forecasts could not be deleted");
        }
    }
}

pub(super) fn newest(one: Option<ForecastSnapshot>, other: Option<ForecastSnapshot>) -> Option<ForecastSnapshot> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.fetched_at > one.fetched_at { other } else { one }),
        (one, other) => one.or(other),
    }
}
