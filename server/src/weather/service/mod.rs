//! Serves weather reports from the cache.
//!
//! A grid point is in one of these states:
//!
//! ```text
//!               a provider answered            fresh_until passed
//!    missing ───────────────────────▶ fresh ────────────────────▶ stale
//!       │                               ▲                          │ │
//!       │                               └─── refresh succeeded ────┘ │ older than MAX_SERVABLE_AGE
//!       │ every provider failed                                      ▼
//!       └───────────────────────▶ unavailable ◀── refresh failed ── expired
//! ```
//!
//! - fresh: served as it is.
//! - stale: served while one refresh runs in the background. A request waits up to [`REFRESH_WAIT`] for that refresh
//!   when the forecast is older than [`WAIT_FROM_AGE`]. After a failed refresh it counts as fresh for [`RETRY_AFTER`].
//! - missing, expired: requests wait for the refresh.
//! - unavailable: a report that names the reason in every section; refreshed by the first request after
//!   [`RETRY_AFTER`].
//!
//! At most one refresh runs per grid point (`refresh.rs`). Independently of this, the report of an entry is rendered
//! again every quarter hour and whenever the alerts of the place change.

mod accuracy;
mod accuracy_job;
mod air;
mod cell_sources;
mod cell_store;
mod grids;
mod normals;
mod outlook;
mod plain_bodies;
mod rain;
mod refresh;
mod render_pool;
mod supplements;

use std::collections::HashMap;
use std::future::ready;
use std::net::IpAddr;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::Request;
use bytes::Bytes;
use ipnet::IpNet;
use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;
use moka::ops::compute::Op;

use self::accuracy::AccuracyStore;
use self::cell_sources::{AirStore, Ensembles, GridStore, Observations};
use self::normals::NormalsStore;
use self::plain_bodies::PlainBodies;
use self::refresh::Refresh;
use self::render_pool::RenderPool;
use super::cache::counts::ServedCounts;
use super::cache::entry::{CacheEntry, RenderedReport};
use super::model::grid::GridPoint;
use super::model::normals::Normals;
use super::providers::air::AirProvider;
use super::providers::ensemble::EnsembleProvider;
use super::providers::grid::GridProvider;
use super::providers::metar::MetarProvider;
use super::providers::normals::NormalsProvider;
use super::providers::quota::Priority;
use super::providers::{ForecastProviders, ProviderState};
use crate::alert::{AlertLookup, IssuedAlerts, NoAlertService};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::AppError;
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::Site;
use crate::http::address_limit::{AddressLimit, Allowed};
use crate::http::client_address::client_address;
use crate::model_grid::{Region, RegionGrid};
use crate::outbound::RequestPolicy;
use crate::published_report::{LoadContent, LoadedReport, ReportContent};
use crate::settings::{Settings, WeatherSettings};
use crate::telemetry::prometheus::Exposition;
use crate::weather_summary::PageWeather;

/// After a failure no provider is called for this long.
const RETRY_AFTER: SignedDuration = SignedDuration::from_secs(30);
const WAIT_FROM_AGE: SignedDuration = SignedDuration::from_hours(1);
const REFRESH_WAIT: Duration = Duration::from_millis(2500);
/// HTML is not delayed any longer for a slow forecast: the page then requests it itself.
const PAGE_WAIT: Duration = Duration::from_millis(250);

/// The least time between two fetches of thirty years.
const NORMALS_INTERVAL_FREE: SignedDuration = SignedDuration::from_mins(5);
const NORMALS_INTERVAL_PAID: SignedDuration = SignedDuration::from_mins(1);

/// Some maps; each takes milliseconds to make.
const SIMULATED_GRIDS: u64 = 64;

/// Refreshes per client address: each costs several calls of the providers' quota.
const REFRESHES_BY_ADDRESS: &[Allowed] = &[
    Allowed { calls: 60, seconds: 60 },
    Allowed { calls: 300, seconds: 3600 },
    Allowed { calls: 1_000, seconds: 86_400 },
];

