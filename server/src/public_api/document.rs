//! The documents of version 1. Fields are never renamed, removed or given another meaning; new ones may be added.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::alert::{Alert, Coverage};
use crate::published_report::{PublishedCurrent, PublishedDay, PublishedHours, PublishedReport};

/// Metric: °C, m/s, mm, percent. Null for what is not known.
#[derive(Serialize, ToSchema)]
pub struct WeatherV1 {
    /// IANA name of the place's time zone.
    #[schema(example = "Europe/Berlin")]
    timezone: String,
    /// When the data was fetched; null if there is none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Made up, because no live source is connected. Mark it wherever it is shown.
    simulated: bool,
    /// Must be shown with the data; null if there is none.
    #[schema(required)]
    attribution: Option<String>,
    /// Null if it is not available.
    #[schema(required)]
    now: Option<NowV1>,
    /// From the running hour on.
    hours: Vec<HourV1>,
    /// Up to fifteen, the first is today at the place.
    days: Vec<DayV1>,
}

#[derive(Serialize, ToSchema)]
pub struct NowV1 {
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    /// One of the conditions of the contract, such as `light_rain`.
    #[schema(required)]
    condition: Option<String>,
    is_day: bool,
    #[schema(required)]
    temperature: Option<f64>,
    #[schema(required)]
    feels_like: Option<f64>,
    /// Percent.
    #[schema(required)]
    humidity: Option<f64>,
    /// Millimetres in the running hour.
    #[schema(required)]
    precipitation: Option<f64>,
    #[schema(required)]
    wind_speed: Option<f64>,
    #[schema(required)]
    wind_gusts: Option<f64>,
    /// Degrees the wind blows from.
    #[schema(required)]
    wind_direction: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct HourV1 {
    /// When it begins.
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    #[schema(required)]
    condition: Option<String>,
    is_day: bool,
    #[schema(required)]
    temperature: Option<f64>,
    #[schema(required)]
    precipitation: Option<f64>,
    /// Percent.
    #[schema(required)]
    precipitation_probability: Option<f64>,
    #[schema(required)]
    wind_speed: Option<f64>,
    #[schema(required)]
    wind_gusts: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct DayV1 {
    #[schema(value_type = String, format = Date)]
    date: Date,
    #[schema(required)]
    condition: Option<String>,
    #[schema(required)]
    temperature_min: Option<f64>,
    #[schema(required)]
    temperature_max: Option<f64>,
    #[schema(required)]
    precipitation: Option<f64>,
    /// Percent.
    #[schema(required)]
    precipitation_probability: Option<f64>,
}

#[derive(Serialize, ToSchema)]
pub struct AlertsV1 {
    /// Only `covered` means that the list is complete.
    coverage: Coverage,
    /// When the alert service last answered.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Hazards among them come from made-up weather.
    simulated: bool,
    /// Most severe first.
    alerts: Vec<Alert>,
    /// In force in the country; whether at the place is not known.
    unmatched: Vec<Alert>,
}

impl WeatherV1 {
    pub fn new(report: PublishedReport, now: Timestamp) -> WeatherV1 {
        let simulated = report.is_simulated();
        WeatherV1 {
            timezone: report.place.timezone,
            updated_at: report.fetched_at,
            simulated,
            attribution: report.source.map(|source| source.attribution),
            now: NowV1::new(report.current),
            hours: hours(report.hourly, now),
            days: report.daily.days.into_iter().map(DayV1::from).collect(),
        }
    }
}

impl AlertsV1 {
    pub fn new(report: PublishedReport) -> AlertsV1 {
        AlertsV1 {
            coverage: report.alerts.coverage,
            updated_at: report.alerts.updated_at,
            simulated: report.is_simulated(),
            alerts: report.alerts.items,
            unmatched: report.alerts.unmatched,
        }
    }
}

impl NowV1 {
    fn new(current: PublishedCurrent) -> Option<NowV1> {
        Some(NowV1 {
            time: current.time?,
            condition: current.current_weather_condition,
            is_day: current.is_day,
            temperature: current.temperature_2m,
            feels_like: current.apparent_temperature,
            humidity: current.relative_humidity_2m,
            precipitation: current.precipitation,
            wind_speed: current.wind_speed_10m,
            wind_gusts: current.wind_gusts_10m,
            wind_direction: current.wind_direction_10m,
        })
    }
}

fn hours(hours: PublishedHours, now: Timestamp) -> Vec<HourV1> {
    let value = |list: &[Option<f64>], index: usize| list.get(index).copied().flatten();
    let is_left = |time: Timestamp| time + SignedDuration::from_hours(1) > now;
    let row = |(index, time): (usize, &Timestamp)| HourV1 {
        time: *time,
        condition: hours.condition.get(index).cloned().flatten(),
        is_day: hours.is_day.get(index).copied().unwrap_or(true),
        temperature: value(&hours.temperature_2m, index),
        precipitation: value(&hours.precipitation, index),
        precipitation_probability: value(&hours.precipitation_probability, index),
        wind_speed: value(&hours.wind_speed_10m, index),
        wind_gusts: value(&hours.wind_gusts_10m, index),
    };
    hours.time.iter().enumerate().filter(|(_, time)| is_left(**time)).map(row).collect()
}

impl From<PublishedDay> for DayV1 {
    fn from(day: PublishedDay) -> DayV1 {
        DayV1 {
            date: day.date,
            condition: day.condition,
            temperature_min: day.temperature_2m_min,
            temperature_max: day.temperature_2m_max,
            precipitation: day.precipitation_sum,
            precipitation_probability: day.precipitation_probability_max,
        }
    }
}
