//! One sentence for the next twelve hours, from the same rows the page shows.

use super::insights::{View, named};
use super::nowcast::{LOOK_AHEAD, Nowcast, nowcast};
use crate::weather::model::conditions::Condition;
use crate::weather::report::assemble::ShownHour;
use crate::weather::report::{Parameter, Sentence, Summary};

pub fn summarise(view: &View) -> Option<Summary> {
    let current = view.current?;
    let condition = current.current_weather_condition?;
    let temperatures =
        || view.hours_until(LOOK_AHEAD).filter_map(|one| one.hour.temperature).chain(current.temperature_2m);
    let mut parameters = named([("condition", Parameter::Condition(condition))]);
    if let (Some(low), Some(high)) = (temperatures().reduce(f64::min), temperatures().reduce(f64::max)) {
        parameters.insert("low".to_owned(), Parameter::Temperature(low));
        parameters.insert("high".to_owned(), Parameter::Temperature(high));
    }
    let (sentence, time) = match nowcast(view.ahead, view.quarters, view.now, view.wet_now)? {
        Nowcast::Stops { at, snow: false } => (Sentence::SummaryRainStops, Some(at)),
        Nowcast::Stops { at, snow: true } => (Sentence::SummarySnowStops, Some(at)),
        Nowcast::Starts { at, snow: false } => (Sentence::SummaryRainStarts, Some(at)),
        Nowcast::Starts { at, snow: true } => (Sentence::SummarySnowStarts, Some(at)),
        Nowcast::Continues { .. } => (Sentence::SummarySame, None),
        Nowcast::Dry => match next_sky(view, condition) {
            Some((hour, next)) => {
                parameters.insert("next".to_owned(), Parameter::Condition(next));
                (Sentence::SummaryChange, Some(hour.hour.time))
            }
            None => (Sentence::SummarySame, None),
        },
    };
    if let Some(time) = time {
        parameters.insert("time".to_owned(), Parameter::Time(time));
    }
    // What stays the same is the sky; the sun sets.
    if sentence == Sentence::SummarySame
        && condition == Condition::Sunny
        && view.hours_until(LOOK_AHEAD).any(|one| !one.is_day)
    {
        parameters.insert("condition".to_owned(), Parameter::Condition(Condition::ClearSky));
    }
    Some(Summary { sentence, parameters })
}

/// The first clearly different sky that stays for at least three hours.
fn next_sky<'a>(view: &'a View, here: Condition) -> Option<(&'a ShownHour, Condition)> {
    let hours: Vec<(&ShownHour, Condition)> = view
        .hours_until(LOOK_AHEAD)
        .filter(|one| one.hour.time > view.now)
        .filter_map(|one| Some((one, one.decided?.decision.condition)))
        .collect();
    hours
        .windows(3)
        .find(|three| {
            three.iter().all(|(_, condition)| kind(*condition) == kind(three[0].1)) && kind(three[0].1) != kind(here)
        })
        .map(|three| three[0])
}

/// Skies that a person would call the same.
fn kind(condition: Condition) -> u8 {
    use Condition::*;
    match condition {
        ClearSky | Sunny | MostlyClear => 0,
        PartlyCloudy => 1,
        Cloudy | Overcast => 2,
        Mist | Fog => 3,
        Breezy | Windy | Gale => 4,
        Freezing | Frost => 5,
        ScorchingHeat => 6,
        _ => 7,
    }
}
