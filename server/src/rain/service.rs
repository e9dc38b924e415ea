//! Rain around a place and tiles of the map, from the first source that has them.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::Request;
use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};

use super::base::BaseMap;
use super::forecast;
use super::forecast_map::{ForecastFrameId, ForecastMap};
use super::frames::{EncodedTile, Frames};
use super::labels::Labels;
use super::model::frame::{FrameId, LEAD_STEP_MINUTES, MAX_LEAD_MINUTES};
use super::model::mercator::{MIN_ZOOM, NATIVE_ZOOM, TILE_PIXELS, TileId, km_per_pixel};
use super::report::{ModelMap, RainAttribution, RainFrame, RainFrameKind, RainKind, RainMinute, RainReport, RainZoom};
use super::summary::{RainState, RainSummary, Scene};
use crate::clock::Clock;
use crate::error::AppError;
use crate::geo::coordinates::Coordinates;
use crate::geo::timezone::timezone_at;
use crate::geo::town::ListTowns;
use crate::http::address_limit::{AddressLimit, Allowed};
use crate::http::client_address::client_address;
use crate::model_grid::{Effort, FindGrids, GridField};
use crate::rainfall::{ArrivingRain, FindForecastRain, ForecastRain, SimulatedRate};
use crate::settings::{RainSourceId, Settings};
use crate::telemetry::prometheus::{Exposition, MetricKind};

/// A view of an hour has some two hundred tiles; moving around asks for more of them.
const TILES_BY_ADDRESS: &[Allowed] = &[Allowed { calls: 3000, seconds: 60 }, Allowed { calls: 30_000, seconds: 3600 }];
const REPORTS_BY_ADDRESS: &[Allowed] = &[Allowed { calls: 60, seconds: 60 }, Allowed { calls: 600, seconds: 3600 }];

/// Radar that is silent for longer says nothing about the minutes ahead.
const SILENT_AFTER: SignedDuration = SignedDuration::from_mins(20);
/// Radar that is silent for longer is not shown.
const GONE_AFTER: SignedDuration = SignedDuration::from_mins(45);
/// Forecast frames are made from pictures that are at most this old.
const FORECASTS_FOR: SignedDuration = SignedDuration::from_mins(60);
const TABLE_STEP_MINUTES: usize = 10;

#[derive(Clone)]
pub struct Rain(Arc<Inner>);

/// What the rain map gets from other slices.
pub struct RainParts {
    pub list_towns: ListTowns,
    pub simulated_rate: SimulatedRate,
    pub find_forecast_rain: FindForecastRain,
    pub find_grids: FindGrids,
}

struct Inner {
    frames: Frames,
    find_forecast_rain: FindForecastRain,
    forecast_map: ForecastMap,
    base: BaseMap,
    labels: Labels,
    clock: Clock,
    tile_limit: Option<AddressLimit>,
    report_limit: Option<AddressLimit>,
    trusted_proxies: Vec<IpNet>,
}

impl Rain {
    pub fn new(settings: &Settings, clock: Clock, parts: RainParts) -> anyhow::Result<Rain> {
        let limit = |allowed| settings.rate_limits.then(|| AddressLimit::new(allowed, clock.clone()));
        Ok(Rain(Arc::new(Inner {
            frames: Frames::new(&settings.rain, &clock, &parts.simulated_rate)?,
            find_forecast_rain: parts.find_forecast_rain,
            forecast_map: ForecastMap::new(parts.find_grids, clock.clone()),
            base: BaseMap::new(),
            labels: Labels::new(parts.list_towns),
            tile_limit: limit(TILES_BY_ADDRESS),
            report_limit: limit(REPORTS_BY_ADDRESS),
            trusted_proxies: settings.trusted_proxies.clone(),
            clock,
        })))
    }

    pub fn count_tile<B>(&self, request: &Request<B>) -> Result<(), AppError> {
        self.count(self.0.tile_limit.as_ref(), request)
    }

    /// Counts the call and returns who called.
    pub fn count_report<B>(&self, request: &Request<B>) -> Result<Option<IpAddr>, AppError> {
        self.count(self.0.report_limit.as_ref(), request)?;
        Ok(client_address(request, &self.0.trusted_proxies))
    }

    fn count<B>(&self, limit: Option<&AddressLimit>, request: &Request<B>) -> Result<(), AppError> {
        let client: Option<IpAddr> = client_address(request, &self.0.trusted_proxies);
        match (limit, client) {
            (Some(limit), Some(client)) => limit.count(client),
            _ => Ok(()),
        }
    }

    /// The rain around a place: of the first source whose radar reaches it, otherwise of the forecast.
    pub async fn report(&self, position: Coordinates, client: Option<IpAddr>) -> Result<RainReport, AppError> {
        let position = rounded(position);
        let mut around = None;
        for source in 0..self.0.frames.sources().len() {
            match self.measured(source, position).await? {
                Some(report) if report.summary.state != RainState::NoRadar => return Ok(report),
                report => around = around.or(report),
            }
        }
        let report = around.unwrap_or_else(|| self.nothing(position));
        Ok(match (self.0.find_forecast_rain)(position, client).await {
            Some(rain) => self.with_forecast(report, &rain),
            None => report,
        })
    }