/// How long a request waits for what it can do without: the next one has it.
#[derive(Clone, Copy)]
pub struct WaitLimits {
    /// For what is fetched beside a forecast, once that is there.
    pub supplements: Duration,
    /// For the regions of a map.
    pub grids: Duration,
}

impl Default for WaitLimits {
    fn default() -> WaitLimits {
        WaitLimits { supplements: Duration::from_secs(1), grids: Duration::from_secs(4) }
    }
}

/// Shared by all handlers; cheap to clone.
#[derive(Clone)]
pub struct Weather(Arc<Inner>);

/// On whose behalf a report is loaded.
#[derive(Clone, Copy, Debug)]
pub enum Requester {
    /// A client whose refreshes are limited by its address; `None` for a call from within the process.
    Client(Option<IpAddr>),
    /// A background job.
    Job,
}

impl Requester {
    fn priority(self) -> Priority {
        match self {
            Requester::Client(_) => Priority::Interactive,
            Requester::Job => Priority::Background,
        }
    }
}

#[derive(Clone)]
struct Inner {
    clock: Clock,
    db: Db,
    grid_degrees: f64,
    waits: WaitLimits,
    providers: ForecastProviders,
    ensembles: Ensembles,
    normals: NormalsStore,
    has_normals: bool,
    accuracy: AccuracyStore,
    observations: Observations,
    air: AirStore,
    grids: GridStore,
    /// By the hour in which they were made.
    simulated_grids: Cache<(Region, Timestamp), Arc<RegionGrid>>,
    cache: Cache<GridPoint, Arc<CacheEntry>>,
    plain_bodies: Arc<PlainBodies>,
    refreshing: Arc<Mutex<HashMap<GridPoint, Refresh>>>,
    /// Snapshots stored since the start.
    stored_count: Arc<AtomicU32>,
    alerts: Arc<dyn AlertLookup>,
    counts: Arc<ServedCounts>,
    render_pool: Arc<RenderPool>,
    /// `None` when rate limits are off.
    refresh_limit: Option<Arc<AddressLimit>>,
    trusted_proxies: Vec<IpNet>,
}

impl Weather {
    pub fn new(settings: &Settings, db: Db, clock: Clock, alerts: Arc<dyn AlertLookup>) -> anyhow::Result<Weather> {
        let mut inner = Weather::build(&settings.weather, db, clock.clone(), RequestPolicy::default(), alerts)?;
        inner.refresh_limit = settings.rate_limits.then(|| Arc::new(AddressLimit::new(REFRESHES_BY_ADDRESS, clock)));
        inner.trusted_proxies = settings.trusted_proxies.clone();
        Ok(Weather(Arc::new(inner)))
    }

    /// With other time-outs, without limits and issued alerts.
    pub fn with_time_outs(
        settings: &WeatherSettings,
        db: Db,
        clock: Clock,
        policy: RequestPolicy,
        waits: WaitLimits,
    ) -> anyhow::Result<Weather> {
        let mut inner = Weather::build(settings, db, clock, policy, Arc::new(NoAlertService))?;
        inner.waits = waits;
        Ok(Weather(Arc::new(inner)))
    }

