//! The grids of the map: fetched for regions that are being viewed, otherwise as they are known.

use std::sync::Arc;

use jiff::Timestamp;

use super::Weather;
use crate::model_grid::{CreditedGrid, Effort, Region, RegionGrid, full_hour};
use crate::settings::SourceId;
use crate::weather::model::grid::GridPoint;
use crate::weather::providers::{credit, grid};

const CORNER_DEGREES: f64 = 1.0;

impl Weather {
    /// The grids of some regions, in their order. Without a weather service they are simulated.
    pub async fn region_grids(&self, regions: Vec<Region>, effort: Effort) -> Vec<Option<CreditedGrid>> {
        let is_simulated = self.0.providers.is_simulated_only();
        let source = credit(if is_simulated { SourceId::Simulated } else { SourceId::OpenMeteo });
        let credited = |grid: Arc<RegionGrid>| CreditedGrid {
            grid,
            is_simulated,
            attribution: source.attribution.clone(),
            url: source.url.clone(),
        };
        let grids =
            if is_simulated { self.simulated_grids(&regions).await } else { self.live_grids(&regions, effort).await };
        grids.into_iter().map(|grid| grid.map(&credited)).collect()
    }

    async fn simulated_grids(&self, regions: &[Region]) -> Vec<Option<Arc<RegionGrid>>> {
        let (Some(simulated), now) = (self.0.providers.simulated(), self.now()) else {
            return vec![None; regions.len()];
        };
        let mut grids = Vec::with_capacity(regions.len());
        for region in regions.iter().copied() {
            let make = async move { tokio::task::spawn_blocking(move || Arc::new(simulated.grid(region, now))).await };
            grids.push(self.0.simulated_grids.try_get_with((region, full_hour(now)), make).await.ok());
        }
        grids
    }

    async fn live_grids(&self, regions: &[Region], effort: Effort) -> Vec<Option<Arc<RegionGrid>>> {
        let now = self.now();
        let mut known = Vec::with_capacity(regions.len());
        for region in regions {
            known.push(match corner_of(*region) {
                Some(corner) => self.0.grids.find(corner).await.ok(),
                None => None,
            });
        }
        let Effort::Fetch(client) = effort else { return known };
        let is_fresh = |grid: &Option<Arc<RegionGrid>>| grid.as_ref().is_some_and(|grid| is_fresh(grid, now));
        let is_refused = || match (&self.0.refresh_limit, client) {
            (Some(limit), Some(address)) => limit.count(address).is_err(),
            _ => false,
        };
        // One map counts as one refresh, however many regions it shows.
        if known.iter().all(is_fresh) || is_refused() {
            return known;
        }
        let fetches = regions.iter().zip(known).map(|(region, known)| async move {
            if is_fresh(&known) { known } else { self.fetched_grid(*region).await.or(known) }
        });
        futures_util::future::join_all(fetches).await
    }

    async fn fetched_grid(&self, region: Region) -> Option<Arc<RegionGrid>> {
        let (store, corner) = (self.0.grids.clone(), corner_of(region)?);
        let fetch = tokio::spawn(async move { store.find_or_fetch(corner).await });
        tokio::time::timeout(self.0.waits.grids, fetch).await.ok()?.ok()?.ok()
    }
}

fn is_fresh(grid: &RegionGrid, now: Timestamp) -> bool {
    now < grid::fresh_until(grid)
}

/// The key of a region.
fn corner_of(region: Region) -> Option<GridPoint> {
    let corner = region.corner();
    GridPoint::nearest(corner.latitude, corner.longitude, CORNER_DEGREES)
}
