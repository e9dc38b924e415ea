//! Normals by cell: fetched once for cells that are asked for on two days, slowly, and then kept.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;

use crate::clock::Clock;
use crate::db::Db;
use crate::weather::cache::normals_queries::{self as queries, Stored};
use crate::weather::model::grid::GridPoint;
use crate::weather::model::normals::Normals;
use crate::weather::providers::normals::{NormalsProvider, cell_of};

/// About 20 MB.
const MAX_CELLS: u64 = 20_000;
/// How long it is remembered that a cell has none.
const RECHECK: Duration = Duration::from_secs(600);
const DAY_SECONDS: i64 = 86_400;
/// Cells that were asked for once are forgotten.
const ASKED_DAYS: i64 = 30;

/// Cheap to clone.
#[derive(Clone)]
pub struct NormalsStore(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    /// `None`: switched off, or no source has them.
    provider: Option<NormalsProvider>,
    /// The least time between two fetches of this process.
    interval: SignedDuration,
    known: Cache<GridPoint, Arc<Normals>>,
    /// Cells without normals.
    unknown: Cache<GridPoint, Timestamp>,
    next_fetch: Arc<Mutex<Timestamp>>,
    db: Db,
    clock: Clock,
}

impl NormalsStore {
    pub fn new(provider: Option<NormalsProvider>, interval: SignedDuration, db: Db, clock: Clock) -> NormalsStore {
        let known = Cache::builder().max_capacity(MAX_CELLS).build();
        let unknown = Cache::builder().max_capacity(MAX_CELLS).build();
        let next_fetch = Arc::new(Mutex::new(Timestamp::UNIX_EPOCH));
        NormalsStore(Arc::new(Inner { provider, interval, known, unknown, next_fetch, db, clock }))
    }

    /// The same store with other connections to the database.
    pub fn with_db(&self, db: &Db) -> NormalsStore {
        let provider = self.0.provider.as_ref().map(|provider| provider.with_db(db));
        NormalsStore(Arc::new(Inner { provider, db: db.clone(), ..Inner::clone(&self.0) }))
    }

    /// The normals of a place, if they are there. A missing cell is fetched in the background once it has been asked for
    /// on two days, so that a place that is looked at once costs nothing.
    pub async fn find(&self, point: GridPoint, may_fetch: bool) -> Option<Arc<Normals>> {
        let inner = &self.0;
        inner.provider.as_ref()?;
        let (cell, now) = (cell_of(point), inner.clock.now());
        if let Some(normals) = inner.known.get(&cell).await {
            return Some(normals);
        }
        if inner.unknown.get(&cell).await.is_some_and(|recheck_at| now < recheck_at) {
            return None;
        }
        let stored = queries::find_normals(&inner.db, cell)
            .await
            .inspect_err(|error| tracing::warn!(%error, "stored normals could not be read"))
            .ok()?;
        match stored {
            Some(Stored::Normals(normals)) => {
                let normals = Arc::new(normals);
                inner.known.insert(cell, Arc::clone(&normals)).await;
                return Some(normals);
            }
            Some(Stored::Asked(day)) if may_fetch && day < day_of(now) => self.fetch_in_background(cell, now),
            None if may_fetch => inner.remember(cell, now).await,
            Some(Stored::Asked(_)) | None => {}
        }
        // Only after a request that may fetch them: a background check must not keep the next one from it.
        if may_fetch {
            let recheck_at = now + SignedDuration::try_from(RECHECK).unwrap_or(SignedDuration::ZERO);
            inner.unknown.insert(cell, recheck_at).await;
        }
        None
    }

    /// At most one fetch per interval: thirty years of a cell are 235 calls.
    fn fetch_in_background(&self, cell: GridPoint, now: Timestamp) {
        {
            let mut next = self.0.next_fetch.lock().unwrap_or_else(PoisonError::into_inner);
            if now < *next {
                return;
            }
            *next = now + self.0.interval;
        }
        let inner = Arc::clone(&self.0);
        tokio::spawn(async move {
            let Some(provider) = &inner.provider else { return };
            let Some(normals) = provider.fetch(cell, now).await else { return };
            if let Err(error) = queries::update_normals(&inner.db, cell, &normals).await {
                tracing::warn!(%error, "normals could not be stored");
            }
            inner.known.insert(cell, Arc::new(normals)).await;
        });
    }
}

impl Inner {
    async fn remember(&self, cell: GridPoint, now: Timestamp) {
        let stored = queries::insert_asked(&self.db, cell, day_of(now)).await;
        let deleted = queries::delete_asked_before(&self.db, day_of(now) - ASKED_DAYS).await;
        if let Err(error) = stored.and(deleted) {
            tracing::warn!(%error, "a cell without normals could not be noted");
        }
    }
}

fn day_of(now: Timestamp) -> i64 {
    now.as_second().div_euclid(DAY_SECONDS)
}
