//! One symbol for each condition: characters that take one column in every terminal, unlike emoji.

pub fn symbol(condition: Option<&str>, is_day: bool) -> &'static str {
    match condition {
        Some("clear_sky" | "sunny" | "mostly_clear" | "scorching_heat") => {
            if is_day {
                "☀"
            } else {
                "☾"
            }
        }
        Some("partly_cloudy") => "◐",
        Some("cloudy" | "overcast") => "☁",
        Some("mist" | "haze" | "fog") => "≡",
        Some("drizzle" | "light_rain" | "moderate_rain" | "heavy_rain" | "rain_showers") => "☂",
        Some("freezing_drizzle" | "freezing_rain" | "sleet") => "⁂",
        Some("light_snow" | "moderate_snow" | "heavy_snow" | "snow_showers" | "blizzard" | "freezing" | "frost") => "❄",
        Some("thunderstorm" | "severe_thunderstorm") => "↯",
        Some("hail") => "∴",
        Some("breezy" | "windy" | "gale" | "storm" | "hurricane") => "≋",
        _ => "·",
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn every_condition_has_a_symbol_of_one_column() {
        let texts: serde_json::Value = serde_json::from_str(include_str!("../../../locales/en.json")).unwrap();
        for condition in texts["shared"]["conditions"].as_object().unwrap().keys() {
            for is_day in [true, false] {
                let symbol = symbol(Some(condition), is_day);
                assert!(symbol != "·" && symbol.width() == 1, "{condition}: {symbol}");
            }
        }
    }
}
