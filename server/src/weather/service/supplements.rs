//! What a report gets beside its forecast: the ensemble, the normals, the accuracy, the stations and the air of the place.
//! None of them delays the forecast for long, nor makes it fail.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::Inner;
use super::cell_store::{CellSource, CellStore};
use crate::weather::analysis::hour::Supplements;
use crate::weather::model::air::PackedAir;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::observation::StationReport;
use crate::weather::model::snapshot::ForecastSnapshot;
use crate::weather::providers::is_live;
use crate::weather::providers::quota::Priority;
use crate::weather::report::Reason;

type Pending<T> = BoxFuture<'static, Result<Arc<T>, Reason>>;

pub(super) struct PendingSupplements {
    ensemble: Pending<Ensemble>,
    stations: Pending<Vec<StationReport>>,
    air: Pending<PackedAir>,
    priority: Priority,
}

impl Inner {
    /// All are fetched beside the forecast, even when no request waits for them any more. Nothing is fetched for a
    /// background job.
    pub(super) fn start_supplements(&self, point: GridPoint, priority: Priority) -> PendingSupplements {
        let wait = self.waits.supplements;
        PendingSupplements {
            ensemble: start(&self.ensembles, point, priority, wait),
            stations: start(&self.observations, point, priority, wait),
            air: start(&self.air, point, priority, wait),
            priority,
        }
    }

    /// Simulated weather has a simulated ensemble, climate, station and air and never real ones, and the other way round.
    pub(super) async fn finish_supplements(
        &self,
        point: GridPoint,
        snapshot: Option<&ForecastSnapshot>,
        pending: PendingSupplements,
        now: Timestamp,
    ) -> Supplements {
        let Some(snapshot) = snapshot else { return Supplements::default() };
        if is_live(snapshot.source) {
            let may_fetch = pending.priority == Priority::Interactive;
            let normals = self.normals.find(point, may_fetch).await;
            let calibration = self.accuracy.calibration(point).await;
            let (ensemble, stations, air) =
                futures_util::future::join3(pending.ensemble, pending.stations, pending.air).await;
            return Supplements { ensemble, normals, calibration, stations, air };
        }
        let ensemble = || self.providers.simulated_ensemble(point, &snapshot.forecast, now);
        let stations = || self.providers.simulated_station(point, now).map(|report| vec![report]);
        Supplements {
            ensemble: simulated(&self.ensembles, ensemble),
            normals: self.has_normals.then(|| self.providers.simulated_normals(point)).flatten().map(Arc::new),
            calibration: self.accuracy.simulated_calibration(point).await,
            stations: simulated(&self.observations, stations),
            air: self.simulated_air(point, now),
        }
    }

    pub(super) fn simulated_air(&self, point: GridPoint, now: Timestamp) -> Result<Arc<PackedAir>, Reason> {
        simulated(&self.air, || self.providers.simulated_air(point, now))
    }
}

/// What the operator switched off is not simulated either.
fn simulated<Source: CellSource>(
    store: &CellStore<Source>,
    simulate: impl FnOnce() -> Option<Source::Data>,
) -> Result<Arc<Source::Data>, Reason> {
    if store.is_switched_off() {
        return Err(Reason::SwitchedOff);
    }
    simulate().map(Arc::new).ok_or(Reason::NotProvidedBySource)
}

fn start<Source: CellSource>(
    store: &CellStore<Source>,
    point: GridPoint,
    priority: Priority,
    wait: Duration,
) -> Pending<Source::Data> {
    // Without a source there is nothing to wait for.
    if let Some(reason) = store.missing_source() {
        return std::future::ready(Err(reason)).boxed();
    }
    let store = store.clone();
    let task = tokio::spawn(async move {
        match priority {
            Priority::Interactive => store.find_or_fetch(point).await,
            Priority::Background => store.find(point).await,
        }
    });
    let result = async move {
        match tokio::time::timeout(wait, task).await {
            Ok(joined) => joined.unwrap_or(Err(Reason::SourceFailed)),
            Err(_) => Err(Reason::NotReady),
        }
    };
    result.boxed()
}
