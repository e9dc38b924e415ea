//! A notice in words: the place, what, when, what to do and who says so, in the reader's language and units.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::alert::{Alert, AlertText, Hazard, HazardKind};
use crate::alerts::notifications::NotificationEvent;
use crate::alerts::notify::settings::{Units, WindUnit};
use crate::i18n::{self, Language};

/// A push message is read at a glance; the rest is behind its link.
const PUSH_LETTERS: usize = 240;

/// Everything a mail or a push message is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    pub title: String,
    /// How grave and when.
    pub when: String,
    pub what: String,
    pub advice: Option<String>,
    pub source: String,
    /// The authority's own words, where `what` is in another language.
    pub original: Option<AlertText>,
}

pub struct Reader<'a> {
    pub language: Language,
    pub units: Units,
    /// Of the place.
    pub zone: &'a TimeZone,
}

impl Reader<'_> {
    pub fn text(&self, key: &str, parameters: &[(&str, &str)]) -> String {
        i18n::text(self.language, &format!("server.notifications.{key}"), parameters)
    }

    pub fn words(&self, event: NotificationEvent, place: &str, alert: Option<&Alert>) -> Words {
        let Some(alert) = alert else { return self.without_warning(event, place) };
        let block = chosen(&alert.texts, self.language);
        let (name, what, advice) = match (&alert.hazard, block) {
            (Some(hazard), _) => self.hazard(hazard),
            (None, Some(text)) => (text.title.clone(), text.description.clone(), text.instruction.clone()),
            (None, None) => Default::default(),
        };
        let severity = self.text(&format!("severity.{}", alert.severity.as_str()), &[]);
        let (start, end) = (self.moment(alert.starts_at), self.moment(alert.ends_at));
        let is_over = matches!(event, NotificationEvent::Cancelled | NotificationEvent::AllClear);
        let source = match &alert.issuer {
            Some(issuer) => self.text("issuedBy", &[("issuer", issuer)]),
            None => self.text("hazard", &[]),
        };
        Words {
            title: self.text(&format!("title.{}", event.as_str()), &[("warning", &name), ("place", place)]),
            when: self.text("when", &[("severity", &severity), ("start", &start), ("end", &end)]),
            what: if is_over { self.text(&format!("over.{}", event.as_str()), &[("place", place)]) } else { what },
            advice: advice.filter(|_| !is_over),
            source: match &alert.attribution {
                Some(attribution) if alert.issuer.as_ref() != Some(attribution) => format!("{source} ({attribution})"),
                _ => source,
            },
            original: alert
                .texts
                .first()
                .filter(|first| !is_over && block.is_some_and(|block| block != *first))
                .cloned(),
        }
    }

    /// A test, or a warning that is no longer kept.
    fn without_warning(&self, event: NotificationEvent, place: &str) -> Words {
        let key = if event == NotificationEvent::Test { "test" } else { "gone" };
        Words {
            title: self.text(&format!("{key}.title"), &[("place", place)]),
            when: String::new(),
            what: self.text(&format!("{key}.what"), &[("place", place)]),
            advice: None,
            source: "Halcyon".to_owned(),
            original: None,
        }
    }

    fn hazard(&self, hazard: &Hazard) -> (String, String, Option<String>) {
        let shared = |part: &str, parameters: &[(&str, &str)]| {
            i18n::text(self.language, &format!("shared.hazards.{}.{part}", hazard.kind.as_str()), parameters)
        };
        let value = hazard.peak.map(|peak| self.measure(hazard.kind, peak)).unwrap_or_default();
        let time = self.time(hazard.peak_at);
        (shared("title", &[]), shared("what", &[("value", &value), ("time", &time)]), Some(shared("advice", &[])))
    }

    fn measure(&self, kind: HazardKind, value: f64) -> String {
        match kind {
            HazardKind::Wind | HazardKind::Gusts => match self.units.wind {
                WindUnit::MetresPerSecond => format!("{} m/s", self.number(value, 0)),
                WindUnit::KilometresPerHour => format!("{} km/h", self.number(value * 3.6, 0)),
                WindUnit::MilesPerHour => format!("{} mph", self.number(value / 0.44704, 0)),
            },
            HazardKind::Rain if self.units.inches => format!("{} in", self.number(value / 25.4, 1)),
            HazardKind::Rain => format!("{} mm", self.number(value, 0)),
            HazardKind::Snow if self.units.inches => format!("{} in", self.number(value / 2.54, 1)),
            HazardKind::Snow => format!("{} cm", self.number(value, 0)),
            HazardKind::Heat | HazardKind::Cold if self.units.fahrenheit => {
                format!("{} °F", self.number(value * 1.8 + 32.0, 0))
            }
            HazardKind::Heat | HazardKind::Cold => format!("{} °C", self.number(value, 0)),
            HazardKind::Uv | HazardKind::Ice | HazardKind::Thunder => self.number(value, 0),
        }
    }

    fn number(&self, value: f64, decimals: usize) -> String {
        // Rounded first: what rounds to zero has no sign.
        let scale = 10_f64.powi(decimals as i32);
        let rounded = (value * scale).round() / scale + 0.0;
        let text = format!("{rounded:.decimals$}").replace('-', "−");
        if self.language == Language::English { text } else { text.replace('.', ",") }
    }

    fn time(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%H:%M").to_string()
    }

    fn moment(&self, at: Timestamp) -> String {
        let weekday = at.to_zoned(self.zone.clone()).weekday().to_monday_one_offset();
        format!("{} {}", self.text(&format!("weekday.{weekday}"), &[]), self.time(at))
    }
}

