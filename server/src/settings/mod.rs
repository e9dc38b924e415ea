//! All settings, read once from the environment and `halcyon.env`, typed and checked together.

mod alerts;
mod apps;
pub mod catalogue;
mod database;
mod load;
mod mail;
mod mqtt;
mod public_url;
mod push;
mod rain;
mod reader;
mod secret;
mod sign_in;
mod telemetry;
mod weather;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axum::http::HeaderName;
use ipnet::IpNet;
use url::Url;

pub use alerts::{AlertSettings, AlertSourceId, CapFeed, NamedSource};
pub use apps::{AndroidApp, NativeApps};
pub use database::{DatabaseUrl, PoolSizes};
pub use load::LoadSettings;
pub use mail::{MailSettings, is_on_this_machine};
pub use mqtt::{Broker, MqttPlace, MqttSettings, is_mqtt_topic};
pub use public_url::is_private;
pub use push::{PushSettings, Vapid};
pub use rain::{RainSettings, RainSourceId};
use reader::Reader;
pub use reader::SettingsError;
pub use secret::Secret;
pub use sign_in::{ClientSecret, OidcIcon, OidcSettings, ProviderSettings};
pub use telemetry::OtlpSettings;
pub use weather::{Scenario, SourceId, WeatherSettings};

#[derive(Clone, Debug)]
pub struct Settings {
    pub mode: Mode,
    pub listen: SocketAddr,
    /// The public address; its scheme decides on Secure cookies and HSTS.
    pub public_url: Url,
    /// Further addresses of the same pages.
    pub further_urls: Vec<Url>,
    pub data_dir: PathBuf,
    pub tls: Option<TlsFiles>,
    pub trusted_proxies: Vec<IpNet>,
    /// In which such a proxy names the country of the client.
    pub country_header: Option<HeaderName>,
    pub hsts: Hsts,
    pub sign_ups: SignUps,
    pub rate_limits: bool,
    pub load: LoadSettings,
    /// Where Prometheus may look.
    pub metrics_listen: Option<SocketAddr>,
    /// The collector traces are sent to.
    pub otlp: Option<OtlpSettings>,
    pub log: String,
    pub database: DatabaseUrl,
    pub pools: PoolSizes,
    /// A replica of it, for reads that may lag.
    pub read_database: Option<Secret>,
    pub secret_key: Option<Secret>,
    pub session: SessionSettings,
    pub admin_email: String,
    pub weather: WeatherSettings,
    pub rain: RainSettings,
    pub places: PlacesSettings,
    pub mail: MailSettings,
    pub google: ProviderSettings,
    pub apple: ProviderSettings,
    /// One more provider of sign-ins.
    pub oidc: Option<OidcSettings>,
    pub alerts: AlertSettings,
    pub push: PushSettings,
    pub apps: NativeApps,
    /// The broker of a smart home.
    pub mqtt: Option<MqttSettings>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Development,
    Production,
}

/// What browsers remember about https, where the public address is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hsts {
    Off,
    /// This host is only ever reached by https.
    On,
    /// And every host under it.
    WithSubdomains,
}

const HSTS: &[(&str, Hsts)] = &[("off", Hsts::Off), ("on", Hsts::On), ("subdomains", Hsts::WithSubdomains)];

/// Who may make an account; `halcyon user add` always may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUps {
    Open,
    /// With a link that `halcyon user invite` prints.
    Invitation,
    Closed,
}

const SIGN_UPS: &[(&str, SignUps)] =
    &[("open", SignUps::Open), ("invitation", SignUps::Invitation), ("closed", SignUps::Closed)];

#[derive(Clone, Debug)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// How long tokens and sessions live.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    pub access: Duration,
    pub refresh: Duration,
    /// However often it is refreshed.
    pub longest: Duration,
    /// How long a used refresh token still answers its successor, for racing tabs.
    pub grace: Duration,
}

#[derive(Clone, Debug)]
pub struct PlacesSettings {
    pub google_key: Option<Secret>,
    pub google_url: Url,
    pub google_daily_calls: u32,
}

