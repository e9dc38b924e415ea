//! The eight insights (R3.20): pure rules over the report, no language in them.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use super::classify_hour::is_snow;
use super::nowcast::{Nowcast, nowcast};
use super::thresholds::{self, Threshold, beaufort};
use crate::weather::model::rounding::to_decimals;
use crate::weather::report::assemble::ShownHour;
use crate::weather::report::{
    Current, Day, Explanation, Insight, InsightKind, Insights, Minutely15, Parameter, Parameters, Sentence,
};

/// What the rules look at.
pub struct View<'a> {
    pub now: Timestamp,
    pub zone: &'a TimeZone,
    /// How old the source's answer is.
    pub age: SignedDuration,
    pub current: Option<&'a Current>,
    /// Whether the present, as the page tells it, is wet.
    pub wet_now: bool,
    /// The running hour and all after it.
    pub ahead: &'a [&'a ShownHour],
    pub quarters: Option<&'a Minutely15>,
    pub days: &'a [Day],
}

impl View<'_> {
    pub fn hours_until(&self, span: SignedDuration) -> impl Iterator<Item = &ShownHour> {
        let end = self.now + span;
        self.ahead.iter().copied().take_while(move |one| one.hour.time < end)
    }

    fn date_of(&self, time: Timestamp) -> Date {
        time.to_zoned(self.zone.clone()).date()
    }

    fn is_today(&self, time: Timestamp) -> bool {
        self.date_of(time) <= self.date_of(self.now)
    }

    /// A time of day alone would be taken for today's.
    fn by_day(&self, hour: &ShownHour, today: Sentence, tomorrow: Sentence) -> Sentence {
        if self.is_today(hour.hour.time) { today } else { tomorrow }
    }
}

/// All that is worth saying, most important first.
pub fn find(view: &View) -> Insights {
    let rules: [fn(&View) -> Option<Insight>; 8] = [
        rain_stopping,
        precipitation_chance,
        wind_advisory,
        feels_like_change,
        uv_index,
        temperature_swing,
        trend,
        humidity_level,
    ];
    let mut items: Vec<Insight> = rules.iter().filter_map(|rule| rule(view)).collect();
    items.sort_by_key(|insight| std::cmp::Reverse(insight.importance));
    Insights { items }
}

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn temperature_swing(view: &View) -> Option<Insight> {
    let here = view.current?.temperature_2m?;
    let (hour, there) = view
        .hours_until(SignedDuration::from_hours(12))
        .filter_map(|one| Some((one, one.hour.temperature?)))
        .max_by(|one, other| (one.1 - here).abs().total_cmp(&(other.1 - here).abs()))?;
    let change = to_decimals((there - here).abs(), 1);
    let rule = thresholds::TEMPERATURE_SWING;
    (change >= rule.value).then(|| {
        let values = named([
            ("from", Parameter::Temperature(here)),
            ("to", Parameter::Temperature(there)),
            ("difference", Parameter::TemperatureDifference(change)),
            ("time", Parameter::Time(hour.hour.time)),
        ]);
        let sentence = if there > here { Sentence::TemperatureRises } else { Sentence::TemperatureFalls };
        insight(InsightKind::TemperatureSwing, sentence, values, 55, rule)
    })
}

fn precipitation_chance(view: &View) -> Option<Insight> {
    let rule = thresholds::LIKELY_RAIN;
    let tomorrow = view.date_of(view.now).tomorrow().ok()?;
    let wet = view
        .hours_until(SignedDuration::from_hours(36))
        .take_while(|one| view.date_of(one.hour.time) <= tomorrow)
        .find(|one| one.is_wet() && one.hour.probability.is_none_or(|percent| percent >= rule.value));
    let Some(first) = wet else { return dry_days(view) };
    // While it rains, the end is the news; `rain_stopping` and the summary tell it.
    if view.wet_now {
        return None;
    }
    let is_today = view.is_today(first.hour.time);
    let date = view.date_of(first.hour.time);
    let same_day = || view.ahead.iter().filter(|one| view.date_of(one.hour.time) == date);
    let amount: f64 = same_day().filter_map(|one| one.hour.precipitation).sum();
    let probability = same_day().filter_map(|one| one.hour.probability).reduce(f64::max);
    let condition = first.decided?.decision.condition;
    let mut values = named([
        ("time", Parameter::Time(first.hour.time)),
        ("amount", Parameter::Precipitation(to_decimals(amount, 1))),
        ("condition", Parameter::Condition(condition)),
    ]);
    if let Some(probability) = probability {
        values.insert("probability".to_owned(), Parameter::Percent(probability));
    }
    let sentence = match (is_snow(condition), is_today, probability.is_some()) {
        (true, true, true) => Sentence::SnowLikelyToday,
        (true, false, true) => Sentence::SnowLikelyTomorrow,
        (false, true, true) => Sentence::RainLikelyToday,
        (false, false, true) => Sentence::RainLikelyTomorrow,
        // A source without probabilities is believed by its amounts.
        (true, true, false) => Sentence::SnowExpectedToday,
        (true, false, false) => Sentence::SnowExpectedTomorrow,
        (false, true, false) => Sentence::RainExpectedToday,
        (false, false, false) => Sentence::RainExpectedTomorrow,
    };
    let importance = if is_today { 75 } else { 60 };
    Some(insight(InsightKind::PrecipitationChance, sentence, values, importance, rule))
}

