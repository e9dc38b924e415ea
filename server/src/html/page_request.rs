//! The request for a page: page, language, appearance and place, parsed from untrusted input.

use axum::http::{HeaderMap, Uri};
use url::form_urlencoded;

use super::pages::{HOME, Page};
use super::sharer::{PREVIEW, Sharer};
use crate::geo::coordinates::Coordinates;
use crate::geo::elevation::{Elevation, Site};
use crate::i18n::{Language, TimeStyle};
use crate::session::{REFRESH_CSRF, read_cookie};

/// Written by the page: language, theme, contrast, motion, text size, palette, degrees and time format, separated by
/// full stops. Cookies of an earlier version end with the degrees.
const APPEARANCE: &str = "appearance";
/// Written by the page: latitude and longitude with two decimals and a name, separated by underscores. The elevation
/// follows the longitude after an `@`, where it is known.
const LAST_PLACE: &str = "last_place";
/// The same limit as in the page.
const MAX_NAME_CHARS: usize = 100;

pub struct PageRequest {
    pub page: Page,
    pub language: Language,
    /// The link names the person who shared it, whom its preview follows.
    pub sharer: Option<Sharer>,
    /// The language comes from the link, by which the preview follows it, too.
    linked_language: Option<Language>,
    pub time_style: TimeStyle,
    /// The language comes from the link, as with links of search engines.
    pub is_language_in_link: bool,
    pub appearance: Option<Appearance>,
    pub place: Option<PagePlace>,
    /// The browser holds a session, though its access token may have expired.
    pub is_signed_in: bool,
}

/// The user's appearance settings; each value is one of a fixed list.
#[derive(Clone, Copy)]
pub struct Appearance {
    theme: &'static str,
    contrast: &'static str,
    motion: &'static str,
    font_size: &'static str,
    color_vision: &'static str,
    pub is_fahrenheit: bool,
    /// `None` follows the region.
    time_style: Option<TimeStyle>,
}

pub struct PagePlace {
    pub name: String,
    pub site: Site,
    /// The place comes from the link.
    pub is_shared: bool,
}

impl PageRequest {
    pub fn parse(uri: &Uri, headers: &HeaderMap) -> PageRequest {
        let page = Page::from_path(uri.path());
        let query = |name: &str| {
            let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
            pairs.into_iter().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        };
        let (stored, appearance) =
            read_cookie(headers, APPEARANCE).map_or((None, None), |cookie| parse_appearance(&cookie));
        let named = query("lang").as_deref().and_then(Language::parse);
        let shared = || {
            let elevation = query("elevation").as_deref().and_then(Elevation::parse);
            PagePlace::parse(&query("lat")?, &query("lon")?, elevation, query("name"), true)
        };
        let last = || {
            let cookie = read_cookie(headers, LAST_PLACE)?;
            let mut parts = cookie.splitn(3, '_');
            let (latitude, rest) = (parts.next()?, parts.next()?);
            let (longitude, metres) = rest.split_once('@').unwrap_or((rest, ""));
            PagePlace::parse(latitude, longitude, Elevation::parse(metres), parts.next().map(str::to_owned), false)
        };
        let language = stored.or(named).unwrap_or_else(|| Language::of_request(headers));
        let chosen = appearance.and_then(|appearance| appearance.time_style);
        PageRequest {
            page,
            language,
            sharer: query(PREVIEW).as_deref().and_then(Sharer::parse),
            linked_language: named,
            time_style: chosen.unwrap_or_else(|| TimeStyle::of_request(headers, language)),
            is_language_in_link: stored.is_none() && named.is_some(),
            appearance,
            place: if page == HOME { shared().or_else(last) } else { None },
            is_signed_in: read_cookie(headers, REFRESH_CSRF).is_some(),
        }
    }

    /// A request of which only page and language are known.
    pub fn neutral(page: Page, language: Language) -> PageRequest {
        PageRequest {
            page,
            language,
            sharer: None,
            linked_language: None,
            time_style: TimeStyle::default(),
            is_language_in_link: false,
            appearance: None,
            place: None,
            is_signed_in: false,
        }
    }

    /// Whom link previews follow: the person who shared the link, as far as it names them.
    pub fn preview_reader(&self) -> Sharer {
        let language = self.linked_language.unwrap_or(self.language);
        self.sharer.unwrap_or(Sharer { language, units_name: None })
    }

