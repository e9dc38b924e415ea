//! Air quality and pollen, which Open-Meteo takes from the models of the Copernicus Atmosphere Monitoring Service.
//!
//! Only concentrations are requested: the provider has changed the bands of its ready-made indices twice in 2026.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use url::Url;

use super::open_meteo::{NamedSeries, OpenMeteoService, ParseError, ServiceDescription, ServiceFailure, service_url};
use crate::air::Species;
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::RequestPolicy;
use crate::settings::WeatherSettings;
use crate::weather::model::air::{Air, PackedAir, Pollutant, Series};
use crate::weather::model::grid::GridPoint;
use crate::weather::report::Reason;

const NAME: &str = "open-meteo-air";
/// The most that air quality may take of the daily quota.
const SHARE: f64 = 0.2;
/// The cells of the European model; those of the global one are larger.
const CELL_DEGREES: f64 = 0.1;
/// The models run once or twice a day.
const FRESH: SignedDuration = SignedDuration::from_hours(3);
/// The means of 24 hours need the day before.
const PAST_DAYS: &str = "1";
const FORECAST_DAYS: &str = "5";
const DUST: &str = "dust";
const SMOKE: &str = "pm10_wildfires";
/// Thirteen variables: a tenth of a call each.
const WEIGHT_TENTHS: u32 = 13;
const HOUR_SECONDS: i64 = 3600;

const CONCENTRATION_UNIT: &str = "μg/m³";
const POLLEN_UNIT: &str = "grains/m³";
const MAX_CONCENTRATION: f64 = 20_000.0;
const MAX_GRAINS: f64 = 100_000.0;

pub struct AirProvider(OpenMeteoService);

/// The cell whose air a place has.
pub fn cell_of(point: GridPoint) -> GridPoint {
    point.on_grid(CELL_DEGREES)
}

pub fn fresh_until(air: &PackedAir) -> Timestamp {
    air.fetched_at + FRESH
}

impl AirProvider {
    /// The same with other connections to the database.
    pub fn with_db(&self, db: &Db) -> AirProvider {
        AirProvider(self.0.with_db(db))
    }

    /// The source of air quality, or why there is none. Only Open-Meteo has it.
    pub fn new(
        settings: &WeatherSettings,
        db: &Db,
        clock: &Clock,
        policy: RequestPolicy,
    ) -> anyhow::Result<Result<AirProvider, Reason>> {
        let description = ServiceDescription {
            name: NAME,
            quota_share: SHARE,
            setting: "HALCYON_WEATHER_AIR",
            is_switched_on: settings.has_air,
            concurrency: 4,
        };
        Ok(OpenMeteoService::new(description, settings, db, clock, policy)?.map(AirProvider))
    }

    pub async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Result<PackedAir, ServiceFailure> {
        let AirProvider(service) = self;
        let air = service.get(air_url(&service.base, cell), WEIGHT_TENTHS, |body| parse(body, now), now).await?;
        PackedAir::pack(&air).map_err(|error| {
            tracing::warn!(%error, "air quality could not be packed");
            ServiceFailure::Failed
        })
    }
}

fn air_url(base: &Url, cell: GridPoint) -> Url {
    let pollutants = Pollutant::ALL.map(pollutant_name);
    let variables = pollutants.into_iter().chain([DUST, SMOKE]).chain(Species::ALL.map(species_name));
    let mut url = service_url(base, "air-quality-api", "/v1/air-quality");
    url.query_pairs_mut()
        .append_pair("latitude", &cell.latitude().to_string())
        .append_pair("longitude", &cell.longitude().to_string())
        .append_pair("hourly", &variables.collect::<Vec<_>>().join(","))
        .append_pair("past_days", PAST_DAYS)
        .append_pair("forecast_days", FORECAST_DAYS)
        .append_pair("timeformat", "unixtime");
    url
}

const fn pollutant_name(pollutant: Pollutant) -> &'static str {
    match pollutant {
        Pollutant::Pm25 => "pm2_5",
        Pollutant::Pm10 => "pm10",
        Pollutant::NitrogenDioxide => "nitrogen_dioxide",
        Pollutant::Ozone => "ozone",
        Pollutant::SulphurDioxide => "sulphur_dioxide",
    }
}

const fn species_name(species: Species) -> &'static str {
    match species {
        Species::Alder => "alder_pollen",
        Species::Birch => "birch_pollen",
        Species::Grass => "grass_pollen",
        Species::Mugwort => "mugwort_pollen",
        Species::Olive => "olive_pollen",
        Species::Ragweed => "ragweed_pollen",
    }
}

#[derive(Deserialize)]
struct AirAnswer {
    hourly_units: HashMap<String, String>,
    hourly: NamedSeries<i64>,
}

impl AirAnswer {
    /// Nothing is known where the series is missing, has another unit or a value that cannot be.
    fn series(&mut self, name: &str, unit: &str, max: f64) -> Series {
        let count = self.hourly.time.len();
        let has_unit = self.hourly_units.get(name).is_some_and(|declared| declared == unit);
        let series = self.hourly.series.remove(name).filter(|series| has_unit && series.len() == count);
        let plausible = |value: Option<f64>| value.filter(|value| (0.0..=max).contains(value));
        series.map_or_else(|| vec![None; count], |series| series.into_iter().map(plausible).collect())
    }
}