fn dry_days(view: &View) -> Option<Insight> {
    /// Beyond, nobody can promise it.
    const MOST_DAYS: usize = 7;
    let rule = thresholds::DRY_DAYS;
    let dry = view
        .days
        .iter()
        .take(MOST_DAYS)
        .take_while(|day| {
            day.unavailable.is_none()
                && day.condition.is_some_and(super::classify_hour::claims_dry)
                && day.precipitation_probability_max.is_none_or(|percent| percent < thresholds::LIKELY_RAIN.value)
        })
        .count();
    (dry as f64 >= rule.value).then(|| {
        let values = named([("count", Parameter::Count(dry as u32))]);
        insight(InsightKind::PrecipitationChance, Sentence::DryDays, values, 20, rule)
    })
}

fn wind_advisory(view: &View) -> Option<Insight> {
    let advise = |rule: Threshold, field: fn(&ShownHour) -> Option<f64>, today, tomorrow, importance| {
        let (hour, _) = worst_of_the_first_day(view, rule, field)?;
        let mut values = named([("time", Parameter::Time(hour.hour.time.max(view.now)))]);
        if let Some(speed) = hour.hour.wind {
            values.insert("speed".to_owned(), Parameter::Speed(speed));
            values.insert("beaufort".to_owned(), Parameter::Beaufort(beaufort(speed)));
        }
        if let Some(gusts) = hour.hour.gusts {
            values.insert("gusts".to_owned(), Parameter::Speed(gusts));
        }
        Some(insight(InsightKind::WindAdvisory, view.by_day(hour, today, tomorrow), values, importance, rule))
    };
    let wind = |one: &ShownHour| one.hour.wind;
    let gusts = |one: &ShownHour| one.hour.gusts;
    advise(thresholds::GALE, wind, Sentence::WindGale, Sentence::WindGaleTomorrow, 95)
        .or_else(|| advise(thresholds::GUSTS, gusts, Sentence::WindGusts, Sentence::WindGustsTomorrow, 85))
        .or_else(|| advise(thresholds::STRONG_WIND, wind, Sentence::WindStrong, Sentence::WindStrongTomorrow, 65))
}

/// The worst hour from the line on: today's, and tomorrow's only where today stays below it. What is already here is not
/// told as something that comes.
fn worst_of_the_first_day<'a>(
    view: &'a View,
    rule: Threshold,
    field: fn(&ShownHour) -> Option<f64>,
) -> Option<(&'a ShownHour, f64)> {
    let mut over = view
        .hours_until(DAY)
        .filter_map(|one| Some((one, field(one)?)))
        .filter(|(_, value)| *value >= rule.value)
        .peekable();
    let starts_today = view.is_today(over.peek()?.0.hour.time);
    over.take_while(|(one, _)| view.is_today(one.hour.time) == starts_today)
        .reduce(|worst, one| if one.1 > worst.1 { one } else { worst })
}

fn humidity_level(view: &View) -> Option<Insight> {
    let current = view.current?;
    let humidity = current.relative_humidity_2m?;
    let mut values = named([("humidity", Parameter::Percent(humidity))]);
    if let Some(dew_point) = current.dew_point_2m {
        values.insert("dew_point".to_owned(), Parameter::Temperature(dew_point));
        if dew_point >= thresholds::MUGGY.value {
            return Some(insight(InsightKind::HumidityLevel, Sentence::AirMuggy, values, 35, thresholds::MUGGY));
        }
    }
    (humidity <= thresholds::DRY_AIR.value)
        .then(|| insight(InsightKind::HumidityLevel, Sentence::AirDry, values, 25, thresholds::DRY_AIR))
}

