//! The settings of alerts and their delivery.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use super::reader::{Reader, url_of};
use super::{Mode, Secret, SourceId};

const NWS: &str = "https://api.weather.gov";
const COUNTRY_LETTERS: usize = 2;

#[derive(Clone, Debug)]
pub struct AlertSettings {
    /// The US National Weather Service; nothing where it is not asked.
    pub nws_url: Option<Url>,
    pub cap_feeds: Vec<CapFeed>,
    /// Polygons of area codes, for feeds that draw none.
    pub cap_areas: Option<PathBuf>,
}

/// An index of CAP messages and the country it warns for.
#[derive(Clone, PartialEq)]
pub struct CapFeed {
    pub country: String,
    pub url: Url,
}

impl std::fmt::Debug for CapFeed {
    /// Without the path and query, which may contain a key.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}={}", self.country, self.url.host_str().unwrap_or_default())
    }
}

#[derive(Clone, Debug)]
pub struct PushSettings {
    pub onesignal_app_id: Option<String>,
    /// Without it nothing is sent to OneSignal.
    pub onesignal_key: Option<Secret>,
    pub onesignal_url: Url,
    /// A template at OneSignal that replaces the texts we send.
    pub onesignal_template_id: Option<String>,
    pub vapid: Option<Vapid>,
    /// Push services a browser's subscription may name.
    pub hosts: Vec<String>,
}

/// Who we are towards push services.
#[derive(Clone, Debug)]
pub struct Vapid {
    pub public_key: String,
    pub private_key: Secret,
    pub subject: String,
}

pub fn read_alerts(reader: &mut Reader, sources: &[SourceId], mode: Mode) -> AlertSettings {
    let cap_feeds = reader.list("HALCYON_CAP_FEEDS", "a country and a feed, as DE=https://host/feed", |text| {
        let (country, url) = text.split_once('=')?;
        let is_country = country.len() == COUNTRY_LETTERS && country.chars().all(|letter| letter.is_ascii_uppercase());
        let url = Url::parse(url).ok().filter(|url| is_allowed(url, mode))?;
        is_country.then(|| CapFeed { country: country.to_owned(), url })
    });
    AlertSettings {
        nws_url: read_nws(reader, sources),
        cap_feeds,
        cap_areas: reader.text("HALCYON_CAP_AREAS").map(PathBuf::from),
    }
}

fn is_allowed(url: &Url, mode: Mode) -> bool {
    url.host_str().is_some() && (url.scheme() == "https" || (url.scheme() == "http" && mode == Mode::Development))
}

/// Simulated weather uses no external service, so neither do its alerts.
fn read_nws(reader: &mut Reader, sources: &[SourceId]) -> Option<Url> {
    match reader.text("HALCYON_NWS_URL").as_deref() {
        Some("off") => None,
        Some(_) => Some(reader.url("HALCYON_NWS_URL")),
        None if sources.iter().all(|source| *source == SourceId::Simulated) => None,
        None => Some(url_of(NWS)),
    }
}

pub fn read_push(reader: &mut Reader, support: &str) -> PushSettings {
    PushSettings {
        onesignal_app_id: reader.text("HALCYON_ONESIGNAL_APP_ID"),
        onesignal_key: reader.secret("HALCYON_ONESIGNAL_API_KEY"),
        onesignal_url: reader.url("HALCYON_ONESIGNAL_API_URL"),
        onesignal_template_id: reader.text("HALCYON_ONESIGNAL_TEMPLATE_ID"),
        vapid: read_vapid(reader, support),
        hosts: reader.list("HALCYON_PUSH_HOSTS", "a host", |text| Some(text.to_owned())),
    }
}

fn read_vapid(reader: &mut Reader, support: &str) -> Option<Vapid> {
    let subject = reader.text("HALCYON_VAPID_SUBJECT").unwrap_or_else(|| format!("mailto:{support}"));
    let (public_key, private_key) =
        (reader.text("HALCYON_VAPID_PUBLIC_KEY"), reader.secret("HALCYON_VAPID_PRIVATE_KEY"));
    let length = |text: &str| URL_SAFE_NO_PAD.decode(text).map_or(0, |bytes| bytes.len());
    match (public_key, private_key) {
        (None, None) => None,
        (Some(public_key), Some(private_key)) => {
            if length(&public_key) != 65 {
                reader.problem("HALCYON_VAPID_PUBLIC_KEY", "must be an uncompressed P-256 key, 65 bytes in base64url");
            }
            if length(private_key.expose()) != 32 {
                reader.problem("HALCYON_VAPID_PRIVATE_KEY", "must be a P-256 key, 32 bytes in base64url");
            }
            Some(Vapid { public_key, private_key, subject })
        }
        _ => {
            reader.problem("HALCYON_VAPID_PRIVATE_KEY", "is needed together with HALCYON_VAPID_PUBLIC_KEY");
            None
        }
    }
}
