//! The text of a notification in the recipient's language and units: place, event, time, advice and source.

use jiff::tz::TimeZone;

use crate::alert::{Alert, AlertText};
use crate::alert_words::{AlertDescription, AlertWords};
use crate::alerts::model::event::NotificationEvent;
use crate::i18n::{self, Language};
use crate::measures::Measures;
use crate::notification_settings::DisplayUnits;

/// Push messages are short; the whole text is on the linked page.
const MAX_PUSH_LETTERS: usize = 240;
/// A briefing is read where it arrives.
const MAX_BRIEFING_LETTERS: usize = 800;

/// The parts of a mail or push message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MessageText {
    pub title: String,
    /// Severity, start and end.
    pub when: String,
    pub what: String,
    pub advice: Option<String>,
    pub source: String,
    /// The authority's original text, if `what` is in another language.
    pub original: Option<AlertText>,
    /// Key of the text that says why the user gets it.
    pub reason: &'static str,
}

pub struct MessageFormatter<'a> {
    pub language: Language,
    pub units: DisplayUnits,
    /// The time zone of the place.
    pub zone: &'a TimeZone,
}

impl MessageFormatter<'_> {
    pub fn text(&self, key: &str, parameters: &[(&str, &str)]) -> String {
        i18n::text(self.language, &format!("server.notifications.{key}"), parameters)
    }

    pub fn format(&self, event: NotificationEvent, place: &str, alert: Option<&Alert>) -> MessageText {
        let Some(alert) = alert else { return self.without_alert(event, place) };
        if alert.is_own_briefing() {
            return self.briefing(alert);
        }
        let words = AlertWords { measures: Measures { language: self.language, units: self.units }, zone: self.zone };
        let AlertDescription { name, what, advice, original } = words.describe(alert);
        let is_end = event.is_end();
        MessageText {
            title: self.text(&format!("title.{}", event.as_str()), &[("alert", &name), ("place", place)]),
            // Of a threshold of the user's own, the text has the time, and there is no severity.
            when: if alert.is_own_threshold() { String::new() } else { words.when(alert) },
            what: if is_end { self.text(&format!("over.{}", event.as_str()), &[("place", place)]) } else { what },
            advice: advice.filter(|_| !is_end),
            source: words.source(alert),
            original: original.filter(|_| !is_end),
            reason: if alert.is_own_threshold() { "whyThreshold" } else { "why" },
        }
    }

    /// A briefing is neither an alert nor in force: it is one text.
    fn briefing(&self, alert: &Alert) -> MessageText {
        let text = alert.text_in(self.language);
        MessageText {
            title: text.map(|text| text.title.clone()).unwrap_or_default(),
            what: text.map(|text| text.description.clone()).unwrap_or_default(),
            source: alert.attribution.clone().unwrap_or_default(),
            reason: "whyBriefing",
            ..MessageText::default()
        }
    }

    /// A test, or a notification whose alert was deleted.
    fn without_alert(&self, event: NotificationEvent, place: &str) -> MessageText {
        let key = if event == NotificationEvent::Test { "test" } else { "gone" };
        MessageText {
            title: self.text(&format!("{key}.title"), &[("place", place)]),
            when: String::new(),
            what: self.text(&format!("{key}.what"), &[("place", place)]),
            advice: None,
            source: "Halcyon".to_owned(),
            original: None,
            reason: "why",
        }
    }
}

