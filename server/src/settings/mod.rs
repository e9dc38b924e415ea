//! All settings, read once from the environment and `halcyon.env`, typed and checked together.

mod apps;
pub mod catalogue;
mod reader;
mod secret;
mod sign_in;
mod warnings;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ipnet::IpNet;
use url::Url;

pub use apps::{AndroidApp, NativeApps};
use reader::Reader;
pub use reader::SettingsError;
pub use secret::Secret;
pub use sign_in::{ClientSecret, ProviderSettings};
pub use warnings::{CapFeed, PushSettings, Vapid, WarningSettings};

#[derive(Clone, Debug)]
pub struct Settings {
    pub mode: Mode,
    pub listen: SocketAddr,
    /// Where people reach us; its scheme decides on Secure cookies and HSTS.
    pub public_url: Url,
    pub data_dir: PathBuf,
    pub tls: Option<TlsFiles>,
    pub trusted_proxies: Vec<IpNet>,
    pub rate_limits: bool,
    pub log: String,
    pub database: DatabaseUrl,
    pub secret_key: Option<Secret>,
    pub session: SessionSettings,
    pub admin_email: String,
    pub weather: WeatherSettings,
    pub places: PlacesSettings,
    pub mail: MailSettings,
    pub google: ProviderSettings,
    pub apple: ProviderSettings,
    pub warnings: WarningSettings,
    pub push: PushSettings,
    pub apps: NativeApps,
    /// Reserved names that were set: said at start, so that nobody waits for an effect.
    pub without_effect: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Development,
    Production,
}

#[derive(Clone, Debug)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

#[derive(Clone, Debug)]
pub enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(Secret),
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
pub struct WeatherSettings {
    pub sources: Vec<SourceId>,
    pub fresh: Duration,
    pub grid_degrees: f64,
    pub daily_budget: Option<u32>,
    pub cache_mb: u64,
    pub open_meteo_url: Url,
    pub open_meteo_key: Option<Secret>,
    pub met_norway_url: Url,
    pub contact: String,
    pub simulated_seed: u64,
    pub simulated_scenario: Option<Scenario>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceId {
    OpenMeteo,
    MetNorway,
    Simulated,
}

/// A named kind of simulated weather, for demonstrations and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    Calm,
    RainStopping,
    HeatWave,
    Blizzard,
    SevereStorm,
    Frost,
}

#[derive(Clone, Debug)]
pub struct PlacesSettings {
    pub google_key: Option<Secret>,
    pub google_url: Url,
    pub google_daily_calls: u32,
}

#[derive(Clone, Debug)]
pub struct MailSettings {
    pub smtp_url: Option<Secret>,
    pub from: String,
    pub support: String,
}

const SOURCES: &[(&str, SourceId)] =
    &[("open-meteo", SourceId::OpenMeteo), ("met-norway", SourceId::MetNorway), ("simulated", SourceId::Simulated)];

const SCENARIOS: &[(&str, Scenario)] = &[
    ("calm", Scenario::Calm),
    ("rain-stopping", Scenario::RainStopping),
    ("heat-wave", Scenario::HeatWave),
    ("blizzard", Scenario::Blizzard),
    ("severe-storm", Scenario::SevereStorm),
    ("frost", Scenario::Frost),
];

