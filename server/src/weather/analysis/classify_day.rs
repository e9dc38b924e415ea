//! Classifies a day, or a part of one, by its classified hours and its totals.

use super::classify_hour::{
    Classification, Surroundings, classify_hour, implies_dry, is_wet, precipitation_condition, sky,
};
use crate::weather::model::conditions::Condition;
use crate::weather::model::forecast::Hour;

/// Dark Sky's threshold of a wet day.
const WET_DAY_MM: f64 = 1.0;
/// From this amount a day is wet however low the probability (our choice).
const MUCH_DAY_MM: f64 = 5.0;

/// A wet day is named after its dangerous precipitation, or else after the type of which most falls; a dry day after the
/// most severe hazard that lasts, or else after the median sky of its daylight hours.
pub fn classify_day(hours: &[ClassifiedHour], amount: Option<f64>, probability: Option<f64>) -> Option<Classification> {
    let hazard = lasting_hazard(hours);
    if is_wet(amount, probability, WET_DAY_MM, MUCH_DAY_MM) {
        let precipitation = prevailing_precipitation(hours).or_else(|| potential_precipitation(hours));
        let condition = match (precipitation, hazard) {
            (Some(precipitation), Some(hazard))
                if severity(hazard) > severity(precipitation) && !implies_dry(hazard) =>
            {
                hazard
            }
            (Some(precipitation), _) => precipitation,
            (None, _) => Condition::LightRain,
        };
        return Some(Classification { condition, wet: true });
    }
    let condition = hazard.or_else(|| prevailing_sky(hours))?;
    Some(Classification { condition, wet: false })
}

/// A classified hour, as input of a day's classification.
#[derive(Debug, Clone, Copy)]
pub struct ClassifiedHour {
    pub classification: Classification,
    pub is_day: bool,
    /// Millimetres; zero where unknown.
    pub precipitation: f64,
    /// What would fall at its temperature, for a day that is wet although no single hour is.
    pub potential_precipitation: Condition,
    /// The sky, whatever the condition is.
    pub sky: Option<Condition>,
}

impl ClassifiedHour {
    pub fn new(hour: &Hour, around: Surroundings) -> Option<ClassifiedHour> {
        let is_day = around.is_day;
        Some(ClassifiedHour {
            classification: classify_hour(hour, around)?,
            is_day,
            precipitation: hour.precipitation.unwrap_or(0.0),
            potential_precipitation: precipitation_condition(hour),
            sky: sky(hour, is_day),
        })
    }
}

/// Of an hour with a trace, or else of the middle of the day.
fn potential_precipitation(hours: &[ClassifiedHour]) -> Option<Condition> {
    let with_trace = hours.iter().find(|hour| hour.precipitation > 0.0);
    with_trace.or_else(|| hours.get(hours.len() / 2)).map(|hour| hour.potential_precipitation)
}

/// The condition that a wet day is remembered for: a shower of snow at dawn does not name a day of rain.
fn prevailing_precipitation(hours: &[ClassifiedHour]) -> Option<Condition> {
    let wet: Vec<&ClassifiedHour> = hours.iter().filter(|hour| hour.classification.wet).collect();
    let worst = |accepts: &dyn Fn(Condition) -> bool| {
        let conditions = wet.iter().map(|hour| hour.classification.condition);
        conditions.filter(|one| accepts(*one)).max_by_key(|one| severity(*one))
    };
    let amount = |kind: FallKind| -> f64 {
        let of_kind = wet.iter().filter(|hour| FallKind::of(hour.classification.condition) == Some(kind));
        of_kind.map(|hour| hour.precipitation).sum()
    };
    worst(&is_dangerous)
        .or_else(|| {
            let most = FallKind::ALL.into_iter().max_by(|one, other| amount(*one).total_cmp(&amount(*other)))?;
            worst(&|condition| FallKind::of(condition) == Some(most) && amount(most) > 0.0)
        })
        .or_else(|| worst(&|_| true))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FallKind {
    Snow,
    Sleet,
    Rain,
}

impl FallKind {
    const ALL: [FallKind; 3] = [FallKind::Snow, FallKind::Sleet, FallKind::Rain];

    fn of(condition: Condition) -> Option<FallKind> {
        use Condition::*;
        match condition {
            Drizzle | LightRain | RainShowers | ModerateRain => Some(FallKind::Rain),
            Sleet => Some(FallKind::Sleet),
            LightSnow | SnowShowers | ModerateSnow => Some(FallKind::Snow),
            _ => None,
        }
    }
}

/// Precipitation that people remember of a day however short it was.
fn is_dangerous(condition: Condition) -> bool {
    use Condition::*;
    matches!(
        condition,
        HeavyRain
            | HeavySnow
            | FreezingDrizzle
            | FreezingRain
            | Thunderstorm
            | SevereThunderstorm
            | Hail
            | Blizzard
            | Storm
            | Hurricane
    )
}

/// A dry hazard counts when it lasts three hours, or half of a shorter period. Fog counts by daylight: in the night few
/// people see it.
fn lasting_hazard(hours: &[ClassifiedHour]) -> Option<Condition> {
    let needed = hours.len().div_ceil(2).min(3);
    let has_daylight = hours.iter().any(|hour| hour.is_day);
    let mut hazards: Vec<Condition> = hours
        .iter()
        .filter(|hour| hour.is_day || !has_daylight || hour.classification.condition != Condition::Fog)
        .map(|hour| hour.classification.condition)
        .filter(|one| is_hazard(*one))
        .collect();
    hazards.sort_by_key(|one| std::cmp::Reverse(severity(*one)));
    hazards.get(needed.checked_sub(1)?).copied()
}

fn is_hazard(condition: Condition) -> bool {
    use Condition::*;
    matches!(condition, Fog | Windy | Gale | Storm | Hurricane | Freezing | ScorchingHeat)
}

fn prevailing_sky(hours: &[ClassifiedHour]) -> Option<Condition> {
    let lit: Vec<&ClassifiedHour> = hours.iter().filter(|hour| hour.is_day).collect();
    let relevant = if lit.is_empty() { hours.iter().collect() } else { lit };
    // The median: two cloudy hours do not make a sunny day cloudy.
    let mut skies: Vec<Condition> = relevant
        .iter()
        .map(|hour| {
            if implies_dry(hour.classification.condition) {
                hour.classification.condition
            } else {
                hour.sky.unwrap_or(Condition::Cloudy)
            }
        })
        .filter(|one| !is_hazard(*one))
        .collect();
    if skies.is_empty() {
        skies = relevant.iter().map(|hour| hour.sky.unwrap_or(hour.classification.condition)).collect();
    }
    skies.sort_by_key(|one| severity(*one));
    skies.get(skies.len() / 2).copied()
}

/// Rank by which a day's condition is chosen; most severe last.
fn severity(condition: Condition) -> usize {
    use Condition::*;
    const ORDER: [Condition; 33] = [
        ClearSky,
        Sunny,
        MostlyClear,
        PartlyCloudy,
        Cloudy,
        Overcast,
        Breezy,
        Mist,
        Haze,
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