impl MessageText {
    pub fn push_body(&self) -> String {
        let advice = self.advice.as_deref().unwrap_or(&self.what);
        let max_letters = if self.reason == "whyBriefing" { MAX_BRIEFING_LETTERS } else { MAX_PUSH_LETTERS };
        let lines = [self.when.as_str(), &shorten(advice, max_letters), &self.source];
        lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

fn shorten(text: &str, max_letters: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= max_letters {
        return text;
    }
    let cut: String = text.chars().take(max_letters).collect();
    format!("{}…", cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alert::{AlertOrigin, CapSeverity, Hazard, HazardKind, Severity};
    use crate::notification_settings::{PrecipitationUnit, TemperatureUnit, WindSpeedUnit};

    fn alert_text(language: &str, title: &str) -> AlertText {
        AlertText { description: format!("{title}, described in detail."), ..AlertText::new(language, title) }
    }

    fn storm(texts: Vec<AlertText>, hazard: Option<Hazard>) -> Alert {
        let is_hazard = hazard.is_some();
        let origin = if is_hazard { AlertOrigin::Computed } else { AlertOrigin::Issued };
        let (starts_at, ends_at) = ("2026-11-15T17:00:00Z".parse().unwrap(), "2026-11-16T05:00:00Z".parse().unwrap());
        Alert {
            cap_severity: Some(CapSeverity::Severe),
            texts,
            hazard,
            issuer: (!is_hazard).then(|| "Wetterdienst".to_owned()),
            ..Alert::new(origin, Severity::Severe, starts_at, ends_at)
        }
    }

    fn format(language: Language, units: DisplayUnits, event: NotificationEvent, alert: &Alert) -> MessageText {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        MessageFormatter { language, units, zone: &zone }.format(event, "Zuhause", Some(alert))
    }

    #[test]
    fn the_text_in_the_recipients_language_is_chosen_and_the_original_added() {
        let alert = storm(
            vec![alert_text("fr-FR", "Tempête"), alert_text("en-GB", "Storm"), alert_text("de-DE", "Sturm")],
            None,
        );
        let german = format(Language::German, DisplayUnits::default(), NotificationEvent::New, &alert);
        assert_eq!(german.title, "Sturm – Zuhause");
        assert_eq!(german.when, "Schwer, von So 18:00 bis Mo 06:00");
        assert_eq!(german.original.unwrap().title, "Tempête");
        let turkish = format(Language::Turkish, DisplayUnits::default(), NotificationEvent::New, &alert);
        assert_eq!(turkish.what, "Storm, described in detail.");
        let only_french = format(
            Language::English,
            DisplayUnits::default(),
            NotificationEvent::New,
            &storm(vec![alert_text("fr-FR", "Tempête")], None),
        );
        assert_eq!((only_french.what.as_str(), only_french.original), ("Tempête, described in detail.", None));
    }

    /// [C11]
    #[test]
    fn an_extreme_alert_is_named_so_in_each_language() {
        let alert = storm(vec![alert_text("en", "Storm")], None);
        let extreme = Alert { cap_severity: Some(CapSeverity::Extreme), ..alert };
        for (language, word) in
            [(Language::English, "Extreme, "), (Language::German, "Extrem, "), (Language::Turkish, "Çok tehlikeli, ")]
        {
            let when = format(language, DisplayUnits::default(), NotificationEvent::New, &extreme).when;
            assert!(when.starts_with(word), "{when}");
        }
    }

    #[test]
    fn a_hazard_is_described_in_the_recipients_units_and_marked_as_computed() {
        let gusts =
            Hazard { kind: HazardKind::Gusts, peak: Some(25.0), peak_at: "2026-11-15T20:00:00Z".parse().unwrap() };
        let alert = storm(Vec::new(), Some(gusts));
        let miles = DisplayUnits { wind_speed: WindSpeedUnit::MilesPerHour, ..DisplayUnits::default() };
        let english = format(Language::English, miles, NotificationEvent::New, &alert);
        assert_eq!(english.what, "Gusts up to 56 mph, strongest around 21:00 on Sunday.");
        assert!(english.source.contains("not an official one"), "{}", english.source);
        let german = format(Language::German, DisplayUnits::default(), NotificationEvent::Escalated, &alert);
        assert_eq!(german.what, "Böen bis 25 m/s, am stärksten gegen 21:00 am Sonntag.");
    }

    #[test]
    fn every_peak_is_shown_in_the_unit_the_recipient_chose() {
        let metric = DisplayUnits::default();
        let american = DisplayUnits {
            temperature: TemperatureUnit::Fahrenheit,
            precipitation: PrecipitationUnit::Inches,
            wind_speed: WindSpeedUnit::MilesPerHour,
            ..metric
        };
        let kilometres = DisplayUnits { wind_speed: WindSpeedUnit::KilometresPerHour, ..metric };
        let wind = |wind_speed| DisplayUnits { wind_speed, ..metric };
        for (kind, peak, units, expected) in [
            (HazardKind::Heat, 39.0, metric, "39 °C"),
            (HazardKind::Heat, 39.0, american, "102 °F"),
            (HazardKind::Cold, -28.0, metric, "−28 °C"),
            (HazardKind::Cold, -28.0, american, "−18 °F"),
            (HazardKind::Cold, -18.0, american, " 0 °F"),
            (HazardKind::Wind, 25.0, metric, "25 m/s"),
            (HazardKind::Wind, 25.0, kilometres, "90 km/h"),
            (HazardKind::Wind, 25.0, american, "56 mph"),
            (HazardKind::Gusts, 30.0, kilometres, "108 km/h"),
            (HazardKind::Wind, 25.0, wind(WindSpeedUnit::Knots), "49 kn"),
            (HazardKind::Wind, 24.4, wind(WindSpeedUnit::Beaufort), "9 Bft"),
            (HazardKind::Wind, 24.5, wind(WindSpeedUnit::Beaufort), "10 Bft"),
            (HazardKind::Rain, 50.8, american, "2.0 in"),
            (HazardKind::Rain, 50.8, metric, "51 mm"),
            (HazardKind::Snow, 25.4, american, "10.0 in"),
            (HazardKind::Snow, 25.4, metric, "25 cm"),
        ] {
            let peak_at = "2026-11-15T20:00:00Z".parse().unwrap();
            let alert = storm(Vec::new(), Some(Hazard { kind, peak: Some(peak), peak_at }));
            let what = format(Language::English, units, NotificationEvent::New, &alert).what;
            assert!(what.contains(expected), "{expected} in {what}");
        }
        let rain =
            Hazard { kind: HazardKind::Rain, peak: Some(50.8), peak_at: "2026-11-15T20:00:00Z".parse().unwrap() };
        let german = format(Language::German, american, NotificationEvent::New, &storm(Vec::new(), Some(rain))).what;
        assert!(german.contains("2,0 in"), "{german}");
    }

    // [B8]
    #[test]
    fn times_are_in_the_clock_the_recipient_chose() {
        let gusts =
            Hazard { kind: HazardKind::Gusts, peak: Some(25.0), peak_at: "2026-11-15T20:00:00Z".parse().unwrap() };
        let alert = storm(Vec::new(), Some(gusts));
        let units = DisplayUnits { time_style: i18n::TimeStyle::TwelveHours, ..DisplayUnits::default() };
        let text = format(Language::English, units, NotificationEvent::New, &alert);
        assert_eq!(text.when, "Severe, from Sun 6:00\u{a0}PM to Mon 6:00\u{a0}AM");
        assert!(text.what.ends_with("around 9:00\u{a0}PM on Sunday."), "{}", text.what);
    }

    #[test]
    fn the_end_of_an_alert_has_no_advice() {
        let over = format(
            Language::English,
            DisplayUnits::default(),
            NotificationEvent::AllClear,
            &storm(vec![alert_text("en", "Storm")], None),
        );
        assert_eq!((over.advice, over.original), (None, None));
        assert!(over.what.contains("Zuhause"), "{}", over.what);
    }

    #[test]
    fn a_push_message_is_short_for_any_description() {
        let mut long = alert_text("en", "Storm");
        long.description = "A very long description. ".repeat(400);
        let short =
            format(Language::English, DisplayUnits::default(), NotificationEvent::New, &storm(vec![long], None))
                .push_body();
        assert!(short.chars().count() < 400, "{}", short.len());
        assert!(short.contains('…'));
    }

    #[test]
    fn every_event_and_weekday_has_a_text_in_three_languages() {
        let alert = storm(vec![alert_text("en", "Storm")], None);
        let events = [
            NotificationEvent::New,
            NotificationEvent::Updated,
            NotificationEvent::Escalated,
            NotificationEvent::Extended,
            NotificationEvent::Cancelled,
            NotificationEvent::AllClear,
        ];
        for language in [Language::English, Language::German, Language::Turkish] {
            for event in events {
                let text = format(language, DisplayUnits::default(), event, &alert);
                let debug = format!("{text:?}");
                assert!(!debug.contains("server.notifications") && !text.when.contains("{"), "{debug}");
            }
        }
    }
}
