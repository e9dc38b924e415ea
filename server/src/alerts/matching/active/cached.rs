//! The cached list of alerts in force, reloaded from the database when it is too old. While the database does not answer, the
//! last list is served: its feeds count as outdated once they are.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwap;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use super::{ActiveAlert, ActiveList, AreaIndex, AreaTable, FeedCoverage, FeedState, queries};
use crate::clock::Clock;
use crate::db::Db;

/// How old the cached list may be before it is compared with the database.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(20);
/// How long a page waits for a reload before it gets the last list.
const RELOAD_WAIT: Duration = Duration::from_secs(3);
/// A reload that takes longer is given up, because its connection may never answer.
const RELOAD_TIMEOUT: Duration = Duration::from_secs(30);
/// For so long after a failed reload pages get the last list at once.
const RETRY_AFTER: SignedDuration = SignedDuration::from_secs(5);

/// Clones share the list.
#[derive(Clone)]
pub struct ActiveAlerts {
    db: Db,
    clock: Clock,
    feeds: Arc<[FeedCoverage]>,
    table: Arc<AreaTable>,
    shared: Arc<Shared>,
}

struct Shared {
    cached: ArcSwap<ActiveList>,
    reloading: Arc<Mutex<()>>,
    /// In milliseconds.
    failed_at: AtomicI64,
    /// Of the newest list.
    edition: AtomicU64,
}

impl ActiveAlerts {
    pub fn new(db: Db, clock: Clock, feeds: Vec<FeedCoverage>, table: Arc<AreaTable>) -> ActiveAlerts {
        // Never read, which is not the same as no service and no alerts.
        let unread = feeds.iter().map(|feed| FeedState { feed: feed.clone(), updated_at: None, unread: 0 });
        let list = ActiveList { feeds: unread.collect(), ..ActiveList::default() };
        let shared = Shared {
            cached: ArcSwap::from_pointee(list),
            reloading: Arc::default(),
            failed_at: AtomicI64::new(i64::MIN),
            edition: AtomicU64::new(0),
        };
        ActiveAlerts { db, clock, feeds: feeds.into(), table, shared: Arc::new(shared) }
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

    /// The list for a page, at most some seconds old; an older one while the database cannot be read.
    pub async fn recent(&self) -> Arc<ActiveList> {
        let (list, now) = (self.shared.cached.load_full(), self.clock.now());
        if list.is_younger_than(MAX_AGE, now) || self.has_just_failed(now) {
            return list;
        }
        let reload = async {
            match Arc::clone(&self.shared.reloading).try_lock_owned() {
                // As a task, because it goes on when this page no longer waits.
                Ok(guard) => drop(tokio::spawn(self.clone().reload_or_log(guard)).await),
                Err(_) => drop(self.shared.reloading.lock().await),
            }
        };
        if timeout(RELOAD_WAIT, reload).await.is_err() {
            self.note_failure();
        }
        self.shared.cached.load_full()
    }

    /// The list as the database has it now.
    pub async fn latest(&self) -> Result<Arc<ActiveList>, sqlx::Error> {
        let _guard = self.shared.reloading.lock().await;
        self.reload().await
    }

    async fn reload_or_log(self, _guard: OwnedMutexGuard<()>) {
        match timeout(RELOAD_TIMEOUT, self.reload()).await {
            Ok(Ok(_)) => return,
            Ok(Err(error)) => tracing::warn!("active alerts could not be read: {error:#}"),
            Err(_) => tracing::warn!("active alerts could not be read: the database does not answer"),
        }
        self.note_failure();
    }

    fn note_failure(&self) {
        self.shared.failed_at.store(self.clock.now().as_millisecond(), Ordering::Relaxed);
    }

    fn has_just_failed(&self, now: Timestamp) -> bool {
        let elapsed = now.as_millisecond().saturating_sub(self.shared.failed_at.load(Ordering::Relaxed));
        (0..RETRY_AFTER.as_millis() as i64).contains(&elapsed)
    }

    async fn reload(&self) -> Result<Arc<ActiveList>, sqlx::Error> {
        let before = self.shared.cached.load_full();
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
        let list = ActiveList { alerts, index, damaged, feeds, version: Some(version), loaded_at: now, edition };
        let list = Arc::new(list);
        self.shared.cached.store(Arc::clone(&list));
        Ok(list)
    }
}
