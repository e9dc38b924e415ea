//! Reports of stations at airports (METAR) from the Aviation Weather Center, for the whole world.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde::Deserialize;
use url::Url;

use super::unusable;
use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, RequestPolicy, Upstream, user_agent};
use crate::settings::{SourceId, WeatherSettings};
use crate::weather::model::grid::GridPoint;
use crate::weather::model::observation::StationReport;
use crate::weather::report::Reason;

/// One call serves all places of a cell.
const CELL_DEGREES: f64 = 0.5;
/// Half of a cell, and the 25 km around it within which stations are used.
const MARGIN_DEGREES: f64 = 0.25 + 0.225;
/// The service allows 100 a minute.
const CALLS_PER_MINUTE: u32 = 60;
const NAME: &str = "aviation-weather";
const DEADLINE: Duration = Duration::from_secs(4);
const CONCURRENCY: usize = 2;
const BODY_BYTES: usize = 512 * 1024;
/// The bit of a station that reports its own need of maintenance.
const MAINTENANCE: u32 = 8;
/// °C: what has been measured on Earth.
const ON_EARTH: std::ops::RangeInclusive<f64> = -90.0..=57.0;

/// Clones share the count of calls.
#[derive(Clone)]
pub struct MetarProvider {
    upstream: Upstream,
    url: Url,
    /// The running minute, and the calls made in it.
    calls: Arc<Mutex<(i64, u32)>>,
}

/// The cell whose stations a place uses.
pub fn cell_of(point: GridPoint) -> GridPoint {
    point.on_grid(CELL_DEGREES)
}

impl MetarProvider {
    /// The source of measurements, or why there is none. Simulated weather is not compared with real measurements.
    pub fn new(
        settings: &WeatherSettings,
        clock: &Clock,
        limits: RequestPolicy,
    ) -> anyhow::Result<Result<MetarProvider, Reason>> {
        if !settings.has_measured {
            return Ok(Err(Reason::SwitchedOff));
        }
        if settings.sources.iter().all(|source| *source == SourceId::Simulated) {
            return Ok(Err(Reason::NotProvidedBySource));
        }
        let deadline = limits.deadline.min(DEADLINE);
        let (body_bytes, concurrency) = (BODY_BYTES.min(limits.body_bytes), CONCURRENCY);
        let limits = RequestPolicy { deadline, attempts: 1, body_bytes, concurrency, ..limits };
        Ok(Ok(MetarProvider {
            upstream: Upstream::new(NAME, &user_agent(&settings.contact), limits, clock.clone())?,
            url: settings.metar_url.clone(),
            calls: Arc::default(),
        }))
    }

    /// The latest reports of the stations in and around a cell; `None` when it failed or was called too often.
    pub async fn fetch(&self, cell: GridPoint, now: Timestamp) -> Option<Vec<StationReport>> {
        if self.upstream.is_open() || !self.count_call(now) {
            return None;
        }
        let read = |answer: Answer| match answer.status {
            StatusCode::OK => parse(&answer.body).map_err(unusable),
            // No station there.
            StatusCode::NO_CONTENT => Ok(Vec::new()),
            status if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS => {
                Err(OutboundError::Refused(format!("answered {status}")))
            }
            status => Err(OutboundError::Status(status)),
        };
        let fetched = self.upstream.get(reports_url(&self.url, cell), HeaderMap::new(), read).await;
        fetched.result.inspect_err(|error| tracing::info!(%error, "measurements could not be fetched")).ok()
    }

    fn count_call(&self, now: Timestamp) -> bool {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let minute = now.as_second().div_euclid(60);
        if calls.0 != minute {
            *calls = (minute, 0);
        }
        calls.1 += 1;
        calls.1 <= CALLS_PER_MINUTE
    }
}

