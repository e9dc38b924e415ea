//! The one decision about an hour: icon, words, probability and amount follow from it and so cannot
//! disagree. The rules are told in `docs/weather.md`.

use crate::weather::model::conditions::{Condition, Hail, Sky, Wet};
use crate::weather::model::forecast::Hour;

/// Amounts from here on are rain a person notices; below is a trace (Open-Meteo counts an ensemble
/// member as wet above 0.1 mm/h).
pub const WET_HOUR_MM: f64 = 0.1;
/// Below this the amount is "possible" only (Pirate Weather).
pub const POSSIBLE_PERCENT: f64 = 25.0;
/// From here on rain is likely, and no dry icon may stand beside it (ours).
pub const LIKELY_PERCENT: f64 = 50.0;
/// So much rain is never hidden behind a dry icon, however unlikely (ours).
const MUCH_HOUR_MM: f64 = 1.0;

/// AMS glossary: rain in mm/h.
pub const MODERATE_RAIN: f64 = 2.5;
pub const HEAVY_RAIN: f64 = 7.6;
/// Open-Meteo: snow in cm/h.
const MODERATE_SNOW: f64 = 0.2;
const HEAVY_SNOW: f64 = 0.8;
/// Open-Meteo turns millimetres of water into centimetres of snow by this factor.
const SNOW_CM_PER_MM: f64 = 0.7;
/// At or below this what falls is taken for snow when nothing else tells (ours).
const SNOW_BELOW_CELSIUS: f64 = 0.5;

/// Beaufort, mean wind in m/s.
const BREEZY: f64 = 10.8;
const WINDY: f64 = 13.9;
const GALE: f64 = 17.2;
const STORM: f64 = 24.5;
const HURRICANE: f64 = 32.7;
/// NWS: a thunderstorm is severe with gusts of 58 mph, a snowfall a blizzard with 35 mph and a
/// quarter mile of sight.
const SEVERE_GUSTS: f64 = 25.9;
const BLIZZARD_WIND: f64 = 15.6;
const BLIZZARD_SIGHT_M: f64 = 400.0;

/// UK Met Office.
const FOG_SIGHT_M: f64 = 1_000.0;
/// Pirate Weather: mist is below 5 km with a dew-point spread of at most 3 °C.
const MIST_SIGHT_M: f64 = 5_000.0;
const MIST_SPREAD: f64 = 3.0;

/// NWS heat index "danger"; Environment Canada's "skin freezes in 10 to 30 minutes".
const SCORCHING: f64 = 39.0;
const FREEZING: f64 = -28.0;

/// What was decided about an hour or a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decision {
    pub condition: Condition,
    /// Whether something is expected to fall.
    pub wet: bool,
}

