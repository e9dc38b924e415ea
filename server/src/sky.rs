//! The sky behind the first paint and the picture of a link preview, the same one that the page draws: by condition and
//! altitude of the sun.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::Timestamp;

use crate::weather_summary::WeatherSummary;

/// The sky of each condition, shared with the page.
#[expect(clippy::expect_used, reason = "the file is part of the binary")]
static SKY_KINDS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../shared/sky.json")).expect("a map of texts"));

/// Dusk lasts while the sun is less than this above or below the horizon.
const TWILIGHT_DEGREES: f64 = 6.0;
const AXIAL_TILT: f64 = 23.44;
const DAYS_FROM_SOLSTICE_TO_NEW_YEAR: f64 = 10.0;
const DAY_SECONDS: f64 = 86_400.0;

/// Such as `rain-dusk`.
pub fn sky_name(summary: &WeatherSummary, now: Timestamp) -> String {
    let kind = sky_kind(summary.condition);
    let height = match summary.solar_noon {
        Some(solar_noon) => sun_height(now, solar_noon, summary.latitude),
        None if summary.is_day => TWILIGHT_DEGREES + 1.0,
        None => -TWILIGHT_DEGREES - 1.0,
    };
    let phase = match height {
        height if height > TWILIGHT_DEGREES => "day",
        height if height < -TWILIGHT_DEGREES => "night",
        _ => "dusk",
    };
    format!("{kind}-{phase}")
}

/// Other conditions, and an unknown one, have a cloudy sky.
fn sky_kind(condition: Option<&str>) -> &'static str {
    condition.and_then(|condition| SKY_KINDS.get(condition).copied()).unwrap_or("cloud")
}

/// The same approximation as in the page (`sunHeight.ts`), accurate to one degree.
fn sun_height(at: Timestamp, solar_noon: Timestamp, latitude: f64) -> f64 {
    let noon = solar_noon.to_zoned(jiff::tz::TimeZone::UTC);
    let seconds_today = f64::from(noon.hour()) * 3600.0 + f64::from(noon.minute()) * 60.0 + f64::from(noon.second());
    let day_of_year = f64::from(noon.day_of_year() - 1) + seconds_today / DAY_SECONDS;
    let orbit_angle = std::f64::consts::TAU / 365.0 * (day_of_year + DAYS_FROM_SOLSTICE_TO_NEW_YEAR);
    let declination = (-AXIAL_TILT * orbit_angle.cos()).to_radians();
    let hour_angle = (at.duration_since(solar_noon).as_secs_f64() / DAY_SECONDS * 360.0).to_radians();
    let latitude = latitude.to_radians();
    let sine = latitude.sin() * declination.sin() + latitude.cos() * declination.cos() * hour_angle.cos();
    sine.asin().to_degrees()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_a_sky() {
        let texts: serde_json::Value = serde_json::from_str(include_str!("../../locales/en.json")).unwrap();
        let conditions = texts["shared"]["conditions"].as_object().unwrap();
        assert_eq!(conditions.len(), SKY_KINDS.len());
        assert!(conditions.keys().all(|condition| SKY_KINDS.contains_key(condition.as_str())));
        assert_eq!((sky_kind(Some("light_snow")), sky_kind(None)), ("snow", "cloud"));
    }

    /// By spherical trigonometry with the almanac's declination of that day, −18.5°.
    #[test]
    fn the_altitude_of_the_sun_is_accurate_to_one_degree() {
        let noon: Timestamp = "2026-11-15T10:51:00Z".parse().unwrap();
        for (at, expected) in [("2026-11-15T10:51:00Z", 18.9), ("2026-11-15T15:05:00Z", 0.3)] {
            let height = sun_height(at.parse().unwrap(), noon, 52.52);
            assert!((height - expected).abs() < 1.0, "{at}: {height}");
        }
    }
}
