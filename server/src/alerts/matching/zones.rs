//! What is known of a cell beside its position: its country, and the codes by which authorities name its area.

use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use url::Url;

use crate::alerts::ingest::queries;
use crate::alerts::model::area::Polygon;
use crate::alerts::schedule::cells::Cell;
use crate::alerts::sources::nws;
use crate::clock::Clock;
use crate::db::Db;
use crate::geo::address::Describe;
use crate::geo::coordinates::Coordinates;
use crate::i18n::Language;
use crate::outbound::{OutboundError, RequestPolicy, Upstream};

/// Where the US National Weather Service warns.
pub const US_TERRITORY: [&str; 6] = ["US", "PR", "GU", "VI", "AS", "MP"];
/// More cells than a large installation watches; an entry is some hundred bytes.
const CACHED: u64 = 200_000;
/// Somebody may be waiting for a page.
const REQUEST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_millis(2000),
    attempt: Duration::from_millis(1800),
    attempts: 1,
    body_bytes: 256 * 1024,
    concurrency: 4,
    redirects: 3,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    pub country: Option<String>,
    /// Nothing where they could not be asked for yet.
    pub codes: Option<Vec<String>>,
}

pub struct Zones {
    db: Db,
    clock: Clock,
    describe: Describe,
    nws: Option<(Upstream, Url)>,
    areas: Arc<[CodedArea]>,
    cache: Cache<Cell, Arc<Zone>>,
}

/// One area of the operator's table of codes.
pub struct CodedArea {
    pub code: String,
    pub polygons: Vec<Polygon>,
}

impl Zones {
    pub fn new(
        db: Db,
        clock: Clock,
        describe: Describe,
        nws_url: Option<&Url>,
        user_agent: &str,
        areas: Vec<CodedArea>,
    ) -> anyhow::Result<Zones> {
        let nws = match nws_url {
            Some(url) => Some((Upstream::new("nws-points", user_agent, REQUEST_POLICY, clock.clone())?, url.clone())),
            None => None,
        };
        Ok(Zones { db, clock, describe, nws, areas: areas.into(), cache: Cache::new(CACHED) })
    }

    /// What is known of a cell, asking the weather service where it must be asked.
    pub async fn at(&self, cell: Cell) -> Arc<Zone> {
        if let Some(zone) = self.cache.get(&cell).await {
            return zone;
        }
        let zone = self.look_up(cell, true).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the zones of a cell could not be read");
            Zone { country: self.country(cell.position()), codes: None }
        });
        self.keep(cell, Arc::new(zone)).await
    }

    /// The same without a question to anybody: codes that were never asked for are not known. Codes that cannot be read
    /// are another matter: whoever took them for unknown would tell people that their warnings are over.
    pub async fn known_at(&self, cell: Cell) -> Result<Arc<Zone>, sqlx::Error> {
        if let Some(zone) = self.cache.get(&cell).await {
            return Ok(zone);
        }
        let zone = Arc::new(self.look_up(cell, false).await?);
        Ok(self.keep(cell, zone).await)
    }

    /// Whether anybody names zones that have to be asked for.
    pub fn has_zones(&self) -> bool {
        self.nws.is_some()
    }

    pub fn is_american(&self, cell: Cell) -> bool {
        self.country(cell.position()).is_some_and(|country| US_TERRITORY.contains(&country.as_str()))
    }

    /// What could not be learnt is asked again.
    async fn keep(&self, cell: Cell, zone: Arc<Zone>) -> Arc<Zone> {
        if zone.codes.is_some() {
            self.cache.insert(cell, Arc::clone(&zone)).await;
        }
        zone
    }

    async fn look_up(&self, cell: Cell, may_ask: bool) -> Result<Zone, sqlx::Error> {
        let country = self.country(cell.position());
        let mut codes = self.codes_of_the_table(cell.position());
        let is_american = country.as_deref().is_some_and(|country| US_TERRITORY.contains(&country));
        if self.nws.is_none() || !is_american {
            return Ok(Zone { country, codes: Some(codes) });
        }
        let stored = queries::find_zones(&self.db, cell).await?;
        let asked = match stored {
            Some(stored) => Some(stored),
            None if may_ask => self.ask(cell).await,
            None => None,
        };
        let Some(asked) = asked else { return Ok(Zone { country, codes: None }) };
        codes.extend(asked.split_whitespace().map(str::to_owned));
        Ok(Zone { country, codes: Some(codes) })
    }

    /// Asks once and keeps the answer for good: zones hardly ever change.
    async fn ask(&self, cell: Cell) -> Option<String> {
        let (upstream, base) = self.nws.as_ref()?;
        let at = cell.position();
        let url = base.join(&format!("/points/{:.2},{:.2}", at.latitude, at.longitude)).ok()?;
        let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("application/geo+json"))]);
        let read = |answer: crate::outbound::Answer| match answer.status {
            StatusCode::OK => nws::read_zones(&answer.body).map_err(|error| OutboundError::Unusable(error.to_string())),
            // Not a point of theirs: it has no zone, today and tomorrow.
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => Ok(Vec::new()),
            status => Err(OutboundError::Status(status)),
        };
        let codes = upstream.get(url, headers, read).await.result.ok()?.join(" ");
        let now = self.clock.now().as_millisecond();
        if let Err(error) = queries::insert_zones(&self.db, cell, &codes, now).await {
            tracing::warn!(%error, "the zones of a cell could not be kept");
        }
        Some(codes)
    }

    fn country(&self, at: Coordinates) -> Option<String> {
        let address = (self.describe)(at, Language::English);
        let country = address.components.iter().find(|part| part.types.iter().any(|kind| kind == "country"));
        country.map(|country| country.short_name.clone())
    }

    fn codes_of_the_table(&self, at: Coordinates) -> Vec<String> {
        let holding = self.areas.iter().filter(|area| area.polygons.iter().any(|polygon| polygon.contains(at)));
        holding.map(|area| area.code.clone()).collect()
    }
}
