//! The country of a cell and the area codes that authorities use for it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use jiff::SignedDuration;
use moka::future::Cache;
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use url::Url;

use super::area_table::AreaTable;
use super::queries;
use crate::alerts::model::area::Area;
use crate::alerts::model::cell::Cell;
use crate::alerts::model::outline::Outline;
use crate::alerts::sources::nws;
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::address::Describe;
use crate::geo::coordinates::Coordinates;
use crate::i18n::Language;
use crate::outbound::{OutboundError, Redirects, RequestPolicy, Upstream};

/// Countries and territories covered by the US National Weather Service.
pub const US_TERRITORY: [&str; 6] = ["US", "PR", "GU", "VI", "AS", "MP"];
/// More cells than a large installation has; an entry takes some hundred bytes.
const MAX_CACHED: u64 = 200_000;
/// Short, because a page may be waiting for it.
const REQUEST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_millis(2000),
    attempt: Duration::from_millis(1800),
    attempts: 1,
    body_bytes: 256 * 1024,
    concurrency: 4,
    redirects: Redirects::SameHost,
    counts_throttling: true,
};

/// A cell without a zone is looked up again after this time.
const RETRY_EMPTY_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// How far from a cell on the water land is looked for, in degrees: about 3 and 8 km.
const LAND_DISTANCES: [f64; 2] = [0.03, 0.08];
/// Within this distance of US territory the service is asked, whatever country the nearest place is in.
const BORDER_DEGREES: f64 = 0.15;

#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    pub country: Option<String>,
    /// `None` if they could not be looked up yet.
    pub codes: Option<Vec<String>>,
}

/// What is known of a cell without a database.
struct CellSite {
    country: Option<String>,
    /// In the operator's table of areas.
    codes: Vec<String>,
    /// Whether the weather service has to be asked for more.
    has_service: bool,
}

/// Clones share what they have in memory.
#[derive(Clone)]
pub struct Zones {
    db: Db,
    clock: Clock,
    describe: Describe,
    nws: Option<(Upstream, Url)>,
    table: Arc<AreaTable>,
    cache: Cache<Cell, Arc<Zone>>,
    sites: Cache<Cell, Arc<CellSite>>,
}

impl Zones {
    pub fn new(
        db: Db,
        clock: Clock,
        describe: Describe,
        nws_url: Option<&Url>,
        user_agent: &str,
        table: Arc<AreaTable>,
    ) -> anyhow::Result<Zones> {
        let nws = match nws_url {
            Some(url) => Some((Upstream::new("nws-points", user_agent, REQUEST_POLICY, clock.clone())?, url.clone())),
            None => None,
        };
        let (cache, sites) = (Cache::new(MAX_CACHED), Cache::new(MAX_CACHED));
        Ok(Zones { db, clock, describe, nws, table, cache, sites })
    }

    /// The same with other connections to the database.
    pub fn with_db(&self, db: Db) -> Zones {
        Zones { db, ..self.clone() }
    }

    /// The zone of a cell; the weather service is queried if it was never looked up.
    pub async fn look_up(&self, cell: Cell) -> Arc<Zone> {
        let known = self.find_known(&[cell]).await.map(|zones| zones.into_iter().next());
        let zone = match known {
            Ok(Some(zone)) if zone.codes.is_some() => return zone,
            Ok(_) => self.query_zone(cell).await,
            Err(error) => {
                tracing::warn!(%error, "the zones of a cell could not be read");
                self.unknown_zone(cell).await
            }
        };
        self.cache_known(cell, Arc::new(zone)).await
    }

    /// The zones of cells, in their order, without a query to the weather service: codes that were never looked up are
    /// `None`. A failure to read stored codes is an error, because taking them for unknown would end the alerts of a cell.
    pub async fn find_known(&self, cells: &[Cell]) -> Result<Vec<Arc<Zone>>, sqlx::Error> {
        let mut zones = Vec::with_capacity(cells.len());
        let mut unread: Vec<Cell> = Vec::new();
        for cell in cells {
            let zone = self.find_cached(*cell).await;
            unread.extend(zone.is_none().then_some(*cell));
            zones.push(zone);
        }
        let retry_before = (self.clock.now() - RETRY_EMPTY_AFTER).as_millisecond();
        let stored = queries::list_zones(&self.db, &unread, retry_before).await?;
        let stored: HashMap<Cell, String> = stored.into_iter().map(|stored| (stored.cell, stored.codes)).collect();
        let mut known = Vec::with_capacity(cells.len());
        for (cell, zone) in cells.iter().zip(zones) {
            known.push(match (zone, stored.get(cell)) {
                (Some(zone), _) => zone,
                (None, Some(codes)) => {
                    let zone = Arc::new(self.zone_with(*cell, codes).await);
                    self.cache_known(*cell, zone).await
                }
                (None, None) => Arc::new(self.unknown_zone(*cell).await),
            });
        }
        Ok(known)
    }

