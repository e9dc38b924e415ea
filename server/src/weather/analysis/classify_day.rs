//! The one decision about a day or a part of one, from its decided hours and its sums.

use super::classify_hour::{Decision, claims_dry, decide_hour, falling, sky, wants_umbrella};
use crate::weather::model::conditions::Condition;
use crate::weather::model::forecast::Hour;

/// Dark Sky's line between a dry and a wet day.
const WET_DAY_MM: f64 = 1.0;
/// So much rain is never hidden behind a dry icon, however unlikely (ours).
const MUCH_DAY_MM: f64 = 5.0;

/// Decides a day (or a part of one) from its decided hours and its sums.
///
/// A wet day shows the kind of its worst wet hour. A dry day shows the gravest hazard that lasts
/// two hours, else the sky that most hours of daylight have.
pub fn decide_day(hours: &[DecidedHour], amount: Option<f64>, probability: Option<f64>) -> Option<Decision> {
    let worst = |wet: bool| {
        hours
            .iter()
            .filter(|hour| hour.decision.wet == wet)
            .map(|hour| hour.decision.condition)
            .max_by_key(|one| severity(*one))
    };
    let hazard = lasting_hazard(hours);
    if wants_umbrella(amount, probability, WET_DAY_MM, MUCH_DAY_MM) {
        let fallen = worst(true).or_else(|| hours.iter().find_map(|hour| hour.would_fall));
        let condition = match (fallen, hazard) {
            (Some(fallen), Some(hazard)) if severity(hazard) > severity(fallen) && !claims_dry(hazard) => hazard,
            (Some(fallen), _) => fallen,
            (None, _) => Condition::LightRain,
        };
        return Some(Decision { condition, wet: true });
    }
    let condition = hazard.or_else(|| prevailing_sky(hours))?;
    Some(Decision { condition, wet: false })
}

/// An hour after its decision, as a day looks at it.
#[derive(Debug, Clone, Copy)]
pub struct DecidedHour {
    pub decision: Decision,
    pub is_day: bool,
    /// What would fall if anything did, for a day that is wet though no single hour is.
    pub would_fall: Option<Condition>,
    /// The sky behind whatever else was decided.
    pub sky: Option<Condition>,
}

impl DecidedHour {
    pub fn of(hour: &Hour, is_day: bool) -> Option<DecidedHour> {
        Some(DecidedHour {
            decision: decide_hour(hour, is_day)?,
            is_day,
            would_fall: hour.precipitation.is_some_and(|amount| amount > 0.0).then(|| falling(hour)),
            sky: sky(hour, is_day),
        })
    }
}

/// A dry hazard counts for the day when it fills at least two hours, or all of a shorter stretch.
fn lasting_hazard(hours: &[DecidedHour]) -> Option<Condition> {
    let needed = hours.len().min(2);
    let mut hazards: Vec<Condition> =
        hours.iter().map(|hour| hour.decision.condition).filter(|one| is_hazard(*one)).collect();
    hazards.sort_by_key(|one| std::cmp::Reverse(severity(*one)));
    hazards.get(needed.checked_sub(1)?).copied()
}

fn is_hazard(condition: Condition) -> bool {
    use Condition::*;
    matches!(condition, Fog | Windy | Gale | Storm | Hurricane | Freezing | ScorchingHeat)
}

fn prevailing_sky(hours: &[DecidedHour]) -> Option<Condition> {
    let lit: Vec<&DecidedHour> = hours.iter().filter(|hour| hour.is_day).collect();
    let looked_at = if lit.is_empty() { hours.iter().collect() } else { lit };
    // The middle of the sorted skies: two cloudy hours do not make a sunny day cloudy.
    let mut skies: Vec<Condition> = looked_at
        .iter()
        .map(|hour| {
            if claims_dry(hour.decision.condition) {
                hour.decision.condition
            } else {
                hour.sky.unwrap_or(Condition::Cloudy)
            }
        })
        .filter(|one| !is_hazard(*one))
        .collect();
    if skies.is_empty() {
        skies = looked_at.iter().map(|hour| hour.sky.unwrap_or(hour.decision.condition)).collect();
    }
    skies.sort_by_key(|one| severity(*one));
    skies.get(skies.len() / 2).copied()
}

/// Which of two conditions a day is named after; the order of the list below, gravest last.
fn severity(condition: Condition) -> usize {
    use Condition::*;
    const ORDER: [Condition; 32] = [
        ClearSky,
        Sunny,
        MostlyClear,
        PartlyCloudy,
        Cloudy,
        Overcast,
        Breezy,
        Mist,
        Frost,
        Windy,
        Fog,
        Drizzle,
        LightRain,
        RainShowers,
        ModerateRain,
        LightSnow,
        SnowShowers,
        Sleet,
        ModerateSnow,
        HeavyRain,
        FreezingDrizzle,
        Gale,
        ScorchingHeat,
        Freezing,
        HeavySnow,
        FreezingRain,
        Thunderstorm,
        Hail,
        Blizzard,
        Storm,
        SevereThunderstorm,
        Hurricane,
    ];
    ORDER.iter().position(|one| *one == condition).unwrap_or(0)
}
