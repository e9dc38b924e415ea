//! A feed of an authority: where and how often it is polled, and which countries it covers.

use std::time::Duration;

use jiff::SignedDuration;
use sha2::{Digest, Sha256};
use url::Url;

use crate::alerts::matching::active::FeedCountries;
use crate::alerts::matching::zones::US_TERRITORY;
use crate::clock::Clock;
use crate::encoding::hex;
use crate::outbound::{Redirects, RequestPolicy, Upstream};
use crate::settings::{AlertSettings, CapFeed};

const NWS_INTERVAL: SignedDuration = SignedDuration::from_secs(60);
const CAP_INTERVAL: SignedDuration = SignedDuration::from_mins(5);
/// A list of a whole country, over a slow line.
const LIST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(40),
    attempt: Duration::from_secs(30),
    attempts: 2,
    body_bytes: 32 * 1024 * 1024,
    concurrency: 4,
    redirects: Redirects::SameHost,
};
pub const MAX_CONCURRENT_MESSAGES: usize = 4;
/// One message of an index; shorter, because a poll reads many of them.
const MESSAGE_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(15),
    attempt: Duration::from_secs(10),
    attempts: 2,
    // Several times the largest known message, which has a country's coast in it.
    body_bytes: 2 * 1024 * 1024,
    concurrency: MAX_CONCURRENT_MESSAGES,
    redirects: Redirects::SameHost,
};

pub struct Feed {
    /// Its key in the database.
    pub name: String,
    /// The key that earlier versions used.
    pub(super) former_name: Option<String>,
    countries: Vec<String>,
    pub(super) kind: FeedKind,
    pub(super) url: Url,
    pub(super) interval: SignedDuration,
    pub(super) upstream: Upstream,
    /// For the messages of an index.
    pub(super) messages: Upstream,
}

#[derive(Clone, Copy, PartialEq)]
pub enum FeedKind {
    /// All alerts in force, in one document.
    Nws,
    /// An index of messages; a message it does not name may still be in force.
    Cap,
}

impl Feed {
    pub fn from_settings(settings: &AlertSettings, user_agent: &str, clock: &Clock) -> anyhow::Result<Vec<Feed>> {
        let mut feeds = Vec::new();
        let upstream = |name, policy| Upstream::new(name, user_agent, policy, clock.clone());
        if let Some(base) = &settings.nws_url {
            feeds.push(Feed {
                name: "nws".to_owned(),
                former_name: None,
                countries: US_TERRITORY.map(str::to_owned).to_vec(),
                kind: FeedKind::Nws,
                url: base.join("/alerts/active?status=actual")?,
                interval: NWS_INTERVAL,
                upstream: upstream("nws", LIST_POLICY)?,
                messages: upstream("nws", MESSAGE_POLICY)?,
            });
        }
        for feed in &settings.cap_feeds {
            feeds.push(Feed {
                name: cap_name(feed),
                former_name: Some(feed.url.to_string()),
                countries: vec![feed.country.clone()],
                kind: FeedKind::Cap,
                url: feed.url.clone(),
                interval: CAP_INTERVAL,
                upstream: upstream("cap", LIST_POLICY)?,
                messages: upstream("cap", MESSAGE_POLICY)?,
            });
        }
        Ok(feeds)
    }

    pub fn countries(&self) -> FeedCountries {
        FeedCountries { name: self.name.clone(), countries: self.countries.clone() }
    }

    /// For logs, metrics and the health page, because the whole URL may contain a key.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// The line MeteoAlarm's terms require; other authorities are named as they name themselves.
    pub(super) fn attribution(&self) -> Option<&'static str> {
        let is_meteoalarm = self.url.host_str().is_some_and(|host| host.ends_with("meteoalarm.org"));
        is_meteoalarm.then_some("MeteoAlarm; delays are possible, meteoalarm.org has the authoritative warnings")
    }
}

/// The URL may contain a key, which must not be in the database, its backups or the log.
fn cap_name(feed: &CapFeed) -> String {
    let hash = Sha256::digest(feed.url.as_str().as_bytes());
    format!("cap-{}-{}-{}", feed.country, feed.url.host_str().unwrap_or_default(), hex(&hash[..6]))
}
