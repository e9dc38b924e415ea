//! Polls a feed: one process at a time, with conditional requests, reading every message once.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::{
    ACCEPT, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
};
use url::Url;

use super::feed::{Feed, FeedKind, MAX_CONCURRENT_MESSAGES};
use super::jma;
use super::queries::{self, FeedRow, FeedUpdate};
use super::reconcile::{Changes, ListScope, reconcile};
use crate::alerts::matching::active::ActiveAlerts;
use crate::alerts::matching::area_index::AreaIndex;
use crate::alerts::matching::zones::Zones;
use crate::alerts::model::area::{Area, AreaMatch};
use crate::alerts::model::cell::Cell;
use crate::alerts::schedule::cells;
use crate::alerts::sources::index::{Index, MessageLink};
use crate::alerts::sources::{AlertMessage, List, cap, dwd, eccc, geosphere, index, nws};
use crate::clock::Clock;
use crate::db::Db;
use crate::outbound::{Answer, OutboundError};

/// Messages of one poll; the rest waits for the next, so that a feed polled for the first time is not flooded.
const MAX_MESSAGES: usize = 300;
/// Reading messages stops after this time: what was read is stored, the rest waits for the next poll.
const MAX_READING_TIME: Duration = Duration::from_secs(120);
/// Cells whose zones are read together.
const CELLS_AT_ONCE: usize = 5_000;
/// Pages of one list.
const MAX_PAGES: usize = 20;
/// A complete list that loses more than half of at least this many alerts at once is suspect.
const MIN_SUSPECT_LOSS: usize = 20;

/// Polls a feed if it is due and no other process is polling it.
pub async fn poll_feed(
    db: &Db,
    clock: &Clock,
    zones: &Zones,
    active: &ActiveAlerts,
    feed: &Feed,
) -> anyhow::Result<()> {
    let now = clock.now();
    let next_at = (now + feed.interval).as_millisecond();
    let Some(row) = queries::claim_feed(db, feed, now.as_millisecond(), next_at).await? else {
        return Ok(());
    };
    let Some(answer) = fetch(feed, &row).await? else {
        let row = FeedRow { updated_at: Some(now.as_millisecond()), ..row };
        return queries::apply(db, &FeedUpdate::unchanged(row), now.as_millisecond()).await;
    };
    let mut read = match read_answer(db, feed, &answer, now).await {
        Ok(read) => read,
        Err(error) => {
            // It answered, and alerts may be in what cannot be read.
            let unread_messages = row.unread_messages.max(1);
            let row = FeedRow { unread_messages, etag: None, last_modified: None, ..row };
            queries::apply(db, &FeedUpdate::unchanged(row), now.as_millisecond()).await?;
            return Err(error);
        }
    };
    let known = queries::list_known(db, &feed.name, now.as_millisecond()).await?;
    let open = known.iter().filter(|known| known.is_open && known.ends_at > now.as_millisecond()).count();
    if feed.kind == FeedKind::Jma {
        jma::continue_known(&mut read, &known, now);
    }
    if let Some(index) = read.complete_index.take() {
        // Messages that were read before are not read again: they are in force while the index names them.
        let listed = known.iter().filter(|known| index.names(&known.identifier));
        read.unreadable = listed.map(|known| known.identifier.clone()).collect();
    }
    // An unreadable message without an identifier may be any of the known ones.
    let scope = if read.names_all && !read.unreadable.iter().any(String::is_empty) {
        ListScope::Complete { unreadable: &read.unreadable }
    } else {
        ListScope::Partial
    };
    let changes = reconcile(&feed.name, known, read.messages, scope, now)?;
    if open >= MIN_SUSPECT_LOSS && changes.closed.len() * 2 > open && !row.is_suspect {
        tracing::warn!(
            feed = feed.host(),
            open,
            gone = changes.closed.len(),
            "most alerts vanished at once; ignored until the next poll"
        );
        let row = FeedRow { is_suspect: true, ..row };
        return queries::apply(db, &FeedUpdate::unchanged(row), now.as_millisecond()).await;
    }
    let cells = affected_cells(db, zones, active, &changes).await?;
    let header = |name: HeaderName| answer.headers.get(name)?.to_str().ok().map(str::to_owned);
    let row = FeedRow {
        // Without validators the next request is unconditional: messages that could not be read are fetched again.
        etag: header(ETAG).filter(|_| read.is_complete),
        last_modified: header(LAST_MODIFIED).filter(|_| read.is_complete),
        // An index whose messages cannot be fetched does not make the feed current.
        updated_at: if read.is_current { Some(now.as_millisecond()) } else { row.updated_at },
        is_suspect: false,
        unfollowed_links: read.unfollowed as i64,
        unread_messages: read.unread as i64,
        ..row
    };
    let update = FeedUpdate { feed: row, changes, read_links: read.links, cells };
    queries::apply(db, &update, now.as_millisecond()).await
}

