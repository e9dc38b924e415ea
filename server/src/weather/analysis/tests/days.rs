//! A day's extremes are shown only where the hours are known in which they occur.

use jiff::SignedDuration;

use super::{now, report_at};
use crate::weather::model::forecast::{Forecast, Hour};
use crate::weather::report::{Day, InsightKind, WeatherReport};

fn today(report: &WeatherReport) -> Day {
    report.daily.data().unwrap().days[0].clone()
}

#[test]
fn a_maximum_of_the_uv_index_needs_the_hours_around_noon() {
    // The sun is highest at 11:12 in UTC, four hours after the time of the report.
    let known_from = |first: i64, last: i64| {
        let known = move |index: i64, hour: &mut Hour| hour.uv = (first..=last).contains(&index).then_some(1.0);
        today(&report_at(now(), |_| {}, known)).uv_index_max
    };
    assert_eq!(known_from(-1, 0), None, "clear at eight, cloudy at noon");
    assert_eq!(known_from(2, 6), Some(1.0));
}

#[test]
fn the_hours_left_in_the_evening_are_neither_the_days_high_nor_a_trend() {
    let evening = now() + SignedDuration::from_hours(11);
    let warmer = |index: i64, hour: &mut Hour| {
        hour.temperature = Some(if (11..15).contains(&index) { 15.0 } else { 23.0 });
    };
    let without_past = |forecast: &mut Forecast| forecast.hours.retain(|hour| hour.time >= evening);
    let trend = |report: &WeatherReport| {
        report.insights.data().unwrap().items.iter().any(|insight| insight.kind == InsightKind::Trend)
    };
    let cut = report_at(evening, without_past, warmer);
    assert_eq!((today(&cut).temperature_2m_max, trend(&cut)), (None, false));
    let whole = report_at(evening, |_| {}, warmer);
    assert_eq!((today(&whole).temperature_2m_max, trend(&whole)), (Some(23.0), false));
}
