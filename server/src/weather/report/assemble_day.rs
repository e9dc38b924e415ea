//! A day of the report: from its hours where they are there, else from the source's own day.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use super::assemble::{Frame, ShownHour};
use super::{Daily, Day, Period, Periods, Polar, Reason, Section};
use crate::weather::analysis::classify_day::{DecidedHour, decide_day};
use crate::weather::astronomy::moon::moon_at;
use crate::weather::astronomy::sun::{local_day, sun_on};
use crate::weather::model::conditions::Condition;
use crate::weather::model::forecast::{DaySums, Forecast, Hour};
use crate::weather::model::rounding::to_decimals;

/// A day is told by its hours when at least half of them are known.
const HOURS_FOR_A_DAY: usize = 12;
/// Over how many hours a day's rain is spread to name its strength (ours).
const WET_HOURS_OF_A_WET_DAY: f64 = 8.0;

pub fn days(
    forecast: &Forecast,
    hours: &[ShownHour],
    dates: &[Date],
    zone: &TimeZone,
    frame: &Frame,
) -> Section<Daily> {
    let days: Vec<Day> = dates.iter().map(|date| day(forecast, hours, *date, zone, frame, *date == dates[0])).collect();
    if days.iter().all(|day| day.unavailable.is_some()) {
        return Section::missing(Reason::NotProvidedBySource);
    }
    Section::Data(Daily { days })
}

fn day(forecast: &Forecast, all: &[ShownHour], date: Date, zone: &TimeZone, frame: &Frame, is_today: bool) -> Day {
    let (start, end) = local_day(date, zone);
    let hours = between(all, start, end);
    let known = hours.iter().filter(|one| one.hour.temperature.is_some()).count();
    // The rest of today may be short: sources that tell no past begin with the running hour.
    let enough = known >= HOURS_FOR_A_DAY || (is_today && known > 0);
    let told = forecast.days.iter().find(|day| day.date == date && day.temperature_max.is_some());
    let sums = match (enough, told) {
        (true, _) => Some(sums_of(hours, date)),
        (false, Some(told)) => Some(stretched(told.clone(), hours)),
        (false, None) => None,
    };
    let noon = Timestamp::from_second(start + (end - start) / 2).unwrap_or(Timestamp::UNIX_EPOCH);
    let mut day = Day {
        date,
        unavailable: Some(Reason::BeyondSourceHorizon),
        condition: None,
        icon: None,
        temperature_2m_max: None,
        temperature_2m_mean: None,
        temperature_2m_min: None,
        apparent_temperature_max: None,
        apparent_temperature_min: None,
        precipitation_sum: None,
        precipitation_probability_max: None,
        snowfall_sum: None,
        wind_speed_10m_max: None,
        wind_gusts_10m_max: None,
        wind_direction_10m_dominant: None,
        uv_index_max: None,
        sun: sun_on(date, zone, frame.latitude, frame.longitude),
        moon: moon_at(noon),
        periods: Section::missing(Reason::BeyondSourceHorizon),
    };
    let Some(sums) = sums else { return day };
    let condition = condition(hours, &sums);
    day.unavailable = None;
    day.condition = condition;
    day.icon = condition.map(|condition| condition.icon(day.sun.polar != Polar::Night));
    day.temperature_2m_max = sums.temperature_max;
    day.temperature_2m_mean = sums.temperature_mean;
    day.temperature_2m_min = sums.temperature_min;
    day.apparent_temperature_max = sums.apparent_max;
    day.apparent_temperature_min = sums.apparent_min;
    day.precipitation_sum = sums.precipitation;
    day.precipitation_probability_max = sums.probability;
    day.snowfall_sum = sums.snowfall;
    day.wind_speed_10m_max = sums.wind;
    day.wind_gusts_10m_max = sums.gusts;
    day.wind_direction_10m_dominant = sums.direction;
    day.uv_index_max = sums.uv;
    day.periods = periods(all, date, zone);
    day
}

fn condition(hours: &[ShownHour], sums: &DaySums) -> Option<Condition> {
    let decided: Vec<DecidedHour> = hours.iter().filter_map(|one| one.decided).collect();
    if !decided.is_empty() {
        return decide_day(&decided, sums.precipitation, sums.probability).map(|one| one.condition);
    }
    // Only the source's own day is known: it is decided like a day of one typical hour.
    let typical = Hour {
        sky: sums.sky,
        temperature: sums.temperature_mean.or(sums.temperature_max),
        apparent: sums.apparent_max,
        precipitation: sums.precipitation.map(|amount| amount / WET_HOURS_OF_A_WET_DAY),
        probability: sums.probability,
        snowfall: sums.snowfall.map(|depth| depth / WET_HOURS_OF_A_WET_DAY),
        wind: sums.wind,
        gusts: sums.gusts,
        ..Hour::default()
    };
    let decided = DecidedHour::of(&typical, true)?;
    decide_day(&[decided], sums.precipitation, sums.probability).map(|one| one.condition)
}

/// The hours (ascending) that begin in `start..end`.
fn between(hours: &[ShownHour], start: i64, end: i64) -> &[ShownHour] {
    let first = hours.partition_point(|one| one.hour.time.as_second() < start);
    let last = hours.partition_point(|one| one.hour.time.as_second() < end);
    &hours[first..last.max(first)]
}

