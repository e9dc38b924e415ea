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
        let wanted = tag.trim().split(['-', '_']).next()?;
        let known = [Language::English, Language::German, Language::Turkish];
        known.into_iter().find(|language| language.code().eq_ignore_ascii_case(wanted))
    }

    /// The first supported language of `Accept-Language`, else English.
    pub fn of_request(headers: &HeaderMap) -> Language {
        accepted(headers).find_map(Language::parse).unwrap_or_default()
    }
}

/// The language tags of `Accept-Language`, in their order.
fn accepted(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    wanted.split(',').filter_map(|item| Some(item.split(';').next()?.trim()))
}

/// How times of day are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeStyle {
    #[default]
    TwentyFourHours,
    TwelveHours,
}

/// Regions whose English uses the 12-hour clock (CLDR 48, timeData, for the locales that CLDR has).
const TWELVE_HOUR_REGIONS: &[&str] = &[
    "AE", "AG", "AS", "AU", "BB", "BM", "BS", "CA", "CY", "DM", "ER", "FJ", "FM", "GD", "GH", "GM", "GU", "GY", "HK",
    "IN", "JM", "KI", "KN", "KY", "LC", "LR", "LS", "MH", "MO", "MP", "MW", "MY", "NA", "NZ", "PG", "PH", "PK", "PR",
    "PW", "SB", "SD", "SG", "SL", "SS", "SZ", "TC", "TO", "TT", "UM", "US", "VC", "VG", "VI", "VU", "WS", "ZM",
];

impl TimeStyle {
    /// The usual clock of the region that `Accept-Language` names for its first language, as the page decides it
    /// (`web/src/i18n/region.ts`): browsers add `en-US` to other languages by themselves.
    pub fn of_request(headers: &HeaderMap, language: Language) -> TimeStyle {
        let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let first = accepted(headers).next().map(base);
        let mut tags = accepted(headers).filter(|tag| Some(base(tag)) == first);
        let region = tags.find_map(|tag| tag.split('-').skip(1).find(|part| part.len() == 2));
        let is_twelve = match language {
            Language::English => {
                region.is_some_and(|region| TWELVE_HOUR_REGIONS.iter().any(|known| known.eq_ignore_ascii_case(region)))
            }
            Language::German => false,
            Language::Turkish => region.is_some_and(|region| region.eq_ignore_ascii_case("CY")),
        };
        if is_twelve { TimeStyle::TwelveHours } else { TimeStyle::TwentyFourHours }
    }

    /// "14:45", or "2:45 PM" without a line break in it.
    pub fn format(self, language: Language, at: &Zoned) -> String {
        match (self, language) {
            (TimeStyle::TwentyFourHours, _) => at.strftime("%H:%M").to_string(),
            (TimeStyle::TwelveHours, Language::Turkish) => {
                format!("{}\u{a0}{}", if at.hour() < 12 { "ÖÖ" } else { "ÖS" }, at.strftime("%-I:%M"))
            }
            (TimeStyle::TwelveHours, _) => at.strftime("%-I:%M\u{a0}%p").to_string(),
        }
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
pub fn time_on_day(language: Language, style: TimeStyle, at: &Zoned) -> String {
    let day = text(language, &format!("server.weekdays.{}", at.weekday().to_monday_one_offset()), &[]);
    text(language, "shared.insights.timeOnDay", &[("time", &style.format(language, at)), ("day", &day)])
}

/// "14:45", or "02:00 on Tuesday" if that is not today.
pub fn time_in_sentence(language: Language, style: TimeStyle, at: &Zoned, today: Date) -> String {
    if at.date() == today { style.format(language, at) } else { time_on_day(language, style, at) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    // [C17]
    #[test]
    fn a_time_of_another_day_names_that_day() {
        let at: Zoned = "2026-11-17T02:00[Europe/Berlin]".parse().unwrap();
        let said =
            |language, today: &str| time_in_sentence(language, TimeStyle::TwentyFourHours, &at, today.parse().unwrap());
        assert_eq!(said(Language::English, "2026-11-17"), "02:00");
        assert_eq!(said(Language::English, "2026-11-16"), "02:00 on Tuesday");
        assert_eq!(said(Language::German, "2026-11-16"), "02:00 am Dienstag");
        assert_eq!(said(Language::Turkish, "2026-11-16"), "02:00 (Salı)");
        for day in 0..7 {
            let at = &at + jiff::Span::new().days(day);
            for language in [Language::English, Language::German, Language::Turkish] {
                assert!(!time_on_day(language, TimeStyle::default(), &at).contains("server."), "{at}");
            }
        }
    }

    // [B8] Expected texts: `Intl.DateTimeFormat` of a browser.
    #[test]
    fn both_clocks_in_each_language() {
        for (time, language, expected) in [
            ("00:05", Language::English, "12:05\u{a0}AM"),
            ("12:00", Language::English, "12:00\u{a0}PM"),
            ("15:30", Language::English, "3:30\u{a0}PM"),
            ("15:30", Language::German, "3:30\u{a0}PM"),
            ("15:30", Language::Turkish, "ÖS\u{a0}3:30"),
            ("09:00", Language::Turkish, "ÖÖ\u{a0}9:00"),
        ] {
            let at: Zoned = format!("2026-11-17T{time}[Europe/Berlin]").parse().unwrap();
            assert_eq!(TimeStyle::TwelveHours.format(language, &at), expected);
            assert_eq!(TimeStyle::TwentyFourHours.format(language, &at), time);
        }
    }

    // [B8]
    #[test]
    fn the_clock_follows_the_first_region_of_the_browser() {
        for (wanted, language, is_twelve) in [
            ("en-US,en;q=0.9", Language::English, true),
            ("en-AU", Language::English, true),
            ("en-CA", Language::English, true),
            ("en-GB,en-US;q=0.9", Language::English, false),
            ("tr-TR,tr;q=0.9,en-US;q=0.8", Language::English, false),
            ("tr,en-US;q=0.7,en;q=0.3", Language::English, false),
            ("de,en-US;q=0.7", Language::German, false),
            ("en", Language::English, false),
            ("", Language::English, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, wanted.parse().unwrap());
            assert_eq!(TimeStyle::of_request(&headers, language) == TimeStyle::TwelveHours, is_twelve, "{wanted}");
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