impl Settings {
    /// Reads the process environment and, if it exists, the file beside it.
    pub fn load(file: &Path) -> Result<Settings, SettingsError> {
        Settings::from_pairs(reader::read_file(file)?, std::env::vars_os())
    }

    /// The environment wins over the file; every mistake is reported at once.
    pub fn from_pairs(
        file: BTreeMap<String, String>,
        environment: impl IntoIterator<Item = (impl Into<std::ffi::OsString>, impl Into<std::ffi::OsString>)>,
    ) -> Result<Settings, SettingsError> {
        let mut reader = Reader::new(file, environment);

        let listen = reader
            .parse("HALCYON_LISTEN", "an address and port, as 127.0.0.1:8080", |text| text.parse::<SocketAddr>().ok());
        let listen = listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080)));
        let mode = reader
            .choice("HALCYON_MODE", &[("development", Mode::Development), ("production", Mode::Production)])
            .unwrap_or(if listen.ip().is_loopback() && !public_url::is_public_site(&reader) {
                Mode::Development
            } else {
                Mode::Production
            });
        let data_dir = PathBuf::from(reader.text("HALCYON_DATA_DIR").unwrap_or_default());
        let tls = read_tls(&mut reader);
        let public_url = public_url::read(&mut reader, mode, listen, tls.is_some());
        let further_urls = public_url::read_further(&mut reader, mode, &public_url);
        let is_household = mode == Mode::Production && public_url::is_private_site(&reader);
        let database = database::read_url(&mut reader, &data_dir);
        let is_own_key = is_household && matches!(database, DatabaseUrl::Sqlite(_));
        let secret_key = read_secret_key(&mut reader, mode, is_own_key);
        let mail = mail::read(&mut reader, mode, is_household);
        let weather = weather::read(&mut reader, mode, &mail.support);

        let trusted_proxies =
            reader.list("HALCYON_TRUSTED_PROXIES", "an address or a network, as 10.0.0.0/8", parse_network);
        let country_header = reader.parse("HALCYON_COUNTRY_HEADER", "the name of a header", |name| name.parse().ok());
        if country_header.is_some() && trusted_proxies.is_empty() {
            reader.problem(
                "HALCYON_COUNTRY_HEADER",
                "needs HALCYON_TRUSTED_PROXIES: otherwise any client could send that header",
            );
        }

        let settings = Settings {
            mode,
            listen,
            database,
            pools: database::read_pools(&mut reader),
            read_database: reader.secret("HALCYON_READ_DATABASE_URL"),
            places: PlacesSettings {
                google_key: reader.secret("HALCYON_GOOGLE_PLACES_KEY"),
                google_url: reader.url("HALCYON_GOOGLE_PLACES_URL"),
                google_daily_calls: reader.number("HALCYON_GOOGLE_PLACES_DAILY_CALLS", 0, 100_000_000),
            },
            trusted_proxies,
            country_header,
            hsts: reader.choice("HALCYON_HSTS", HSTS).unwrap_or(Hsts::WithSubdomains),
            sign_ups: reader.choice("HALCYON_SIGN_UPS", SIGN_UPS).unwrap_or(SignUps::Open),
            rate_limits: reader.choice("HALCYON_RATE_LIMITS", &[("on", true), ("off", false)]).unwrap_or(true),
            load: load::read(&mut reader),
            metrics_listen: reader
                .parse("HALCYON_METRICS_LISTEN", "an address and port, as 127.0.0.1:9100", |text| text.parse().ok()),
            otlp: telemetry::read_otlp(&mut reader),
            session: SessionSettings {
                access: Duration::from_secs(reader.number("HALCYON_ACCESS_TOKEN_SECONDS", 1, 86_400)),
                refresh: Duration::from_secs(reader.number("HALCYON_REFRESH_TOKEN_SECONDS", 1, 31_536_000)),
                longest: Duration::from_secs(reader.number("HALCYON_SESSION_MAX_SECONDS", 1, 315_360_000)),
                grace: Duration::from_secs(reader.number("HALCYON_REFRESH_GRACE_SECONDS", 0, 3_600)),
            },
            admin_email: reader.text("HALCYON_ADMIN_EMAIL").unwrap_or_default(),
            log: reader.text("HALCYON_LOG").unwrap_or_default(),
            google: sign_in::read_google(&mut reader, mode),
            apple: sign_in::read_apple(&mut reader, mode),
            oidc: sign_in::read_oidc(&mut reader, mode, is_household),
            alerts: alerts::read_alerts(&mut reader, &weather.sources, mode),
            rain: rain::read(&mut reader, &weather),
            weather,
            push: push::read(&mut reader, mode, &public_url, &mail.support),
            apps: apps::read(&mut reader),
            mqtt: mqtt::read(&mut reader),
            public_url,
            further_urls,
            data_dir,
            tls,
            secret_key,
            mail,
        };
        reader.finish(settings)
    }

    pub fn is_development(&self) -> bool {
        self.mode == Mode::Development
    }

    pub fn is_https(&self) -> bool {
        self.public_url.scheme() == "https"
    }

    /// Production over http, which only a private address may have.
    pub fn is_household(&self) -> bool {
        self.mode == Mode::Production && !self.is_https()
    }

    /// The domain that passkeys belong to; `None` where browsers have none: at an IP address, or over http.
    pub fn passkey_domain(&self) -> Option<&str> {
        self.public_url.domain().filter(|domain| self.is_https() || *domain == "localhost")
    }

    /// Whether mail is delivered: without it an address cannot be verified and a password not be reset by mail.
    pub fn sends_mail(&self) -> bool {
        self.mail.smtp_url.is_some() || self.is_development()
    }
}

