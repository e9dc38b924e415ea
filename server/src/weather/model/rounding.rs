//! Rounding to the displayed precision. Done before classification, so that decisions match the displayed numbers.

use super::forecast::Hour;

pub fn to_decimals(value: f64, decimals: u8) -> f64 {
    let steps = 10f64.powi(i32::from(decimals));
    // Adding zero turns −0.0 into 0.0, which a page would print as "-0".
    (value * steps).round() / steps + 0.0
}

pub fn round_hour(hour: &Hour) -> Hour {
    let tenth = |value: Option<f64>| value.map(|number| to_decimals(number, 1));
    let whole = |value: Option<f64>| value.map(|number| to_decimals(number, 0));
    Hour {
        time: hour.time,
        step: hour.step,
        sky: hour.sky,
        code: hour.code,
        temperature: tenth(hour.temperature),
        // Uncertainty in tenths would be false precision.
        temperature_p10: whole(hour.temperature_p10),
        temperature_p90: whole(hour.temperature_p90),
        apparent: tenth(hour.apparent),
        humidity: whole(hour.humidity),
        dew_point: tenth(hour.dew_point),
        precipitation: hour.precipitation.map(|amount| to_decimals(amount, 2)),
        probability: whole(hour.probability),
        snowfall: hour.snowfall.map(|depth| to_decimals(depth, 2)),
        cloud: whole(hour.cloud),
        pressure: tenth(hour.pressure),
        visibility: hour.visibility.map(round_visibility),
        wind: tenth(hour.wind),
        gusts: tenth(hour.gusts),
        // In tens of degrees, as stations report it.
        direction: hour.direction.map(|degrees| (to_decimals(degrees / 10.0, 0) * 10.0) % 360.0),
        uv: tenth(hour.uv),
    }
}

/// To the steps stations report: 100 m up to 5 km, 1 km beyond.
fn round_visibility(metres: f64) -> f64 {
    let step = if metres < 5_000.0 { 100.0 } else { 1_000.0 };
    to_decimals(metres / step, 0) * step
}
