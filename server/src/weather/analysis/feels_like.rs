//! How warm it feels: the apparent temperature that is shown, and the indices that the thresholds of heat and cold are
//! defined for.
//!
//! The apparent temperature is Steadman's formula as used by Open-Meteo, for providers that do not send it.

use crate::weather::model::forecast::Hour;

/// In the shade: the radiation term is left out, because sunshine is not known. Temperature in °C, wind at 10 m in m/s.
pub fn apparent_temperature(celsius: f64, humidity_percent: f64, wind_speed: f64) -> f64 {
    let vapour_pressure = humidity_percent / 100.0 * 6.105 * (17.27 * celsius / (237.7 + celsius)).exp();
    // Wind at 2 m.
    let wind = 0.75 * wind_speed;
    celsius + 0.348 * vapour_pressure - 0.70 * wind - 4.25
}

/// The heat index of the US National Weather Service (Rothfusz) in °C, with its adjustments; below 80 °F the mean of
/// Steadman's simple formula and the temperature.
pub fn heat_index(celsius: f64, humidity_percent: f64) -> f64 {
    let (t, r) = (celsius * 1.8 + 32.0, humidity_percent);
    let simple = 0.5 * (t + 61.0 + (t - 68.0) * 1.2 + r * 0.094);
    let fahrenheit = if (simple + t) / 2.0 < 80.0 {
        (simple + t) / 2.0
    } else {
        let full = -42.379 + 2.049_015_23 * t + 10.143_331_27 * r
            - 0.224_755_41 * t * r
            - 0.006_837_83 * t * t
            - 0.054_817_17 * r * r
            + 0.001_228_74 * t * t * r
            + 0.000_852_82 * t * r * r
            - 0.000_001_99 * t * t * r * r;
        let adjustment = if r < 13.0 && (80.0..=112.0).contains(&t) {
            -((13.0 - r) / 4.0) * ((17.0 - (t - 95.0).abs()) / 17.0).sqrt()
        } else if r > 85.0 && (80.0..=87.0).contains(&t) {
            (r - 85.0) / 10.0 * ((87.0 - t) / 5.0)
        } else {
            0.0
        };
        full + adjustment
    };
    (fahrenheit - 32.0) / 1.8
}

/// The wind chill of Environment Canada and the NWS in °C; the temperature itself where it is not defined.
pub fn wind_chill(celsius: f64, wind_speed: f64) -> f64 {
    let kilometres_per_hour = wind_speed * 3.6;
    if celsius > 10.0 || kilometres_per_hour < 4.8 {
        return celsius;
    }
    let wind = kilometres_per_hour.powf(0.16);
    (13.12 + 0.6215 * celsius - 11.37 * wind + 0.3965 * celsius * wind).min(celsius)
}

/// The heat index of an hour; without humidity the temperature.
pub fn heat_index_of(hour: &Hour) -> Option<f64> {
    let celsius = hour.temperature?;
    Some(hour.humidity.map_or(celsius, |humidity| heat_index(celsius, humidity)))
}

/// The wind chill of an hour; without wind the temperature.
pub fn wind_chill_of(hour: &Hour) -> Option<f64> {
    let celsius = hour.temperature?;
    Some(hour.wind.map_or(celsius, |wind| wind_chill(celsius, wind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values were computed independently from the formula in the provider's documentation.
    #[test]
    fn humid_heat_feels_warmer_and_wind_feels_colder() {
        for (celsius, humidity, wind, expected) in
            [(30.0, 60.0, 0.0, 34.58), (30.0, 60.0, 10.0, 29.33), (0.0, 80.0, 5.0, -5.18), (-20.0, 70.0, 0.0, -23.95)]
        {
            let felt = apparent_temperature(celsius, humidity, wind);
            assert!((felt - expected).abs() < 0.02, "{celsius} °C, {humidity} %, {wind} m/s: {felt}");
        }
    }

    /// From the tables of the National Weather Service: 90 °F and 70 % give 105 °F, 100 °F and 40 % give 109 °F, 80 °F and
    /// 40 % give 80 °F.
    #[test]
    fn the_heat_index_agrees_with_the_published_table() {
        for (celsius, humidity, expected) in [(32.2, 70.0, 40.6), (37.8, 40.0, 42.8), (26.7, 40.0, 26.7)] {
            let found = heat_index(celsius, humidity);
            assert!((found - expected).abs() < 0.6, "{celsius} °C, {humidity} %: {found}");
        }
    }

    /// From the table of Environment Canada: −25 °C with 40 km/h gives −41, −10 °C with 20 km/h gives −18.
    #[test]
    fn the_wind_chill_agrees_with_the_published_table() {
        for (celsius, kilometres_per_hour, expected) in
            [(-25.0, 40.0, -41.0), (-10.0, 20.0, -18.0), (-25.0, 0.0, -25.0)]
        {
            let found = wind_chill(celsius, kilometres_per_hour / 3.6);
            assert!((found - expected).abs() < 0.5, "{celsius} °C, {kilometres_per_hour} km/h: {found}");
        }
    }
}