/// Below the free host's 10,000 weighted calls a day, with room for a miscount.
const FREE_DAILY_BUDGET: u32 = 9_000;

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
            .unwrap_or(if listen.ip().is_loopback() { Mode::Development } else { Mode::Production });
        let data_dir = PathBuf::from(reader.text("HALCYON_DATA_DIR").unwrap_or_default());
        let tls = read_tls(&mut reader);
        let public_url = read_public_url(&mut reader, mode, listen, tls.is_some());
        let secret_key = read_secret_key(&mut reader, mode);
        let mail = read_mail(&mut reader, mode);
        let weather = read_weather(&mut reader, mode, &mail.support);

        let settings = Settings {
            mode,
            listen,
            database: read_database(&mut reader, &data_dir),
            places: PlacesSettings {
                google_key: reader.secret("HALCYON_GOOGLE_PLACES_KEY"),
                google_url: reader.url("HALCYON_GOOGLE_PLACES_URL"),
                google_daily_calls: reader.number("HALCYON_GOOGLE_PLACES_DAILY_CALLS", 0, 100_000_000),
            },
            trusted_proxies: reader.list(
                "HALCYON_TRUSTED_PROXIES",
                "an address or a network, as 10.0.0.0/8",
                parse_network,
            ),
            rate_limits: reader.choice("HALCYON_RATE_LIMITS", &[("on", true), ("off", false)]).unwrap_or(true),
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
            warnings: warnings::read_warnings(&mut reader, &weather.sources, mode),
            weather,
            push: warnings::read_push(&mut reader, &mail.support),
            apps: apps::read(&mut reader),
            without_effect: reader.reserved_names_set(),
            public_url,
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

fn read_public_url(reader: &mut Reader, mode: Mode, listen: SocketAddr, tls: bool) -> Url {
    let scheme = if tls { "https" } else { "http" };
    let given =
        reader.parse("HALCYON_PUBLIC_URL", "a web address without a path, as https://weather.example", |text| {
            let url = Url::parse(text).ok()?;
            let is_origin = matches!(url.scheme(), "http" | "https")
                && url.path() == "/"
                && url.query().is_none()
                && url.fragment().is_none();
            (is_origin && url.host_str().is_some() && url.username().is_empty()).then_some(url)
        });
    if mode == Mode::Production && reader.text("HALCYON_PUBLIC_URL").is_none() {
        reader.problem("HALCYON_PUBLIC_URL", "is needed in production, as https://weather.example");
    }
    if mode == Mode::Production && given.as_ref().is_some_and(|url| url.scheme() != "https") {
        reader.problem("HALCYON_PUBLIC_URL", "must be an https address in production");
    }
    given.unwrap_or_else(|| reader::url_of(&format!("{scheme}://{listen}")))
}

/// Keys that stand in examples and tutorials; a session signed with one is open to everybody.
const KNOWN_KEYS: &[&str] = &["change-me", "changeme", "secret", "default", "example", "password"];
const SECRET_KEY_LENGTH: usize = 32;

fn read_secret_key(reader: &mut Reader, mode: Mode) -> Option<Secret> {
    let key = reader.secret("HALCYON_SECRET_KEY");
    match &key {
        None if mode == Mode::Production => {
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

fn read_mail(reader: &mut Reader, mode: Mode) -> MailSettings {
    let smtp_url = reader.secret("HALCYON_SMTP_URL");
    if mode == Mode::Production && smtp_url.is_none() {
        reader.problem("HALCYON_SMTP_URL", "is needed in production: without mail nobody can reset a password");
    }
    MailSettings {
        smtp_url,
        from: reader.text("HALCYON_MAIL_FROM").unwrap_or_default(),
        support: reader.text("HALCYON_SUPPORT_EMAIL").unwrap_or_default(),
    }
}

fn read_database(reader: &mut Reader, data_dir: &Path) -> DatabaseUrl {
    let parsed = reader.parse("DATABASE_URL", "sqlite://path or postgres://user@host/name", |text| {
        if let Some(path) = text.strip_prefix("sqlite://") {
            return (!path.is_empty()).then(|| DatabaseUrl::Sqlite(path.into()));
        }
        let is_postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
        (is_postgres && Url::parse(text).is_ok()).then(|| DatabaseUrl::Postgres(Secret::new(text)))
    });
    parsed.unwrap_or_else(|| DatabaseUrl::Sqlite(data_dir.join("halcyon.db")))
}

fn read_weather(reader: &mut Reader, mode: Mode, support: &str) -> WeatherSettings {
    let sources = reader.list("HALCYON_WEATHER_SOURCES", "open-meteo, met-norway or simulated", |text| {
        SOURCES.iter().find(|(name, _)| *name == text).map(|(_, source)| *source)
    });
    let open_meteo_key = reader.secret("HALCYON_OPEN_METEO_KEY");
    let (host, budget) = match open_meteo_key {
        Some(_) => ("https://customer-api.open-meteo.com", None),
        None => ("https://api.open-meteo.com", Some(FREE_DAILY_BUDGET)),
    };
    WeatherSettings {
        sources: match (sources.is_empty(), mode) {
            (false, _) => sources,
            (true, Mode::Development) => vec![SourceId::OpenMeteo, SourceId::MetNorway, SourceId::Simulated],
            (true, Mode::Production) => vec![SourceId::OpenMeteo, SourceId::MetNorway],
        },
        fresh: Duration::from_secs(reader.number("HALCYON_WEATHER_FRESH_SECONDS", 1, 86_400)),
        grid_degrees: reader
            .parse("HALCYON_WEATHER_GRID_DEGREES", "a number from 0.01 to 1", |text| {
                text.parse::<f64>().ok().filter(|degrees| (0.01..=1.0).contains(degrees))
            })
            .unwrap_or(0.01),
        daily_budget: match reader.text("HALCYON_WEATHER_DAILY_BUDGET") {
            None => budget,
            Some(_) => {
                reader.parse("HALCYON_WEATHER_DAILY_BUDGET", "a whole number of calls", |text| text.parse().ok())
            }
        },
        cache_mb: reader.number("HALCYON_WEATHER_CACHE_MB", 1, 1_048_576),
        open_meteo_url: match reader.text("HALCYON_OPEN_METEO_URL") {
            None => reader::url_of(host),
            Some(_) => reader.url("HALCYON_OPEN_METEO_URL"),
        },
        open_meteo_key,
        met_norway_url: reader.url("HALCYON_MET_NORWAY_URL"),
        contact: reader.text("HALCYON_CONTACT").unwrap_or_else(|| support.to_owned()),
        simulated_seed: reader.number("HALCYON_SIMULATED_SEED", 0, u64::MAX),
        simulated_scenario: reader.choice("HALCYON_SIMULATED_SCENARIO", SCENARIOS),
    }
}

fn parse_network(text: &str) -> Option<IpNet> {
    text.parse::<IpNet>().ok().or_else(|| text.parse::<std::net::IpAddr>().ok().map(IpNet::from))
}

#[cfg(test)]
mod tests;
