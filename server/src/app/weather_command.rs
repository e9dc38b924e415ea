//! `halcyon weather PLACE`: asks a server, which has the cached report and the alerts that it polls.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE};
use url::Url;

use crate::settings::Settings;

/// A place without a cached report waits for its provider.
const TIMEOUT: Duration = Duration::from_secs(30);
/// What the server takes.
const WIDTHS: std::ops::RangeInclusive<u16> = 40..=240;

#[derive(Args)]
pub struct WeatherCommand {
    /// A town, or latitude and longitude as 52.52,13.41.
    place: String,
    /// The server to ask, instead of the one of the settings on this machine.
    #[arg(long, value_name = "URL")]
    server: Option<Url>,
    /// Colours for a terminal, plain text otherwise; NO_COLOR is respected.
    #[arg(long)]
    format: Option<TextFormat>,
    /// en, de or tr, instead of the language of the environment.
    #[arg(long)]
    lang: Option<String>,
    /// metric, kmh, uk or us.
    #[arg(long)]
    units: Option<String>,
    /// Columns, 40 to 240, instead of those of the terminal.
    #[arg(long)]
    width: Option<u16>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TextFormat {
    Color,
    Plain,
    Line,
}

pub async fn run(settings_file: &Path, command: WeatherCommand) -> anyhow::Result<()> {
    let is_own = command.server.is_none();
    let server = match &command.server {
        Some(url) => url.clone(),
        None => own_address(&Settings::load(settings_file)?).parse()?,
    };
    let client = reqwest::Client::builder()
        .user_agent(concat!("halcyon/", env!("CARGO_PKG_VERSION")))
        // The certificate of our own process names the public host, not loopback.
        .danger_accept_invalid_certs(is_own)
        .timeout(TIMEOUT)
        .build()?;
    let request = client.get(command.address(server)?).header(ACCEPT, "text/plain");
    let answer = request
        .header(ACCEPT_LANGUAGE, environment_language())
        .send()
        .await
        .context("the server does not answer: start it with `halcyon serve`, or name another one with --server")?;
    let status = answer.status();
    let text = answer.text().await?;
    anyhow::ensure!(status.is_success(), "{}", text.trim_end());
    Ok(std::io::stdout().write_all(text.as_bytes())?)
}

impl WeatherCommand {
    fn address(&self, mut server: Url) -> anyhow::Result<Url> {
        server
            .path_segments_mut()
            .map_err(|()| anyhow::anyhow!("--server is no address"))?
            .pop_if_empty()
            .push(&self.place);
        let format = match self.format {
            Some(TextFormat::Color) => "color",
            Some(TextFormat::Plain) => "plain",
            Some(TextFormat::Line) => "line",
            None if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() => "color",
            None => "plain",
        };
        let mut query = server.query_pairs_mut();
        query.append_pair("format", format);
        if let Some(width) = self.width.or_else(terminal_width) {
            query.append_pair("width", &width.to_string());
        }
        for (name, value) in [("lang", &self.lang), ("units", &self.units)] {
            query.extend_pairs(value.iter().map(|value| (name, value)));
        }
        drop(query);
        Ok(server)
    }
}

fn terminal_width() -> Option<u16> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(size.ws_col).filter(|columns| *columns > 0).map(|columns| columns.clamp(*WIDTHS.start(), *WIDTHS.end()))
}

/// `de_DE.UTF-8` as `de-DE`; nothing for `C`.
fn environment_language() -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names.into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
    let locale = set.unwrap_or_default();
    let tag = locale.split('.').next().unwrap_or_default().replace('_', "-");
    if tag.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-') { tag } else { String::new() }
}

/// Where the server of these settings answers on this machine.
pub fn own_address(settings: &Settings) -> String {
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    let mut address = settings.listen;
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("{scheme}://{address}")
}
