//! The picture of a link preview: the weather of one moment, which it states, because a chat keeps the picture for months.

use jiff::{SignedDuration, Timestamp};

use super::content::alert_name;
use super::font::{FAMILIES, Font, Weight};
use super::icons;
use super::logo::BIRD;
use super::skies;
use super::theme::{self, Theme};
use crate::alert::Alert;
use crate::alert_words::AlertWords;
use crate::encoding::escape_html as escape;
use crate::i18n::text;
use crate::published_report::{PublishedReport, worst_alert};
use crate::sky::sky_name;
use crate::text_lines::{cut_where, without_control_characters, wrap_where};
use crate::weather_summary::WeatherSummary;
use crate::weather_words::WeatherWords;

const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 64.0;
const INNER: f64 = WIDTH - 2.0 * MARGIN;
/// A chat may fetch the picture a little later than the page that names it.
const LATE: SignedDuration = SignedDuration::from_mins(10);
const HOUR: SignedDuration = SignedDuration::from_hours(1);

pub struct Preview {
    sky: String,
    place: String,
    as_of: String,
    icon: Option<(String, bool)>,
    /// "−7", and "°C".
    temperature: (String, String),
    condition: String,
    facts: Vec<String>,
    sentence: String,
    alert: Option<AlertStrip>,
    attribution: String,
    simulated: Option<String>,
}

struct AlertStrip {
    level: &'static str,
    name: String,
    when: String,
}

/// Whether the hour of an address, such as `2026-11-15T12` in UTC, is the present one.
pub fn is_present(hour: &str, now: Timestamp) -> bool {
    let starts_at: Option<Timestamp> = format!("{hour}:00:00Z").parse().ok();
    starts_at.is_some_and(|starts_at| now >= starts_at && now < starts_at + HOUR + LATE)
}

impl Preview {
    /// `None` for weather that is no longer that of the present.
    pub fn new(
        place: &str,
        report: &PublishedReport,
        summary: &WeatherSummary,
        words: &WeatherWords,
        font: &Font,
    ) -> Option<Preview> {
        let fetched_at = report.fetched_at.filter(|_| report.stated_age(words.now).is_none())?;
        let fact = |key: &str, celsius: Option<f64>| {
            let temperature = words.measures.degrees(celsius?).replace('-', "−");
            Some(text(words.language(), &format!("web.weather.now.{key}"), &[("temperature", &temperature)]))
        };
        let temperature = words.measures.temperature(summary.temperature);
        let (number, unit) = temperature.split_once(' ').unwrap_or((&temperature, ""));
        let attribution = report.source.as_ref().and_then(|source| font.writable_part(&source.attribution));
        Some(Preview {
            sky: sky_name(summary, words.now),
            place: without_control_characters(place),
            as_of: words.as_of_date(fetched_at),
            icon: summary.condition.map(|condition| (condition.to_owned(), summary.is_day)),
            temperature: (number.to_owned(), unit.to_owned()),
            condition: summary.condition.map(|condition| words.condition(condition)).unwrap_or_default(),
            facts: [fact("high", summary.high), fact("low", summary.low)].into_iter().flatten().collect(),
            sentence: summary.sentence.as_ref().map(|sentence| words.sentence(sentence)).unwrap_or_default(),
            alert: worst_alert(&report.alerts, words.now).map(|alert| AlertStrip::new(alert, words, font)),
            attribution: attribution.unwrap_or_default(),
            simulated: report.is_simulated().then(|| text(words.language(), "server.preview.simulated", &[])),
        })
    }

    pub fn svg(&self, font: &Font) -> String {
        let (top, foot) = skies::gradient(&self.sky);
        let mut drawing = Drawing { body: String::new(), font };
        drawing.head(self);
        drawing.now(self);
        match &self.alert {
            Some(alert) => drawing.alert(alert),
            None => drawing.sentence(&self.sentence),
        }
        drawing.foot(self);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\" viewBox=\"0 0 1200 630\"><style>{FAMILIES}\
             text{{fill:#fff}}{}</style><defs><linearGradient id=\"sky\" x1=\".4\" y1=\"0\" x2=\".6\" y2=\"1\">\
             <stop offset=\"0\" stop-color=\"{top}\"/><stop offset=\"1\" stop-color=\"{foot}\"/></linearGradient>\
             <radialGradient id=\"light\"><stop offset=\"0\" stop-color=\"#fff\" stop-opacity=\".07\"/>\
             <stop offset=\"1\" stop-color=\"#fff\" stop-opacity=\"0\"/></radialGradient></defs>\
             <path fill=\"url(#sky)\" d=\"M0 0h1200v630H0z\"/><circle cx=\"1020\" cy=\"40\" r=\"620\" fill=\"url(#light)\"/>{}</svg>",
            // The icons have their colours for a dark ground, as on the sky of the page.
            Theme::Dark.fixed_rules(),
            drawing.body,
        )
    }
}

impl AlertStrip {
    fn new(alert: &Alert, words: &WeatherWords, font: &Font) -> AlertStrip {
        let alert_words = AlertWords { measures: words.measures, zone: &words.zone };
        let name = alert_name(alert, words, Some(font));
        AlertStrip { level: alert.level(), name, when: alert_words.when(alert) }
    }
}

struct Drawing<'a> {
    body: String,
    font: &'a Font,
}

