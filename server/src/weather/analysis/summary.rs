//! The sentence about the next twelve hours.

use super::hour::HourView;
use super::insights::view::{ForecastView, parameters};
use super::nowcast::{LOOK_AHEAD, Nowcast};
use crate::weather::model::conditions::Condition;
use crate::weather::report::{Parameter, Sentence, Summary};

pub fn summarise(view: &ForecastView) -> Option<Summary> {
    let current = view.current?;
    let condition = current.current_weather_condition?;
    let temperatures =
        || view.hours_within(LOOK_AHEAD).filter_map(|one| one.hour.temperature).chain(current.temperature_2m);
    let mut values = parameters([("condition", Parameter::Condition(condition))]);
    if let (Some(low), Some(high)) = (temperatures().reduce(f64::min), temperatures().reduce(f64::max)) {
        values.insert("low".to_owned(), Parameter::Temperature(low));
        values.insert("high".to_owned(), Parameter::Temperature(high));
    }
    let nowcast = view.nowcast?;
    if let Nowcast::Pauses { again_at, .. } = nowcast {
        values.insert("again".to_owned(), Parameter::Time(again_at));
    }
    let (sentence, time) = match nowcast {
        Nowcast::Stops { at, snow: false } => (Sentence::SummaryRainStops, Some(at)),
        Nowcast::Stops { at, snow: true } => (Sentence::SummarySnowStops, Some(at)),
        Nowcast::Pauses { at, snow: false, .. } => (Sentence::SummaryRainPauses, Some(at)),
        Nowcast::Pauses { at, snow: true, .. } => (Sentence::SummarySnowPauses, Some(at)),
        Nowcast::Soon { snow: false } => (Sentence::SummaryRainSoon, None),
        Nowcast::Soon { snow: true } => (Sentence::SummarySnowSoon, None),
        Nowcast::Starts { at, snow: false } => (Sentence::SummaryRainStarts, Some(at)),
        Nowcast::Starts { at, snow: true } => (Sentence::SummarySnowStarts, Some(at)),
        Nowcast::Continues { .. } => (Sentence::SummarySame, None),
        Nowcast::Dry => match next_sky(view, condition) {
            Some((hour, next)) => {
                values.insert("next".to_owned(), Parameter::Condition(next));
                (Sentence::SummaryChange, Some(view.time_of(hour)))
            }
            None => (Sentence::SummarySame, None),
        },
    };
    if let Some(time) = time {
        values.insert("time".to_owned(), Parameter::Time(time));
    }
    // "Sunny" does not last beyond sunset.
    if sentence == Sentence::SummarySame
        && condition == Condition::Sunny
        && view.hours_within(LOOK_AHEAD).any(|one| !one.is_day)
    {
        values.insert("condition".to_owned(), Parameter::Condition(Condition::ClearSky));
    }
    Some(Summary { sentence, parameters: values })
}

/// The first different sky that lasts at least three hours.
fn next_sky<'a>(view: &'a ForecastView, here: Condition) -> Option<(&'a HourView, Condition)> {
    let hours: Vec<(&HourView, Condition)> = view
        .hours_within(LOOK_AHEAD)
        .filter(|one| one.hour.time > view.now)
        .filter_map(|one| Some((one, one.classified?.classification.condition)))
        .collect();
    hours
        .windows(3)
        .find(|three| {
            three.iter().all(|(_, condition)| group(*condition) == group(three[0].1))
                && group(three[0].1) != group(here)
        })
        .map(|three| three[0])
}

/// Groups conditions that users would call the same.
fn group(condition: Condition) -> u8 {
    use Condition::*;
    match condition {
        ClearSky | Sunny | MostlyClear => 0,
        PartlyCloudy => 1,
        Cloudy | Overcast => 2,
        Mist | Haze | Fog => 3,
        Breezy | Windy | Gale => 4,
        Freezing | Frost => 5,
        ScorchingHeat => 6,
        _ => 7,
    }
}
