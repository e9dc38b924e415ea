//! Reading the feeds: each asked in its turn by one process, with conditions, and every message once.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream;
use jiff::SignedDuration;
use reqwest::StatusCode;
use reqwest::header::{
    ACCEPT, ETAG, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
};
use url::Url;

use super::queries::{self, FeedRound, FeedRow};
use super::reconcile::{self, Changes, Named};
use crate::alerts::matching::zones::US_TERRITORY;
use crate::alerts::model::area::{Area, Match};
use crate::alerts::schedule::cells::{self, Cell};
use crate::alerts::service::Warnings;
use crate::alerts::sources::{Message, cap, index, nws};
use crate::clock::Clock;
use crate::outbound::{Answer, OutboundError, RequestPolicy, Upstream};
use crate::settings::AlertSettings;

const NWS_EVERY: SignedDuration = SignedDuration::from_secs(60);
const CAP_EVERY: SignedDuration = SignedDuration::from_mins(5);
/// A list of a whole country, over a slow line.
const REQUEST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(40),
    attempt: Duration::from_secs(30),
    attempts: 2,
    body_bytes: 32 * 1024 * 1024,
    concurrency: 4,
    redirects: 3,
};
/// Messages of one round: the rest waits for the next, so that a feed seen for the first time is not flooded.
const MOST_MESSAGES: usize = 300;
const MESSAGES_AT_ONCE: usize = 4;
/// One message, which a whole round of them must not wait for.
const MESSAGE_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(15),
    attempt: Duration::from_secs(10),
    attempts: 2,
    // Several times the largest that is known, with a country's coast in it.
    body_bytes: 2 * 1024 * 1024,
    concurrency: MESSAGES_AT_ONCE,
    redirects: 3,
};
/// A round that takes longer is ended: what was read counts, the rest waits for the next.
const LONGEST_READING: Duration = Duration::from_secs(120);
/// A complete list that loses more than half of at least so many warnings at once is doubted.
const WORTH_DOUBTING: usize = 20;

pub struct Feed {
    pub name: String,
    pub countries: Vec<String>,
    kind: Kind,
    url: Url,
    every: SignedDuration,
    upstream: Upstream,
    /// For what an index names.
    messages: Upstream,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// All that is in force, in one document.
    Nws,
    /// An index of messages; what it does not name may still be in force.
    Cap,
}

impl Feed {
    pub fn all(settings: &AlertSettings, user_agent: &str, clock: &Clock) -> anyhow::Result<Vec<Feed>> {
        let mut feeds = Vec::new();
        let upstream = |name, limits| Upstream::new(name, user_agent, limits, clock.clone());
        if let Some(base) = &settings.nws_url {
            feeds.push(Feed {
                name: "nws".to_owned(),
                countries: US_TERRITORY.map(str::to_owned).to_vec(),
                kind: Kind::Nws,
                url: base.join("/alerts/active?status=actual")?,
                every: NWS_EVERY,
                upstream: upstream("nws", REQUEST_POLICY)?,
                messages: upstream("nws", MESSAGE_POLICY)?,
            });
        }
        for feed in &settings.cap_feeds {
            feeds.push(Feed {
                name: feed.url.to_string(),
                countries: vec![feed.country.clone()],
                kind: Kind::Cap,
                url: feed.url.clone(),
                every: CAP_EVERY,
                upstream: upstream("cap", REQUEST_POLICY)?,
                messages: upstream("cap", MESSAGE_POLICY)?,
            });
        }
        Ok(feeds)
    }

    /// For the health page: an address may hold a key.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// The line MeteoAlarm's terms ask for; other authorities are named as they name themselves.
    fn attribution(&self) -> Option<&'static str> {
        let is_meteoalarm = self.url.host_str().is_some_and(|host| host.ends_with("meteoalarm.org"));
        is_meteoalarm.then_some("MeteoAlarm; delays are possible, meteoalarm.org has the authoritative warnings")
    }
}

