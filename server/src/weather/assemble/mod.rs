//! Assembles the report from a forecast.

pub(crate) mod air;
mod confidence;
mod day;
mod measured;
pub(crate) mod outlook;
pub(crate) mod page_summary;
pub(crate) mod record;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use self::air::LocalAir;
use crate::alert::{Alert, AlertOrigin, Alerts};
use crate::settings::SourceId;
use crate::weather::analysis::hour::{HourView, ReportContext, Supplements};
use crate::weather::analysis::insights::find_insights;
use crate::weather::analysis::insights::view::ForecastView;
use crate::weather::analysis::now::{Now, decide, usable_quarters};
use crate::weather::analysis::nowcast::nowcast;
use crate::weather::analysis::{hazard_certainty, hazards, summary};
use crate::weather::astronomy::sun;
use crate::weather::model::forecast::{Forecast, Hour, QUARTER};
use crate::weather::model::normals::Normal;
use crate::weather::model::rounding::to_decimals;
use crate::weather::providers::credit;
use crate::weather::providers::{open_meteo, validation};
use crate::weather::report::{
    Current, Daily, Hourly, Minutely15, Reason, ReportPlace, ReportSource, Section, WeatherReport,
};

/// Including today.
pub const FORECAST_DAYS: usize = 15;
/// Six hours.
const MAX_QUARTERS: usize = 24;
const PRESSURE_TREND_HOURS: i64 = 3;

/// The report at `now`, with the alerts `issued` by authorities.
pub fn assemble_report(forecast: &Forecast, context: &ReportContext, issued: &Alerts, now: Timestamp) -> WeatherReport {
    let zone = TimeZone::get(&forecast.timezone).unwrap_or(TimeZone::UTC);
    let today = now.to_zoned(zone.clone()).date();
    let known_air = air::usable(&context.supplements, now);
    let mut hours: Vec<HourView> =
        forecast.hours.iter().map(|hour| HourView::new(hour, context, known_air.as_ref().ok())).collect();
    let present = decide(forecast, &hours, context, now);
    if let (Some(present), Some(running)) = (&present, hours.iter_mut().find(|one| one.contains(now))) {
        running.show_present(present);
    }
    let dates: Vec<Date> =
        std::iter::successors(Some(today), |date| date.tomorrow().ok()).take(FORECAST_DAYS + 1).collect();
    let (first, last) = (sun::local_day(today, &zone).0, sun::local_day(dates[FORECAST_DAYS - 1], &zone).1);

    let shown: Vec<&HourView> = hours.iter().filter(|one| (first..last).contains(&one.hour.time.as_second())).collect();
    let ahead: Vec<&HourView> = hours.iter().filter(|one| one.ends() > now).collect();
    let current = present.as_ref().map(|present| current(present, pressure_trend(&hours, now)));
    let wet_now = present.as_ref().is_some_and(Now::is_wet);
    let ensemble = confidence::usable(&context.supplements, now);
    let days = day::days(forecast, &hours, &dates[..FORECAST_DAYS], &zone, context, ensemble.ok());
    let yesterday = day::yesterday(&hours, today, &zone);
    let local_air = known_air.as_ref().map_err(|reason| *reason).and_then(|air| LocalAir::new(air, &zone, now));
    let view = ForecastView {
        now,
        zone: &zone,
        age: now.duration_since(context.fetched_at),
        current: current.as_ref(),
        wet_now,
        nowcast: nowcast(&ahead, usable_quarters(forecast, context, now), now, wet_now),
        ahead: &ahead,
        days: days.data().map_or(&[], |daily| daily.days.as_slice()),
        normal: normal_on(context, today, forecast.elevation),
        yesterday,
        air: local_air.as_ref().ok().map(LocalAir::outlook),
    };

    let mut hazards = hazards::detect(forecast, present.as_ref(), context.supplements.normals.as_deref(), now);
    hazards.iter_mut().for_each(|alert| hazard_certainty::decide(alert, view.days, &zone));

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
        measured: measured::section(forecast, context, current.as_ref(), now),
        current: current.ok_or(missing_current(forecast)).into(),
        hourly: hourly(&shown),
        minutely_15: quarters(forecast, now),
        daily: days,
        yesterday,
        confidence: confidence::section(ensemble, &ensemble_credit(context)),
        air: local_air.map(|local| local.quality(context.source.simulated)).into(),
        alerts: merge_alerts(issued, hazards, now),
    }
}

/// What is usual for a date, at the height that the forecast is for.
fn normal_on(context: &ReportContext, date: Date, elevation: Option<f64>) -> Option<Normal> {
    context.supplements.normals.as_ref()?.on(date, elevation)
}

