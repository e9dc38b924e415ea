//! What an embed says, in the reader's language and units: the same words as the page, the terminal and the feeds.

use jiff::{SignedDuration, Timestamp};

use super::font::Font;
use super::request::{EmbedRequest, View};
use crate::alert::Alert;
use crate::alert_words::AlertWords;
use crate::i18n::{Language, text, time_on_day};
use crate::measures::Measures;
use crate::published_report::{PublishedCurrent, PublishedDay, PublishedReport};
use crate::text_lines::without_control_characters;
use crate::weather_summary::SummarySentence;
use crate::weather_words::WeatherWords;

/// Shown for an unknown value.
const NO_VALUE: &str = "–";
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const HOUR_STEP: usize = 3;
const HOURS: usize = 8;
const DAYS: usize = 7;

pub struct Content {
    pub language: Language,
    /// "Weather in Berlin"
    pub title: String,
    pub place: String,
    /// The page of the place.
    pub page: String,
    /// "As of 13:00 on Sunday": an absolute time, because an embed may stay open for days.
    pub as_of: String,
    pub is_old: bool,
    pub simulated: Option<String>,
    pub alerts: Vec<AlertLine>,
    /// What the list of alerts is worth.
    pub coverage: Vec<String>,
    pub now: Option<Now>,
    /// Instead of the weather.
    pub missing: Option<String>,
    pub hours: Vec<Step>,
    pub days: Vec<Step>,
    pub attribution: String,
    /// The text of the link to the page.
    pub open: String,
}

pub struct AlertLine {
    pub level: &'static str,
    pub name: String,
    /// "Severe, from Sun 18:00 to Mon 06:00"
    when: String,
    /// Who issued it.
    source: String,
}

impl AlertLine {
    pub fn details(&self) -> String {
        if self.source.is_empty() { self.when.clone() } else { format!("{} · {}", self.when, self.source) }
    }
}

pub struct Icon {
    pub condition: String,
    pub is_day: bool,
    /// In words.
    pub name: String,
}

pub struct Now {
    pub icon: Option<Icon>,
    pub temperature: String,
    pub facts: Vec<String>,
    pub sentence: String,
}

/// An hour or a day.
pub struct Step {
    pub label: String,
    pub icon: Option<Icon>,
    /// Of an hour one, of a day the low and the high.
    pub temperatures: Vec<String>,
    /// The chance of precipitation.
    pub chance: String,
}

impl Content {
    /// With a font, names that it cannot write are left out or replaced by a general word: a picture never has boxes.
    pub fn new(
        request: &EmbedRequest,
        place: &str,
        report: &PublishedReport,
        summary: Option<&SummarySentence>,
        now: Timestamp,
        public_url: &str,
        font: Option<&Font>,
    ) -> Content {
        let language = request.language;
        let measures = Measures { language, units: request.units };
        let words = WeatherWords { measures, zone: report.zone(), now };
        let place = without_control_characters(place);
        let is_gone = report.is_gone(now);
        let is_old = report.stated_age(now).is_some();
        let shown = (!is_gone).then_some(report);
        let steps = |view: View, steps: fn(&PublishedReport, &WeatherWords) -> Vec<Step>| {
            shown.filter(|_| request.view == view).map(|report| steps(report, &words)).unwrap_or_default()
        };
        Content {
            language,
            title: text(language, "web.weather.title", &[("place", &place)]),
            page: request.page_address(public_url, &place),
            as_of: as_of(report, &words, is_old),
            is_old,
            simulated: report.is_simulated().then(|| {
                ["simulated", "simulatedNote"]
                    .map(|key| text(language, &format!("web.weather.source.{key}"), &[]))
                    .join(" ")
            }),
            alerts: report.alerts.items.iter().map(|alert| alert_line(alert, &words, font)).collect(),
            coverage: coverage(report, &words, font),
            now: shown.and_then(|report| now_of(&report.current, report.daily.days.first(), summary, &words)),
            missing: is_gone.then(|| text(language, "server.terminal.unavailable", &[])),
            hours: steps(View::Day, hours),
            days: steps(View::Week, days),
            attribution: report
                .source
                .as_ref()
                // That it is simulated stands above, in the language of the embed.
                .filter(|_| !report.is_simulated())
                .map(|source| attribution(&source.attribution, font))
                .unwrap_or_default(),
            open: text(language, "server.embed.open", &[]),
            place,
        }
    }