#[derive(Default)]
pub struct ReadMessages {
    pub messages: Vec<AlertMessage>,
    /// Identifiers of listed messages that cannot be read.
    pub unreadable: Vec<String>,
    links: Vec<String>,
    /// Whether what it does not name is over.
    pub names_all: bool,
    /// The index, if it names all messages in force.
    complete_index: Option<Index>,
    /// Messages that are named and could not be read, if they have not expired.
    pub unread: usize,
    /// Links that must not be followed.
    unfollowed: usize,
    /// Whether everything the index names was read.
    pub is_complete: bool,
    /// Whether every message was answered, if only by a refusal.
    pub is_current: bool,
}

impl From<List> for ReadMessages {
    fn from(List { messages, unreadable }: List) -> ReadMessages {
        ReadMessages {
            unread: unreadable.len(),
            messages,
            unreadable,
            names_all: true,
            is_complete: true,
            is_current: true,
            ..ReadMessages::default()
        }
    }
}

async fn read_answer(db: &Db, feed: &Feed, answer: &Answer, now: Timestamp) -> anyhow::Result<ReadMessages> {
    Ok(match feed.kind {
        FeedKind::Nws => nws::read(&answer.body)?.into(),
        FeedKind::Dwd => dwd::read(&answer.body)?.into(),
        FeedKind::GeoSphere => geosphere::read(&answer.body, now)?.into(),
        FeedKind::Eccc => read_pages(feed, answer).await?.into(),
        FeedKind::Jma => jma::read(feed, answer, now).await?,
        FeedKind::Cap { is_complete } => read_index(db, feed, answer, is_complete, now).await?,
    })
}

/// Reads the pages after the first one; without all of them the list is not complete.
async fn read_pages(feed: &Feed, first: &Answer) -> anyhow::Result<List> {
    let mut pages = vec![eccc::read_page(&first.body, &feed.url)?];
    while let Some(next) = pages.last().and_then(|page| page.next.clone()) {
        anyhow::ensure!(pages.len() < MAX_PAGES, "a list of more than {MAX_PAGES} pages");
        anyhow::ensure!(next.origin() == feed.url.origin(), "the next page is on another host");
        let read = |answer: Answer| match answer.status {
            StatusCode::OK => {
                eccc::read_page(&answer.body, &next).map_err(|error| OutboundError::Unusable(error.to_string()))
            }
            status => Err(OutboundError::Status(status)),
        };
        pages.push(feed.upstream.get(next.clone(), HeaderMap::new(), read).await.result?);
    }
    eccc::read(pages)
}

