//! One cached place: the report of the running quarter hour, and the packed forecast it is rendered from.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use bytes::Bytes;
use jiff::Timestamp;
use tokio::sync::{Mutex, MutexGuard};

use super::codec;
use super::encoded_body::EncodedBody;
use crate::alert::IssuedAlerts;
use crate::geo::timezone::timezone_at;
use crate::settings::SourceId;
use crate::weather::analysis::hour::{ReportContext, Supplements};
use crate::weather::assemble::page_summary::page_summary;
use crate::weather::assemble::{assemble_report, unavailable_report};
use crate::weather::model::grid::GridPoint;
use crate::weather::model::snapshot::{self, ForecastSnapshot};
use crate::weather::providers::credit;
use crate::weather::report::WeatherReport;
use crate::weather_summary::WeatherSummary;

/// A report contains "now", "today" and "rain stops at 19:30". It is rendered again every quarter hour, which includes
/// every full hour and midnight of any time zone.
const QUARTER_SECONDS: i64 = 900;
/// For this long after a quarter hour the previous report is served while the next one is rendered, because all places
/// are due at the same moment.
const RENDER_GRACE_SECONDS: i64 = 5;
/// Memory of a place beside its bodies: the entry, its rendered report, its ensemble, the cache's own bookkeeping.
const OVERHEAD_BYTES: usize = 2048 + size_of::<WeatherSummary>();
/// Matches no edition of the alerts.
const NO_EDITION: u64 = u64::MAX;
/// The quarter of a report without weather, which does not depend on the time.
const ANY_QUARTER: i64 = i64::MAX;

pub struct CacheEntry {
    pub point: GridPoint,
    pub fresh_until: Timestamp,
    /// `None`: the weather is unavailable.
    pub origin: Option<Origin>,
    supplements: Supplements,
    rendered: ArcSwap<RenderedReport>,
    render_lock: Mutex<()>,
}

/// Where and when the forecast was fetched.
pub struct Origin {
    pub fetched_at: Timestamp,
    source: SourceId,
    last_modified: Option<String>,
}

pub struct RenderedReport {
    pub body: EncodedBody,
    /// Beside the body because it shares its memory; empty when the weather is unavailable.
    packed_forecast: Bytes,
    pub summary: Option<WeatherSummary>,
    quarter: i64,
    /// Version of the alerts in it.
    alerts_version: u64,
    /// The latest edition of all alerts that did not change the alerts in it.
    alerts_edition: AtomicU64,
}

impl CacheEntry {
    pub fn new(
        point: GridPoint,
        snapshot: ForecastSnapshot,
        supplements: Supplements,
        issued: &IssuedAlerts,
        now: Timestamp,
    ) -> anyhow::Result<CacheEntry> {
        let packed_forecast = codec::pack(&snapshot.forecast)?;
        let rendered = render(point, &snapshot, &packed_forecast, &supplements, issued, now)?;
        let ForecastSnapshot { fetched_at, source, last_modified, .. } = snapshot;
        Ok(CacheEntry {
            point,
            fresh_until: snapshot.fresh_until,
            origin: Some(Origin { fetched_at, source, last_modified }),
            supplements,
            rendered: ArcSwap::from_pointee(rendered),
            render_lock: Mutex::new(()),
        })
    }

    /// A place without weather, to be tried again at `retry_at`.
    pub fn unavailable(point: GridPoint, retry_at: Timestamp, issued: &IssuedAlerts) -> anyhow::Result<CacheEntry> {
        let rendered = render_unavailable(point, retry_at, issued)?;
        Ok(CacheEntry {
            point,
            fresh_until: retry_at,
            origin: None,
            supplements: Supplements::default(),
            rendered: ArcSwap::from_pointee(rendered),
            render_lock: Mutex::new(()),
        })
    }

    /// The report, if it is of the running quarter hour and was checked against this edition of the alerts.
    pub fn current(&self, now: Timestamp, edition: Option<u64>) -> Option<Arc<RenderedReport>> {
        let rendered = self.rendered.load();
        let is_checked = edition.is_some_and(|edition| edition == rendered.alerts_edition.load(Ordering::Relaxed));
        (is_checked && rendered.is_current(now)).then(|| Arc::clone(&rendered))
    }

    /// The report, if it is of the running quarter hour and contains exactly these alerts.
    pub fn matching(&self, now: Timestamp, issued: &IssuedAlerts) -> Option<Arc<RenderedReport>> {
        let rendered = self.rendered.load();
        if rendered.alerts_version != issued.version || !rendered.is_current(now) {
            return None;
        }
        rendered.alerts_edition.store(issued.edition.unwrap_or(NO_EDITION), Ordering::Relaxed);
        Some(Arc::clone(&rendered))
    }

    /// The report of the quarter hour that has just ended, if it contains exactly these alerts.
    pub fn previous_quarter(&self, now: Timestamp, issued: &IssuedAlerts) -> Option<Arc<RenderedReport>> {
        let rendered = self.rendered.load();
        let is_in_grace = now.as_second().rem_euclid(QUARTER_SECONDS) < RENDER_GRACE_SECONDS;
        let is_previous = rendered.quarter == quarter(now) - 1 && rendered.alerts_version == issued.version;
        (is_in_grace && is_previous).then(|| Arc::clone(&rendered))
    }

    pub fn is_rendering(&self) -> bool {
        self.render_lock.try_lock().is_err()
    }