    fn build(
        settings: &WeatherSettings,
        db: Db,
        clock: Clock,
        policy: RequestPolicy,
        alerts: Arc<dyn AlertLookup>,
    ) -> anyhow::Result<Inner> {
        let cache = Cache::builder()
            .max_capacity(settings.cache_mb * 1024 * 1024)
            .weigher(|_, entry: &Arc<CacheEntry>| u32::try_from(entry.size_bytes()).unwrap_or(u32::MAX))
            .build();
        let normals_provider = NormalsProvider::new(settings, &db, &clock, policy)?;
        let normals_interval = match settings.open_meteo_key {
            Some(_) => NORMALS_INTERVAL_PAID,
            None => NORMALS_INTERVAL_FREE,
        };
        let ensemble_provider = EnsembleProvider::new(settings, &db, &clock, policy)?;
        Ok(Inner {
            providers: ForecastProviders::new(settings, &db, &clock, policy)?,
            ensembles: Ensembles::new(ensemble_provider, db.clone(), clock.clone()),
            normals: NormalsStore::new(normals_provider, normals_interval, db.clone(), clock.clone()),
            has_normals: settings.has_normals,
            observations: Observations::new(MetarProvider::new(settings, &clock, policy)?, db.clone(), clock.clone()),
            air: AirStore::new(AirProvider::new(settings, &db, &clock, policy)?, db.clone(), clock.clone()),
            grids: GridStore::new(GridProvider::new(settings, &db, &clock, policy)?, db.clone(), clock.clone()),
            simulated_grids: Cache::new(SIMULATED_GRIDS),
            accuracy: AccuracyStore::new(settings, db.clone(), clock.clone()),
            grid_degrees: settings.grid_degrees,
            waits: WaitLimits::default(),
            refreshing: Arc::default(),
            stored_count: Arc::default(),
            render_pool: Arc::new(RenderPool::start()?),
            alerts,
            counts: Arc::default(),
            refresh_limit: None,
            trusted_proxies: Vec::new(),
            plain_bodies: Arc::new(PlainBodies::new()),
            clock,
            db,
            cache,
        })
    }

    /// The same service with other connections to the database: for background jobs.
    pub fn with_db(&self, db: Db, alerts: Arc<dyn AlertLookup>) -> Weather {
        let inner = &*self.0;
        Weather(Arc::new(Inner {
            providers: inner.providers.with_db(&db),
            ensembles: inner.ensembles.with_db(&db),
            normals: inner.normals.with_db(&db),
            accuracy: inner.accuracy.with_db(&db),
            air: inner.air.with_db(&db),
            grids: inner.grids.with_db(&db),
            alerts,
            db,
            ..inner.clone()
        }))
    }

    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// `None` for coordinates that are not on Earth.
    pub fn grid_point(&self, site: Site) -> Option<GridPoint> {
        let Coordinates { latitude, longitude } = site.coordinates;
        Some(GridPoint::nearest(latitude, longitude, self.0.grid_degrees)?.at_elevation(site.elevation))
    }

    /// The client address of a request, for [`Requester::Client`].
    pub fn client_of<B>(&self, request: &Request<B>) -> Option<IpAddr> {
        client_address(request, &self.0.trusted_proxies)
    }

    /// The entry to answer with, by the states in the module's description. A client that has used up its refreshes gets
    /// stale entries as they are, and is refused what is missing.
    pub async fn entry(&self, point: GridPoint, requester: Requester) -> Result<Arc<CacheEntry>, AppError> {
        let now = self.now();
        match self.0.cache.get(&point).await {
            Some(entry) if entry.is_fresh(now) => {
                self.0.counts.fresh.add();
                Ok(entry)
            }
            // Boxed: the future of the common case stays small, which is most of its cost.
            _ => Box::pin(self.entry_to_refresh(point, requester, now)).await,
        }
    }

    async fn entry_to_refresh(
        &self,
        point: GridPoint,
        requester: Requester,
        now: Timestamp,
    ) -> Result<Arc<CacheEntry>, AppError> {
        let Some(entry) = self.0.find_entry(point, now).await else {
            self.0.counts.awaited.add();
            self.count_refresh(point, requester)?;
            return Ok(self.refresh_or_unavailable(point, None, requester.priority()).await?);
        };
        if entry.is_fresh(now) {
            self.0.counts.fresh.add();
            return Ok(entry);
        }
        if !entry.is_servable(now) {
            self.0.counts.awaited.add();
            self.count_refresh(point, requester)?;
            return Ok(self.refresh_or_unavailable(point, Some(entry), requester.priority()).await?);
        }
        if self.count_refresh(point, requester).is_err() {
            self.0.counts.old.add();
            return Ok(entry);
        }
        let refresh = self.refresh(point, Some(Arc::clone(&entry)), requester.priority());
        let age = entry.origin.as_ref().map(|origin| now.duration_since(origin.fetched_at));
        if age.is_some_and(|age| age > WAIT_FROM_AGE)
            && let Ok(Some(refreshed)) = tokio::time::timeout(REFRESH_WAIT, refresh).await
        {
            self.0.counts.awaited.add();
            return Ok(refreshed);
        }
        self.0.counts.old.add();
        Ok(entry)
    }

