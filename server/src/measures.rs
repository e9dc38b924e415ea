//! Numbers with their units, in a user's language and units.

use crate::beaufort::beaufort;
use crate::i18n::Language;
use crate::notification_settings::{DisplayUnits, PrecipitationUnit, TemperatureUnit, WindSpeedUnit};

#[derive(Clone, Copy, Debug)]
pub struct Measures {
    pub language: Language,
    pub units: DisplayUnits,
}

impl Measures {
    /// "7°", as the page writes it in lists.
    pub fn degrees(&self, celsius: f64) -> String {
        // Rounded to an integer, so that -0.4 is 0 and not -0.
        format!("{}°", self.in_unit(celsius).round() as i64)
    }

    /// "7 °C"
    pub fn temperature(&self, celsius: f64) -> String {
        let letter = if self.units.temperature == TemperatureUnit::Celsius { 'C' } else { 'F' };
        format!("{} °{letter}", self.number(self.in_unit(celsius), 0))
    }

    /// "5°" more or less.
    pub fn temperature_difference(&self, celsius: f64) -> String {
        let value = match self.units.temperature {
            TemperatureUnit::Celsius => celsius,
            TemperatureUnit::Fahrenheit => celsius * 1.8,
        };
        format!("{}°", self.number(value, 0))
    }

    pub fn speed(&self, metres_per_second: f64) -> String {
        match self.units.wind_speed {
            WindSpeedUnit::MetresPerSecond => format!("{} m/s", self.number(metres_per_second, 0)),
            WindSpeedUnit::KilometresPerHour => format!("{} km/h", self.number(metres_per_second * 3.6, 0)),
            WindSpeedUnit::MilesPerHour => format!("{} mph", self.number(metres_per_second / 0.44704, 0)),
            WindSpeedUnit::Knots => format!("{} kn", self.number(metres_per_second * 3600.0 / 1852.0, 0)),
            WindSpeedUnit::Beaufort => format!("{} Bft", beaufort(metres_per_second)),
        }
    }

    /// Millimetres with this many decimals; inches have one more than none.
    pub fn rain(&self, millimetres: f64, decimals: usize) -> String {
        match self.units.precipitation {
            PrecipitationUnit::Millimetres => format!("{} mm", self.number(millimetres, decimals)),
            PrecipitationUnit::Inches => format!("{} in", self.number(millimetres / 25.4, decimals + 1)),
        }
    }

    pub fn snow(&self, centimetres: f64) -> String {
        match self.units.precipitation {
            PrecipitationUnit::Millimetres => format!("{} cm", self.number(centimetres, 0)),
            PrecipitationUnit::Inches => format!("{} in", self.number(centimetres / 2.54, 1)),
        }
    }

    pub fn percent(&self, percent: f64) -> String {
        let number = self.number(percent, 0);
        match self.language {
            Language::English => format!("{number}%"),
            Language::German => format!("{number}\u{a0}%"),
            Language::Turkish => format!("%{number}"),
        }
    }

    pub fn number(&self, value: f64, decimals: usize) -> String {
        // Rounded first, so that a value that rounds to zero has no sign.
        let scale = 10_f64.powi(decimals as i32);
        let rounded = (value * scale).round() / scale + 0.0;
        let text = format!("{rounded:.decimals$}").replace('-', "−");
        if self.language == Language::English { text } else { text.replace('.', ",") }
    }

    fn in_unit(&self, celsius: f64) -> f64 {
        match self.units.temperature {
            TemperatureUnit::Celsius => celsius,
            TemperatureUnit::Fahrenheit => celsius * 1.8 + 32.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_writes_percent_in_its_own_way() {
        let percent = |language| Measures { language, units: DisplayUnits::default() }.percent(40.4);
        assert_eq!(
            [Language::English, Language::German, Language::Turkish].map(percent),
            ["40%", "40\u{a0}%", "%40"],
            "as Intl.NumberFormat has it"
        );
    }

    #[test]
    fn a_value_that_rounds_to_zero_has_no_sign() {
        let measures = Measures { language: Language::German, units: DisplayUnits::default() };
        assert_eq!(measures.degrees(-0.4), "0°");
        assert_eq!(measures.temperature(-0.4), "0 °C");
        assert_eq!(measures.rain(1.25, 1), "1,3 mm");
    }
}