    /// Held while the next report is rendered, so that concurrent requests wait for it instead of rendering it too.
    pub async fn lock_rendering(&self) -> MutexGuard<'_, ()> {
        self.render_lock.lock().await
    }

    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.fresh_until
    }

    pub fn is_servable(&self, now: Timestamp) -> bool {
        self.origin.as_ref().is_some_and(|origin| snapshot::is_servable(origin.fetched_at, now))
    }

    pub fn snapshot(&self) -> Option<ForecastSnapshot> {
        self.snapshot_of(&self.rendered.load().packed_forecast)
    }

    fn snapshot_of(&self, packed_forecast: &[u8]) -> Option<ForecastSnapshot> {
        let origin = self.origin.as_ref()?;
        Some(ForecastSnapshot {
            source: origin.source,
            fetched_at: origin.fetched_at,
            fresh_until: self.fresh_until,
            last_modified: origin.last_modified.clone(),
            forecast: codec::unpack(packed_forecast).ok()?,
        })
    }

    /// The provider of its weather.
    pub fn source(&self) -> Option<SourceId> {
        self.origin.as_ref().map(|origin| origin.source)
    }

    pub fn size_bytes(&self) -> usize {
        let rendered = self.rendered.load();
        let air = self.supplements.air.as_ref().map_or(0, |air| air.hours.len());
        OVERHEAD_BYTES + rendered.packed_forecast.len() + air + rendered.body.size_bytes()
    }

    /// The report itself, as it is rendered; `None` for a place without weather.
    pub fn report(&self, issued: &IssuedAlerts, now: Timestamp) -> Option<WeatherReport> {
        self.snapshot().map(|snapshot| report(self.point, &snapshot, &self.supplements, issued, now))
    }

    /// Renders the report for the running quarter hour and these alerts: milliseconds of CPU time.
    pub fn render(&self, issued: &IssuedAlerts, now: Timestamp) -> anyhow::Result<Arc<RenderedReport>> {
        let packed_forecast = self.rendered.load().packed_forecast.clone();
        let rendered = match self.snapshot_of(&packed_forecast) {
            Some(snapshot) => render(self.point, &snapshot, &packed_forecast, &self.supplements, issued, now)?,
            None => render_unavailable(self.point, self.fresh_until, issued)?,
        };
        let rendered = Arc::new(rendered);
        self.rendered.store(Arc::clone(&rendered));
        Ok(rendered)
    }
}

impl RenderedReport {
    fn new(
        report: &WeatherReport,
        packed_forecast: &[u8],
        quarter: i64,
        issued: &IssuedAlerts,
    ) -> anyhow::Result<RenderedReport> {
        let (body, packed_forecast) = EncodedBody::with_appendix(report, packed_forecast)?;
        Ok(RenderedReport {
            body,
            packed_forecast,
            summary: page_summary(report),
            quarter,
            alerts_version: issued.version,
            alerts_edition: AtomicU64::new(issued.edition.unwrap_or(NO_EDITION)),
        })
    }

    fn is_current(&self, now: Timestamp) -> bool {
        self.quarter == quarter(now) || self.quarter == ANY_QUARTER
    }
}

fn quarter(now: Timestamp) -> i64 {
    now.as_second().div_euclid(QUARTER_SECONDS)
}

fn render(
    point: GridPoint,
    snapshot: &ForecastSnapshot,
    packed_forecast: &[u8],
    supplements: &Supplements,
    issued: &IssuedAlerts,
    now: Timestamp,
) -> anyhow::Result<RenderedReport> {
    RenderedReport::new(&report(point, snapshot, supplements, issued, now), packed_forecast, quarter(now), issued)
}

fn report(
    point: GridPoint,
    snapshot: &ForecastSnapshot,
    supplements: &Supplements,
    issued: &IssuedAlerts,
    now: Timestamp,
) -> WeatherReport {
    let context = ReportContext::new(point, snapshot, credit(snapshot.source), supplements.clone());
    assemble_report(&snapshot.forecast, &context, &issued.alerts, now)
}

fn render_unavailable(point: GridPoint, retry_at: Timestamp, issued: &IssuedAlerts) -> anyhow::Result<RenderedReport> {
    let timezone = timezone_at(point.latitude(), point.longitude());
    let report = unavailable_report(point.latitude(), point.longitude(), timezone, retry_at, &issued.alerts);
    RenderedReport::new(&report, &[], ANY_QUARTER, issued)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::weather::providers::simulated::Simulated;

    #[test]
    fn a_report_rendered_again_from_the_packed_forecast_is_the_same() {
        let now: Timestamp = "2026-07-13T07:00:00Z".parse().unwrap();
        let point = GridPoint::nearest(-40.0, 13.41, 0.01).unwrap();
        let forecast =
            Simulated { seed: 3, scenario: None }.forecast(point.latitude(), point.longitude(), point.elevation, now);
        let source = SourceId::Simulated;
        let ensemble = Simulated { seed: 3, scenario: None }.ensemble(-40.0, 13.41, &forecast, now);
        let supplements = Supplements { ensemble: Ok(Arc::new(ensemble)), ..Supplements::default() };
        let snapshot = ForecastSnapshot { source, fetched_at: now, fresh_until: now, last_modified: None, forecast };
        let entry = CacheEntry::new(point, snapshot, supplements, &IssuedAlerts::none(), now).unwrap();
        let first = entry.rendered.load_full();
        let again = entry.render(&IssuedAlerts::none(), now).unwrap();
        assert_eq!(again.body.etag, first.body.etag);
        assert_eq!(again.summary, first.summary);
    }
}