    /// The entry's report for the running quarter hour and the alerts in force. Concurrent requests share one rendering.
    pub async fn rendered_report(&self, entry: &Arc<CacheEntry>) -> anyhow::Result<Arc<RenderedReport>> {
        let now = self.now();
        if let Some(rendered) = entry.current(now, self.0.alerts.edition(now)) {
            return Ok(rendered);
        }
        Box::pin(self.checked_report(entry, now)).await
    }

    async fn checked_report(&self, entry: &Arc<CacheEntry>, now: Timestamp) -> anyhow::Result<Arc<RenderedReport>> {
        let issued = self.0.issued_alerts(entry.point).await;
        if let Some(rendered) = entry.matching(now, &issued) {
            return Ok(rendered);
        }
        let render = self.clone().render(Arc::clone(entry), Arc::clone(&issued), now);
        let Some(previous) = entry.previous_quarter(now, &issued) else { return render.await };
        if !entry.is_rendering() {
            tokio::spawn(render);
        }
        Ok(previous)
    }

    async fn render(
        self,
        entry: Arc<CacheEntry>,
        issued: Arc<IssuedAlerts>,
        now: Timestamp,
    ) -> anyhow::Result<Arc<RenderedReport>> {
        let _lock = entry.lock_rendering().await;
        // Another request may have rendered it while this one waited.
        if let Some(rendered) = entry.matching(now, &issued) {
            return Ok(rendered);
        }
        let rendering = Arc::clone(&entry);
        self.0.render_pool.run(move || rendering.render(&issued, now)).await
    }

    /// The weather for a page that is about to be sent; `None` when it is unavailable or not ready in time. A page never
    /// calls a provider for a place that no API call has asked for: pages have no load shedding.
    pub async fn page_weather(&self, site: Site, client: Option<IpAddr>) -> Option<PageWeather> {
        let point = self.grid_point(site)?;
        let load = async {
            if !self.is_known(point).await {
                return None;
            }
            let requester = Requester::Client(client);
            let entry = self.entry(point, requester).await.ok().filter(|entry| entry.origin.is_some())?;
            let rendered = self.rendered_report(&entry).await.ok()?;
            Some(PageWeather { report_json: rendered.body.decompress().ok()?, summary: rendered.summary.clone() })
        };
        tokio::time::timeout(PAGE_WAIT, load).await.ok().flatten()
    }

    /// The report of a place for those who show it outside of the page.
    pub async fn load_report(&self, site: Site, client: Option<IpAddr>) -> Result<LoadedReport, AppError> {
        let point = self.grid_point(site).ok_or(AppError::NotFound)?;
        let entry = self.entry(point, Requester::Client(client)).await?;
        let rendered = self.rendered_report(&entry).await?;
        let (etag, weather) = (rendered.body.etag.clone(), self.clone());
        let load_content: LoadContent = Box::new(move || {
            let (weather, rendered) = (weather.clone(), Arc::clone(&rendered));
            Box::pin(async move {
                let json = weather.plain_body(&rendered).await?;
                Ok(ReportContent { json, summary: rendered.summary.clone() })
            })
        });
        Ok(LoadedReport::new(etag, entry.fresh_until, load_content))
    }

    /// The same report under the conditions of a page: of a known place, and ready in time.
    pub async fn known_report(&self, site: Site, client: Option<IpAddr>) -> Option<LoadedReport> {
        let point = self.grid_point(site)?;
        let load = async { if self.is_known(point).await { self.load_report(site, client).await.ok() } else { None } };
        tokio::time::timeout(PAGE_WAIT, load).await.ok().flatten()
    }

