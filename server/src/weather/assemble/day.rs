//! Assembles the days of the report from their hours.

use jiff::{SignedDuration, civil::Date, tz::TimeZone};

use super::{confidence, normal_on};
use crate::weather::analysis::classify_day::{ClassifiedHour, classify_day};
use crate::weather::analysis::classify_hour::{LIKELY_PERCENT, POSSIBLE_PERCENT};
use crate::weather::analysis::hour::{HourView, ReportContext};
use crate::weather::astronomy::moon::moon_on;
use crate::weather::astronomy::sun::{local_day, sun_on};
use crate::weather::model::ensemble::{Ensemble, EnsembleDay};
use crate::weather::model::forecast::{Forecast, Hour, Span};
use crate::weather::model::normals::Normal;
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{
    Band, Daily, Day, DayNormal, Period, Periods, Polar, RainOutlook, Reason, Section, Sun, Yesterday,
};

/// A day with fewer known hours is not described.
const MIN_HOURS: usize = 12;
/// With so many known hours, a day's extremes are those of its hours wherever the gaps are.
const NEARLY_ALL_HOURS: usize = 18;
/// From here on a single model run says little about rain, and no view shows its hours: the day is wet if the ensemble is.
const FIRST_DAY_BY_ENSEMBLE: usize = 3;
const HOUR: i64 = 3600;

pub fn days(
    forecast: &Forecast,
    hours: &[HourView],
    dates: &[Date],
    zone: &TimeZone,
    context: &ReportContext,
    ensemble: Option<&Ensemble>,
) -> Section<Daily> {
    let days: Vec<Day> = dates
        .iter()
        .enumerate()
        .map(|(days_ahead, date)| {
            let members = ensemble.and_then(|ensemble| ensemble.day(*date));
            day(forecast, hours, *date, zone, context, days_ahead, members)
        })
        .collect();
    if days.iter().all(|day| day.unavailable.is_some()) {
        return Section::missing(Reason::NotProvidedBySource);
    }
    Section::Data(Daily { days })
}

fn shown_normal(normal: Normal) -> DayNormal {
    DayNormal {
        temperature_2m_max: to_decimals(normal.high.mean, 1),
        temperature_2m_min: to_decimals(normal.low.mean, 1),
        temperature_2m_max_band: Band { p10: to_decimals(normal.high.p10, 1), p90: to_decimals(normal.high.p90, 1) },
        wet_days: to_decimals(normal.wet_share, 0),
    }
}

/// The high and low of the day before today, if nearly all of its hours are known.
pub fn yesterday(hours: &[HourView], today: Date, zone: &TimeZone) -> Option<Yesterday> {
    let (start, end) = local_day(today.yesterday().ok()?, zone);
    let temperatures = || between(hours, start, end).iter().filter_map(|one| one.hour.temperature);
    // One hour may be missing when clocks change.
    if (temperatures().count() as i64) < (end - start) / HOUR - 1 {
        return None;
    }
    let (max, min) = (temperatures().reduce(f64::max)?, temperatures().reduce(f64::min)?);
    Some(Yesterday { temperature_2m_max: max, temperature_2m_min: min })
}

