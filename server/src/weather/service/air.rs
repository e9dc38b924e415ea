//! The air of a place: its hours for the page, and today for notifications.

use std::net::IpAddr;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream;

use super::Weather;
use crate::air::AirToday;
use crate::error::AppError;
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::time_zone_at;
use crate::weather::assemble::air::{air_report, air_today, is_too_old};
use crate::weather::model::air::PackedAir;
use crate::weather::model::grid::GridPoint;
use crate::weather::providers::is_live;
use crate::weather::report::{AirReport, Reason};

const MAX_CONCURRENT_FETCHES: usize = 4;

impl Weather {
    /// The air of a place hour by hour: the same data as in its report. It is fetched only if no report has done so, which
    /// counts as a refresh of the client.
    pub async fn air(&self, point: GridPoint, client: Option<IpAddr>) -> Result<AirReport, AppError> {
        let (now, zone) = (self.now(), time_zone_at(coordinates(point)));
        let is_simulated = match self.0.cache.get(&point).await.and_then(|entry| entry.source()) {
            Some(source) => !is_live(source),
            None => self.0.providers.is_simulated_only(),
        };
        let packed =
            if is_simulated { self.0.simulated_air(point, now) } else { self.known_air(point, client).await? };
        Ok(air_report(packed.as_deref().map_err(|reason| *reason), &zone, is_simulated, now))
    }

    async fn known_air(
        &self,
        point: GridPoint,
        client: Option<IpAddr>,
    ) -> Result<Result<Arc<PackedAir>, Reason>, AppError> {
        let known = self.0.air.find(point).await;
        let is_missing = match &known {
            Ok(packed) => is_too_old(packed, self.now()),
            Err(reason) => *reason == Reason::NotReady,
        };
        if !is_missing {
            return Ok(known);
        }
        if let (Some(limit), Some(address)) = (&self.0.refresh_limit, client) {
            limit.count(address)?;
        }
        let store = self.0.air.clone();
        // It goes on when the request does not wait for it any longer.
        let fetch = tokio::spawn(async move { store.find_or_fetch(point).await });
        Ok(match tokio::time::timeout(self.0.waits.supplements, fetch).await {
            Ok(joined) => joined.unwrap_or(Err(Reason::SourceFailed)),
            Err(_) => Err(Reason::NotReady),
        })
    }

    /// Today's air at each place, for notifications; `None` where it is not known. Simulated air is never known.
    pub async fn air_today_bulk(&self, places: &[Coordinates]) -> Vec<Option<AirToday>> {
        let each = places.iter().map(|place| async move {
            let point = GridPoint::nearest(place.latitude, place.longitude, self.0.grid_degrees)?;
            let packed = self.0.air.find_or_fetch(point).await.ok()?;
            air_today(&packed, &time_zone_at(*place), self.now())
        });
        stream::iter(each.collect::<Vec<_>>()).buffered(MAX_CONCURRENT_FETCHES).collect().await
    }
}

fn coordinates(point: GridPoint) -> Coordinates {
    Coordinates { latitude: point.latitude(), longitude: point.longitude() }
}
