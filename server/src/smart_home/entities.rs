//! The sensors of a place: how each of them is announced, and where its value comes from.

use super::units::Unit;
use crate::published_report::{PublishedCurrent, PublishedDay};

pub struct Sensor {
    /// In topics, ids and payloads; never changes.
    pub key: &'static str,
    /// Of its name, under `server.smartHome`.
    pub text: &'static str,
    pub device_class: Option<&'static str>,
    /// `None` for forecasts: statistics are of what was, not of what was expected.
    pub state_class: Option<&'static str>,
    pub unit: Unit,
    pub icon: Option<&'static str>,
    pub value: Value,
}

#[derive(Clone, Copy)]
pub enum Value {
    Now(fn(&PublishedCurrent) -> Option<f64>),
    Today(fn(&PublishedDay) -> Option<f64>),
}

const MEASUREMENT: Option<&str> = Some("measurement");

const fn now(
    key: &'static str,
    text: &'static str,
    device_class: Option<&'static str>,
    unit: Unit,
    value: fn(&PublishedCurrent) -> Option<f64>,
) -> Sensor {
    Sensor { key, text, device_class, state_class: MEASUREMENT, unit, icon: None, value: Value::Now(value) }
}

const fn today(
    key: &'static str,
    text: &'static str,
    device_class: Option<&'static str>,
    unit: Unit,
    value: fn(&PublishedDay) -> Option<f64>,
) -> Sensor {
    Sensor { key, text, device_class, state_class: None, unit, icon: None, value: Value::Today(value) }
}

/// What has a number; condition, time and alerts are announced by themselves.
pub const SENSORS: &[Sensor] = &[
    now("temperature", "temperature", Some("temperature"), Unit::Temperature, |now| now.temperature_2m),
    now("apparent_temperature", "apparentTemperature", Some("temperature"), Unit::Temperature, |now| {
        now.apparent_temperature
    }),
    now("humidity", "humidity", Some("humidity"), Unit::Percent, |now| now.relative_humidity_2m),
    now("pressure", "pressure", Some("atmospheric_pressure"), Unit::Pressure, |now| now.pressure_msl),
    now("wind_speed", "windSpeed", Some("wind_speed"), Unit::Speed, |now| now.wind_speed_10m),
    // A mean of angles is no mean of their numbers.
    Sensor {
        state_class: Some("measurement_angle"),
        ..now("wind_bearing", "windBearing", Some("wind_direction"), Unit::Angle, |now| now.wind_direction_10m)
    },
    now("wind_gust_speed", "windGusts", Some("wind_speed"), Unit::Speed, |now| now.wind_gusts_10m),
    Sensor { icon: Some("mdi:sun-wireless"), ..now("uv_index", "uvIndex", None, Unit::None, |now| now.uv_index) },
    Sensor {
        icon: Some("mdi:cloud"),
        ..now("cloud_coverage", "cloudCover", None, Unit::Percent, |now| now.cloud_cover)
    },
    now("visibility", "visibility", Some("distance"), Unit::Distance, |now| now.visibility),
    now("precipitation", "precipitation", Some("precipitation"), Unit::Precipitation, |now| now.precipitation),
    today("temperature_high", "high", Some("temperature"), Unit::Temperature, |day| day.temperature_2m_max),
    today("temperature_low", "low", Some("temperature"), Unit::Temperature, |day| day.temperature_2m_min),
    Sensor {
        icon: Some("mdi:umbrella"),
        ..today("precipitation_probability", "precipitationProbability", None, Unit::Percent, |day| {
            day.precipitation_probability_max
        })
    },
];