fn day(
    forecast: &Forecast,
    all: &[HourView],
    date: Date,
    zone: &TimeZone,
    context: &ReportContext,
    days_ahead: usize,
    members: Option<&EnsembleDay>,
) -> Day {
    let (start, end) = local_day(date, zone);
    let hours = between(all, start, end);
    let known = hours.iter().filter(|one| one.hour.temperature.is_some()).count();
    // The rest of today may be short: some providers begin with the running hour.
    let enough = known >= MIN_HOURS || (days_ahead == 0 && known > 0);
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
        confidence: None,
        normal: normal_on(context, date, forecast.elevation).map(shown_normal),
        sun: sun_on(date, zone, context.latitude, context.longitude),
        moon: moon_on(start, end),
        periods: Section::missing(Reason::BeyondSourceHorizon),
    };
    if !enough {
        return day;
    }
    let sums = aggregate(hours, &forecast.spans, start, end);
    let classified: Vec<ClassifiedHour> = hours.iter().filter_map(|one| one.classified).collect();
    let outlook = members.and_then(|members| confidence::rain_outlook(members, sums.precipitation));
    let decisive = outlook.filter(|_| days_ahead >= FIRST_DAY_BY_ENSEMBLE);
    let probability = decisive.map_or(sums.probability, |outlook| Some(in_line_with(sums.probability, outlook)));
    let classification = classify_day(&classified, sums.precipitation, probability);
    let condition = classification.map(|classification| classification.condition);
    let known = KnownParts::of(hours, known, &day.sun);
    day.unavailable = None;
    day.condition = condition;
    day.icon = condition.map(|condition| condition.icon(day.sun.polar != Polar::Night));
    day.temperature_2m_max = sums.temperature_max.filter(|_| known.afternoon);
    day.temperature_2m_mean = sums.temperature_mean.filter(|_| known.afternoon && known.dawn);
    day.temperature_2m_min = sums.temperature_min.filter(|_| known.dawn);
    day.apparent_temperature_max = sums.apparent_max.filter(|_| known.afternoon);
    day.apparent_temperature_min = sums.apparent_min.filter(|_| known.dawn);
    day.precipitation_sum = sums.precipitation;
    day.precipitation_probability_max = sums.probability;
    day.snowfall_sum = sums.snowfall;
    day.wind_speed_10m_max = sums.wind;
    day.wind_gusts_10m_max = sums.gusts;
    day.wind_direction_10m_dominant = sums.direction;
    day.uv_index_max = sums.uv.filter(|_| known.uv_at_noon);
    let unlikely = decisive.filter(|outlook| *outlook <= RainOutlook::Unlikely);
    day.periods = periods(all, &forecast.spans, date, zone, unlikely);
    day.confidence = members.and_then(|members| {
        let rain = outlook.map(|outlook| confidence::in_line_with(outlook, classification.map(|one| one.wet)));
        confidence::of_day(&day, members, rain, context.supplements.calibration.factor(days_ahead))
    });
    day
}

/// The probability that decides whether a day is wet: what most members agree on, but never dry where the shown
/// probability makes rain likely.
fn in_line_with(probability: Option<f64>, outlook: RainOutlook) -> f64 {
    let of_members = match outlook {
        RainOutlook::Dry | RainOutlook::Unlikely => 0.0,
        RainOutlook::Possible => POSSIBLE_PERCENT,
        RainOutlook::Likely
        | RainOutlook::LikelyAmountUncertain
        | RainOutlook::Certain
        | RainOutlook::CertainAmountUncertain => LIKELY_PERCENT,
    };
    probability.filter(|percent| *percent >= LIKELY_PERCENT).unwrap_or(of_members)
}

/// Whether the hours are known in which a day normally has its extremes. A source that begins with the running hour does
/// not know them in the evening: the highest of the remaining hours is not the day's high.
struct KnownParts {
    afternoon: bool,
    dawn: bool,
    uv_at_noon: bool,
}

impl KnownParts {
    fn of(hours: &[HourView], known_hours: usize, sun: &Sun) -> KnownParts {
        let noon = sun.solar_noon.as_second();
        let covers = |from: i64, to: i64, field: fn(&Hour) -> Option<f64>| {
            let known = between(hours, from - HOUR + 1, to).iter().filter(|one| field(&one.hour).is_some()).count();
            known as i64 * HOUR >= to - from
        };
        let temperature = |hour: &Hour| hour.temperature;
        let nearly_all = known_hours >= NEARLY_ALL_HOURS;
        let sunrise = sun.sunrise.map(|sunrise| sunrise.as_second());
        KnownParts {
            afternoon: nearly_all || covers(noon, noon + 4 * HOUR, temperature),
            dawn: nearly_all || sunrise.is_some_and(|at| covers(at - 2 * HOUR, at + HOUR, temperature)),
            // Known around noon alone, or nowhere: a maximum over the clear hours of a cloudy day would be too low.
            uv_at_noon: covers(noon - 2 * HOUR, noon + 2 * HOUR, |hour| hour.uv),
        }
    }
}

/// The hours (ascending) that begin in `start..end`.
fn between(hours: &[HourView], start: i64, end: i64) -> &[HourView] {
    let first = hours.partition_point(|one| one.hour.time.as_second() < start);
    let last = hours.partition_point(|one| one.hour.time.as_second() < end);
    &hours[first..last.max(first)]
}