/// Decides an hour. `None` when nothing about the sky is known.
pub fn decide_hour(hour: &Hour, is_day: bool) -> Option<Decision> {
    let wet = is_wet(hour);
    let wind = hour.wind.unwrap_or(0.0);
    let dry = |condition| Some(Decision { condition, wet: false });

    if wind >= HURRICANE {
        return Some(Decision { condition: Condition::Hurricane, wet });
    }
    if let Some(condition) = thunder(hour, wet) {
        return Some(Decision { condition, wet: true });
    }
    if wind >= STORM {
        return Some(Decision { condition: Condition::Storm, wet });
    }
    if wet {
        return Some(Decision { condition: falling(hour), wet });
    }
    if wind >= GALE {
        return dry(Condition::Gale);
    }
    if hour.sky == Some(Sky::Fog) || hour.visibility.is_some_and(|sight| sight < FOG_SIGHT_M) {
        return dry(Condition::Fog);
    }
    if is_misty(hour) {
        return dry(Condition::Mist);
    }
    match hour.apparent.or(hour.temperature) {
        Some(feels) if feels >= SCORCHING => return dry(Condition::ScorchingHeat),
        Some(feels) if feels <= FREEZING => return dry(Condition::Freezing),
        _ => {}
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

/// Whether a condition says that nothing falls. A storm says nothing about rain.
pub fn claims_dry(condition: Condition) -> bool {
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
            | Fog
            | Breezy
            | Windy
            | Gale
            | Freezing
            | Frost
            | ScorchingHeat
    )
}

/// Whether a condition is made of snow.
pub fn is_snow(condition: Condition) -> bool {
    use Condition::*;
    matches!(condition, LightSnow | ModerateSnow | HeavySnow | SnowShowers | Blizzard)
}

/// The wet law, for hours and days alike: likely, or enough and possible, or much.
pub fn wants_umbrella(amount: Option<f64>, probability: Option<f64>, enough_mm: f64, much_mm: f64) -> bool {
    let likely = probability.is_some_and(|percent| percent >= LIKELY_PERCENT);
    let possible = probability.is_none_or(|percent| percent >= POSSIBLE_PERCENT);
    let amount = amount.unwrap_or(0.0);
    likely || (possible && amount >= enough_mm) || amount >= much_mm
}

fn is_wet(hour: &Hour) -> bool {
    // With no amount at all, the code is the only witness.
    let by_code = hour.precipitation.is_none()
        && matches!(hour.sky, Some(Sky::Wet(_)))
        && hour.probability.is_none_or(|percent| percent >= POSSIBLE_PERCENT);
    by_code || wants_umbrella(hour.precipitation, hour.probability, WET_HOUR_MM, MUCH_HOUR_MM)
}

fn thunder(hour: &Hour, wet: bool) -> Option<Condition> {
    let Some(Sky::Thunder { hail }) = hour.sky else { return None };
    // A thunder code over a dry, unlikely hour is a model's nervousness, not a forecast.
    let unknown = hour.precipitation.is_none() && hour.probability.is_none();
    let believable = wet
        || unknown
        || hour.precipitation.is_some_and(|amount| amount >= WET_HOUR_MM)
        || hour.probability.is_some_and(|percent| percent >= POSSIBLE_PERCENT);
    let severe = hour.gusts.is_some_and(|gusts| gusts >= SEVERE_GUSTS);
    believable.then_some(match hail {
        Hail::Heavy => Condition::SevereThunderstorm,
        _ if severe => Condition::SevereThunderstorm,
        Hail::Slight => Condition::Hail,
        Hail::None => Condition::Thunderstorm,
    })
}

/// The kind from the code, the strength from the amount, so that word and number agree.
pub fn falling(hour: &Hour) -> Condition {
    match wet_kind(hour) {
        Wet::FreezingDrizzle => Condition::FreezingDrizzle,
        Wet::FreezingRain => Condition::FreezingRain,
        Wet::Sleet => Condition::Sleet,
        kind @ (Wet::Snow | Wet::SnowShowers) => snow(hour, kind),
        kind => rain(hour.precipitation.unwrap_or(0.0), kind),
    }
}

fn wet_kind(hour: &Hour) -> Wet {
    if let Some(Sky::Wet(kind)) = hour.sky {
        return kind;
    }
    let cold = hour.temperature.is_some_and(|celsius| celsius <= SNOW_BELOW_CELSIUS);
    match hour.snowfall {
        Some(snowfall) if snowfall > 0.0 => Wet::Snow,
        None if cold => Wet::Snow,
        _ if hour.precipitation.unwrap_or(0.0) < WET_HOUR_MM => Wet::Drizzle,
        _ => Wet::Rain,
    }
}

fn rain(amount: f64, kind: Wet) -> Condition {
    match kind {
        _ if amount >= HEAVY_RAIN => Condition::HeavyRain,
        Wet::RainShowers => Condition::RainShowers,
        _ if amount >= MODERATE_RAIN => Condition::ModerateRain,
        Wet::Drizzle => Condition::Drizzle,
        _ => Condition::LightRain,
    }
}

fn snow(hour: &Hour, kind: Wet) -> Condition {
    let depth = hour.snowfall.or(hour.precipitation.map(|amount| amount * SNOW_CM_PER_MM)).unwrap_or(0.0);
    let blowing = [hour.wind, hour.gusts].into_iter().flatten().any(|speed| speed >= BLIZZARD_WIND);
    let blind = hour.visibility.map_or(depth >= MODERATE_SNOW, |sight| sight < BLIZZARD_SIGHT_M);
    match kind {
        _ if blowing && blind => Condition::Blizzard,
        _ if depth >= HEAVY_SNOW => Condition::HeavySnow,
        Wet::SnowShowers => Condition::SnowShowers,
        _ if depth >= MODERATE_SNOW => Condition::ModerateSnow,
        _ => Condition::LightSnow,
    }
}

/// From the cloud cover in oktas, else from the code: the page shows the cover beside the word.
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
        Sky::Fog | Sky::Wet(_) | Sky::Thunder { .. } => Condition::Cloudy,
    })
}

fn is_misty(hour: &Hour) -> bool {
    let near = hour.visibility.is_some_and(|sight| sight < MIST_SIGHT_M);
    let damp = match (hour.temperature, hour.dew_point) {
        (Some(air), Some(dew)) => air - dew <= MIST_SPREAD,
        _ => false,
    };
    near && damp
}

/// White frost forms in a still, fairly clear, moist night below zero (ours).
fn is_frosty(hour: &Hour, sky: Condition, is_day: bool) -> bool {
    let open_sky = matches!(sky, Condition::ClearSky | Condition::MostlyClear);
    let still = hour.wind.is_some_and(|speed| speed < 3.4);
    let moist = hour.humidity.is_some_and(|percent| percent >= 80.0);
    !is_day && open_sky && still && moist && hour.temperature.is_some_and(|celsius| celsius <= 0.0)
}
