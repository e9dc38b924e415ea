//! The named conditions (R3.19), each with a day and a night icon, and what every provider code means.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One list for the whole product; texts stand under `shared.conditions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    ClearSky,
    Sunny,
    MostlyClear,
    PartlyCloudy,
    Cloudy,
    Overcast,
    Mist,
    Fog,
    Drizzle,
    FreezingDrizzle,
    LightRain,
    ModerateRain,
    HeavyRain,
    RainShowers,
    FreezingRain,
    Sleet,
    LightSnow,
    ModerateSnow,
    HeavySnow,
    SnowShowers,
    Blizzard,
    Thunderstorm,
    SevereThunderstorm,
    Hail,
    Breezy,
    Windy,
    Gale,
    Storm,
    Hurricane,
    Freezing,
    Frost,
    ScorchingHeat,
}

/// Icon names of the Meteocons set, so that the page can import exactly these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    ClearDay,
    ClearNight,
    MostlyClearDay,
    MostlyClearNight,
    PartlyCloudyDay,
    PartlyCloudyNight,
    OvercastDay,
    OvercastNight,
    Overcast,
    HazeDay,
    HazeNight,
    FogDay,
    FogNight,
    OvercastDayDrizzle,
    OvercastNightDrizzle,
    OvercastDaySleet,
    OvercastNightSleet,
    OvercastDayRain,
    OvercastNightRain,
    OvercastRain,
    ExtremeRain,
    PartlyCloudyDayRain,
    PartlyCloudyNightRain,
    OvercastSleet,
    ExtremeSleet,
    OvercastDaySnow,
    OvercastNightSnow,
    OvercastSnow,
    ExtremeSnow,
    PartlyCloudyDaySnow,
    PartlyCloudyNightSnow,
    WindSnow,
    ThunderstormsDayRain,
    ThunderstormsNightRain,
    ThunderstormsExtremeRain,
    OvercastDayHail,
    OvercastNightHail,
    WindsockModerate,
    Windsock,
    Wind,
    WindAlert,
    Hurricane,
    ThermometerColder,
    ThermometerSnow,
    SunHot,
    ThermometerWarmer,
}

impl Condition {
    pub const ALL: [Condition; 32] = {
        use Condition::*;
        [
            ClearSky,
            Sunny,
            MostlyClear,
            PartlyCloudy,
            Cloudy,
            Overcast,
            Mist,
            Fog,
            Drizzle,
            FreezingDrizzle,
            LightRain,
            ModerateRain,
            HeavyRain,
            RainShowers,
            FreezingRain,
            Sleet,
            LightSnow,
            ModerateSnow,
            HeavySnow,
            SnowShowers,
            Blizzard,
            Thunderstorm,
            SevereThunderstorm,
            Hail,
            Breezy,
            Windy,
            Gale,
            Storm,
            Hurricane,
            Freezing,
            Frost,
            ScorchingHeat,
        ]
    };

    pub fn icon(self, is_day: bool) -> Icon {
        let (day, night) = self.icons();
        if is_day { day } else { night }
    }

