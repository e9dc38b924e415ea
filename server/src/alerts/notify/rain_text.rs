//! The text of a notification about rain, in the language of its recipient.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::alert::AlertText;
use crate::i18n::{self, Language, TimeStyle};
use crate::rainfall::ArrivingRain;

/// As exact as the motion of rain is known.
const STEP_MINUTES: i64 = 5;

/// In how many minutes first; the time as well, because a message may be read later.
pub fn of(rain: &ArrivingRain, language: Language, style: TimeStyle, zone: &TimeZone, now: Timestamp) -> AlertText {
    let text = |key: &str, parameters: &[(&str, &str)]| {
        i18n::text(language, &format!("server.notifications.rain.{key}"), parameters)
    };
    let time = |at: Timestamp| style.format(language, &rounded(at).to_zoned(zone.clone()));
    let minutes = rounded_minutes(rain.from.duration_since(now)).to_string();
    let intensity = text(&format!("intensity.{}", rain.intensity.as_str()), &[]);
    let from = time(rain.from);
    let description = match rain.to {
        Some(to) => text("fromTo", &[("rain", &intensity), ("from", &from), ("to", &time(to))]),
        None => text("from", &[("rain", &intensity), ("from", &from)]),
    };
    AlertText { description, ..AlertText::new(language.code(), text("title", &[("minutes", &minutes)])) }
}

fn rounded_minutes(wait: SignedDuration) -> i64 {
    let minutes = wait.as_secs_f64() / 60.0;
    ((minutes / STEP_MINUTES as f64).round() as i64 * STEP_MINUTES).max(STEP_MINUTES)
}

pub fn rounded(at: Timestamp) -> Timestamp {
    let step = STEP_MINUTES * 60;
    Timestamp::from_second((at.as_second() + step / 2).div_euclid(step) * step).unwrap_or(at)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rainfall::RainIntensity;

    fn text(language: Language, to: Option<&str>, intensity: RainIntensity) -> AlertText {
        let rain = ArrivingRain {
            from: "2026-11-15T14:42:00Z".parse().unwrap(),
            to: to.map(|to| to.parse().unwrap()),
            intensity,
            attribution: String::new(),
        };
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        of(&rain, language, TimeStyle::TwentyFourHours, &zone, "2026-11-15T14:23:30Z".parse().unwrap())
    }

    #[test]
    fn minutes_and_times_are_rounded_to_five_minutes_in_the_time_of_the_place() {
        let text = text(Language::English, Some("2026-11-15T15:08:00Z"), RainIntensity::Moderate);
        assert_eq!(text.title, "Rain in about 20 minutes");
        for part in ["Moderate rain", "15:40", "16:10"] {
            assert!(text.description.contains(part), "{part}: {}", text.description);
        }
    }

    #[test]
    fn every_rain_has_a_text_in_three_languages() {
        use RainIntensity::{Heavy, Light, Moderate, VeryLight, Violent};
        for language in [Language::English, Language::German, Language::Turkish] {
            for intensity in [VeryLight, Light, Moderate, Heavy, Violent] {
                let text = text(language, None, intensity);
                let all = format!("{} {}", text.title, text.description);
                assert!(all.contains("15:40") && !all.contains("server.") && !all.contains('{'), "{all}");
            }
        }
    }
}
