//! Place, temperature and condition as HTML: the largest paint, which waits for no script. The page takes it away in
//! the moment it shows the same itself. Its look is in `web/src/styles/firstPaint.css`.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::glance::{Glance, Parameter};
use super::page_request::{Place, Visit};
use super::sky::sky_of;
use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};

/// What a reading without a value shows.
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
    pub fn new(visit: &Visit, place: &Place, glance: &Glance, now: Timestamp) -> FirstPaint {
        let teller = Teller {
            language: visit.language,
            is_fahrenheit: visit.look.is_some_and(|look| look.is_fahrenheit),
            timezone: &glance.place.timezone,
        };
        let current = &glance.current;
        let today = glance.today();
        let fact = |name: &str, celsius: Option<f64>| {
            text(visit.language, &format!("web.weather.now.{name}"), &[("temperature", &teller.degrees(celsius))])
        };
        let condition = current.current_weather_condition.as_deref();
        FirstPaint {
            language: visit.language,
            sky: sky_of(glance, now),
            place: place.name.clone(),
            temperature: teller.degrees(current.temperature_2m),
            condition: condition.map_or(NO_VALUE.to_owned(), |condition| teller.condition(condition)),
            facts: [
                fact("feelsLike", current.apparent_temperature),
                fact("high", today.and_then(|day| day.temperature_2m_max)),
                fact("low", today.and_then(|day| day.temperature_2m_min)),
            ],
            summary: teller.summary(glance).unwrap_or_default(),
            is_simulated: glance.is_simulated(),
        }
    }

    /// The words of the browser's tab, as the page will write them.
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
            escape(&self.temperature),
            escape(&self.condition),
            // One text with gaps of an em: a font that comes late moves nothing in it.
            escape(&self.facts.join("\u{2003}")),
            escape(&self.summary),
            self.mark(),
        )
    }

    fn mark(&self) -> String {
        if !self.is_simulated {
            return String::new();
        }
        let words = |name: &str| self.text(&format!("web.weather.source.{name}"));
        format!("<p class=\"simulated\">{}</p>", escape(&[words("simulated"), words("simulatedNote")].join(" ")))
    }

    fn text(&self, key: &str) -> String {
        let values = [("temperature", &*self.temperature), ("condition", &*self.condition), ("place", &*self.place)];
        text(self.language, key, &values)
    }
}

/// Says values in the person's language and degrees, as the page does.
struct Teller<'a> {
    language: Language,
    is_fahrenheit: bool,
    timezone: &'a str,
}

impl Teller<'_> {
    fn degrees(&self, celsius: Option<f64>) -> String {
        let Some(celsius) = celsius else { return NO_VALUE.to_owned() };
        let value = if self.is_fahrenheit { celsius * 1.8 + 32.0 } else { celsius };
        // Rounded to an integer, so that -0.4 is 0 and not -0.
        format!("{}°", value.round() as i64)
    }

    fn condition(&self, condition: &str) -> String {
        text(self.language, &format!("shared.conditions.{condition}"), &[])
    }

    /// `None` for a value that no summary holds today: better silence than a gap.
    fn summary(&self, glance: &Glance) -> Option<String> {
        let sentence = glance.summary.sentence.as_deref()?;
        let values = glance.summary.parameters.iter().map(|(name, parameter)| Some((&**name, self.tell(parameter)?)));
        let values: Vec<(&str, String)> = values.collect::<Option<_>>()?;
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, &**value)).collect();
        Some(text(self.language, &format!("shared.insights.sentences.{sentence}"), &values))
    }

    fn tell(&self, parameter: &Parameter) -> Option<String> {
        match parameter.kind.as_str() {
            "temperature" => Some(self.degrees(Some(parameter.value.as_f64()?))),
            "condition" => Some(self.condition(parameter.value.as_str()?)),
            "time" => {
                let time: Timestamp = parameter.value.as_str()?.parse().ok()?;
                let zone = TimeZone::get(self.timezone).ok()?;
                Some(time.to_zoned(zone).strftime("%H:%M").to_string())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::http::HeaderMap;
    use serde_json::json;

    use super::*;
    use crate::html::glance;

    fn paint(name: &str, cookie: &str) -> FirstPaint {
        let report = json!({
            "place": {"latitude": 52.52, "timezone": "Europe/Berlin"},
            "source": {"simulated": true},
            "current": {"temperature_2m": -0.4, "apparent_temperature": -4.6, "is_day": true,
                        "current_weather_condition": "light_snow"},
            "summary": {"sentence": "summary_snow_stops", "parameters": {
                "condition": {"type": "condition", "value": "light_snow"},
                "time": {"type": "time", "value": "2026-11-15T12:05:00Z"},
                "low": {"type": "temperature", "value": -3.0},
                "high": {"type": "temperature", "value": 1.0}}},
            "daily": {"days": [{"temperature_2m_min": null, "temperature_2m_max": 1.2,
                                "sun": {"solar_noon": "2026-11-15T10:51:00Z"}}]},
        });
        let mut headers = HeaderMap::new();
        headers.insert("cookie", cookie.parse().unwrap());
        let mut visit = Visit::of(&"/?lat=52.52&lon=13.41".parse().unwrap(), &headers);
        let mut place = visit.place.take().unwrap();
        place.name = name.to_owned();
        let glance = glance::read(report.to_string().as_bytes()).unwrap();
        FirstPaint::new(&visit, &place, &glance, "2026-11-15T11:00:00Z".parse().unwrap())
    }

    #[test]
    fn it_says_what_the_page_will_say() {
        let html = paint("Berlin", "a=b").html();
        for part in [
            "data-sky=\"snow-day\"",
            "<h1>Berlin</h1>",
            ">0°<",
            ">Light snow<",
            ">Feels like -5°\u{2003}High 1°\u{2003}Low –<",
            ">Simulated weather. No live source",
            "Light snow until about 13:05, then dry. -3° to 1°.",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn in_the_language_and_degrees_of_the_person() {
        let paint = paint("Berlin", "appearance=de.dark.normal.full.medium.none.fahrenheit");
        assert!(paint.html().contains(">31°<") && paint.html().contains(">Leichter Schneefall<"), "{}", paint.html());
        assert_eq!(paint.title(), "31° Leichter Schneefall – Berlin · Halcyon");
    }

    #[test]
    fn a_name_from_a_link_is_only_ever_text() {
        let paint = paint("<img src=x onerror=alert(1)>\"", "a=b");
        assert!(!paint.html().contains("<img"), "{}", paint.html());
    }
}
