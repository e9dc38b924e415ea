//! What reports get by cell beside their forecast: how long it is fresh, and where it is stored.

use jiff::{SignedDuration, Timestamp};

use super::cell_store::{CellSource, CellStore};
use crate::db::Db;
use crate::geo::coordinates::Coordinates;
use crate::model_grid::{Region, RegionGrid};
use crate::weather::cache::{air_queries, ensemble_queries, grid_queries};
use crate::weather::model::air::PackedAir;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::observation::StationReport;
use crate::weather::providers::air::AirProvider;
use crate::weather::providers::ensemble::EnsembleProvider;
use crate::weather::providers::grid::GridProvider;
use crate::weather::providers::metar::MetarProvider;
use crate::weather::providers::open_meteo::ServiceFailure;
use crate::weather::providers::{air, ensemble, grid, metar};

pub type Ensembles = CellStore<EnsembleProvider>;
pub type AirStore = CellStore<AirProvider>;
pub type GridStore = CellStore<GridProvider>;
pub type Observations = CellStore<MetarProvider>;

impl CellSource for EnsembleProvider {
    type Data = Ensemble;
    const NAME: &'static str = "ensembles";
    /// About 12 MB.
    const MAX_CELLS_IN_MEMORY: u64 = 20_000;
    const RETRY_AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(10);

    fn cell_of(point: GridPoint) -> GridPoint {
        ensemble::cell_of(point)
    }

    /// Until the next model run.
    fn fresh_until(ensemble: &Ensemble, _now: Timestamp) -> Timestamp {
        ensemble.fresh_until
    }

    fn with_db(&self, db: &Db) -> EnsembleProvider {
        EnsembleProvider::with_db(self, db)
    }

    async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Result<Ensemble, ServiceFailure> {
        EnsembleProvider::fetch(self, cell, now).await
    }

    async fn find(db: &Db, cell: GridPoint) -> anyhow::Result<Option<Ensemble>> {
        ensemble_queries::find_ensemble(db, cell).await
    }

    async fn upsert(db: &Db, cell: GridPoint, ensemble: &Ensemble) -> anyhow::Result<()> {
        Ok(ensemble_queries::upsert_ensemble(db, cell, ensemble).await?)
    }

    async fn delete_before(db: &Db, time: Timestamp) -> anyhow::Result<()> {
        Ok(ensemble_queries::delete_ensembles_before(db, time).await?)
    }
}

impl CellSource for AirProvider {
    type Data = PackedAir;
    const NAME: &'static str = "air quality";
    /// About 25 MB.
    const MAX_CELLS_IN_MEMORY: u64 = 20_000;
    const RETRY_AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(10);

    fn cell_of(point: GridPoint) -> GridPoint {
        air::cell_of(point)
    }

    fn fresh_until(air: &PackedAir, _now: Timestamp) -> Timestamp {
        air::fresh_until(air)
    }

    fn with_db(&self, db: &Db) -> AirProvider {
        AirProvider::with_db(self, db)
    }

    async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Result<PackedAir, ServiceFailure> {
        AirProvider::fetch(self, cell, now).await
    }

    async fn find(db: &Db, cell: GridPoint) -> anyhow::Result<Option<PackedAir>> {
        air_queries::find_air(db, cell).await
    }

    async fn upsert(db: &Db, cell: GridPoint, air: &PackedAir) -> anyhow::Result<()> {
        air_queries::upsert_air(db, cell, air).await
    }

    async fn delete_before(db: &Db, time: Timestamp) -> anyhow::Result<()> {
        air_queries::delete_air_before(db, time).await
    }
}

impl CellSource for GridProvider {
    type Data = RegionGrid;
    const NAME: &'static str = "grids of the map";
    /// All regions: about 6 MB.
    const MAX_CELLS_IN_MEMORY: u64 = 500;
    const RETRY_AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(10);

    /// The south-west corner of the region.
    fn cell_of(point: GridPoint) -> GridPoint {
        let corner = region_of(point).corner();
        GridPoint::nearest(corner.latitude, corner.longitude, 1.0).unwrap_or(point)
    }

    fn fresh_until(grid: &RegionGrid, _now: Timestamp) -> Timestamp {
        grid::fresh_until(grid)
    }

    fn with_db(&self, db: &Db) -> GridProvider {
        GridProvider::with_db(self, db)
    }

    async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Result<RegionGrid, ServiceFailure> {
        GridProvider::fetch(self, region_of(cell), now).await
    }

    async fn find(db: &Db, cell: GridPoint) -> anyhow::Result<Option<RegionGrid>> {
        grid_queries::find_grid(db, cell).await
    }

    async fn upsert(db: &Db, cell: GridPoint, grid: &RegionGrid) -> anyhow::Result<()> {
        grid_queries::upsert_grid(db, cell, grid).await
    }

    async fn delete_before(db: &Db, time: Timestamp) -> anyhow::Result<()> {
        grid_queries::delete_grids_before(db, time).await
    }
}

fn region_of(point: GridPoint) -> Region {
    Region::at(Coordinates { latitude: point.latitude(), longitude: point.longitude() })
}

/// In memory only: the service is free, and a report is old after an hour.
impl CellSource for MetarProvider {
    type Data = Vec<StationReport>;
    const NAME: &'static str = "measurements";
    const MAX_CELLS_IN_MEMORY: u64 = 20_000;
    const RETRY_AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(5);

    fn cell_of(point: GridPoint) -> GridPoint {
        metar::cell_of(point)
    }

    /// Stations report every half hour or hour.
    fn fresh_until(_reports: &Vec<StationReport>, now: Timestamp) -> Timestamp {
        now + SignedDuration::from_mins(10)
    }

    fn with_db(&self, _db: &Db) -> MetarProvider {
        self.clone()
    }

    async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Result<Vec<StationReport>, ServiceFailure> {
        MetarProvider::fetch(self, cell, now).await.ok_or(ServiceFailure::Failed)
    }
}
