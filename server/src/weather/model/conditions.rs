//! The named conditions, each with a day and a night icon, and the meaning of every provider's weather codes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! conditions {
    ($($condition:ident $key:literal => $day:ident, $night:ident;)*) => {
        /// Weather condition; its texts are under `shared.conditions`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Condition {
            $($condition,)*
        }

        impl Condition {
            pub const ALL: &[Condition] = &[$(Condition::$condition),*];

            /// The name on the wire and in the texts.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Condition::$condition => $key,)*
                }
            }

            pub fn icon(self, is_day: bool) -> Icon {
                let (day, night) = match self {
                    $(Condition::$condition => (Icon::$day, Icon::$night),)*
                };
                if is_day { day } else { night }
            }
        }
    };
}

// Condition, name, day icon, night icon.
conditions! {
    ClearSky "clear_sky" => ClearDay, ClearNight;
    Sunny "sunny" => ClearDay, ClearNight;
    MostlyClear "mostly_clear" => MostlyClearDay, MostlyClearNight;
    PartlyCloudy "partly_cloudy" => PartlyCloudyDay, PartlyCloudyNight;
    Cloudy "cloudy" => OvercastDay, OvercastNight;
    Overcast "overcast" => Overcast, Overcast;
    Mist "mist" => HazeDay, HazeNight;
    Haze "haze" => HazeDay, HazeNight;
    Fog "fog" => FogDay, FogNight;
    Drizzle "drizzle" => OvercastDayDrizzle, OvercastNightDrizzle;
    FreezingDrizzle "freezing_drizzle" => OvercastDaySleet, OvercastNightSleet;
    LightRain "light_rain" => OvercastDayRain, OvercastNightRain;
    ModerateRain "moderate_rain" => OvercastRain, OvercastRain;
    HeavyRain "heavy_rain" => ExtremeRain, ExtremeRain;
    RainShowers "rain_showers" => PartlyCloudyDayRain, PartlyCloudyNightRain;
    FreezingRain "freezing_rain" => ExtremeSleet, ExtremeSleet;
    Sleet "sleet" => OvercastSleet, OvercastSleet;
    LightSnow "light_snow" => OvercastDaySnow, OvercastNightSnow;
    ModerateSnow "moderate_snow" => OvercastSnow, OvercastSnow;
    HeavySnow "heavy_snow" => ExtremeSnow, ExtremeSnow;
    SnowShowers "snow_showers" => PartlyCloudyDaySnow, PartlyCloudyNightSnow;
    Blizzard "blizzard" => WindSnow, WindSnow;
    Thunderstorm "thunderstorm" => ThunderstormsDayRain, ThunderstormsNightRain;
    SevereThunderstorm "severe_thunderstorm" => ThunderstormsExtremeRain, ThunderstormsExtremeRain;
    Hail "hail" => OvercastDayHail, OvercastNightHail;
    Breezy "breezy" => WindsockModerate, WindsockModerate;
    Windy "windy" => Windsock, Windsock;
    Gale "gale" => Wind, Wind;
    Storm "storm" => WindAlert, WindAlert;
    Hurricane "hurricane" => Hurricane, Hurricane;
    Freezing "freezing" => ThermometerColder, ThermometerColder;
    Frost "frost" => ThermometerSnow, ThermometerSnow;
    ScorchingHeat "scorching_heat" => SunHot, ThermometerWarmer;
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

/// The sky by a provider's code alone, before amounts and wind are taken into account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sky {
    Clear,
    MostlyClear,
    PartlyCloudy,
    Overcast,
    Fog,
    Precipitation(PrecipitationKind),
    Thunder(ThunderKind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PrecipitationKind {
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
pub enum ThunderKind {
    Plain,
    Strong,
    /// Only where a source forecasts hail.
    WithHail,
}

impl Sky {
    /// Whether the code is one of precipitation or thunder.
    pub fn is_wet(self) -> bool {
        matches!(self, Sky::Precipitation(_) | Sky::Thunder(_))
    }

    /// WMO code table 4677 as Open-Meteo uses it; any other number is unknown. It fills 96 worldwide from a thunder
    /// score, without any forecast of hail; 99 is a weather service's own code.
    pub fn from_wmo(code: u8) -> Option<Sky> {
        Some(match code {
            0 => Sky::Clear,
            1 => Sky::MostlyClear,
            2 => Sky::PartlyCloudy,
            3 => Sky::Overcast,
            45 | 48 => Sky::Fog,
            51 | 53 | 55 => Sky::Precipitation(PrecipitationKind::Drizzle),
            56 | 57 => Sky::Precipitation(PrecipitationKind::FreezingDrizzle),
            61 | 63 | 65 => Sky::Precipitation(PrecipitationKind::Rain),
            66 | 67 => Sky::Precipitation(PrecipitationKind::FreezingRain),
            71 | 73 | 75 | 77 => Sky::Precipitation(PrecipitationKind::Snow),
            80..=82 => Sky::Precipitation(PrecipitationKind::RainShowers),
            85 | 86 => Sky::Precipitation(PrecipitationKind::SnowShowers),
            95 | 98 => Sky::Thunder(ThunderKind::Plain),
            96 | 97 => Sky::Thunder(ThunderKind::Strong),
            99 => Sky::Thunder(ThunderKind::WithHail),
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

/// `[light[s]|heavy](rain|sleet|snow)[showers][andthunder]`; the intensity comes from the amount.
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
        "rain" => PrecipitationKind::Rain,
        "rainshowers" => PrecipitationKind::RainShowers,
        "sleet" | "sleetshowers" => PrecipitationKind::Sleet,
        "snow" => PrecipitationKind::Snow,
        "snowshowers" => PrecipitationKind::SnowShowers,
        _ => return None,
    };
    Some(if thunder { Sky::Thunder(ThunderKind::Plain) } else { Sky::Precipitation(wet) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const WMO: [u8; 30] = [
        0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 97, 98,
        99,
    ];

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
            assert_eq!(matches!(sky, Some(Sky::Thunder(_))), symbol.contains("thunder"), "{symbol}");
            count += 1;
        }
        assert!(count >= 83);
        assert_eq!(Sky::from_met_symbol("lightsnow"), Some(Sky::Precipitation(PrecipitationKind::Snow)));
        assert_eq!(Sky::from_met_symbol("lightssleetshowers_day"), Some(Sky::Precipitation(PrecipitationKind::Sleet)));
        assert_eq!(Sky::from_met_symbol("volcano"), None);
        assert_eq!(Sky::from_met_symbol(""), None);
    }

    // [R3.19]
    #[test]
    fn the_names_are_the_required_ones_and_haze_in_snake_case() {
        let required = "clear_sky, sunny, mostly_clear, partly_cloudy, cloudy, overcast, mist, haze, fog, drizzle, \
                        freezing_drizzle, light_rain, moderate_rain, heavy_rain, rain_showers, freezing_rain, sleet, \
                        light_snow, moderate_snow, heavy_snow, snow_showers, blizzard, thunderstorm, \
                        severe_thunderstorm, hail, breezy, windy, gale, storm, hurricane, freezing, frost, scorching_heat";
        let names: Vec<&str> = Condition::ALL.iter().map(|condition| condition.as_str()).collect();
        assert_eq!(names, required.split(", ").map(str::trim).collect::<Vec<_>>());
        for condition in Condition::ALL {
            assert_eq!(serde_json::to_value(condition).unwrap(), condition.as_str());
        }
    }
}
