//! Translations: the texts of `locales/` for the server, in three languages.

use std::sync::LazyLock;

use axum::http::{HeaderMap, header};
use jiff::Zoned;
use jiff::civil::Date;
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Language {
    #[default]
    English,
    German,
    Turkish,
}

impl Language {
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Turkish => "tr",
        }
    }

    /// The language of a tag such as `de-AT`; `None` if it is not supported.
    pub fn parse(tag: &str) -> Option<Language> {
        match tag.trim().split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Language::English),
            "de" => Some(Language::German),
            "tr" => Some(Language::Turkish),
            _ => None,
        }
    }

    /// The first supported language of `Accept-Language`, else English.
    pub fn of_request(headers: &HeaderMap) -> Language {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        wanted.split(',').find_map(|item| Language::parse(item.split(';').next()?.trim())).unwrap_or_default()
    }
}

/// Compiled in and read once; a test reads all three.
static TEXTS: LazyLock<[Value; 3]> = LazyLock::new(|| {
    [
        include_str!("../../locales/en.json"),
        include_str!("../../locales/de.json"),
        include_str!("../../locales/tr.json"),
    ]
    .map(|text| serde_json::from_str(text).unwrap_or_default())
});

/// The text at a dotted key with its `{placeholders}` filled; the key itself where there is none.
pub fn text(language: Language, key: &str, parameters: &[(&str, &str)]) -> String {
    let found =
        key.split('.').try_fold(&TEXTS[language as usize], |value, part| value.get(part)).and_then(Value::as_str);
    let mut text = found.unwrap_or(key).to_owned();
    for (name, value) in parameters {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}

/// "02:00 on Tuesday"
pub fn time_on_day(language: Language, at: &Zoned) -> String {
    let day = text(language, &format!("server.weekdays.{}", at.weekday().to_monday_one_offset()), &[]);
    text(language, "shared.insights.timeOnDay", &[("time", &clock_time(at)), ("day", &day)])
}

/// "14:45", or "02:00 on Tuesday" if that is not today.
pub fn time_in_sentence(language: Language, at: &Zoned, today: Date) -> String {
    if at.date() == today { clock_time(at) } else { time_on_day(language, at) }
}

fn clock_time(at: &Zoned) -> String {
    at.strftime("%H:%M").to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    // [C17]
    #[test]
    fn a_time_of_another_day_names_that_day() {
        let at: Zoned = "2026-11-17T02:00[Europe/Berlin]".parse().unwrap();
        let said = |language, today: &str| time_in_sentence(language, &at, today.parse().unwrap());
        assert_eq!(said(Language::English, "2026-11-17"), "02:00");
        assert_eq!(said(Language::English, "2026-11-16"), "02:00 on Tuesday");
        assert_eq!(said(Language::German, "2026-11-16"), "02:00 am Dienstag");
        assert_eq!(said(Language::Turkish, "2026-11-16"), "02:00 (Salı)");
        for day in 0..7 {
            let at = &at + jiff::Span::new().days(day);
            for language in [Language::English, Language::German, Language::Turkish] {
                assert!(!time_on_day(language, &at).contains("server."), "{at}");
            }
        }
    }

    #[test]
    fn each_language_has_its_own_words_and_fills_the_gaps() {
        let near = |language| text(language, "server.places.near", &[("place", "Amasra"), ("kilometres", "40")]);
        assert_eq!(near(Language::English), "near Amasra, 40 km");
        assert_eq!(near(Language::German), "bei Amasra, 40 km");
        assert_eq!(near(Language::Turkish), "Amasra yakınları, 40 km");
    }

    #[test]
    fn the_first_language_of_a_request_that_we_speak_is_taken() {
        for (wanted, expected) in [("fr, tr-TR;q=0.8, en", "tr"), ("de", "de"), ("ja", "en"), ("", "en")] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, wanted.parse().unwrap());
            assert_eq!(Language::of_request(&headers).code(), expected, "{wanted}");
        }
    }
}