    /// What the pictures of a source say about a place; nothing if it has none of it.
    async fn measured(&self, index: usize, position: Coordinates) -> Result<Option<RainReport>, AppError> {
        let now = self.0.clock.now();
        let source = &self.0.frames.sources()[index];
        let Some((tile, pixel)) = TileId::at(position).filter(|_| source.covers(position)) else { return Ok(None) };
        source.refresh(now).await;
        let times = source.times(now);
        let Some(newest) = times.last().copied().filter(|newest| now.duration_since(*newest) <= GONE_AFTER) else {
            return Ok(None);
        };
        let is_silent = now.duration_since(newest) > SILENT_AFTER;
        let nowcast = self.0.frames.nowcast(index, newest, tile).await?;
        let offset = f64::from(TILE_PIXELS);
        let scene = Scene {
            nowcast: &nowcast,
            place: ((pixel.0 + offset) as i32, (pixel.1 + offset) as i32),
            km_per_pixel: km_per_pixel(position.latitude, NATIVE_ZOOM),
            measured_at: newest,
            now,
        };
        let summary = match scene.summary() {
            summary if summary.state == RainState::NoRadar => summary,
            _ if is_silent => RainSummary::of(RainState::Silent),
            summary => summary,
        };
        Ok(Some(RainReport {
            kind: source.kind(),
            source: Some(source.id().as_str()),
            attribution: source.attribution(),
            observed_at: Some(newest),
            frames: frames(&times, newest, is_silent),
            next: if is_silent { Vec::new() } else { next(&scene, newest, now) },
            summary,
            ..self.nothing(position)
        }))
    }

    /// Whether a source measures: no notification is sent for simulated rain.
    pub fn can_notify(&self) -> bool {
        self.0.frames.sources().iter().any(|source| source.kind() == RainKind::Radar)
    }

    /// The measured rain that reaches each place within the hour, for notifications; nothing where it cannot be timed.
    pub async fn arriving_bulk(&self, places: &[Coordinates]) -> Vec<Option<ArrivingRain>> {
        let mut found = Vec::with_capacity(places.len());
        // One after the other: places of one region share their pictures, and visitors come first.
        for place in places {
            found.push(self.arriving(rounded(*place)).await);
        }
        found
    }

    async fn arriving(&self, place: Coordinates) -> Option<ArrivingRain> {
        for (index, source) in self.0.frames.sources().iter().enumerate() {
            if source.kind() != RainKind::Radar {
                continue;
            }
            let report = self.measured(index, place).await.ok().flatten();
            let Some(RainReport { summary, attribution, .. }) =
                report.filter(|report| report.summary.state != RainState::NoRadar)
            else {
                continue;
            };
            if summary.state != RainState::Approaching {
                return None;
            }
            let attribution = attribution.into_iter().map(|one| one.name).collect::<Vec<_>>().join(", ");
            return Some(ArrivingRain {
                from: summary.from?,
                to: summary.to,
                intensity: summary.intensity?,
                attribution,
            });
        }
        None
    }

    /// A report without radar at the place, with what the forecast says.
    fn with_forecast(&self, report: RainReport, rain: &ForecastRain) -> RainReport {
        let mut attribution = report.attribution;
        if !rain.is_simulated {
            attribution.push(RainAttribution { name: rain.attribution.clone(), url: rain.url.clone() });
        }
        RainReport {
            kind: if rain.is_simulated { RainKind::Simulated } else { RainKind::Model },
            attribution,
            summary: forecast::summary(rain),
            next: forecast::next(rain, self.0.clock.now()),
            ..report
        }
    }

    /// For a place of which nothing is known.
    fn nothing(&self, position: Coordinates) -> RainReport {
        RainReport {
            kind: RainKind::None,
            source: None,
            attribution: Vec::new(),
            observed_at: None,
            timezone: timezone_at(position.latitude, position.longitude),
            frames: Vec::new(),
            zoom: ZOOM,
            base_version: self.0.base.version.to_owned(),
            summary: RainSummary::of(RainState::NoRadar),
            next: Vec::new(),
        }
    }

    /// How old the newest picture of each requested radar is.
    pub fn expose(&self, text: &mut Exposition) {
        const AGE: &str = "halcyon_rain_picture_age_seconds";
        let now = self.0.clock.now();
        text.family(AGE, MetricKind::Gauge, "Age of the newest picture of a rain radar");
        for source in self.0.frames.sources().iter().filter(|source| source.kind() == RainKind::Radar) {
            if let Some(newest) = source.times(now).last() {
                text.sample(AGE, &[("source", source.id().as_str())], now.duration_since(*newest).as_secs());
            }
        }
    }

