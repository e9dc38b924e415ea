//! From a source's forecast to the finished report: sections, days, periods, each from the one decision.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use super::assemble_day;
use super::{Current, Daily, Hourly, Minutely15, Reason, ReportPlace, ReportSource, Section, WeatherReport};
use crate::alert::{Alert, AlertOrigin, Alerts};
use crate::settings::SourceId;
use crate::weather::analysis::classify_day::DecidedHour;
use crate::weather::analysis::classify_hour::decide_hour;
use crate::weather::analysis::feels_like::apparent_temperature;
use crate::weather::analysis::{hazards, insights, summary};
use crate::weather::astronomy::sun;
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::model::rounding::{round_hour, to_decimals};
use crate::weather::providers::credit;
use crate::weather::providers::{open_meteo, validation};

/// Fifteen days, the first of them today (R1.03).
pub const FORECAST_DAYS: usize = 15;
/// How long a source's own "now" is believed before the forecast for the hour is used instead.
const NOW_IS_NOW: SignedDuration = SignedDuration::from_mins(60);
/// Minutes are worth showing for this long ahead.
const QUARTERS_SHOWN: usize = 24;
const PRESSURE_TREND_HOURS: i64 = 3;

/// What is known about a report beside the weather itself.
#[derive(Debug, Clone)]
pub struct Frame {
    pub latitude: f64,
    pub longitude: f64,
    pub source: ReportSource,
    pub fetched_at: Timestamp,
    pub fresh_until: Timestamp,
}

/// An hour as it will be shown: rounded, gaps filled, decided.
#[derive(Debug, Clone)]
pub struct ShownHour {
    pub hour: Hour,
    pub is_day: bool,
    pub decided: Option<DecidedHour>,
}

impl ShownHour {
    fn of(hour: &Hour, frame: &Frame) -> ShownHour {
        let hour = filled(round_hour(hour));
        let is_day = sun::is_up(hour.time + SignedDuration::from_mins(30), frame.latitude, frame.longitude);
        let decided = DecidedHour::of(&hour, is_day);
        ShownHour { hour, is_day, decided }
    }

    pub fn is_wet(&self) -> bool {
        self.decided.is_some_and(|decided| decided.decision.wet)
    }

    pub fn ends(&self) -> Timestamp {
        self.hour.time + SignedDuration::from_hours(1)
    }
}

/// The report as it stands at `now`; `issued` is what authorities say about the place.
pub fn compose(forecast: &Forecast, frame: &Frame, issued: &Alerts, now: Timestamp) -> WeatherReport {
    let zone = TimeZone::get(&forecast.timezone).unwrap_or(TimeZone::UTC);
    let today = now.to_zoned(zone.clone()).date();
    let hours: Vec<ShownHour> = forecast.hours.iter().map(|hour| ShownHour::of(hour, frame)).collect();
    let dates: Vec<Date> =
        std::iter::successors(Some(today), |date| date.tomorrow().ok()).take(FORECAST_DAYS + 1).collect();
    let (first, last) = (sun::local_day(today, &zone).0, sun::local_day(dates[FORECAST_DAYS - 1], &zone).1);

    let shown: Vec<&ShownHour> =
        hours.iter().filter(|one| (first..last).contains(&one.hour.time.as_second())).collect();
    let ahead: Vec<&ShownHour> = hours.iter().filter(|one| one.ends() > now).collect();
    let (current, wet_now) = current(forecast, &hours, frame, now);
    let quarters = quarters(forecast, now);
    let days = assemble_day::days(forecast, &hours, &dates[..FORECAST_DAYS], &zone, frame);
    let view = insights::View {
        now,
        zone: &zone,
        age: now.duration_since(frame.fetched_at),
        current: current.data(),
        wet_now,
        ahead: &ahead,
        quarters: quarters.data(),
        days: days.data().map_or(&[], |daily| daily.days.as_slice()),
    };

    WeatherReport {
        place: ReportPlace {
            latitude: frame.latitude,
            longitude: frame.longitude,
            timezone: forecast.timezone.clone(),
            elevation: forecast.elevation.map(|metres| to_decimals(metres, 0)),
        },
        source: Some(frame.source.clone()),
        fetched_at: Some(frame.fetched_at),
        fresh_until: frame.fresh_until,
        summary: summary::summarise(&view).ok_or(Reason::NotProvidedBySource).into(),
        insights: if ahead.is_empty() {
            Section::missing(Reason::NotProvidedBySource)
        } else {
            Section::Data(insights::find(&view))
        },
        current,
        hourly: hourly(&shown),
        minutely_15: quarters,
        daily: days,
        alerts: with_our_own(issued, hazards::find(forecast, now)),
    }
}

