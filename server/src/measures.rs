//! Measurements in the language and units of a user, for messages that the server writes.

use crate::beaufort::beaufort;
use crate::i18n::Language;
use crate::notification_settings::{DisplayUnits, TemperatureUnit, WindSpeedUnit};

#[derive(Clone, Copy, Debug)]
pub struct Measures {
    pub language: Language,
    pub units: DisplayUnits,
}

impl Measures {
    /// `17°`, as on the page.
    pub fn temperature(&self, celsius: f64) -> String {
        let value = match self.units.temperature {
            TemperatureUnit::Celsius => celsius,
            TemperatureUnit::Fahrenheit => celsius * 1.8 + 32.0,
        };
        format!("{}°", self.number(value, 0))
    }

    pub fn temperature_difference(&self, celsius: f64) -> String {
        let value = match self.units.temperature {
            TemperatureUnit::Celsius => celsius,
            TemperatureUnit::Fahrenheit => celsius * 1.8,
        };
        format!("{}°", self.number(value, 0))
    }

    pub fn speed(&self, metres_per_second: f64) -> String {
        let in_unit = |value: f64, unit: &str| format!("{} {unit}", self.number(value, 0));
        match self.units.wind_speed {
            WindSpeedUnit::MetresPerSecond => in_unit(metres_per_second, "m/s"),
            WindSpeedUnit::KilometresPerHour => in_unit(metres_per_second * 3.6, "km/h"),
            WindSpeedUnit::MilesPerHour => in_unit(metres_per_second / 0.44704, "mph"),
            WindSpeedUnit::Knots => in_unit(metres_per_second * 3600.0 / 1852.0, "kn"),
            WindSpeedUnit::Beaufort => format!("{} Bft", beaufort(metres_per_second)),
        }
    }

    pub fn number(&self, value: f64, decimals: usize) -> String {
        // Rounded first, so that a value that rounds to zero has no sign.
        let scale = 10_f64.powi(decimals as i32);
        let rounded = (value * scale).round() / scale + 0.0;
        let text = format!("{rounded:.decimals$}").replace('-', "−");
        if self.language == Language::English { text } else { text.replace('.', ",") }
    }
}
