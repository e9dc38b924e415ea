//! The weather of a place for whoever asks: cached, refreshed by one, served old rather than not at all.

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use jiff::{SignedDuration, Timestamp};
use moka::future::Cache;
use moka::ops::compute::Op;
use tokio::sync::Semaphore;

use super::cache::counts::AnswerCounts;
use super::cache::entry::{Entry, Page};
use super::cache::queries;
use super::model::grid::GridPoint;
use super::model::snapshot::{Kept, SERVABLE_FOR};
use super::providers::quota::Purpose;
use super::providers::{SourceState, Sources, is_live};
use crate::alert::{Authorities, Issued, NoAuthority};
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::coordinates::Coordinates;
use crate::outbound::RequestPolicy;
use crate::settings::WeatherSettings;
use crate::telemetry::prometheus::Exposition;

/// After a failure nobody asks again for this long.
const RETRY_AFTER: SignedDuration = SignedDuration::from_secs(30);
/// Data older than this is worth a short wait for newer.
const WORTH_WAITING: SignedDuration = SignedDuration::from_hours(1);
const SHORT_WAIT: Duration = Duration::from_millis(2500);
/// A page is worth more now than with weather in it later.
const PAGE_WAIT: Duration = Duration::from_millis(250);
/// Every so many stored answers the old ones are swept out.
const SWEEP_EVERY: u32 = 256;

/// Shared by all handlers; cheap to clone.
#[derive(Clone)]
pub struct Weather(Arc<Inner>);

struct Inner {
    clock: Clock,
    db: Db,
    grid_degrees: f64,
    sources: Sources,
    cache: Cache<GridPoint, Arc<Entry>>,
    refreshing: Mutex<HashMap<GridPoint, Refresh>>,
    stored: std::sync::atomic::AtomicU32,
    authorities: Arc<dyn Authorities>,
    counts: AnswerCounts,
    /// One per core.
    benches: Semaphore,
}

type Refresh = Shared<BoxFuture<'static, Option<Arc<Entry>>>>;

impl Weather {
    pub fn new(
        settings: &WeatherSettings,
        db: Db,
        clock: Clock,
        authorities: Arc<dyn Authorities>,
    ) -> anyhow::Result<Weather> {
        Weather::build(settings, db, clock, RequestPolicy::default(), authorities)
    }

    /// With another patience towards the sources, where nobody warns.
    pub fn with_limits(
        settings: &WeatherSettings,
        db: Db,
        clock: Clock,
        limits: RequestPolicy,
    ) -> anyhow::Result<Weather> {
        Weather::build(settings, db, clock, limits, Arc::new(NoAuthority))
    }

