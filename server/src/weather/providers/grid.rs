//! Forecasts of a whole region in one call, for the map: temperature, wind and precipitation on a coarse grid.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use url::Url;

use super::open_meteo::{NamedSeries, OpenMeteoService, ParseError, ServiceDescription, ServiceFailure, service_url};
use crate::clock::Clock;
use crate::db::Db;
use crate::model_grid::{GridField, POINTS, Region, RegionGrid};
use crate::outbound::RequestPolicy;
use crate::settings::WeatherSettings;
use crate::weather::report::Reason;

const NAME: &str = "open-meteo-map";
/// The most that maps may take of the daily quota: thirty regions a day of the free one.
const SHARE: f64 = 0.25;
/// Global models run every six hours.
const FRESH: SignedDuration = SignedDuration::from_hours(6);
/// The map shows two hours back and twelve ahead, also of a grid that is six hours old.
const PAST_HOURS: &str = "3";
const FORECAST_HOURS: &str = "25";
/// Each point counts as a call.
const WEIGHT_TENTHS: u32 = 10 * POINTS as u32;
const HOUR_SECONDS: i64 = 3600;

pub struct GridProvider(OpenMeteoService);

pub fn fresh_until(grid: &RegionGrid) -> Timestamp {
    grid.fetched_at + FRESH
}

impl GridProvider {
    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> GridProvider {
        GridProvider(self.0.with_db(db))
    }

    /// The source of grids, or why there is none. Only Open-Meteo has many places in one call.
    pub fn new(
        settings: &WeatherSettings,
        db: &Db,
        clock: &Clock,
        policy: RequestPolicy,
    ) -> anyhow::Result<Result<GridProvider, Reason>> {
        let description = ServiceDescription {
            name: NAME,
            quota_share: SHARE,
            setting: "HALCYON_WEATHER_MAP",
            is_switched_on: settings.has_map,
            concurrency: 2,
        };
        Ok(OpenMeteoService::new(description, settings, db, clock, policy)?.map(GridProvider))
    }

    pub async fn fetch(&self, region: Region, now: Timestamp) -> Result<RegionGrid, ServiceFailure> {
        let GridProvider(service) = self;
        service.get(grid_url(&service.base, region), WEIGHT_TENTHS, |body| parse(body, now), now).await
    }
}

fn grid_url(base: &Url, region: Region) -> Url {
    let points = region.points();
    let list = |degrees: Vec<f64>| degrees.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let mut url = service_url(base, "api", "/v1/forecast");
    url.query_pairs_mut()
        .append_pair("latitude", &list(points.iter().map(|point| point.latitude).collect()))
        .append_pair("longitude", &list(points.iter().map(|point| point.longitude).collect()))
        .append_pair("hourly", &GridField::ALL.map(variable).join(","))
        .append_pair("past_hours", PAST_HOURS)
        .append_pair("forecast_hours", FORECAST_HOURS)
        .append_pair("wind_speed_unit", "ms")
        .append_pair("timeformat", "unixtime");
    url
}

const fn variable(field: GridField) -> &'static str {
    match field {
        GridField::Temperature => "temperature_2m",
        GridField::Wind => "wind_speed_10m",
        GridField::Rain => "precipitation",
    }
}

/// What a value may be in the unit that was asked for.
const fn plausible(field: GridField) -> (&'static str, f64, f64) {
    match field {
        GridField::Temperature => ("°C", -95.0, 65.0),
        GridField::Wind => ("m/s", 0.0, 120.0),
        GridField::Rain => ("mm", 0.0, 400.0),
    }
}

#[derive(Deserialize)]
struct PointAnswer {
    hourly_units: HashMap<String, String>,
    hourly: NamedSeries<i64>,
}

impl PointAnswer {
    fn value(&self, field: GridField, hour: usize) -> Option<f64> {
        let (unit, least, most) = plausible(field);
        let name = variable(field);
        // A sum describes the hour before its time: that of this hour is one row further.
        let row = if field == GridField::Rain { hour + 1 } else { hour };
        let value = self.hourly.series.get(name)?.get(row).copied().flatten()?;
        let has_unit = self.hourly_units.get(name).is_some_and(|declared| declared == unit);
        (has_unit && (least..=most).contains(&value)).then_some(value)
    }
}