    /// Everything in one text, for readers who do not see the picture.
    pub fn in_words(&self) -> String {
        let alerts = self.alerts.iter().flat_map(|alert| [alert.name.clone(), alert.details()]);
        let now = self.now.iter().flat_map(|now| {
            let condition = now.icon.as_ref().map(|icon| icon.name.clone());
            [Some(now.temperature.clone()), condition]
                .into_iter()
                .flatten()
                .chain(now.facts.clone())
                .chain([now.sentence.clone()])
        });
        let steps = self.hours.iter().chain(&self.days).map(|step| {
            let condition = step.icon.as_ref().map(|icon| format!(", {}", icon.name)).unwrap_or_default();
            format!("{}: {}{condition}, {}", step.label, step.temperatures.join(" – "), step.chance)
        });
        let parts = [self.as_of.clone()].into_iter().chain(self.simulated.clone()).chain(alerts);
        let parts = parts.chain(self.coverage.clone()).chain(self.missing.clone()).chain(now).chain(steps);
        let parts = parts.chain([self.attribution.clone()]).filter(|part| !part.is_empty());
        parts.map(|part| if part.ends_with('.') { part } else { part + "." }).collect::<Vec<_>>().join(" ")
    }
}

fn as_of(report: &PublishedReport, words: &WeatherWords, is_old: bool) -> String {
    let Some(fetched_at) = report.fetched_at else { return String::new() };
    let time = time_on_day(words.language(), words.measures.units.time_style, &words.local(fetched_at));
    text(words.language(), if is_old { "web.glance.old" } else { "web.glance.updated" }, &[("time", &time)])
}

/// What the authority calls it; "Official alert" where the font cannot write that.
pub fn alert_name(alert: &Alert, words: &WeatherWords, font: Option<&Font>) -> String {
    let alert_words = AlertWords { measures: words.measures, zone: &words.zone };
    let name = without_control_characters(&alert_words.describe(alert).name);
    match font {
        Some(font) => font.writable(&name).unwrap_or_else(|| text(words.language(), "server.embed.officialAlert", &[])),
        None => name,
    }
}

fn alert_line(alert: &Alert, words: &WeatherWords, font: Option<&Font>) -> AlertLine {
    let alert_words = AlertWords { measures: words.measures, zone: &words.zone };
    AlertLine {
        level: alert.level(),
        name: alert_name(alert, words, font),
        when: alert_words.when(alert),
        source: without_control_characters(&alert_source(alert, &alert_words, font)),
    }
}

/// The attribution stays where only the name of the issuer cannot be written: terms of use require it.
fn alert_source(alert: &Alert, words: &AlertWords, font: Option<&Font>) -> String {
    let Some(font) = font else { return words.source(alert) };
    let issuer = alert.issuer.as_ref().and_then(|issuer| font.writable(issuer));
    let attribution = alert.attribution.as_ref().and_then(|attribution| font.writable_part(attribution));
    if alert.issuer.is_some() && issuer.is_none() {
        return attribution.unwrap_or_default();
    }
    words.source(&Alert { issuer, attribution, ..alert.clone() })
}

fn attribution(text: &str, font: Option<&Font>) -> String {
    match font {
        Some(font) => font.writable_part(text).unwrap_or_default(),
        None => text.to_owned(),
    }
}

fn coverage(report: &PublishedReport, words: &WeatherWords, font: Option<&Font>) -> Vec<String> {
    let mut lines: Vec<String> = words.coverage(&report.alerts).into_iter().collect();
    let unmatched = &report.alerts.unmatched;
    if !unmatched.is_empty() {
        let mut names: Vec<String> = unmatched.iter().map(|alert| alert_name(alert, words, font)).collect();
        // Several whose names cannot be written.
        names.dedup();
        let title = text(words.language(), "web.weather.alerts.unmatchedTitle", &[]);
        lines.push(format!("{title} {}", names.join(", ")));
    }
    lines
}

fn now_of(
    current: &PublishedCurrent,
    today: Option<&PublishedDay>,
    summary: Option<&SummarySentence>,
    words: &WeatherWords,
) -> Option<Now> {
    current.time?;
    let fact = |key: &str, celsius: Option<f64>| {
        let temperature = words.measures.degrees(celsius?);
        Some(text(words.language(), &format!("web.weather.now.{key}"), &[("temperature", &temperature)]))
    };
    let facts = [
        fact("feelsLike", current.apparent_temperature),
        fact("high", today.and_then(|day| day.temperature_2m_max)),
        fact("low", today.and_then(|day| day.temperature_2m_min)),
    ];
    Some(Now {
        icon: icon(current.current_weather_condition.as_deref(), current.is_day, words),
        temperature: degrees(current.temperature_2m, words),
        facts: facts.into_iter().flatten().collect(),
        sentence: summary.map(|sentence| words.sentence(sentence)).unwrap_or_default(),
    })
}

