//! The sky behind the first paint: the one that the page will draw, by condition and height of the sun.

use jiff::Timestamp;

use super::glance::Glance;

/// Civil twilight ends here; above its mirror image the light is plain day.
const TWILIGHT_DEGREES: f64 = 6.0;
const AXIAL_TILT: f64 = 23.44;
const DAYS_FROM_SOLSTICE_TO_NEW_YEAR: f64 = 10.0;
const DAY_SECONDS: f64 = 86_400.0;

/// Such as `rain-dusk`.
pub fn sky_of(glance: &Glance, now: Timestamp) -> String {
    let kind = kind_of(glance.current.current_weather_condition.as_deref().unwrap_or_default());
    let height = match glance.today() {
        Some(today) => sun_height(now, today.sun.solar_noon, glance.place.latitude),
        None if glance.current.is_day => TWILIGHT_DEGREES + 1.0,
        None => -TWILIGHT_DEGREES - 1.0,
    };
    let phase = match height {
        height if height > TWILIGHT_DEGREES => "day",
        height if height < -TWILIGHT_DEGREES => "night",
        _ => "dusk",
    };
    format!("{kind}-{phase}")
}

fn kind_of(condition: &str) -> &'static str {
    match condition {
        "clear_sky" | "sunny" | "mostly_clear" | "partly_cloudy" | "breezy" => "clear",
        "drizzle" | "freezing_drizzle" | "light_rain" | "moderate_rain" | "heavy_rain" | "rain_showers"
        | "freezing_rain" => "rain",
        "sleet" | "light_snow" | "moderate_snow" | "heavy_snow" | "snow_showers" | "blizzard" | "freezing"
        | "frost" => "snow",
        "thunderstorm" | "severe_thunderstorm" | "hail" | "gale" | "storm" | "hurricane" => "storm",
        "scorching_heat" => "heat",
        _ => "cloud",
    }
}

/// As the page computes it (`sunHeight.ts`): good to a degree, which is all a picture needs.
fn sun_height(at: Timestamp, solar_noon: Timestamp, latitude: f64) -> f64 {
    let noon = solar_noon.to_zoned(jiff::tz::TimeZone::UTC);
    let seconds_today = f64::from(noon.hour()) * 3600.0 + f64::from(noon.minute()) * 60.0 + f64::from(noon.second());
    let day_of_year = f64::from(noon.day_of_year() - 1) + seconds_today / DAY_SECONDS;
    let turn = std::f64::consts::TAU / 365.0 * (day_of_year + DAYS_FROM_SOLSTICE_TO_NEW_YEAR);
    let declination = (-AXIAL_TILT * turn.cos()).to_radians();
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
    fn each_condition_has_the_sky_that_the_page_draws() {
        let table = include_str!("../../../web/src/features/weather/sky/sky.ts");
        let table = table.split("const skies").nth(1).unwrap().split("};").next().unwrap();
        let mut count = 0;
        for line in table.lines().filter(|line| line.contains("kind: '")) {
            let condition = line.trim().split(':').next().unwrap();
            let kind = line.split("kind: '").nth(1).unwrap().split('\'').next().unwrap();
            assert_eq!(kind_of(condition), kind, "{condition}");
            count += 1;
        }
        assert_eq!(count, 32);
    }

    /// By spherical trigonometry with the almanac's declination of that day, −18.5°.
    #[test]
    fn the_sun_stands_where_it_stands() {
        let noon: Timestamp = "2026-11-15T10:51:00Z".parse().unwrap();
        for (at, expected) in [("2026-11-15T10:51:00Z", 18.9), ("2026-11-15T15:05:00Z", 0.3)] {
            let height = sun_height(at.parse().unwrap(), noon, 52.52);
            assert!((height - expected).abs() < 1.0, "{at}: {height}");
        }
    }
}