impl Words {
    /// The body of a push message.
    pub fn short(&self) -> String {
        let advice = self.advice.as_deref().unwrap_or(&self.what);
        let lines = [self.when.as_str(), &shortened(advice), &self.source];
        lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// The reader's language, else English, else as the authority wrote it.
fn chosen(texts: &[AlertText], language: Language) -> Option<&AlertText> {
    let spoken = |wanted: Language| texts.iter().find(|text| Language::parse(&text.language) == Some(wanted));
    spoken(language).or_else(|| spoken(Language::English)).or(texts.first())
}

fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= PUSH_LETTERS {
        return text;
    }
    let cut: String = text.chars().take(PUSH_LETTERS).collect();
    format!("{}…", cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::alert::{AlertOrigin, CapSeverity, Severity};

    fn text(language: &str, title: &str) -> AlertText {
        AlertText {
            language: language.to_owned(),
            title: title.to_owned(),
            description: format!("{title}, told at length."),
            instruction: None,
            area: String::new(),
        }
    }

    fn storm(texts: Vec<AlertText>, hazard: Option<Hazard>) -> Alert {
        let is_ours = hazard.is_some();
        Alert {
            id: "storm".to_owned(),
            origin: if is_ours { AlertOrigin::Computed } else { AlertOrigin::Issued },
            severity: Severity::Severe,
            cap_severity: Some(CapSeverity::Severe),
            texts,
            hazard,
            issuer: (!is_ours).then(|| "Wetterdienst".to_owned()),
            attribution: None,
            sent_at: None,
            starts_at: "2026-11-15T17:00:00Z".parse().unwrap(),
            ends_at: "2026-11-16T05:00:00Z".parse().unwrap(),
            url: None,
        }
    }

    fn words(language: Language, units: Units, event: NotificationEvent, alert: &Alert) -> Words {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        Reader { language, units, zone: &zone }.words(event, "Zuhause", Some(alert))
    }

    #[test]
    fn the_authoritys_words_are_taken_in_the_readers_language_with_the_original_beside_them() {
        let alert = storm(vec![text("fr-FR", "Tempête"), text("en-GB", "Storm"), text("de-DE", "Sturm")], None);
        let german = words(Language::German, Units::default(), NotificationEvent::New, &alert);
        assert_eq!(german.title, "Sturm – Zuhause");
        assert_eq!(german.when, "Schwer, von So 18:00 bis Mo 06:00");
        assert_eq!(german.original.unwrap().title, "Tempête");
        let turkish = words(Language::Turkish, Units::default(), NotificationEvent::New, &alert);
        assert_eq!(turkish.what, "Storm, told at length.");
        let only_french = words(
            Language::English,
            Units::default(),
            NotificationEvent::New,
            &storm(vec![text("fr-FR", "Tempête")], None),
        );
        assert_eq!((only_french.what.as_str(), only_french.original), ("Tempête, told at length.", None));
    }

    #[test]
    fn our_own_notice_is_told_in_the_readers_units_and_says_that_it_is_ours() {
        let gusts =
            Hazard { kind: HazardKind::Gusts, peak: Some(25.0), peak_at: "2026-11-15T20:00:00Z".parse().unwrap() };
        let alert = storm(Vec::new(), Some(gusts));
        let miles = Units { wind: WindUnit::MilesPerHour, ..Units::default() };
        let english = words(Language::English, miles, NotificationEvent::New, &alert);
        assert_eq!(english.what, "Gusts up to 56 mph, strongest around 21:00.");
        assert!(english.source.contains("not an official warning"), "{}", english.source);
        let german = words(Language::German, Units::default(), NotificationEvent::Escalated, &alert);
        assert_eq!(german.what, "Böen bis 25 m/s, am stärksten gegen 21:00.");
    }

    #[test]
    fn every_measure_is_told_in_the_unit_its_reader_chose() {
        let metric = Units::default();
        let american = Units { fahrenheit: true, inches: true, wind: WindUnit::MilesPerHour };
        let hourly = Units { wind: WindUnit::KilometresPerHour, ..metric };
        for (kind, peak, units, told) in [
            (HazardKind::Heat, 39.0, metric, "39 °C"),
            (HazardKind::Heat, 39.0, american, "102 °F"),
            (HazardKind::Cold, -28.0, metric, "−28 °C"),
            (HazardKind::Cold, -28.0, american, "−18 °F"),
            (HazardKind::Cold, -18.0, american, " 0 °F"),
            (HazardKind::Wind, 25.0, metric, "25 m/s"),
            (HazardKind::Wind, 25.0, hourly, "90 km/h"),
            (HazardKind::Wind, 25.0, american, "56 mph"),
            (HazardKind::Gusts, 30.0, hourly, "108 km/h"),
            (HazardKind::Rain, 50.8, american, "2.0 in"),
            (HazardKind::Rain, 50.8, metric, "51 mm"),
            (HazardKind::Snow, 25.4, american, "10.0 in"),
            (HazardKind::Snow, 25.4, metric, "25 cm"),
        ] {
            let peak_at = "2026-11-15T20:00:00Z".parse().unwrap();
            let alert = storm(Vec::new(), Some(Hazard { kind, peak: Some(peak), peak_at }));
            let what = words(Language::English, units, NotificationEvent::New, &alert).what;
            assert!(what.contains(told), "{told} in {what}");
        }
        let rain =
            Hazard { kind: HazardKind::Rain, peak: Some(50.8), peak_at: "2026-11-15T20:00:00Z".parse().unwrap() };
        let german = words(Language::German, american, NotificationEvent::New, &storm(Vec::new(), Some(rain))).what;
        assert!(german.contains("2,0 in"), "{german}");
    }

    #[test]
    fn when_it_is_over_nothing_is_advised_any_more() {
        let over = words(
            Language::English,
            Units::default(),
            NotificationEvent::AllClear,
            &storm(vec![text("en", "Storm")], None),
        );
        assert_eq!((over.advice, over.original), (None, None));
        assert!(over.what.contains("Zuhause"), "{}", over.what);
    }

    #[test]
    fn a_push_message_is_short_whatever_an_authority_writes() {
        let mut long = text("en", "Storm");
        long.description = "A very long description. ".repeat(400);
        let short =
            words(Language::English, Units::default(), NotificationEvent::New, &storm(vec![long], None)).short();
        assert!(short.chars().count() < 400, "{}", short.len());
        assert!(short.contains('…'));
    }

    #[test]
    fn every_step_and_weekday_has_words_in_three_languages() {
        let alert = storm(vec![text("en", "Storm")], None);
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
                let told = words(language, Units::default(), event, &alert);
                let said = format!("{told:?}");
                assert!(!said.contains("server.notifications") && !told.when.contains("{"), "{said}");
            }
        }
    }
}
