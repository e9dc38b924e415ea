//! The weather in words: conditions, times and the sentence about the next hours, in a user's language and units.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};

use crate::alert::{Alerts, Coverage, NoServiceReason};
use crate::i18n::{Language, text, time_in_sentence};
use crate::measures::Measures;
use crate::weather_summary::SummarySentence;

pub struct WeatherWords {
    pub measures: Measures,
    /// The time zone of the place.
    pub zone: TimeZone,
    pub now: Timestamp,
}

impl WeatherWords {
    pub fn language(&self) -> Language {
        self.measures.language
    }

    pub fn condition(&self, condition: &str) -> String {
        text(self.language(), &format!("shared.conditions.{condition}"), &[])
    }

    /// "14:45", or "02:00 on Tuesday" if that is not today.
    pub fn time(&self, time: Timestamp) -> String {
        time_in_sentence(
            self.language(),
            self.measures.units.time_style,
            &self.local(time),
            self.local(self.now).date(),
        )
    }

    /// "As of 13:00 on Sunday, 15 November 2026", for what may be read at any later time.
    pub fn as_of_date(&self, time: Timestamp) -> String {
        let at = self.local(time);
        let named = |list: &str, number: i8| text(self.language(), &format!("server.{list}.{number}"), &[]);
        let values = [
            ("time", self.measures.units.time_style.format(self.language(), &at)),
            ("weekday", named("weekdays", at.weekday().to_monday_one_offset())),
            ("day", at.day().to_string()),
            ("month", named("months", at.month())),
            ("year", at.year().to_string()),
        ];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        text(self.language(), "server.preview.asOf", &values)
    }

    pub fn sentence(&self, sentence: &SummarySentence) -> String {
        let values = [
            ("condition", sentence.condition.map(|condition| self.condition(condition))),
            ("next", sentence.next_condition.map(|condition| self.condition(condition))),
            ("low", sentence.low.map(|celsius| self.measures.degrees(celsius))),
            ("high", sentence.high.map(|celsius| self.measures.degrees(celsius))),
            ("time", sentence.time.map(|time| self.time(time))),
            ("again", sentence.again.map(|time| self.time(time))),
        ];
        let values: Vec<(&str, &str)> =
            values.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
        text(self.language(), &format!("shared.insights.sentences.{}", sentence.key), &values)
    }

    /// "Updated 3 hours ago."
    pub fn age_notice(&self, age: Option<SignedDuration>) -> Option<String> {
        let hours = age?.as_hours();
        let key = if hours == 1 { "server.terminal.hourAgo" } else { "server.terminal.hoursAgo" };
        let age = text(self.language(), key, &[("count", &hours.to_string())]);
        Some(text(self.language(), "web.weather.state.old", &[("age", &age)]))
    }

    /// What a list of alerts is worth: "none in force" only where we can vouch for it; nothing for a complete list of some.
    pub fn coverage(&self, alerts: &Alerts) -> Option<String> {
        let key = match alerts.coverage {
            Coverage::Covered if alerts.items.is_empty() => "none",
            Coverage::Covered => return None,
            Coverage::NoService if alerts.no_service_reason == Some(NoServiceReason::NoneAvailable) => "noneAvailable",
            Coverage::NoService => "noService",
            Coverage::Outdated if alerts.updated_at.is_none() => "neverAnswered",
            Coverage::Outdated => "outdated",
            Coverage::Incomplete => "incomplete",
            Coverage::Unmatched => "unmatched",
        };
        let time = alerts.updated_at.map(|time| self.time(time)).unwrap_or_default();
        Some(text(self.language(), &format!("web.weather.alerts.coverage.{key}"), &[("time", &time)]))
    }

    pub fn local(&self, time: Timestamp) -> Zoned {
        time.to_zoned(self.zone.clone())
    }
}
