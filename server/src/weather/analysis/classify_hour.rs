//! Classifies an hour. Icon and text both follow from the classification, so that they cannot disagree. The rules are
//! described in `docs/weather.md`.

use super::feels_like::{heat_index_of, wind_chill_of};
use super::precipitation_type::precipitation_kind;
use crate::weather::model::conditions::{Condition, PrecipitationKind, Sky, ThunderKind};
use crate::weather::model::forecast::Hour;

/// Lower amounts are a trace (Open-Meteo counts an ensemble member as wet above 0.1 mm/h).
pub const WET_HOUR_MM: f64 = 0.1;
/// From here on precipitation is possible (Pirate Weather).
pub const POSSIBLE_PERCENT: f64 = 25.0;
/// From here on precipitation is likely, and the hour never counts as dry (our choice).
pub const LIKELY_PERCENT: f64 = 50.0;
/// From this amount an hour is wet however low the probability (our choice).
const MUCH_HOUR_MM: f64 = 1.0;

/// AMS glossary: rain in mm/h.
pub const MODERATE_RAIN: f64 = 2.5;
pub const HEAVY_RAIN: f64 = 7.6;
/// Open-Meteo: snow in cm/h.
const MODERATE_SNOW: f64 = 0.2;
const HEAVY_SNOW: f64 = 0.8;
/// Open-Meteo's factor from millimetres of water to centimetres of snow.
pub const SNOW_CM_PER_MM: f64 = 0.7;

/// Beaufort, mean wind in m/s.
const BREEZY: f64 = 10.8;
const WINDY: f64 = 13.9;
const GALE: f64 = 17.2;
const STORM: f64 = 24.5;
const HURRICANE: f64 = 32.7;
/// NWS: a thunderstorm is severe with gusts of 58 mph; snowfall is a blizzard with wind of 35 mph and a visibility of a
/// quarter mile.
pub const SEVERE_GUSTS: f64 = 25.9;
const BLIZZARD_WIND: f64 = 15.6;
const BLIZZARD_VISIBILITY_M: f64 = 400.0;

/// UK Met Office.
const FOG_VISIBILITY_M: f64 = 1_000.0;
/// Pirate Weather: mist is below 5 km with a dew-point spread of at most 3 °C.
const MIST_VISIBILITY_M: f64 = 5_000.0;
const MIST_SPREAD: f64 = 3.0;

/// NWS heat index "danger"; Environment Canada's wind chill at which skin freezes in 10 to 30 minutes.
const SCORCHING: f64 = 39.0;
const FREEZING: f64 = -28.0;

/// Condition of an hour or a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Classification {
    pub condition: Condition,
    /// Precipitation is expected.
    pub wet: bool,
}

/// What decides about an hour beside its own values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    pub is_day: bool,
    /// There is enough dust or smoke in the air to impair the sight.
    pub is_air_hazy: bool,
}

/// `None` when nothing about the sky is known.
pub fn classify_hour(hour: &Hour, around: Surroundings) -> Option<Classification> {
    classify(hour, around, is_wet_hour(hour))
}

/// The condition of an hour or a moment in which precipitation falls (`wet`) or not.
pub fn classify(hour: &Hour, around: Surroundings, wet: bool) -> Option<Classification> {
    let is_day = around.is_day;
    let wind = hour.wind.unwrap_or(0.0);
    let dry = |condition| Some(Classification { condition, wet: false });

    if wind >= HURRICANE {
        return Some(Classification { condition: Condition::Hurricane, wet });
    }
    if let Some(condition) = thunder(hour, wet) {
        return Some(Classification { condition, wet: true });
    }
    if wind >= STORM {
        return Some(Classification { condition: Condition::Storm, wet });
    }
    if wet {
        return Some(Classification { condition: precipitation_condition(hour), wet });
    }
    if wind >= GALE {
        return dry(Condition::Gale);
    }
    if is_foggy(hour) {
        return dry(Condition::Fog);
    }
    if is_misty(hour) {
        return dry(Condition::Mist);
    }
    if around.is_air_hazy && is_dim_and_dry(hour) {
        return dry(Condition::Haze);
    }
    if heat_index_of(hour).is_some_and(|index| index >= SCORCHING) {
        return dry(Condition::ScorchingHeat);
    }
    if wind_chill_of(hour).is_some_and(|chill| chill <= FREEZING) {
        return dry(Condition::Freezing);
    }
    if wind >= WINDY {
        return dry(Condition::Windy);
    }
    if wind >= BREEZY {
        return dry(Condition::Breezy);
    }
    let sky = sky(hour, is_day)?;
    dry(if is_frosty(hour, sky, is_day) { Condition::Frost } else { sky })
}

