//! Open-Meteo: its wire types and their mapping to the forecast.

mod request;
mod service;
mod steps;

use std::collections::HashMap;

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use serde::Deserialize;

pub use self::request::{HAZARD_WEIGHT_TENTHS, forecast_url, hazard_url, key_header, service_url, weight_tenths};
pub use self::service::{NamedSeries, OpenMeteoService, Series, ServiceDescription, ServiceFailure};
use self::steps::has_own_quarters;
pub use self::steps::with_steps;
use crate::geo::timezone;
use crate::weather::model::conditions::Sky;
use crate::weather::model::forecast::{Forecast, Hour, QuarterHour, StepHours};
use crate::weather::model::grid::GridPoint;

#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    #[error("unexpected JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("invalid times")]
    Times,
    #[error("unexpected number of places")]
    Count,
    #[error("requested values are missing")]
    Missing,
}

/// Parses an answer in the units it declares.
pub fn parse(body: &[u8], latitude: f64, longitude: f64) -> Result<Forecast, ParseError> {
    forecast(serde_json::from_slice(body)?, latitude, longitude)
}

/// Parses the answer for many places, in their order; a single place comes without a list.
pub fn parse_many(body: &[u8], points: &[GridPoint]) -> Result<Vec<Forecast>, ParseError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Answers {
        Many(Vec<ForecastResponse>),
        One(Box<ForecastResponse>),
    }
    let answers = match serde_json::from_slice(body)? {
        Answers::Many(answers) => answers,
        Answers::One(answer) => vec![*answer],
    };
    if answers.len() != points.len() {
        return Err(ParseError::Count);
    }
    let parse = |(answer, point): (ForecastResponse, &GridPoint)| forecast(answer, point.latitude(), point.longitude());
    answers.into_iter().zip(points).map(parse).collect()
}

fn forecast(answer: ForecastResponse, latitude: f64, longitude: f64) -> Result<Forecast, ParseError> {
    let offset = answer.utc_offset_seconds;
    let hourly = answer.hourly.as_ref().map(|wire| hours(wire, &answer.hourly_units, offset)).transpose()?;
    let quarters =
        answer.minutely_15.as_ref().map(|wire| quarters(wire, &answer.minutely_15_units, offset)).transpose()?;
    let now = answer.current.as_ref().map(|wire| current(wire, &answer.current_units, offset)).transpose()?;
    let timezone = answer.timezone.filter(|name| timezone::is_known(name));
    Ok(Forecast {
        timezone: timezone.unwrap_or_else(|| timezone::timezone_at(latitude, longitude)),
        elevation: answer.elevation,
        now,
        hours: hourly.unwrap_or_default(),
        quarters: quarters.unwrap_or_default(),
        quarters_interpolated: !has_own_quarters(latitude, longitude),
        spans: Vec::new(),
    })
}

type UnitsByVariable = HashMap<String, String>;

#[derive(Deserialize)]
struct ForecastResponse {
    timezone: Option<String>,
    #[serde(default)]
    utc_offset_seconds: i64,
    elevation: Option<f64>,
    current: Option<CurrentWire>,
    #[serde(default)]
    current_units: UnitsByVariable,
    hourly: Option<HourlyWire>,
    #[serde(default)]
    hourly_units: UnitsByVariable,
    minutely_15: Option<QuarterWire>,
    #[serde(default)]
    minutely_15_units: UnitsByVariable,
}

/// Unix seconds, or a local time without an offset.
#[derive(Deserialize)]
#[serde(untagged)]
enum WireTime {
    Unix(i64),
    Local(String),
}

impl WireTime {
    fn second(&self, offset: i64) -> Result<i64, ParseError> {
        match self {
            WireTime::Unix(second) => Ok(*second),
            WireTime::Local(text) => Ok(civil_second(text)?.saturating_sub(offset)),
        }
    }
}

/// The whole answer has one offset, even when the clocks change within it.
fn civil_second(text: &str) -> Result<i64, ParseError> {
    let local: DateTime = text.parse().map_err(|_| ParseError::Times)?;
    Ok(local.to_zoned(TimeZone::UTC).map_err(|_| ParseError::Times)?.timestamp().as_second())
}