    fn build(
        settings: &WeatherSettings,
        db: Db,
        clock: Clock,
        limits: RequestPolicy,
        authorities: Arc<dyn Authorities>,
    ) -> anyhow::Result<Weather> {
        let cache = Cache::builder()
            .max_capacity(settings.cache_mb * 1024 * 1024)
            .weigher(|_, entry: &Arc<Entry>| u32::try_from(entry.bytes()).unwrap_or(u32::MAX))
            .build();
        Ok(Weather(Arc::new(Inner {
            sources: Sources::new(settings, &db, &clock, limits)?,
            grid_degrees: settings.grid_degrees,
            refreshing: Mutex::default(),
            stored: std::sync::atomic::AtomicU32::new(0),
            benches: Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)),
            authorities,
            counts: AnswerCounts::default(),
            clock,
            db,
            cache,
        })))
    }

    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// `None` for what is no place on Earth.
    pub fn point_near(&self, latitude: f64, longitude: f64) -> Option<GridPoint> {
        GridPoint::near(latitude, longitude, self.0.grid_degrees)
    }

    /// The entry to answer with: fresh, or old while one refresh runs, or the news that there is none.
    pub async fn entry(&self, point: GridPoint, purpose: Purpose) -> anyhow::Result<Arc<Entry>> {
        let now = self.now();
        let held = match self.0.cache.get(&point).await {
            Some(entry) => Some(entry),
            None => self.0.cache.optionally_get_with(point, self.0.stored_entry(point, now)).await,
        };
        let Some(entry) = held else {
            self.0.counts.awaited.add();
            return self.renewed(point, None, purpose).await;
        };
        if entry.is_fresh(now) {
            self.0.counts.fresh.add();
            return Ok(entry);
        }
        if !entry.is_servable(now) {
            self.0.counts.awaited.add();
            return self.renewed(point, Some(entry), purpose).await;
        }
        let refresh = self.refresh(point, Some(Arc::clone(&entry)), purpose);
        let old = entry.origin.as_ref().is_some_and(|origin| now.duration_since(origin.fetched_at) > WORTH_WAITING);
        if old && let Ok(Some(renewed)) = tokio::time::timeout(SHORT_WAIT, refresh).await {
            self.0.counts.awaited.add();
            return Ok(renewed);
        }
        self.0.counts.old.add();
        Ok(entry)
    }

    /// The entry's page for the running quarter hour and the warnings in force; the first to ask for a new one makes it.
    pub async fn page(&self, entry: &Arc<Entry>) -> anyhow::Result<Arc<Page>> {
        let now = self.now();
        if let Some(page) = entry.page_of(now, self.0.authorities.edition(now)) {
            return Ok(page);
        }
        let issued = self.0.issued(entry.point).await;
        if let Some(page) = entry.page_saying(now, &issued) {
            return Ok(page);
        }
        let made = self.clone().made(Arc::clone(entry), Arc::clone(&issued), now);
        let Some(last) = entry.page_just_ended(now, &issued) else { return made.await };
        if !entry.is_being_made() {
            tokio::spawn(made);
        }
        Ok(last)
    }

    async fn made(self, entry: Arc<Entry>, issued: Arc<Issued>, now: Timestamp) -> anyhow::Result<Arc<Page>> {
        let _turn = entry.making().await;
        if let Some(page) = entry.page_saying(now, &issued) {
            return Ok(page);
        }
        let making = Arc::clone(&entry);
        self.0.work(move || making.make(&issued, now)).await
    }

    /// The report as JSON for a page that is about to leave; what takes longer the page asks for itself.
    pub async fn ready_report(&self, position: Coordinates) -> Option<Vec<u8>> {
        let point = self.point_near(position.latitude, position.longitude)?;
        let ready = async {
            let entry = self.entry(point, Purpose::Person).await.ok().filter(|entry| entry.origin.is_some())?;
            self.page(&entry).await.ok()?.body.inflated().ok()
        };
        tokio::time::timeout(PAGE_WAIT, ready).await.ok().flatten()
    }

    /// The gzip form of a page, made once and then counted in the cache.
    pub async fn gzip(&self, entry: &Arc<Entry>, page: Arc<Page>) -> anyhow::Result<Bytes> {
        if let Some(gzip) = page.body.made_gzip() {
            return Ok(gzip.clone());
        }
        let made = self.0.work(move || page.body.make_gzip()).await?;
        // A newer entry may have come meanwhile: the old one must not take its place.
        self.0.put(entry, |held| held.is_some_and(|held| Arc::ptr_eq(held, entry))).await;
        Ok(made)
    }

    pub(super) fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// For the metrics.
    pub fn expose(&self, text: &mut Exposition) {
        self.0.counts.expose(text);
    }

    /// How the sources stand, for the health page.
    pub async fn source_states(&self) -> Vec<SourceState> {
        self.0.sources.states(self.now()).await
    }

    async fn renewed(&self, point: GridPoint, old: Option<Arc<Entry>>, purpose: Purpose) -> anyhow::Result<Arc<Entry>> {
        match self.refresh(point, old, purpose).await {
            Some(entry) => Ok(entry),
            None => {
                let issued = self.0.issued(point).await;
                Ok(Arc::new(Entry::dark(point, self.now() + RETRY_AFTER, &issued)?))
            }
        }
    }

    /// Joins the refresh that runs for this point, or starts one that outlives its caller.
    fn refresh(&self, point: GridPoint, old: Option<Arc<Entry>>, purpose: Purpose) -> Refresh {
        let mut refreshing = self.0.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = refreshing.get(&point) {
            return running.clone();
        }
        let inner = Arc::clone(&self.0);
        let task = tokio::spawn(async move {
            let _done = RefreshGuard { inner: &inner, point };
            match inner.renew(point, old, purpose).await {
                Ok(entry) => {
                    inner.put(&entry, |_| true).await;
                    Some(entry)
                }
                Err(error) => {
                    tracing::error!(%error, region = point.region(), "a weather report could not be made");
                    None
                }
            }
        });
        let refresh = task.map(|joined| joined.ok().flatten()).boxed().shared();
        refreshing.insert(point, refresh.clone());
        refresh
    }
}

