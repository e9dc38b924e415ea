//! Whether the outside services that the settings name can be reached. Nothing is asked that would cost a call of a
//! quota: any response shows that the service is reachable.

use futures_util::future::join_all;
use reqwest::Client;
use url::Url;

use super::{Finding, TIMEOUT};
use crate::accounts::Providers;
use crate::alerts::source_addresses;
use crate::clock::Clock;
use crate::settings::{RainSourceId, Settings, SourceId};
use crate::smart_home::check_broker;

pub async fn examine(settings: &Settings) -> Vec<Finding> {
    let client = match Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none()).build() {
        Ok(client) => client,
        Err(error) => {
            return vec![Finding::Wrong {
                what: format!("no secure connections: {error}"),
                fix: "Install CA certificates.",
            }];
        }
    };
    let mut findings = join_all(named(settings).into_iter().map(|(name, url)| reach(&client, name, url))).await;
    findings.extend(discovery(settings).await);
    findings.extend(broker(settings).await);
    if settings.weather.sources == [SourceId::Simulated] {
        findings.push(Finding::Note("all weather is simulated".to_owned()));
    }
    findings
}

/// Only services that are in use.
fn named(settings: &Settings) -> Vec<(String, Url)> {
    let mut services: Vec<(String, Url)> = Vec::new();
    let mut add = |name: &str, url: &Url| services.push((name.to_owned(), url.clone()));
    for source in &settings.weather.sources {
        match source {
            SourceId::OpenMeteo => add("Open-Meteo", &settings.weather.open_meteo_url),
            SourceId::MetNorway => add("MET Norway", &settings.weather.met_norway_url),
            SourceId::Simulated => {}
        }
    }
    if settings.weather.has_measured && settings.weather.sources != [SourceId::Simulated] {
        add("Aviation Weather Center", &settings.weather.metar_url);
    }
    for source in &settings.rain.sources {
        match source {
            RainSourceId::BrightSky => add("Bright Sky (rain map)", &settings.rain.bright_sky_url),
            RainSourceId::Opera => add("OPERA (rain map)", &settings.rain.opera_url),
            RainSourceId::Simulated => {}
        }
    }
    if let Some(url) = &settings.alerts.nws_url {
        add("National Weather Service", url);
    }
    for (name, url) in source_addresses(&settings.alerts) {
        add(&name, &url);
    }
    if settings.places.google_key.is_some() {
        add("Google Places", &settings.places.google_url);
    }
    for (name, provider) in [("Google sign-in", &settings.google), ("Apple sign-in", &settings.apple)] {
        if !provider.client_ids.is_empty() {
            add(name, &provider.jwks_url);
        }
    }
    let host = |url: &Url| url.host_str().unwrap_or_default().to_owned();
    services.into_iter().map(|(name, url)| (format!("{name} ({})", host(&url)), url)).collect()
}

/// The provider of sign-ins that the operator has chosen: its discovery document is read as a sign-in reads it.
async fn discovery(settings: &Settings) -> Option<Finding> {
    let oidc = settings.oidc.as_ref()?;
    let read = match Providers::new(settings, &Clock::System) {
        Ok(providers) => providers.discover().await.map_err(anyhow::Error::from),
        Err(error) => Err(error),
    };
    Some(match read {
        Ok(()) => Finding::Fine(format!("{} ({}) describes itself", oidc.name, oidc.issuer)),
        Err(error) => Finding::Wrong {
            what: format!("{} ({}): {error:#}", oidc.name, oidc.issuer),
            fix: "Set HALCYON_OIDC_ISSUER exactly as the field issuer of its /.well-known/openid-configuration, and allow \
                  outgoing connections to it.",
        },
    })
}

async fn broker(settings: &Settings) -> Option<Finding> {
    let broker = &settings.mqtt.as_ref()?.broker;
    let name = format!("the MQTT broker ({}:{})", broker.host, broker.port);
    Some(match check_broker(broker).await {
        Ok(()) => Finding::Fine(format!("{name} accepts the connection")),
        Err(error) => Finding::Wrong {
            what: format!("{name}: {error:#}"),
            fix: "Check HALCYON_MQTT_URL, and the user name and password that the broker knows.",
        },
    })
}

async fn reach(client: &Client, name: String, url: Url) -> Finding {
    match client.get(url).send().await {
        Ok(answer) if answer.status().is_server_error() => {
            Finding::Note(format!("{name} answers {}: it is in trouble itself", answer.status()))
        }
        Ok(_) => Finding::Fine(format!("{name} can be reached")),
        // The error's text would hold the address, and with it perhaps a key.
        Err(_) => Finding::Wrong {
            what: format!("{name} cannot be reached"),
            fix: "Allow outgoing connections to it, or remove it from the settings.",
        },
    }
}
