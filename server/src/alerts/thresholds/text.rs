//! The text of a notification about a threshold, in the language and units of its user.

use jiff::tz::TimeZone;

use super::kind::ThresholdKind;
use super::rules::Finding;
use crate::alert::AlertText;
use crate::i18n;
use crate::measures::Measures;

/// The threshold as its title, what the forecast has as its text.
pub fn of(
    kind: ThresholdKind,
    value: Option<f64>,
    finding: &Finding,
    measures: &Measures,
    zone: &TimeZone,
) -> AlertText {
    let text = |part: &str, parameters: &[(&str, &str)]| {
        i18n::text(measures.language, &format!("server.notifications.thresholds.{}.{part}", kind.as_str()), parameters)
    };
    let amount = |value: f64| match kind {
        ThresholdKind::Wind => measures.speed(value),
        ThresholdKind::Heat | ThresholdKind::Frost => measures.degrees(value),
        _ => measures.number(value, 0),
    };
    let style = measures.units.time_style;
    let limit = match kind {
        ThresholdKind::RainBefore => clock(value.unwrap_or_default(), measures),
        _ => value.map(&amount).unwrap_or_default(),
    };
    // A message may be read on another day than it was sent.
    let time = i18n::time_on_day(measures.language, style, &finding.at.to_zoned(zone.clone()));
    let peak = finding.peak.map(&amount).unwrap_or_default();
    AlertText {
        description: text("what", &[("value", &peak), ("time", &time)]),
        ..AlertText::new(measures.language.code(), text("title", &[("value", &limit)]))
    }
}

/// An hour of the day, as the user writes times.
fn clock(hour: f64, measures: &Measures) -> String {
    let hour = hour as i8;
    if hour == 24 && measures.units.time_style == i18n::TimeStyle::TwentyFourHours {
        return "24:00".to_owned();
    }
    let time = jiff::civil::date(2026, 1, 1).at(hour % 24, 0, 0, 0).to_zoned(TimeZone::UTC);
    time.map(|at| measures.units.time_style.format(measures.language, &at)).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use crate::notification_settings::{DisplayUnits, TemperatureUnit, WindSpeedUnit};

    fn finding(peak: Option<f64>) -> Finding {
        let at = "2026-11-15T20:00:00Z".parse().unwrap();
        Finding { peak, at, until: at, period: None }
    }

    #[test]
    fn numbers_are_in_the_units_of_the_user() {
        let units = DisplayUnits {
            wind_speed: WindSpeedUnit::KilometresPerHour,
            temperature: TemperatureUnit::Fahrenheit,
            ..DisplayUnits::default()
        };
        let measures = Measures { language: Language::English, units };
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let wind = of(ThresholdKind::Wind, Some(40.0 / 3.6), &finding(Some(15.0)), &measures, &zone);
        assert_eq!(wind.title, "Wind over 40 km/h");
        assert_eq!(wind.description, "Up to 54 km/h, strongest around 21:00 on Sunday.");
        let heat = of(ThresholdKind::Heat, Some(30.0), &finding(Some(32.0)), &measures, &zone);
        assert_eq!(heat.title, "Hotter than 86°");
        let rain = of(ThresholdKind::RainBefore, Some(8.0), &finding(None), &measures, &zone);
        assert_eq!(rain.title, "Rain before 08:00");
    }

    #[test]
    fn every_kind_has_texts_in_three_languages() {
        for language in [Language::English, Language::German, Language::Turkish] {
            for kind in ThresholdKind::ALL {
                let measures = Measures { language, units: DisplayUnits::default() };
                let text = of(kind, Some(8.0), &finding(Some(9.0)), &measures, &TimeZone::UTC);
                let all = format!("{} {}", text.title, text.description);
                assert!(!all.contains("server.") && !all.contains('{'), "{all}");
            }
        }
    }
}
