//! The twelve insights: rules over the forecast that choose a sentence and its values.

mod air;
mod comparison;
pub(crate) mod view;

use jiff::{SignedDuration, Timestamp, civil::Date};

use self::air::{air_quality, outdoor_hours};
use self::comparison::{unusual_temperature, yesterday_comparison};
use self::view::{ForecastView, parameters};
use super::classify_hour::{implies_dry, is_snow};
use super::feels_like::heat_index_of;
use super::hour::HourView;
use super::nowcast::Nowcast;
use super::thresholds::{self, Threshold};
use crate::beaufort::beaufort;
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::{Day, Explanation, Insight, InsightKind, Insights, Parameter, Parameters, Sentence};

/// The insights, most important first.
pub fn find_insights(view: &ForecastView) -> Insights {
    let rules: [fn(&ForecastView) -> Option<Insight>; 12] = [
        rain_stopping,
        precipitation_chance,
        wind_advisory,
        feels_like_change,
        uv_index,
        temperature_swing,
        trend,
        humidity_level,
        unusual_temperature,
        yesterday_comparison,
        air_quality,
        outdoor_hours,
    ];
    let mut items: Vec<Insight> = rules.iter().filter_map(|rule| rule(view)).collect();
    merge_start_of_rain(&mut items);
    items.sort_by_key(|insight| std::cmp::Reverse(insight.importance));
    Insights { items }
}

/// Two insights may name the same start of the rain; the one that also says how much of it comes stays.
fn merge_start_of_rain(items: &mut Vec<Insight>) {
    let Some(start) = items.iter().position(|insight| insight.sentence == Sentence::RainStarts) else { return };
    let (time, importance) = (items[start].parameters.get("time").cloned(), items[start].importance);
    let mut others = items.iter_mut().filter(|insight| insight.kind == InsightKind::PrecipitationChance);
    if let Some(chance) = others.find(|insight| insight.parameters.get("time") == time.as_ref()) {
        chance.importance = importance;
        items.remove(start);
    }
}

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn temperature_swing(view: &ForecastView) -> Option<Insight> {
    let here = view.current?.temperature_2m?;
    let (hour, there) = view
        .hours_within(SignedDuration::from_hours(12))
        .filter_map(|one| Some((one, one.hour.temperature?)))
        .max_by(|one, other| (one.1 - here).abs().total_cmp(&(other.1 - here).abs()))?;
    let change = to_decimals((there - here).abs(), 1);
    let rule = thresholds::TEMPERATURE_SWING;
    (change >= rule.value).then(|| {
        let values = parameters([
            ("from", Parameter::Temperature(here)),
            ("to", Parameter::Temperature(there)),
            ("difference", Parameter::TemperatureDifference(change)),
            ("time", Parameter::Time(view.time_of(hour))),
        ]);
        let sentence = if there > here { Sentence::TemperatureRises } else { Sentence::TemperatureFalls };
        insight(InsightKind::TemperatureSwing, sentence, values, 55, rule)
    })
}

fn precipitation_chance(view: &ForecastView) -> Option<Insight> {
    let rule = thresholds::LIKELY_RAIN;
    let tomorrow = view.date_of(view.now).tomorrow().ok()?;
    let wet = view
        .hours_within(SignedDuration::from_hours(36))
        .take_while(|one| view.date_of(one.hour.time) <= tomorrow)
        .filter(|one| one.is_wet() && one.hour.probability.is_none_or(|percent| percent >= rule.value))
        .find(|one| !one.contains(view.now) || starts_in(view, one).is_some());
    let Some(first) = wet else { return dry_days(view) };
    // While it rains, its end matters: that is covered by `rain_stopping` and the summary.
    if view.wet_now {
        return None;
    }
    let is_today = view.is_today(first.hour.time);
    let date = view.date_of(first.hour.time);
    let same_day = || view.ahead.iter().filter(|one| view.date_of(one.hour.time) == date);
    let amount: f64 = same_day().filter_map(|one| one.hour.precipitation).sum();
    let probability = same_day().filter_map(|one| one.hour.probability).reduce(f64::max);
    let condition = first.classified?.classification.condition;
    let mut values = parameters([
        ("time", Parameter::Time(starts_in(view, first).unwrap_or_else(|| view.time_of(first)))),
        ("amount", Parameter::Precipitation(to_decimals(amount, 1))),
        ("condition", Parameter::Condition(condition)),
    ]);
    if let Some(probability) = probability {
        values.insert("probability".to_owned(), Parameter::Percent(probability));
    }
    let range = uncertain_amount(view, date).filter(|_| !is_snow(condition));
    if let Some((least, most)) = range {
        values.insert("least".to_owned(), Parameter::Precipitation(to_decimals(least, 1)));
        values.insert("most".to_owned(), Parameter::Precipitation(to_decimals(most, 1)));
    }
    let sentence = match (is_snow(condition), is_today, probability.is_some()) {
        (false, true, true) if range.is_some() => Sentence::RainLikelyTodayRange,
        (false, false, true) if range.is_some() => Sentence::RainLikelyTomorrowRange,
        (false, true, false) if range.is_some() => Sentence::RainExpectedTodayRange,
        (false, false, false) if range.is_some() => Sentence::RainExpectedTomorrowRange,
        (true, true, true) => Sentence::SnowLikelyToday,
        (true, false, true) => Sentence::SnowLikelyTomorrow,
        (false, true, true) => Sentence::RainLikelyToday,
        (false, false, true) => Sentence::RainLikelyTomorrow,
        // Without probabilities the amounts decide.
        (true, true, false) => Sentence::SnowExpectedToday,
        (true, false, false) => Sentence::SnowExpectedTomorrow,
        (false, true, false) => Sentence::RainExpectedToday,
        (false, false, false) => Sentence::RainExpectedTomorrow,
    };
    let importance = if is_today { 75 } else { 60 };
    Some(insight(InsightKind::PrecipitationChance, sentence, values, importance, rule))
}

