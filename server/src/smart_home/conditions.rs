//! Our conditions by the names of Home Assistant.

/// Every name that may be published.
pub const ALL: &[&str] = &[
    "clear-night",
    "cloudy",
    "exceptional",
    "fog",
    "hail",
    "lightning-rainy",
    "partlycloudy",
    "pouring",
    "rainy",
    "snowy",
    "snowy-rainy",
    "sunny",
    "windy",
];

/// `None` for a condition that we do not know.
pub fn name(condition: &str, is_day: bool) -> Option<&'static str> {
    Some(match condition {
        // Frost forms under a clear sky.
        "clear_sky" | "sunny" | "mostly_clear" | "frost" if is_day => "sunny",
        "clear_sky" | "sunny" | "mostly_clear" | "frost" => "clear-night",
        "partly_cloudy" => "partlycloudy",
        "cloudy" | "overcast" => "cloudy",
        "mist" | "haze" | "fog" => "fog",
        "drizzle" | "light_rain" | "moderate_rain" | "rain_showers" => "rainy",
        "heavy_rain" => "pouring",
        "freezing_drizzle" | "freezing_rain" | "sleet" => "snowy-rainy",
        "light_snow" | "moderate_snow" | "heavy_snow" | "snow_showers" | "blizzard" => "snowy",
        "thunderstorm" | "severe_thunderstorm" => "lightning-rainy",
        "hail" => "hail",
        "breezy" | "windy" | "gale" | "storm" => "windy",
        "hurricane" | "freezing" | "scorching_heat" => "exceptional",
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_a_name_that_is_announced() {
        let texts: serde_json::Value = serde_json::from_str(include_str!("../../../locales/en.json")).unwrap();
        let conditions = texts["shared"]["conditions"].as_object().unwrap();
        assert!(conditions.len() > 30, "{}", conditions.len());
        for condition in conditions.keys() {
            for is_day in [true, false] {
                let name = name(condition, is_day).unwrap_or_else(|| panic!("{condition}"));
                assert!(ALL.contains(&name), "{name}");
            }
        }
        assert_eq!((name("clear_sky", true), name("clear_sky", false)), (Some("sunny"), Some("clear-night")));
        assert_eq!(name("raining_cats", true), None);
    }
}