fn parse(body: &[u8], now: Timestamp) -> Result<Air, ParseError> {
    let mut answer: AirAnswer = serde_json::from_slice(body)?;
    let time = &answer.hourly.time;
    let is_hourly = time.windows(2).all(|pair| pair[1] - pair[0] == HOUR_SECONDS);
    let first = time.first().copied().filter(|first| is_hourly && first % HOUR_SECONDS == 0);
    let first_hour = first.and_then(|first| Timestamp::from_second(first).ok()).ok_or(ParseError::Times)?;
    let pollutants =
        Pollutant::ALL.map(|pollutant| answer.series(pollutant_name(pollutant), CONCENTRATION_UNIT, MAX_CONCENTRATION));
    if pollutants.iter().flatten().all(Option::is_none) {
        return Err(ParseError::Missing);
    }
    let [dust, smoke] = [DUST, SMOKE].map(|name| answer.series(name, CONCENTRATION_UNIT, MAX_CONCENTRATION));
    let pollen = Species::ALL.map(|species| answer.series(species_name(species), POLLEN_UNIT, MAX_GRAINS));
    Ok(Air { fetched_at: now, first_hour, pollutants, dust, smoke, pollen })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::weather::model::air::european;

    fn answer() -> Value {
        json!({
            "hourly_units": {
                "time": "unixtime", "pm2_5": "μg/m³", "pm10": "μg/m³", "ozone": "μg/m³", "grass_pollen": "grains/m³",
                "birch_pollen": "grains/m³"
            },
            "hourly": {
                "time": [1_790_002_800, 1_790_006_400],
                "pm2_5": [3.1, null], "pm10": [3.5, -1.0], "ozone": [60.0, 61.0],
                "grass_pollen": [0.0, 0.1], "birch_pollen": [null, null]
            }
        })
    }

    fn parsed(answer: &Value) -> Result<Air, ParseError> {
        parse(answer.to_string().as_bytes(), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn series_are_read_by_name_and_impossible_values_are_unknown() {
        let air = parsed(&answer()).unwrap();
        assert_eq!(air.first_hour.as_second(), 1_790_002_800);
        assert_eq!(air.pollutants[Pollutant::Pm25 as usize], [Some(3.1), None]);
        assert_eq!(air.pollutants[Pollutant::Pm10 as usize], [Some(3.5), None]);
        assert_eq!(air.pollutants[Pollutant::NitrogenDioxide as usize], [None, None]);
        assert_eq!(air.pollen[Species::Grass as usize], [Some(0.0), Some(0.1)]);
        assert_eq!(air.pollen[Species::Birch as usize], [None, None]);
    }

    #[test]
    fn a_series_in_another_unit_is_unknown_and_an_answer_without_any_is_unusable() {
        let mut changed = answer();
        changed["hourly_units"]["ozone"] = json!("ppb");
        assert_eq!(parsed(&changed).unwrap().pollutants[Pollutant::Ozone as usize], [None, None]);
        for name in ["pm2_5", "pm10"] {
            changed["hourly_units"][name] = json!("undefined");
        }
        assert!(matches!(parsed(&changed), Err(ParseError::Missing)));
    }

    /// The `current` values of a recording as an answer to our request: one hour, with a Unix time.
    fn recorded(path: &str) -> Option<(Value, Air)> {
        let recording: Value = serde_json::from_slice(&crate::testing::recording(path)?).unwrap();
        let mut hourly = json!({"time": [1_790_002_800]});
        for (name, value) in recording["current"].as_object().unwrap() {
            if name != "time" && name != "interval" {
                hourly[name] = json!([value]);
            }
        }
        let answer = json!({"hourly_units": recording["current_units"], "hourly": hourly});
        Some((recording["current"].clone(), parsed(&answer).unwrap()))
    }

    #[test]
    fn pollen_and_smoke_are_zero_out_of_season_in_europe_and_unknown_in_florida() {
        let Some((_, enschede)) = recorded("open-meteo/air_quality_enschede_2026-10-03_all_variables.json") else {
            return;
        };
        assert_eq!(enschede.pollen_at(0), [Some(0.0); 6]);
        assert_eq!((enschede.dust_at(0), enschede.smoke_at(0)), (Some(0.0), Some(0.0)));
        let Some((_, florida)) = recorded("open-meteo/air_quality_florida_2026-09-25_pollen_null.json") else { return };
        assert_eq!((florida.pollen_at(0), florida.smoke_at(0)), ([None; 6], None));
        assert_eq!(florida.concentrations_at(0), [Some(3.1), Some(3.5), Some(3.6), Some(60.0), Some(0.8)]);
    }

    /// The provider's own index of each pollutant, which has the bands of 2024 since August 2026.
    #[test]
    fn our_european_index_is_that_of_the_recorded_answer() {
        let Some((current, air)) = recorded("open-meteo/air_quality_enschede_2026-10-03_all_variables.json") else {
            return;
        };
        let index = european(&air, 0).unwrap();
        assert_eq!(json!(index.value), current["european_aqi"]);
        for pollutant in Pollutant::ALL {
            let theirs = &current[format!("european_aqi_{}", pollutant_name(pollutant))];
            assert_eq!(json!(index.pollutants[pollutant as usize]), *theirs, "{pollutant:?}");
        }
    }

    #[test]
    fn hours_that_are_not_one_after_another_are_unusable() {
        for time in [json!([]), json!([1_790_002_800, 1_790_010_000]), json!([1_790_002_801, 1_790_006_401])] {
            let mut changed = answer();
            changed["hourly"]["time"] = time;
            assert!(matches!(parsed(&changed), Err(ParseError::Times)), "{changed}");
        }
    }
}