    /// Whether there is a report to serve, or one is being loaded.
    async fn is_known(&self, point: GridPoint) -> bool {
        let now = self.now();
        self.is_refreshing(point) || self.0.find_entry(point, now).await.is_some_and(|entry| entry.is_servable(now))
    }

    /// Counts the refresh that is about to start; joining one that runs already is free.
    fn count_refresh(&self, point: GridPoint, requester: Requester) -> Result<(), AppError> {
        match (&self.0.refresh_limit, requester) {
            (Some(limit), Requester::Client(Some(address))) if !self.is_refreshing(point) => limit.count(address),
            _ => Ok(()),
        }
    }

    /// The gzip encoding of a report, encoded once and then counted in the cache's size.
    pub async fn gzip(&self, entry: &Arc<CacheEntry>, rendered: Arc<RenderedReport>) -> anyhow::Result<Bytes> {
        if let Some(gzip) = rendered.body.cached_gzip() {
            return Ok(gzip.clone());
        }
        Box::pin(self.encode_gzip(entry, rendered)).await
    }

    async fn encode_gzip(&self, entry: &Arc<CacheEntry>, rendered: Arc<RenderedReport>) -> anyhow::Result<Bytes> {
        let gzip = self.0.render_pool.run(move || rendered.body.encode_gzip()).await?;
        // A refresh may have replaced the entry meanwhile: it must not be overwritten by the old one.
        self.0.put(entry, |cached| cached.is_some_and(|cached| Arc::ptr_eq(cached, entry))).await;
        Ok(gzip)
    }

    /// A report without compression.
    pub async fn plain_body(&self, rendered: &RenderedReport) -> anyhow::Result<Bytes> {
        self.0.plain_bodies.of(&rendered.body).await
    }

    /// The normals of a place as far as they are known already.
    pub(super) async fn stored_normals(&self, point: GridPoint) -> Option<Arc<Normals>> {
        self.0.normals.find(point, false).await
    }

    /// The entry in memory, as it is.
    pub(super) async fn cached_entry(&self, point: GridPoint) -> Option<Arc<CacheEntry>> {
        self.0.cache.get(&point).await
    }

    pub(super) fn providers(&self) -> &ForecastProviders {
        &self.0.providers
    }

    /// Writes the metrics.
    pub fn expose(&self, text: &mut Exposition) {
        self.0.counts.expose(text);
        let cache = &self.0.cache;
        text.gauge("halcyon_weather_cache_entries", "Forecasts in the cache", cache.entry_count());
        text.gauge("halcyon_weather_cache_bytes", "Size of the cached forecasts", cache.weighted_size());
    }

    /// For the health endpoint.
    pub async fn provider_states(&self) -> Vec<ProviderState> {
        self.0.providers.states(self.now()).await
    }
}

impl Inner {
    /// The entry in the cache, else from the snapshot in the database.
    async fn find_entry(&self, point: GridPoint, now: Timestamp) -> Option<Arc<CacheEntry>> {
        match self.cache.get(&point).await {
            Some(entry) => Some(entry),
            None => self.cache.optionally_get_with(point, self.load_stored(point, now)).await,
        }
    }

    /// Puts an entry into the cache and updates its weight there, if `may_replace` accepts the entry it would replace.
    async fn put(&self, entry: &Arc<CacheEntry>, may_replace: impl FnOnce(Option<&Arc<CacheEntry>>) -> bool) {
        let decide = |cached: Option<moka::Entry<GridPoint, Arc<CacheEntry>>>| {
            let is_accepted = may_replace(cached.as_ref().map(moka::Entry::value));
            ready(if is_accepted { Op::Put(Arc::clone(entry)) } else { Op::Nop })
        };
        self.cache.entry(entry.point).and_compute_with(decide).await;
    }

    async fn issued_alerts(&self, point: GridPoint) -> Arc<IssuedAlerts> {
        let coordinates = Coordinates { latitude: point.latitude(), longitude: point.longitude() };
        self.alerts.issued_at(coordinates, point.elevation.map(f64::from)).await
    }
}