/// Whether a condition implies that there is no precipitation. Storm and hurricane do not.
pub fn implies_dry(condition: Condition) -> bool {
    use Condition::*;
    matches!(
        condition,
        ClearSky
            | Sunny
            | MostlyClear
            | PartlyCloudy
            | Cloudy
            | Overcast
            | Mist
            | Haze
            | Fog
            | Breezy
            | Windy
            | Gale
            | Freezing
            | Frost
            | ScorchingHeat
    )
}

pub fn is_snow(condition: Condition) -> bool {
    use Condition::*;
    matches!(condition, LightSnow | ModerateSnow | HeavySnow | SnowShowers | Blizzard)
}

/// Whether an hour or a day counts as wet: precipitation is likely, or possible and enough, or much.
pub fn is_wet(amount: Option<f64>, probability: Option<f64>, enough_mm: f64, much_mm: f64) -> bool {
    let likely = probability.is_some_and(|percent| percent >= LIKELY_PERCENT);
    let possible = probability.is_none_or(|percent| percent >= POSSIBLE_PERCENT);
    let amount = amount.unwrap_or(0.0);
    likely || (possible && amount >= enough_mm) || amount >= much_mm
}

fn is_wet_hour(hour: &Hour) -> bool {
    is_wet_by_code(hour) || is_wet(hour.precipitation, hour.probability, WET_HOUR_MM, MUCH_HOUR_MM)
}

/// Whether something falls at this moment, by its rate in mm/h. A probability alone is no statement about the present.
pub fn is_falling(present: &Hour) -> bool {
    let possible = present.probability.is_none_or(|percent| percent >= POSSIBLE_PERCENT);
    let rate = present.precipitation.unwrap_or(0.0);
    is_wet_by_code(present) || (possible && rate >= WET_HOUR_MM) || rate >= MUCH_HOUR_MM
}

/// Without an amount, only the code is left to decide.
fn is_wet_by_code(hour: &Hour) -> bool {
    hour.precipitation.is_none()
        && matches!(hour.sky, Some(Sky::Precipitation(_)))
        && hour.probability.is_none_or(|percent| percent >= POSSIBLE_PERCENT)
}

fn thunder(hour: &Hour, wet: bool) -> Option<Condition> {
    let Some(Sky::Thunder(kind)) = hour.sky else { return None };
    // A thunder code in a dry hour with a low probability is model noise.
    let unknown = hour.precipitation.is_none() && hour.probability.is_none();
    let plausible = wet
        || unknown
        || hour.precipitation.is_some_and(|amount| amount >= WET_HOUR_MM)
        || hour.probability.is_some_and(|percent| percent >= POSSIBLE_PERCENT);
    let severe = hour.gusts.is_some_and(|gusts| gusts >= SEVERE_GUSTS);
    plausible.then_some(match kind {
        _ if severe => Condition::SevereThunderstorm,
        ThunderKind::WithHail => Condition::Hail,
        ThunderKind::Plain | ThunderKind::Strong => Condition::Thunderstorm,
    })
}

/// The intensity from the amount, so that text and number agree.
pub fn precipitation_condition(hour: &Hour) -> Condition {
    match precipitation_kind(hour) {
        PrecipitationKind::FreezingDrizzle => Condition::FreezingDrizzle,
        PrecipitationKind::FreezingRain => Condition::FreezingRain,
        PrecipitationKind::Sleet => Condition::Sleet,
        kind @ (PrecipitationKind::Snow | PrecipitationKind::SnowShowers) => snow(hour, kind),
        kind => rain(hour.precipitation.unwrap_or(0.0), kind),
    }
}