fn hours(report: &PublishedReport, words: &WeatherWords) -> Vec<Step> {
    let hours = &report.hourly;
    let first = hours.time.iter().position(|time| *time + HOUR > words.now).unwrap_or(hours.time.len());
    let at = |values: &[Option<f64>], index: usize| values.get(index).copied().flatten();
    (first..hours.time.len())
        .step_by(HOUR_STEP)
        .take(HOURS)
        .map(|index| Step {
            label: words.measures.units.time_style.format(words.language(), &words.local(hours.time[index])),
            icon: icon(
                hours.condition.get(index).and_then(Option::as_deref),
                hours.is_day.get(index).copied().unwrap_or(true),
                words,
            ),
            temperatures: vec![degrees(at(&hours.temperature_2m, index), words)],
            chance: percent(at(&hours.precipitation_probability, index), words),
        })
        .collect()
}

fn days(report: &PublishedReport, words: &WeatherWords) -> Vec<Step> {
    let today = words.local(words.now).date();
    let label = |day: &PublishedDay| {
        if day.date == today {
            return text(words.language(), "web.weather.days.today", &[]);
        }
        text(words.language(), &format!("server.weekdays.{}", day.date.weekday().to_monday_one_offset()), &[])
    };
    let step = |day: &PublishedDay| Step {
        label: label(day),
        icon: icon(day.condition.as_deref(), true, words),
        temperatures: [day.temperature_2m_min, day.temperature_2m_max].map(|celsius| degrees(celsius, words)).into(),
        chance: percent(day.precipitation_probability_max, words),
    };
    report.daily.days.iter().filter(|day| day.date >= today).take(DAYS).map(step).collect()
}

fn icon(condition: Option<&str>, is_day: bool, words: &WeatherWords) -> Option<Icon> {
    let condition = condition?;
    Some(Icon { condition: condition.to_owned(), is_day, name: words.condition(condition) })
}

fn degrees(celsius: Option<f64>, words: &WeatherWords) -> String {
    celsius.map_or(NO_VALUE.to_owned(), |celsius| words.measures.degrees(celsius))
}

fn percent(percent: Option<f64>, words: &WeatherWords) -> String {
    percent.map_or(NO_VALUE.to_owned(), |percent| words.measures.percent(percent))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::http::HeaderMap;
    use serde_json::{Value, json};

    use super::*;

    fn alert(title: &str, issuer: &str, attribution: Option<&str>) -> Value {
        json!({
            "id": title, "origin": "issued", "severity": "severe", "cap_severity": "severe", "hazard": null, "url": null,
            "texts": [{"language": "ja", "title": title, "description": "", "instruction": null, "area": ""}],
            "issuer": issuer, "attribution": attribution, "sent_at": null,
            "starts_at": "2026-11-15T09:00:00Z", "ends_at": "2026-11-15T18:00:00Z",
        })
    }

    fn content(items: &[Value], unmatched: &[Value], font: Option<&Font>) -> Content {
        let report = json!({
            "place": {"timezone": "Asia/Tokyo"}, "fetched_at": "2026-11-15T12:00:00Z",
            "source": {"attribution": "出典：気象庁", "simulated": false}, "current": {}, "hourly": {}, "daily": {},
            "alerts": {"coverage": "unmatched", "updated_at": null, "items": items, "unmatched": unmatched},
        });
        let report = serde_json::from_value(report).unwrap();
        let uri = "/embed.png?lat=35.69&lon=139.69&lang=en".parse().unwrap();
        let request = EmbedRequest::parse(&uri, &HeaderMap::new()).unwrap();
        Content::new(&request, "Tokyo", &report, None, "2026-11-15T12:00:00Z".parse().unwrap(), "", font)
    }

    #[test]
    fn a_name_that_the_font_cannot_write_removes_nothing_else() {
        let font = Font::load().unwrap();
        let items = [
            alert("大雨警報", "気象庁", Some("出典：気象庁 (Japan Meteorological Agency)")),
            alert("Storm", "気象庁", Some("出典：気象庁")),
            alert("Storm", "Deutscher Wetterdienst", Some("出典：気象庁")),
        ];
        let unmatched =
            [alert("大雨警報", "気象庁", None), alert("洪水警報", "気象庁", None), alert("Flood", "DWD", None)];
        let limited = content(&items, &unmatched, Some(&font));
        let names: Vec<&str> = limited.alerts.iter().map(|alert| alert.name.as_str()).collect();
        let sources: Vec<&str> = limited.alerts.iter().map(|alert| alert.source.as_str()).collect();
        assert_eq!(names, ["Official alert", "Storm", "Storm"]);
        assert_eq!(sources, ["Japan Meteorological Agency", "", "Issued by Deutscher Wetterdienst"]);
        let listed = "In force in this country; we cannot tell whether they concern this place: Official alert, Flood";
        assert_eq!(limited.coverage.last().unwrap(), listed);
        assert_eq!(limited.attribution, "");
        let whole = content(&items, &unmatched, None);
        assert_eq!((whole.alerts[0].name.as_str(), whole.attribution.as_str()), ("大雨警報", "出典：気象庁"));
        assert!(whole.coverage.last().unwrap().ends_with(" 大雨警報, 洪水警報, Flood"), "{:?}", whole.coverage);
    }
}