/// `None` when nothing changed since the last poll.
async fn fetch(feed: &Feed, row: &FeedRow) -> Result<Option<Answer>, OutboundError> {
    let mut headers = HeaderMap::new();
    if feed.kind == FeedKind::Nws {
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
async fn read_index(
    db: &Db,
    feed: &Feed,
    answer: &Answer,
    names_all: bool,
    now: Timestamp,
) -> anyhow::Result<ReadMessages> {
    let known: HashSet<String> = queries::list_read_links(db, &feed.name).await?.into_iter().collect();
    let index = index::read(&answer.body, charset(answer).as_deref(), &feed.url, &feed.hosts)?;
    let mut links: Vec<MessageLink> = index.links.clone();
    links.retain(|link| !known.contains(link.url.as_str()));
    let total = links.len();
    let expected: HashSet<String> =
        links.iter().filter(|link| !link.has_expired(now)).map(|link| link.url.to_string()).collect();
    if total > MAX_MESSAGES {
        // Each poll starts where the last one ended, so that dead links at the top do not hide those below.
        let poll = usize::try_from(now.as_second() / feed.interval.as_secs()).unwrap_or(0);
        links.rotate_left(poll.wrapping_mul(MAX_MESSAGES) % total);
        links.truncate(MAX_MESSAGES);
    }
    let messages: Vec<_> = links.into_iter().map(|link| read_message(feed, link.url)).collect();
    let (mut read, mut answered) = (ReadMessages { unfollowed: index.unfollowed, ..ReadMessages::default() }, 0);
    let mut in_time = stream::iter(messages)
        .buffered(MAX_CONCURRENT_MESSAGES)
        .take_until(Box::pin(tokio::time::sleep(MAX_READING_TIME)));
    while let Some((link, messages)) = in_time.next().await {
        match messages {
            Ok(messages) => {
                read.messages.extend(messages);
                read.links.push(link);
            }
            Err(OutboundError::Refused(_)) => {}
            Err(_) => continue,
        }
        answered += 1;
    }
    (read.is_complete, read.is_current) = (read.links.len() == total, answered == total);
    read.unread = expected.len() - read.links.iter().filter(|link| expected.contains(*link)).count();
    // Something unread may be the update of what the index no longer names.
    read.names_all = names_all && read.is_complete && read.unfollowed == 0;
    read.complete_index = read.names_all.then_some(index);
    Ok(read)
}

/// The charset of the response.
fn charset(answer: &Answer) -> Option<String> {
    let content_type = answer.headers.get(CONTENT_TYPE)?.to_str().ok()?.to_ascii_lowercase();
    Some(content_type.split_once("charset=")?.1.split(';').next()?.trim_matches(['"', ' ']).to_owned())
}

/// A message that cannot be fetched or parsed is fetched again as long as the index names it: a maintenance page may be
/// replaced by the message.
async fn read_message(feed: &Feed, link: Url) -> (String, Result<Vec<AlertMessage>, OutboundError>) {
    let text = link.to_string();
    let read = |answer: Answer| match answer.status {
        StatusCode::OK => cap::read(&answer.body, charset(&answer).as_deref(), &feed.profile).map_err(|error| {
            tracing::warn!(feed = feed.host(), "a CAP message cannot be read: {error:#}");
            OutboundError::Refused(error.to_string())
        }),
        StatusCode::GONE => Ok(Vec::new()),
        // An index may be published before its messages; the service is healthy.
        StatusCode::NOT_FOUND => Err(OutboundError::Refused("not there yet".to_owned())),
        status => Err(OutboundError::Status(status)),
    };
    (text, feed.messages.get(link, HeaderMap::new(), read).await.result)
}

/// The cells in the areas of opened and closed alerts.
async fn affected_cells(db: &Db, zones: &Zones, active: &ActiveAlerts, changes: &Changes) -> anyhow::Result<Vec<Cell>> {
    if *changes == Changes::default() {
        return Ok(Vec::new());
    }
    let list = active.latest().await?;
    let opened = changes.opened.iter().chain(&changes.reopened).map(|opened| &opened.stored.area);
    let closed = list.alerts.iter().filter(|active| changes.closed.contains(&active.id)).map(|active| &active.area);
    let areas: Vec<&Area> = opened.chain(closed).collect();
    let index = AreaIndex::new(areas.iter().copied());
    let contains = |cell: Cell, codes: &[String]| {
        let mut candidates = index.candidates(cell.coordinates(), codes).into_iter();
        candidates.any(|number| areas[number].matches(cell.coordinates(), Some(codes)) == AreaMatch::Inside)
    };
    let mut affected = Vec::new();
    for cells in cells::list_cells(db).await?.chunks(CELLS_AT_ONCE) {
        // Most changes are drawn: then the zones, of which there are many, are not read.
        if index.is_drawn() {
            affected.extend(cells.iter().filter(|cell| contains(**cell, &[])));
            continue;
        }
        for (cell, zone) in cells.iter().zip(zones.find_known(cells).await?) {
            if contains(*cell, zone.codes.as_deref().unwrap_or_default()) {
                affected.push(*cell);
            }
        }
    }
    Ok(affected)
}
