//! Recorded answers of the providers, where available: each makes a consistent report.

use jiff::Timestamp;

use super::consistency::assert_consistent;
use super::laws::assert_sums_agree;
use crate::alert::Alerts;
use crate::settings::SourceId;
use crate::testing::recording;
use crate::weather::analysis::classify_hour::is_snow;
use crate::weather::analysis::hour::{ReportContext, Supplements};
use crate::weather::assemble::{assemble_report, report_from_open_meteo};
use crate::weather::model::conditions::Condition;
use crate::weather::providers::credit;
use crate::weather::providers::{met_norway, open_meteo, validation};
use crate::weather::report::WeatherReport;

fn open_meteo(path: &str, now: &str) -> Option<WeatherReport> {
    let body = recording(&format!("open-meteo/{path}.json"))?;
    let now = now.parse().unwrap();
    let report = report_from_open_meteo(&body, 52.52, 13.41, now).unwrap();
    assert_consistent(&report, now);
    assert_sums_agree(&report);
    Some(report)
}

fn met_norway(path: &str, now: &str) -> Option<WeatherReport> {
    let body = recording(&format!("met-norway/{path}.json"))?;
    let forecast = validation::drop_implausible(met_norway::parse(&body, 53.5, 13.0).unwrap()).unwrap();
    let now: Timestamp = now.parse().unwrap();
    let source = credit(SourceId::MetNorway);
    let supplements = Supplements::default();
    let context =
        ReportContext { latitude: 53.5, longitude: 13.0, source, fetched_at: now, fresh_until: now, supplements };
    let report = assemble_report(&forecast, &context, &Alerts::without_service(), now);
    assert_consistent(&report, now);
    assert_sums_agree(&report);
    Some(report)
}

#[test]
fn berlin_with_all_variables_has_seven_days_and_the_rest_is_not_invented() {
    let Some(report) = open_meteo("forecast_berlin_2025-07-27_7d_all_variables", "2025-07-27T03:05:00Z") else {
        return;
    };
    let days = &report.daily.data().unwrap().days;
    assert_eq!(days.iter().filter(|day| day.unavailable.is_none()).count(), 7);
    assert_eq!(days[7].temperature_2m_max, None);
    let current = report.current.data().unwrap();
    assert!(current.temperature_2m.unwrap() > 10.0 && current.pressure_msl.is_some());
}

#[test]
fn new_york_without_any_code_still_has_conditions_and_keeps_nulls() {
    let Some(report) = open_meteo("forecast_new_york_2025-12-28_14d", "2025-12-28T23:05:00Z") else { return };
    let hourly = report.hourly.data().unwrap();
    let unknown = hourly.condition.iter().zip(&hourly.cloud_cover).filter(|(condition, _)| condition.is_none());
    assert!(unknown.clone().all(|(_, cloud)| cloud.is_none()), "only where the recording has no clouds either");
    assert!(unknown.count() <= 24);
    assert!(hourly.precipitation_probability.last().unwrap().is_none(), "the end of the horizon is null, not 0");
    assert_eq!(report.daily.data().unwrap().days.iter().filter(|day| day.unavailable.is_none()).count(), 14);
}

#[test]
fn imperial_recordings_become_metric() {
    let Some(report) = open_meteo("current_london_2026-05-11_imperial", "2026-05-11T22:35:00Z") else { return };
    let current = report.current.data().unwrap();
    assert!((-5.0..25.0).contains(&current.temperature_2m.unwrap()), "{current:?}");
    assert!(current.wind_speed_10m.unwrap() < 20.0);
    let Some(report) = open_meteo("forecast_toronto_2026-03-05_imperial_past1d", "2026-03-06T02:05:00Z") else {
        return;
    };
    let days = &report.daily.data().unwrap().days;
    assert_eq!(days[0].date.to_string(), "2026-03-05", "yesterday is not shown");
    assert!((-20.0..20.0).contains(&days[0].temperature_2m_max.unwrap()));
    assert_eq!(report.place.timezone, "America/Toronto");
}

/// The condition of the hour that begins at this time.
fn condition_at(report: &WeatherReport, time: &str) -> Option<Condition> {
    let hourly = report.hourly.data().unwrap();
    let time: Timestamp = time.parse().unwrap();
    hourly.condition[hourly.time.iter().position(|each| *each == time).unwrap()]
}

#[test]
fn thunder_ice_and_snow_are_named_in_the_hour_in_which_they_fall() {
    let Some(berlin) = open_meteo("forecast_berlin_2025-07-27_7d_all_variables", "2025-07-27T03:05:00Z") else {
        return;
    };
    // The row of 13:00 has code 95 and 0.9 mm, both of the hour before; the row of 19:00 has code 2.
    assert_eq!(condition_at(&berlin, "2025-07-31T12:00:00Z"), Some(Condition::Thunderstorm));
    assert_eq!(condition_at(&berlin, "2025-07-31T17:00:00Z"), Some(Condition::Thunderstorm));
    assert_ne!(condition_at(&berlin, "2025-07-31T18:00:00Z"), Some(Condition::Thunderstorm));
    let Some(toronto) = open_meteo("forecast_toronto_2026-03-05_imperial_past1d", "2026-03-05T05:05:00Z") else {
        return;
    };
    // Five hours behind UTC: code 56 in the row of 02:00 on the 11th, 71 in the row of 17:00 on the 5th.
    assert_eq!(condition_at(&toronto, "2026-03-11T06:00:00Z"), Some(Condition::FreezingDrizzle));
    let snow = condition_at(&toronto, "2026-03-05T21:00:00Z");
    assert!(snow.is_some_and(is_snow), "{snow:?}");
}