    pub fn is_neutral(&self) -> bool {
        self.appearance.is_none() && self.place.is_none() && !self.is_language_in_link && !self.is_signed_in
    }

    /// Attributes of the root element.
    pub fn attributes(&self) -> String {
        let mut text = format!("lang=\"{}\"", self.language.code());
        if let Some(appearance) = self.appearance {
            if appearance.theme != "system" {
                text.push_str(&format!(" data-theme=\"{}\"", appearance.theme));
            }
            if appearance.contrast == "high" {
                text.push_str(" data-contrast=\"high\"");
            }
            text.push_str(&format!(
                " data-motion=\"{}\" data-font-size=\"{}\" data-color-vision=\"{}\"",
                appearance.motion, appearance.font_size, appearance.color_vision
            ));
        }
        text
    }
}

impl PagePlace {
    fn parse(
        latitude: &str,
        longitude: &str,
        elevation: Option<Elevation>,
        name: Option<String>,
        is_shared: bool,
    ) -> Option<PagePlace> {
        let degrees = |text: &str, limit: f64| {
            text.trim().parse::<f64>().ok().filter(|degrees| (-limit..=limit).contains(degrees))
        };
        let (latitude_text, longitude_text) = (latitude, longitude);
        let (latitude, longitude) = (degrees(latitude, 90.0)?, degrees(longitude, 180.0)?);
        let name = name.map(|name| name.trim().chars().take(MAX_NAME_CHARS).collect::<String>());
        let name = name.filter(|name| !name.is_empty());
        Some(PagePlace {
            name: name.unwrap_or_else(|| format!("{}, {}", latitude_text.trim(), longitude_text.trim())),
            site: Site { coordinates: Coordinates { latitude, longitude }, elevation },
            is_shared,
        })
    }
}

