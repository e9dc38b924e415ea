//! The person who shared a link, as far as its preview follows them: `preview=de`, or `preview=de-us` for units other than metric.

use crate::i18n::Language;
use crate::notification_settings::DisplayUnits;

/// The parameter of a shared link. The page itself ignores it: it follows its reader.
pub const PREVIEW: &str = "preview";
/// The sets of units that a link names; metric ones go without saying.
const UNITS: [&str; 3] = ["kmh", "uk", "us"];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sharer {
    pub language: Language,
    /// `None` are metric units.
    pub units_name: Option<&'static str>,
}

impl Sharer {
    /// `None` without a known language. Unknown units count as metric.
    pub fn parse(text: &str) -> Option<Sharer> {
        let (language, units) = text.split_once('-').unwrap_or((text, ""));
        let units_name = UNITS.into_iter().find(|name| *name == units);
        Some(Sharer { language: Language::parse(language)?, units_name })
    }

    /// As it is in the link.
    pub fn parameter(self) -> String {
        let language = self.language.code();
        self.units_name.map_or_else(|| language.to_owned(), |units| format!("{language}-{units}"))
    }

    pub fn units(self) -> DisplayUnits {
        self.units_name.and_then(DisplayUnits::named).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notification_settings::{TemperatureUnit, WindSpeedUnit};

    #[test]
    fn a_link_names_the_language_and_the_units_of_its_sharer() {
        let parsed = |text: &str| Sharer::parse(text).map(|sharer| (sharer.language.code(), sharer.units_name));
        assert_eq!(parsed("de"), Some(("de", None)));
        assert_eq!(parsed("tr-us"), Some(("tr", Some("us"))));
        assert_eq!(parsed("en-metric"), Some(("en", None)));
        assert_eq!(parsed("en-GB"), Some(("en", None)), "a tag of a language: its region names no units");
        for unknown in ["", "us", "-us", "fr-us"] {
            assert_eq!(parsed(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn every_set_of_units_is_known_and_written_as_it_was_read() {
        let speeds = [WindSpeedUnit::KilometresPerHour, WindSpeedUnit::MilesPerHour, WindSpeedUnit::MilesPerHour];
        for (name, speed) in UNITS.into_iter().zip(speeds) {
            let sharer = Sharer { language: Language::German, units_name: Some(name) };
            assert_eq!(sharer.units().wind_speed, speed);
            assert_eq!(sharer.units().temperature == TemperatureUnit::Fahrenheit, name == "us");
            assert_eq!(Sharer::parse(&sharer.parameter()), Some(sharer));
        }
        assert_eq!(Sharer { language: Language::German, units_name: None }.parameter(), "de");
    }
}
