//! The named conditions (R3.19), each with a day and a night icon, and what every provider code means.

use serde::Serialize;
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
