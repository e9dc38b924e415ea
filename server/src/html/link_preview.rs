//! How a chat shows a link to a page: in the language and units of the person who shared it, for a place with a picture of its weather.
//! The preview is kept for months, so that what it says about the weather states its date.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;

use super::head::place_query;
use super::page_request::{PagePlace, PageRequest};
use super::sharer::Sharer;
use crate::alert::Alerts;
use crate::alert_words::AlertWords;
use crate::encoding::escape_html as escape;
use crate::i18n::{Language, text};
use crate::measures::Measures;
use crate::published_report::{is_recent, worst_alert};
use crate::text_lines::without_control_characters;
use crate::weather_summary::WeatherSummary;
use crate::weather_words::WeatherWords;

/// Without numbers.
const FIXED_PICTURE: &str = "/social.jpg";
/// Drawn by `embed`; both pictures have 1200 × 630 pixels.
const WEATHER_PICTURE: &str = "/embed/preview.png";

/// The summary of the first paint has no alerts.
#[derive(Deserialize)]
struct ReportAlerts {
    alerts: Alerts,
}

pub struct LinkPreview {
    language: Language,
    title: String,
    description: String,
    picture: String,
    picture_type: &'static str,
    /// What the picture shows.
    picture_text: String,
}

impl LinkPreview {
    pub fn new(
        request: &PageRequest,
        weather: Option<&WeatherSummary>,
        report_json: Option<&[u8]>,
        now: Timestamp,
        public_url: &str,
    ) -> LinkPreview {
        let sharer = request.preview_reader();
        let language = sharer.language;
        let Some(place) = &request.place else {
            let description = request.page.description(language);
            return LinkPreview::fixed(language, request.page.title(language), description, public_url);
        };
        let title = text(language, "web.weather.title", &[("place", &place.name)]);
        let recent = weather.and_then(|weather| Some((weather, weather.fetched_at?)));
        match recent.filter(|(_, fetched_at)| place.is_shared && is_recent(*fetched_at, now)) {
            Some((weather, fetched_at)) => {
                let description = in_words(sharer, weather, report_json.unwrap_or_default(), fetched_at, now);
                LinkPreview {
                    language,
                    picture: picture_address(place, sharer, now, public_url),
                    picture_type: "image/png",
                    picture_text: format!("{title}: {description}"),
                    title,
                    description,
                }
            }
            None => {
                let description = text(language, "server.shell.place.preview", &[]);
                LinkPreview::fixed(language, title, description, public_url)
            }
        }
    }

    fn fixed(language: Language, title: String, description: String, public_url: &str) -> LinkPreview {
        LinkPreview {
            language,
            title,
            description,
            picture: format!("{public_url}{FIXED_PICTURE}"),
            picture_type: "image/jpeg",
            picture_text: "Halcyon".to_owned(),
        }
    }

    pub fn html(&self) -> String {
        let locale = match self.language {
            Language::English => "en_GB",
            Language::German => "de_DE",
            Language::Turkish => "tr_TR",
        };
        let properties = [
            ("og:type", "website"),
            ("og:site_name", "Halcyon"),
            ("og:locale", locale),
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:image", &self.picture),
            ("og:image:type", self.picture_type),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:image:alt", &self.picture_text),
        ];
        let names = [
            ("twitter:card", "summary_large_image"),
            ("twitter:image", &self.picture),
            ("twitter:image:alt", &self.picture_text),
        ];
        let tag =
            |kind: &str, name: &str, content: &str| format!("<meta {kind}=\"{name}\" content=\"{}\">", escape(content));
        let properties = properties.iter().map(|(name, content)| tag("property", name, content));
        properties.chain(names.iter().map(|(name, content)| tag("name", name, content))).collect()
    }
}

/// "9 °C, Rain. As of 13:00 on Sunday, 15 November 2026. Rain until about 15:40, then dry." The alert that the picture shows
/// comes before them.
fn in_words(
    sharer: Sharer,
    weather: &WeatherSummary,
    report_json: &[u8],
    fetched_at: Timestamp,
    now: Timestamp,
) -> String {
    let language = sharer.language;
    let words = WeatherWords {
        measures: Measures { language, units: sharer.units() },
        zone: TimeZone::get(&weather.timezone).unwrap_or(TimeZone::UTC),
        now,
    };
    let condition = weather.condition.map(|condition| words.condition(condition));
    let temperature = words.measures.temperature(weather.temperature);
    let present = [Some(temperature), condition].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let simulated = weather.is_simulated.then(|| text(language, "server.preview.simulated", &[]));
    let sentences = [simulated, Some(present), Some(words.as_of_date(fetched_at))].into_iter().flatten();
    let sentences = alert_in_words(report_json, &words).into_iter().flatten().chain(sentences);
    let mut all: Vec<String> = sentences.map(|sentence| format!("{sentence}.")).collect();
    all.extend(weather.sentence.as_ref().map(|sentence| words.sentence(sentence)));
    all.join(" ")
}

/// "Storm warning", and "Severe, from Sun 18:00 to Mon 06:00".
fn alert_in_words(report_json: &[u8], words: &WeatherWords) -> Option<[String; 2]> {
    let report: ReportAlerts = serde_json::from_slice(report_json).ok()?;
    let alert = worst_alert(&report.alerts, words.now)?;
    let alert_words = AlertWords { measures: words.measures, zone: &words.zone };
    Some([without_control_characters(&alert_words.describe(alert).name), alert_words.when(alert)])
}

/// With the hour, so that a service that keeps the picture by its address shows one that matches its time.
fn picture_address(place: &PagePlace, sharer: Sharer, now: Timestamp, public_url: &str) -> String {
    let hour = now.strftime("%Y-%m-%dT%H");
    let units = sharer.units_name.map(|name| format!("&units={name}")).unwrap_or_default();
    let (place, language) = (place_query(place), sharer.language.code());
    format!("{public_url}{WEATHER_PICTURE}?{place}&lang={language}{units}&hour={hour}")
}
