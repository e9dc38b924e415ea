//! Names of positions far from any place, in the user's language.

use crate::i18n::{Language, text};

/// "near Amasra, 40 km"
pub fn near(place: &str, distance_km: f64, language: Language) -> String {
    let kilometres = rounded(distance_km).to_string();
    text(language, "server.places.near", &[("kilometres", &kilometres), ("place", place)])
}

/// "12.35° S, 30.00° W": hundredths of a degree are about a kilometre.
pub fn coordinates(latitude: f64, longitude: f64, language: Language) -> String {
    let word = |name: &str| text(language, &format!("server.places.{name}"), &[]);
    let decimal = word("decimal");
    let degrees = |value: f64, positive: &str, negative: &str| {
        let number = format!("{:.2}", value.abs()).replace('.', &decimal);
        format!("{number}° {}", word(if value < 0.0 { negative } else { positive }))
    };
    let separator = if decimal == "," { " · " } else { ", " };
    format!("{}{separator}{}", degrees(latitude, "north", "south"), degrees(longitude, "east", "west"))
}

/// Long distances are rounded to tens of kilometres.
fn rounded(distance_km: f64) -> u32 {
    if distance_km < 30.0 { distance_km.round() as u32 } else { (distance_km / 10.0).round() as u32 * 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_far_from_any_place_is_described_in_three_languages() {
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