/// Sums, extremes and means over some hours, and over the source's spans that belong to them.
struct Aggregates {
    temperature_max: Option<f64>,
    temperature_min: Option<f64>,
    temperature_mean: Option<f64>,
    apparent_max: Option<f64>,
    apparent_min: Option<f64>,
    precipitation: Option<f64>,
    probability: Option<f64>,
    snowfall: Option<f64>,
    wind: Option<f64>,
    gusts: Option<f64>,
    direction: Option<f64>,
    uv: Option<f64>,
}

/// `start..end` are the seconds that the hours cover.
fn aggregate(hours: &[HourView], spans: &[Span], start: i64, end: i64) -> Aggregates {
    let values = |field: fn(&Hour) -> Option<f64>| hours.iter().filter_map(move |one| field(&one.hour));
    let tenth = |value: f64| to_decimals(value, 1);
    // The source's own extremes lie between the moments of its steps; a span that crosses the border may have its
    // extreme on the other side.
    let inside = |field: fn(&Span) -> Option<f64>| {
        let is_inside = move |span: &&Span| span.seconds().start >= start && span.seconds().end <= end;
        spans.iter().filter(is_inside).filter_map(field).map(tenth)
    };
    let mostly_inside = |span: &&Span| {
        let common = span.seconds().end.min(end) - span.seconds().start.max(start);
        common * 2 >= i64::from(span.hours) * 3600
    };
    let chances = spans.iter().filter(mostly_inside).filter_map(|span| span.probability).map(f64::round);
    let max = highest(values(|hour| hour.temperature).chain(inside(|span| span.temperature_max)));
    let min = lowest(values(|hour| hour.temperature).chain(inside(|span| span.temperature_min)));
    let mean = mean(values(|hour| hour.temperature)).map(tenth);
    Aggregates {
        temperature_max: max,
        temperature_min: min,
        temperature_mean: mean.zip(min).zip(max).map(|((mean, min), max)| mean.clamp(min, max)),
        apparent_max: highest(values(|hour| hour.apparent)),
        apparent_min: lowest(values(|hour| hour.apparent)),
        precipitation: sum(values(|hour| hour.precipitation)),
        probability: highest(values(|hour| hour.probability).chain(chances)),
        snowfall: sum(values(|hour| hour.snowfall)),
        wind: highest(values(|hour| hour.wind)),
        gusts: highest(values(|hour| hour.gusts)),
        direction: dominant_direction(hours),
        uv: highest(values(|hour| hour.uv)),
    }
}

/// 06–12, 12–18, 18–22 and 22–06 of the next day, local time.
fn periods(
    all: &[HourView],
    spans: &[Span],
    date: Date,
    zone: &TimeZone,
    unlikely: Option<RainOutlook>,
) -> Section<Periods> {
    let next = date.tomorrow().unwrap_or(date);
    let clock = |date: Date, hour: i8| {
        date.at(hour, 0, 0, 0).to_zoned(zone.clone()).map_or(0, |zoned| zoned.timestamp().as_second())
    };
    let part = |from: i64, to: i64, is_early: bool| period(between(all, from, to), spans, from, to, is_early, unlikely);
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

fn period(
    hours: &[HourView],
    spans: &[Span],
    start: i64,
    end: i64,
    is_early: bool,
    unlikely: Option<RainOutlook>,
) -> Section<Period> {
    let classified: Vec<ClassifiedHour> = hours.iter().filter_map(|one| one.classified).collect();
    let half = SignedDuration::from_secs((end - start) / 2);
    if (classified.len() as i64) < half.as_hours() {
        return Section::missing(Reason::NotProvidedBySource);
    }
    let sums = aggregate(hours, spans, start, end);
    // Evenings are light in summer: the icon follows the sun, not the clock.
    let is_day =
        if is_early { classified.iter().any(|one| one.is_day) } else { classified.iter().all(|one| one.is_day) };
    let probability = unlikely.map_or(sums.probability, |outlook| Some(in_line_with(sums.probability, outlook)));
    match classify_day(&classified, sums.precipitation, probability) {
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