/// From the bytes of one Open-Meteo answer to its report: what a refresh does between network and cache.
pub fn report_from_open_meteo(
    body: &[u8],
    latitude: f64,
    longitude: f64,
    now: Timestamp,
) -> anyhow::Result<WeatherReport> {
    let forecast = validation::checked(open_meteo::read(body, latitude, longitude)?)?;
    let frame = Frame { latitude, longitude, source: credit(SourceId::OpenMeteo), fetched_at: now, fresh_until: now };
    Ok(compose(&forecast, &frame, &Alerts::without_service(), now))
}

/// A report for a place whose weather cannot be had: every section names the reason.
pub fn compose_dark(
    latitude: f64,
    longitude: f64,
    timezone: String,
    fresh_until: Timestamp,
    issued: &Alerts,
) -> WeatherReport {
    WeatherReport {
        place: ReportPlace { latitude, longitude, timezone, elevation: None },
        source: None,
        fetched_at: None,
        fresh_until,
        current: Section::missing(Reason::SourceFailed),
        summary: Section::missing(Reason::SourceFailed),
        hourly: Section::missing(Reason::SourceFailed),
        minutely_15: Section::missing(Reason::SourceFailed),
        daily: Section::<Daily>::missing(Reason::SourceFailed),
        insights: Section::missing(Reason::SourceFailed),
        alerts: issued.clone(),
    }
}

/// The gravest first; of equal gravity an authority's before ours, then the earlier.
fn with_our_own(issued: &Alerts, ours: Vec<Alert>) -> Alerts {
    let mut alerts = issued.clone();
    alerts.items.extend(ours);
    alerts.items.sort_by_key(|alert| {
        (std::cmp::Reverse(alert.severity), alert.origin == AlertOrigin::Computed, alert.starts_at)
    });
    alerts
}

fn filled(mut hour: Hour) -> Hour {
    if hour.apparent.is_none()
        && let (Some(celsius), Some(humidity), Some(wind)) = (hour.temperature, hour.humidity, hour.wind)
    {
        hour.apparent = Some(to_decimals(apparent_temperature(celsius, humidity, wind), 1));
    }
    hour
}

/// The source's own "now" while it is young, gaps filled from the running hour; else the running hour.
///
/// Beside it: whether something falls now.
fn current(forecast: &Forecast, hours: &[ShownHour], frame: &Frame, now: Timestamp) -> (Section<Current>, bool) {
    let running = hours.iter().find(|one| one.hour.time <= now && one.ends() > now).map(|one| &one.hour);
    let young = forecast
        .now
        .as_ref()
        .filter(|own| own.temperature.is_some() && now.duration_since(own.time).abs() <= NOW_IS_NOW);
    let hour = match (young, running) {
        (Some(own), Some(running)) => filled(round_hour(&own.clone().or_from(running))),
        (Some(own), None) => filled(round_hour(own)),
        (None, Some(running)) if running.temperature.is_some() => running.clone(),
        _ => return (Section::missing(missing_current(forecast)), false),
    };
    let is_day = sun::is_up(now, frame.latitude, frame.longitude);
    let decision = decide_hour(&hour, is_day);
    let current = Current {
        time: hour.time,
        temperature_2m: hour.temperature,
        apparent_temperature: hour.apparent,
        relative_humidity_2m: hour.humidity,
        dew_point_2m: hour.dew_point,
        precipitation: hour.precipitation,
        precipitation_probability: hour.probability,
        weather_code: hour.code,
        cloud_cover: hour.cloud,
        pressure_msl: hour.pressure,
        pressure_trend: pressure_trend(hours, now),
        visibility: hour.visibility,
        wind_speed_10m: hour.wind,
        wind_direction_10m: hour.direction,
        wind_gusts_10m: hour.gusts,
        uv_index: hour.uv,
        is_day,
        current_weather_condition: decision.map(|one| one.condition),
        icon: decision.map(|one| one.condition.icon(is_day)),
    };
    (Section::Data(current), decision.is_some_and(|one| one.wet))
}

