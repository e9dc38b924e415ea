//! What an alert is about, by the codes of each authority; words decide only where there are no codes.

use crate::alert::AlertFamily;

/// MeteoAlarm's `awareness_type`, as `1; Wind`: the number decides.
pub fn of_awareness_type(text: &str) -> Option<AlertFamily> {
    let number = text.split(';').next()?.trim();
    Some(match number.parse::<u8>().ok()? {
        1 => AlertFamily::Wind,
        2 => AlertFamily::SnowIce,
        3 => AlertFamily::Thunderstorm,
        4 => AlertFamily::Fog,
        5 => AlertFamily::Heat,
        6 => AlertFamily::Cold,
        7 => AlertFamily::Coast,
        8 => AlertFamily::Fire,
        9 => AlertFamily::Avalanche,
        10 | 12 | 13 => AlertFamily::Rain,
        _ => return None,
    })
}

/// The German weather service's event code `II`.
pub fn of_german_code(code: u16) -> Option<AlertFamily> {
    Some(match code {
        11..=16 => AlertFamily::Coast,
        22 | 82 => AlertFamily::Cold,
        24 | 84 | 85 | 87 | 70..=76 => AlertFamily::SnowIce,
        31..=49 | 90..=96 => AlertFamily::Thunderstorm,
        51..=58 => AlertFamily::Wind,
        59 => AlertFamily::Fog,
        61..=66 | 88 | 89 => AlertFamily::Rain,
        246..=248 => AlertFamily::Heat,
        _ => return None,
    })
}

/// MET Norway's `eventType`.
pub fn of_norwegian_type(name: &str) -> Option<AlertFamily> {
    Some(match name {
        "wind" | "gale" | "polarLow" => AlertFamily::Wind,
        "lightning" => AlertFamily::Thunderstorm,
        "rain" | "rainFlood" => AlertFamily::Rain,
        "snow" | "blowingSnow" | "ice" => AlertFamily::SnowIce,
        "stormSurge" | "icing" => AlertFamily::Coast,
        "forestFire" => AlertFamily::Fire,
        _ => return None,
    })
}

/// GeoSphere's warning type.
pub fn of_austrian_type(number: u8) -> Option<AlertFamily> {
    Some(match number {
        1 => AlertFamily::Wind,
        2 => AlertFamily::Rain,
        3 | 4 => AlertFamily::SnowIce,
        5 => AlertFamily::Thunderstorm,
        6 => AlertFamily::Heat,
        7 => AlertFamily::Cold,
        _ => return None,
    })
}

/// The name of an event in English. Order matters: "Coastal Flood" is about the coast, "Freezing Rain" about ice.
pub fn of_english_name(name: &str) -> Option<AlertFamily> {
    const WORDS: [(&str, AlertFamily); 43] = [
        ("tornado", AlertFamily::Wind),
        ("hurricane", AlertFamily::Wind),
        ("typhoon", AlertFamily::Wind),
        ("tropical", AlertFamily::Wind),
        ("coastal", AlertFamily::Coast),
        ("storm surge", AlertFamily::Coast),
        ("surf", AlertFamily::Coast),
        ("rip current", AlertFamily::Coast),
        ("small craft", AlertFamily::Coast),
        ("marine", AlertFamily::Coast),
        ("gale", AlertFamily::Wind),
        ("lakeshore", AlertFamily::Coast),
        ("red flag", AlertFamily::Fire),
        ("fire", AlertFamily::Fire),
        ("avalanche", AlertFamily::Avalanche),
        ("freezing fog", AlertFamily::Fog),
        ("fog", AlertFamily::Fog),
        ("thunder", AlertFamily::Thunderstorm),
        ("wind chill", AlertFamily::Cold),
        ("snow", AlertFamily::SnowIce),
        ("winter", AlertFamily::SnowIce),
        ("blizzard", AlertFamily::SnowIce),
        ("freezing rain", AlertFamily::SnowIce),
        ("freezing drizzle", AlertFamily::SnowIce),
        ("ice storm", AlertFamily::SnowIce),
        ("sleet", AlertFamily::SnowIce),
        ("flash freeze", AlertFamily::SnowIce),
        ("slipper", AlertFamily::SnowIce),
        ("black ice", AlertFamily::SnowIce),
        ("flood", AlertFamily::Rain),
        ("rain", AlertFamily::Rain),
        ("landslide", AlertFamily::Rain),
        ("dust", AlertFamily::Air),
        ("smoke", AlertFamily::Air),
        ("air quality", AlertFamily::Air),
        ("air stagnation", AlertFamily::Air),
        ("wind", AlertFamily::Wind),
        ("gust", AlertFamily::Wind),
        ("heat", AlertFamily::Heat),
        ("cold", AlertFamily::Cold),
        ("frost", AlertFamily::Cold),
        ("freeze", AlertFamily::Cold),
        ("uv", AlertFamily::Heat),
    ];
    let name = name.to_lowercase();
    WORDS.iter().find(|(word, _)| name.contains(word)).map(|(_, family)| *family)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn american_events_belong_to_the_family_of_their_danger() {
        for (name, expected) in [
            ("High Wind Warning", Some(AlertFamily::Wind)),
            ("Tornado Watch", Some(AlertFamily::Wind)),
            ("Severe Thunderstorm Warning", Some(AlertFamily::Thunderstorm)),
            ("Flash Flood Warning", Some(AlertFamily::Rain)),
            ("Coastal Flood Advisory", Some(AlertFamily::Coast)),
            ("Winter Storm Watch", Some(AlertFamily::SnowIce)),
            ("Wind Chill Advisory", Some(AlertFamily::Cold)),
            ("Extreme Cold Warning", Some(AlertFamily::Cold)),
            ("Excessive Heat Warning", Some(AlertFamily::Heat)),
            ("Red Flag Warning", Some(AlertFamily::Fire)),
            ("Dense Fog Advisory", Some(AlertFamily::Fog)),
            ("Air Quality Alert", Some(AlertFamily::Air)),
            ("freezing rain warning", Some(AlertFamily::SnowIce)),
            ("Civil Danger Warning", None),
        ] {
            assert_eq!(of_english_name(name), expected, "{name}");
        }
    }

    #[test]
    fn codes_belong_to_the_family_of_their_authority_s_table() {
        assert_eq!(of_awareness_type("10; Rain"), Some(AlertFamily::Rain));
        assert_eq!(of_awareness_type("12; flooding"), Some(AlertFamily::Rain));
        assert_eq!(of_german_code(51), Some(AlertFamily::Wind));
        assert_eq!(of_german_code(61), Some(AlertFamily::Rain));
        assert_eq!(of_german_code(85), Some(AlertFamily::SnowIce));
        assert_eq!(of_german_code(247), Some(AlertFamily::Heat));
        assert_eq!(of_norwegian_type("stormSurge"), Some(AlertFamily::Coast));
        assert_eq!(of_austrian_type(5), Some(AlertFamily::Thunderstorm));
    }
}
