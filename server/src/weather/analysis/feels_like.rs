//! Apparent temperature for providers that do not send it: Steadman's formula as used by Open-Meteo.

/// In the shade: the radiation term is left out, because sunshine is not known. Temperature in °C, wind at 10 m in m/s.
pub fn apparent_temperature(celsius: f64, humidity_percent: f64, wind_speed: f64) -> f64 {
    let vapour_pressure = humidity_percent / 100.0 * 6.105 * (17.27 * celsius / (237.7 + celsius)).exp();
    // Wind at 2 m.
    let wind = 0.75 * wind_speed;
    celsius + 0.348 * vapour_pressure - 0.70 * wind - 4.25
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
}