/// The band of a day's amount, if it is too wide for "about". The band is that of the whole day: it says nothing about
/// the rest of a day on which rain has fallen.
fn uncertain_amount(view: &ForecastView, date: Date) -> Option<(f64, f64)> {
    let day = view.days.iter().find(|day| day.date == date)?;
    let band = day.confidence.as_ref()?.precipitation_sum.as_ref()?;
    let ahead = view.ahead.iter().filter(|one| view.date_of(one.hour.time) == date);
    let ahead: f64 = ahead.filter_map(|one| one.hour.precipitation).sum();
    let has_rained = day.precipitation_sum.is_none_or(|sum| sum - ahead >= FALLEN_MM);
    let is_wide = band.p90 - band.p10 > ahead.max(NARROW_BAND_MM);
    (is_wide && !has_rained).then_some((band.p10, band.p90))
}

/// A narrower band is "about" its middle (our choice).
const NARROW_BAND_MM: f64 = 2.0;
const FALLEN_MM: f64 = 0.2;

/// When precipitation starts in an hour, if that is known more precisely. The rest of the running hour may be dry.
fn starts_in(view: &ForecastView, hour: &HourView) -> Option<Timestamp> {
    match view.nowcast? {
        Nowcast::Starts { at, .. } if hour.contains(at) => Some(at),
        Nowcast::Soon { .. } if hour.contains(view.now) => Some(view.now),
        _ => None,
    }
}

/// A promise of dry days holds only if each of them is very likely dry: seven days at 40 % are all dry once in thirty-six
/// (our choice).
const DRY_DAY_MM: f64 = 0.2;
const DRY_DAY_PERCENT: f64 = 25.0;
const DRY_LATER_PERCENT: f64 = 15.0;
/// Days from here on are later ones.
const SOON_DAYS: usize = 3;

fn dry_days(view: &ForecastView) -> Option<Insight> {
    /// Later days are too uncertain.
    const MAX_DAYS: usize = 5;
    let rule = thresholds::DRY_DAYS;
    let is_dry = |(index, day): &(usize, &Day)| {
        let max_percent = if *index < SOON_DAYS { DRY_DAY_PERCENT } else { DRY_LATER_PERCENT };
        day.unavailable.is_none()
            && day.condition.is_some_and(implies_dry)
            && day.precipitation_sum.is_none_or(|amount| amount < DRY_DAY_MM)
            && day.precipitation_probability_max.is_none_or(|percent| percent < max_percent)
            && !may_be_wet(day)
    };
    let dry = view.days.iter().enumerate().take(MAX_DAYS).take_while(is_dry).count();
    (dry as f64 >= rule.value).then(|| {
        let values = parameters([("count", Parameter::Count(dry as u32))]);
        insight(InsightKind::PrecipitationChance, Sentence::DryDays, values, 20, rule)
    })
}

/// Whether more than one in ten model runs has rain on this day: then nothing promises that it stays dry.
fn may_be_wet(day: &Day) -> bool {
    let band = day.confidence.as_ref().and_then(|confidence| confidence.precipitation_sum.as_ref());
    band.is_some_and(|band| band.p90 >= DRY_DAY_MM)
}