    fn icons(self) -> (Icon, Icon) {
        use Condition::*;
        match self {
            ClearSky | Sunny => (Icon::ClearDay, Icon::ClearNight),
            MostlyClear => (Icon::MostlyClearDay, Icon::MostlyClearNight),
            PartlyCloudy => (Icon::PartlyCloudyDay, Icon::PartlyCloudyNight),
            Cloudy => (Icon::OvercastDay, Icon::OvercastNight),
            Overcast => (Icon::Overcast, Icon::Overcast),
            Mist => (Icon::HazeDay, Icon::HazeNight),
            Fog => (Icon::FogDay, Icon::FogNight),
            Drizzle => (Icon::OvercastDayDrizzle, Icon::OvercastNightDrizzle),
            FreezingDrizzle => (Icon::OvercastDaySleet, Icon::OvercastNightSleet),
            LightRain => (Icon::OvercastDayRain, Icon::OvercastNightRain),
            ModerateRain => (Icon::OvercastRain, Icon::OvercastRain),
            HeavyRain => (Icon::ExtremeRain, Icon::ExtremeRain),
            RainShowers => (Icon::PartlyCloudyDayRain, Icon::PartlyCloudyNightRain),
            FreezingRain => (Icon::ExtremeSleet, Icon::ExtremeSleet),
            Sleet => (Icon::OvercastSleet, Icon::OvercastSleet),
            LightSnow => (Icon::OvercastDaySnow, Icon::OvercastNightSnow),
            ModerateSnow => (Icon::OvercastSnow, Icon::OvercastSnow),
            HeavySnow => (Icon::ExtremeSnow, Icon::ExtremeSnow),
            SnowShowers => (Icon::PartlyCloudyDaySnow, Icon::PartlyCloudyNightSnow),
            Blizzard => (Icon::WindSnow, Icon::WindSnow),
            Thunderstorm => (Icon::ThunderstormsDayRain, Icon::ThunderstormsNightRain),
            SevereThunderstorm => (Icon::ThunderstormsExtremeRain, Icon::ThunderstormsExtremeRain),
            Hail => (Icon::OvercastDayHail, Icon::OvercastNightHail),
            Breezy => (Icon::WindsockModerate, Icon::WindsockModerate),
            Windy => (Icon::Windsock, Icon::Windsock),
            Gale => (Icon::Wind, Icon::Wind),
            Storm => (Icon::WindAlert, Icon::WindAlert),
            Hurricane => (Icon::Hurricane, Icon::Hurricane),
            Freezing => (Icon::ThermometerColder, Icon::ThermometerColder),
            Frost => (Icon::ThermometerSnow, Icon::ThermometerSnow),
            ScorchingHeat => (Icon::SunHot, Icon::ThermometerWarmer),
        }
    }
}

/// What a provider's code says about the sky, before amounts and wind are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sky {
    Clear,
    MostlyClear,
    PartlyCloudy,
    Overcast,
    Fog,
    Wet(Wet),
    Thunder { hail: Hail },
}

/// What falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wet {
    Drizzle,
    FreezingDrizzle,
    Rain,
    RainShowers,
    FreezingRain,
    Sleet,
    Snow,
    SnowShowers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Hail {
    None,
    Slight,
    Heavy,
}

impl Sky {
    /// WMO code table 4677 as Open-Meteo uses it; any other number is unknown.
    pub fn from_wmo(code: u8) -> Option<Sky> {
        Some(match code {
            0 => Sky::Clear,
            1 => Sky::MostlyClear,
            2 => Sky::PartlyCloudy,
            3 => Sky::Overcast,
            45 | 48 => Sky::Fog,
            51 | 53 | 55 => Sky::Wet(Wet::Drizzle),
            56 | 57 => Sky::Wet(Wet::FreezingDrizzle),
            61 | 63 | 65 => Sky::Wet(Wet::Rain),
            66 | 67 => Sky::Wet(Wet::FreezingRain),
            71 | 73 | 75 | 77 => Sky::Wet(Wet::Snow),
            80..=82 => Sky::Wet(Wet::RainShowers),
            85 | 86 => Sky::Wet(Wet::SnowShowers),
            95 => Sky::Thunder { hail: Hail::None },
            96 => Sky::Thunder { hail: Hail::Slight },
            99 => Sky::Thunder { hail: Hail::Heavy },
            _ => return None,
        })
    }

    /// MET Norway's symbol, with or without its `_day`, `_night`, `_polartwilight`.
    pub fn from_met_symbol(symbol: &str) -> Option<Sky> {
        let name = symbol.split('_').next().unwrap_or(symbol);
        let sky = match name {
            "clearsky" => Sky::Clear,
            "fair" => Sky::MostlyClear,
            "partlycloudy" => Sky::PartlyCloudy,
            "cloudy" => Sky::Overcast,
            "fog" => Sky::Fog,
            _ => wet_met_symbol(name)?,
        };
        Some(sky)
    }
}

