//! The weather in words: conditions, times and the sentence about the next hours, in a user's language and units.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

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

    pub fn local(&self, time: Timestamp) -> Zoned {
        time.to_zoned(self.zone.clone())
    }
}