fn wind_advisory(view: &ForecastView) -> Option<Insight> {
    let advise = |rule: Threshold, field: fn(&HourView) -> Option<f64>, today, tomorrow, importance| {
        let (hour, _) = peak_of_first_day(view, rule, field)?;
        let mut values = parameters([("time", Parameter::Time(view.time_of(hour)))]);
        if let Some(speed) = hour.hour.wind {
            values.insert("speed".to_owned(), Parameter::Speed(speed));
            values.insert("beaufort".to_owned(), Parameter::Beaufort(beaufort(speed)));
        }
        if let Some(gusts) = hour.hour.gusts {
            values.insert("gusts".to_owned(), Parameter::Speed(gusts));
        }
        Some(insight(InsightKind::WindAdvisory, view.by_day(hour, today, tomorrow), values, importance, rule))
    };
    let wind = |one: &HourView| one.hour.wind;
    let gusts = |one: &HourView| one.hour.gusts;
    advise(thresholds::GALE, wind, Sentence::WindGale, Sentence::WindGaleTomorrow, 95)
        .or_else(|| advise(thresholds::GUSTS, gusts, Sentence::WindGusts, Sentence::WindGustsTomorrow, 85))
        .or_else(|| advise(thresholds::STRONG_WIND, wind, Sentence::WindStrong, Sentence::WindStrongTomorrow, 65))
}

/// The highest hour at or above the threshold, of today or else of tomorrow: a strong wind today must not be announced
/// for tomorrow.
fn peak_of_first_day<'a>(
    view: &'a ForecastView,
    rule: Threshold,
    field: fn(&HourView) -> Option<f64>,
) -> Option<(&'a HourView, f64)> {
    let mut over = view
        .hours_within(DAY)
        .filter_map(|one| Some((one, field(one)?)))
        .filter(|(_, value)| *value >= rule.value)
        .peekable();
    let starts_today = view.is_today(over.peek()?.0.hour.time);
    over.take_while(|(one, _)| view.is_today(one.hour.time) == starts_today)
        .reduce(|worst, one| if one.1 > worst.1 { one } else { worst })
}

fn humidity_level(view: &ForecastView) -> Option<Insight> {
    let current = view.current?;
    let humidity = current.relative_humidity_2m?;
    let mut values = parameters([("humidity", Parameter::Percent(humidity))]);
    if let Some(dew_point) = current.dew_point_2m {
        values.insert("dew_point".to_owned(), Parameter::Temperature(dew_point));
        if dew_point >= thresholds::MUGGY.value {
            return Some(insight(InsightKind::HumidityLevel, Sentence::AirMuggy, values, 35, thresholds::MUGGY));
        }
    }
    (humidity <= thresholds::DRY_AIR.value)
        .then(|| insight(InsightKind::HumidityLevel, Sentence::AirDry, values, 25, thresholds::DRY_AIR))
}

fn uv_index(view: &ForecastView) -> Option<Insight> {
    let (hour, highest) = view
        .hours_within(DAY)
        .filter(|one| view.is_today(one.hour.time.max(view.now)))
        .filter_map(|one| Some((one, one.hour.uv?)))
        .max_by(|one, other| one.1.total_cmp(&other.1))?;
    let time = view.time_of(hour);
    // Past its peak, the present counts: it is what the page shows.
    let is_now = time == view.now;
    let present = view.current.and_then(|current| current.uv_index).filter(|_| is_now);
    // The WHO categories are defined for whole numbers.
    let index = to_decimals(present.unwrap_or(highest), 0);
    let ((now, later), importance, rule) = match index {
        _ if index >= thresholds::UV_EXTREME.value => {
            ((Sentence::UvExtremeNow, Sentence::UvExtreme), 90, thresholds::UV_EXTREME)
        }
        _ if index >= thresholds::UV_VERY_HIGH.value => {
            ((Sentence::UvVeryHighNow, Sentence::UvVeryHigh), 80, thresholds::UV_VERY_HIGH)
        }
        _ if index >= thresholds::UV_HIGH.value => ((Sentence::UvHighNow, Sentence::UvHigh), 62, thresholds::UV_HIGH),
        _ if index >= thresholds::UV_MODERATE.value => {
            ((Sentence::UvModerateNow, Sentence::UvModerate), 40, thresholds::UV_MODERATE)
        }
        _ => return None,
    };
    let mut values = parameters([("index", Parameter::Index(index))]);
    if !is_now {
        values.insert("time".to_owned(), Parameter::Time(time));
    }
    Some(insight(InsightKind::UvIndex, if is_now { now } else { later }, values, importance, rule))
}