fn rain(amount: f64, kind: PrecipitationKind) -> Condition {
    match kind {
        _ if amount >= HEAVY_RAIN => Condition::HeavyRain,
        PrecipitationKind::RainShowers => Condition::RainShowers,
        _ if amount >= MODERATE_RAIN => Condition::ModerateRain,
        PrecipitationKind::Drizzle => Condition::Drizzle,
        _ => Condition::LightRain,
    }
}

fn snow(hour: &Hour, kind: PrecipitationKind) -> Condition {
    let depth = hour.snowfall.or(hour.precipitation.map(|amount| amount * SNOW_CM_PER_MM)).unwrap_or(0.0);
    let is_blowing = [hour.wind, hour.gusts].into_iter().flatten().any(|speed| speed >= BLIZZARD_WIND);
    let is_blind = hour.visibility.map_or(depth >= MODERATE_SNOW, |visibility| visibility < BLIZZARD_VISIBILITY_M);
    match kind {
        _ if is_blowing && is_blind => Condition::Blizzard,
        _ if depth >= HEAVY_SNOW => Condition::HeavySnow,
        PrecipitationKind::SnowShowers => Condition::SnowShowers,
        _ if depth >= MODERATE_SNOW => Condition::ModerateSnow,
        _ => Condition::LightSnow,
    }
}

/// From the cloud cover, which the page shows beside the text, or else from the code.
pub fn sky(hour: &Hour, is_day: bool) -> Option<Condition> {
    let clear = if is_day { Condition::Sunny } else { Condition::ClearSky };
    if let Some(cloud) = hour.cloud {
        return Some(match cloud {
            _ if cloud <= 12.5 => clear,
            _ if cloud <= 37.5 => Condition::MostlyClear,
            _ if cloud <= 62.5 => Condition::PartlyCloudy,
            _ if cloud <= 87.5 => Condition::Cloudy,
            _ => Condition::Overcast,
        });
    }
    Some(match hour.sky? {
        Sky::Clear => clear,
        Sky::MostlyClear => Condition::MostlyClear,
        Sky::PartlyCloudy => Condition::PartlyCloudy,
        Sky::Overcast => Condition::Overcast,
        Sky::Fog | Sky::Precipitation(_) | Sky::Thunder(_) => Condition::Cloudy,
    })
}

/// Poor sight in dry air is dust or smoke, not fog.
fn is_foggy(hour: &Hour) -> bool {
    let is_dim = hour.sky == Some(Sky::Fog) || hour.visibility.is_some_and(|visibility| visibility < FOG_VISIBILITY_M);
    is_dim && spread(hour).is_none_or(|spread| spread <= MIST_SPREAD)
}

fn is_misty(hour: &Hour) -> bool {
    let is_hazy = hour.visibility.is_some_and(|visibility| visibility < MIST_VISIBILITY_M);
    is_hazy && spread(hour).is_some_and(|spread| spread <= MIST_SPREAD)
}

/// Dust or smoke, where the air has enough of it.
fn is_dim_and_dry(hour: &Hour) -> bool {
    let is_dim = hour.visibility.is_some_and(|visibility| visibility < MIST_VISIBILITY_M);
    is_dim && spread(hour).is_some_and(|spread| spread > MIST_SPREAD)
}

/// Between the temperature and the dew point.
fn spread(hour: &Hour) -> Option<f64> {
    Some(hour.temperature? - hour.dew_point?)
}

/// Frost forms in a calm, fairly clear, humid night below zero (our choice).
fn is_frosty(hour: &Hour, sky: Condition, is_day: bool) -> bool {
    let open_sky = matches!(sky, Condition::ClearSky | Condition::MostlyClear);
    let still = hour.wind.is_some_and(|speed| speed < 3.4);
    let moist = hour.humidity.is_some_and(|percent| percent >= 80.0);
    !is_day && open_sky && still && moist && hour.temperature.is_some_and(|celsius| celsius <= 0.0)
}
