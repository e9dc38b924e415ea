//! Assembles the days of the report: from their hours, or from the provider's daily values.

use jiff::{SignedDuration, civil::Date, tz::TimeZone};

use crate::weather::analysis::classify_day::{ClassifiedHour, classify_day};
use crate::weather::analysis::hour::{HourView, ReportContext};
use crate::weather::astronomy::moon::moon_on;
use crate::weather::astronomy::sun::{local_day, sun_on};
use crate::weather::model::conditions::Condition;
use crate::weather::model::forecast::{DayAggregates, Forecast, Hour};
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{Daily, Day, Period, Periods, Polar, Reason, Section};

/// With fewer known hours the provider's daily values are used.
const MIN_HOURS: usize = 12;
/// Over how many hours a day's precipitation is spread to estimate its intensity (our choice).
const WET_HOURS_OF_A_WET_DAY: f64 = 8.0;

pub fn days(
    forecast: &Forecast,
    hours: &[HourView],
    dates: &[Date],
    zone: &TimeZone,
    context: &ReportContext,
) -> Section<Daily> {
    let days: Vec<Day> =
        dates.iter().map(|date| day(forecast, hours, *date, zone, context, *date == dates[0])).collect();
    if days.iter().all(|day| day.unavailable.is_some()) {
        return Section::missing(Reason::NotProvidedBySource);
    }
    Section::Data(Daily { days })
}

fn day(
    forecast: &Forecast,
    all: &[HourView],
    date: Date,
    zone: &TimeZone,
    context: &ReportContext,
    is_today: bool,
) -> Day {
    let (start, end) = local_day(date, zone);
    let hours = between(all, start, end);
    let known = hours.iter().filter(|one| one.hour.temperature.is_some()).count();
    // The rest of today may be short: some providers begin with the running hour.
    let enough = known >= MIN_HOURS || (is_today && known > 0);
    let provided = forecast.days.iter().find(|day| day.date == date && day.temperature_max.is_some());
    let sums = match (enough, provided) {
        (true, _) => Some(aggregate(hours, date)),
        (false, Some(provided)) => Some(widened(provided.clone(), hours)),
        (false, None) => None,
    };
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
        sun: sun_on(date, zone, context.latitude, context.longitude),
        moon: moon_on(start, end),
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

fn condition(hours: &[HourView], sums: &DayAggregates) -> Option<Condition> {
    let classified: Vec<ClassifiedHour> = hours.iter().filter_map(|one| one.classified).collect();
    if !classified.is_empty() {
        return classify_day(&classified, sums.precipitation, sums.probability).map(|one| one.condition);
    }
    // Only the provider's daily values are known: classified like a day of one typical hour.
    let typical = Hour {
        cloud: sums.cloud,
        temperature: sums.temperature_mean.or(sums.temperature_max),
        apparent: sums.apparent_max,
        precipitation: sums.precipitation.map(|amount| amount / WET_HOURS_OF_A_WET_DAY),
        probability: sums.probability,
        snowfall: sums.snowfall.map(|depth| depth / WET_HOURS_OF_A_WET_DAY),
        wind: sums.wind,
        gusts: sums.gusts,
        ..Hour::default()
    };
    let classified = ClassifiedHour::new(&typical, true)?;
    classify_day(&[classified], sums.precipitation, sums.probability).map(|one| one.condition)
}

/// The hours (ascending) that begin in `start..end`.
fn between(hours: &[HourView], start: i64, end: i64) -> &[HourView] {
    let first = hours.partition_point(|one| one.hour.time.as_second() < start);
    let last = hours.partition_point(|one| one.hour.time.as_second() < end);
    &hours[first..last.max(first)]
}

fn aggregate(hours: &[HourView], date: Date) -> DayAggregates {
    let values = |field: fn(&Hour) -> Option<f64>| hours.iter().filter_map(move |one| field(&one.hour));
    let (max, min) = (highest(values(|hour| hour.temperature)), lowest(values(|hour| hour.temperature)));
    let mean = mean(values(|hour| hour.temperature)).map(|mean| to_decimals(mean, 1));
    DayAggregates {
        date,
        cloud: None,
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

/// The provider's daily values, widened so that the known hours lie within them.
fn widened(provided: DayAggregates, hours: &[HourView]) -> DayAggregates {
    let known = aggregate(hours, provided.date);
    let tenth = |value: Option<f64>| value.map(|number| to_decimals(number, 1));
    let max = highest([tenth(provided.temperature_max), known.temperature_max].into_iter().flatten());
    let min = lowest([tenth(provided.temperature_min), known.temperature_min].into_iter().flatten());
    let middle = provided.temperature_mean.or(max.zip(min).map(|(max, min)| (max + min) / 2.0));
    DayAggregates {
        date: provided.date,
        cloud: provided.cloud,
        temperature_max: max,
        temperature_min: min,
        temperature_mean: tenth(middle).zip(min).zip(max).map(|((mean, min), max)| mean.clamp(min.min(max), max)),
        apparent_max: highest([tenth(provided.apparent_max), known.apparent_max].into_iter().flatten()),
        apparent_min: lowest([tenth(provided.apparent_min), known.apparent_min].into_iter().flatten()),
        precipitation: highest([provided.precipitation, known.precipitation].into_iter().flatten()),
        probability: highest([provided.probability, known.probability].into_iter().flatten()),
        snowfall: highest([tenth(provided.snowfall), known.snowfall].into_iter().flatten()),
        wind: highest([tenth(provided.wind), known.wind].into_iter().flatten()),
        gusts: highest([tenth(provided.gusts), known.gusts].into_iter().flatten()),
        direction: provided.direction.or(known.direction),
        uv: highest([tenth(provided.uv), known.uv].into_iter().flatten()),
    }
}

/// 06–12, 12–18, 18–22 and 22–06 of the next day, local time.
fn periods(all: &[HourView], date: Date, zone: &TimeZone) -> Section<Periods> {
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

fn period(hours: &[HourView], seconds: i64, is_early: bool) -> Section<Period> {
    let classified: Vec<ClassifiedHour> = hours.iter().filter_map(|one| one.classified).collect();
    let half = SignedDuration::from_secs(seconds / 2);
    if (classified.len() as i64) < half.as_hours() {
        return Section::missing(Reason::NotProvidedBySource);
    }
    let sums = aggregate(hours, Date::default());
    // Evenings are light in summer: the icon follows the sun, not the clock.
    let is_day =
        if is_early { classified.iter().any(|one| one.is_day) } else { classified.iter().all(|one| one.is_day) };
    match classify_day(&classified, sums.precipitation, sums.probability) {
        None => Section::missing(Reason::NotProvidedBySource),
        Some(classification) => Section::Data(Period {
            condition: classification.condition,
            is_day,
            icon: classification.condition.icon(is_day),
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

/// The direction of the summed wind vectors.
fn dominant_direction(hours: &[HourView]) -> Option<f64> {
    let (east, north) = hours
        .iter()
        .filter_map(|one| Some((one.hour.direction?.to_radians(), one.hour.wind?)))
        .fold((0.0, 0.0), |(east, north), (direction, speed)| {
            (east + speed * direction.sin(), north + speed * direction.cos())
        });
    (east != 0.0 || north != 0.0).then(|| to_decimals(east.atan2(north).to_degrees().rem_euclid(360.0), 0) % 360.0)
}
