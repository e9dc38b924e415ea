//! Reports of stations by cell: in memory only, fetched for places that are being viewed.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;

use crate::clock::Clock;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::observation::StationReport;
use crate::weather::providers::metar::{MetarProvider, cell_of};
use crate::weather::report::Reason;

const MAX_CELLS: u64 = 20_000;
/// Stations report every half hour or hour.
const FRESH: SignedDuration = SignedDuration::from_mins(10);
const RETRY_AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(5);

/// Cheap to clone.
#[derive(Clone)]
pub struct Observations(Arc<Inner>);

struct Inner {
    /// Or why there is none.
    provider: Result<MetarProvider, Reason>,
    cache: Cache<GridPoint, Known>,
    clock: Clock,
}

#[derive(Clone)]
struct Known {
    reports: Result<Arc<Vec<StationReport>>, Reason>,
    check_at: Timestamp,
}

impl Observations {
    pub fn new(provider: Result<MetarProvider, Reason>, clock: Clock) -> Observations {
        let cache = Cache::builder().max_capacity(MAX_CELLS).build();
        Observations(Arc::new(Inner { provider, cache, clock }))
    }

    /// The operator wants none, simulated ones included.
    pub fn is_switched_off(&self) -> bool {
        matches!(self.0.provider, Err(Reason::SwitchedOff))
    }

    /// The reports around a place. Concurrent calls for one cell share a fetch; after a failure the last ones are kept,
    /// whose age the report judges.
    pub async fn find_or_fetch(&self, point: GridPoint) -> Result<Arc<Vec<StationReport>>, Reason> {
        let provider = self.0.provider.as_ref().map_err(|reason| *reason)?;
        let (cell, now) = (cell_of(point), self.0.clock.now());
        let previous = self.0.cache.get(&cell).await;
        if let Some(known) = previous.as_ref().filter(|known| now < known.check_at) {
            return known.reports.clone();
        }
        let load = async {
            match provider.fetch(cell, now).await {
                Some(reports) => Known { reports: Ok(Arc::new(reports)), check_at: now + FRESH },
                None => {
                    let old = previous.and_then(|known| known.reports.ok());
                    Known { reports: old.ok_or(Reason::SourceFailed), check_at: now + RETRY_AFTER_FAILURE }
                }
            }
        };
        let entry = self.0.cache.entry(cell).or_insert_with_if(load, |known| now >= known.check_at).await;
        entry.into_value().reports
    }

    /// The reports around a place, if they are known.
    pub async fn find(&self, point: GridPoint) -> Result<Arc<Vec<StationReport>>, Reason> {
        self.0.provider.as_ref().map_err(|reason| *reason)?;
        self.0.cache.get(&cell_of(point)).await.map_or(Err(Reason::NotReady), |known| known.reports)
    }
}
