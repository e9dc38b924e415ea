//! Reads names and values from file and environment and collects what is wrong with them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;

use url::{Url, form_urlencoded};

use super::Secret;
use super::catalogue::{self, SettingEntry};

/// Every mistake found in the settings, one line each.
#[derive(Debug, thiserror::Error)]
#[error("The settings have {} mistake{}:\n{}", .0.len(), if .0.len() == 1 { "" } else { "s" }, lines(.0))]
pub struct SettingsError(pub Vec<String>);

fn lines(problems: &[String]) -> String {
    problems.iter().map(|problem| format!("  {problem}")).collect::<Vec<_>>().join("\n")
}

/// Reads `NAME=value` lines as systemd and compose do: no expansion, `#` starts a comment line.
pub fn read_file(path: &Path) -> Result<BTreeMap<String, String>, SettingsError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(SettingsError(vec![format!("{}: {error}", path.display())])),
    };
    let (mut values, mut problems) = (BTreeMap::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once('=') {
            Some((name, value)) => {
                values.insert(name.trim().to_owned(), unquote(value.trim()).to_owned());
            }
            None => problems.push(format!("{}, line {}: expected NAME=value", path.display(), index + 1)),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(SettingsError(problems)) }
}

fn unquote(value: &str) -> &str {
    ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote)).unwrap_or(value)
}

/// An address that is right by construction: a default of ours, not an operator's text.
pub fn url_of(text: &str) -> Url {
    Url::parse(text).unwrap_or_else(|error| unreachable!("{text} is an address: {error}"))
}

/// The text behind `%2C` and the like; `None` if it is empty.
pub fn percent_decoded(text: &str) -> Option<String> {
    // The parser of forms would read a plus sign as a space and an ampersand as an end.
    let encoded = text.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    form_urlencoded::parse(encoded.as_bytes()).next().map(|(text, _)| text.into_owned())
}

/// May contain a password.
const DATABASE_URL: &str = "DATABASE_URL";
/// May contain a password, too.
const OTLP_URL: &str = "HALCYON_OTLP_URL";
/// Feeds whose addresses may contain keys.
const CAP_FEEDS: &str = "HALCYON_CAP_FEEDS";

pub struct Reader {
    values: BTreeMap<String, String>,
    problems: Vec<String>,
}

impl Reader {
    pub fn new(
        file: BTreeMap<String, String>,
        environment: impl IntoIterator<Item = (impl Into<OsString>, impl Into<OsString>)>,
    ) -> Reader {
        let mut reader = Reader { values: file, problems: Vec::new() };
        for (name, value) in environment {
            let Ok(name) = name.into().into_string() else { continue };
            if !is_ours(&name) {
                continue;
            }
            match value.into().into_string() {
                Ok(value) if is_service_link(&name, &value) => {}
                Ok(value) => {
                    reader.values.insert(name, value);
                }
                Err(_) => reader.problem(&name, "is not valid UTF-8"),
            }
        }
        reader.read_secret_files();
        let unknown: Vec<String> =
            reader.values.keys().filter(|name| catalogue::find(name).is_none()).cloned().collect();
        for name in unknown {
            reader.problem(&name, &format!("is not a setting{}", did_you_mean(&name)));
        }
        reader
    }

    /// `NAME_FILE` names a file with the value of the secret `NAME`, as containers and systemd provide secrets.
    fn read_secret_files(&mut self) {
        let entries = catalogue::GROUPS.iter().flat_map(|group| group.entries);
        for entry in entries.filter(|entry| entry.is_secret() || entry.name == DATABASE_URL) {
            let file_name = format!("{}_FILE", entry.name);
            let Some(path) = self.values.remove(&file_name).filter(|path| !path.trim().is_empty()) else { continue };
            if self.values.contains_key(entry.name) {
                self.problem(&file_name, &format!("and {} are both set", entry.name));
                continue;
            }
            match std::fs::read_to_string(path.trim()) {
                Ok(text) => {
                    self.values.insert(entry.name.to_owned(), text.trim().to_owned());
                }
                Err(error) => self.problem(&file_name, &format!("cannot be read: {}: {error}", path.trim())),
            }
        }
    }

    pub fn problem(&mut self, name: &str, what: &str) {
        self.problems.push(format!("{name} {what}"));
    }

    /// The given text, else the catalogue's default; an empty text counts as not given.
    pub fn text(&self, name: &str) -> Option<String> {
        let given = self.values.get(name).map(|text| text.trim()).filter(|text| !text.is_empty());
        let default = catalogue::find(name).map(|entry| entry.default).filter(|text| !text.is_empty());
        given.or(default).map(str::to_owned)
    }