/// Reads every feed whose turn has come, side by side: a slow one keeps no other waiting.
pub async fn poll_all(warnings: &Warnings) {
    join_all(warnings.feeds.iter().map(|feed| poll_one(warnings, feed))).await;
}

/// Reads a feed, if its turn has come.
pub async fn poll_one(warnings: &Warnings, feed: &Feed) {
    if let Err(error) = poll(warnings, feed).await {
        tracing::warn!(feed = feed.url.host_str(), "warnings not read: {error:#}");
    }
}

async fn poll(warnings: &Warnings, feed: &Feed) -> anyhow::Result<()> {
    let now = warnings.clock.now();
    let next = (now + feed.every).as_millisecond();
    let Some(row) = queries::claim_feed(&warnings.db, &feed.name, now.as_millisecond(), next).await? else {
        return Ok(());
    };
    let Some(answer) = ask(feed, &row).await? else {
        let row = FeedRow { updated_at: Some(now.as_millisecond()), ..row };
        let round = FeedRound { feed: row, changes: &Changes::default(), read_links: &[], cells: &[] };
        return queries::apply(&warnings.db, &round, now.as_millisecond()).await;
    };
    let read = match feed.kind {
        Kind::Nws => {
            let nws::List { messages, unread } = nws::read(&answer.body)?;
            Read { messages, unread, links: Vec::new(), is_all: true, is_current: true }
        }
        Kind::Cap => read_index(warnings, feed, &answer).await?,
    };
    let known = queries::list_known(&warnings.db, &feed.name, now.as_millisecond()).await?;
    let open = known.iter().filter(|known| known.is_open && known.ends_at > now.as_millisecond()).count();
    let list = match feed.kind {
        // One that cannot be read and has no name may be any of those we know.
        Kind::Nws if !read.unread.iter().any(String::is_empty) => Named::All { unread: &read.unread },
        Kind::Nws | Kind::Cap => Named::Some,
    };
    let changes = reconcile::enter(&feed.name, known, read.messages, list, now);
    if open >= WORTH_DOUBTING && changes.closed.len() * 2 > open && !row.is_suspect {
        tracing::warn!(open, gone = changes.closed.len(), "most warnings vanished at once: not believed yet");
        let row = FeedRow { is_suspect: true, ..row };
        let round = FeedRound { feed: row, changes: &Changes::default(), read_links: &[], cells: &[] };
        return queries::apply(&warnings.db, &round, now.as_millisecond()).await;
    }
    let cells = touched(warnings, &changes).await?;
    let header = |name: HeaderName| answer.headers.get(name)?.to_str().ok().map(str::to_owned);
    let row = FeedRow {
        // What could not be read is asked for again, so that the index must not answer "unchanged".
        etag: header(ETAG).filter(|_| read.is_all),
        last_modified: header(LAST_MODIFIED).filter(|_| read.is_all),
        // An index whose messages cannot be had is no news.
        updated_at: if read.is_current { Some(now.as_millisecond()) } else { row.updated_at },
        is_suspect: false,
        ..row
    };
    let round = FeedRound { feed: row, changes: &changes, read_links: &read.links, cells: &cells };
    queries::apply(&warnings.db, &round, now.as_millisecond()).await
}

#[derive(Default)]
struct Read {
    messages: Vec<Message>,
    /// Names of messages that are there and cannot be read.
    unread: Vec<String>,
    links: Vec<String>,
    /// Whether everything the index names was read.
    is_all: bool,
    /// Whether nothing is left that the service owes us.
    is_current: bool,
}

