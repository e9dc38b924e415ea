//! What a request for a page tells: the page, the language, the look and the place, all read with suspicion.

use axum::http::{HeaderMap, Uri};
use url::form_urlencoded;

use super::pages::{HOME, Page};
use crate::geo::coordinates::Coordinates;
use crate::i18n::Language;
use crate::session::read_cookie;

/// Written by the page: language, theme, contrast, motion, text size, palette and degrees, separated by full stops.
const APPEARANCE: &str = "appearance";
/// Written by the page: latitude and longitude with two decimals and a name, separated by underscores.
const LAST_PLACE: &str = "last_place";
/// The page takes no longer name from a link.
const LONGEST_NAME: usize = 100;

pub struct Visit {
    pub page: Page,
    pub language: Language,
    /// The link itself names the language, as those of search engines do.
    pub is_language_named: bool,
    pub look: Option<Look>,
    pub place: Option<Place>,
}

/// How the page looks for this person; each word is one of a closed list.
#[derive(Clone, Copy)]
pub struct Look {
    theme: &'static str,
    contrast: &'static str,
    motion: &'static str,
    font_size: &'static str,
    color_vision: &'static str,
    pub is_fahrenheit: bool,
}

pub struct Place {
    pub name: String,
    pub position: Coordinates,
    /// It stands in the link.
    pub is_shared: bool,
}

impl Visit {
    pub fn of(uri: &Uri, headers: &HeaderMap) -> Visit {
        let page = Page::at(uri.path());
        let query = |name: &str| {
            let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
            pairs.into_iter().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        };
        let (stored, look) = read_cookie(headers, APPEARANCE).map_or((None, None), |words| parse_look(&words));
        let named = query("lang").as_deref().and_then(Language::parse);
        let shared = || Place::parse(&query("lat")?, &query("lon")?, query("name"), true);
        let last = || {
            let cookie = read_cookie(headers, LAST_PLACE)?;
            let mut parts = cookie.splitn(3, '_');
            Place::parse(parts.next()?, parts.next()?, parts.next().map(str::to_owned), false)
        };
        Visit {
            page,
            language: stored.or(named).unwrap_or_else(|| Language::of_request(headers)),
            is_language_named: stored.is_none() && named.is_some(),
            look,
            place: if page == HOME { shared().or_else(last) } else { None },
        }
    }

    /// Somebody of whom nothing is known but the language.
    pub fn neutral(page: Page, language: Language) -> Visit {
        Visit { page, language, is_language_named: false, look: None, place: None }
    }

    pub fn is_neutral(&self) -> bool {
        self.look.is_none() && self.place.is_none() && !self.is_language_named
    }

    /// Those of the root element.
    pub fn attributes(&self) -> String {
        let mut text = format!("lang=\"{}\"", self.language.code());
        if let Some(look) = self.look {
            if look.theme != "system" {
                text.push_str(&format!(" data-theme=\"{}\"", look.theme));
            }
            if look.contrast == "high" {
                text.push_str(" data-contrast=\"high\"");
            }
            text.push_str(&format!(
                " data-motion=\"{}\" data-font-size=\"{}\" data-color-vision=\"{}\"",
                look.motion, look.font_size, look.color_vision
            ));
        }
        text
    }
}

impl Place {
    fn parse(latitude: &str, longitude: &str, name: Option<String>, is_shared: bool) -> Option<Place> {
        let degrees = |text: &str, limit: f64| {
            text.trim().parse::<f64>().ok().filter(|degrees| (-limit..=limit).contains(degrees))
        };
        let (latitude_text, longitude_text) = (latitude, longitude);
        let (latitude, longitude) = (degrees(latitude, 90.0)?, degrees(longitude, 180.0)?);
        let name = name.map(|name| name.trim().chars().take(LONGEST_NAME).collect::<String>());
        let name = name.filter(|name| !name.is_empty());
        Some(Place {
            name: name.unwrap_or_else(|| format!("{}, {}", latitude_text.trim(), longitude_text.trim())),
            position: Coordinates { latitude, longitude },
            is_shared,
        })
    }
}

/// A word that is on no list counts as the first of its own.
fn parse_look(cookie: &str) -> (Option<Language>, Option<Look>) {
    let words: Vec<&str> = cookie.split('.').collect();
    let [language, theme, contrast, motion, font_size, color_vision, degrees] = words[..] else { return (None, None) };
    let one_of =
        |list: &[&'static str], word: &str| list.iter().copied().find(|known| *known == word).unwrap_or(list[0]);
    let look = Look {
        theme: one_of(&["system", "light", "dark"], theme),
        contrast: one_of(&["normal", "high"], contrast),
        motion: one_of(&["full", "reduced"], motion),
        font_size: one_of(&["medium", "small", "large", "extra-large"], font_size),
        color_vision: one_of(&["none", "protanopia", "deuteranopia", "tritanopia", "monochrome"], color_vision),
        is_fahrenheit: degrees == "fahrenheit",
    };
    (Language::parse(language), Some(look))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn visit(uri: &str, cookie: &str) -> Visit {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", cookie.parse().unwrap());
        headers.insert("accept-language", "de".parse().unwrap());
        Visit::of(&uri.parse().unwrap(), &headers)
    }

    #[test]
    fn what_the_person_chose_stands_on_the_root_element() {
        let chosen = visit("/", "appearance=tr.dark.high.reduced.large.tritanopia.fahrenheit");
        assert_eq!(
            chosen.attributes(),
            "lang=\"tr\" data-theme=\"dark\" data-contrast=\"high\" data-motion=\"reduced\" \
             data-font-size=\"large\" data-color-vision=\"tritanopia\""
        );
        assert!(chosen.look.unwrap().is_fahrenheit);
        let plain = visit("/", "appearance=en.system.normal.full.medium.none.celsius");
        assert_eq!(
            plain.attributes(),
            "lang=\"en\" data-motion=\"full\" data-font-size=\"medium\" data-color-vision=\"none\""
        );
    }

    #[test]
    fn a_cookie_that_was_meddled_with_never_reaches_the_page() {
        let meddled = visit("/", "appearance=en.\"><script>.x.y.z.a.b");
        assert!(!meddled.attributes().contains("script"), "{}", meddled.attributes());
        assert!(visit("/", "appearance=dark").look.is_none());
    }

    // [R4.24]
    #[test]
    fn the_stored_language_wins_over_the_link_s_and_that_over_the_browser_s() {
        let appearance = "appearance=tr.system.normal.full.medium.none.celsius";
        assert_eq!(visit("/?lang=en", appearance).language, Language::Turkish);
        assert_eq!(visit("/?lang=en", "a=b").language, Language::English);
        assert_eq!(visit("/", "a=b").language, Language::German);
    }

    #[test]
    fn the_place_is_that_of_the_link_else_the_last_one_and_only_on_the_dashboard() {
        let last = "last_place=41.01_28.98_%C4%B0stanbul";
        let place = visit("/", last).place.unwrap();
        assert_eq!((place.name.as_str(), place.position.latitude, place.is_shared), ("İstanbul", 41.01, false));
        let place = visit("/?lat=52.52&lon=13.41&name=Berlin", last).place.unwrap();
        assert_eq!((place.name.as_str(), place.is_shared), ("Berlin", true));
        assert_eq!(visit("/?lat=52.52&lon=13.41", "a=b").place.unwrap().name, "52.52, 13.41");
        for nowhere in ["last_place=91_0_x", "last_place=NaN_0_x", "last_place=x", "last_place="] {
            assert!(visit("/", nowhere).place.is_none(), "{nowhere}");
        }
        assert!(visit("/help", last).place.is_none());
    }
}