#[test]
fn every_wet_code_stands_over_the_amount_it_was_made_from() {
    let Some(body) = recording("open-meteo/forecast_toronto_2026-03-05_imperial_past1d.json") else { return };
    let forecast = open_meteo::parse(&body, 43.7, -79.4).unwrap();
    let wet: Vec<_> = forecast.hours.iter().filter(|hour| hour.code.is_some_and(|code| code >= 51)).collect();
    assert_eq!(wet.len(), 27);
    assert!(wet.iter().all(|hour| hour.precipitation.is_some_and(|amount| amount > 0.0)));
}

#[test]
fn the_other_open_meteo_recordings_make_reports() {
    for (path, now) in [
        ("current_new_york_2026-05-11_celsius_mixed_units", "2026-05-11T22:35:00Z"),
        ("forecast_copenhagen_2026-07-26_7d", "2026-07-26T21:05:00Z"),
        ("hourly_new_york_2026-01-19_48h_imperial", "2026-01-19T15:00:00Z"),
    ] {
        let Some(report) = open_meteo(path, now) else { return };
        assert!(report.current.data().is_some() || report.daily.data().is_some(), "{path}");
    }
}

#[test]
fn error_answers_are_not_forecasts() {
    for path in ["error_400_latitude_out_of_range", "error_429_minutely"] {
        let Some(body) = recording(&format!("open-meteo/{path}.json")) else { return };
        let forecast = open_meteo::parse(&body, 0.0, 0.0).unwrap();
        assert!(validation::require_next_day(&forecast, Timestamp::UNIX_EPOCH).is_err(), "{path}");
    }
}

#[test]
fn met_norway_has_nine_days_percentiles_and_a_computed_feels_like() {
    let Some(report) = met_norway("complete_mecklenburg_2022-08-02", "2022-08-02T16:10:00Z") else { return };
    let current = report.current.data().unwrap();
    assert_eq!((current.temperature_2m, current.visibility), (Some(25.4), None));
    assert!(current.apparent_temperature.is_some());
    let hourly = report.hourly.data().unwrap();
    assert_eq!((hourly.temperature_2m_p10[0], hourly.temperature_2m_p90[0]), (Some(25.0), Some(26.0)));
    let days = &report.daily.data().unwrap().days;
    assert!((9..=10).contains(&days.iter().filter(|day| day.unavailable.is_none()).count()));
    assert!(days[10..].iter().all(|day| day.unavailable.is_some() && day.precipitation_sum.is_none()));
}

#[test]
fn met_norway_days_have_the_extremes_between_its_six_hour_steps() {
    let Some(report) = met_norway("complete_london_2020-07-20", "2020-07-20T12:10:00Z") else { return };
    let day = |date: &str| {
        let days = &report.daily.data().unwrap().days;
        days.iter().find(|day| day.date.to_string() == date).unwrap().clone()
    };
    // Its steps of the 24th have 14.4, 13.5, 22.4 and 21.9 °C; `air_temperature_min` of 00–06 is 11.2 °C,
    // `air_temperature_max` of 12–18 is 23.3 °C.
    assert_eq!((day("2020-07-24").temperature_2m_min, day("2020-07-24").temperature_2m_max), (Some(11.2), Some(23.3)));
    assert_eq!(day("2020-07-26").temperature_2m_max, Some(23.7), "its steps reach 22.1 °C");
}

#[test]
fn met_norway_keeps_a_six_hour_probability_for_the_day_and_has_no_high_of_a_day_that_began_without_it() {
    let Some(report) = met_norway("complete_mecklenburg_2022-08-02", "2022-08-02T16:10:00Z") else { return };
    let (hourly, days) = (report.hourly.data().unwrap(), &report.daily.data().unwrap().days);
    let late = hourly.step_hours.iter().zip(&hourly.precipitation_probability).filter(|(step, _)| **step == 6);
    assert!(late.clone().count() > 100 && late.clone().all(|(_, chance)| chance.is_none()));
    // 00–06: 47.1 %, 06–12: 54.9 %, 12–18: 35.3 %.
    assert_eq!(days[3].precipitation_probability_max, Some(55.0));
    // It begins at 16:00 in UTC, after the hottest hours of its first day.
    assert_eq!(days[0].temperature_2m_max, None);
    assert!(days[0].precipitation_sum.is_some() && days[1].temperature_2m_max.is_some());
}

#[test]
fn the_other_met_norway_recordings_make_reports() {
    for path in ["complete_london_2020-07-20", "compact_new_york_2020-07-20"] {
        let Some(report) = met_norway(path, "2020-07-20T12:10:00Z") else { return };
        assert!(report.current.data().unwrap().current_weather_condition.is_some(), "{path}");
        assert!(report.hourly.data().unwrap().time.len() > 150, "{path}");
    }
}