/// `[light[s]|heavy](rain|sleet|snow)[showers][andthunder]`; the strength is told by the amount.
fn wet_met_symbol(name: &str) -> Option<Sky> {
    let (name, thunder) = match name.strip_suffix("andthunder") {
        Some(rest) => (rest, true),
        None => (name, false),
    };
    // The provider writes "lightssleet…" and "lightssnow…" with a double s.
    let kind = ["lights", "light", "heavy"]
        .iter()
        .find_map(|strength| name.strip_prefix(strength).filter(|kind| kind.starts_with('r') || kind.starts_with('s')))
        .unwrap_or(name);
    let wet = match kind {
        "rain" => Wet::Rain,
        "rainshowers" => Wet::RainShowers,
        "sleet" | "sleetshowers" => Wet::Sleet,
        "snow" => Wet::Snow,
        "snowshowers" => Wet::SnowShowers,
        _ => return None,
    };
    Some(if thunder { Sky::Thunder { hail: Hail::None } } else { Sky::Wet(wet) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const WMO: [u8; 28] =
        [0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99];

    // [R3.19]
    #[test]
    fn every_wmo_code_in_use_maps_and_no_other_number_does() {
        for code in 0..=u8::MAX {
            assert_eq!(Sky::from_wmo(code).is_some(), WMO.contains(&code), "code {code}");
        }
    }

    // [R3.19]
    #[test]
    fn every_met_symbol_maps() {
        let plain = "cloudy fog rain heavyrain lightrain rainandthunder heavyrainandthunder lightrainandthunder \
                     sleet heavysleet lightsleet sleetandthunder heavysleetandthunder lightsleetandthunder \
                     snow heavysnow lightsnow snowandthunder heavysnowandthunder lightsnowandthunder";
        let lit = "clearsky fair partlycloudy rainshowers heavyrainshowers lightrainshowers rainshowersandthunder \
                   heavyrainshowersandthunder lightrainshowersandthunder sleetshowers heavysleetshowers \
                   lightsleetshowers sleetshowersandthunder heavysleetshowersandthunder \
                   lightssleetshowersandthunder lightsleetshowersandthunder snowshowers heavysnowshowers \
                   lightsnowshowers snowshowersandthunder heavysnowshowersandthunder \
                   lightssnowshowersandthunder lightsnowshowersandthunder";
        let mut count = 0;
        for symbol in plain.split_whitespace().map(str::to_owned).chain(
            lit.split_whitespace()
                .flat_map(|name| ["day", "night", "polartwilight"].map(|light| format!("{name}_{light}"))),
        ) {
            let sky = Sky::from_met_symbol(&symbol);
            assert!(sky.is_some(), "{symbol}");
            assert_eq!(matches!(sky, Some(Sky::Thunder { .. })), symbol.contains("thunder"), "{symbol}");
            count += 1;
        }
        assert!(count >= 83);
        assert_eq!(Sky::from_met_symbol("lightsnow"), Some(Sky::Wet(Wet::Snow)));
        assert_eq!(Sky::from_met_symbol("lightssleetshowers_day"), Some(Sky::Wet(Wet::Sleet)));
        assert_eq!(Sky::from_met_symbol("volcano"), None);
        assert_eq!(Sky::from_met_symbol(""), None);
    }

    // [R3.19]
    #[test]
    fn the_names_are_the_required_ones_in_snake_case() {
        let required = "clear_sky, sunny, mostly_clear, partly_cloudy, cloudy, overcast, mist, fog, drizzle, \
                        freezing_drizzle, light_rain, moderate_rain, heavy_rain, rain_showers, freezing_rain, sleet, \
                        light_snow, moderate_snow, heavy_snow, snow_showers, blizzard, thunderstorm, \
                        severe_thunderstorm, hail, breezy, windy, gale, storm, hurricane, freezing, frost, scorching_heat";
        let ours: Vec<String> =
            Condition::ALL.iter().map(|one| serde_json::to_value(one).unwrap().as_str().unwrap().to_owned()).collect();
        assert_eq!(ours, required.split(", ").map(str::trim).collect::<Vec<_>>());
    }
}
