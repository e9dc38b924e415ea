//! The type of precipitation: the source's own, unless the wet-bulb temperature rules it out.
//!
//! Whether a flake melts depends on the wet-bulb temperature: evaporation cools it in dry air.

use crate::weather::model::conditions::{PrecipitationKind, Sky};
use crate::weather::model::forecast::Hour;

/// Colder, nothing falls as liquid unless the source says that it freezes on the ground.
pub const ALWAYS_FROZEN_BELOW: f64 = -1.0;
/// Warmer, nothing reaches the ground as snow.
pub const NEVER_SNOW_ABOVE: f64 = 3.0;
/// Where the source has no type: snow up to here, sleet up to the next (our choice, from the usual range of the
/// rain–snow transition, 0.5 to 1.5 °C wet bulb).
const SNOW_UP_TO: f64 = 0.5;
const SLEET_UP_TO: f64 = 1.5;
/// Weaker liquid precipitation of an unknown type is drizzle.
const DRIZZLE_BELOW_MM: f64 = 0.1;

/// What falls in this hour, if anything does.
pub fn precipitation_kind(hour: &Hour) -> PrecipitationKind {
    let wet_bulb = wet_bulb_of(hour);
    match hour.sky {
        Some(Sky::Precipitation(kind)) => possible(kind, wet_bulb),
        _ => likely(hour, wet_bulb),
    }
}

/// The source's type, or what it must be at this temperature instead.
fn possible(kind: PrecipitationKind, wet_bulb: Option<f64>) -> PrecipitationKind {
    use PrecipitationKind::*;
    let Some(wet_bulb) = wet_bulb else { return kind };
    match kind {
        FreezingDrizzle | FreezingRain => kind,
        Drizzle | Rain | Sleet if wet_bulb < ALWAYS_FROZEN_BELOW => Snow,
        RainShowers if wet_bulb < ALWAYS_FROZEN_BELOW => SnowShowers,
        Snow | Sleet if wet_bulb > NEVER_SNOW_ABOVE => Rain,
        SnowShowers if wet_bulb > NEVER_SNOW_ABOVE => RainShowers,
        kind => kind,
    }
}

fn likely(hour: &Hour, wet_bulb: Option<f64>) -> PrecipitationKind {
    let has_snow = hour.snowfall.is_some_and(|depth| depth > 0.0);
    match wet_bulb {
        Some(celsius) if has_snow && celsius <= NEVER_SNOW_ABOVE => PrecipitationKind::Snow,
        None if has_snow => PrecipitationKind::Snow,
        Some(celsius) if celsius <= SNOW_UP_TO => PrecipitationKind::Snow,
        Some(celsius) if celsius <= SLEET_UP_TO => PrecipitationKind::Sleet,
        _ if hour.precipitation.unwrap_or(0.0) < DRIZZLE_BELOW_MM => PrecipitationKind::Drizzle,
        _ => PrecipitationKind::Rain,
    }
}

/// From temperature and humidity; without humidity the air temperature, which is never lower.
fn wet_bulb_of(hour: &Hour) -> Option<f64> {
    let celsius = hour.temperature?;
    Some(hour.humidity.map_or(celsius, |humidity| wet_bulb(celsius, humidity)))
}

/// Stull (2011), in °C, for pressure near sea level. Below 5 % humidity the formula leaves its range.
pub fn wet_bulb(celsius: f64, humidity_percent: f64) -> f64 {
    let humidity = humidity_percent.clamp(5.0, 99.0);
    let wet_bulb = celsius * (0.151_977 * (humidity + 8.313_659).sqrt()).atan() + (celsius + humidity).atan()
        - (humidity - 1.676_331).atan()
        + 0.003_918_38 * humidity.powf(1.5) * (0.023_101 * humidity).atan()
        - 4.686_035;
    wet_bulb.min(celsius)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hour(sky: Option<Sky>, celsius: f64, humidity: f64, amount: f64, snowfall: f64) -> Hour {
        Hour {
            sky,
            temperature: Some(celsius),
            humidity: Some(humidity),
            precipitation: Some(amount),
            snowfall: Some(snowfall),
            ..Hour::default()
        }
    }

    /// The example of the paper: 20 °C and 50 % give 13.7 °C. The others were read from psychrometric tables at sea level.
    #[test]
    fn the_wet_bulb_temperature_agrees_with_tables() {
        for (celsius, humidity, expected) in
            [(20.0, 50.0, 13.7), (30.0, 40.0, 20.1), (5.0, 60.0, 1.9), (0.0, 99.0, 0.0)]
        {
            let found = wet_bulb(celsius, humidity);
            assert!((found - expected).abs() < 0.4, "{celsius} °C, {humidity} %: {found}");
        }
    }

    #[test]
    fn deep_frost_has_no_drizzle_and_warm_air_no_snow() {
        let code = |code| Sky::from_wmo(code);
        for (sky, celsius, humidity, amount, snowfall, expected) in [
            (code(3), -8.0, 80.0, 0.0, 0.0, PrecipitationKind::Snow),
            (code(51), -8.0, 80.0, 0.1, 0.0, PrecipitationKind::Snow),
            (code(80), -4.0, 80.0, 0.5, 0.0, PrecipitationKind::SnowShowers),
            (code(75), 20.8, 60.0, 2.0, 1.4, PrecipitationKind::Rain),
            (code(86), 12.0, 60.0, 2.0, 1.4, PrecipitationKind::RainShowers),
            (code(66), -3.0, 90.0, 0.5, 0.0, PrecipitationKind::FreezingRain),
            (code(71), 1.5, 70.0, 0.5, 0.3, PrecipitationKind::Snow),
            (code(61), 1.5, 95.0, 0.5, 0.0, PrecipitationKind::Rain),
            (None, 1.0, 99.0, 0.5, 0.0, PrecipitationKind::Sleet),
            (None, 6.0, 90.0, 0.5, 0.0, PrecipitationKind::Rain),
            (None, 6.0, 90.0, 0.05, 0.0, PrecipitationKind::Drizzle),
        ] {
            let found = precipitation_kind(&hour(sky, celsius, humidity, amount, snowfall));
            assert_eq!(found, expected, "{sky:?} at {celsius} °C, {humidity} %");
        }
    }
}