    pub fn secret(&self, name: &str) -> Option<Secret> {
        self.text(name).map(Secret::new)
    }

    pub fn parse<T>(&mut self, name: &str, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.text(name)?;
        let parsed = parse(&text);
        if parsed.is_none() {
            self.wrong(name, &text, expected);
        }
        parsed
    }

    pub fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        self.parse(name, &names.join(" or "), |text| {
            choices.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
        })
    }

    pub fn list<T>(&mut self, name: &str, expected: &str, parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let text = self.text(name).unwrap_or_default();
        let mut parsed = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match parse(part) {
                Some(value) => parsed.push(value),
                None => self.wrong(name, part, expected),
            }
        }
        parsed
    }

    pub fn number<T: FromStr + PartialOrd + Copy + std::fmt::Display>(&mut self, name: &str, least: T, most: T) -> T {
        let expected = format!("a whole number from {least} to {most}");
        self.parse(name, &expected, |text| text.parse::<T>().ok().filter(|number| (least..=most).contains(number)))
            .unwrap_or(least)
    }

    pub fn url(&mut self, name: &str) -> Url {
        let parsed = self.parse(name, "a web address, as https://host", |text| {
            Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some())
        });
        parsed.unwrap_or_else(|| url_of("http://invalid.example"))
    }

    pub fn shown(&self, entry: &SettingEntry) -> String {
        let text = self.text(entry.name).unwrap_or_default();
        match (entry.is_secret(), text.is_empty()) {
            (true, false) => "***".to_owned(),
            _ if matches!(entry.name, DATABASE_URL | OTLP_URL) => without_password(&text),
            _ if entry.name == CAP_FEEDS && !text.is_empty() => without_paths(&text),
            _ => text,
        }
    }

    pub fn finish<T>(self, settings: T) -> Result<T, SettingsError> {
        if self.problems.is_empty() { Ok(settings) } else { Err(SettingsError(self.problems)) }
    }

    fn wrong(&mut self, name: &str, text: &str, expected: &str) {
        let is_secret = catalogue::find(name).is_some_and(SettingEntry::is_secret)
            || matches!(name, DATABASE_URL | OTLP_URL | CAP_FEEDS);
        let shown = if is_secret { "its value".to_owned() } else { format!("'{text}'") };
        self.problem(name, &format!("is wrong: {shown} is not {expected}"));
    }
}

fn is_ours(name: &str) -> bool {
    name.starts_with("HALCYON_") || name.strip_suffix("_FILE").unwrap_or(name) == DATABASE_URL
}

/// Whether Kubernetes has set it: a service named "halcyon" adds its addresses to the environment of every pod.
fn is_service_link(name: &str, value: &str) -> bool {
    let Some(rest) = name.strip_prefix("HALCYON_") else { return false };
    let is_address = value.starts_with("tcp://") || value.starts_with("udp://") || value.starts_with("sctp://");
    let is_port_of_service =
        rest.strip_prefix("PORT_").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    rest.starts_with("SERVICE_HOST")
        || rest.starts_with("SERVICE_PORT")
        || is_port_of_service
        || (rest == "PORT" && is_address)
}

fn without_password(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if parsed.password().is_some() => {
            let _ = parsed.set_password(Some("***"));
            parsed.to_string()
        }
        _ => url.to_owned(),
    }
}

/// Feeds as `DE=https://host/***`: a path or query may contain a key.
fn without_paths(feeds: &str) -> String {
    let shown = feeds.split(',').map(|feed| {
        let (country, rest) = feed.trim().split_once('=').unwrap_or_default();
        let (url, hosts) = rest.split_once(";hosts=").map_or((rest, None), |(url, hosts)| (url, Some(hosts)));
        let hosts = hosts.map(|hosts| format!(";hosts={hosts}")).unwrap_or_default();
        match Url::parse(url) {
            Ok(url) => format!("{country}={}/***{hosts}", url.origin().ascii_serialization()),
            Err(_) => "***".to_owned(),
        }
    });
    shown.collect::<Vec<_>>().join(",")
}

fn did_you_mean(name: &str) -> String {
    catalogue::entries()
        .map(|entry| (edit_distance(name, entry.name), entry.name))
        .min()
        .filter(|(distance, _)| *distance <= 3)
        .map(|(_, known)| format!("; did you mean {known}?"))
        .unwrap_or_default()
}

fn edit_distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.bytes().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
