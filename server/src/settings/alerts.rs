//! The settings of alerts.

use std::path::PathBuf;

use url::Url;

use super::reader::{Reader, url_of};
use super::{Mode, SourceId};

const NWS: &str = "https://api.weather.gov";
const COUNTRY_LETTERS: usize = 2;

#[derive(Clone, Debug)]
pub struct AlertSettings {
    /// The US National Weather Service; nothing where it is not asked.
    pub nws_url: Option<Url>,
    /// The other sources that are known by name.
    pub sources: Vec<NamedSource>,
    pub cap_feeds: Vec<CapFeed>,
    /// Polygons of area codes, for feeds that draw none.
    pub cap_areas: Option<PathBuf>,
}

/// An index of CAP messages and the country it warns for.
#[derive(Clone, PartialEq)]
pub struct CapFeed {
    pub country: String,
    pub url: Url,
    /// Other hosts that its links and redirects may lead to.
    pub hosts: Vec<String>,
}

/// A source that the server knows by name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSource {
    pub id: AlertSourceId,
    /// Instead of its own address.
    pub url: Option<Url>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlertSourceId {
    Nws,
    Dwd,
    MetNorway,
    MetService,
    Eccc,
    GeoSphere,
    MetEireann,
    Fmi,
    Jma,
    /// Of one member country.
    MeteoAlarm(String),
    /// One of the sources that the World Meteorological Organization copies, as `ar-smn-es`.
    Swic(String),
}

/// In use unless the operator says otherwise: their licences allow it, and their format is documented or was recorded.
const OPEN_SOURCES: [AlertSourceId; 5] =
    [AlertSourceId::Nws, AlertSourceId::Dwd, AlertSourceId::MetNorway, AlertSourceId::MetService, AlertSourceId::Eccc];
const METEOALARM: &str = "meteoalarm:";
const SWIC: &str = "swic:";

impl AlertSourceId {
    fn parse(name: &str) -> Option<AlertSourceId> {
        Some(match name {
            "nws" => AlertSourceId::Nws,
            "dwd" => AlertSourceId::Dwd,
            "met-norway" => AlertSourceId::MetNorway,
            "metservice" => AlertSourceId::MetService,
            "eccc" => AlertSourceId::Eccc,
            "geosphere" => AlertSourceId::GeoSphere,
            "met-eireann" => AlertSourceId::MetEireann,
            "fmi" => AlertSourceId::Fmi,
            "jma" => AlertSourceId::Jma,
            _ if name.starts_with(SWIC) => {
                AlertSourceId::Swic(name.strip_prefix(SWIC).filter(|name| is_copied_source(name))?.to_owned())
            }
            _ => AlertSourceId::MeteoAlarm(name.strip_prefix(METEOALARM).filter(|name| is_country(name))?.to_owned()),
        })
    }
}

impl std::fmt::Debug for CapFeed {
    /// Without the path and query, which may contain a key.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}={}", self.country, self.url.host_str().unwrap_or_default())
    }
}

pub fn read_alerts(reader: &mut Reader, sources: &[SourceId], mode: Mode) -> AlertSettings {
    let expected = "a country and a feed, as DE=https://host/feed or DE=https://host/feed;hosts=other.host";
    let cap_feeds = reader.list("HALCYON_CAP_FEEDS", expected, |text| read_cap_feed(text, mode));
    let mut named = read_sources(reader, sources, mode);
    let nws = named.iter().position(|source| source.id == AlertSourceId::Nws).map(|place| named.remove(place));
    AlertSettings {
        nws_url: read_nws(reader, nws),
        sources: named,
        cap_feeds,
        cap_areas: reader.text("HALCYON_CAP_AREAS").map(PathBuf::from),
    }
}

fn read_cap_feed(text: &str, mode: Mode) -> Option<CapFeed> {
    let (country, rest) = text.split_once('=')?;
    let (url, hosts) = rest.split_once(";hosts=").unwrap_or((rest, ""));
    let url = Url::parse(url).ok().filter(|url| is_allowed(url, mode))?;
    let hosts: Vec<String> = hosts.split('+').filter(|host| !host.is_empty()).map(str::to_lowercase).collect();
    let is_host = |host: &String| Url::parse(&format!("https://{host}/")).is_ok_and(|url| url.path() == "/");
    (is_country(country) && hosts.iter().all(is_host)).then(|| CapFeed { country: country.to_owned(), url, hosts })
}

fn is_country(text: &str) -> bool {
    text.len() == COUNTRY_LETTERS && text.chars().all(|letter| letter.is_ascii_uppercase())
}

/// Country, authority and language.
fn is_copied_source(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_word = |part: &&str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_lowercase());
    parts.len() == 3 && parts.iter().all(is_word) && parts[0].len() == COUNTRY_LETTERS
}

fn is_allowed(url: &Url, mode: Mode) -> bool {
    url.host_str().is_some() && (url.scheme() == "https" || (url.scheme() == "http" && mode == Mode::Development))
}

/// Simulated weather uses no external service, so neither do its alerts unless they are named.
fn read_sources(reader: &mut Reader, sources: &[SourceId], mode: Mode) -> Vec<NamedSource> {
    const NAME: &str = "HALCYON_ALERT_SOURCES";
    let open = || OPEN_SOURCES.into_iter().map(|id| NamedSource { id, url: None }).collect();
    match reader.text(NAME).as_deref() {
        None if sources.iter().all(|source| *source == SourceId::Simulated) => Vec::new(),
        None | Some("open") => open(),
        Some("none") => Vec::new(),
        Some(_) => {
            let expected = "none, open, or some of nws, dwd, met-norway, metservice, eccc, geosphere, met-eireann, fmi, \
                            jma, meteoalarm:FR+ES, swic:ar-smn-es, each also as name=https://host/path";
            let read = reader.list(NAME, expected, |text| read_named(text, mode));
            let mut named: Vec<NamedSource> = Vec::new();
            for source in read.into_iter().flatten() {
                if !named.iter().any(|known| known.id == source.id) {
                    named.push(source);
                }
            }
            named
        }
    }
}

fn read_named(text: &str, mode: Mode) -> Option<Vec<NamedSource>> {
    if text == "open" {
        return Some(OPEN_SOURCES.into_iter().map(|id| NamedSource { id, url: None }).collect());
    }
    let (name, url) = match text.split_once('=') {
        Some((name, url)) => (name, Some(Url::parse(url).ok().filter(|url| is_allowed(url, mode))?)),
        None => (text, None),
    };
    let several = [METEOALARM, SWIC].into_iter().find_map(|group| Some((group, name.strip_prefix(group)?)));
    let ids: Vec<AlertSourceId> = match several {
        Some((group, names)) => {
            names.split('+').map(|name| AlertSourceId::parse(&format!("{group}{name}"))).collect::<Option<_>>()?
        }
        None => vec![AlertSourceId::parse(name)?],
    };
    Some(ids.into_iter().map(|id| NamedSource { id, url: url.clone() }).collect())
}

/// An address of its own counts also where the source is not named.
fn read_nws(reader: &mut Reader, named: Option<NamedSource>) -> Option<Url> {
    match reader.text("HALCYON_NWS_URL").as_deref() {
        Some("off") => None,
        Some(_) => Some(reader.url("HALCYON_NWS_URL")),
        None => named.map(|source| source.url.unwrap_or_else(|| url_of(NWS))),
    }
}