/// Latitude first, from south-west to north-east.
fn reports_url(base: &Url, cell: GridPoint) -> Url {
    let (latitude, longitude) = (cell.latitude(), cell.longitude());
    // Meridians are closer together towards the poles.
    let wider = 1.0 / latitude.to_radians().cos().max(0.1);
    let east_west = 0.25 + (MARGIN_DEGREES - 0.25) * wider;
    let corners = [
        (latitude - MARGIN_DEGREES).max(-90.0),
        (longitude - east_west).max(-180.0),
        (latitude + MARGIN_DEGREES).min(90.0),
        (longitude + east_west).min(180.0),
    ];
    let corners = corners.map(|degrees| format!("{degrees:.2}")).join(",");
    let mut url = base.clone();
    url.set_path("/api/data/metar");
    url.query_pairs_mut().append_pair("format", "json").append_pair("bbox", &corners);
    url
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metar {
    icao_id: String,
    name: Option<String>,
    lat: f64,
    lon: f64,
    elev: f64,
    obs_time: i64,
    temp: f64,
    #[serde(default)]
    qc_field: Option<u32>,
}

/// An empty body means that there is no station. A report without one of the values that we need is left out.
fn parse(body: &[u8]) -> Result<Vec<StationReport>, serde_json::Error> {
    if body.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let reports: Vec<serde_json::Value> = serde_json::from_slice(body)?;
    let reports = reports.into_iter().filter_map(|report| serde_json::from_value::<Metar>(report).ok());
    Ok(reports.filter_map(station_report).collect())
}

fn station_report(metar: Metar) -> Option<StationReport> {
    let is_valid =
        ON_EARTH.contains(&metar.temp) && (-90.0..=90.0).contains(&metar.lat) && (-180.0..=180.0).contains(&metar.lon);
    // "Berlin/Brandenburg Arpt, BB, DE": the country is that of the place.
    let name = metar.name.as_deref().and_then(|name| name.split(',').next()).map(str::trim);
    Some(StationReport {
        station: name.filter(|name| !name.is_empty()).unwrap_or(&metar.icao_id).to_owned(),
        latitude: metar.lat,
        longitude: metar.lon,
        elevation: metar.elev,
        time: Timestamp::from_second(metar.obs_time).ok()?,
        temperature: metar.temp,
        needs_maintenance: metar.qc_field.is_some_and(|bits| bits & MAINTENANCE != 0),
    })
    .filter(|_| is_valid)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Recorded on 2026-07-21; shortened to one station and what is read of it.
    const RECORDED: &str = r#"[
        {"icaoId":"KJAX","receiptTime":"2026-07-21T20:00:19.199Z","obsTime":1784663760,
         "reportTime":"2026-07-21T20:00:00.000Z","temp":35,"dewp":22.2,"wdir":150,"wspd":11,"visib":"10+","altim":1014,
         "slp":1013.7,"qcField":12,"metarType":"METAR","lat":30.4953,"lon":-81.6937,"elev":8,
         "name":"Jacksonville Intl, FL, US","cover":"BKN","fltCat":"VFR"},
        {"icaoId":"KJAX","obsTime":1784660160,"temp":34.4,"qcField":4,"lat":30.4953,"lon":-81.6937,"elev":8}]"#;

    #[test]
    fn a_recorded_report_is_read() {
        let reports = parse(RECORDED.as_bytes()).unwrap();
        assert_eq!(
            reports[0],
            StationReport {
                station: "Jacksonville Intl".to_owned(),
                latitude: 30.4953,
                longitude: -81.6937,
                elevation: 8.0,
                time: "2026-07-21T19:56:00Z".parse().unwrap(),
                temperature: 35.0,
                needs_maintenance: true,
            }
        );
        assert_eq!((reports[1].station.as_str(), reports[1].needs_maintenance), ("KJAX", false));
    }

    #[test]
    fn a_report_without_a_temperature_or_with_an_impossible_one_is_left_out() {
        for temperature in ["", r#""temp":null,"#, r#""temp":99,"#, r#""temp":"9","#] {
            let body = format!(r#"[{{"icaoId":"X",{temperature}"lat":1,"lon":2,"elev":3,"obsTime":1784663760}}]"#);
            assert!(parse(body.as_bytes()).unwrap().is_empty(), "{body}");
        }
        assert!(parse(b"").unwrap().is_empty());
        assert!(parse(b"[]").unwrap().is_empty());
        assert!(parse(b"<html>").is_err());
    }

    #[test]
    fn the_box_contains_every_station_within_25_km_of_the_cell() {
        let base = Url::parse("https://aviationweather.gov").unwrap();
        let url = |latitude, longitude| {
            reports_url(&base, GridPoint::nearest(latitude, longitude, CELL_DEGREES).unwrap()).to_string()
        };
        assert_eq!(
            url(52.52, 13.41),
            "https://aviationweather.gov/api/data/metar?format=json&bbox=52.02%2C12.88%2C52.98%2C14.12"
        );
        assert!(url(89.9, 0.0).contains("bbox=89.53%2C-2.50%2C90.00%2C2.50"), "{}", url(89.9, 0.0));
    }
}