/// An unknown value counts as the first of its list.
fn parse_appearance(cookie: &str) -> (Option<Language>, Option<Appearance>) {
    let values: Vec<&str> = cookie.split('.').collect();
    let [language, theme, contrast, motion, font_size, color_vision, degrees, ref rest @ ..] = values[..] else {
        return (None, None);
    };
    let one_of =
        |list: &[&'static str], value: &str| list.iter().copied().find(|known| *known == value).unwrap_or(list[0]);
    let appearance = Appearance {
        theme: one_of(&["system", "light", "dark"], theme),
        contrast: one_of(&["normal", "high"], contrast),
        motion: one_of(&["full", "reduced"], motion),
        font_size: one_of(&["medium", "small", "large", "extra-large"], font_size),
        color_vision: one_of(&["none", "protanopia", "deuteranopia", "tritanopia", "monochrome"], color_vision),
        is_fahrenheit: degrees == "fahrenheit",
        time_style: match rest.first() {
            Some(&"12h") => Some(TimeStyle::TwelveHours),
            Some(&"24h") => Some(TimeStyle::TwentyFourHours),
            _ => None,
        },
    };
    (Language::parse(language), Some(appearance))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn request(uri: &str, cookie: &str) -> PageRequest {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", cookie.parse().unwrap());
        headers.insert("accept-language", "de".parse().unwrap());
        PageRequest::parse(&uri.parse().unwrap(), &headers)
    }

    #[test]
    fn the_chosen_appearance_is_on_the_root_element() {
        let chosen = request("/", "appearance=tr.dark.high.reduced.large.tritanopia.fahrenheit");
        assert_eq!(
            chosen.attributes(),
            "lang=\"tr\" data-theme=\"dark\" data-contrast=\"high\" data-motion=\"reduced\" \
             data-font-size=\"large\" data-color-vision=\"tritanopia\""
        );
        assert!(chosen.appearance.unwrap().is_fahrenheit);
        let plain = request("/", "appearance=en.system.normal.full.medium.none.celsius");
        assert_eq!(
            plain.attributes(),
            "lang=\"en\" data-motion=\"full\" data-font-size=\"medium\" data-color-vision=\"none\""
        );
    }

    // [B8]
    #[test]
    fn the_chosen_time_format_takes_precedence_over_the_region() {
        let style = |cookie: &str, accepted: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("cookie", cookie.parse().unwrap());
            headers.insert("accept-language", accepted.parse().unwrap());
            PageRequest::parse(&"/".parse().unwrap(), &headers).time_style
        };
        let chosen = |format: &str| format!("appearance=en.system.normal.full.medium.none.celsius{format}");
        assert_eq!(style("a=b", "en-US"), TimeStyle::TwelveHours);
        assert_eq!(style(&chosen(""), "en-US"), TimeStyle::TwelveHours, "a cookie of an earlier version");
        assert_eq!(style(&chosen(".auto"), "en-US"), TimeStyle::TwelveHours);
        assert_eq!(style(&chosen(".24h"), "en-US"), TimeStyle::TwentyFourHours);
        assert_eq!(style(&chosen(".12h"), "en-GB"), TimeStyle::TwelveHours);
    }

    #[test]
    fn a_forged_cookie_never_reaches_the_page() {
        let forged = request("/", "appearance=en.\"><script>.x.y.z.a.b");
        assert!(!forged.attributes().contains("script"), "{}", forged.attributes());
        assert!(request("/", "appearance=dark").appearance.is_none());
    }

    // [R4.24]
    #[test]
    fn the_stored_language_takes_precedence_over_the_link_and_the_link_over_the_browser() {
        let appearance = "appearance=tr.system.normal.full.medium.none.celsius";
        assert_eq!(request("/?lang=en", appearance).language, Language::Turkish);
        assert_eq!(request("/?lang=en", "a=b").language, Language::English);
        assert_eq!(request("/", "a=b").language, Language::German);
    }

    #[test]
    fn a_shared_link_is_previewed_in_its_own_language_and_opened_in_that_of_the_reader() {
        let languages = |uri: &str, cookie: &str| {
            let request = request(uri, cookie);
            (request.language.code(), request.preview_reader().language.code())
        };
        assert_eq!(languages("/?preview=tr", "a=b"), ("de", "tr"), "the browser prefers German");
        assert_eq!(languages("/?preview=tr", "appearance=en.system.normal.full.medium.none.celsius"), ("en", "tr"));
        assert_eq!(languages("/?preview=tr&lang=en", "a=b"), ("en", "tr"));
        assert_eq!(languages("/?preview=tr-us", "a=b"), ("de", "tr"));
        assert_eq!(languages("/?lang=en", "a=b"), ("en", "en"));
        assert_eq!(languages("/?preview=xx", "a=b"), ("de", "de"));
    }

    #[test]
    fn the_place_comes_from_the_link_or_the_cookie_and_only_on_the_dashboard() {
        let last = "last_place=41.01_28.98_%C4%B0stanbul";
        let place = request("/", last).place.unwrap();
        assert_eq!((place.name.as_str(), place.site.coordinates.latitude, place.is_shared), ("İstanbul", 41.01, false));
        let place = request("/?lat=52.52&lon=13.41&name=Berlin", last).place.unwrap();
        assert_eq!((place.name.as_str(), place.is_shared), ("Berlin", true));
        assert_eq!(request("/?lat=52.52&lon=13.41", "a=b").place.unwrap().name, "52.52, 13.41");
        for nowhere in ["last_place=91_0_x", "last_place=NaN_0_x", "last_place=x", "last_place="] {
            assert!(request("/", nowhere).place.is_none(), "{nowhere}");
        }
        assert!(request("/help", last).place.is_none());
    }

    // [C8]
    #[test]
    fn the_elevation_of_the_place_comes_along_and_a_bad_one_is_left_out() {
        let metres = |uri: &str, cookie: &str| {
            let place = request(uri, cookie).place.unwrap();
            (place.site.elevation.map(Elevation::metres), place.name)
        };
        let hut = "last_place=47.42_10.98@2962_M%C3%BCnchner_Haus";
        assert_eq!(metres("/", hut), (Some(2962), "Münchner_Haus".to_owned()));
        assert_eq!(metres("/?lat=47.42&lon=10.98&elevation=-57&name=A", "a=b"), (Some(-57), "A".to_owned()));
        assert_eq!(metres("/", "last_place=47.42_10.98_1200@A").0, None, "part of a name");
        for wrong in ["high", "9001", "NaN", ""] {
            assert_eq!(metres(&format!("/?lat=47.42&lon=10.98&elevation={wrong}"), "a=b").0, None, "{wrong}");
            assert_eq!(metres("/", &format!("last_place=47.42_10.98@{wrong}_A")), (None, "A".to_owned()), "{wrong}");
        }
    }
}
