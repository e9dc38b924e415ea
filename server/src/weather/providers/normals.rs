//! The past thirty years of a cell, from Open-Meteo's archive of the ERA5 reanalysis: fetched once, then kept.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use url::Url;

use super::open_meteo::{OpenMeteoService, ParseError, ServiceDescription, service_url};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::RequestPolicy;
use crate::settings::WeatherSettings;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::normals::{Normals, PastDay};

/// The cells of ERA5.
const CELL_DEGREES: f64 = 0.25;
const FIRST_DAY: &str = "1991-01-01";
const LAST_DAY: &str = "2020-12-31";
const DAYS: f64 = 10_958.0;
const VARIABLES: &str = "temperature_2m_max,temperature_2m_min,precipitation_sum";
/// By name: the default changes to another model in 2017, which would be a break in the series.
const MODEL: &str = "era5_seamless";

const NAME: &str = "open-meteo-archive";
const DEADLINE: Duration = Duration::from_secs(30);
/// The most that normals may take of the daily quota: three cells a day of the free one.
const SHARE: f64 = 0.1;

#[derive(Clone)]
pub struct NormalsProvider(OpenMeteoService);

/// The cell whose normals a place uses.
pub fn cell_of(point: GridPoint) -> GridPoint {
    point.on_grid(CELL_DEGREES)
}

/// By the provider's rule: three variables in tens, times the days in fourteens.
fn weight_tenths() -> u32 {
    (3.0 / 10.0 * DAYS / 14.0 * 10.0).ceil() as u32
}

impl NormalsProvider {
    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> NormalsProvider {
        NormalsProvider(self.0.with_db(db))
    }

    /// `None` when they are switched off or no source has them.
    pub fn new(
        settings: &WeatherSettings,
        db: &Db,
        clock: &Clock,
        policy: RequestPolicy,
    ) -> anyhow::Result<Option<NormalsProvider>> {
        // Thirty years take the service a while; no request waits for them.
        let deadline = policy.deadline.max(DEADLINE);
        let policy = RequestPolicy { deadline, attempt: deadline, attempts: 1, ..policy };
        let description = ServiceDescription {
            name: NAME,
            quota_share: SHARE,
            setting: "HALCYON_WEATHER_NORMALS",
            is_switched_on: settings.has_normals,
            concurrency: 1,
        };
        Ok(OpenMeteoService::new(description, settings, db, clock, policy)?.ok().map(NormalsProvider))
    }

    /// `None` when it failed or the quota does not allow it.
    pub async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Option<Normals> {
        let NormalsProvider(service) = self;
        service.get(archive_url(&service.base, cell), weight_tenths(), parse, now).await.ok()
    }
}

fn archive_url(base: &Url, cell: GridPoint) -> Url {
    let mut url = service_url(base, "archive-api", "/v1/archive");
    url.query_pairs_mut()
        .append_pair("latitude", &cell.latitude().to_string())
        .append_pair("longitude", &cell.longitude().to_string())
        .append_pair("start_date", FIRST_DAY)
        .append_pair("end_date", LAST_DAY)
        .append_pair("daily", VARIABLES)
        .append_pair("models", MODEL)
        // The cell's own height, so that one set serves places at any height.
        .append_pair("elevation", "nan")
        .append_pair("timezone", "auto");
    url
}

#[derive(Deserialize)]
struct ArchiveAnswer {
    elevation: Option<f64>,
    daily: DailyWire,
}

#[derive(Deserialize)]
struct DailyWire {
    time: Vec<Date>,
    temperature_2m_max: Vec<Option<f64>>,
    temperature_2m_min: Vec<Option<f64>>,
    precipitation_sum: Vec<Option<f64>>,
}

fn parse(body: &[u8]) -> Result<Normals, ParseError> {
    let ArchiveAnswer { elevation, daily } = serde_json::from_slice(body)?;
    let at = |column: &[Option<f64>], index: usize, range: std::ops::RangeInclusive<f64>| {
        column.get(index).copied().flatten().filter(|value| range.contains(value))
    };
    let day = |(index, date): (usize, &Date)| PastDay {
        date: *date,
        high: at(&daily.temperature_2m_max, index, -100.0..=70.0),
        low: at(&daily.temperature_2m_min, index, -100.0..=70.0),
        precipitation: at(&daily.precipitation_sum, index, 0.0..=2_000.0),
    };
    let days: Vec<PastDay> = daily.time.iter().enumerate().map(day).collect();
    let elevation = elevation.filter(|metres| (-500.0..=9_000.0).contains(metres)).map(|metres| metres.round() as i16);
    Normals::of(&days, elevation).ok_or(ParseError::Missing)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// 0.3 × 10,958 / 14 = 234.8.
    #[test]
    fn one_cell_weighs_235_calls() {
        assert_eq!(weight_tenths(), 2349);
    }

    #[test]
    fn an_answer_without_most_of_its_days_is_unusable() {
        let body = br#"{"elevation": 38.0, "daily": {"time": ["1991-01-01"], "temperature_2m_max": [1.0],
            "temperature_2m_min": [null], "precipitation_sum": [0.0]}}"#;
        assert!(matches!(parse(body), Err(ParseError::Missing)));
    }
}