fn missing_current(forecast: &Forecast) -> Reason {
    if forecast.now.is_none() && forecast.hours.is_empty() { Reason::NotProvidedBySource } else { Reason::TooOld }
}

fn pressure_trend(hours: &[ShownHour], now: Timestamp) -> Option<f64> {
    let pressure_at = |time: Timestamp| {
        hours.iter().find(|one| one.hour.time <= time && one.ends() > time).and_then(|one| one.hour.pressure)
    };
    let span = SignedDuration::from_hours(PRESSURE_TREND_HOURS);
    let here = pressure_at(now)?;
    let change = match pressure_at(now - span) {
        Some(before) => here - before,
        None => pressure_at(now + span)? - here,
    };
    Some(to_decimals(change, 1))
}

fn hourly(hours: &[&ShownHour]) -> Section<Hourly> {
    if hours.is_empty() {
        return Section::missing(Reason::NotProvidedBySource);
    }
    let each = |field: fn(&Hour) -> Option<f64>| hours.iter().map(|one| field(&one.hour)).collect();
    let condition = |one: &&ShownHour| one.decided.map(|decided| decided.decision.condition);
    Section::Data(Hourly {
        time: hours.iter().map(|one| one.hour.time).collect(),
        temperature_2m: each(|hour| hour.temperature),
        temperature_2m_p10: each(|hour| hour.temperature_p10),
        temperature_2m_p90: each(|hour| hour.temperature_p90),
        apparent_temperature: each(|hour| hour.apparent),
        precipitation: each(|hour| hour.precipitation),
        precipitation_probability: each(|hour| hour.probability),
        snowfall: each(|hour| hour.snowfall),
        wind_speed_10m: each(|hour| hour.wind),
        wind_gusts_10m: each(|hour| hour.gusts),
        wind_direction_10m: each(|hour| hour.direction),
        relative_humidity_2m: each(|hour| hour.humidity),
        dew_point_2m: each(|hour| hour.dew_point),
        pressure_msl: each(|hour| hour.pressure),
        visibility: each(|hour| hour.visibility),
        uv_index: each(|hour| hour.uv),
        cloud_cover: each(|hour| hour.cloud),
        is_day: hours.iter().map(|one| one.is_day).collect(),
        condition: hours.iter().map(condition).collect(),
        icon: hours.iter().map(|one| condition(one).map(|condition| condition.icon(one.is_day))).collect(),
    })
}

fn quarters(forecast: &Forecast, now: Timestamp) -> Section<Minutely15> {
    let ahead: Vec<_> = forecast
        .quarters
        .iter()
        .filter(|quarter| quarter.time + SignedDuration::from_mins(15) > now && quarter.precipitation.is_some())
        .take(QUARTERS_SHOWN)
        .collect();
    if ahead.is_empty() {
        let reason = if forecast.quarters.is_empty() { Reason::NotProvidedBySource } else { Reason::TooOld };
        return Section::missing(reason);
    }
    Section::Data(Minutely15 {
        time: ahead.iter().map(|quarter| quarter.time).collect(),
        precipitation: ahead.iter().map(|quarter| quarter.precipitation.map(|amount| to_decimals(amount, 2))).collect(),
    })
}
