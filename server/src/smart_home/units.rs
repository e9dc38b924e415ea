//! Values in the units of the settings, and how Home Assistant calls those units.

use crate::notification_settings::{DisplayUnits, PrecipitationUnit, TemperatureUnit, WindSpeedUnit};

#[derive(Clone, Copy, Debug)]
pub enum Unit {
    Temperature,
    Speed,
    Precipitation,
    Percent,
    Pressure,
    /// Kilometres; ours are metres.
    Distance,
    Angle,
    /// A number alone.
    None,
}

impl Unit {
    pub fn name(self, units: DisplayUnits) -> Option<&'static str> {
        Some(match self {
            Unit::Temperature => match units.temperature {
                TemperatureUnit::Celsius => "°C",
                TemperatureUnit::Fahrenheit => "°F",
            },
            Unit::Speed => match units.wind_speed {
                WindSpeedUnit::KilometresPerHour => "km/h",
                WindSpeedUnit::MilesPerHour => "mph",
                WindSpeedUnit::Knots => "kn",
                WindSpeedUnit::Beaufort | WindSpeedUnit::MetresPerSecond => "m/s",
            },
            Unit::Precipitation => match units.precipitation {
                PrecipitationUnit::Millimetres => "mm",
                PrecipitationUnit::Inches => "in",
            },
            Unit::Percent => "%",
            Unit::Pressure => "hPa",
            Unit::Distance => "km",
            Unit::Angle => "°",
            Unit::None => return None,
        })
    }

    /// From our metric value, rounded to what a forecast can know.
    pub fn convert(self, value: f64, units: DisplayUnits) -> f64 {
        let (value, decimals) = match (self, self.name(units)) {
            (Unit::Temperature, Some("°F")) => (value * 1.8 + 32.0, 1),
            (Unit::Speed, Some("km/h")) => (value * 3.6, 1),
            (Unit::Speed, Some("mph")) => (value / 0.44704, 1),
            (Unit::Speed, Some("kn")) => (value * 3600.0 / 1852.0, 1),
            (Unit::Precipitation, Some("in")) => (value / 25.4, 3),
            (Unit::Distance, _) => (value / 1000.0, 1),
            (Unit::Precipitation, _) => (value, 2),
            _ => (value, 1),
        };
        let scale = 10_f64.powi(decimals);
        // Without the sign of a zero.
        (value * scale).round() / scale + 0.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_are_converted_into_the_unit_that_is_announced() {
        let units = |name| DisplayUnits::named(name).unwrap();
        for (unit, value, system, expected) in [
            (Unit::Temperature, 7.44, "metric", (7.4, Some("°C"))),
            (Unit::Temperature, -40.0, "us", (-40.0, Some("°F"))),
            (Unit::Temperature, -0.02, "metric", (0.0, Some("°C"))),
            (Unit::Speed, 10.0, "metric", (10.0, Some("m/s"))),
            (Unit::Speed, 10.0, "kmh", (36.0, Some("km/h"))),
            (Unit::Speed, 10.0, "uk", (22.4, Some("mph"))),
            (Unit::Precipitation, 12.7, "us", (0.5, Some("in"))),
            (Unit::Precipitation, 0.25, "uk", (0.25, Some("mm"))),
            (Unit::Distance, 24_140.0, "us", (24.1, Some("km"))),
            (Unit::None, 3.26, "us", (3.3, None)),
        ] {
            let units = units(system);
            let converted = unit.convert(value, units);
            assert_eq!((converted, unit.name(units)), expected, "{unit:?} {value} {system}");
            assert!(converted.is_sign_positive() || converted < 0.0);
        }
    }
}
