//! An alert in words: its name, time, text, advice and source, in a user's language and units.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::alert::{Alert, AlertText, Hazard, HazardKind, Severity};
use crate::i18n::{self, Language};
use crate::measures::Measures;

/// The name of a hazard of ours, which says how severe it is.
pub fn hazard_title(language: Language, kind: HazardKind, severity: Severity) -> String {
    i18n::text(language, &format!("shared.hazards.{}.title.{}", kind.as_str(), severity.as_str()), &[])
}

pub struct AlertWords<'a> {
    pub measures: Measures,
    /// The time zone of the place.
    pub zone: &'a TimeZone,
}

/// What an alert says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlertDescription {
    pub name: String,
    pub what: String,
    pub advice: Option<String>,
    /// The authority's original text, if the description is in another language.
    pub original: Option<AlertText>,
}

impl AlertWords<'_> {
    pub fn describe(&self, alert: &Alert) -> AlertDescription {
        if let Some(hazard) = &alert.hazard {
            return self.describe_hazard(hazard, alert.severity);
        }
        let Some(text) = alert.text_in(self.measures.language) else { return AlertDescription::default() };
        AlertDescription {
            name: text.title.clone(),
            what: text.description.clone(),
            advice: text.instruction.clone(),
            original: alert.texts.first().filter(|first| *first != text).cloned(),
        }
    }

    /// "Severe, from Sun 18:00 to Mon 06:00"
    pub fn when(&self, alert: &Alert) -> String {
        let severity = self.severity(alert);
        let (start, end) = (self.weekday_and_time(alert.starts_at), self.weekday_and_time(alert.ends_at));
        self.text("when", &[("severity", &severity), ("start", &start), ("end", &end)])
    }

    pub fn severity(&self, alert: &Alert) -> String {
        self.text(&format!("severity.{}", alert.level()), &[])
    }

    /// Who issued it, with the attribution that the source asks for.
    pub fn source(&self, alert: &Alert) -> String {
        let source = match &alert.issuer {
            Some(issuer) => self.text("issuedBy", &[("issuer", issuer)]),
            None if alert.is_own_rain() => self.text("rain.source", &[]),
            None => self.text("hazard", &[]),
        };
        match &alert.attribution {
            Some(attribution) if alert.issuer.as_ref() != Some(attribution) => format!("{source} ({attribution})"),
            _ => source,
        }
    }

    fn describe_hazard(&self, hazard: &Hazard, severity: Severity) -> AlertDescription {
        let language = self.measures.language;
        let shared = |part: &str, parameters: &[(&str, &str)]| {
            i18n::text(language, &format!("shared.hazards.{}.{part}", hazard.kind.as_str()), parameters)
        };
        let value = hazard.peak.map(|peak| self.format_peak(hazard.kind, peak)).unwrap_or_default();
        // It may be read on another day than it was written.
        let peak_at = hazard.peak_at.to_zoned(self.zone.clone());
        let time = i18n::time_on_day(language, self.measures.units.time_style, &peak_at);
        AlertDescription {
            name: hazard_title(language, hazard.kind, severity),
            what: shared("what", &[("value", &value), ("time", &time)]),
            advice: Some(shared("advice", &[])),
            original: None,
        }
    }

    fn format_peak(&self, kind: HazardKind, value: f64) -> String {
        match kind {
            HazardKind::Wind | HazardKind::Gusts => self.measures.speed(value),
            HazardKind::Rain => self.measures.rain(value, 0),
            HazardKind::Snow => self.measures.snow(value),
            HazardKind::Heat | HazardKind::Cold => self.measures.temperature(value),
            HazardKind::Uv | HazardKind::Ice | HazardKind::Thunder => self.measures.number(value, 0),
        }
    }

    fn weekday_and_time(&self, at: Timestamp) -> String {
        let at = at.to_zoned(self.zone.clone());
        let weekday = self.text(&format!("weekday.{}", at.weekday().to_monday_one_offset()), &[]);
        format!("{weekday} {}", self.measures.units.time_style.format(self.measures.language, &at))
    }

    fn text(&self, key: &str, parameters: &[(&str, &str)]) -> String {
        i18n::text(self.measures.language, &format!("server.notifications.{key}"), parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beaufort 8, 9 and 11 as the WMO, the German and the Turkish weather service name them.
    #[test]
    fn a_hazard_is_named_after_its_severity() {
        let severities = [Severity::Info, Severity::Moderate, Severity::Severe];
        let titles = |language, kind| severities.map(|severity| hazard_title(language, kind, severity));
        assert_eq!(titles(Language::English, HazardKind::Wind), ["Gale-force wind", "Severe gale", "Violent storm"]);
        assert_eq!(titles(Language::German, HazardKind::Wind), ["Stürmischer Wind", "Sturm", "Orkanartiger Sturm"]);
        assert_eq!(
            titles(Language::Turkish, HazardKind::Wind),
            ["Fırtına", "Kuvvetli fırtına", "Çok şiddetli fırtına"]
        );
        assert_eq!(titles(Language::German, HazardKind::Gusts)[2], "Orkanböen");
        assert_eq!(titles(Language::German, HazardKind::Heat), ["Hitze", "Starke Hitze", "Extreme Hitze"]);
    }
}
