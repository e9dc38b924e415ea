//! A weather report as its readers other than the page parse it: terminal, feeds, pictures, smart home. Parsed from the
//! JSON of the contract, so that none of them depends on how a report is made.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderValue;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use crate::alert::{Alert, AlertOrigin, Alerts, Coverage};
use crate::error::AppError;
use crate::geo::elevation::Site;
use crate::weather_summary::WeatherSummary;

/// From this age on a reader is informed of it; up to then the next request waits for newer data.
const OLD_FROM: SignedDuration = SignedDuration::from_hours(1);
/// Later the numbers are no longer those of the present and are not shown as such; as on the glance page.
const GONE_AFTER: SignedDuration = SignedDuration::from_hours(6);

/// A report from the cache of the page. A reader that has kept what it made of this version
/// does not need the content.
pub struct LoadedReport {
    /// Changes with the report.
    pub etag: HeaderValue,
    /// When newer weather is asked for.
    pub fresh_until: Timestamp,
    content: LoadContent,
}

pub struct ReportContent {
    pub json: Bytes,
    /// `None` when the current temperature is unknown.
    pub summary: Option<WeatherSummary>,
}

pub type LoadContent = Box<dyn Fn() -> BoxFuture<'static, anyhow::Result<ReportContent>> + Send + Sync>;

/// Loads the report of a place on behalf of a client address.
pub type LoadReport =
    Arc<dyn Fn(Site, Option<IpAddr>) -> BoxFuture<'static, Result<LoadedReport, AppError>> + Send + Sync>;

/// As the page loads it: nothing for a place without a cached report, or if it takes too long.
pub type LoadKnownReport = Arc<dyn Fn(Site, Option<IpAddr>) -> BoxFuture<'static, Option<LoadedReport>> + Send + Sync>;

/// The part of a report that is shown. A section that is missing has no values.
#[derive(Debug, Deserialize)]
pub struct PublishedReport {
    pub place: PublishedPlace,
    pub source: Option<PublishedSource>,
    pub fetched_at: Option<Timestamp>,
    pub current: PublishedCurrent,
    pub hourly: PublishedHours,
    pub daily: PublishedDays,
    pub alerts: Alerts,
}

#[derive(Debug, Deserialize)]
pub struct PublishedPlace {
    pub timezone: String,
}

#[derive(Debug, Deserialize)]
pub struct PublishedSource {
    pub attribution: String,
    pub simulated: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PublishedCurrent {
    /// `None` when the section is missing.
    pub time: Option<Timestamp>,
    pub temperature_2m: Option<f64>,
    pub apparent_temperature: Option<f64>,
    pub relative_humidity_2m: Option<f64>,
    pub precipitation: Option<f64>,
    pub cloud_cover: Option<f64>,
    pub pressure_msl: Option<f64>,
    /// Metres.
    pub visibility: Option<f64>,
    pub wind_speed_10m: Option<f64>,
    pub wind_direction_10m: Option<f64>,
    pub wind_gusts_10m: Option<f64>,
    pub uv_index: Option<f64>,
    pub is_day: bool,
    pub current_weather_condition: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PublishedHours {
    pub time: Vec<Timestamp>,
    pub temperature_2m: Vec<Option<f64>>,
    pub precipitation: Vec<Option<f64>>,
    pub precipitation_probability: Vec<Option<f64>>,
    pub wind_speed_10m: Vec<Option<f64>>,
    pub wind_gusts_10m: Vec<Option<f64>>,
    pub is_day: Vec<bool>,
    pub condition: Vec<Option<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PublishedDays {
    pub days: Vec<PublishedDay>,
}

#[derive(Debug, Deserialize)]
pub struct PublishedDay {
    pub date: Date,
    pub condition: Option<String>,
    pub temperature_2m_max: Option<f64>,
    pub temperature_2m_min: Option<f64>,
    pub precipitation_sum: Option<f64>,
    pub precipitation_probability_max: Option<f64>,
}

impl LoadedReport {
    pub fn new(etag: HeaderValue, fresh_until: Timestamp, content: LoadContent) -> LoadedReport {
        LoadedReport { etag, fresh_until, content }
    }

    /// The report, and the summary of its present weather.
    pub async fn parse(&self) -> anyhow::Result<(PublishedReport, Option<WeatherSummary>)> {
        let content = (self.content)().await?;
        Ok((serde_json::from_slice(&content.json)?, content.summary))
    }
}

impl PublishedReport {
    pub fn zone(&self) -> TimeZone {
        TimeZone::get(&self.place.timezone).unwrap_or(TimeZone::UTC)
    }

    pub fn is_simulated(&self) -> bool {
        self.source.as_ref().is_some_and(|source| source.simulated)
    }

    /// The age of the data, if it is old enough to be stated.
    pub fn stated_age(&self, now: Timestamp) -> Option<SignedDuration> {
        self.fetched_at.map(|fetched_at| now.duration_since(fetched_at)).filter(|age| *age >= OLD_FROM)
    }

    /// Whether the data is missing, or too old to be shown.
    pub fn is_gone(&self, now: Timestamp) -> bool {
        self.fetched_at.is_none_or(|fetched_at| now.duration_since(fetched_at) > GONE_AFTER)
    }
}

/// The most severe official alert in force, for where there is room for one. None from an outdated list, whose alerts may
/// have been withdrawn.
pub fn worst_alert(alerts: &Alerts, now: Timestamp) -> Option<&Alert> {
    let is_in_force =
        |alert: &&Alert| alert.origin == AlertOrigin::Issued && alert.starts_at <= now && now < alert.ends_at;
    // They are sorted, the most severe first.
    alerts.items.iter().filter(|_| alerts.coverage != Coverage::Outdated).find(is_in_force)
}

/// Whether data of this time may be shown without a word about its age.
pub fn is_recent(fetched_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(fetched_at) < OLD_FROM
}