    /// Whether every part of an area is drawn or has a code in a map whose areas are known.
    pub fn can_match(&self, area: &Area) -> bool {
        let knows = |map: &str| {
            let is_american = map == "UGC" && self.nws.is_some();
            is_american || self.table.has_map(map)
        };
        let mut maps = area.maps().peekable();
        !area.has_unknown_part && (area.is_drawn() || maps.peek().is_some()) && maps.all(knows)
    }

    /// What can be drawn of an area.
    pub fn outline(&self, area: &Area) -> Outline {
        self.table.outline(area)
    }

    /// Whether a weather service is configured whose zones have to be looked up.
    pub fn has_service(&self) -> bool {
        self.nws.is_some()
    }

    /// In US territory, or so near that the nearest place may be on the other side of the border.
    pub fn is_near_us_territory(&self, cell: Cell) -> bool {
        let is_american =
            |at: Coordinates| self.country(at).is_some_and(|country| US_TERRITORY.contains(&country.as_str()));
        let centre = cell.coordinates();
        is_american(centre) || around(centre, BORDER_DEGREES).into_iter().any(is_american)
    }

    /// Unknown codes are not cached, so that they are looked up again.
    async fn cache_known(&self, cell: Cell, zone: Arc<Zone>) -> Arc<Zone> {
        if zone.codes.is_some() {
            self.cache.insert(cell, Arc::clone(&zone)).await;
        }
        zone
    }

    /// A zone that needs no stored codes, or whose codes are known.
    async fn find_cached(&self, cell: Cell) -> Option<Arc<Zone>> {
        if let Some(zone) = self.cache.get(&cell).await {
            return Some(zone);
        }
        let site = self.locate(cell).await;
        if site.has_service {
            return None;
        }
        let zone = Zone { country: site.country.clone(), codes: Some(site.codes.clone()) };
        Some(self.cache_known(cell, Arc::new(zone)).await)
    }

    async fn query_zone(&self, cell: Cell) -> Zone {
        match self.query_service(cell).await {
            Some(codes) => self.zone_with(cell, &codes).await,
            None => self.unknown_zone(cell).await,
        }
    }

    async fn zone_with(&self, cell: Cell, stored: &str) -> Zone {
        let site = self.locate(cell).await;
        let stored = stored.split_whitespace().map(str::to_owned);
        Zone { country: site.country.clone(), codes: Some(site.codes.iter().cloned().chain(stored).collect()) }
    }

    async fn unknown_zone(&self, cell: Cell) -> Zone {
        Zone { country: self.locate(cell).await.country.clone(), codes: None }
    }

    /// What the position alone says. It never changes, and takes several searches for the nearest place.
    async fn locate(&self, cell: Cell) -> Arc<CellSite> {
        let find = async {
            Arc::new(CellSite {
                country: self.country(cell.coordinates()),
                codes: self.table.codes_at(cell.coordinates()),
                has_service: self.nws.is_some() && self.is_near_us_territory(cell),
            })
        };
        self.sites.get_with(cell, find).await
    }

    /// Queried once per cell and stored for good: zones hardly ever change. Over water the service names a zone of the sea
    /// or none; warnings for the coast are issued for the land, so that its nearest zones are added.
    async fn query_service(&self, cell: Cell) -> Option<String> {
        let centre = cell.coordinates();
        let mut zones = self.query_point(centre).await?;
        for distance in LAND_DISTANCES {
            if zones.iter().any(|zone| nws::is_county(zone)) {
                break;
            }
            let near = join_all(around(centre, distance).into_iter().map(|at| self.query_point(at))).await;
            let land = near.into_iter().flatten().find(|zones| zones.iter().any(|zone| nws::is_county(zone)));
            zones.extend(land.unwrap_or_default());
        }
        let codes = zones.join(" ");
        let now = self.clock.now().as_millisecond();
        if let Err(error) = queries::upsert_zones(&self.db, cell, &codes, now).await {
            tracing::warn!(%error, "the zones of a cell could not be stored");
        }
        Some(codes)
    }

    /// `None` if the service did not answer; empty where it has no zone.
    async fn query_point(&self, at: Coordinates) -> Option<Vec<String>> {
        let (upstream, base) = self.nws.as_ref()?;
        let url = base.join(&format!("/points/{:.2},{:.2}", at.latitude, at.longitude)).ok()?;
        let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/geo+json"))]);
        let read = |answer: crate::outbound::Answer| match answer.status {
            StatusCode::OK => nws::read_zones(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string())),
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => Ok(Vec::new()),
            status => Err(OutboundError::Status(status)),
        };
        upstream.get(url, headers, read).await.result.ok()
    }

    pub fn country(&self, at: Coordinates) -> Option<String> {
        let address = (self.describe)(at, Language::English);
        let country = address.components.iter().find(|part| part.types.iter().any(|kind| kind == "country"));
        country.map(|country| country.short_name.clone())
    }
}

/// The points at this distance to the north, east, south and west.
fn around(at: Coordinates, degrees: f64) -> Vec<Coordinates> {
    [(degrees, 0.0), (0.0, degrees), (-degrees, 0.0), (0.0, -degrees)]
        .into_iter()
        .filter_map(|(north, east)| Coordinates::new(at.latitude + north, at.longitude + east))
        .collect()
}
