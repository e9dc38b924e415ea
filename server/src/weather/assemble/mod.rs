//! Assembles the report from a forecast.

mod day;
pub(crate) mod page_summary;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::alert::{Alert, AlertOrigin, Alerts};
use crate::settings::SourceId;
use crate::weather::analysis::classify_hour::classify_hour;
use crate::weather::analysis::hour::{HourView, ReportContext, with_apparent_temperature};
use crate::weather::analysis::insights::find_insights;
use crate::weather::analysis::insights::view::ForecastView;
use crate::weather::analysis::{hazards, summary};
use crate::weather::astronomy::sun;
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::model::rounding::{round_hour, to_decimals};
use crate::weather::providers::credit;
use crate::weather::providers::{open_meteo, validation};
use crate::weather::report::{Current, Daily, Hourly, Minutely15, Reason, ReportPlace, Section, WeatherReport};

/// Including today.
pub const FORECAST_DAYS: usize = 15;
/// Older current conditions of the provider are replaced by the forecast of the running hour.
const MAX_CURRENT_AGE: SignedDuration = SignedDuration::from_mins(60);
/// Six hours.
const MAX_QUARTERS: usize = 24;
const PRESSURE_TREND_HOURS: i64 = 3;

/// The report at `now`, with the alerts `issued` by authorities.
pub fn assemble_report(forecast: &Forecast, context: &ReportContext, issued: &Alerts, now: Timestamp) -> WeatherReport {
    let zone = TimeZone::get(&forecast.timezone).unwrap_or(TimeZone::UTC);
    let today = now.to_zoned(zone.clone()).date();
    let hours: Vec<HourView> = forecast.hours.iter().map(|hour| HourView::new(hour, context)).collect();
    let dates: Vec<Date> =
        std::iter::successors(Some(today), |date| date.tomorrow().ok()).take(FORECAST_DAYS + 1).collect();
    let (first, last) = (sun::local_day(today, &zone).0, sun::local_day(dates[FORECAST_DAYS - 1], &zone).1);

    let shown: Vec<&HourView> = hours.iter().filter(|one| (first..last).contains(&one.hour.time.as_second())).collect();
    let ahead: Vec<&HourView> = hours.iter().filter(|one| one.ends() > now).collect();
    let (current, wet_now) = current(forecast, &hours, context, now);
    let quarters = quarters(forecast, now);
    let days = day::days(forecast, &hours, &dates[..FORECAST_DAYS], &zone, context);
    let view = ForecastView {
        now,
        zone: &zone,
        age: now.duration_since(context.fetched_at),
        current: current.data(),
        wet_now,
        ahead: &ahead,
        quarters: quarters.data(),
        days: days.data().map_or(&[], |daily| daily.days.as_slice()),
    };

    WeatherReport {
        place: ReportPlace {
            latitude: context.latitude,
            longitude: context.longitude,
            timezone: forecast.timezone.clone(),
            elevation: forecast.elevation.map(|metres| to_decimals(metres, 0)),
        },
        source: Some(context.source.clone()),
        fetched_at: Some(context.fetched_at),
        fresh_until: context.fresh_until,
        summary: summary::summarise(&view).ok_or(Reason::NotProvidedBySource).into(),
        insights: if ahead.is_empty() {
            Section::missing(Reason::NotProvidedBySource)
        } else {
            Section::Data(find_insights(&view))
        },
        current,
        hourly: hourly(&shown),
        minutely_15: quarters,
        daily: days,
        alerts: merge_alerts(issued, hazards::detect(forecast, now), now),
    }
}

/// The report of one Open-Meteo answer: what a refresh does between network and cache.
pub fn report_from_open_meteo(
    body: &[u8],
    latitude: f64,
    longitude: f64,
    now: Timestamp,
) -> anyhow::Result<WeatherReport> {
    let forecast = validation::drop_implausible(open_meteo::parse(body, latitude, longitude)?)?;
    let context =
        ReportContext { latitude, longitude, source: credit(SourceId::OpenMeteo), fetched_at: now, fresh_until: now };
    Ok(assemble_report(&forecast, &context, &Alerts::without_service(), now))
}

/// The report of a place whose weather is unavailable: every section names the reason.
pub fn unavailable_report(
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

/// Most severe first; of equal severity issued before computed, then the earlier. A hazard that an authority has issued an
/// alert about is left out.
fn merge_alerts(issued: &Alerts, hazards: Vec<Alert>, now: Timestamp) -> Alerts {
    let mut alerts = issued.clone();
    let is_covered = |hazard: &Alert| issued.items.iter().any(|issued| hazard.is_covered_by(issued, now));
    alerts.items.extend(hazards.into_iter().filter(|hazard| !is_covered(hazard)));
    alerts.items.sort_by_key(|alert| {
        (std::cmp::Reverse(alert.severity), alert.origin == AlertOrigin::Computed, alert.starts_at)
    });
    alerts
}

/// The provider's current conditions if they are recent, completed from the running hour; otherwise the running hour.
/// The second value is whether there is precipitation now.
fn current(
    forecast: &Forecast,
    hours: &[HourView],
    context: &ReportContext,
    now: Timestamp,
) -> (Section<Current>, bool) {
    let running = hours.iter().find(|one| one.hour.time <= now && one.ends() > now).map(|one| &one.hour);
    let recent = forecast
        .now
        .as_ref()
        .filter(|own| own.temperature.is_some() && now.duration_since(own.time).abs() <= MAX_CURRENT_AGE);
    let hour = match (recent, running) {
        (Some(own), Some(running)) => with_apparent_temperature(round_hour(&own.clone().or_values_of(running))),
        (Some(own), None) => with_apparent_temperature(round_hour(own)),
        (None, Some(running)) if running.temperature.is_some() => running.clone(),
        _ => return (Section::missing(missing_current(forecast)), false),
    };
    let is_day = sun::is_up(now, context.latitude, context.longitude);
    let classification = classify_hour(&hour, is_day);
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
        current_weather_condition: classification.map(|one| one.condition),
        icon: classification.map(|one| one.condition.icon(is_day)),
    };
    (Section::Data(current), classification.is_some_and(|one| one.wet))
}

fn missing_current(forecast: &Forecast) -> Reason {
    if forecast.now.is_none() && forecast.hours.is_empty() { Reason::NotProvidedBySource } else { Reason::TooOld }
}

fn pressure_trend(hours: &[HourView], now: Timestamp) -> Option<f64> {
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

fn hourly(hours: &[&HourView]) -> Section<Hourly> {
    if hours.is_empty() {
        return Section::missing(Reason::NotProvidedBySource);
    }
    let each = |field: fn(&Hour) -> Option<f64>| hours.iter().map(|one| field(&one.hour)).collect();
    let condition = |one: &&HourView| one.classified.map(|classified| classified.classification.condition);
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
        .take(MAX_QUARTERS)
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