/// What `halcyon config` prints: every name with the value in force, secrets masked.
pub fn effective(file: BTreeMap<String, String>) -> String {
    let reader = Reader::new(file, std::env::vars_os());
    let mut text = String::new();
    for entry in catalogue::entries() {
        text.push_str(&format!("{}={}\n", entry.name, reader.shown(entry)));
    }
    text
}

pub use reader::read_file;

fn read_tls(reader: &mut Reader) -> Option<TlsFiles> {
    match (reader.text("HALCYON_TLS_CERT"), reader.text("HALCYON_TLS_KEY")) {
        (Some(certificate), Some(key)) => Some(TlsFiles { certificate: certificate.into(), key: key.into() }),
        (None, None) => None,
        _ => {
            reader.problem("HALCYON_TLS_CERT", "is needed together with HALCYON_TLS_KEY");
            None
        }
    }
}

/// Keys from examples and tutorials: sessions signed with one can be forged by anyone.
const KNOWN_KEYS: &[&str] = &["change-me", "changeme", "secret", "default", "example", "password"];
const SECRET_KEY_LENGTH: usize = 32;

/// `is_own_key`: without one, the server makes one in its data folder.
fn read_secret_key(reader: &mut Reader, mode: Mode, is_own_key: bool) -> Option<Secret> {
    let key = reader.secret("HALCYON_SECRET_KEY");
    match &key {
        None if mode == Mode::Production && !is_own_key => {
            reader.problem("HALCYON_SECRET_KEY", "is needed in production: `openssl rand -base64 48` makes one");
        }
        Some(key) if key.expose().split(',').any(|key| key.trim().chars().count() < SECRET_KEY_LENGTH) => {
            reader.problem("HALCYON_SECRET_KEY", "must have at least 32 characters");
        }
        Some(key) if is_known_key(key.expose()) => {
            reader.problem(
                "HALCYON_SECRET_KEY",
                "is a key from an example; make your own with `openssl rand -base64 48`",
            );
        }
        _ => {}
    }
    key
}

fn is_known_key(key: &str) -> bool {
    let lower = key.to_ascii_lowercase();
    let first = lower.chars().next();
    lower.chars().all(|letter| Some(letter) == first) || KNOWN_KEYS.iter().any(|known| lower.contains(known))
}

fn parse_network(text: &str) -> Option<IpNet> {
    text.parse::<IpNet>().ok().or_else(|| text.parse::<std::net::IpAddr>().ok().map(IpNet::from))
}

#[cfg(test)]
mod tests;
