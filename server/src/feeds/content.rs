//! What calendar and feeds say about a place: its days and alerts, in the owner's language and units.

use jiff::Timestamp;
use jiff::civil::Date;
use sha2::{Digest, Sha256};
use url::form_urlencoded;
use uuid::Uuid;

use super::queries::FeedPlace;
use crate::alert::Alert;
use crate::alert_words::AlertWords;
use crate::i18n::{Language, text};
use crate::measures::Measures;
use crate::notification_settings::DisplayUnits;
use crate::published_report::{PublishedDay, PublishedReport};
use crate::weather_words::WeatherWords;

/// Shown for an unknown value.
const NO_VALUE: &str = "–";

pub struct Content {
    pub language: Language,
    pub place: String,
    pub place_id: Uuid,
    /// The page of the place.
    pub page: String,
    /// When the data was fetched: nothing is newer.
    pub updated_at: Timestamp,
    /// What a reader must know about the data: simulated, old; empty for neither.
    pub notice: String,
    /// "Simulated weather.", for titles; empty otherwise.
    pub mark: String,
    /// What the list of alerts is worth.
    pub coverage: String,
    pub attribution: String,
    pub days: Vec<DayEntry>,
    pub alerts: Vec<AlertEntry>,
}

pub struct DayEntry {
    pub date: Date,
    pub title: String,
    pub details: String,
}

pub struct AlertEntry {
    /// The same for every version of the alert.
    pub id: Uuid,
    pub title: String,
    pub severity: String,
    pub level: &'static str,
    pub details: String,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub updated_at: Timestamp,
    pub url: Option<String>,
}

impl Content {
    pub fn new(
        place: &FeedPlace,
        report: &PublishedReport,
        language: Language,
        units: DisplayUnits,
        now: Timestamp,
        public_url: &str,
    ) -> Content {
        let words = WeatherWords { measures: Measures { language, units }, zone: report.zone(), now };
        let mark =
            if report.is_simulated() { text(language, "web.weather.source.simulated", &[]) } else { String::new() };
        let updated_at = report.fetched_at.unwrap_or(now);
        Content {
            language,
            place: place.name.clone(),
            place_id: place.location_id,
            page: page_address(place, public_url),
            updated_at,
            notice: notice(report, &words),
            coverage: coverage(report, &words),
            attribution: report.source.as_ref().map(|source| source.attribution.clone()).unwrap_or_default(),
            days: report.daily.days.iter().filter_map(|day| day_entry(day, &words, &mark)).collect(),
            alerts: report.alerts.items.iter().map(|alert| alert_entry(alert, &words, &mark, updated_at)).collect(),
            mark,
        }
    }
}

fn page_address(place: &FeedPlace, public_url: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("lat", &place.latitude.to_string()).append_pair("lon", &place.longitude.to_string());
    format!("{public_url}/?{}", query.append_pair("name", &place.name).finish())
}

fn notice(report: &PublishedReport, words: &WeatherWords) -> String {
    let language = words.language();
    let mut parts = Vec::new();
    if report.is_simulated() {
        parts.push(text(language, "web.weather.source.simulated", &[]));
        parts.push(text(language, "web.weather.source.simulatedNote", &[]));
    }
    parts.extend(words.age_notice(report.stated_age(words.now)));
    parts.join(" ")
}

/// "None in force" only where we can vouch for it.
fn coverage(report: &PublishedReport, words: &WeatherWords) -> String {
    words.coverage(&report.alerts).unwrap_or_default()
}

/// A day without data has no entry.
fn day_entry(day: &PublishedDay, words: &WeatherWords, mark: &str) -> Option<DayEntry> {
    let measures = &words.measures;
    let condition = day.condition.as_deref()?;
    let degrees = |celsius: Option<f64>| celsius.map_or(NO_VALUE.to_owned(), |celsius| measures.degrees(celsius));
    let (low, high) = (degrees(day.temperature_2m_min), degrees(day.temperature_2m_max));
    let name = words.condition(condition);
    let chance = day.precipitation_probability_max.map(|percent| measures.percent(percent));
    let amount = day.precipitation_sum.map(|amount| measures.rain(amount, 1));
    let rain = amount.map(|amount| text(words.language(), "web.weather.days.rain", &[("amount", &amount)]));
    let details = [Some(name.clone()), rain, chance].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let title = format!("{} {low} / {high} {name}", emoji(condition));
    Some(DayEntry { date: day.date, title: marked(title, mark), details })
}

fn alert_entry(alert: &Alert, words: &WeatherWords, mark: &str, updated_at: Timestamp) -> AlertEntry {
    let alert_words = AlertWords { measures: words.measures, zone: &words.zone };
    let description = alert_words.describe(alert);
    // Hazards are computed from the forecast; an alert of an authority is real, whatever the forecast is.
    let mark = if alert.hazard.is_some() { mark } else { "" };
    let parts =
        [alert_words.when(alert), description.what, description.advice.unwrap_or_default(), alert_words.source(alert)];
    AlertEntry {
        id: stable_id(&alert.id),
        title: marked(description.name, mark),
        severity: alert_words.severity(alert),
        level: alert.level(),
        details: parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n"),
        starts_at: alert.starts_at,
        ends_at: alert.ends_at.max(alert.starts_at),
        updated_at: alert.sent_at.unwrap_or(updated_at),
        url: alert.url.clone().filter(|url| url.starts_with("https://") || url.starts_with("http://")),
    }
}

fn marked(title: String, mark: &str) -> String {
    if mark.is_empty() { title } else { format!("{title} ({})", mark.trim_end_matches('.')) }
}

/// Ids of authorities have every form; readers need one that is valid in an address.
fn stable_id(id: &str) -> Uuid {
    let digest = Sha256::digest(id.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

fn emoji(condition: &str) -> &'static str {
    match condition {
        "clear_sky" | "sunny" => "☀️",
        "mostly_clear" => "🌤️",
        "partly_cloudy" => "⛅",
        "cloudy" | "overcast" => "☁️",
        "mist" | "haze" | "fog" => "🌫️",
        "drizzle" | "light_rain" | "rain_showers" => "🌦️",
        "moderate_rain" | "heavy_rain" => "🌧️",
        "freezing_drizzle" | "freezing_rain" | "sleet" | "hail" => "🧊",
        "light_snow" | "moderate_snow" | "heavy_snow" | "snow_showers" | "blizzard" => "🌨️",
        "thunderstorm" | "severe_thunderstorm" => "⛈️",
        "breezy" | "windy" | "gale" | "storm" | "hurricane" => "💨",
        "freezing" | "frost" => "🥶",
        "scorching_heat" => "🥵",
        _ => "🌡️",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_its_icon() {
        let texts: serde_json::Value = serde_json::from_str(include_str!("../../../locales/en.json")).unwrap();
        for condition in texts["shared"]["conditions"].as_object().unwrap().keys() {
            assert_ne!(emoji(condition), "🌡️", "{condition}");
        }
    }
}
