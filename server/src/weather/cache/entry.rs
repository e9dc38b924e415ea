//! One cached place: the packed forecast, and the page made from it for the running quarter hour.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use jiff::Timestamp;
use tokio::sync::{Mutex, MutexGuard};

use super::codec;
use super::encoded_body::Body;
use crate::alert::Issued;
use crate::geo::timezone::timezone_at;
use crate::settings::SourceId;
use crate::weather::model::grid::GridPoint;
use crate::weather::model::snapshot::{self, Kept};
use crate::weather::providers::credit;
use crate::weather::report::assemble::{Frame, compose, compose_dark};

/// A page tells "now", "today" and "rain stops at 19:30": it is made anew when the quarter hour
/// turns, and with it every hour and day of any time zone.
const PAGE_SECONDS: i64 = 900;
/// For so long after the quarter hour the last page will do while the next is made: all of them are due in one moment.
const TURNING_SECONDS: i64 = 5;
/// What a place costs beside its bytes: the entry, its page, the cache's own bookkeeping.
const OVERHEAD_BYTES: usize = 1024;
/// No edition of the warnings has this number.
const NEVER: u64 = u64::MAX;

pub struct Entry {
    pub point: GridPoint,
    pub fresh_until: Timestamp,
    /// `None`: no weather could be had.
    pub origin: Option<Origin>,
    page: ArcSwap<Page>,
    making: Mutex<()>,
}

pub struct Origin {
    pub fetched_at: Timestamp,
    source: SourceId,
    last_modified: Option<String>,
    packed: Box<[u8]>,
}

pub struct Page {
    pub body: Body,
    quarter: i64,
    /// Of the warnings it shows.
    issued_version: u64,
    /// The last edition of the warnings that said the same: most requests need to know no more.
    edition: AtomicU64,
}

impl Entry {
    pub fn of(point: GridPoint, kept: Kept, issued: &Issued, now: Timestamp) -> anyhow::Result<Entry> {
        let page = page(point, &kept, issued, now)?;
        let origin = Origin {
            fetched_at: kept.fetched_at,
            source: kept.source,
            last_modified: kept.last_modified,
            packed: Box::from(codec::pack(&kept.forecast)?.as_slice()),
        };
        Ok(Entry {
            point,
            fresh_until: kept.fresh_until,
            origin: Some(origin),
            page: ArcSwap::from_pointee(page),
            making: Mutex::new(()),
        })
    }

    /// A place without weather, to be tried again at `fresh_until`.
    pub fn dark(point: GridPoint, fresh_until: Timestamp, issued: &Issued) -> anyhow::Result<Entry> {
        let timezone = timezone_at(point.latitude(), point.longitude());
        let report = compose_dark(point.latitude(), point.longitude(), timezone, fresh_until, &issued.alerts);
        let page = Page::new(Body::of(&report)?, i64::MAX, issued);
        Ok(Entry { point, fresh_until, origin: None, page: ArcSwap::from_pointee(page), making: Mutex::new(()) })
    }

    /// The page, if it is the one for the running quarter hour and was checked against this edition of the warnings.
    pub fn page_of(&self, now: Timestamp, edition: Option<u64>) -> Option<Arc<Page>> {
        let page = self.page.load();
        let is_current = edition.is_some_and(|edition| edition == page.edition.load(Ordering::Relaxed));
        (is_current && page.is_for(now)).then(|| Arc::clone(&page))
    }

    /// The page, if it is the one for the running quarter hour and says what these warnings say.
    pub fn page_saying(&self, now: Timestamp, issued: &Issued) -> Option<Arc<Page>> {
        let page = self.page.load();
        if page.issued_version != issued.version || !page.is_for(now) {
            return None;
        }
        page.edition.store(issued.edition.unwrap_or(NEVER), Ordering::Relaxed);
        Some(Arc::clone(&page))
    }

