//! What a client of a terminal asks for: the place in the path, the options in the query.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, Uri, header};
use url::form_urlencoded;

use crate::i18n::{Language, TimeStyle};
use crate::notification_settings::DisplayUnits;

/// How the user agents of these programs begin.
const TERMINAL_AGENTS: [&str; 5] = ["curl/", "wget/", "httpie/", "xh/", "halcyon/"];
const DEFAULT_WIDTH: usize = 80;
const MIN_WIDTH: usize = 40;
const MAX_WIDTH: usize = 240;

pub struct TerminalRequest {
    /// `None` at the root of the site.
    pub place: Option<String>,
    pub options: Options,
}

pub struct Options {
    pub format: Format,
    pub language: Language,
    pub units: DisplayUnits,
    /// In columns.
    pub width: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// With the colours of a terminal.
    Color,
    Plain,
    /// One line, for a status bar.
    Line,
}

/// An option that was not understood; its text is under `server.terminal`.
#[derive(Debug, PartialEq)]
pub struct Problem {
    pub language: Language,
    pub key: &'static str,
}

/// Whether a request comes from a terminal: it names one, or a format, and does not ask for HTML as browsers do.
pub fn is_asked_for(request: &Request) -> bool {
    if !matches!(*request.method(), Method::GET | Method::HEAD)
        || request.uri().path().trim_start_matches('/').contains('/')
    {
        return false;
    }
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let agent = header(header::USER_AGENT).to_ascii_lowercase();
    let is_terminal = TERMINAL_AGENTS.iter().any(|known| agent.starts_with(known));
    (is_terminal || query_value(request.uri(), "format").is_some()) && !header(header::ACCEPT).contains("text/html")
}

impl TerminalRequest {
    pub fn parse(uri: &Uri, headers: &HeaderMap) -> Result<TerminalRequest, Problem> {
        let accepted = Language::of_request(headers);
        let language = match query_value(uri, "lang") {
            Some(tag) => Language::parse(&tag).ok_or(Problem { language: accepted, key: "badLanguage" })?,
            None => accepted,
        };
        let problem = |key| Problem { language, key };
        let format = match query_value(uri, "format").as_deref() {
            None | Some("color" | "colour") => Format::Color,
            Some("plain") => Format::Plain,
            Some("line") => Format::Line,
            Some(_) => return Err(problem("badFormat")),
        };
        let units = match query_value(uri, "units").as_deref() {
            None => Some(DisplayUnits::default()),
            Some(name) => DisplayUnits::named(name),
        };
        let width = match query_value(uri, "width") {
            // A line that is not limited is limited by its reader.
            None if format == Format::Line => Some(MAX_WIDTH),
            None => Some(DEFAULT_WIDTH),
            Some(columns) => columns.parse().ok().filter(|columns| (MIN_WIDTH..=MAX_WIDTH).contains(columns)),
        };
        let units = units.ok_or(problem("badUnits"))?;
        let options = Options {
            format,
            language,
            units: DisplayUnits { time_style: TimeStyle::of_request(headers, language), ..units },
            width: width.ok_or(problem("badWidth"))?,
        };
        Ok(TerminalRequest { place: place_in(uri.path()), options })
    }
}

/// The decoded segment; `New+York` and `New_York` are understood as well.
fn place_in(path: &str) -> Option<String> {
    let pair = format!("place={}", path.trim_start_matches('/').replace('&', "%26"));
    let (_, decoded) = form_urlencoded::parse(pair.as_bytes()).next()?;
    let place = decoded.replace('_', " ").trim().to_owned();
    if place.is_empty() { None } else { Some(place) }
}

fn query_value(uri: &Uri, name: &str) -> Option<String> {
    let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.into_iter().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::notification_settings::TemperatureUnit;

    fn request(path: &str, agent: &str, accept: &str) -> Request {
        Request::get(path).header("user-agent", agent).header("accept", accept).body(Body::empty()).unwrap()
    }

    #[test]
    fn a_terminal_is_known_by_its_agent_or_by_a_format_and_never_takes_html() {
        let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
        for (path, agent, accept, expected) in [
            ("/Berlin", "curl/8.14.1", "*/*", true),
            ("/Berlin", "Wget/1.25.0", "*/*", true),
            ("/Berlin", "HTTPie/3.2.4", "*/*", true),
            ("/", "curl/8.14.1", "*/*", true),
            ("/Berlin", "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0", browser, false),
            ("/Berlin", "curl/8.14.1", "text/html", false),
            ("/Berlin?format=plain", "Mozilla/5.0 Firefox/145.0", browser, false),
            ("/Berlin?format=plain", "python-requests/2.32", "*/*", true),
            ("/Berlin", "python-requests/2.32", "*/*", false),
            ("/assets/x", "curl/8.14.1", "*/*", false),
        ] {
            assert_eq!(is_asked_for(&request(path, agent, accept)), expected, "{path} {agent} {accept}");
        }
    }

    #[test]
    fn the_place_is_decoded() {
        for (path, expected) in [
            ("/Berlin", Some("Berlin")),
            ("/New+York", Some("New York")),
            ("/New_York", Some("New York")),
            ("/%C4%B0stanbul", Some("İstanbul")),
            ("/A&B=C", Some("A&B=C")),
            ("/52.52,13.41", Some("52.52,13.41")),
            ("/", None),
            ("/%20", None),
        ] {
            assert_eq!(place_in(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn an_option_that_is_not_understood_is_refused_by_name() {
        let parse = |query: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("accept-language", "de".parse().unwrap());
            TerminalRequest::parse(&format!("/Berlin?{query}").parse().unwrap(), &headers)
        };
        for (query, key) in [
            ("format=xml", "badFormat"),
            ("lang=fr", "badLanguage"),
            ("units=stone", "badUnits"),
            ("width=39", "badWidth"),
            ("width=241", "badWidth"),
            ("width=wide", "badWidth"),
        ] {
            assert_eq!(parse(query).err(), Some(Problem { language: Language::German, key }), "{query}");
        }
        let options = parse("format=line&lang=tr&units=us&width=40").unwrap().options;
        assert_eq!((options.format, options.language, options.width), (Format::Line, Language::Turkish, 40));
        assert_eq!(options.units.temperature, TemperatureUnit::Fahrenheit);
        assert_eq!(parse("").unwrap().options.language, Language::German);
    }
}