fn trend(view: &ForecastView) -> Option<Insight> {
    const DAYS: usize = 3;
    let today = view.days.first()?.temperature_2m_max?;
    let next: Vec<f64> = view.days.iter().skip(1).take(DAYS).filter_map(|day| day.temperature_2m_max).collect();
    if next.len() < DAYS {
        return None;
    }
    let average = to_decimals(next.iter().sum::<f64>() / DAYS as f64, 1);
    let change = to_decimals((average - today).abs(), 1);
    let rule = thresholds::TREND;
    let is_warmer = average > today;
    let is_supported = view.days.iter().skip(1).take(DAYS).all(|day| supports_trend(day, today, is_warmer));
    (change >= rule.value && is_supported).then(|| {
        let values = parameters([
            ("difference", Parameter::TemperatureDifference(change)),
            ("today", Parameter::Temperature(today)),
            ("average", Parameter::Temperature(average)),
            ("count", Parameter::Count(DAYS as u32)),
        ]);
        let sentence = if is_warmer { Sentence::TrendWarmer } else { Sentence::TrendColder };
        insight(InsightKind::Trend, sentence, values, 45, rule)
    })
}

/// Whether nine in ten model runs are on the same side of today's high. Unknown confidence leaves it to the forecast.
fn supports_trend(day: &Day, today: f64, is_warmer: bool) -> bool {
    let band = day.confidence.as_ref().and_then(|confidence| confidence.temperature_2m_max);
    band.is_none_or(|band| if is_warmer { band.p10 > today } else { band.p90 < today })
}

fn feels_like_change(view: &ForecastView) -> Option<Insight> {
    let kind = InsightKind::FeelsLikeChange;
    let heat = |one: &HourView| heat_index_of(&one.hour).map(|index| to_decimals(index, 1));
    if let Some((hour, heat_index)) = peak_of_first_day(view, thresholds::HEAT, heat) {
        let mut values = parameters([
            ("apparent", Parameter::Temperature(hour.hour.apparent.unwrap_or(heat_index))),
            ("heat_index", Parameter::Temperature(heat_index)),
            ("time", Parameter::Time(view.time_of(hour))),
        ]);
        if let Some(temperature) = hour.hour.temperature {
            values.insert("temperature".to_owned(), Parameter::Temperature(temperature));
        }
        let sentence = view.by_day(hour, Sentence::HeatStress, Sentence::HeatStressTomorrow);
        return Some(insight(kind, sentence, values, 88, thresholds::HEAT));
    }
    let current = view.current?;
    let (apparent, temperature) = (current.apparent_temperature?, current.temperature_2m?);
    let change = to_decimals((apparent - temperature).abs(), 1);
    (change >= thresholds::FEELS_LIKE.value).then(|| {
        let values = parameters([
            ("apparent", Parameter::Temperature(apparent)),
            ("temperature", Parameter::Temperature(temperature)),
            ("difference", Parameter::TemperatureDifference(change)),
        ]);
        let sentence = if apparent > temperature { Sentence::FeelsWarmer } else { Sentence::FeelsColder };
        insight(kind, sentence, values, 50, thresholds::FEELS_LIKE)
    })
}

/// `None` when the forecast is too old for statements about minutes.
fn rain_stopping(view: &ForecastView) -> Option<Insight> {
    if view.age > thresholds::NOWCAST_MAX_AGE {
        return None;
    }
    let kind = InsightKind::RainStopping;
    let rule = thresholds::WET_HOUR;
    let values = |time: Timestamp| parameters([("time", Parameter::Time(time))]);
    match view.nowcast? {
        Nowcast::Stops { at: time, snow: false } => Some(insight(kind, Sentence::RainStops, values(time), 92, rule)),
        Nowcast::Pauses { at, again_at, snow: false } => {
            let values = parameters([("time", Parameter::Time(at)), ("again", Parameter::Time(again_at))]);
            Some(insight(kind, Sentence::RainPauses, values, 92, rule))
        }
        Nowcast::Continues { until, snow: false } => {
            Some(insight(kind, Sentence::RainContinues, values(until), 70, rule))
        }
        Nowcast::Starts { at: time, snow: false } if time.duration_since(view.now) <= thresholds::RAIN_STARTS_SOON => {
            Some(insight(kind, Sentence::RainStarts, values(time), 91, rule))
        }
        _ => None,
    }
}

fn insight(kind: InsightKind, sentence: Sentence, values: Parameters, importance: u8, rule: Threshold) -> Insight {
    let threshold = (rule.unit)(rule.value);
    let why = Explanation { rule: kind, threshold, values: values.clone(), citation: rule.citation };
    Insight { kind, sentence, parameters: values, importance, why }
}