impl Drawing<'_> {
    fn text(&mut self, weight: Weight, size: f64, x: f64, y: f64, text: &str, more: &str) {
        let class = if weight == Weight::Strong { "strong" } else { "plain" };
        let text = escape(text);
        self.body
            .push_str(&format!("<text class=\"{class}\" font-size=\"{size}\" x=\"{x}\" y=\"{y}\"{more}>{text}</text>"));
    }

    fn cut(&self, text: &str, weight: Weight, size: f64, width: f64) -> String {
        cut_where(text, |line| self.font.width(line, weight, size) <= width)
    }

    /// The place and the time, and our mark beside them.
    fn head(&mut self, preview: &Preview) {
        let name = self.cut(&preview.place, Weight::Strong, 60.0, INNER - 300.0);
        self.text(Weight::Strong, 60.0, MARGIN - 3.0, 116.0, &name, "");
        self.text(Weight::Regular, 30.0, MARGIN, 168.0, &preview.as_of, "");
        let right = WIDTH - MARGIN;
        let width = self.font.width("Halcyon", Weight::Strong, 38.0);
        self.text(Weight::Strong, 38.0, right, 108.0, "Halcyon", " text-anchor=\"end\"");
        let x = right - width - 78.0;
        self.body.push_str(&format!("<g transform=\"translate({x} 60) scale(1.05)\">{BIRD}</g>"));
    }

    fn now(&mut self, preview: &Preview) {
        let mut x = MARGIN - 12.0;
        if let Some((condition, is_day)) = &preview.icon {
            let strokes = icons::strokes(condition, *is_day);
            self.body.push_str(&format!("<g transform=\"translate({x} 196) scale(3.5)\">{strokes}</g>"));
            x += 252.0;
        }
        let (number, unit) = &preview.temperature;
        self.text(Weight::Regular, 190.0, x, 384.0, number, " letter-spacing=\"-6\"");
        x += self.font.width(number, Weight::Regular, 190.0) - 6.0 * number.chars().count() as f64 + 10.0;
        self.text(Weight::Regular, 72.0, x, 304.0, unit, "");
        x += self.font.width(unit, Weight::Regular, 72.0) + 44.0;
        let room = WIDTH - MARGIN - x;
        let wrapped =
            |size: f64| wrap_where(&preview.condition, |line| self.font.width(line, Weight::Strong, size) <= room);
        // Smaller rather than in three lines.
        let size = [50.0, 42.0].into_iter().find(|size| wrapped(*size).len() <= 2).unwrap_or(36.0);
        let condition = wrapped(size);
        let facts = preview.facts.iter().map(|fact| fact.replace(' ', "\u{a0}")).collect::<Vec<_>>().join(" · ");
        let facts = wrap_where(&facts, |line| self.font.width(line, Weight::Regular, 36.0) <= room);
        let lines = condition.iter().map(|line| (Weight::Strong, size, line));
        let lines: Vec<_> = lines.chain(facts.iter().map(|line| (Weight::Regular, 36.0, line))).collect();
        let height: f64 = lines.iter().map(|(_, size, _)| size * 1.25).sum();
        // Centred beside the number.
        let mut y = 318.0 - height / 2.0;
        for (weight, size, line) in lines {
            y += size * 1.25;
            self.text(weight, size, x, y - size * 0.3, line, "");
        }
    }

    fn alert(&mut self, alert: &AlertStrip) {
        let (ground, ink) = (theme::light(&format!("{}-ground", alert.level)), theme::light(alert.level));
        self.body.push_str(&format!(
            "<rect x=\"{MARGIN}\" y=\"428\" width=\"{INNER}\" height=\"104\" rx=\"18\" fill=\"{ground}\"/>\
             <path fill=\"none\" stroke=\"{ink}\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             d=\"M118 456 144 504H92zM118 474v13M118 496v.1\"/>"
        ));
        let (x, color) = (MARGIN + 108.0, format!(" style=\"fill:{ink}\""));
        let room = INNER - 108.0 - 28.0;
        let name = self.cut(&alert.name, Weight::Strong, 34.0, room);
        self.text(Weight::Strong, 34.0, x, 474.0, &name, &color);
        let when = self.cut(&alert.when, Weight::Regular, 28.0, room);
        self.text(Weight::Regular, 28.0, x, 513.0, &when, &color);
    }

    fn sentence(&mut self, sentence: &str) {
        let lines = wrap_where(sentence, |line| self.font.width(line, Weight::Regular, 36.0) <= INNER);
        for (line, y) in lines.iter().zip([470.0, 518.0]) {
            self.text(Weight::Regular, 36.0, MARGIN, y, line, "");
        }
    }

    fn foot(&mut self, preview: &Preview) {
        let mut room = INNER;
        if let Some(simulated) = &preview.simulated {
            let width = self.font.width(simulated, Weight::Strong, 26.0) + 40.0;
            let x = WIDTH - MARGIN - width;
            self.body.push_str(&format!(
                "<rect x=\"{x}\" y=\"552\" width=\"{width}\" height=\"46\" rx=\"23\" fill=\"#f2842b\"/>"
            ));
            self.text(Weight::Strong, 26.0, x + 20.0, 584.0, simulated, " style=\"fill:#0b2545\"");
            room -= width + 24.0;
        }
        let attribution = self.cut(&preview.attribution, Weight::Regular, 24.0, room);
        self.text(Weight::Regular, 24.0, MARGIN, 584.0, &attribution, "");
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_present_hour_has_a_picture() {
        let is_present = |now: &str| is_present("2026-11-15T12", now.parse().unwrap());
        assert!(is_present("2026-11-15T12:00:00Z") && is_present("2026-11-15T12:59:59Z"));
        assert!(is_present("2026-11-15T13:09:59Z"), "the page was read just before the hour ended");
        assert!(!is_present("2026-11-15T13:10:00Z") && !is_present("2026-11-15T11:59:59Z"));
        for wrong in ["", "x", "2026-11-15", "2026-11-15T12:00", "2026-13-45T12"] {
            assert!(!super::is_present(wrong, "2026-11-15T12:00:00Z".parse().unwrap()), "{wrong}");
        }
    }
}
