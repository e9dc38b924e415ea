//! Every setting by name: its default, its meaning, and whether it is a secret.
//!
//! The one list behind `.env.example`, `halcyon config` and the check for misspelt names.

/// One setting an operator can give, in the environment or in `halcyon.env`.
pub struct SettingEntry {
    pub name: &'static str,
    /// The value in force when nothing is set; empty where there is none or it depends on others.
    pub default: &'static str,
    pub meaning: &'static str,
    pub kind: SettingKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    Plain,
    /// Masked wherever settings are shown.
    Secret,
}

impl SettingEntry {
    pub fn is_secret(&self) -> bool {
        self.kind == SettingKind::Secret
    }
}

pub struct Group {
    pub title: &'static str,
    pub entries: &'static [SettingEntry],
}

const fn entry(name: &'static str, default: &'static str, meaning: &'static str) -> SettingEntry {
    SettingEntry { name, default, meaning, kind: SettingKind::Plain }
}
const fn secret(name: &'static str, meaning: &'static str) -> SettingEntry {
    SettingEntry { name, default: "", meaning, kind: SettingKind::Secret }
}

pub const GROUPS: &[Group] = &[
    Group {
        title: "Server",
        entries: &[
            entry(
                "HALCYON_MODE",
                "",
                "development or production; empty: production on an open address or with a public https address, else development",
            ),
            entry("HALCYON_LISTEN", "127.0.0.1:8080", "Address and port to serve on"),
            entry(
                "HALCYON_PUBLIC_URL",
                "",
                "Public address of the site, as https://weather.example; production needs it; http only with a private address, as http://192.168.1.10:8080",
            ),
            entry(
                "HALCYON_FURTHER_URLS",
                "",
                "Further addresses of the same site with the same scheme, as http://weather.lan:8080; links in mails and sign-in with a provider use HALCYON_PUBLIC_URL",
            ),
            entry(
                "HALCYON_HSTS",
                "subdomains",
                "What browsers remember of https, for two years: off, on (this host) or subdomains (and every host under it, so that http devices under the same name become unreachable)",
            ),
            entry(
                "HALCYON_SIGN_UPS",
                "open",
                "Who may make an account: open (everybody), invitation (a link by `halcyon user invite`) or closed (`halcyon user add` only)",
            ),
            entry("HALCYON_DATA_DIR", "./data", "Folder for the SQLite database and files made at run time"),
            entry("HALCYON_TLS_CERT", "", "PEM certificate chain; with HALCYON_TLS_KEY the server speaks HTTPS itself"),
            entry("HALCYON_TLS_KEY", "", "PEM private key of that certificate"),
            entry("HALCYON_TRUSTED_PROXIES", "", "Addresses or networks whose X-Forwarded-For counts, comma separated"),
            entry(
                "HALCYON_COUNTRY_HEADER",
                "",
                "Header in which such a proxy names the client's country by its two letters, as CF-IPCountry, for the list of sessions; empty: no country",
            ),
            entry("HALCYON_RATE_LIMITS", "on", "on or off"),
            entry(
                "HALCYON_LOG",
                "info",
                "Log filter: error, warn, info, debug, or per module as halcyon::weather=debug",
            ),
            entry(
                "HALCYON_OTLP_URL",
                "",
                "OpenTelemetry collector that takes OTLP over HTTP, as http://127.0.0.1:4318 or https://host/otlp, to which /v1/traces is added; empty: no traces",
            ),
            secret(
                "HALCYON_OTLP_HEADERS",
                "Headers for that collector, as OTEL_EXPORTER_OTLP_HEADERS has them: name=value,name=value",
            ),
            entry(
                "HALCYON_METRICS_LISTEN",
                "",
                "Address and port for Prometheus, as 127.0.0.1:9100; empty: no metrics. Keep it from the world",
            ),
        ],
    },
    Group {
        title: "Load",
        entries: &[
            entry("HALCYON_WEATHER_SLOTS", "1024", "Weather and place searches under way at once in one process"),
            entry("HALCYON_READ_SLOTS", "256", "Concurrent reads of users' own data"),
            entry("HALCYON_AUTH_SLOTS", "64", "Sign-ins and other calls about accounts under way at once"),
            entry("HALCYON_WRITE_SLOTS", "128", "Other writes under way at once"),
            entry("HALCYON_QUEUE_MILLISECONDS", "1000", "How long a request waits for a slot before it gets a 503"),
        ],
    },
    Group {
        title: "Database",
        entries: &[
            entry("DATABASE_URL", "", "sqlite://path or postgres://…; empty: sqlite, halcyon.db in the data folder"),
            secret("HALCYON_READ_DATABASE_URL", "A PostgreSQL read replica for reads that may lag; empty: none"),
            entry("HALCYON_DATABASE_CONNECTIONS", "16", "PostgreSQL connections of a process for requests, 2 to 1000"),
            entry("HALCYON_JOB_CONNECTIONS", "8", "PostgreSQL connections of a process for background jobs, 2 to 1000"),
            entry("HALCYON_READ_DATABASE_CONNECTIONS", "16", "Connections of a process to that replica, 2 to 1000"),
        ],
    },
    Group {
        title: "Sessions",
        entries: &[
            secret(
                "HALCYON_SECRET_KEY",
                "At least 32 characters that sign sessions, production needs it, but for a private http address with SQLite, where the data folder keeps one; to change it put the new one first, as new,old",
            ),
            entry("HALCYON_ACCESS_TOKEN_SECONDS", "900", "Life of an access token"),
            entry("HALCYON_REFRESH_TOKEN_SECONDS", "2592000", "Life of a refresh token"),
            entry("HALCYON_SESSION_MAX_SECONDS", "7776000", "Life of a session, however often it is refreshed"),
            entry(
                "HALCYON_REFRESH_GRACE_SECONDS",
                "60",
                "How long a rotated refresh token still answers its successor",
            ),
        ],
    },
    Group {
        title: "Weather",
        entries: &[
            entry(
                "HALCYON_WEATHER_SOURCES",
                "",
                "Sources in order of preference; empty: open-meteo,met-norway, in development also simulated",
            ),
            entry("HALCYON_WEATHER_FRESH_SECONDS", "900", "How long a report counts as fresh"),
            entry("HALCYON_WEATHER_GRID_DEGREES", "0.01", "Places closer than this share a report"),
            entry(
                "HALCYON_WEATHER_DAILY_QUOTA",
                "",
                "Weighted Open-Meteo calls a day; empty: 9000 without a key, unlimited with one",
            ),
            entry(
                "HALCYON_WEATHER_CONFIDENCE",
                "on",
                "on or off: how certain each day is, from Open-Meteo's ensembles; with a key this needs its Professional plan",
            ),
            entry(
                "HALCYON_WEATHER_NORMALS",
                "on",
                "on or off: what is usual for the time of year, from Open-Meteo's archive; with a key this needs its Professional plan",
            ),
            entry(
                "HALCYON_WEATHER_ACCURACY",
                "on",
                "on or off: forecasts of saved places are recorded and compared with what the weather was",
            ),
            entry(
                "HALCYON_WEATHER_MEASURED",
                "on",
                "on or off: what the nearest station measured, beside the model's value, from HALCYON_METAR_URL",
            ),
            entry("HALCYON_WEATHER_AIR", "on", "on or off: air quality and pollen, from Open-Meteo (air-quality-api)"),
            entry(
                "HALCYON_WEATHER_MAP",
                "on",
                "on or off: temperature, wind and rain of the forecast on the map, from Open-Meteo, a quarter of the quota at most",
            ),
            entry("HALCYON_METAR_URL", "https://aviationweather.gov", "Address of the Aviation Weather Center"),
            entry("HALCYON_WEATHER_CACHE_MB", "256", "Memory for finished reports"),
            entry(
                "HALCYON_OPEN_METEO_URL",
                "",
                "Open-Meteo's address; empty: its free host (non-commercial use only), with a key its customer host",
            ),
            secret("HALCYON_OPEN_METEO_KEY", "Key of a paid Open-Meteo plan"),
            entry("HALCYON_MET_NORWAY_URL", "https://api.met.no", "MET Norway's address"),
            entry("HALCYON_CONTACT", "", "Mail or web address in the User-Agent; empty: the support address"),
            entry("HALCYON_SIMULATED_SEED", "1", "Another number, another simulated weather"),
            entry(
                "HALCYON_SIMULATED_SCENARIO",
                "",
                "calm, rain-stopping, heat-wave, blizzard, severe-storm or frost; empty: by place and season",
            ),
        ],
    },
    Group {
        title: "Rain map",
        entries: &[
            entry(
                "HALCYON_RAIN_SOURCES",
                "",
                "Sources of the rain map in order of preference: bright-sky (Germany) and opera (Europe) only after you checked their answers and terms; simulated; none. Empty: simulated where HALCYON_WEATHER_SOURCES has it, otherwise none",
            ),
            entry(
                "HALCYON_OPERA_URL",
                "https://s3.waw3-1.cloudferro.com/openradar-24h",
                "Address of the radar pictures of EUMETNET OPERA",
            ),
            entry(
                "HALCYON_BRIGHT_SKY_URL",
                "https://api.brightsky.dev",
                "Address of Bright Sky; run your own for a large site",
            ),
            entry("HALCYON_RAIN_CACHE_MB", "64", "Memory for frames and tiles of the rain map"),
        ],
    },
    Group {
        title: "Warnings",
        entries: &[
            entry(
                "HALCYON_ALERT_SOURCES",
                "",
                "Authorities, comma separated: nws, dwd, met-norway, metservice, eccc (open: all of these); geosphere, met-eireann, fmi, jma, meteoalarm:FR+ES and swic:ar-smn-es only after you checked their answers and terms; none. Empty: open, none where all weather is simulated",
            ),
            entry(
                "HALCYON_NWS_URL",
                "",
                "US National Weather Service's address, or off; empty: https://api.weather.gov where nws is a source",
            ),
            entry(
                "HALCYON_CAP_FEEDS",
                "",
                "Other Atom or RSS feeds of CAP warnings, comma separated, each with its country, as DE=https://host/feed; with links to other hosts as DE=https://host/feed;hosts=cap.host+second.host",
            ),
            entry(
                "HALCYON_CAP_AREAS",
                "",
                "GeoJSON file with the areas behind the codes of those feeds; without it only drawn areas are matched",
            ),
        ],
    },
    Group {
        title: "Places",
        entries: &[
            secret("HALCYON_GOOGLE_PLACES_KEY", "Key for Google Places; empty: the embedded index alone"),
            entry(
                "HALCYON_GOOGLE_PLACES_URL",
                "https://places.googleapis.com",
                "Google Places' address; https://maps.googleapis.com speaks the legacy interface",
            ),
            entry("HALCYON_GOOGLE_PLACES_DAILY_CALLS", "10000", "Past so many calls a day the embedded index answers"),
        ],
    },
    Group {
        title: "Mail",
        entries: &[
            secret(
                "HALCYON_SMTP_URL",
                "smtps://user:password@host:465; production over https needs it, or none: no mail is sent; empty: development writes mails to the data folder",
            ),
            entry(
                "HALCYON_MAIL_FROM",
                "Halcyon <no-reply@localhost>",
                "Sender of all mails; production needs one that is not at localhost",
            ),
            entry(
                "HALCYON_SUPPORT_EMAIL",
                "support@localhost",
                "Where contact messages go, and what the page shows; production needs one that is not at localhost",
            ),
            entry("HALCYON_ADMIN_EMAIL", "admin@halcyon.example", "The one account that sees the debug console"),
        ],
    },
    Group {
        title: "Sign-in with Google",
        entries: &[
            entry("HALCYON_GOOGLE_CLIENT_IDS", "", "Client ids, the web one first; empty: no Google sign-in"),
            secret("HALCYON_GOOGLE_CLIENT_SECRET", "Client secret for the redirect flow"),
            entry("HALCYON_GOOGLE_ISSUERS", "https://accounts.google.com,accounts.google.com", "Accepted issuers"),
            entry("HALCYON_GOOGLE_JWKS_URL", "https://www.googleapis.com/oauth2/v3/certs", "Where the keys are"),
            entry(
                "HALCYON_GOOGLE_AUTH_URL",
                "https://accounts.google.com/o/oauth2/v2/auth",
                "Google's authorization endpoint",
            ),
            entry("HALCYON_GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com/token", "Where a code is exchanged"),
        ],
    },
    Group {
        title: "Sign-in with Apple",
        entries: &[
            entry("HALCYON_APPLE_CLIENT_IDS", "", "Services id, then bundle ids; empty: no Apple sign-in"),
            entry("HALCYON_APPLE_TEAM_ID", "", "Team id"),
            entry("HALCYON_APPLE_KEY_ID", "", "Id of the private key"),
            secret("HALCYON_APPLE_PRIVATE_KEY", "The private key in PEM, its line ends written as \\n"),
            entry("HALCYON_APPLE_ISSUER", "https://appleid.apple.com", "Accepted issuer"),
            entry("HALCYON_APPLE_JWKS_URL", "https://appleid.apple.com/auth/keys", "Where the keys are"),
            entry(
                "HALCYON_APPLE_AUTH_URL",
                "https://appleid.apple.com/auth/authorize",
                "Apple's authorization endpoint",
            ),
            entry("HALCYON_APPLE_TOKEN_URL", "https://appleid.apple.com/auth/token", "Where a code is exchanged"),
            entry("HALCYON_APPLE_REVOKE_URL", "https://appleid.apple.com/auth/revoke", "Where a token is revoked"),
        ],
    },
    Group {
        title: "Sign-in with another OpenID Connect provider",
        entries: &[
            entry(
                "HALCYON_OIDC_ISSUER",
                "",
                "Issuer, exactly as its discovery document has it, as https://id.example/realms/home; empty: no such sign-in",
            ),
            entry("HALCYON_OIDC_CLIENT_ID", "", "Client id"),
            secret("HALCYON_OIDC_CLIENT_SECRET", "Client secret"),
            entry("HALCYON_OIDC_NAME", "Single sign-on", "Name on the button \"Continue with …\""),
            entry("HALCYON_OIDC_ICON", "key", "Icon on the button: key, shield, house, building or people"),
            entry("HALCYON_OIDC_EMAIL_CLAIM", "email", "Claim with the e-mail address"),
            entry(
                "HALCYON_OIDC_TRUST_EMAIL",
                "off",
                "on: its addresses count as verified even if it does not say so; only where users cannot choose them",
            ),
            entry(
                "HALCYON_OIDC_SIGN_UP",
                "on",
                "on or off: whether somebody new may make an account with it, where HALCYON_SIGN_UPS is open",
            ),
        ],
    },
    Group {
        title: "Native apps and push",
        entries: &[
            entry("HALCYON_IOS_APP_IDS", "", "App ids for /.well-known/apple-app-site-association"),
            entry(
                "HALCYON_ANDROID_APPS",
                "",
                "package=fingerprint pairs, comma separated, for /.well-known/assetlinks.json and the passkeys of these apps; the fingerprint is the SHA-256 of the certificate, as 14:6D:…",
            ),
            entry("HALCYON_ONESIGNAL_APP_ID", "", "OneSignal app id for native push"),
            secret("HALCYON_ONESIGNAL_API_KEY", "OneSignal API key; empty: no native push is sent"),
            entry(
                "HALCYON_ONESIGNAL_TEMPLATE_ID",
                "",
                "Template at OneSignal for the messages; it gets title, body and place as custom_data",
            ),
            entry("HALCYON_ONESIGNAL_API_URL", "https://api.onesignal.com", "OneSignal's address"),
            entry("HALCYON_WEB_PUSH", "on", "on or off: push messages to browsers"),
            entry(
                "HALCYON_VAPID_PUBLIC_KEY",
                "",
                "Public key for Web Push, 65 bytes in base64url, from `halcyon vapid`; empty: production over https makes a pair at its first start and stores it encrypted in the database",
            ),
            secret("HALCYON_VAPID_PRIVATE_KEY", "Private key for Web Push, 32 bytes in base64url"),
            entry(
                "HALCYON_VAPID_SUBJECT",
                "",
                "mailto: or https: address push services may write to; empty: the public address, without https the support address",
            ),
            entry(
                "HALCYON_PUSH_HOSTS",
                "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com",
                "Push services a browser's subscription may name; nothing else is ever called",
            ),
        ],
    },
    Group {
        title: "Smart home",
        entries: &[
            secret(
                "HALCYON_MQTT_URL",
                "MQTT broker that gets the weather for Home Assistant, as mqtt://host:1883 or mqtts://user:password@host:8883; empty: none",
            ),
            entry("HALCYON_MQTT_USERNAME", "", "User name at that broker, where it is not in the address"),
            secret("HALCYON_MQTT_PASSWORD", "Password at that broker, where it is not in the address"),
            entry(
                "HALCYON_MQTT_CA",
                "",
                "PEM certificate of the authority behind the broker's own; empty: the authorities of the system",
            ),
            entry(
                "HALCYON_MQTT_PLACES",
                "",
                "Places to publish, each as latitude,longitude,name or latitude,longitude,2962m,name, separated by semicolons, as 52.52,13.41,Berlin;47.42,10.98,2962m,Zugspitze; none removes all",
            ),
            entry("HALCYON_MQTT_LANGUAGE", "en", "Language of the names in Home Assistant: en, de or tr"),
            entry("HALCYON_MQTT_UNITS", "metric", "metric (°C, m/s, mm), kmh, uk (mph) or us (°F, mph, inches)"),
            entry("HALCYON_MQTT_TOPIC", "halcyon", "First part of the topics; each site at one broker needs its own"),
            entry("HALCYON_MQTT_DISCOVERY", "homeassistant", "Discovery prefix of Home Assistant"),
        ],
    },
];

pub fn entries() -> impl Iterator<Item = &'static SettingEntry> {
    GROUPS.iter().flat_map(|group| group.entries)
}

pub fn find(name: &str) -> Option<&'static SettingEntry> {
    entries().find(|entry| entry.name == name)
}

/// The committed `.env.example`, made from the catalogue.
pub fn example_file() -> String {
    let mut text = String::from(
        "# Every setting of Halcyon with its default. Copy what you change into halcyon.env;\n\
         # the environment wins over the file. Made by `make contract`.\n",
    );
    for group in GROUPS {
        text.push_str(&format!("\n# --- {} ---\n", group.title));
        for entry in group.entries {
            text.push_str(&format!("# {}\n#{}={}\n", entry.meaning, entry.name, entry.default));
        }
    }
    text
}
