//! The façade of the pipeline: holds what the stages share, runs each with what it needs, and answers for a place.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::future::{BoxFuture, join_all};
use jiff::Timestamp;

use super::briefings::run as briefings;
use super::ingest::feed::Feed;
use super::ingest::{built_in, poll};
use super::maintenance;
use super::matching::active::ActiveAlerts;
use super::matching::area_table::AreaTable;
use super::matching::zones::Zones;
use super::model::cell::Cell;
use super::model::outline::Outline;
use super::notify::{air, rain, run};
use super::schedule::{cells, hazard_check};
use super::thresholds::run as thresholds;
use crate::air::AirToday;
use crate::alert::{AlertLookup, Coverage, FoundHazards, IssuedAlerts, NoAlertService, NoServiceReason};
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::address::Describe;
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::Site;
use crate::outbound::user_agent;
use crate::outlook::FindOutlooks;
use crate::rainfall::ArrivingRain;
use crate::settings::Settings;

/// Shared by handlers and background jobs; cheap to clone.
#[derive(Clone)]
pub struct AlertService {
    pub(super) db: Db,
    pub(super) clock: Clock,
    feeds: Arc<[Feed]>,
    zones: Arc<Zones>,
    active: Arc<ActiveAlerts>,
}

impl AlertService {
    pub fn new(settings: &Settings, db: Db, clock: Clock, describe: Describe) -> anyhow::Result<AlertService> {
        let user_agent = user_agent(&settings.weather.contact);
        let table = match &settings.alerts.cap_areas {
            Some(path) => AreaTable::read_file(path)?,
            None => AreaTable::default(),
        };
        let table = Arc::new(table);
        let nws = settings.alerts.nws_url.as_ref();
        let feeds = Feed::from_settings(&settings.alerts, &user_agent, &clock)?;
        let zones = Zones::new(db.clone(), clock.clone(), describe, nws, &user_agent, table.clone())?;
        let active = ActiveAlerts::new(db.clone(), clock.clone(), feeds.iter().map(Feed::coverage).collect(), table);
        Ok(AlertService { db, clock, feeds: feeds.into(), zones: Arc::new(zones), active: Arc::new(active) })
    }

    /// The same service with other connections to the database.
    pub fn with_db(&self, db: Db) -> AlertService {
        AlertService {
            zones: Arc::new(self.zones.with_db(db.clone())),
            active: Arc::new(self.active.with_db(db.clone())),
            db,
            ..self.clone()
        }
    }

    pub fn feeds(&self) -> &[Feed] {
        &self.feeds
    }

    /// The alerts in force of each feed that can be matched to no place, by the feed's name.
    pub(super) async fn count_unmatched(&self) -> Result<HashMap<String, usize>, sqlx::Error> {
        let (list, now) = (self.active.latest().await?, self.clock.now());
        let mut counts: HashMap<String, usize> = HashMap::new();
        for active in list.alerts.iter().filter(|active| active.alert.ends_at > now) {
            if !self.zones.can_match(&active.area) {
                *counts.entry(active.feed.clone()).or_default() += 1;
            }
        }
        Ok(counts)
    }

    /// Polls all due feeds concurrently, so that a slow one does not delay the others.
    pub async fn poll_feeds(&self) {
        join_all(self.feeds.iter().map(|feed| self.poll_feed(feed))).await;
    }

    /// Polls a feed if it is due; a failure is logged.
    pub async fn poll_feed(&self, feed: &Feed) {
        if let Err(error) = poll::poll_feed(&self.db, &self.clock, &self.zones, &self.active, feed).await {
            tracing::warn!(feed = feed.host(), "feed poll failed: {error:#}");
        }
    }

    /// Brings the cells in step with the saved places.
    pub async fn sync_cells(&self) -> anyhow::Result<()> {
        maintenance::sync_cells(&self.db, &self.clock).await
    }

    /// Looks up the zones of cells that have none yet.
    pub async fn look_up_zones(&self) -> anyhow::Result<()> {
        maintenance::look_up_zones(&self.db, &self.clock, &self.zones).await
    }

    /// How many cells there were a minute ago.
    pub async fn count_cells(&self) -> anyhow::Result<i64> {
        Ok(cells::find_counts(&self.db, self.clock.now().as_millisecond()).await?.cells)
    }

