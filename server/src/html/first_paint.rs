//! Place, temperature and condition as HTML, painted before any script has loaded. The page replaces it by its own
//! rendering of the same values. Styled by `web/src/styles/firstPaint.css`.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::page_request::{PagePlace, PageRequest};
use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};
use crate::measures::Measures;
use crate::notification_settings::{DisplayUnits, TemperatureUnit};
use crate::sky::sky_name;
use crate::weather_summary::WeatherSummary;
use crate::weather_words::WeatherWords;

/// Shown for an unknown value.
const NO_VALUE: &str = "–";

pub struct FirstPaint {
    language: Language,
    sky: String,
    place: String,
    temperature: String,
    condition: String,
    facts: [String; 3],
    summary: String,
    is_simulated: bool,
}

impl FirstPaint {
    pub fn new(request: &PageRequest, place: &PagePlace, weather: &WeatherSummary, now: Timestamp) -> FirstPaint {
        let is_fahrenheit = request.appearance.is_some_and(|appearance| appearance.is_fahrenheit);
        let temperature = if is_fahrenheit { TemperatureUnit::Fahrenheit } else { TemperatureUnit::Celsius };
        let units = DisplayUnits { temperature, time_style: request.time_style, ..DisplayUnits::default() };
        let words = WeatherWords {
            measures: Measures { language: request.language, units },
            zone: TimeZone::get(&weather.timezone).unwrap_or(TimeZone::UTC),
            now,
        };
        let fact = |name: &str, celsius: Option<f64>| {
            let temperature = celsius.map_or(NO_VALUE.to_owned(), |celsius| words.measures.degrees(celsius));
            text(request.language, &format!("web.weather.now.{name}"), &[("temperature", &temperature)])
        };
        FirstPaint {
            language: request.language,
            sky: sky_name(weather, now),
            place: place.name.clone(),
            temperature: words.measures.degrees(weather.temperature),
            condition: weather.condition.map_or(NO_VALUE.to_owned(), |condition| words.condition(condition)),
            facts: [
                fact("feelsLike", weather.apparent_temperature),
                fact("high", weather.high),
                fact("low", weather.low),
            ],
            summary: weather.sentence.as_ref().map(|sentence| words.sentence(sentence)).unwrap_or_default(),
            is_simulated: weather.is_simulated,
        }
    }

    /// The title of the browser tab, as the page will set it.
    pub fn title(&self) -> String {
        format!("{} · Halcyon", self.text("web.weather.tabTitle"))
    }

    pub fn description(&self) -> String {
        self.text("server.shell.place.description")
    }

    pub fn html(&self) -> String {
        format!(
            "<div id=\"first-paint\"><div class=\"sky\" data-sky=\"{}\"><div class=\"content\">\
             <header><h1>{}</h1></header><p class=\"temperature\">{}</p><p class=\"condition\">{}</p>\
             <p class=\"facts\">{}</p><p class=\"summary\">{}</p></div></div>{}</div>",
            self.sky,
            escape(&self.place),
            // The font's own degree sign reads as a zero at this size; the page makes it smaller in the same way.
            escape(&self.temperature).replace('°', "<span>°</span>"),
            escape(&self.condition),
            // One text, separated by em spaces: a font that loads late does not shift its parts.
            escape(&self.facts.join("\u{2003}")),
            escape(&self.summary),
            self.simulated_note(),
        )
    }

    fn simulated_note(&self) -> String {
        if !self.is_simulated {
            return String::new();
        }
        let note = |name: &str| self.text(&format!("web.weather.source.{name}"));
        format!("<p class=\"simulated\">{}</p>", escape(&[note("simulated"), note("simulatedNote")].join(" ")))
    }

    fn text(&self, key: &str) -> String {
        let values = [("temperature", &*self.temperature), ("condition", &*self.condition), ("place", &*self.place)];
        text(self.language, key, &values)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::http::HeaderMap;

    use super::*;
    use crate::weather_summary::SummarySentence;

    fn paint(name: &str, cookie: &str) -> FirstPaint {
        paint_at("2026-11-15T11:00:00Z", name, cookie)
    }

    fn paint_at(now: &str, name: &str, cookie: &str) -> FirstPaint {
        let weather = WeatherSummary {
            latitude: 52.52,
            timezone: "Europe/Berlin".into(),
            is_simulated: true,
            fetched_at: None,
            is_day: true,
            temperature: -0.4,
            apparent_temperature: Some(-4.6),
            condition: Some("light_snow"),
            high: Some(1.2),
            low: None,
            solar_noon: Some("2026-11-15T10:51:00Z".parse().unwrap()),
            sentence: Some(SummarySentence {
                key: "summary_snow_stops",
                condition: Some("light_snow"),
                next_condition: None,
                low: Some(-3.0),
                high: Some(1.0),
                time: Some("2026-11-15T12:05:00Z".parse().unwrap()),
                again: None,
            }),
        };
        let mut headers = HeaderMap::new();
        headers.insert("cookie", cookie.parse().unwrap());
        let mut request = PageRequest::parse(&"/?lat=52.52&lon=13.41".parse().unwrap(), &headers);
        let mut place = request.place.take().unwrap();
        place.name = name.to_owned();
        FirstPaint::new(&request, &place, &weather, now.parse().unwrap())
    }

    // [C17]
    #[test]
    fn a_time_after_midnight_names_its_day() {
        // The sentence is about 13:05 on the next day in Berlin.
        let html = paint_at("2026-11-14T22:59:00Z", "Berlin", "a=b").html();
        assert!(html.contains("Light snow until about 13:05 on Sunday, then dry."), "{html}");
        let html = paint_at("2026-11-14T23:00:00Z", "Berlin", "a=b").html();
        assert!(html.contains("Light snow until about 13:05, then dry."), "midnight in Berlin: {html}");
    }

    #[test]
    fn it_has_the_texts_of_the_page() {
        let html = paint("Berlin", "a=b").html();
        for part in [
            "data-sky=\"snow-day\"",
            "<h1>Berlin</h1>",
            ">0<span>°</span><",
            ">Light snow<",
            ">Feels like -5°\u{2003}High 1°\u{2003}Low –<",
            ">Simulated weather. No live source",
            "Light snow until about 13:05, then dry. -3° to 1°.",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn language_and_unit_are_those_of_the_user() {
        let paint = paint("Berlin", "appearance=de.dark.normal.full.medium.none.fahrenheit");
        assert!(
            paint.html().contains(">31<span>") && paint.html().contains(">Leichter Schneefall<"),
            "{}",
            paint.html()
        );
        let twelve =
            paint_at("2026-11-15T11:00:00Z", "Berlin", "appearance=en.dark.normal.full.medium.none.celsius.12h");
        assert!(twelve.html().contains("Light snow until about 1:05\u{a0}PM, then dry."), "{}", twelve.html());
        assert_eq!(paint.title(), "31° Leichter Schneefall – Berlin · Halcyon");
    }

    #[test]
    fn a_name_from_a_link_is_escaped() {
        let paint = paint("<img src=x onerror=alert(1)>\"", "a=b");
        assert!(!paint.html().contains("<img"), "{}", paint.html());
    }
}