    pub fn base(&self) -> &BaseMap {
        &self.0.base
    }

    pub fn labels(&self) -> &Labels {
        &self.0.labels
    }

    /// The forecast on the map around a place.
    pub async fn model_map(&self, position: Coordinates, client: Option<IpAddr>) -> ModelMap {
        self.0.forecast_map.frames(rounded(position), Effort::Fetch(client), ZOOM).await
    }

    /// A tile of the forecast; nothing if it shows another hour.
    pub async fn model_tile(
        &self,
        field: GridField,
        frame: ForecastFrameId,
        tile: TileId,
    ) -> Result<Option<EncodedTile>, AppError> {
        self.0.forecast_map.tile(field, frame, tile).await
    }

    /// A tile of a frame; nothing if the source or the frame is not known.
    pub async fn tile(&self, source: &str, frame: FrameId, tile: TileId) -> Result<Option<EncodedTile>, AppError> {
        let now = self.0.clock.now();
        let id = RainSourceId::parse(source);
        let mut sources = self.0.frames.sources().iter().enumerate();
        let Some((index, source)) = sources.find(|(_, source)| Some(source.id()) == id) else { return Ok(None) };
        let is_recent = frame.lead_minutes == 0 || now.duration_since(frame.measured_at) <= FORECASTS_FOR;
        if !source.has(frame.measured_at, now) || !is_recent {
            return Ok(None);
        }
        Ok(Some(self.0.frames.encoded(index, frame, tile).await?))
    }
}

/// To a hundredth of a degree, less than a pixel: neighbours get the same words.
fn rounded(position: Coordinates) -> Coordinates {
    let round = |degrees: f64| (degrees * 100.0).round() / 100.0;
    Coordinates { latitude: round(position.latitude), longitude: round(position.longitude) }
}

const ZOOM: RainZoom = RainZoom { min: MIN_ZOOM, max: NATIVE_ZOOM };

fn frames(times: &[Timestamp], newest: Timestamp, is_silent: bool) -> Vec<RainFrame> {
    let past = times.iter().map(|time| (FrameId::measured(*time), RainFrameKind::Past));
    let leads = (LEAD_STEP_MINUTES..=MAX_LEAD_MINUTES).step_by(LEAD_STEP_MINUTES as usize).filter(|_| !is_silent);
    let ahead = leads.map(|lead_minutes| (FrameId { measured_at: newest, lead_minutes }, RainFrameKind::Forecast));
    past.chain(ahead).map(|(frame, kind)| RainFrame { time: frame.time(), kind, id: frame.to_string() }).collect()
}

/// From now on, at full ten minutes.
fn next(scene: &Scene<'_>, newest: Timestamp, now: Timestamp) -> Vec<RainMinute> {
    let rates = scene.rates().unwrap_or_default();
    let at = |minute: usize| newest + SignedDuration::from_mins(minute as i64);
    rates
        .iter()
        .enumerate()
        .step_by(TABLE_STEP_MINUTES)
        .filter(|(minute, _)| at(*minute) + SignedDuration::from_mins(TABLE_STEP_MINUTES as i64) > now)
        .map(|(minute, rate)| RainMinute { time: at(minute), mm_per_hour: (rate * 10.0).round() / 10.0 })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const NOON: i64 = 1_794_916_800;

    /// Simulated rain to the west of a line that moves east, by the distance of its points of computation in ten minutes.
    fn rain(sources: &str) -> Rain {
        let edge = |time: Timestamp| 13.2 + (time.as_second() - NOON + 600) as f64 / 600.0 * 16.0 * 360.0 / 16_384.0;
        let pairs = [("HALCYON_LOG", "info"), ("HALCYON_RAIN_SOURCES", sources)];
        let settings = Settings::from_pairs(BTreeMap::new(), pairs).unwrap();
        let parts = RainParts {
            list_towns: Arc::new(|_, _, _| Vec::new()),
            simulated_rate: Arc::new(
                move |place: Coordinates, time| if place.longitude < edge(time) { 3.0 } else { 0.0 },
            ),
            find_forecast_rain: Arc::new(|_, _| Box::pin(async { None })),
            find_grids: Arc::new(|regions, _| Box::pin(async move { vec![None; regions.len()] })),
        };
        Rain::new(&settings, Clock::manual(Timestamp::from_second(NOON).unwrap()), parts).unwrap()
    }

    #[tokio::test]
    async fn simulated_rain_arrives_on_the_page_and_notifies_nobody() {
        let (rain, place) = (rain("simulated"), Coordinates::new(52.52, 14.06).unwrap());
        let report = rain.report(place, None).await.unwrap();
        assert_eq!((report.kind, report.summary.state), (RainKind::Simulated, RainState::Approaching), "{report:?}");
        assert_eq!(rain.arriving_bulk(&[place]).await, [None]);
        assert!(!rain.can_notify());
    }
}