    /// Checks the forecasts of due cells for hazards.
    pub async fn check_hazards<Found>(
        &self,
        is_frequent: bool,
        find_hazards: impl Fn(Vec<Site>) -> Found,
    ) -> anyhow::Result<()>
    where
        Found: Future<Output = Vec<Option<FoundHazards>>>,
    {
        hazard_check::check_hazards(&self.db, &self.clock, is_frequent, find_hazards).await
    }

    /// Writes the notifications about air that are due; returns how many.
    pub async fn notify_of_air<Found>(&self, find_air: impl Fn(Vec<Coordinates>) -> Found) -> anyhow::Result<usize>
    where
        Found: Future<Output = Vec<Option<AirToday>>>,
    {
        air::notify_of_air(&self.db, &self.clock, find_air).await
    }

    /// Writes the notifications about rain that are due; returns how many.
    pub async fn notify_of_rain<Found>(&self, find_rain: impl Fn(Vec<Coordinates>) -> Found) -> anyhow::Result<usize>
    where
        Found: Future<Output = Vec<Option<ArrivingRain>>>,
    {
        rain::notify_of_rain(&self.db, &self.clock, find_rain).await
    }

    /// Writes the briefings that are due; returns how many.
    pub async fn send_due_briefings(&self, find_outlooks: &FindOutlooks) -> anyhow::Result<usize> {
        briefings::send_due_briefings(&self.db, &self.clock, find_outlooks).await
    }

    /// Writes the notifications about thresholds that are due; returns how many.
    pub async fn notify_of_thresholds(&self, find_outlooks: &FindOutlooks) -> anyhow::Result<usize> {
        thresholds::notify_of_thresholds(&self.db, &self.clock, find_outlooks).await
    }

    /// Writes the notifications of all due cells; returns how many.
    pub async fn notify_due_cells(&self) -> anyhow::Result<usize> {
        run::notify_due_cells(&self.db, &self.clock, &self.zones, &self.active).await
    }

    /// Deletes what is past its retention.
    pub async fn delete_expired(&self) -> anyhow::Result<()> {
        maintenance::delete_expired(&self.db, &self.clock).await
    }

    async fn issued(&self, cell: Cell, elevation: Option<f64>) -> IssuedAlerts {
        if self.feeds.is_empty() {
            let mut none = IssuedAlerts::none();
            none.alerts.no_service_reason = self.zones.country(cell.coordinates()).as_deref().map(no_service_reason);
            return none;
        }
        let now = self.clock.now();
        let list = self.active.recent().await;
        let zone = self.zones.look_up(cell).await;
        let mut issued = list.for_location(cell.coordinates(), elevation, &zone, now);
        if issued.alerts.coverage == Coverage::NoService {
            issued.alerts.no_service_reason = zone.country.as_deref().map(no_service_reason);
        }
        // Without an edition it is read again: the zones may be known by then.
        issued.edition = Some(list.edition).filter(|_| issued.alerts.coverage != Coverage::Unmatched);
        issued
    }

    /// What can be drawn of the area of an issued alert in force; `None` if there is no such alert.
    pub(super) async fn find_outline(&self, id: &str) -> Option<Outline> {
        let (list, now) = (self.active.recent().await, self.clock.now());
        let of_event = list.alerts.iter().filter(|active| active.alert.id == id && active.alert.ends_at > now);
        let active = of_event.max_by_key(|active| active.revision)?;
        Some(self.zones.outline(&active.area))
    }
}

impl AlertLookup for AlertService {
    fn edition(&self, now: Timestamp) -> Option<u64> {
        if self.feeds.is_empty() {
            return NoAlertService.edition(now);
        }
        self.active.edition(now)
    }

    fn issued_at(&self, coordinates: Coordinates, elevation: Option<f64>) -> BoxFuture<'_, Arc<IssuedAlerts>> {
        Box::pin(async move { Arc::new(self.issued(Cell::from_coordinates(coordinates), elevation).await) })
    }
}

fn no_service_reason(country: &str) -> NoServiceReason {
    if built_in::has_source(country) { NoServiceReason::NotEnabled } else { NoServiceReason::NoneAvailable }
}