/// Takes the finished refresh off the list, also when it panicked.
struct RefreshGuard<'a> {
    inner: &'a Inner,
    point: GridPoint,
}

impl Drop for RefreshGuard<'_> {
    fn drop(&mut self) {
        self.inner.refreshing.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.point);
    }
}

impl Inner {
    async fn renew(&self, point: GridPoint, old: Option<Arc<Entry>>, purpose: Purpose) -> anyhow::Result<Arc<Entry>> {
        let now = self.clock.now();
        let previous = newest(old.and_then(|entry| entry.kept()), self.stored(point).await);
        if let Some(known) = previous.as_ref().filter(|known| now < known.fresh_until && known.is_servable(now)) {
            // Another process has just asked.
            return self.make(point, Some(known.clone()), now, now).await;
        }
        let answered = self.sources.ask(point, previous.as_ref(), purpose, now).await;
        if let Some(kept) = answered.as_ref().filter(|kept| is_live(kept.source)) {
            self.store(point, kept, now).await;
        }
        let retry_at = self.clock.now() + RETRY_AFTER;
        let best = answered.or_else(|| {
            previous.filter(|previous| previous.is_servable(now)).map(|old| Kept { fresh_until: retry_at, ..old })
        });
        self.make(point, best, self.clock.now(), retry_at).await
    }

    /// Puts an entry into the cache, weighed anew, if what is held there may give way; one after the other for each point.
    async fn put(&self, entry: &Arc<Entry>, may: impl FnOnce(Option<&Arc<Entry>>) -> bool) {
        let decide = |held: Option<moka::Entry<GridPoint, Arc<Entry>>>| {
            let is_wanted = may(held.as_ref().map(moka::Entry::value));
            ready(if is_wanted { Op::Put(Arc::clone(entry)) } else { Op::Nop })
        };
        self.cache.entry(entry.point).and_compute_with(decide).await;
    }

    async fn issued(&self, point: GridPoint) -> Arc<Issued> {
        self.authorities.issued_at(Coordinates { latitude: point.latitude(), longitude: point.longitude() }).await
    }

    async fn make(
        &self,
        point: GridPoint,
        kept: Option<Kept>,
        now: Timestamp,
        retry_at: Timestamp,
    ) -> anyhow::Result<Arc<Entry>> {
        let issued = self.issued(point).await;
        let entry = self.work(move || match kept {
            Some(kept) => Entry::of(point, kept, &issued, now),
            None => Entry::dark(point, retry_at, &issued),
        });
        Ok(Arc::new(entry.await?))
    }

    /// Composing and compressing take milliseconds of pure work: not on a thread that answers requests,
    /// and never more at once than there are cores, because each takes megabytes while it runs.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let _bench = self.benches.acquire().await?;
        tokio::task::spawn_blocking(work).await?
    }

    async fn stored_entry(&self, point: GridPoint, now: Timestamp) -> Option<Arc<Entry>> {
        let kept = self.stored(point).await.filter(|kept| kept.is_servable(now))?;
        self.make(point, Some(kept), now, now).await.ok()
    }

    /// A database that fails costs us memory of the past, never the answer.
    async fn stored(&self, point: GridPoint) -> Option<Kept> {
        queries::find_report(&self.db, point)
            .await
            .inspect_err(|error| tracing::warn!(%error, "a stored weather report could not be read"))
            .ok()
            .flatten()
    }

    async fn store(&self, point: GridPoint, kept: &Kept, now: Timestamp) {
        if let Err(error) = queries::upsert_report(&self.db, point, kept).await {
            tracing::warn!(%error, "a weather report could not be stored");
        }
        let count = self.stored.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if count.is_multiple_of(SWEEP_EVERY)
            && let Err(error) = queries::delete_reports_before(&self.db, now - SERVABLE_FOR).await
        {
            tracing::warn!(%error, "old weather reports could not be deleted");
        }
    }
}

fn newest(one: Option<Kept>, other: Option<Kept>) -> Option<Kept> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.fetched_at > one.fetched_at { other } else { one }),
        (one, other) => one.or(other),
    }
}