fn sums_of(hours: &[ShownHour], date: Date) -> DaySums {
    let values = |field: fn(&Hour) -> Option<f64>| hours.iter().filter_map(move |one| field(&one.hour));
    let (max, min) = (highest(values(|hour| hour.temperature)), lowest(values(|hour| hour.temperature)));
    let mean = mean(values(|hour| hour.temperature)).map(|mean| to_decimals(mean, 1));
    DaySums {
        date,
        sky: None,
        temperature_max: max,
        temperature_min: min,
        temperature_mean: mean.zip(min).zip(max).map(|((mean, min), max)| mean.clamp(min, max)),
        apparent_max: highest(values(|hour| hour.apparent)),
        apparent_min: lowest(values(|hour| hour.apparent)),
        precipitation: sum(values(|hour| hour.precipitation)),
        probability: highest(values(|hour| hour.probability)),
        snowfall: sum(values(|hour| hour.snowfall)),
        wind: highest(values(|hour| hour.wind)),
        gusts: highest(values(|hour| hour.gusts)),
        direction: dominant_direction(hours),
        uv: highest(values(|hour| hour.uv)),
    }
}

/// The source's day, widened so that the few hours we do have lie inside its bounds.
fn stretched(told: DaySums, hours: &[ShownHour]) -> DaySums {
    let seen = sums_of(hours, told.date);
    let tenth = |value: Option<f64>| value.map(|number| to_decimals(number, 1));
    let max = highest([tenth(told.temperature_max), seen.temperature_max].into_iter().flatten());
    let min = lowest([tenth(told.temperature_min), seen.temperature_min].into_iter().flatten());
    let middle = told.temperature_mean.or(max.zip(min).map(|(max, min)| (max + min) / 2.0));
    DaySums {
        date: told.date,
        sky: told.sky,
        temperature_max: max,
        temperature_min: min,
        temperature_mean: tenth(middle).zip(min).zip(max).map(|((mean, min), max)| mean.clamp(min.min(max), max)),
        apparent_max: highest([tenth(told.apparent_max), seen.apparent_max].into_iter().flatten()),
        apparent_min: lowest([tenth(told.apparent_min), seen.apparent_min].into_iter().flatten()),
        precipitation: highest([told.precipitation, seen.precipitation].into_iter().flatten()),
        probability: highest([told.probability, seen.probability].into_iter().flatten()),
        snowfall: highest([tenth(told.snowfall), seen.snowfall].into_iter().flatten()),
        wind: highest([tenth(told.wind), seen.wind].into_iter().flatten()),
        gusts: highest([tenth(told.gusts), seen.gusts].into_iter().flatten()),
        direction: told.direction.or(seen.direction),
        uv: highest([tenth(told.uv), seen.uv].into_iter().flatten()),
    }
}

/// R3.18: 06–12, 12–18, 18–22 and 22–06 of the next day, by the clock on the wall.
fn periods(all: &[ShownHour], date: Date, zone: &TimeZone) -> Section<Periods> {
    let next = date.tomorrow().unwrap_or(date);
    let clock = |date: Date, hour: i8| {
        date.at(hour, 0, 0, 0).to_zoned(zone.clone()).map_or(0, |zoned| zoned.timestamp().as_second())
    };
    let part = |from: i64, to: i64, is_early: bool| period(between(all, from, to), to - from, is_early);
    let marks = [clock(date, 6), clock(date, 12), clock(date, 18), clock(date, 22), clock(next, 6)];
    let periods = Periods {
        morning: part(marks[0], marks[1], true),
        day: part(marks[1], marks[2], true),
        evening: part(marks[2], marks[3], false),
        night: part(marks[3], marks[4], false),
    };
    let parts = [&periods.morning, &periods.day, &periods.evening, &periods.night];
    if parts.iter().all(|part| part.data().is_none()) {
        return Section::missing(Reason::NotProvidedBySource);
    }
    Section::Data(periods)
}

fn period(hours: &[ShownHour], seconds: i64, is_early: bool) -> Section<Period> {
    let decided: Vec<DecidedHour> = hours.iter().filter_map(|one| one.decided).collect();
    let half = SignedDuration::from_secs(seconds / 2);
    if (decided.len() as i64) < half.as_hours() {
        return Section::missing(Reason::NotProvidedBySource);
    }
    let sums = sums_of(hours, Date::default());
    // The dark part of the day may be lit in summer: the icon follows the sun, not the clock.
    let is_day = if is_early { decided.iter().any(|one| one.is_day) } else { decided.iter().all(|one| one.is_day) };
    match decide_day(&decided, sums.precipitation, sums.probability) {
        None => Section::missing(Reason::NotProvidedBySource),
        Some(decision) => Section::Data(Period {
            condition: decision.condition,
            is_day,
            icon: decision.condition.icon(is_day),
            temperature_2m_max: sums.temperature_max,
            temperature_2m_min: sums.temperature_min,
            precipitation_sum: sums.precipitation,
            precipitation_probability_max: sums.probability,
            wind_speed_10m_max: sums.wind,
        }),
    }
}

fn highest(values: impl Iterator<Item = f64>) -> Option<f64> {
    values.reduce(f64::max)
}

fn lowest(values: impl Iterator<Item = f64>) -> Option<f64> {
    values.reduce(f64::min)
}

fn sum(values: impl Iterator<Item = f64>) -> Option<f64> {
    values.reduce(|one, other| one + other).map(|total| to_decimals(total, 1))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, total) = values.fold((0u32, 0.0), |(count, total), value| (count + 1, total + value));
    (count > 0).then(|| total / f64::from(count))
}

/// Where most of the wind comes from: the direction of the summed wind vectors.
fn dominant_direction(hours: &[ShownHour]) -> Option<f64> {
    let (east, north) = hours
        .iter()
        .filter_map(|one| Some((one.hour.direction?.to_radians(), one.hour.wind?)))
        .fold((0.0, 0.0), |(east, north), (direction, speed)| {
            (east + speed * direction.sin(), north + speed * direction.cos())
        });
    (east != 0.0 || north != 0.0).then(|| to_decimals(east.atan2(north).to_degrees().rem_euclid(360.0), 0) % 360.0)
}
