//! A report as lines of text: the place, alerts, now, the next hours and days, the source.

use jiff::{SignedDuration, Timestamp};
use unicode_width::UnicodeWidthStr;

use super::paper::{Paper, Span, Style, left_aligned, right_aligned, span};
use super::request::{Format, Options};
use super::symbols::symbol;
use crate::alert::{Alert, Alerts, Severity};
use crate::alert_words::AlertWords;
use crate::i18n::{text, time_on_day};
use crate::measures::Measures;
use crate::published_report::{PublishedDay, PublishedReport};
use crate::weather_summary::SummarySentence;
use crate::weather_words::WeatherWords;

/// Shown for an unknown value.
const NO_VALUE: &str = "–";
const MAX_HOURS: usize = 12;
const DAYS: usize = 7;
/// Narrower than this, a day has no amount of rain.
const WIDE_FROM: usize = 56;
const BETWEEN_COLUMNS: usize = 2;
/// Directions the wind comes from, clockwise; the last part of their keys.
const COMPASS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

pub struct View<'a> {
    options: &'a Options,
    address: &'a str,
    report: &'a PublishedReport,
    summary: Option<&'a SummarySentence>,
    words: WeatherWords,
}

impl<'a> View<'a> {
    pub fn new(
        options: &'a Options,
        address: &'a str,
        report: &'a PublishedReport,
        summary: Option<&'a SummarySentence>,
        now: Timestamp,
    ) -> View<'a> {
        let measures = Measures { language: options.language, units: options.units };
        View { options, address, report, summary, words: WeatherWords { measures, zone: report.zone(), now } }
    }

    pub fn render(&self, public_url: &str) -> String {
        let mut paper = Paper::new(self.options.width, self.options.format == Format::Color);
        if self.options.format == Format::Line {
            paper.line(&[span(Style::Normal, self.one_line())]);
            return paper.finish();
        }
        self.write_heading(&mut paper);
        self.write_alerts(&mut paper);
        self.write_now(&mut paper);
        self.write_hours(&mut paper);
        self.write_days(&mut paper);
        self.write_source(&mut paper, public_url);
        paper.finish()
    }

    fn one_line(&self) -> String {
        let current = &self.report.current;
        let alerts = self.report.alerts.items.iter().map(|alert| format!("▲ {}", self.alert_name(alert)));
        let condition = current.current_weather_condition.as_deref();
        let now = match condition {
            Some(name) => format!("{} {}", self.degrees(current.temperature_2m), self.words.condition(name)),
            None => self.degrees(current.temperature_2m),
        };
        let place = self.address.split(", ").next().unwrap_or(self.address).to_owned();
        // First, because the end of a line may be cut off.
        let mark = self.report.is_simulated().then(|| self.web("source.simulated"));
        let parts = mark.into_iter().chain(self.age_notice()).chain(alerts).chain([place, now]);
        parts.collect::<Vec<_>>().join(" · ")
    }

    fn write_heading(&self, paper: &mut Paper) {
        let language = self.words.language();
        let local = self.words.local(self.words.now);
        let time = time_on_day(language, self.words.measures.units.time_style, &local);
        paper.wrapped(0, Style::Strong, self.address);
        paper.line(&[span(Style::Faint, time)]);
        for notice in self.notices() {
            paper.wrapped(0, Style::Notice, &notice);
        }
    }

    /// What a reader must know before the numbers.
    fn notices(&self) -> Vec<String> {
        let mut notices = Vec::new();
        if self.report.is_simulated() {
            notices.push([self.web("source.simulated"), self.web("source.simulatedNote")].join(" "));
        }
        notices.extend(self.age_notice());
        notices
    }

    fn age_notice(&self) -> Option<String> {
        self.words.age_notice(self.report.stated_age(self.words.now))
    }

    fn write_alerts(&self, paper: &mut Paper) {
        let Alerts { items, unmatched, .. } = &self.report.alerts;
        if !items.is_empty() {
            paper.blank();
        }
        let words = self.alert_words();
        for alert in items {
            let style = match alert.severity {
                Severity::Severe => Style::Severe,
                Severity::Moderate => Style::Moderate,
                Severity::Info => Style::Info,
            };
            let description = words.describe(alert);
            paper.line(&[span(style, format!(" ▲ {} ", description.name))]);
            paper.wrapped(3, Style::Strong, &words.when(alert));
            paper.wrapped(3, Style::Normal, &description.what);
            paper.wrapped(3, Style::Normal, description.advice.as_deref().unwrap_or_default());
            paper.wrapped(3, Style::Faint, &words.source(alert));
        }
        if let Some(coverage) = self.words.coverage(&self.report.alerts) {
            paper.blank();
            paper.wrapped(0, Style::Normal, &coverage);
        }
        if !unmatched.is_empty() {
            paper.wrapped(0, Style::Normal, &self.web("alerts.unmatchedTitle"));
            unmatched.iter().for_each(|alert| paper.wrapped(3, Style::Normal, &words.describe(alert).name));
        }
    }

    fn write_now(&self, paper: &mut Paper) {
        paper.blank();
        let (current, measures) = (&self.report.current, &self.words.measures);
        if current.time.is_none() {
            paper.wrapped(0, Style::Notice, &self.web("now.unavailable"));
            return;
        }
        let condition = current.current_weather_condition.as_deref();
        paper.line(&[
            span(Style::Strong, format!("{}  ", symbol(condition, current.is_day))),
            self.temperature(current.temperature_2m, 0),
            span(Style::Strong, format!("  {}", condition.map(|name| self.words.condition(name)).unwrap_or_default())),
        ]);
        let labelled = |key: &str, value: Option<String>| value.map(|value| format!("{} {value}", self.web(key)));
        let filled = |key: &str, name: &str, value: Option<String>| {
            value.map(|value| text(self.words.language(), &format!("web.weather.{key}"), &[(name, &value)]))
        };
        let facts = [
            filled(
                "now.feelsLike",
                "temperature",
                current.apparent_temperature.map(|celsius| measures.degrees(celsius)),
            ),
            labelled("details.wind", current.wind_speed_10m.map(|speed| measures.speed(speed))),
            filled("details.windFrom", "direction", current.wind_direction_10m.map(|from| self.direction(from))),
            filled("details.gusts", "speed", current.wind_gusts_10m.map(|speed| measures.speed(speed))),
            labelled("details.humidity", current.relative_humidity_2m.map(|percent| measures.percent(percent))),
            filled("days.rain", "amount", current.precipitation.map(|amount| measures.rain(amount, 1))),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().map(|fact| fact.replace(' ', "\u{a0}")).collect();
        paper.wrapped(0, Style::Normal, &facts.join("\u{a0}· "));
        if let Some(summary) = self.summary {
            paper.wrapped(0, Style::Normal, &self.words.sentence(summary));
        }
    }

    fn write_hours(&self, paper: &mut Paper) {
        let hours = &self.report.hourly;
        let hour = SignedDuration::from_hours(1);
        let first = hours.time.iter().position(|time| *time + hour > self.words.now).unwrap_or(hours.time.len());
        let measures = &self.words.measures;
        let style = measures.units.time_style;
        let columns: Vec<[Span; 4]> = (first..hours.time.len())
            .take(MAX_HOURS)
            .map(|index| {
                let time = style.format(measures.language, &self.words.local(hours.time[index]));
                let condition = hours.condition.get(index).and_then(Option::as_deref);
                let is_day = hours.is_day.get(index).copied().unwrap_or(true);
                let chance = hours.precipitation_probability.get(index).copied().flatten();
                [
                    span(Style::Faint, time),
                    span(Style::Strong, symbol(condition, is_day)),
                    self.temperature(hours.temperature_2m.get(index).copied().flatten(), 0),
                    span(Style::Normal, chance.map_or(NO_VALUE.to_owned(), |percent| measures.percent(percent))),
                ]
            })
            .collect();
        let widest = columns.iter().flatten().map(|cell| cell.text.width()).max().unwrap_or(0);
        if columns.is_empty() {
            return;
        }
        paper.blank();
        let column_width = widest + BETWEEN_COLUMNS;
        let count = ((self.options.width + BETWEEN_COLUMNS) / column_width).min(columns.len());
        for row in 0..4 {
            let cells = columns.iter().take(count).enumerate().map(|(index, column)| {
                let width = if index == 0 { widest } else { column_width };
                span(column[row].style, right_aligned(&column[row].text, width))
            });
            paper.line(&cells.collect::<Vec<_>>());
        }
    }

    fn write_days(&self, paper: &mut Paper) {
        paper.blank();
        let days = &self.report.daily.days;
        if days.is_empty() {
            paper.wrapped(0, Style::Notice, &self.web("days.unavailable"));
            return;
        }
        let labels: Vec<String> = days.iter().take(DAYS).map(|day| self.day_label(day)).collect();
        let label_width = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let measures = &self.words.measures;
        for (day, label) in days.iter().zip(&labels) {
            let condition = day.condition.as_deref();
            let chance = day.precipitation_probability_max.map_or(NO_VALUE.to_owned(), |value| measures.percent(value));
            let amount = day.precipitation_sum.map_or(NO_VALUE.to_owned(), |value| measures.rain(value, 1));
            let name = condition.map_or(NO_VALUE.to_owned(), |name| self.words.condition(name));
            let amount = if self.options.width < WIDE_FROM { String::new() } else { right_aligned(&amount, 9) };
            paper.line(&[
                span(Style::Normal, left_aligned(label, label_width)),
                span(Style::Strong, format!("  {}", symbol(condition, true))),
                self.temperature(day.temperature_2m_min, 6),
                self.temperature(day.temperature_2m_max, 6),
                span(Style::Normal, right_aligned(&chance, 7)),
                span(Style::Normal, amount),
                span(Style::Normal, format!("  {name}")),
            ]);
        }
    }

    fn write_source(&self, paper: &mut Paper, public_url: &str) {
        paper.blank();
        if let (Some(source), Some(fetched_at)) = (&self.report.source, self.report.fetched_at) {
            let time = [("time", &*self.words.time(fetched_at))];
            let made = text(self.words.language(), "web.weather.source.made", &time);
            paper.wrapped(0, Style::Faint, &format!("{made} · {}", source.attribution));
        }
        paper.wrapped(0, Style::Faint, public_url);
    }

    fn day_label(&self, day: &PublishedDay) -> String {
        if day.date == self.words.local(self.words.now).date() {
            return self.web("days.today");
        }
        let weekday = day.date.weekday().to_monday_one_offset();
        text(self.words.language(), &format!("server.notifications.weekday.{weekday}"), &[])
    }

    fn direction(&self, degrees: f64) -> String {
        let index = (degrees.rem_euclid(360.0) / 45.0).round() as usize % COMPASS.len();
        self.web(&format!("compass.{}", COMPASS[index]))
    }

    fn temperature(&self, celsius: Option<f64>, width: usize) -> Span {
        let style = celsius.map_or(Style::Normal, Style::of_temperature);
        span(style, right_aligned(&self.degrees(celsius), width))
    }

    fn degrees(&self, celsius: Option<f64>) -> String {
        celsius.map_or(NO_VALUE.to_owned(), |celsius| self.words.measures.degrees(celsius))
    }

    fn alert_name(&self, alert: &Alert) -> String {
        self.alert_words().describe(alert).name
    }

    fn alert_words(&self) -> AlertWords<'_> {
        AlertWords { measures: self.words.measures, zone: &self.words.zone }
    }

    fn web(&self, key: &str) -> String {
        text(self.words.language(), &format!("web.weather.{key}"), &[])
    }
}
