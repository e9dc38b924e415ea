//! What an embed shows: the place and its appearance, from the query of the address.

use axum::http::{HeaderMap, Uri};
use url::form_urlencoded;

use super::theme::Theme;
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, Site};
use crate::i18n::{Language, TimeStyle};
use crate::notification_settings::DisplayUnits;
use crate::text_lines::without_control_characters;

/// How many an address can have; more are allowed.
const PARAMETERS: usize = 9;
/// The same limit as in the page.
const MAX_NAME_CHARS: usize = 100;

#[derive(Debug)]
pub struct EmbedRequest {
    pub site: Site,
    /// `None` leaves it to the place index.
    pub name: Option<String>,
    pub view: View,
    pub theme: Theme,
    pub language: Language,
    pub units: DisplayUnits,
    /// Pixels for one unit of the drawing, where it is drawn as pixels.
    pub scale: u32,
}

/// Everything that a request chose, to be compared: requests with equal keys show the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestKey {
    position: [u64; 2],
    elevation: Option<Elevation>,
    name: Option<String>,
    language: Language,
    units: [u8; 4],
    /// View, theme and scale; zeros in a link preview, which has none of them.
    appearance: [u8; 3],
}

impl RequestKey {
    /// Only what a link preview shows: no other parameter draws it again.
    pub fn of_preview(name: &str, language: Language, units: DisplayUnits) -> RequestKey {
        RequestKey {
            position: [0; 2],
            elevation: None,
            name: Some(name.to_owned()),
            language,
            units: numbers(units),
            appearance: [0; 3],
        }
    }
}

fn numbers(units: DisplayUnits) -> [u8; 4] {
    [units.temperature as u8, units.precipitation as u8, units.wind_speed as u8, units.time_style as u8]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    Now,
    /// The next 24 hours.
    Day,
    Week,
}

/// A parameter that was not understood; its text is at the key.
#[derive(Debug, PartialEq)]
pub struct Problem {
    pub language: Language,
    pub key: &'static str,
}

impl EmbedRequest {
    pub fn parse(uri: &Uri, headers: &HeaderMap) -> Result<EmbedRequest, Problem> {
        let mut pairs = Vec::with_capacity(PARAMETERS);
        pairs.extend(form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()));
        let query = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_ref());
        let accepted = Language::of_request(headers);
        let language = match query("lang") {
            Some(tag) => {
                Language::parse(tag).ok_or(Problem { language: accepted, key: "server.terminal.badLanguage" })?
            }
            None => accepted,
        };
        let problem = |key| Problem { language, key };
        let position = query("lat").zip(query("lon")).and_then(|(lat, lon)| Coordinates::parse(lat, lon));
        let elevation = match query("elevation") {
            Some(metres) => Some(Elevation::parse(metres).ok_or(problem("server.embed.badElevation"))?),
            None => None,
        };
        let units = match query("units") {
            Some(name) => DisplayUnits::named(name).ok_or(problem("server.terminal.badUnits"))?,
            None => DisplayUnits::default(),
        };
        Ok(EmbedRequest {
            site: Site { coordinates: position.ok_or(problem("server.embed.badPlace"))?, elevation },
            name: query("name").map(readable).filter(|name| !name.is_empty()),
            view: match query("view") {
                None | Some("now") => View::Now,
                Some("day") => View::Day,
                Some("week") => View::Week,
                Some(_) => return Err(problem("server.embed.badView")),
            },
            theme: match query("theme") {
                Some(name) => Theme::named(name).ok_or(problem("server.embed.badTheme"))?,
                None => Theme::Auto,
            },
            language,
            units: DisplayUnits { time_style: TimeStyle::of_request(headers, language), ..units },
            scale: match query("scale") {
                None | Some("2") => 2,
                Some("1") => 1,
                Some("3") => 3,
                Some(_) => return Err(problem("server.embed.badScale")),
            },
        })
    }

    pub fn key(&self) -> RequestKey {
        let EmbedRequest { site: Site { coordinates, elevation }, view, theme, units, scale, .. } = *self;
        RequestKey {
            position: [coordinates.latitude.to_bits(), coordinates.longitude.to_bits()],
            elevation,
            name: self.name.clone(),
            language: self.language,
            units: numbers(units),
            appearance: [view as u8, theme as u8, scale as u8],
        }
    }

    /// The page of the place, in the language of the embed.
    pub fn page_address(&self, public_url: &str, place: &str) -> String {
        let Site { coordinates, elevation } = self.site;
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("lat", &coordinates.latitude.to_string());
        query.append_pair("lon", &coordinates.longitude.to_string());
        if let Some(elevation) = elevation {
            query.append_pair("elevation", &elevation.metres().to_string());
        }
        query.append_pair("name", place).append_pair("lang", self.language.code());
        format!("{public_url}/?{}", query.finish())
    }
}

fn readable(name: &str) -> String {
    without_control_characters(name).trim().chars().take(MAX_NAME_CHARS).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::notification_settings::TemperatureUnit;

    fn parse(query: &str) -> Result<EmbedRequest, Problem> {
        let mut headers = HeaderMap::new();
        headers.insert("accept-language", "de".parse().unwrap());
        EmbedRequest::parse(&format!("/embed?{query}").parse().unwrap(), &headers)
    }

    #[test]
    fn a_parameter_that_is_not_understood_is_refused_by_name() {
        for (query, key) in [
            ("", "server.embed.badPlace"),
            ("lat=52.5", "server.embed.badPlace"),
            ("lat=91&lon=13", "server.embed.badPlace"),
            ("lat=NaN&lon=13", "server.embed.badPlace"),
            ("lat=52&lon=13&elevation=high", "server.embed.badElevation"),
            ("lat=52&lon=13&view=year", "server.embed.badView"),
            ("lat=52&lon=13&theme=pink", "server.embed.badTheme"),
            ("lat=52&lon=13&scale=9", "server.embed.badScale"),
            ("lat=52&lon=13&units=stone", "server.terminal.badUnits"),
            ("lat=52&lon=13&lang=fr", "server.terminal.badLanguage"),
        ] {
            assert_eq!(parse(query).err(), Some(Problem { language: Language::German, key }), "{query}");
        }
    }

    #[test]
    fn the_parameters_are_those_of_the_page_and_of_the_terminal() {
        let query = "lat=47.42&lon=10.98&elevation=2962&name=Zugspitze&view=week&theme=contrast&units=us&lang=tr";
        let request = parse(query).unwrap();
        assert_eq!((request.view, request.theme, request.language), (View::Week, Theme::Contrast, Language::Turkish));
        assert_eq!(request.units.temperature, TemperatureUnit::Fahrenheit);
        assert_eq!(
            request.page_address("https://weather.example", "A & B"),
            "https://weather.example/?lat=47.42&lon=10.98&elevation=2962&name=A+%26+B&lang=tr"
        );
        let plain = parse("lat=52.52&lon=13.41&name=%1b%20").unwrap();
        assert_eq!((plain.view, plain.theme, plain.name), (View::Now, Theme::Auto, None));
        assert_eq!(plain.language, Language::German);
        let long = parse(&format!("lat=52&lon=13&name={}", "x".repeat(200))).unwrap();
        assert_eq!(long.name.unwrap().len(), MAX_NAME_CHARS);
    }
}
