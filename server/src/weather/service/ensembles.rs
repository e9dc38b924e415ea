//! Ensembles by cell: in memory, in the database, and fetched once per model run for places that are being viewed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;

use crate::clock::Clock;
use crate::db::Db;
use crate::weather::cache::ensemble_queries as queries;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::grid::GridPoint;
use crate::weather::providers::ensemble::{EnsembleProvider, cell_of};
use crate::weather::providers::open_meteo::ServiceFailure;
use crate::weather::report::Reason;

/// About 12 MB.
const MAX_CELLS: u64 = 20_000;
/// Older ensembles are deleted; reports stop using them at the same age.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
const RETRY_AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(10);
/// A place that the service knows nothing about, or a plan without ensembles.
const RETRY_AFTER_REFUSAL: SignedDuration = SignedDuration::from_hours(6);
/// Old rows are deleted each time this many have been stored.
const CLEANUP_EVERY: u32 = 256;

/// Cheap to clone.
#[derive(Clone)]
pub struct Ensembles(Arc<Inner>);

struct Inner {
    /// Or why there is none.
    provider: Result<EnsembleProvider, Reason>,
    cache: Cache<GridPoint, Known>,
    db: Db,
    clock: Clock,
    stored_count: AtomicU32,
}

/// What is known about a cell until the next check.
#[derive(Clone)]
struct Known {
    ensemble: Result<Arc<Ensemble>, Reason>,
    check_at: Timestamp,
}

impl Ensembles {
    pub fn new(provider: Result<EnsembleProvider, Reason>, db: Db, clock: Clock) -> Ensembles {
        let cache = Cache::builder().max_capacity(MAX_CELLS).build();
        Ensembles(Arc::new(Inner { provider, cache, db, clock, stored_count: AtomicU32::new(0) }))
    }

    /// The ensemble of a place, fetched if a newer model run is expected. Concurrent calls for one cell share a fetch.
    pub async fn find_or_fetch(&self, point: GridPoint) -> Result<Arc<Ensemble>, Reason> {
        let provider = self.0.provider.as_ref().map_err(|reason| *reason)?;
        let (cell, now) = (cell_of(point), self.0.clock.now());
        let previous = self.0.cache.get(&cell).await;
        if let Some(known) = previous.as_ref().filter(|known| now < known.check_at) {
            return known.ensemble.clone();
        }
        let load = self.0.load(provider, cell, previous, now);
        let entry = self.0.cache.entry(cell).or_insert_with_if(load, |known| now >= known.check_at).await;
        entry.into_value().ensemble
    }

    /// The operator wants no confidence, simulated weather included.
    pub fn is_switched_off(&self) -> bool {
        matches!(self.0.provider, Err(Reason::SwitchedOff))
    }

    /// The ensemble of a place, as this process or another has stored it.
    pub async fn find(&self, point: GridPoint) -> Result<Arc<Ensemble>, Reason> {
        self.0.provider.as_ref().map_err(|reason| *reason)?;
        let cell = cell_of(point);
        if let Some(Known { ensemble: Ok(ensemble), .. }) = self.0.cache.get(&cell).await {
            return Ok(ensemble);
        }
        self.0.stored(cell).await.map(Arc::new).ok_or(Reason::NotReady)
    }
}

impl Inner {
    async fn load(
        &self,
        provider: &EnsembleProvider,
        cell: GridPoint,
        previous: Option<Known>,
        now: Timestamp,
    ) -> Known {
        let stored = self.stored(cell).await.map(Arc::new);
        if let Some(ensemble) = stored.clone().filter(|ensemble| now < ensemble.fresh_until) {
            // Another process has fetched it.
            return Known { check_at: ensemble.fresh_until, ensemble: Ok(ensemble) };
        }
        match provider.fetch(cell, now).await {
            Ok(ensemble) => {
                self.store(cell, &ensemble, now).await;
                Known { check_at: ensemble.fresh_until, ensemble: Ok(Arc::new(ensemble)) }
            }
            Err(failure) => {
                let (reason, pause) = match failure {
                    ServiceFailure::NotInPlan => (Reason::SwitchedOff, RETRY_AFTER_REFUSAL),
                    ServiceFailure::Refused => (Reason::NotProvidedBySource, RETRY_AFTER_REFUSAL),
                    ServiceFailure::Failed => (Reason::SourceFailed, RETRY_AFTER_FAILURE),
                };
                // The last one is better than none; the report shows its age and stops using it after a day.
                let old = previous.and_then(|known| known.ensemble.ok()).or(stored);
                Known { ensemble: old.ok_or(reason), check_at: now + pause }
            }
        }
    }

    async fn stored(&self, cell: GridPoint) -> Option<Ensemble> {
        queries::find_ensemble(&self.db, cell)
            .await
            .inspect_err(|error| tracing::warn!(%error, "stored ensemble could not be read"))
            .ok()
            .flatten()
    }

    async fn store(&self, cell: GridPoint, ensemble: &Ensemble, now: Timestamp) {
        if let Err(error) = queries::upsert_ensemble(&self.db, cell, ensemble).await {
            tracing::warn!(%error, "ensemble could not be stored");
        }
        let count = self.stored_count.fetch_add(1, Ordering::Relaxed);
        if count.is_multiple_of(CLEANUP_EVERY)
            && let Err(error) = queries::delete_ensembles_before(&self.db, now - KEPT).await
        {
            tracing::warn!(%error, "old ensembles could not be deleted");
        }
    }
}
