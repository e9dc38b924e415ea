//! What a report gets beside its forecast: the ensemble, the normals, the accuracy and the stations of the place. None of
//! them delays the forecast for long, nor makes it fail.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::task::JoinHandle;

use super::Inner;
use crate::weather::analysis::hour::Supplements;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::observation::StationReport;
use crate::weather::model::snapshot::ForecastSnapshot;
use crate::weather::providers::is_live;
use crate::weather::providers::quota::Priority;
use crate::weather::report::Reason;

/// How long a report waits for what is fetched beside its forecast once that is there; the next refresh has it.
const EXTRA_WAIT: Duration = Duration::from_secs(1);

type Pending<T> = BoxFuture<'static, Result<Arc<T>, Reason>>;

pub(super) struct PendingSupplements {
    ensemble: Pending<Ensemble>,
    stations: Pending<Vec<StationReport>>,
    priority: Priority,
}

impl Inner {
    /// The ensemble is fetched beside the forecast, even when no request waits for it any more. Nothing is fetched for a
    /// background job.
    pub(super) fn start_supplements(&self, point: GridPoint, priority: Priority) -> PendingSupplements {
        let ensembles = self.ensembles.clone();
        let task = tokio::spawn(async move {
            match priority {
                Priority::Interactive => ensembles.find_or_fetch(point).await,
                Priority::Background => ensembles.find(point).await,
            }
        });
        let observations = self.observations.clone();
        let stations = tokio::spawn(async move {
            match priority {
                Priority::Interactive => observations.find_or_fetch(point).await,
                Priority::Background => observations.find(point).await,
            }
        });
        PendingSupplements { ensemble: awaited(task), stations: awaited(stations), priority }
    }

    /// Simulated weather has a simulated ensemble and climate and never real ones, and the other way round.
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
            let (ensemble, stations) = futures_util::future::join(pending.ensemble, pending.stations).await;
            return Supplements { ensemble, normals, calibration, stations };
        }
        let ensemble = match self.ensembles.is_switched_off() {
            true => Err(Reason::SwitchedOff),
            false => self
                .providers
                .simulated_ensemble(point, &snapshot.forecast, now)
                .map(Arc::new)
                .ok_or(Reason::NotProvidedBySource),
        };
        let normals = self.has_normals.then(|| self.providers.simulated_normals(point)).flatten().map(Arc::new);
        let stations = match self.observations.is_switched_off() {
            true => Err(Reason::SwitchedOff),
            false => self
                .providers
                .simulated_station(point, now)
                .map(|report| Arc::new(vec![report]))
                .ok_or(Reason::NotProvidedBySource),
        };
        Supplements { ensemble, normals, calibration: self.accuracy.simulated_calibration(point).await, stations }
    }
}

fn awaited<T: Send + Sync + 'static>(task: JoinHandle<Result<Arc<T>, Reason>>) -> Pending<T> {
    let result = async move {
        match tokio::time::timeout(EXTRA_WAIT, task).await {
            Ok(joined) => joined.unwrap_or(Err(Reason::SourceFailed)),
            Err(_) => Err(Reason::NotReady),
        }
    };
    result.boxed()
}