/// Nothing when nothing changed since the last time.
async fn ask(feed: &Feed, row: &FeedRow) -> Result<Option<Answer>, OutboundError> {
    let mut headers = HeaderMap::new();
    if feed.kind == Kind::Nws {
        headers.insert(ACCEPT, HeaderValue::from_static("application/geo+json"));
    }
    let conditions = [(IF_NONE_MATCH, &row.etag), (IF_MODIFIED_SINCE, &row.last_modified)];
    for (name, value) in conditions {
        if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
            headers.insert(name, value);
        }
    }
    let read = |answer: Answer| match answer.status {
        StatusCode::OK => Ok(Some(answer)),
        StatusCode::NOT_MODIFIED => Ok(None),
        status => Err(OutboundError::Status(status)),
    };
    feed.upstream.get(feed.url.clone(), headers, read).await.result
}

/// Reads the messages of an index that were not read before.
async fn read_index(warnings: &Warnings, feed: &Feed, answer: &Answer) -> anyhow::Result<Read> {
    let known: HashSet<String> = queries::list_read_links(&warnings.db, &feed.name).await?.into_iter().collect();
    let mut unread = index::links(&answer.body, &feed.url)?;
    unread.retain(|link| !known.contains(link.as_str()));
    let named = unread.len();
    // Each round begins where the last ended, so that dead addresses at the top keep nobody from those below.
    let round = usize::try_from(warnings.clock.now().as_second() / feed.every.as_secs()).unwrap_or(0);
    unread.rotate_left(if named > MOST_MESSAGES { round.wrapping_mul(MOST_MESSAGES) % named } else { 0 });
    unread.truncate(MOST_MESSAGES);
    let messages: Vec<_> = unread.into_iter().map(|link| read_message(feed, link)).collect();
    let (mut read, mut settled) = (Read::default(), 0);
    let mut in_time =
        stream::iter(messages).buffered(MESSAGES_AT_ONCE).take_until(Box::pin(tokio::time::sleep(LONGEST_READING)));
    while let Some((link, messages)) = in_time.next().await {
        match messages {
            Ok(messages) => {
                read.messages.extend(messages);
                read.links.push(link);
            }
            Err(OutboundError::Refused(_)) => {}
            Err(_) => continue,
        }
        settled += 1;
    }
    (read.is_all, read.is_current) = (read.links.len() == named, settled == named);
    Ok(read)
}

/// A message that could not be had, or is none, is asked for again as long as the index names it: a page that says
/// "maintenance" may be a message tomorrow.
async fn read_message(feed: &Feed, link: Url) -> (String, Result<Vec<Message>, OutboundError>) {
    let text = link.to_string();
    let read = |answer: Answer| match answer.status {
        StatusCode::OK => cap::read(&answer.body, feed.attribution()).map_err(|error| {
            tracing::warn!(feed = feed.url.host_str(), "a warning cannot be read: {error:#}");
            OutboundError::Refused(error.to_string())
        }),
        StatusCode::GONE => Ok(Vec::new()),
        // An index may be quicker than what it names; the service is well.
        StatusCode::NOT_FOUND => Err(OutboundError::Refused("not there yet".to_owned())),
        status => Err(OutboundError::Status(status)),
    };
    (text, feed.messages.get(link, HeaderMap::new(), read).await.result)
}

/// The cells that a change concerns, before or after it.
async fn touched(warnings: &Warnings, changes: &Changes) -> anyhow::Result<Vec<Cell>> {
    if *changes == Changes::default() {
        return Ok(Vec::new());
    }
    let loaded = warnings.refreshed(SignedDuration::ZERO).await?;
    let opened = changes.opened.iter().chain(&changes.reopened).map(|opened| &opened.stored.area);
    let closed = loaded.in_force.warnings.iter().filter(|warning| changes.closed.contains(&warning.id));
    let areas: Vec<&Area> = opened.chain(closed.map(|warning| &warning.area)).collect();
    let mut touched = Vec::new();
    for cell in cells::list_cells(&warnings.db).await? {
        let zone = warnings.zones.known_at(cell).await?;
        if areas.iter().any(|area| area.holds_for(cell.position(), zone.codes.as_deref()) == Match::Inside) {
            touched.push(cell);
        }
    }
    Ok(touched)
}
