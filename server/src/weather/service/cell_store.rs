//! Data that many places share, by cell: in memory, in the database, and fetched once while it is fresh for places that
//! are being viewed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;

use crate::clock::Clock;
use crate::db::Db;
use crate::weather::model::grid::GridPoint;
use crate::weather::providers::open_meteo::ServiceFailure;
use crate::weather::report::Reason;

/// Older rows are deleted; reports stop using them at the same age.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// A place that the service knows nothing about, or a plan without the service.
const RETRY_AFTER_REFUSAL: SignedDuration = SignedDuration::from_hours(6);
/// Old rows are deleted each time this many have been stored.
const CLEANUP_EVERY: u32 = 256;

/// A source of data by cell. Those that cost a quota share what they fetched with other processes, in a table.
pub trait CellSource: Sized + Send + Sync + 'static {
    type Data: Send + Sync + 'static;
    /// For logs.
    const NAME: &'static str;
    const MAX_CELLS_IN_MEMORY: u64;
    const RETRY_AFTER_FAILURE: SignedDuration;

    fn cell_of(point: GridPoint) -> GridPoint;
    /// For data that was fetched just now, or stored.
    fn fresh_until(data: &Self::Data, now: Timestamp) -> Timestamp;
    /// The same with other connections to the database.
    fn with_db(&self, db: &Db) -> Self;
    fn fetch(&self, cell: GridPoint, now: Timestamp)
    -> impl Future<Output = Result<Self::Data, ServiceFailure>> + Send;

    fn find(_db: &Db, _cell: GridPoint) -> impl Future<Output = anyhow::Result<Option<Self::Data>>> + Send {
        std::future::ready(Ok(None))
    }

    fn upsert(_db: &Db, _cell: GridPoint, _data: &Self::Data) -> impl Future<Output = anyhow::Result<()>> + Send {
        std::future::ready(Ok(()))
    }

    fn delete_before(_db: &Db, _time: Timestamp) -> impl Future<Output = anyhow::Result<()>> + Send {
        std::future::ready(Ok(()))
    }
}

pub struct CellStore<Source: CellSource>(Arc<Inner<Source>>);

impl<Source: CellSource> Clone for CellStore<Source> {
    fn clone(&self) -> Self {
        CellStore(Arc::clone(&self.0))
    }
}

struct Inner<Source: CellSource> {
    /// Or why there is none.
    source: Result<Source, Reason>,
    cache: Cache<GridPoint, Known<Source::Data>>,
    db: Db,
    clock: Clock,
    stored_count: Arc<AtomicU32>,
}

/// What is known about a cell until the next check.
struct Known<Data> {
    data: Result<Arc<Data>, Reason>,
    check_at: Timestamp,
}

impl<Data> Clone for Known<Data> {
    fn clone(&self) -> Self {
        Known { data: self.data.clone(), check_at: self.check_at }
    }
}

impl<Source: CellSource> CellStore<Source> {
    pub fn new(source: Result<Source, Reason>, db: Db, clock: Clock) -> Self {
        let cache = Cache::builder().max_capacity(Source::MAX_CELLS_IN_MEMORY).build();
        CellStore(Arc::new(Inner { source, cache, db, clock, stored_count: Arc::default() }))
    }

    /// The same store with other connections to the database.
    pub fn with_db(&self, db: &Db) -> Self {
        let inner = &*self.0;
        CellStore(Arc::new(Inner {
            source: inner.source.as_ref().map(|source| source.with_db(db)).map_err(|reason| *reason),
            cache: inner.cache.clone(),
            db: db.clone(),
            clock: inner.clock.clone(),
            stored_count: Arc::clone(&inner.stored_count),
        }))
    }

    /// The data of a place, fetched if it is no longer fresh. Concurrent calls for one cell share a fetch.
    pub async fn find_or_fetch(&self, point: GridPoint) -> Result<Arc<Source::Data>, Reason> {
        let source = self.0.source.as_ref().map_err(|reason| *reason)?;
        let (cell, now) = (Source::cell_of(point), self.0.clock.now());
        let previous = self.0.cache.get(&cell).await;
        if let Some(known) = previous.as_ref().filter(|known| now < known.check_at) {
            return known.data.clone();
        }
        let load = self.0.load(source, cell, previous, now);
        let entry = self.0.cache.entry(cell).or_insert_with_if(load, |known| now >= known.check_at).await;
        entry.into_value().data
    }

    /// Why there is no source; `None` if there is one.
    pub fn missing_source(&self) -> Option<Reason> {
        self.0.source.as_ref().err().copied()
    }

    /// The operator does not want it, simulated weather included.
    pub fn is_switched_off(&self) -> bool {
        matches!(self.0.source, Err(Reason::SwitchedOff))
    }

    /// The data of a place, as this process or another has stored it.
    pub async fn find(&self, point: GridPoint) -> Result<Arc<Source::Data>, Reason> {
        self.0.source.as_ref().map_err(|reason| *reason)?;
        let cell = Source::cell_of(point);
        if let Some(Known { data: Ok(data), .. }) = self.0.cache.get(&cell).await {
            return Ok(data);
        }
        self.0.stored(cell).await.map(Arc::new).ok_or(Reason::NotReady)
    }
}

impl<Source: CellSource> Inner<Source> {
    async fn load(
        &self,
        source: &Source,
        cell: GridPoint,
        previous: Option<Known<Source::Data>>,
        now: Timestamp,
    ) -> Known<Source::Data> {
        let stored = self.stored(cell).await.map(Arc::new);
        if let Some(data) = stored.clone().filter(|data| now < Source::fresh_until(data, now)) {
            // Another process has fetched it.
            return Known { check_at: Source::fresh_until(&data, now), data: Ok(data) };
        }
        match source.fetch(cell, now).await {
            Ok(data) => {
                self.store(cell, &data, now).await;
                Known { check_at: Source::fresh_until(&data, now), data: Ok(Arc::new(data)) }
            }
            Err(failure) => {
                let (reason, pause) = match failure {
                    ServiceFailure::NotInPlan => (Reason::SwitchedOff, RETRY_AFTER_REFUSAL),
                    ServiceFailure::Refused => (Reason::NotProvidedBySource, RETRY_AFTER_REFUSAL),
                    ServiceFailure::Failed => (Reason::SourceFailed, Source::RETRY_AFTER_FAILURE),
                };
                // The last one is better than none; the report shows its age and stops using it after a day.
                let old = previous.and_then(|known| known.data.ok()).or(stored);
                Known { data: old.ok_or(reason), check_at: now + pause }
            }
        }
    }

    async fn stored(&self, cell: GridPoint) -> Option<Source::Data> {
        let name = Source::NAME;
        Source::find(&self.db, cell)
            .await
            .inspect_err(|error| tracing::warn!(%error, "stored {name} could not be read"))
            .ok()
            .flatten()
    }

    async fn store(&self, cell: GridPoint, data: &Source::Data, now: Timestamp) {
        let name = Source::NAME;
        if let Err(error) = Source::upsert(&self.db, cell, data).await {
            tracing::warn!(%error, "{name} could not be stored");
        }
        let count = self.stored_count.fetch_add(1, Ordering::Relaxed);
        if count.is_multiple_of(CLEANUP_EVERY)
            && let Err(error) = Source::delete_before(&self.db, now - KEPT).await
        {
            tracing::warn!(%error, "old {name} could not be deleted");
        }
    }
}
