//! Open-Meteo's ensembles: how certain the days of a forecast are.
//!
//! Two calls per cell and model run. The means and standard deviations of two models give the band of temperatures for
//! the weight of one call. Amounts of precipitation have no symmetric spread, so they and the wind come from the members
//! of one model.

mod parse;
mod request;
mod temperature;

use jiff::{SignedDuration, Timestamp};

use self::parse::{combine, parse_means, parse_members};
use super::open_meteo::{OpenMeteoService, ServiceDescription, ServiceFailure};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::RequestPolicy;
use crate::settings::WeatherSettings;
use crate::weather::model::ensemble::Ensemble;
use crate::weather::model::grid::GridPoint;
use crate::weather::report::Reason;

/// The models have cells of 25 km: places closer than this share an ensemble.
const CELL_DEGREES: f64 = 0.1;
/// Model runs start every six hours from midnight UTC and are complete this much later.
const RUN_INTERVAL_SECONDS: i64 = 6 * 3600;
const RUN_DELAY_SECONDS: i64 = 5 * 3600 + 1800;
/// Cells are fetched spread over this time after a run.
const RUN_SPREAD_SECONDS: i64 = 1200;

const NAME: &str = "open-meteo-ensemble";
/// The most that ensembles may take of the daily quota.
const SHARE: f64 = 0.2;

pub struct EnsembleProvider(OpenMeteoService);

/// The cell whose ensemble a place uses.
pub fn cell_of(point: GridPoint) -> GridPoint {
    point.on_grid(CELL_DEGREES)
}

/// When the first model run after `now` is expected to be complete for a cell.
pub fn next_run(cell: GridPoint, now: Timestamp) -> Timestamp {
    let since = now.as_second() - RUN_DELAY_SECONDS - spread(cell);
    let next = (since.div_euclid(RUN_INTERVAL_SECONDS) + 1) * RUN_INTERVAL_SECONDS;
    Timestamp::from_second(next + RUN_DELAY_SECONDS + spread(cell)).unwrap_or(now + SignedDuration::from_hours(6))
}

/// The same for every process, so that they agree on which run is current.
fn spread(cell: GridPoint) -> i64 {
    (i64::from(cell.latitude_e4) * 31 + i64::from(cell.longitude_e4) * 17).rem_euclid(RUN_SPREAD_SECONDS)
}

impl EnsembleProvider {
    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> EnsembleProvider {
        EnsembleProvider(self.0.with_db(db))
    }

    /// The source of ensembles, or why there is none. Only Open-Meteo has them.
    pub fn new(
        settings: &WeatherSettings,
        db: &Db,
        clock: &Clock,
        policy: RequestPolicy,
    ) -> anyhow::Result<Result<EnsembleProvider, Reason>> {
        let description = ServiceDescription {
            name: NAME,
            quota_share: SHARE,
            setting: "HALCYON_WEATHER_CONFIDENCE",
            is_switched_on: settings.has_confidence,
            concurrency: 4,
        };
        Ok(OpenMeteoService::new(description, settings, db, clock, policy)?.map(EnsembleProvider))
    }

    /// The ensemble of a cell. One of the two calls is enough for an answer.
    pub async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Result<Ensemble, ServiceFailure> {
        let EnsembleProvider(service) = self;
        let (means, members) = (request::means_url(&service.base, cell), request::members_url(&service.base, cell));
        let temperatures = service.get(means, request::means_weight_tenths(), |body| parse_means(body, cell), now);
        let amounts = service.get(members, request::members_weight_tenths(), parse_members, now);
        let (temperatures, amounts) = futures_util::future::join(temperatures, amounts).await;
        let failure = match (&temperatures, &amounts) {
            (Err(failure), Err(_)) => Some(*failure),
            _ => None,
        };
        if let Some(failure) = failure {
            return Err(failure);
        }
        let days = combine(temperatures.unwrap_or_default(), amounts.unwrap_or_default());
        if days.is_empty() {
            return Err(ServiceFailure::Refused);
        }
        Ok(Ensemble { fetched_at: now, fresh_until: next_run(cell, now), days })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_ensemble_is_current_until_the_next_run_is_complete() {
        let cell = GridPoint::nearest(52.5, 13.4, CELL_DEGREES).unwrap();
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        // The runs of 00, 06, 12 and 18 UTC are complete five and a half hours later, at most twenty minutes more here.
        for (now, from, until) in [
            ("2026-11-17T00:00:00Z", "2026-11-17T05:30:00Z", "2026-11-17T05:50:00Z"),
            ("2026-11-17T05:50:00Z", "2026-11-17T11:30:00Z", "2026-11-17T11:50:00Z"),
            ("2026-11-17T23:51:00Z", "2026-11-18T05:30:00Z", "2026-11-18T05:50:00Z"),
        ] {
            let next = next_run(cell, at(now));
            assert!((at(from)..at(until)).contains(&next), "{now}: {next}");
        }
        assert!(next_run(cell, next_run(cell, at("2026-11-17T00:00:00Z"))) > at("2026-11-17T11:00:00Z"));
    }

    #[test]
    fn places_of_one_cell_and_every_elevation_share_an_ensemble() {
        let point = |latitude, longitude| GridPoint::nearest(latitude, longitude, 0.01).unwrap();
        let hut = GridPoint { elevation: Some(2950), ..point(52.52, 13.41) };
        assert_eq!(cell_of(hut), cell_of(point(52.48, 13.38)));
        assert_ne!(cell_of(hut), cell_of(point(52.58, 13.41)));
    }
}
