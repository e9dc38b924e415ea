//! A feed of an authority: where and how often it is polled, and which countries it covers.

use std::time::Duration;

use jiff::SignedDuration;
use sha2::{Digest, Sha256};
use url::Url;

use super::built_in::{self, BuiltIn};
use crate::alerts::matching::active::FeedCoverage;
use crate::alerts::matching::zones::US_TERRITORY;
use crate::alerts::sources::cap::Profile;
use crate::clock::Clock;
use crate::encoding::hex;
use crate::outbound::{Redirects, RequestPolicy, Upstream};
use crate::settings::{AlertSettings, AlertSourceId, CapFeed};

const NWS_INTERVAL: SignedDuration = SignedDuration::from_secs(60);
const CAP_INTERVAL: SignedDuration = SignedDuration::from_mins(5);
/// A feed is outdated after so many intervals without an answer: one failed poll is nothing unusual.
const MAX_INTERVALS_WITHOUT_ANSWER: i32 = 4;
const MIN_OUTDATED_AFTER: SignedDuration = SignedDuration::from_mins(5);
/// A list of a whole country, over a slow line.
const LIST_POLICY: RequestPolicy = RequestPolicy {
    deadline: Duration::from_secs(40),
    attempt: Duration::from_secs(30),
    attempts: 2,
    body_bytes: 32 * 1024 * 1024,
    concurrency: 4,
    redirects: Redirects::SameHost,
    counts_throttling: true,
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
    counts_throttling: true,
};

pub struct Feed {
    /// Its key in the database.
    pub name: String,
    /// The key that earlier versions used.
    pub(super) former_name: Option<String>,
    countries: Vec<String>,
    pub(super) kind: FeedKind,
    pub(super) url: Url,
    /// Other hosts that its links may lead to.
    pub(super) hosts: Vec<String>,
    pub(super) interval: SignedDuration,
    pub(super) profile: Profile,
    pub(super) upstream: Upstream,
    /// For the messages of an index.
    pub(super) messages: Upstream,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeedKind {
    /// All alerts of the US in force, in one document.
    Nws,
    /// All messages of the German weather service in force, in one archive.
    Dwd,
    /// All alerts of Canada in force, in one or several pages.
    Eccc,
    /// All warnings of Austria in force, in one document.
    GeoSphere,
    /// All alerts of Japan in force, in one document per office.
    Jma,
    Cap {
        /// Whether a message that the index does not name is over; it may still be in force otherwise.
        is_complete: bool,
    },
}

impl Feed {
    pub fn from_settings(settings: &AlertSettings, user_agent: &str, clock: &Clock) -> anyhow::Result<Vec<Feed>> {
        let mut feeds = Vec::new();
        let create = |source: NewFeed| source.into_feed(user_agent, clock);
        if let Some(base) = &settings.nws_url {
            feeds.push(create(NewFeed {
                name: "nws".to_owned(),
                former_name: None,
                countries: US_TERRITORY.map(str::to_owned).to_vec(),
                kind: FeedKind::Nws,
                url: base.join("/alerts/active?status=actual")?,
                hosts: Vec::new(),
                interval: NWS_INTERVAL,
                profile: Profile::default(),
            })?);
        }
        for source in &settings.sources {
            let Some(built_in) = built_in::find(&source.id) else {
                let AlertSourceId::MeteoAlarm(country) = &source.id else { continue };
                anyhow::bail!("HALCYON_ALERT_SOURCES is wrong: {country} is not a member of MeteoAlarm");
            };
            feeds.push(create(NewFeed::built_in(built_in, source.url.as_ref())?)?);
        }
        for feed in &settings.cap_feeds {
            let is_meteoalarm = feed.url.host_str().is_some_and(|host| host.ends_with("meteoalarm.org"));
            feeds.push(create(NewFeed {
                name: cap_name(feed),
                former_name: Some(feed.url.to_string()),
                countries: vec![feed.country.clone()],
                kind: FeedKind::Cap { is_complete: false },
                url: feed.url.clone(),
                hosts: feed.hosts.clone(),
                interval: CAP_INTERVAL,
                // Other authorities are named as they name themselves.
                profile: Profile { attribution: is_meteoalarm.then_some(built_in::METEOALARM), ..Profile::default() },
            })?);
        }
        Ok(feeds)
    }

    pub fn coverage(&self) -> FeedCoverage {
        FeedCoverage {
            name: self.name.clone(),
            countries: self.countries.clone(),
            outdated_after: MIN_OUTDATED_AFTER.max(self.interval * MAX_INTERVALS_WITHOUT_ANSWER),
        }
    }

    /// For logs, metrics and the health page, because the whole URL may contain a key.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

/// A feed without its connections.
struct NewFeed {
    name: String,
    former_name: Option<String>,
    countries: Vec<String>,
    kind: FeedKind,
    url: Url,
    hosts: Vec<String>,
    interval: SignedDuration,
    profile: Profile,
}

impl NewFeed {
    /// `url` replaces the source's own, whose other hosts are then not called either.
    fn built_in(source: BuiltIn, url: Option<&Url>) -> anyhow::Result<NewFeed> {
        let hosts = if url.is_some() { &[][..] } else { source.hosts };
        Ok(NewFeed {
            name: source.name,
            former_name: None,
            countries: source.countries,
            kind: source.kind,
            url: url.map_or_else(|| Url::parse(&source.url), |url| Ok(url.clone()))?,
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            interval: source.interval,
            profile: source.profile,
        })
    }

    fn into_feed(self, user_agent: &str, clock: &Clock) -> anyhow::Result<Feed> {
        let NewFeed { name, former_name, countries, kind, url, hosts, interval, profile } = self;
        let label = if kind == FeedKind::Nws { "nws" } else { "cap" };
        let upstream = |policy| Upstream::with_hosts(label, user_agent, policy, &hosts, clock.clone());
        let (upstream, messages) = (upstream(LIST_POLICY)?, upstream(MESSAGE_POLICY)?);
        Ok(Feed { name, former_name, countries, kind, url, hosts, interval, profile, upstream, messages })
    }
}

/// The URL may contain a key, which must not be in the database, its backups or the log.
fn cap_name(feed: &CapFeed) -> String {
    let hash = Sha256::digest(feed.url.as_str().as_bytes());
    format!("cap-{}-{}-{}", feed.country, feed.url.host_str().unwrap_or_default(), hex(&hash[..6]))
}