    /// The page of the quarter hour that has just ended, if it says what these warnings say.
    pub fn page_just_ended(&self, now: Timestamp, issued: &Issued) -> Option<Arc<Page>> {
        let page = self.page.load();
        let has_just_turned = now.as_second().rem_euclid(PAGE_SECONDS) < TURNING_SECONDS;
        let is_last = page.quarter == quarter(now) - 1 && page.issued_version == issued.version;
        (has_just_turned && is_last).then(|| Arc::clone(&page))
    }

    pub fn is_being_made(&self) -> bool {
        self.making.try_lock().is_err()
    }

    /// Held by the one who makes the next page, so that the others wait for it.
    pub async fn making(&self) -> MutexGuard<'_, ()> {
        self.making.lock().await
    }

    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now < self.fresh_until
    }

    pub fn is_servable(&self, now: Timestamp) -> bool {
        self.origin.as_ref().is_some_and(|origin| snapshot::is_servable(origin.fetched_at, now))
    }

    /// What was kept, unpacked.
    pub fn kept(&self) -> Option<Kept> {
        let origin = self.origin.as_ref()?;
        Some(Kept {
            source: origin.source,
            fetched_at: origin.fetched_at,
            fresh_until: self.fresh_until,
            last_modified: origin.last_modified.clone(),
            forecast: codec::unpack(&origin.packed).ok()?,
        })
    }

    pub fn bytes(&self) -> usize {
        let packed = self.origin.as_ref().map_or(0, |origin| origin.packed.len());
        OVERHEAD_BYTES + packed + self.page.load().body.bytes()
    }

    /// Makes the page for the running quarter hour and these warnings: milliseconds of pure work.
    pub fn make(&self, issued: &Issued, now: Timestamp) -> anyhow::Result<Arc<Page>> {
        let page = match self.kept() {
            Some(kept) => Arc::new(page(self.point, &kept, issued, now)?),
            None => Entry::dark(self.point, self.fresh_until, issued)?.page.load_full(),
        };
        self.page.store(Arc::clone(&page));
        Ok(page)
    }
}

impl Page {
    fn new(body: Body, quarter: i64, issued: &Issued) -> Page {
        let edition = AtomicU64::new(issued.edition.unwrap_or(NEVER));
        Page { body, quarter, issued_version: issued.version, edition }
    }

    fn is_for(&self, now: Timestamp) -> bool {
        // A dark page says nothing about the time.
        self.quarter == quarter(now) || self.quarter == i64::MAX
    }
}

fn quarter(now: Timestamp) -> i64 {
    now.as_second().div_euclid(PAGE_SECONDS)
}

fn page(point: GridPoint, kept: &Kept, issued: &Issued, now: Timestamp) -> anyhow::Result<Page> {
    let frame = Frame {
        latitude: point.latitude(),
        longitude: point.longitude(),
        source: credit(kept.source),
        fetched_at: kept.fetched_at,
        fresh_until: kept.fresh_until,
    };
    let report = compose(&kept.forecast, &frame, &issued.alerts, now);
    Ok(Page::new(Body::of(&report)?, quarter(now), issued))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::weather::providers::simulated::Simulated;

    fn entry(seed: u64) -> Entry {
        let now: Timestamp = "2026-07-13T07:00:00Z".parse().unwrap();
        let point = GridPoint::near(-55.0 + 5.0 * seed as f64, 13.41, 0.01).unwrap();
        let forecast = Simulated { seed, scenario: None }.forecast(point.latitude(), point.longitude(), now);
        let kept =
            Kept { source: SourceId::Simulated, fetched_at: now, fresh_until: now, last_modified: None, forecast };
        Entry::of(point, kept, &Issued::nothing(), now).unwrap()
    }

    #[test]
    fn fifty_thousand_places_fit_in_a_gibibyte() {
        let total: usize = (0..20).map(|seed| entry(seed).bytes()).sum();
        let each = total / 20;
        assert!(each * 50_000 < 1 << 30, "{each} bytes a place");
    }

    #[test]
    fn a_page_made_again_from_what_is_kept_is_the_same_page() {
        let entry = entry(3);
        let first = entry.page.load_full().body.etag.clone();
        let again = entry.make(&Issued::nothing(), "2026-07-13T07:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(again.body.etag, first);
    }
}