fn uv_index(view: &View) -> Option<Insight> {
    let (hour, index) = view
        .hours_until(DAY)
        .filter(|one| view.is_today(one.hour.time.max(view.now)))
        .filter_map(|one| Some((one, one.hour.uv?)))
        .max_by(|one, other| one.1.total_cmp(&other.1))?;
    // The WHO classes are for whole numbers.
    let index = to_decimals(index, 0);
    let (sentence, importance, rule) = match index {
        _ if index >= thresholds::UV_EXTREME.value => (Sentence::UvExtreme, 90, thresholds::UV_EXTREME),
        _ if index >= thresholds::UV_VERY_HIGH.value => (Sentence::UvVeryHigh, 80, thresholds::UV_VERY_HIGH),
        _ if index >= thresholds::UV_HIGH.value => (Sentence::UvHigh, 62, thresholds::UV_HIGH),
        _ if index >= thresholds::UV_MODERATE.value => (Sentence::UvModerate, 40, thresholds::UV_MODERATE),
        _ => return None,
    };
    let values = named([("index", Parameter::Index(index)), ("time", Parameter::Time(hour.hour.time.max(view.now)))]);
    Some(insight(InsightKind::UvIndex, sentence, values, importance, rule))
}

fn trend(view: &View) -> Option<Insight> {
    const DAYS: usize = 3;
    let today = view.days.first()?.temperature_2m_max?;
    let next: Vec<f64> = view.days.iter().skip(1).take(DAYS).filter_map(|day| day.temperature_2m_max).collect();
    if next.len() < DAYS {
        return None;
    }
    let average = to_decimals(next.iter().sum::<f64>() / DAYS as f64, 1);
    let change = to_decimals((average - today).abs(), 1);
    let rule = thresholds::TREND;
    (change >= rule.value).then(|| {
        let values = named([
            ("difference", Parameter::TemperatureDifference(change)),
            ("today", Parameter::Temperature(today)),
            ("average", Parameter::Temperature(average)),
            ("count", Parameter::Count(DAYS as u32)),
        ]);
        let sentence = if average > today { Sentence::TrendWarmer } else { Sentence::TrendColder };
        insight(InsightKind::Trend, sentence, values, 45, rule)
    })
}

fn feels_like_change(view: &View) -> Option<Insight> {
    let kind = InsightKind::FeelsLikeChange;
    if let Some((hour, apparent)) = worst_of_the_first_day(view, thresholds::HEAT, |one| one.hour.apparent) {
        let mut values = named([
            ("apparent", Parameter::Temperature(apparent)),
            ("time", Parameter::Time(hour.hour.time.max(view.now))),
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
        let values = named([
            ("apparent", Parameter::Temperature(apparent)),
            ("temperature", Parameter::Temperature(temperature)),
            ("difference", Parameter::TemperatureDifference(change)),
        ]);
        let sentence = if apparent > temperature { Sentence::FeelsWarmer } else { Sentence::FeelsColder };
        insight(kind, sentence, values, 50, thresholds::FEELS_LIKE)
    })
}

/// Silent when the data is too old to speak about minutes.
fn rain_stopping(view: &View) -> Option<Insight> {
    if view.age > thresholds::NOWCAST_MAX_AGE {
        return None;
    }
    let kind = InsightKind::RainStopping;
    let rule = thresholds::WET_HOUR;
    let at = |time: Timestamp| named([("time", Parameter::Time(time))]);
    match nowcast(view.ahead, view.quarters, view.now, view.wet_now)? {
        Nowcast::Stops { at: time, snow: false } => Some(insight(kind, Sentence::RainStops, at(time), 92, rule)),
        Nowcast::Continues { until, snow: false } => Some(insight(kind, Sentence::RainContinues, at(until), 70, rule)),
        Nowcast::Starts { at: time, snow: false } if time.duration_since(view.now) <= thresholds::RAIN_STARTS_SOON => {
            Some(insight(kind, Sentence::RainStarts, at(time), 91, rule))
        }
        _ => None,
    }
}

fn insight(kind: InsightKind, sentence: Sentence, values: Parameters, importance: u8, rule: Threshold) -> Insight {
    let threshold = (rule.unit)(rule.value);
    let why = Explanation { rule: kind, threshold, values: values.clone(), citation: rule.citation };
    Insight { kind, sentence, parameters: values, importance, why }
}

pub fn named<const N: usize>(pairs: [(&str, Parameter); N]) -> Parameters {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