#[derive(Deserialize)]
struct CurrentWire {
    time: WireTime,
    temperature_2m: Option<f64>,
    apparent_temperature: Option<f64>,
    relative_humidity_2m: Option<f64>,
    dew_point_2m: Option<f64>,
    weather_code: Option<f64>,
    cloud_cover: Option<f64>,
    pressure_msl: Option<f64>,
    visibility: Option<f64>,
    wind_speed_10m: Option<f64>,
    wind_direction_10m: Option<f64>,
    wind_gusts_10m: Option<f64>,
    uv_index: Option<f64>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct HourlyWire {
    time: Vec<WireTime>,
    temperature_2m: Series,
    apparent_temperature: Series,
    relative_humidity_2m: Series,
    dew_point_2m: Series,
    precipitation: Series,
    snowfall: Series,
    precipitation_probability: Series,
    weather_code: Series,
    cloud_cover: Series,
    pressure_msl: Series,
    visibility: Series,
    wind_speed_10m: Series,
    wind_direction_10m: Series,
    wind_gusts_10m: Series,
    uv_index: Series,
}

#[derive(Deserialize)]
struct QuarterWire {
    time: Vec<WireTime>,
    #[serde(default)]
    precipitation: Series,
}

fn current(wire: &CurrentWire, units: &UnitsByVariable, offset: i64) -> Result<Hour, ParseError> {
    let metric = |name: &str, value: Option<f64>| value.map(|value| to_metric(units.get(name), value));
    let code = wire.weather_code.and_then(code);
    Ok(Hour {
        time: timestamp(wire.time.second(offset)?)?,
        sky: code.and_then(Sky::from_wmo),
        code,
        temperature: metric("temperature_2m", wire.temperature_2m),
        apparent: metric("apparent_temperature", wire.apparent_temperature),
        humidity: wire.relative_humidity_2m,
        dew_point: metric("dew_point_2m", wire.dew_point_2m),
        // Without precipitation: here it is that of the past quarter hour. The running one is among the quarter hours.
        cloud: wire.cloud_cover,
        pressure: wire.pressure_msl,
        visibility: metric("visibility", wire.visibility),
        wind: metric("wind_speed_10m", wire.wind_speed_10m),
        gusts: metric("wind_gusts_10m", wire.wind_gusts_10m),
        direction: wire.wind_direction_10m,
        uv: wire.uv_index,
        ..Hour::default()
    })
}

fn hours(wire: &HourlyWire, units: &UnitsByVariable, offset: i64) -> Result<Vec<Hour>, ParseError> {
    let seconds = ascending(&wire.time, offset)?;
    let at = |name: &str, column: &Series, index: usize| {
        column.get(index).copied().flatten().map(|value| to_metric(units.get(name), value))
    };
    let mut hours = Vec::with_capacity(seconds.len());
    for (index, second) in seconds.iter().enumerate() {
        // Sums, probabilities, maxima and means describe the hour before their time: those of this hour are one row
        // further.
        let next = (seconds.get(index + 1) == Some(&second.saturating_add(3600))).then_some(index + 1);
        let following = |name: &str, column: &Series| next.and_then(|next| at(name, column, next));
        let code_at = |row: usize| at("weather_code", &wire.weather_code, row).and_then(code);
        let code = code_of_hour(code_at(index), next.and_then(code_at));
        let wind = at("wind_speed_10m", &wire.wind_speed_10m, index);
        let precipitation = following("precipitation", &wire.precipitation);
        hours.push(Hour {
            time: timestamp(*second)?,
            step: StepHours::default(),
            sky: code.and_then(Sky::from_wmo),
            code,
            temperature: at("temperature_2m", &wire.temperature_2m, index),
            temperature_p10: None,
            temperature_p90: None,
            apparent: at("apparent_temperature", &wire.apparent_temperature, index),
            humidity: at("relative_humidity_2m", &wire.relative_humidity_2m, index),
            dew_point: at("dew_point_2m", &wire.dew_point_2m, index),
            precipitation,
            probability: following("precipitation_probability", &wire.precipitation_probability),
            snowfall: following("snowfall", &wire.snowfall)
                .map(|depth| snow_depth(units.get("snowfall"), depth))
                // Some models leave a trace of snow where nothing falls.
                .map(|depth| if precipitation == Some(0.0) { 0.0 } else { depth }),
            cloud: at("cloud_cover", &wire.cloud_cover, index),
            pressure: at("pressure_msl", &wire.pressure_msl, index),
            visibility: at("visibility", &wire.visibility, index),
            wind,
            // Two models may give them: a gust is never weaker than the mean wind.
            gusts: following("wind_gusts_10m", &wire.wind_gusts_10m).map(|gusts| gusts.max(wind.unwrap_or(0.0))),
            direction: at("wind_direction_10m", &wire.wind_direction_10m, index),
            uv: following("uv_index", &wire.uv_index),
        });
    }
    Ok(hours)
}

/// The first code of precipitation; lower ones describe the sky and fog.
const FIRST_WET_CODE: u8 = 51;

/// The code of an hour from the codes at its beginning and its end. A code of precipitation or thunder is made from the
/// amounts of the hour before its time, so that of this hour stands at its end; codes of the sky describe a moment.
fn code_of_hour(at_beginning: Option<u8>, at_end: Option<u8>) -> Option<u8> {
    let is_wet = |code: &u8| *code >= FIRST_WET_CODE;
    at_end.filter(is_wet).or(at_beginning.filter(|code| !is_wet(code))).or(at_end)
}

fn quarters(wire: &QuarterWire, units: &UnitsByVariable, offset: i64) -> Result<Vec<QuarterHour>, ParseError> {
    let seconds = ascending(&wire.time, offset)?;
    let sums = wire.precipitation.iter().map(|value| value.map(|value| to_metric(units.get("precipitation"), value)));
    // They describe the quarter hour before their time, like the hours.
    seconds
        .iter()
        .zip(sums)
        .map(|(second, precipitation)| Ok(QuarterHour { time: timestamp(second.saturating_sub(900))?, precipitation }))
        .collect()
}

fn ascending(times: &[WireTime], offset: i64) -> Result<Vec<i64>, ParseError> {
    let seconds: Vec<i64> = times.iter().map(|time| time.second(offset)).collect::<Result<_, _>>()?;
    if seconds.windows(2).all(|pair| pair[0] < pair[1]) { Ok(seconds) } else { Err(ParseError::Times) }
}

/// By the unit in the answer, which may differ from the requested one.
fn to_metric(unit: Option<&String>, value: f64) -> f64 {
    match unit.map_or("", String::as_str) {
        "°F" => (value - 32.0) / 1.8,
        "km/h" => value / 3.6,
        "mp/h" | "mph" => value * 0.44704,
        "kn" => value * 0.514444,
        "inch" => value * 25.4,
        "ft" => value * 0.3048,
        _ => value,
    }
}

/// `to_metric` turned inches into millimetres; snow is in centimetres.
fn snow_depth(unit: Option<&String>, value: f64) -> f64 {
    if unit.is_some_and(|unit| unit == "inch") { value / 10.0 } else { value }
}

fn code(value: f64) -> Option<u8> {
    ((0.0..=99.0).contains(&value) && value.fract() == 0.0).then_some(value as u8)
}

fn timestamp(second: i64) -> Result<Timestamp, ParseError> {
    Timestamp::from_second(second).map_err(|_| ParseError::Times)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn amounts_maxima_and_wet_codes_belong_to_the_hour_before_their_time() {
        let answer = r#"{"hourly": {
            "time": [0, 3600, 7200, 10800],
            "temperature_2m": [10, 11, 12, 13],
            "precipitation": [0, 0.9, 0, 0],
            "snowfall": [0, 0.2, 0.5, 0],
            "weather_code": [3, 95, 2, 45],
            "wind_speed_10m": [5, 5, 8, 5],
            "wind_gusts_10m": [6, 30, 7, 6],
            "uv_index": [0, 4, 6, 5]
        }}"#;
        let hours = parse(answer.as_bytes(), 0.0, 0.0).unwrap().hours;
        let column = |field: fn(&Hour) -> Option<f64>| hours.iter().map(field).collect::<Vec<_>>();
        assert_eq!(column(|hour| hour.temperature), [Some(10.0), Some(11.0), Some(12.0), Some(13.0)]);
        assert_eq!(column(|hour| hour.precipitation), [Some(0.9), Some(0.0), Some(0.0), None]);
        assert_eq!(column(|hour| hour.snowfall), [Some(0.2), Some(0.0), Some(0.0), None], "no snow without water");
        assert_eq!(column(|hour| hour.uv), [Some(4.0), Some(6.0), Some(5.0), None]);
        assert_eq!(column(|hour| hour.gusts), [Some(30.0), Some(7.0), Some(8.0), None], "at least the mean wind");
        // The thunderstorm of the first hour; then the sky at the beginning of each hour, or at its end.
        assert_eq!(column(|hour| hour.code.map(f64::from)), [Some(95.0), Some(2.0), Some(2.0), Some(45.0)]);
    }
}