fn parse(body: &[u8], now: Timestamp) -> Result<RegionGrid, ParseError> {
    let answers: Vec<PointAnswer> = serde_json::from_slice(body)?;
    if answers.len() != POINTS {
        return Err(ParseError::Count);
    }
    let time = &answers[0].hourly.time;
    let is_hourly = time.windows(2).all(|pair| pair[1] - pair[0] == HOUR_SECONDS);
    let first = time.first().copied().filter(|first| is_hourly && first % HOUR_SECONDS == 0);
    let first_hour = first.and_then(|first| Timestamp::from_second(first).ok()).ok_or(ParseError::Times)?;
    if answers.iter().any(|answer| answer.hourly.time != *time) {
        return Err(ParseError::Times);
    }
    // The last row only has the sum of the hour before it.
    let hours = time.len() - 1;
    let grid = RegionGrid::new(now, first_hour, hours, |field, hour, point| answers[point].value(field, hour));
    let is_known = |answer: &PointAnswer| (0..hours).any(|hour| answer.value(GridField::Temperature, hour).is_some());
    if answers.iter().any(is_known) { Ok(grid) } else { Err(ParseError::Missing) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::geo::coordinates::Coordinates;

    const FIRST: i64 = 1_790_002_800;

    /// The answer for one point: three hours, and the sum of the last one.
    fn point(temperature: f64) -> Value {
        json!({
            "hourly_units": {"time": "unixtime", "temperature_2m": "°C", "wind_speed_10m": "m/s", "precipitation": "mm"},
            "hourly": {
                "time": [FIRST, FIRST + 3600, FIRST + 7200, FIRST + 10_800],
                "temperature_2m": [temperature, temperature + 1.0, null, 0.0],
                "wind_speed_10m": [3.0, -1.0, 4.0, 5.0],
                "precipitation": [9.0, 0.5, 0.0, 1.5],
            }
        })
    }

    fn answer() -> Value {
        Value::Array((0..POINTS).map(|_| point(7.0)).collect())
    }

    fn parsed(answer: &Value) -> Result<RegionGrid, ParseError> {
        parse(answer.to_string().as_bytes(), Timestamp::UNIX_EPOCH)
    }

    fn berlin() -> (Region, Coordinates) {
        let place = Coordinates { latitude: 52.52, longitude: 13.41 };
        (Region::at(place), place)
    }

    #[test]
    fn each_hour_has_its_temperature_and_the_sum_that_follows() {
        let (grid, (region, place)) = (parsed(&answer()).unwrap(), berlin());
        let at =
            |field, hour: i64| grid.value(field, Timestamp::from_second(FIRST + 3600 * hour).unwrap(), region, place);
        assert_eq!(grid.hours(), 3);
        assert_eq!([0, 1, 2].map(|hour| at(GridField::Temperature, hour)), [Some(7.0), Some(8.0), None]);
        assert_eq!(
            [0, 1, 2].map(|hour| at(GridField::Wind, hour)),
            [Some(3.0), None, Some(4.0)],
            "impossible: unknown"
        );
        assert_eq!([0, 1, 2].map(|hour| at(GridField::Rain, hour)), [Some(0.5), Some(0.0), Some(1.5)]);
    }

    #[test]
    fn an_answer_of_another_size_unit_or_time_is_not_used() {
        let mut few = answer();
        few.as_array_mut().unwrap().pop();
        assert!(matches!(parsed(&few), Err(ParseError::Count)));
        let mut late = answer();
        late[5]["hourly"]["time"][0] = json!(FIRST + 1);
        assert!(matches!(parsed(&late), Err(ParseError::Times)));
        let mut fahrenheit = answer();
        for point in fahrenheit.as_array_mut().unwrap() {
            point["hourly_units"]["temperature_2m"] = json!("°F");
        }
        assert!(matches!(parsed(&fahrenheit), Err(ParseError::Missing)));
    }

    #[test]
    fn one_call_asks_for_all_points_of_a_region() {
        let url = grid_url(&"https://api.open-meteo.com".parse().unwrap(), berlin().0);
        assert_eq!((url.host_str(), url.path()), (Some("api.open-meteo.com"), "/v1/forecast"));
        let latitudes = url.query_pairs().find(|(name, _)| name == "latitude").unwrap().1.into_owned();
        assert_eq!(latitudes.split(',').count(), 81);
        assert!(latitudes.starts_with("50,") && latitudes.ends_with(",60"), "{latitudes}");
    }
}