/// Simulated weather has a simulated ensemble; every other has that of Open-Meteo, whichever source the forecast is from.
fn ensemble_credit(context: &ReportContext) -> ReportSource {
    if context.source.simulated { context.source.clone() } else { credit(SourceId::OpenMeteo) }
}

/// The report of one Open-Meteo answer: what a refresh does between network and cache.
pub fn report_from_open_meteo(
    body: &[u8],
    latitude: f64,
    longitude: f64,
    now: Timestamp,
) -> anyhow::Result<WeatherReport> {
    let forecast = open_meteo::with_steps(open_meteo::parse(body, latitude, longitude)?, now);
    let forecast = validation::drop_implausible(forecast)?;
    let source = credit(SourceId::OpenMeteo);
    let supplements = Supplements::default();
    let context = ReportContext { latitude, longitude, source, fetched_at: now, fresh_until: now, supplements };
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
        measured: Section::missing(Reason::SourceFailed),
        summary: Section::missing(Reason::SourceFailed),
        hourly: Section::missing(Reason::SourceFailed),
        minutely_15: Section::missing(Reason::SourceFailed),
        daily: Section::<Daily>::missing(Reason::SourceFailed),
        yesterday: None,
        confidence: Section::missing(Reason::SourceFailed),
        insights: Section::missing(Reason::SourceFailed),
        air: Section::missing(Reason::SourceFailed),
        alerts: issued.clone(),
    }
}

/// Most severe first, extreme before severe; of equal severity issued before computed, then the earlier. A hazard that an
/// authority has issued an alert about is left out.
fn merge_alerts(issued: &Alerts, hazards: Vec<Alert>, now: Timestamp) -> Alerts {
    let mut alerts = issued.clone();
    let is_covered = |hazard: &Alert| issued.items.iter().any(|issued| hazard.is_covered_by(issued, now));
    alerts.items.extend(hazards.into_iter().filter(|hazard| !is_covered(hazard)));
    alerts.items.sort_by_key(|alert| {
        let severity = std::cmp::Reverse((alert.severity, alert.is_extreme()));
        (severity, alert.origin == AlertOrigin::Computed, alert.starts_at)
    });
    alerts
}

fn current(now: &Now, pressure_trend: Option<f64>) -> Current {
    let hour = &now.hour;
    let condition = now.classification.map(|one| one.condition);
    Current {
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
        pressure_trend,
        visibility: hour.visibility,
        wind_speed_10m: hour.wind,
        wind_direction_10m: hour.direction,
        wind_gusts_10m: hour.gusts,
        uv_index: hour.uv,
        is_day: now.is_day,
        current_weather_condition: condition,
        icon: condition.map(|condition| condition.icon(now.is_day)),
    }
}

fn missing_current(forecast: &Forecast) -> Reason {
    if forecast.now.is_none() && forecast.hours.is_empty() { Reason::NotProvidedBySource } else { Reason::TooOld }
}

/// The change over the past three hours; unknown where the source does not know the past.
fn pressure_trend(hours: &[HourView], now: Timestamp) -> Option<f64> {
    let pressure_at = |time: Timestamp| hours.iter().find(|one| one.contains(time)).and_then(|one| one.hour.pressure);
    let before = pressure_at(now - SignedDuration::from_hours(PRESSURE_TREND_HOURS))?;
    Some(to_decimals(pressure_at(now)? - before, 1))
}

fn hourly(hours: &[&HourView]) -> Section<Hourly> {
    if hours.is_empty() {
        return Section::missing(Reason::NotProvidedBySource);
    }
    let each = |field: fn(&Hour) -> Option<f64>| hours.iter().map(|one| field(&one.hour)).collect();
    Section::Data(Hourly {
        time: hours.iter().map(|one| one.hour.time).collect(),
        step_hours: hours.iter().map(|one| one.hour.step.0).collect(),
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
        condition: hours.iter().map(|one| one.condition).collect(),
        icon: hours.iter().map(|one| one.condition.map(|condition| condition.icon(one.is_day))).collect(),
    })
}

fn quarters(forecast: &Forecast, now: Timestamp) -> Section<Minutely15> {
    let ahead: Vec<_> = forecast
        .quarters
        .iter()
        .filter(|quarter| quarter.time + QUARTER > now && quarter.precipitation.is_some())
        .take(MAX_QUARTERS)
        .collect();
    if ahead.is_empty() {
        let reason = if forecast.quarters.is_empty() { Reason::NotProvidedBySource } else { Reason::TooOld };
        return Section::missing(reason);
    }
    Section::Data(Minutely15 {
        interpolated: forecast.quarters_interpolated,
        time: ahead.iter().map(|quarter| quarter.time).collect(),
        precipitation: ahead.iter().map(|quarter| quarter.precipitation.map(|amount| to_decimals(amount, 2))).collect(),
    })
}
