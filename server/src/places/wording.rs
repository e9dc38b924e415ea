//! The few words the server itself says about a position, in the person's language.

use std::sync::LazyLock;

use serde::Deserialize;

use super::language::Language;

#[derive(Deserialize)]
struct Locale {
    server: ServerTexts,
}

#[derive(Deserialize)]
struct ServerTexts {
    places: Wording,
}

#[derive(Deserialize)]
pub struct Wording {
    /// `{{place}}` and `{{kilometres}}`.
    near: String,
    north: String,
    south: String,
    east: String,
    west: String,
    decimal: String,
}

/// Compiled in and read once; a locale that does not fit its shape fails the first test.
static WORDINGS: LazyLock<[Option<Wording>; 3]> = LazyLock::new(|| {
    [
        include_str!("../../../locales/en.json"),
        include_str!("../../../locales/de.json"),
        include_str!("../../../locales/tr.json"),
    ]
    .map(|text| serde_json::from_str::<Locale>(text).ok().map(|locale| locale.server.places))
});

/// "near Amasra, 40 km"
pub fn near(place: &str, distance_km: f64, language: Language) -> String {
    let Some(words) = wording(language) else { return place.to_owned() };
    words.near.replace("{{kilometres}}", &rounded(distance_km).to_string()).replace("{{place}}", place)
}

/// "12.35° S, 30.00° W": hundredths of a degree are about a kilometre.
pub fn coordinates(latitude: f64, longitude: f64, language: Language) -> String {
    let Some(words) = wording(language) else { return format!("{latitude:.2}, {longitude:.2}") };
    let degrees = |value: f64, positive: &str, negative: &str| {
        let number = format!("{:.2}", value.abs()).replace('.', &words.decimal);
        format!("{number}° {}", if value < 0.0 { negative } else { positive })
    };
    let separator = if words.decimal == "," { " · " } else { ", " };
    format!(
        "{}{separator}{}",
        degrees(latitude, &words.north, &words.south),
        degrees(longitude, &words.east, &words.west)
    )
}

fn wording(language: Language) -> Option<&'static Wording> {
    match language {
        Language::English => WORDINGS[0].as_ref(),
        Language::German => WORDINGS[1].as_ref(),
        Language::Turkish => WORDINGS[2].as_ref(),
    }
}

/// A distance nobody would measure is told in tens.
fn rounded(distance_km: f64) -> u32 {
    if distance_km < 30.0 { distance_km.round() as u32 } else { (distance_km / 10.0).round() as u32 * 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_away_from_any_place_is_told_in_three_languages() {
        assert_eq!(near("Amasra", 41.7, Language::English), "near Amasra, 40 km");
        assert_eq!(near("Amasra", 41.7, Language::German), "bei Amasra, 40 km");
        assert_eq!(near("Amasra", 17.4, Language::Turkish), "Amasra yakınları, 17 km");
    }

    #[test]
    fn coordinates_use_the_language_s_letters_and_decimal_sign() {
        assert_eq!(coordinates(-12.345, 30.0, Language::English), "12.35° S, 30.00° E");
        assert_eq!(coordinates(-12.345, 30.0, Language::German), "12,35° S · 30,00° O");
        assert_eq!(coordinates(12.345, -30.0, Language::Turkish), "12,35° K · 30,00° B");
    }
}
