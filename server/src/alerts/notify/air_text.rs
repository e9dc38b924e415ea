//! The text of a notification about air and pollen, in the language of its recipient.

use jiff::tz::TimeZone;

use super::air::Finding;
use crate::air::{EuropeanLevel, PollenLevel, Species, WorstHour};
use crate::alert::AlertText;
use crate::i18n::{self, Language, TimeStyle};

/// What it says: the index first, then each species.
pub fn of(finding: &Finding, language: Language, style: TimeStyle, zone: &TimeZone) -> AlertText {
    let text = |key: &str, parameters: &[(&str, &str)]| {
        i18n::text(language, &format!("server.notifications.air.{key}"), parameters)
    };
    let level = |worst: &WorstHour| match finding.is_us {
        true => text(&format!("us.{}", worst.level.in_us_terms().as_str()), &[]),
        false => text(&format!("european.{}", worst.level.as_str()), &[]),
    };
    let species = |(species, level): &(Species, PollenLevel)| {
        let (name, level) = (text(&format!("species.{}", species.as_str()), &[]), text(&pollen_key(*level), &[]));
        text("speciesLevel", &[("species", &name), ("level", &level)])
    };
    let index = finding.index.as_ref().map(|worst| {
        let time = i18n::time_on_day(language, style, &worst.at.to_zoned(zone.clone()));
        text("index", &[("level", &level(worst)), ("time", &time)])
    });
    let list: Vec<String> = finding.pollen.iter().map(species).collect();
    let pollen = (!list.is_empty()).then(|| text("pollen", &[("list", &list.join(", "))]));
    let title = match (&finding.index, list.first()) {
        (Some(worst), _) => text("title", &[("level", &level(worst))]),
        (None, Some(first)) => first.clone(),
        (None, None) => String::new(),
    };
    let advice = [
        finding.index.map(|worst| text(&format!("advice.{}", advice_key(worst.level)), &[])),
        (!list.is_empty()).then(|| text("advice.pollen", &[])),
    ];
    AlertText {
        description: [index, pollen].into_iter().flatten().collect::<Vec<_>>().join(" "),
        instruction: Some(advice.into_iter().flatten().collect::<Vec<_>>().join(" ")),
        ..AlertText::new(language.code(), title)
    }
}

fn pollen_key(level: PollenLevel) -> String {
    format!("pollenLevels.{}", level.as_str())
}

/// The advice of the European Environment Agency: the same for the three lower bands.
fn advice_key(level: EuropeanLevel) -> &'static str {
    match level {
        EuropeanLevel::Good | EuropeanLevel::Fair | EuropeanLevel::Moderate => "moderate",
        EuropeanLevel::Poor => "poor",
        EuropeanLevel::VeryPoor => "very_poor",
        EuropeanLevel::ExtremelyPoor => "extremely_poor",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn finding(is_us: bool) -> Finding {
        let worst = WorstHour { level: EuropeanLevel::Poor, at: "2026-11-15T16:00:00Z".parse().unwrap() };
        let pollen = vec![(Species::Birch, PollenLevel::High), (Species::Grass, PollenLevel::VeryHigh)];
        Finding { index: Some(worst), is_us, pollen }
    }

    fn english(finding: &Finding) -> AlertText {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        of(finding, Language::English, TimeStyle::TwentyFourHours, &zone)
    }

    #[test]
    fn the_level_is_named_as_the_authority_of_the_place_does() {
        assert_eq!(english(&finding(false)).title, "Air quality: poor");
        assert_eq!(english(&finding(true)).title, "Air quality: unhealthy");
        let text = english(&finding(false));
        assert!(text.description.contains("17:00"), "local time: {}", text.description);
        assert!(text.description.contains("Birch pollen: high, Grass pollen: very high"), "{}", text.description);
        let pollen = english(&Finding { index: None, ..finding(false) });
        assert_eq!(pollen.title, "Birch pollen: high");
    }

    #[test]
    fn every_level_and_species_has_a_text_in_three_languages() {
        let levels = [
            EuropeanLevel::Good,
            EuropeanLevel::Fair,
            EuropeanLevel::Moderate,
            EuropeanLevel::Poor,
            EuropeanLevel::VeryPoor,
            EuropeanLevel::ExtremelyPoor,
        ];
        for language in [Language::English, Language::German, Language::Turkish] {
            for (level, is_us) in levels.into_iter().flat_map(|level| [(level, false), (level, true)]) {
                for pollen in [PollenLevel::Moderate, PollenLevel::High, PollenLevel::VeryHigh] {
                    let index = Some(WorstHour { level, at: jiff::Timestamp::UNIX_EPOCH });
                    let finding = Finding { index, is_us, pollen: Species::ALL.map(|one| (one, pollen)).to_vec() };
                    let text = of(&finding, language, TimeStyle::TwentyFourHours, &TimeZone::UTC);
                    let all = format!("{} {} {}", text.title, text.description, text.instruction.unwrap());
                    assert!(!all.contains("server.") && !all.contains('{'), "{all}");
                }
            }
        }
    }
}
