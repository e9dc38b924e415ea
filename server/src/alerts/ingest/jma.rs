//! Reads the Japan Meteorological Agency: the time of its last report, the list of its offices, then the file of each.

use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use url::Url;

use super::feed::{Feed, MAX_CONCURRENT_MESSAGES};
use super::poll::ReadMessages;
use super::reconcile::KnownMessage;
use crate::alerts::sources::List;
use crate::alerts::sources::jma::{self, Areas};
use crate::outbound::{Answer, OutboundError};

const AREAS: &str = "../../../common/const/area.json";

/// `answer` is the one with the time of the last report.
pub async fn read(feed: &Feed, answer: &Answer, now: Timestamp) -> anyhow::Result<ReadMessages> {
    jma::check_time(&answer.body, now)?;
    let areas = Areas::read(&get(feed, feed.url.join(AREAS)?).await?.body)?;
    let offices: Vec<_> = areas.offices().map(|office| read_office(feed, office, &areas)).collect();
    let total = offices.len();
    let lists: Vec<_> = stream::iter(offices).buffered(MAX_CONCURRENT_MESSAGES).collect().await;
    let (mut read, mut failed) = (ReadMessages::default(), 0);
    for (office, list) in areas.offices().zip(lists) {
        match list {
            Ok(list) => {
                read.unread += list.unreadable.len();
                read.messages.extend(list.messages);
                read.unreadable.extend(list.unreadable);
            }
            Err(error) => {
                tracing::warn!(office, "the reports of a Japanese office cannot be read: {error:#}");
                failed += 1;
            }
        }
    }
    read.unread += failed;
    // What an office has that does not answer may be in force.
    read.names_all = failed == 0;
    read.is_current = failed < total;
    // Without validators the next request is unconditional: an unchanged time may mean that the agency has stopped.
    read.is_complete = false;
    Ok(read)
}

async fn read_office(feed: &Feed, office: &str, areas: &Areas) -> anyhow::Result<List> {
    let answer = get(feed, feed.url.join(&format!("{office}.json"))?).await?;
    jma::read_office(office, &answer.body, areas)
}

async fn get(feed: &Feed, url: Url) -> Result<Answer, OutboundError> {
    let read = |answer: Answer| match answer.status {
        StatusCode::OK => Ok(answer),
        status => Err(OutboundError::Status(status)),
    };
    feed.messages.get(url, HeaderMap::new(), read).await.result
}

/// Alerts that were read before keep their times.
pub fn continue_known(read: &mut ReadMessages, known: &[KnownMessage], now: Timestamp) {
    for message in &mut read.messages {
        let open = known.iter().find(|known| known.is_open && known.identifier == message.identifier);
        if let Some(first_sent) = open.and_then(|known| Timestamp::from_millisecond(known.sent_at).ok()) {
            jma::continue_from(message, first_sent, now);
        }
    }
}
